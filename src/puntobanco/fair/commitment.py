"""A promise of cards: a Merkle tree over the positions of a shoe, one secret salt a card.

The tree is that of RFC 6962: leaves and nodes are hashed with different first bytes, and an odd
node at the end of a row goes up as it is. docs/fairness.md has the exact bytes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeAlias

Row: TypeAlias = tuple[bytes, ...]


def salt_of(secret: bytes, position: int) -> bytes:
    """The salt of one position: knowing some of them tells nothing of the others."""
    return hmac.digest(secret, position.to_bytes(4, "big"), "sha256")


def leaf_of(table: str, shoe: int, position: int, card: str, salt: bytes) -> bytes:
    """The hash that promises one card at one position of one shoe at one table."""
    assert len(card) == 2, card
    assert len(salt) == 32, len(salt)
    name = table.encode()
    return hashlib.sha256(
        b"\x00"
        + len(name).to_bytes(2, "big")
        + name
        + shoe.to_bytes(4, "big")
        + position.to_bytes(4, "big")
        + card.encode("ascii")
        + salt
    ).digest()


def node_of(left: bytes, right: bytes) -> bytes:
    """The hash over two hashes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def rows_of(leaves: Sequence[bytes]) -> tuple[Row, ...]:
    """Every row of the tree, from the leaves up to the root alone."""
    assert leaves, "a tree has at least one leaf"
    rows = [tuple(leaves)]
    while len(rows[-1]) > 1:
        row = rows[-1]
        above = [node_of(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        if len(row) % 2:
            above.append(row[-1])
        rows.append(tuple(above))
    return tuple(rows)


def path_of(rows: Sequence[Row], position: int) -> Row:
    """The neighbours on the way from a leaf to the root, the lowest first."""
    path = []
    for row in rows[:-1]:
        neighbour = position ^ 1
        if neighbour < len(row):
            path.append(row[neighbour])
        position //= 2
    return tuple(path)
