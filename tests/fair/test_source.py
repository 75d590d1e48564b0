"""The tests of the source: a failed one stops the shuffle, a sound one goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

from puntobanco.fair import source as s
from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import SourceFailedError, WatchedSource
from tests.fair.house import seeded


def bits(chance_of_one: float) -> Callable[[int], bytes]:
    """Independent bits that are not even."""
    chance = random.Random(1)

    def draw(count: int) -> bytes:
        number = 0
        for _ in range(8 * count):
            number = 2 * number + (chance.random() < chance_of_one)
        return number.to_bytes(count, "big")

    return draw


def broken(count: int) -> bytes:
    raise OSError("no such device")


FAILED: dict[str, Callable[[int], bytes]] = {
    "stuck at zero": bytes,
    "stuck at a value": lambda count: b"\xa5" * count,
    "two values in turn": lambda count: (b"\x55\xaa" * count)[:count],
    "few values": lambda count: bytes(random.Random(3).choices(range(12), k=count)),
    "biased to ones": bits(0.7),
    "biased to zeros": bits(0.33),
    "short": lambda count: seeded(1)(count - 1),
    "empty": lambda count: b"",
    "an error": broken,
}


@pytest.mark.parametrize("failed", FAILED.values(), ids=FAILED)
def test_a_failed_source_never_starts(failed: Callable[[int], bytes]) -> None:
    watched = WatchedSource(failed)
    with pytest.raises(SourceFailedError, match="nothing is shuffled"):
        shuffled(8, watched)


@pytest.mark.parametrize("failed", FAILED.values(), ids=FAILED)
def test_a_source_that_fails_later_stops_within_one_shoe(
    failed: Callable[[int], bytes],
) -> None:
    sound, now = seeded(5), [False]
    watched = WatchedSource(lambda count: failed(count) if now[0] else sound(count))
    for _ in range(5):
        shuffled(8, watched)
    now[0] = True
    with pytest.raises(SourceFailedError):
        shuffled(8, watched)
    now[0] = False
    with pytest.raises(SourceFailedError):  # it stays failed, however well it looks again
        shuffled(8, watched)


def test_repeated_bytes_are_seen_across_two_draws() -> None:
    parts = iter([seeded(1)(1_024), seeded(2)(97) + b"777", b"777" + seeded(3)(97)])
    watched = WatchedSource(lambda count: next(parts))
    assert len(watched(100)) == 100
    with pytest.raises(SourceFailedError, match="6 equal bytes"):
        watched(100)


def test_the_start_tests_1024_samples_once_and_uses_none() -> None:
    asked: list[int] = []
    sound = seeded(4)

    def draw(count: int) -> bytes:
        asked.append(count)
        return sound(count)

    watched = WatchedSource(draw)
    watched.start()
    watched.start()
    assert asked == [1_024]
    first = seeded(4)
    first(1_024)
    assert watched(32) == first(32)


def test_a_sound_source_raises_no_alarm() -> None:
    watched = WatchedSource(seeded(6))
    for _ in range(2_000):
        watched(896)


def test_false_alarms_are_rarer_than_one_in_two_to_the_forty() -> None:
    rare = Fraction(1, 2**40)
    assert Fraction(1, 256) ** (s.REPEATED_BYTES - 1) <= rare
    alike = sum(
        comb(s.WINDOW_BYTES - 1, more) * Fraction(255 ** (s.WINDOW_BYTES - 1 - more))
        for more in range(s.SAME_BYTES - 1, s.WINDOW_BYTES)
    ) / Fraction(256 ** (s.WINDOW_BYTES - 1))
    assert alike < rare
    many = sum(comb(s.WINDOW_BITS, ones) for ones in range(s.SAME_BITS, s.WINDOW_BITS + 1))
    assert Fraction(2 * many, 2**s.WINDOW_BITS) < rare
