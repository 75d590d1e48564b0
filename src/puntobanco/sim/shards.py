"""Shoe numbers still to be dealt, and their division into shards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_BLOCK = 512


@dataclass(frozen=True, slots=True)
class Shard:
    """Shoes with consecutive numbers, dealt in one go."""

    first: int
    shoes: int

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.shoes


@dataclass
class Done:
    """Which shoes have been dealt, as few spans as possible.

    >>> done = Done()
    >>> for shard in Shard(0, 5), Shard(8, 2), Shard(5, 1):
    ...     done.add(shard)
    >>> done.spans, list(done.missing(12)), done.shoes
    ([(0, 6), (8, 10)], [Shard(first=6, shoes=2), Shard(first=10, shoes=2)], 8)
    """

    spans: list[tuple[int, int]] = field(default_factory=list)

    @property
    def shoes(self) -> int:
        """How many have been dealt."""
        return sum(end - start for start, end in self.spans)

    def add(self, shard: Shard) -> None:
        """Note a shard as dealt."""
        joined: list[tuple[int, int]] = []
        for start, end in sorted([*self.spans, (shard.first, shard.end)]):
            if joined and joined[-1][1] == start:
                joined[-1] = (joined[-1][0], end)
            else:
                assert not joined or joined[-1][1] < start, f"shoe {start} was dealt twice"
                joined.append((start, end))
        self.spans = joined

    def missing(self, end: int) -> Iterator[Shard]:
        """What is to be dealt until all shoes below `end` are."""
        start = 0
        for span_start, span_end in [*self.spans, (end, end)]:
            if min(span_start, end) > start:
                yield Shard(start, min(span_start, end) - start)
            start = max(start, span_end)


def split(
    missing: Iterable[Shard], most: int, workers: int, least: int = _BLOCK
) -> Iterator[Shard]:
    """Divide what is missing into shards: not above `most`, and enough of them for all workers.

    None is below `least` but the last.
    """
    for span in missing:
        fair = -(-span.shoes // (4 * workers * _BLOCK)) * _BLOCK
        size = max(least, min(most, fair))
        for first in range(span.first, span.end, size):
            yield Shard(first, min(size, span.end - first))
