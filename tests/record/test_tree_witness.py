"""A witness who sees no event: honest growth is taken, no rewritten or forked log is."""

from __future__ import annotations

import asyncio
import random
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from puntobanco.record.signing import Signer, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.witnessing.tree import Tree, leaf_hash
from puntobanco.record.witnessing.tree_head import Shown, TreeHead, head_of, signed
from puntobanco.record.witnessing.tree_witness import TreeWitness
from puntobanco.record.witnessing.witness import WitnessFileError
from tests.record.logs import Ticking
from tests.record.test_group import append, bought
from tests.record.test_tree import leaves, run
from tests.sizes import size_of

HOUSE, WITNESS = Signer(make_key()), Signer(make_key())
REWRITES = size_of("rewrites")


def witness(folder: Path) -> TreeWitness:
    return TreeWitness(folder / "heads.jsonl", WITNESS, Ticking(), HOUSE.public)


def head_at(tree: Tree, size: int | None = None, log: str = "T1") -> TreeHead:
    return TreeHead(log, len(tree) if size is None else size, tree.root(size))


def note_of(tree: Tree, size: int | None = None, log: str = "T1") -> str:
    return signed(head_at(tree, size, log), HOUSE)


def growth_of(tree: Tree, since: int, size: int) -> Shown:
    hashes = tuple(each.hex() for each in tree.consistency(since, size))
    return Shown("T1", size, hashes, since=since)


def test_a_log_that_only_grew_is_taken_at_every_step(tmp_path: Path) -> None:
    chance, tree, size = random.Random(1), Tree(leaves(400)), 0
    while size < 400:
        later = min(400, size + chance.randrange(1, 25))
        seeing = witness(tmp_path)  # who reads his own file each time
        if size:
            assert "show that T1 only grew" in seeing.hear(note_of(tree, later))
        growth = growth_of(tree, size, later) if size else None
        assert seeing.hear(note_of(tree, later), growth) == ""
        assert seeing.hear(note_of(tree, later)) == ""
        size = later
        assert seeing.heads["T1"] == head_at(tree, size)
    assert witness(tmp_path).hear(note_of(Tree(leaves(3)), log="T2")) == ""
    assert set(witness(tmp_path).heads) == {"T1", "T2"}


def _offered(
    chance: random.Random, true: Tree, false: Tree, earlier: int, later: int
) -> Shown | None:
    """What a house that has rewritten its log may try to get through."""
    old, new = Tree(leaves(later)), false
    hashes = list(chance.choice((old, new)).consistency(earlier, later))
    since, size, sequence, envelope = earlier, later, 0, ""
    match chance.randrange(7):
        case 0:
            return None
        case 1:
            hashes = hashes[: chance.randrange(len(hashes) + 1)]
        case 2:
            hashes.insert(0, true.root(earlier))
        case 3:
            hashes = [true.root(earlier), false.root(later)][: chance.randrange(3)]
        case 4:
            since = chance.randrange(later + 1)
            hashes = list(new.consistency(since or 1, later))
        case 5:  # that some event is in the new log shows nothing of the old one
            envelope, sequence = "{}", 1
            hashes = list(new.inclusion(0, later))
        case _:
            size = chance.randrange(later + 1)
    return Shown("T1", size, tuple(each.hex() for each in hashes), sequence, envelope, since)


def test_no_rewritten_or_forked_log_is_taken(tmp_path: Path) -> None:
    chance = random.Random(2)
    for number in range(REWRITES):
        earlier = chance.randrange(1, 120)
        fork = chance.randrange(earlier)
        later = earlier + chance.randrange(1, 60)
        true = Tree(leaves(earlier))
        false = Tree([*leaves(fork), *leaves(later - fork, "other")])
        if chance.random() < 0.5:  # its first event is one whose text the house can show
            false = Tree([leaf_hash(sha256(b"{}").digest()), *leaves(later - 1, "other")])
        path = tmp_path / f"{number}.jsonl"
        seeing = TreeWitness(path, WITNESS, Ticking(), HOUSE.public)
        assert seeing.hear(note_of(true)) == ""
        for size, said in (
            (earlier, "the house has signed two roots"),
            (later, f"only grew from {earlier} to {later}"),
        ):
            told = seeing.hear(note_of(false, size), _offered(chance, true, false, earlier, size))
            assert said in told
        if fork:
            assert "was cut" in seeing.hear(note_of(true, fork), growth_of(true, fork, earlier))
        assert seeing.heads["T1"] == head_of("T1", true)
        assert len(path.read_text("utf-8").splitlines()) == 1
        path.unlink()


def test_what_the_house_has_not_signed_is_not_taken(tmp_path: Path) -> None:
    seeing, tree = witness(tmp_path), Tree(leaves(5))
    for note in (
        signed(head_of("T1", tree), WITNESS),
        note_of(tree).replace("\n5\n", "\n6\n"),
        note_of(tree).replace("T1", "T2"),
        note_of(Tree()),
        "",
    ):
        assert seeing.hear(note).startswith("this is not a root of a log")
    assert seeing.heads == {}
    assert not (tmp_path / "heads.jsonl").exists()


@pytest.mark.parametrize("attack", ["cut line", "deleted", "changed", "rubbish", "other house"])
def test_the_witness_notices_when_its_own_file_was_changed(tmp_path: Path, attack: str) -> None:
    tree, file = Tree(leaves(30)), tmp_path / "heads.jsonl"
    for since, size in ((0, 10), (10, 20), (20, 30)):
        growth = growth_of(tree, since, size) if since else None
        assert witness(tmp_path).hear(note_of(tree, size), growth) == ""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    house = HOUSE.public
    match attack:
        case "cut line":
            lines[2] = lines[2][:-5]
        case "deleted":
            del lines[1]
        case "changed":
            other = signed(head_at(Tree(leaves(30, "other"))), HOUSE)
            heard = msgspec.json.decode(lines[2]) | {"note": other}
            lines[2] = msgspec.json.encode(heard).decode() + "\n"
        case "rubbish":
            lines = ["rubbish\n"]
        case _:
            house = WITNESS.public
    file.write_text("".join(lines), "utf-8")
    with pytest.raises(WitnessFileError, match=r"heads\.jsonl"):
        TreeWitness(file, WITNESS, Ticking(), house)


def test_a_house_that_rewrites_its_log_is_told_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fill(name: str, amounts: range) -> None:
        store = SqliteStore.open(tmp_path / name)
        at = (await store.heads()).get("T1")
        for number, amount in enumerate(amounts, start=at.sequence if at else 0):
            await store.append(append(f"r{number}", number, events=(bought(amount),)))
        await store.close()

    keys = {name: str(tmp_path / f"{name}.key") for name in ("house", "witness")}
    for each in keys.values():
        Path(each).write_bytes(make_key())
    house = Signer((tmp_path / "house.key").read_bytes()).public
    head, proof = str(tmp_path / "T1.head"), str(tmp_path / "growth.json")

    def seen(name: str, since: int) -> int:
        database = str(tmp_path / name)
        assert run("sign", database, head, "--table", "T1", "--key", keys["house"]) == 0
        words = ["--file", str(tmp_path / "heads.jsonl"), "--key", keys["witness"]]
        if since:
            assert run("prove", database, proof, "--table", "T1", "--since", str(since)) == 0
            words += ["--growth", proof]
        return run("witness", head, "--house", house, *words)

    asyncio.run(fill("house.db", range(1, 6)))
    assert seen("house.db", 0) == 0
    asyncio.run(fill("house.db", range(6, 12)))
    assert seen("house.db", 5) == 0
    asyncio.run(fill("false.db", range(2, 20)))
    capsys.readouterr()
    assert seen("false.db", 11) == 1
    assert "rewritten or forked" in " ".join(capsys.readouterr().out.split())
