"""Shoes that many processes and threads shuffle, each told by its first cards.

python -m tests.fair.streams SOURCE FORKS SHOES-A-THREAD

This process has no threads while it forks. Its children live in eights, so that several shuffle at
once from what they inherited; after each eight it shuffles a shoe of its own. Threads come last.
Each shoe is a row on the standard output: its first cards, and how many bytes were drawn for it.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import local

from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import RandomSource, WatchedSource, system

PREFIX = 10
ROW = PREFIX + 2
TOGETHER = 8
"""So many children, and so many threads, are at work at a time."""
SHOES = 10
"""So many shoes does each child shuffle, and each process before it forks."""


class DrawnAhead:
    """A planted defect: bytes of the system, kept until they are used, which a fork inherits."""

    def __init__(self) -> None:
        self.kept = b""

    def __call__(self, count: int, /) -> bytes:
        if len(self.kept) < count:
            self.kept = os.urandom(1 << 16)
        given, self.kept = self.kept[:count], self.kept[count:]
        return given


class OneAThread(local):
    """A planted defect: each thread has a generator of its own, seeded like all others."""

    def __init__(self) -> None:
        self.generator = Random(os.getpid())

    def __call__(self, count: int, /) -> bytes:
        return self.generator.randbytes(count)


SOURCES: dict[str, Callable[[], RandomSource]] = {
    "system": lambda: system,
    "drawn ahead": lambda: WatchedSource(DrawnAhead()),
    "seeded before the fork": lambda: WatchedSource(Random(os.urandom(32)).randbytes),
    "seeded alike at every start": lambda: WatchedSource(Random(2026).randbytes),
    "one a thread": OneAThread,
}
"""The production source, and defects."""


def row(source: RandomSource) -> bytes:
    """A shoe of eight decks: its first cards, and how much was drawn."""
    drawn = 0

    def counted(count: int, /) -> bytes:
        nonlocal drawn
        drawn += count
        return source(count)

    order = shuffled(8, counted)
    return bytes(card.number for card in order[:PREFIX]) + drawn.to_bytes(2, "big")


def write(source: RandomSource, shoes: int) -> None:
    """Shuffle so many and tell of them; one writing, so that rows of others stay whole."""
    os.write(1, b"".join(row(source) for _ in range(shoes)))


def fork(source: RandomSource) -> int:
    """A child that shuffles and ends."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        write(source, SHOES)
        code = 0
    finally:
        os._exit(code)


def main() -> None:
    """Shuffle in this process, in children of it, and in threads."""
    source = SOURCES[sys.argv[1]]()
    forks, shoes = int(sys.argv[2]), int(sys.argv[3])
    write(source, SHOES)
    gc.freeze()
    for first in range(0, forks, TOGETHER):
        children = [fork(source) for _ in range(min(TOGETHER, forks - first))]
        assert not any(os.waitpid(child, 0)[1] for child in children)
        write(source, 1)
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(TOGETHER) as pool:
        for rows in pool.map(lambda _: [row(source) for _ in range(shoes)], range(TOGETHER)):
            for each in rows:
                os.write(1, each)


if __name__ == "__main__":
    main()
