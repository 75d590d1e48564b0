"""Proofs over a log: every right one is accepted, no wrong one is, and two stories are found."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import msgspec
import pytest

from puntobanco.cli.app import app
from puntobanco.record.signing import Signer, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.witnessing.tree import EMPTY, Tree, extends, includes, leaf_hash
from puntobanco.record.witnessing.tree_head import (
    Shown,
    TreeHead,
    head_of,
    holds,
    read_head,
    signed,
)
from tests.record.test_group import append, bought
from tests.sizes import size_of

SIZE = size_of("tree")
FORGED = size_of("forged")
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
"""The vectors of Certificate Transparency, the first eight sizes."""


def leaves(count: int, salt: str = "") -> list[bytes]:
    return [leaf_hash(f"{salt}{number}".encode()) for number in range(count)]


def run(*words: str) -> int:
    """The status with which `punto log tree` ends."""
    try:
        app(["log", "tree", *words])
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_the_roots_are_those_of_the_standard() -> None:
    entries = "  00 10 2021 3031 40414243 5051525354555657 606162636465666768696a6b6c6d6e6f"
    tree = Tree()
    assert tree.root() == EMPTY == hashlib.sha256(b"").digest()
    for entry, root in zip(entries[1:].split(" "), ROOTS, strict=True):
        tree.append(leaf_hash(bytes.fromhex(entry)))
        assert tree.root().hex() == root
    assert [tree.root(size).hex() for size in range(1, 9)] == ROOTS


def test_a_root_is_the_one_of_its_definition() -> None:
    def defined(some: list[bytes]) -> bytes:
        if len(some) == 1:
            return some[0]
        half = 1
        while half * 2 < len(some):
            half *= 2
        return hashlib.sha256(b"\x01" + defined(some[:half]) + defined(some[half:])).digest()

    tree = Tree(leaves(70))
    for size in range(1, 71):
        assert tree.root(size) == defined(leaves(size))


def test_every_place_in_every_size_is_proved() -> None:
    tree, all_leaves = Tree(leaves(SIZE)), leaves(SIZE)
    roots = [tree.root(size) for size in range(SIZE + 1)]
    for size in range(1, SIZE + 1):
        for index in range(size):
            proof = tree.inclusion(index, size)
            assert includes(roots[size], size, index, all_leaves[index], proof), (index, size)
            assert extends(
                roots[size], size, roots[index + 1], index + 1, tree.consistency(index + 1, size)
            ), (index + 1, size)


def test_no_forged_proof_is_accepted() -> None:
    chance, size = random.Random(3), min(SIZE, 512)
    tree, other = Tree(leaves(size)), leaves(size, "other")
    real = leaves(size)
    for _ in range(FORGED):
        later = chance.randrange(2, size + 1)
        index = chance.randrange(later)
        proof, root = list(tree.inclusion(index, later)), tree.root(later)
        leaf, place, said = real[index], index, later
        match chance.randrange(6):
            case 0:
                proof = proof[: chance.randrange(len(proof))]
            case 1:
                proof.insert(chance.randrange(len(proof) + 1), other[0])
            case 2:
                at = chance.randrange(len(proof))
                proof[at] = _flipped(proof[at], chance)
            case 3:
                leaf = other[index]
            case 4:
                place = chance.choice([each for each in range(-1, later + 2) if each != index])
            case _:
                root = _flipped(root, chance)
        assert not includes(root, said, place, leaf, proof)


def test_no_forged_growth_is_accepted() -> None:
    chance, size = random.Random(4), min(SIZE, 512)
    tree = Tree(leaves(size))
    for _ in range(FORGED):
        later = chance.randrange(3, size + 1)
        earlier = chance.randrange(1, later)
        proof = list(tree.consistency(earlier, later))
        root, before, was = tree.root(later), tree.root(earlier), earlier
        match chance.randrange(6):
            case 0:
                proof = proof[: chance.randrange(len(proof))]
            case 1:
                proof.append(_flipped(root, chance))
            case 2:
                at = chance.randrange(len(proof))
                proof[at] = _flipped(proof[at], chance)
            case 3:
                before = Tree([*leaves(earlier - 1), leaf_hash(b"x")]).root()
            case 4:
                was = chance.choice([each for each in range(later + 2) if each != earlier])
                before = before if was == 0 or was > later else _flipped(tree.root(was), chance)
            case _:
                root = Tree([*leaves(earlier - 1), *leaves(later - earlier + 1, "new")]).root()
        assert not extends(root, later, before, was, proof)


def _flipped(some: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(256)
    changed = int.from_bytes(some, "big") ^ (1 << at)
    return changed.to_bytes(32, "big")


# --- signed ------------------------------------------------------------------------------------


SIGNER = Signer(make_key())


def test_a_note_is_read_by_its_key_alone_and_as_it_was_written() -> None:
    head = head_of("T1", Tree(leaves(5)))
    note = signed(head, SIGNER)
    assert read_head(note, SIGNER.public) == head
    assert read_head(note, Signer(make_key()).public) is None
    chance = random.Random(5)
    for _ in range(300):
        at = chance.randrange(len(note))
        broken = note[:at] + chance.choice("0aZ\n =+") + note[at + 1 :]
        assert broken == note or read_head(broken, SIGNER.public) in (None, head)
    for part in ("", "\n\n", note[:-5], note.replace("5", "05", 1)):
        assert read_head(part, SIGNER.public) is None


def test_two_stories_to_two_witnesses_are_found() -> None:
    """A house that shows two people different logs cannot bring their roots together."""
    for fork in range(1, 40):
        one = Tree(leaves(40))
        two = Tree([*leaves(fork), *leaves(45 - fork, "other")])
        heads = [
            read_head(signed(head_of("T1", each), SIGNER), SIGNER.public) for each in (one, two)
        ]
        assert heads[0] is not None
        assert heads[1] is not None
        for tree in (one, two):
            for later in range(40, len(tree) + 1):
                hashes = tuple(each.hex() for each in tree.consistency(40, later))
                shown = Shown("T1", 45, hashes, since=40)
                assert not holds(shown, heads[1], heads[0])
        honest = Tree([*leaves(40), *leaves(5, "more")])
        grown = Shown("T1", 45, tuple(each.hex() for each in honest.consistency(40)), since=40)
        assert holds(grown, head_of("T1", honest), heads[0])


def test_a_proof_speaks_of_its_log_and_size_only() -> None:
    tree = Tree(leaves(9))
    head = head_of("T1", tree)
    envelope = "{}"
    tree.append(leaf_hash(hashlib.sha256(envelope.encode()).digest()))
    head = head_of("T1", tree)
    hashes = tuple(each.hex() for each in tree.inclusion(9))
    shown = Shown("T1", 10, hashes, sequence=10, envelope=envelope)
    assert holds(shown, head)
    for wrong in (
        Shown("T2", 10, hashes, sequence=10, envelope=envelope),
        Shown("T1", 9, hashes, sequence=10, envelope=envelope),
        Shown("T1", 10, hashes, sequence=9, envelope=envelope),
        Shown("T1", 10, hashes, sequence=10, envelope="{ }"),
        Shown("T1", 10, ("zz",), sequence=10, envelope=envelope),
        Shown("T1", 10, ("00",), sequence=10, envelope=envelope),
        Shown("T1", 10, (), since=10),
    ):
        assert not holds(wrong, head)
    assert not holds(shown, None)
    assert not holds(shown, head, head), "a proof of one event says nothing of growth"
    assert not holds(shown, TreeHead("T1", 10, EMPTY))


# --- from the command line ---------------------------------------------------------------------


@pytest.mark.parametrize("event", [1, 4, 7])
def test_an_event_of_a_house_is_proved_without_its_log(tmp_path: Path, event: int) -> None:
    import asyncio  # noqa: PLC0415 - for this one test

    async def fill() -> None:
        store = SqliteStore.open(tmp_path / "house.db")
        for number in range(7):
            await store.append(append(f"r{number}", number, events=(bought(number + 1),)))
        await store.close()

    asyncio.run(fill())
    key = tmp_path / "house.key"
    key.write_bytes(make_key())
    public = Signer(key.read_bytes()).public
    database, proof, note = (str(tmp_path / name) for name in ("house.db", "p.json", "head"))

    assert run("sign", database, note, "--table", "T1", "--key", str(key)) == 0
    assert run("prove", database, proof, "--table", "T1", "--event", str(event)) == 0
    assert run("check", proof, note, "--key", public) == 0
    shown = msgspec.json.decode(Path(proof).read_bytes(), type=Shown)
    changed = msgspec.structs.replace(shown, envelope=shown.envelope.replace("ann", "ben"))
    Path(proof).write_bytes(msgspec.json.encode(changed))
    assert run("check", proof, note, "--key", public) == 1
