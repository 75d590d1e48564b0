"""Promises: the tree is that of RFC 6962, and no bit of anything opened can be changed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence

import pytest

from puntobanco.base.cards import DECK
from puntobanco.fair import check
from puntobanco.fair.commitment import (
    leaf_of,
    node_of,
    path_of,
    rows_of,
    salt_of,
)
from puntobanco.fair.shoe import RandomShoe, commit
from tests.fair.house import seeded
from tests.sizes import size_of

RFC_INPUTS = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
RFC_ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The tree heads that implementations of RFC 6962 share as test data."""


def root_in(leaves: Sequence[bytes]) -> bytes:
    return rows_of(leaves)[-1][0]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_tree_is_that_of_the_standard(size: int) -> None:
    leaves = [hashlib.sha256(b"\0" + bytes.fromhex(each)).digest() for each in RFC_INPUTS[:size]]
    assert root_in(leaves).hex() == RFC_ROOTS[size - 1]
    assert check.tree_hash(leaves).hex() == RFC_ROOTS[size - 1]


@pytest.mark.parametrize("size", [*range(1, 71), 312, 416])
def test_every_path_of_every_size_leads_to_the_root(size: int) -> None:
    leaves = [hashlib.sha256(b"%d" % each).digest() for each in range(size)]
    rows = rows_of(leaves)
    root = rows[-1][0]
    assert root == check.tree_hash(leaves)
    for position, leaf in enumerate(leaves):
        path = list(path_of(rows, position))
        assert check.root_from(position, size, leaf, path) == root
        assert check.root_from(position, size, leaf, [*path, leaf]) != root
        assert check.root_from(position, size, leaf, path[:-1]) != root or not path
        other = (position + 1) % size
        if other != position:
            assert check.root_from(other, size, leaf, path) != root


def flipped(some: bytes, chance: random.Random) -> bytes:
    bit = chance.randrange(8 * len(some))
    return (int.from_bytes(some, "big") ^ 1 << bit).to_bytes(len(some), "big")


def test_every_change_of_one_bit_is_found() -> None:
    chance = random.Random(1)
    shoe, promised = commit("T1", 3, "A", 8, lambda shoe: "", seeded(1))
    for _ in range(size_of("changes")):
        left = chance.randrange(416)
        position, card, salt, path = shoe.opened(left)
        root, size = promised.root, 416
        what = chance.choice(("card", "salt", "position", "root", "path", "table", "shoe"))
        table, number = "T1", 3
        if what == "card":
            card = chance.choice([each.text for each in DECK if each.text != card])
        elif what == "salt":
            salt = flipped(bytes.fromhex(salt), chance).hex()
        elif what == "position":
            position ^= 1 << chance.randrange(9)
        elif what == "root":
            root = flipped(bytes.fromhex(root), chance).hex()
        elif what == "path":
            at = chance.randrange(len(path))
            changed = flipped(bytes.fromhex(path[at]), chance).hex()
            path = (*path[:at], changed, *path[at + 1 :])
        elif what == "table":
            table = chance.choice(("T2", "U1", "T", "T1 "))
        else:
            number ^= 1 << chance.randrange(31)
        opened = {"position": position, "card": card, "salt": salt, "path": list(path)}
        assert check.check_card(table, number, size, root, opened), what


def test_every_opened_card_is_what_was_promised() -> None:
    shoe, promised = commit("T1", 1, "A", 8, lambda shoe: "", seeded(2))
    for left in range(416):
        opened = shoe.opened(left)._asdict()
        assert check.check_card("T1", 1, 416, promised.root, opened) == ""
        assert opened["card"] == shoe.card_at(left).text


@pytest.mark.parametrize(
    "opened",
    [
        {},
        {"position": 0, "card": "As", "salt": "zz", "path": []},
        {"position": "0", "card": "As", "salt": "00" * 32, "path": []},
        {"position": 0, "card": "As", "salt": "00" * 31, "path": []},
        {"position": 0, "card": "1s", "salt": "00" * 32, "path": []},
        {"position": 0, "card": "As", "salt": "00" * 32, "path": ["00"]},
        {"position": 416, "card": "As", "salt": "00" * 32, "path": ["00" * 32] * 9},
        {"position": -1, "card": "As", "salt": "00" * 32, "path": ["00" * 32] * 9},
        {"position": 2**40, "card": "As", "salt": "00" * 32, "path": []},
        {"position": 0, "card": "As", "salt": "00" * 32, "path": None},
        {"position": 0, "card": ["As"], "salt": "00" * 32, "path": []},
    ],
)
def test_what_is_no_opened_card_is_refused_in_words(opened: dict[str, object]) -> None:
    assert check.check_card("T1", 1, 416, "00" * 32, opened)


# --- salts ------------------------------------------------------------------------------------

Salting = Callable[[bytes, int], bytes]


def guessed(salting: Salting, secret: bytes) -> int:
    """How many closed cards can be found out from one opened one, by trying all 52."""
    leaves = [leaf_of("T1", 1, at, DECK[at % 52].text, salting(secret, at)) for at in range(40)]
    shown = salting(secret, 0)
    public = root_in(leaves)
    found = 0
    for position in range(1, 40):
        for salt in guesses(shown, position, public):
            tries = {leaf_of("T1", 1, position, card.text, salt) for card in DECK}
            found += leaves[position] in tries
    return found


def guesses(shown: bytes, position: int, root: bytes) -> Iterable[bytes]:
    """Salts that somebody who saw one card would try."""
    at = position.to_bytes(4, "big")
    yield shown
    yield bytes(32)
    yield (int.from_bytes(shown, "big") + position).to_bytes(32, "big")
    yield hashlib.sha256(at).digest()
    yield hashlib.sha256(shown + at).digest()
    yield hashlib.sha256(root + at).digest()
    yield salt_of(shown, position)
    chained = shown
    for _ in range(position):
        chained = hashlib.sha256(chained).digest()
    yield chained


def chained(secret: bytes, position: int) -> bytes:
    for _ in range(position):
        secret = hashlib.sha256(secret).digest()
    return secret


WEAK: dict[str, Salting] = {
    "none": lambda secret, position: bytes(32),
    "shared": lambda secret, position: secret,
    "counted": lambda secret, position: (int.from_bytes(secret, "big") + position).to_bytes(
        32, "big"
    ),
    "of the position only": lambda secret, position: hashlib.sha256(
        position.to_bytes(4, "big")
    ).digest(),
    "a chain": chained,
}


@pytest.mark.parametrize("salting", WEAK.values(), ids=WEAK)
def test_a_weak_salt_gives_closed_cards_away(salting: Salting) -> None:
    assert guessed(salting, b"\x11" * 32) >= 38


def test_the_salts_in_use_give_nothing_away() -> None:
    assert guessed(salt_of, b"\x11" * 32) == 0


def salts(shoes: Sequence[RandomShoe]) -> list[str]:
    return [shoe.opened(left).salt for shoe in shoes for left in range(shoe.size)]


def test_no_two_salts_are_alike() -> None:
    source = seeded(3)
    shoes = [commit("T1", number, "A", 8, lambda shoe: "", source)[0] for number in range(1, 21)]
    found = salts(shoes)
    assert len(set(found)) == len(found) == 20 * 416


def test_a_node_is_no_leaf() -> None:
    left, right = b"\1" * 32, b"\2" * 32
    assert node_of(left, right) != hashlib.sha256(b"\0" + left + right).digest()
