"""A Merkle tree over a log: proofs that an event is in it, and that it only grew.

The tree of RFC 9162: leaves and nodes are hashed with different first bytes, and an odd node at
the end of a row goes up as it is. With the root alone, some twenty hashes show that one event lies
at its place among a million, and that the million begin with the thousand of last week; nobody
needs the rest of the log for that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from puntobanco.fair.commitment import node_of

Hash: TypeAlias = bytes
Proof: TypeAlias = tuple[Hash, ...]

EMPTY = hashlib.sha256().digest()
"""The root of a log without events."""


def leaf_hash(entry: bytes) -> Hash:
    """The leaf of one entry; of a log's event it is the hash of its envelope, 32 bytes."""
    return hashlib.sha256(b"\x00" + entry).digest()


class Tree:
    """The tree of a log so far."""

    def __init__(self, leaves: Iterable[Hash] = ()) -> None:
        self._rows: list[list[Hash]] = [[]]
        """By height: the nodes over complete pairs."""
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        return len(self._rows[0])

    def append(self, leaf: Hash) -> None:
        """Add the next leaf, and every node that it completes."""
        height = 0
        self._rows[0].append(leaf)
        while len(self._rows[height]) % 2 == 0:
            left, right = self._rows[height][-2:]
            height += 1
            if height == len(self._rows):
                self._rows.append([])
            self._rows[height].append(node_of(left, right))

    def root(self, size: int | None = None) -> Hash:
        """The root over the first so many leaves, or over all."""
        size = self._whole(size)
        return self._node(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int | None = None) -> Proof:
        """The neighbours on the way from a leaf to the root of the first so many."""
        size = self._whole(size)
        assert 0 <= index < size, (index, size)
        path: list[Hash] = []
        start, end = 0, size
        while end - start > 1:
            middle = start + _half(end - start)
            if index < middle:
                path.append(self._node(middle, end))
                end = middle
            else:
                path.append(self._node(start, middle))
                start = middle
        return tuple(reversed(path))

    def consistency(self, earlier: int, size: int | None = None) -> Proof:
        """What shows that the first so many leaves are the beginning of more."""
        size = self._whole(size)
        assert 0 < earlier <= size, (earlier, size)
        path: list[Hash] = []
        start, end, whole = 0, size, True
        while end != earlier:
            middle = start + _half(end - start)
            if earlier <= middle:
                path.append(self._node(middle, end))
                end = middle
            else:
                path.append(self._node(start, middle))
                start, whole = middle, False
        if not whole:
            path.append(self._node(start, end))
        return tuple(reversed(path))

    def _whole(self, size: int | None) -> int:
        size = len(self) if size is None else size
        assert 0 <= size <= len(self), size
        return size

    def _node(self, start: int, end: int) -> Hash:
        width = end - start
        if width & (width - 1) == 0:
            return self._rows[width.bit_length() - 1][start // width]
        middle = start + _half(width)
        return node_of(self._node(start, middle), self._node(middle, end))


def _half(width: int) -> int:
    """The largest power of two below a width."""
    return 1 << ((width - 1).bit_length() - 1)


def includes(root: Hash, size: int, index: int, leaf: Hash, proof: Sequence[Hash]) -> bool:
    """Whether a leaf lies at that place of the tree of that size with that root."""
    if not 0 <= index < size:
        return False
    place, last, reached = index, size - 1, leaf
    for neighbour in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            reached = node_of(neighbour, reached)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            reached = node_of(reached, neighbour)
        place, last = place >> 1, last >> 1
    return last == 0 and reached == root


def extends(root: Hash, size: int, earlier_root: Hash, earlier: int, proof: Sequence[Hash]) -> bool:
    """Whether the tree of an earlier size is the beginning of the later one."""
    if not 0 < earlier <= size:
        return False
    if earlier == size:
        return not proof and root == earlier_root
    path = list(proof)
    if earlier & (earlier - 1) == 0:
        path.insert(0, earlier_root)
    if not path:
        return False
    place, last = earlier - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = path[0]
    for neighbour in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_of(neighbour, old), node_of(neighbour, new)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            new = node_of(new, neighbour)
        place, last = place >> 1, last >> 1
    return last == 0 and old == earlier_root and new == root
