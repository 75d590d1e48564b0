"""Wrong passwords slow the guesser: the owner of the name signs in all the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.people.credentials import Credentials, WrongCredentialsError
from puntobanco.server.people.guesses import (
    FAILURES_MAX,
    FAILURES_SECONDS,
    FIRST_WAIT_SECONDS,
    STRANGE_MAX,
    LockedError,
)
from tests.attack.stage import CountingHasher, MovedClock, opened
from tests.attack.test_before_login import heard
from tests.server.conftest import add_person, run

PASSWORD, WRONG = "right horse battery", "wrong horse battery"
OWNER, STRANGER = "127.0.0.1", "127.0.0.2"


class Door:
    """Signing in as one person, from wherever."""

    def __init__(self, store: SqliteStore) -> None:
        self.clock, self.hasher = MovedClock(), CountingHasher()
        self.credentials = Credentials(store, self.clock, self.hasher)

    async def tried(self, address: str, password: str = WRONG) -> str:
        """What comes of a password: `in`, `wrong`, or `waits` where it is not looked at."""
        try:
            await self.credentials.sign_in("ann", password, is_staff=True, address=address)
        except LockedError:
            return "waits"
        except WrongCredentialsError:
            return "wrong"
        return "in"


@asynccontextmanager
async def door(folder: Path) -> AsyncIterator[Door]:
    store = SqliteStore.open(folder)
    try:
        made = Door(store)
        await made.credentials.set_password("ann", PASSWORD)
        yield made
    finally:
        await store.close()


@pytest.mark.parametrize("role", ["administrator", "dealer", "patron"])
def test_a_stranger_locks_nobody_out(folder: Path, role: str) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            await add_person(stage.casino, "ann", role)
            await stage.casino.credentials.set_password("ann", PASSWORD)

            async def tried(password: str, address: str) -> bytes:
                body = msgspec.json.encode({"name": "ann", "password": password})
                head = (
                    "POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                )
                told = await heard(stage.port, head.encode() + body, address=address)
                return told.split(b" ", 2)[1]

            for _ in range(4 * FAILURES_MAX):
                assert await tried(WRONG, STRANGER) == b"401"
            assert stage.hasher.verified == FAILURES_MAX
            assert await tried(PASSWORD, STRANGER) == b"401"
            assert await tried(PASSWORD, OWNER) == b"200"

    run(main())


def test_each_further_try_waits_twice_as_long(tmp_path: Path) -> None:
    async def main() -> None:
        async with door(tmp_path / "house.db") as ann:
            for _ in range(FAILURES_MAX):
                assert await ann.tried(STRANGER) == "wrong"
            wait = FIRST_WAIT_SECONDS
            while wait < FAILURES_SECONDS:
                ann.clock.move(wait - 1)
                assert await ann.tried(STRANGER, PASSWORD) == "waits", "one second is left"
                ann.clock.move(2)
                assert await ann.tried(STRANGER) == "wrong", wait
                wait *= 2
            ann.clock.move(FAILURES_SECONDS)
            assert await ann.tried(STRANGER, PASSWORD) == "in"
            for _ in range(FAILURES_MAX):
                assert await ann.tried(STRANGER) == "wrong", "the right one was a new beginning"

    run(main())


def test_a_guesser_with_many_addresses_shuts_out_no_place_that_the_owner_has_used(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with door(tmp_path / "house.db") as ann:
            assert await ann.tried(OWNER, PASSWORD) == "in"
            before = ann.hasher.verified
            for number in range(STRANGE_MAX):
                for _ in range(FAILURES_MAX):
                    await ann.tried(f"10.0.{number // 250}.{number % 250}")
            looked_at = ann.hasher.verified - before
            assert STRANGE_MAX - 1 <= looked_at <= STRANGE_MAX
            assert await ann.tried("10.9.9.9", PASSWORD) == "waits"
            assert await ann.tried(OWNER, PASSWORD) == "in"
            ann.clock.move(FAILURES_SECONDS + 1)
            assert await ann.tried("10.9.9.9", PASSWORD) == "in"

    run(main())


def test_all_addresses_of_one_ipv6_network_are_one_guesser(tmp_path: Path) -> None:
    async def main() -> None:
        async with door(tmp_path / "house.db") as ann:
            told = [await ann.tried(f"2001:db8::{number:x}") for number in range(10)]
            assert told == ["wrong"] * FAILURES_MAX + ["waits"] * (10 - FAILURES_MAX)
            assert await ann.tried("2001:db8:1::1", PASSWORD) == "in"

    run(main())


def test_a_new_password_from_the_machine_forgives_every_place(tmp_path: Path) -> None:
    async def main() -> None:
        async with door(tmp_path / "house.db") as ann:
            for address in (OWNER, STRANGER):
                for _ in range(FAILURES_MAX):
                    await ann.tried(address)
                assert await ann.tried(address, PASSWORD) == "waits"
            await ann.credentials.forgive("ann")
            assert await ann.tried(OWNER, PASSWORD) == "in"
            assert await ann.tried(STRANGER, PASSWORD) == "in"

    run(main())
