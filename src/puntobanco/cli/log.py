"""`punto log`: read, carry, check and witness the logs of a house."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter

from puntobanco.base.money import Currency
from puntobanco.cli import log_tree
from puntobanco.cli.errors import UserError
from puntobanco.cli.log_keys import read_public_keys, read_signer, signing, write_key
from puntobanco.cli.progress import working
from puntobanco.cli.screen import console, grid, print_json
from puntobanco.play.events import Event
from puntobanco.record.audit import Audit, audit_lines, audit_store
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.clock import SteadyClock
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import is_table_event, kind_of
from puntobanco.record.opening import is_address, is_database_file, open_store
from puntobanco.record.store import StoreError
from puntobanco.record.transfer import bring_in, export, read
from puntobanco.record.verify import Finding, Verifier, date_text
from puntobanco.views.explain import Teller

app = App(name="log", help="Read, carry, check and witness the logs of a house.")
app.command(log_tree.app)
_Json = Annotated[bool, Parameter(name="--json", negative=())]
_T = TypeVar("_T")


@app.command
def show(
    source: str, *, table: str | None = None, after: int = 0, limit: int = 50, json: _Json = False
) -> None:
    """Show events with their envelopes.

    Examples:
        punto log show house/house.db --table T1 --after 100

    Args:
        source: An exported file, a database file, or a postgresql:// address.
        table: Only this table.
        after: Begin after this event.
        limit: At most so many of each table.
        json: Write the envelopes as JSON lines.
    """
    if after < 0 or limit < 1:
        raise UserError("--after is 0 or more and --limit at least 1")
    kept = _run(_some(source, table, after, limit))
    if json:
        sys.stdout.writelines(f"{each.line}\n" for each in kept)
        return
    teller = Teller(Currency())
    rows = grid("table", "event>", "time", "actor", "cause", "what happened")
    for each in kept:
        envelope, event = each.envelope, each.event
        told = teller.tell(event) if is_table_event(event) else None
        told = told or str(event.__struct_config__.tag)
        when = date_text(envelope.time)
        rows.add_row(
            each.table, str(each.sequence), when, envelope.actor, envelope.cause[:16], told
        )
    console().print(rows)


async def _some(source: str, table: str | None, after: int, limit: int) -> list[Kept]:
    if _is_file_of_lines(source):
        counts: dict[str, int] = {}
        found = []
        for each in _envelopes(Path(source)):
            if table in (None, each.table) and each.sequence > after:
                counts[each.table] = counts.get(each.table, 0) + 1
                if counts[each.table] <= limit:
                    found.append(each)
        known = set(counts)
    else:
        store = await open_store(source, to_read=True)
        try:
            heads = await store.heads()
            tables = [each for each in heads if table in (None, each)]
            found = [each for name in tables for each in await store.read(name, after, limit)]
            known = set(heads)
        finally:
            await store.close()
    if table is not None and not found and table not in known:
        raise UserError(f"{source} has no event after {after} of a table {table!r}")
    return found


def table_events(source: str, table: str) -> list[Event]:
    """Everything that happened at one table, from a database or an export."""
    if kind_of(table) != "table":
        raise UserError(f"{table} is no table; name one such as T1")
    kept = _run(_some(source, table, 0, sys.maxsize))
    return [each.event for each in kept if is_table_event(each.event)]


@app.command(name="export")
def export_log(source: str, file: Path | None = None, *, table: tuple[str, ...] = ()) -> None:
    """Write logs as lines of JSON, complete and checkable without this program.

    Examples:
        punto log export house/house.db house.jsonl

    Args:
        source: A database file or a postgresql:// address.
        file: Where to; without it, to the screen or the next command.
        table: Only these logs; an account is account:NAME.
    """

    async def run() -> None:
        store = await open_store(source, to_read=True)
        try:
            unknown = set(table) - set(await store.heads())
            if unknown:
                raise UserError(f"{source} has no table {sorted(unknown)[0]!r}")
            lines = export(store, table or None)
            if file is None:
                async for line in lines:
                    sys.stdout.write(f"{line}\n")
                return
            count = 0
            with file.open("x", encoding="utf-8", newline="\n") as target:
                async for line in lines:
                    target.write(f"{line}\n")
                    count += 1
            console().print(f"{count} lines written to {file}.", markup=False)
        finally:
            await store.close()

    _database_only(source)
    try:
        _run(run(), silent=file is None)
    except FileExistsError:
        raise UserError(f"{file} is already there; name a new file") from None


@app.command(name="import")
def import_log(file: Path, database: str, *, json: _Json = False) -> None:
    """Check an exported file and bring its logs into a database that has none of them.

    Examples:
        punto log import house.jsonl restored.db

    Args:
        file: What `punto log export` wrote.
        database: A database file, made when it is not there, or a postgresql:// address.
        json: Write JSON instead of a sentence.
    """
    if not _is_file_of_lines(str(file)):
        raise UserError(f"{file} is a database; import takes what `punto log export` wrote")

    async def run() -> Verifier:
        store = await open_store(database)
        try:
            return await bring_in(store, lambda: _lines(file), Verifier(signing().is_signed))
        finally:
            await store.close()

    verifier = _run(run())
    if verifier.findings:
        raise UserError(f"nothing was imported: {verifier.findings[0]}")
    form = {"events": verifier.events, "logs": len(verifier.heads)}
    _tell(form, f"{verifier.events} events of {len(verifier.heads)} logs imported.", json=json)


def _tell(form: dict[str, Any], sentence: str, *, json: bool) -> None:
    if json:
        print_json(form)
    else:
        console().print(sentence, markup=False)


@app.command
def verify(
    source: str,
    *,
    key: tuple[str, ...] = (),
    witness: Path | None = None,
    witness_key: str | None = None,
    json: _Json = False,
) -> None:
    """Check logs from the first event to the last, by two verifiers; exit code 1 if any is wrong.

    Examples:
        punto log verify house/house.db --key house/house.key.public

    Args:
        source: An exported file, a database file, or a postgresql:// address.
        key: Public keys of the house, or files with them; others that sign are then reported.
        witness: A witness's file to compare with.
        witness_key: The witness's public key, or a file with it.
        json: Write JSON instead of a page.
    """
    witnessed = [] if witness is None else _witnessed(witness, witness_key)
    verifier = Verifier(signing().is_signed, read_public_keys(key), witnessed)
    if _is_file_of_lines(source):
        with working("reading logs"):
            audit = audit_lines(_lines(Path(source)), verifier)
    else:
        audit = _run(_audit(source, verifier))
    if json:
        print_json(_form(audit))
    else:
        _print(audit)
    if audit.findings:
        sys.exit(1)


async def _audit(source: str, verifier: Verifier) -> Audit:
    store = await open_store(source, to_read=True)
    try:
        return await audit_store(store, verifier)
    finally:
        await store.close()


def _form(audit: Audit) -> dict[str, Any]:
    verifier = audit.verifier
    return {
        "tables": {table: head.sequence for table, head in verifier.heads.items()},
        "events": verifier.events,
        "statements": verifier.statements,
        "states_compared": verifier.states_compared,
        "findings": audit.findings,
    }


def _print(audit: Audit) -> None:
    out, verifier = console(), audit.verifier
    for finding in audit.findings:
        out.print(finding, style="red", markup=False)
    out.print(
        f"{verifier.events} events of {len(verifier.heads)} logs, "
        f"{verifier.statements} signed statements, {verifier.states_compared} states compared: "
        + (f"findings: {len(audit.findings)}." if audit.findings else "nothing wrong."),
        markup=False,
    )


def _witnessed(path: Path, key: str | None) -> list[Checkpoint]:
    from puntobanco.record.witness import (  # noqa: PLC0415 - needs an extra
        WitnessFileError,
        read_witness_file,
    )

    if not path.exists():
        raise UserError(f"there is no witness file {path}")
    known = read_public_keys([key])[0] if key else None
    try:
        return read_witness_file(path, known)
    except WitnessFileError as error:
        raise UserError(str(error)) from None


@app.command(name="key")
def make_key(file: Path, *, json: _Json = False) -> None:
    """Make a key to sign with: FILE is the secret, FILE.public is for everybody, and printed.

    Examples:
        punto log key witness.key

    Args:
        file: A file that is not there yet.
        json: Write JSON instead of the public key alone.
    """
    public = write_key(file)
    _tell({"file": str(file), "public": public}, public, json=json)


@app.command
def sign(database: str, *, key: Path, json: _Json = False) -> None:
    """Sign for every log, and keep a snapshot of every table, in a house that is not running.

    Examples:
        punto log sign house/house.db --key house/house.key

    Args:
        database: A database file or a postgresql:// address.
        key: The house's key, from `punto log key`.
        json: Write JSON instead of a sentence.
    """
    from puntobanco.record.snapshot import checkpoint, restore, vouch  # noqa: PLC0415 - needs an extra

    signer, clock = read_signer(key), SteadyClock()
    _database_only(database)

    async def run() -> int:
        store = await open_store(database)
        try:
            tables = await store.heads()
            for table in tables:
                if kind_of(table) != "table":
                    await vouch(store, table, signer, clock())
                    continue
                restored = await restore(store, table, lambda known: known == signer.public)
                await checkpoint(store, table, restored.table, signer, clock())
            return len(tables)
        finally:
            await store.close()

    logs = _run(run())
    sentence = f"{logs} logs signed for by {signer.public}."
    _tell({"logs": logs, "key": signer.public}, sentence, json=json)


@app.command
def witness(
    source: str, *, file: Path, key: Path, every: float | None = None, json: _Json = False
) -> None:
    """Watch logs from outside: compare them with what was seen before, and remember.

    Run it as another user or on another machine, with a key of its own. Exit code 1 when the log is
    not the one that was seen.

    Examples:
        punto log witness house/house.db --file witness.jsonl --key witness.key

    Args:
        source: An exported file, a database file, or a postgresql:// address.
        file: Where the witness remembers; it only grows.
        key: The witness's own key, from `punto log key`.
        every: Look again after so many seconds, until something is wrong; once when not given.
        json: Write JSON instead of sentences.
    """
    from puntobanco.record.witness import Witness, WitnessFileError  # noqa: PLC0415 - an extra

    if every is not None and not 0.1 <= every <= 86_400:
        raise UserError("--every is a number of seconds from 0.1 to 86400")
    try:
        seeing = Witness(file, read_signer(key), SteadyClock())
    except WitnessFileError as error:
        raise UserError(str(error)) from None

    async def run() -> list[Finding]:
        if _is_file_of_lines(source):
            return seeing.look_at(_envelopes(Path(source)))
        store = await open_store(source, to_read=True)
        try:
            found = await seeing.look(store)
            while every is not None and not found:
                await asyncio.sleep(every)
                found = await seeing.look(store)
            return found
        finally:
            await store.close()

    findings = [str(finding) for finding in _run(run())]
    events, logs = sum(said.size for said in seeing.seen.values()), len(seeing.seen)
    as_before = f"{events} events of {logs} logs are as they were."
    form = {"events": events, "logs": logs, "findings": findings}
    _tell(form, "\n".join(findings) or as_before, json=json)
    if findings:
        sys.exit(1)


# --- where things are -------------------------------------------------------------------------


def _is_file_of_lines(source: str) -> bool:
    if is_address(source):
        return False
    path = Path(source)
    if not path.is_file():
        raise UserError(f"there is no file {source}; name an export, a database or an address")
    return not is_database_file(path)


def _database_only(source: str) -> None:
    if _is_file_of_lines(source):
        raise UserError(f"{source} is no database; name a database file or an address")


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                yield line.removesuffix("\n")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is no log: {error}") from None


def _envelopes(path: Path) -> Iterator[Kept]:
    for number, line in enumerate(_lines(path), start=1):
        try:
            found = read(line)
        except ValueError as error:
            raise UserError(f"{path}, line {number} cannot be read: {error}") from None
        if isinstance(found, Kept):
            yield found


def _run(work: Coroutine[Any, Any, _T], *, silent: bool = False) -> _T:
    try:
        with nullcontext() if silent else working("reading logs"):
            return asyncio.run(work)
    except StoreError as error:
        raise UserError(str(error)) from None
