"""Wrong passwords are counted together, however many processes are guessed at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from puntobanco.record.clock import SteadyClock
from puntobanco.server.people.credentials import Credentials, WrongCredentialsError
from puntobanco.server.people.guesses import FAILURES_MAX, LockedError
from tests.attack.stage import CountingHasher
from tests.record.conftest import PostgresPlace
from tests.server.conftest import run

PASSWORD = "right horse battery"  # noqa: S105 - nobody has it
PROCESSES = 3
NAMES = 10


@asynccontextmanager
async def several(
    place: PostgresPlace, hasher: CountingHasher | None = None
) -> AsyncIterator[list[Credentials]]:
    """What several processes on one database have, all with one hasher."""
    hasher, clock = hasher or CountingHasher(), SteadyClock()
    stores = [await place.open(clock) for _ in range(PROCESSES)]
    try:
        yield [Credentials(store, clock, hasher, is_shared=True) for store in stores]
    finally:
        for store in stores:
            await store.close()


async def guess(process: Credentials, name: str, password: str) -> str:
    """What came of it."""
    try:
        await process.sign_in(name, password, is_staff=False)
    except (LockedError, WrongCredentialsError) as error:
        return type(error).__name__
    return "in"


def test_guesses_in_several_processes_at_once_are_all_counted(postgres: PostgresPlace) -> None:
    """No password beyond the third is even looked at, and the right one comes too late."""

    async def main() -> None:
        hasher = CountingHasher()
        async with several(postgres, hasher) as all_of_them:
            for number in range(NAMES):
                name = f"p{number}"
                await all_of_them[0].set_password(name, PASSWORD)
                before = hasher.verified
                for _ in range(FAILURES_MAX):
                    await asyncio.gather(
                        *(guess(each, name, "wrong horse battery") for each in all_of_them)
                    )
                assert hasher.verified - before == FAILURES_MAX
                told = [await guess(each, name, PASSWORD) for each in all_of_them]
                assert told == ["LockedError"] * PROCESSES

    run(main())


@pytest.mark.parametrize("wrong", range(FAILURES_MAX))
def test_two_wrong_ones_leave_the_right_one_good_everywhere(
    postgres: PostgresPlace, wrong: int
) -> None:
    async def main() -> None:
        async with several(postgres) as all_of_them:
            await all_of_them[0].set_password("p1", PASSWORD)
            for each in all_of_them:  # the right one lets all that was wrong before be forgotten
                told = await asyncio.gather(
                    *(guess(all_of_them[n], "p1", "wrong horse") for n in range(wrong))
                )
                assert told == ["WrongCredentialsError"] * wrong
                assert await guess(each, "p1", PASSWORD) == "in"
                assert await each.is_right("p1", PASSWORD)

    run(main())


def test_who_signs_in_at_many_places_at_once_is_not_taken_for_a_guesser(
    postgres: PostgresPlace,
) -> None:
    async def main() -> None:
        async with several(postgres) as all_of_them:
            await all_of_them[0].set_password("p1", PASSWORD)
            told = await asyncio.gather(
                *(guess(each, "p1", PASSWORD) for each in all_of_them for _ in range(5))
            )
            assert set(told) == {"in"}

    run(main())
