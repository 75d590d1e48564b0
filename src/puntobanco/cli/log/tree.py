"""`punto log tree`: a signed root over a log, and proofs that hang on it."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import user_errors
from puntobanco.cli.log.keys import read_public_keys, read_signer, signing
from puntobanco.cli.log.sources import run
from puntobanco.cli.options import JsonOrSentence
from puntobanco.cli.screen import console, tell
from puntobanco.record.clock import SteadyClock
from puntobanco.record.envelope import Kept
from puntobanco.record.opening import is_address, opened
from puntobanco.record.store import read_on
from puntobanco.record.witnessing.tree import Tree, leaf_hash
from puntobanco.text_file import read_text

_UNREADABLE = (OSError, UnicodeDecodeError, msgspec.DecodeError)
app = App(
    name="tree",
    help="Prove single events of a log, and that it only grew, to anyone who has a root.",
)


@app.command
def sign(source: str, file: Path, *, table: str, key: Path, json: JsonOrSentence = False) -> None:
    """Write the signed root over all events of a log; anyone may keep it.

    Examples:
        punto log tree sign house/house.db T1.head --table T1 --key house/house.key

    Args:
        source: A database file or a postgresql:// address.
        file: Where to.
        table: Which log; an account is account:NAME.
        key: The house's key.
    """
    signing()
    from puntobanco.record.witnessing import tree_head  # noqa: PLC0415 - needs an extra

    tree, _ = _tree(source, table)
    head = tree_head.head_of(table, tree)
    file.write_text(tree_head.signed(head, read_signer(key)), "utf-8")
    form = {"log": table, "size": head.size, "root": head.root.hex()}
    tell(form, f"Root over {how_many(head.size, 'event')} of {table}: {form['root']}.", json=json)


@app.command
def prove(
    source: str,
    file: Path,
    *,
    table: str,
    event: int = 0,
    since: int = 0,
    size: int = 0,
    json: bool = False,
) -> None:
    """Write the proof that an event is in a log, or that the log only grew since it was shorter.

    Examples:
        punto log tree prove house/house.db event.json --table T1 --event 2
        punto log tree prove house/house.db growth.json --table T1 --since 1

    Args:
        source: A database file or a postgresql:// address.
        file: Where to.
        table: Which log.
        event: The event to prove, counted from 1.
        since: How long the log was earlier.
        size: How long the log was when its root was signed; as long as it is now when not given.
        json: Write the proof on the screen, too.
    """
    signing()
    from puntobanco.record.witnessing.tree_head import Shown  # noqa: PLC0415 - needs an extra

    tree, kept = _tree(source, table, event)
    size = size or len(tree)
    if not 0 < size <= len(tree) or bool(event) == bool(since):
        raise UsageError(
            f"give either --event or --since; {table} has {how_many(len(tree), 'event')}"
        )
    if not 0 < (event or since) <= size:
        raise UsageError(f"`--event` and `--since` must be between 1 and {size}")
    if event:
        assert kept is not None
        proof = tree.inclusion(event - 1, size)
        shown = Shown(table, size, _hex(proof), sequence=event, envelope=kept.text)
    else:
        shown = Shown(table, size, _hex(tree.consistency(since, size)), since=since)
    text = msgspec.json.encode(shown).decode()
    file.write_text(f"{text}\n", "utf-8")
    if json:
        sys.stdout.write(f"{text}\n")
    else:
        what = f"event {event}" if event else f"growth from {since}"
        console().print(
            f"Proof of {what} among {how_many(size, 'event')} of {table}: "
            f"{how_many(len(shown.proof), 'hash', 'es')}."
        )


@app.command
def check(
    file: Path, head: Path, *, key: str, earlier: Path | None = None, json: JsonOrSentence = False
) -> None:
    """Check a proof against a signed root, without the log; exit code 1 if it does not hold.

    Examples:
        punto log tree check event.json T1.head --key house/house.key.public

    Args:
        file: A proof, from `punto log tree prove`.
        head: A signed root, from `punto log tree sign`.
        key: The house's public key, or a file with it.
        earlier: The signed root of the shorter log, for a proof of growth.
    """
    signing()
    from puntobanco.record.witnessing import tree_head  # noqa: PLC0415 - needs an extra

    (public,) = read_public_keys([key])
    with user_errors(*_UNREADABLE, about="this is not a proof with its root"):
        shown = msgspec.json.decode(file.read_bytes(), type=tree_head.Shown)
        notes = [read_text(path) for path in (head, earlier) if path is not None]
    heads = [tree_head.read_head(note, public) for note in notes]
    good = None not in heads and tree_head.holds(shown, *heads)
    told = f"The proof is {'valid' if good else 'not valid'}."
    tell({"log": shown.log, "holds": good}, told, json=json, failed=not good)


@app.command
def witness(
    head: Path,
    *,
    file: Path,
    key: Path,
    house: str,
    growth: Path | None = None,
    json: JsonOrSentence = False,
) -> None:
    """Keep a signed root as a witness who sees no event; exit code 1 if it does not follow.

    A longer log is taken only with the proof that it begins with the one that was kept.

    Examples:
        punto log key heads.key
        punto log tree witness T1.head --file heads --key heads.key --house house/house.key.public

    Args:
        head: A signed root, from `punto log tree sign`.
        file: Where the witness remembers; it only grows.
        key: The witness's own key, from `punto log key`.
        house: The house's public key, or a file with it.
        growth: What shows that the log only grew, from `punto log tree prove --since`.
    """
    signing()
    from puntobanco.record.witnessing.tree_head import Shown  # noqa: PLC0415 - needs an extra
    from puntobanco.record.witnessing.tree_witness import TreeWitness  # noqa: PLC0415 - needs an extra

    (public,) = read_public_keys([house])
    with user_errors(*_UNREADABLE, about="this is not a root with its proof"):
        note = read_text(head)
        shown = msgspec.json.decode(growth.read_bytes(), type=Shown) if growth else None
    seeing = TreeWitness(file, read_signer(key), SteadyClock(), public)
    refused = seeing.hear(note, shown)
    sizes = {log: known.size for log, known in seeing.heads.items()}
    form = {"taken": not refused, "refused": refused, "logs": sizes}
    tell(form, refused or "Saved the root.", json=json, failed=bool(refused))


def _hex(proof: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(each.hex() for each in proof)


def _tree(source: str, table: str, event: int = 0) -> tuple[Tree, Kept | None]:
    """The tree over a whole log, and one of its events."""
    if not is_address(source) and not Path(source).is_file():
        raise UsageError(f"there is no file {source}; name a database or an address")

    async def work() -> tuple[Tree, Kept | None]:
        tree, found = Tree(), None
        async with opened(source, to_read=True) as store:
            async for kept in read_on(store, table):
                tree.append(leaf_hash(bytes.fromhex(kept.hash)))
                found = kept if kept.sequence == event else found
        return tree, found

    tree, found = run(work(), silent=True)
    if not len(tree):
        raise UsageError(f"{source} has no events of a log {table!r}")
    return tree, found
