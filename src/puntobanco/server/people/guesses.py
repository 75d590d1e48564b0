"""Wrong passwords slow the guesser, not the owner of the name.

Tries are counted by where they come from and the name they are for, together. After three wrong
ones that place waits before the next try at that name is looked at, each time twice as long. Tries
from anywhere else are not held up by it.

A guesser with many places is counted by the name, too. Beyond `STRANGE_MAX` only places from which
the owner has signed in before may still try: a stranger never shuts the owner out there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from puntobanco.record.cabinet import Cabinet
from puntobanco.record.clock import Clock

_SECOND = 1_000_000
FAILURES_MAX = 3
"""So many wrong passwords are free."""
FIRST_WAIT_SECONDS = 30
"""For so long the next try waits; after that twice as long, and so on."""
FAILURES_SECONDS = 30 * 60
"""The longest wait, and for how long wrong passwords count."""
STRANGE_MAX = 100
"""So many tries at one name, within that time, from places where its owner never signed in."""
KNOWN_SECONDS = 90 * 24 * 3600
"""For so long a place counts as the owner's after signing in there."""


class LockedError(Exception):
    """This place has to wait: even the right password is not taken from there now."""


class Failures(msgspec.Struct, frozen=True):
    """Wrong passwords lately."""

    person: str
    count: int = 0
    last: int = 0


def wait_seconds(count: int) -> int:
    """How long a try waits after so many wrong ones.

    >>> [wait_seconds(count) for count in (0, 2, 3, 4, 5, 8, 9, 30)]
    [0, 0, 30, 60, 120, 960, 1800, 1800]
    """
    if count < FAILURES_MAX:
        return 0
    return int(min(FIRST_WAIT_SECONDS << min(count - FAILURES_MAX, 10), FAILURES_SECONDS))


def _pair(person: str, place: str) -> str:
    """One key for both, whatever characters they have."""
    return hashlib.sha256(f"{person}\n{place}".encode()).hexdigest()


class Guesses:
    """How often the wrong password was tried, kept where every process of a house sees it."""

    def __init__(self, cabinet: Cabinet, clock: Clock) -> None:
        self._cabinet = cabinet
        self._clock = clock

    async def count(self, person: str, place: str, *, is_known: bool = False) -> None:
        """Count a try as wrong before it is looked at: no process looks at one uncounted.

        Raises where it has to wait, and then it is not counted. `right` takes it back.
        """
        pair = _pair(person, place)
        await self._one_more("failures", pair, person, lambda found: wait_seconds(found.count))
        if not is_known and await self._cabinet.kept("known", pair) is None:
            await self._one_more("guessed", person, person, _all_when_many)

    async def _one_more(
        self, kind: str, name: str, person: str, wait: Callable[[Failures], int]
    ) -> None:
        while True:
            before, now = await self._cabinet.kept(kind, name), self._clock()
            found = Failures(person)
            if before is not None:
                found = msgspec.json.decode(before, type=Failures)
            if now < found.last + wait(found) * _SECOND:
                raise LockedError
            counted = msgspec.json.encode(Failures(person, found.count + 1, now))
            expires = now + FAILURES_SECONDS * _SECOND
            if await self._cabinet.exchange(kind, name, before, counted, expires):
                return

    async def right(self, person: str, place: str) -> None:
        """The password was right: this place has nothing against it."""
        await self._cabinet.drop("failures", _pair(person, place))

    async def know(self, person: str, place: str) -> None:
        """The owner has signed in from here."""
        expires = self._clock() + KNOWN_SECONDS * _SECOND
        await self._cabinet.keep("known", _pair(person, place), b"", expires)

    async def forgive(self, person: str) -> None:
        """Count no wrong password from before, from anywhere."""
        await self._cabinet.drop("guessed", person)
        for pair, value in (await self._cabinet.all_kept("failures")).items():
            if msgspec.json.decode(value, type=Failures).person == person:
                await self._cabinet.drop("failures", pair)


def _all_when_many(found: Failures) -> int:
    """How long a place that the owner never used waits."""
    return FAILURES_SECONDS if found.count >= STRANGE_MAX else 0
