"""Sessions: whoever goes on acting stays signed in, in every process, and nobody else does."""

from __future__ import annotations

from pathlib import Path

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.people.credentials import (
    IDLE_SECONDS_STAFF,
    SECOND,
    SESSION_SECONDS,
    Credentials,
)
from tests.server.conftest import run

PASSWORD = "a long enough one"  # noqa: S105 - nobody has it


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000 * SECOND

    def __call__(self) -> int:
        return self.now


@pytest.mark.parametrize("over_a_socket", [True, False])
def test_who_never_pauses_stays_signed_in_for_another_process_too(
    folder: Path, *, over_a_socket: bool
) -> None:
    async def play() -> None:
        clock, hasher = Hours(), PasswordHasher.from_parameters(CHEAPEST)
        folder.mkdir(parents=True, exist_ok=True)
        store = SqliteStore.open(folder / "house.db", clock)
        here, there = (Credentials(store, clock, hasher, is_shared=True) for _ in range(2))
        await here.set_password("dealer1", PASSWORD)
        token, session = await here.sign_in("dealer1", PASSWORD, is_staff=True)
        assert await there.session_of(token) is not None
        for _ in range(2 * IDLE_SECONDS_STAFF // 10):  # an act every ten seconds, all of them here
            clock.now += 10 * SECOND
            known = over_a_socket and here.is_known(session.id, is_activity=True)
            assert known or await here.session(session.id, is_activity=True) is not None
            await store.sweep(clock())
            await there.end_expired()
        assert await there.session_of(token) is not None
        clock.now += (IDLE_SECONDS_STAFF + 60) * SECOND
        assert not here.is_known(session.id, is_activity=True)
        assert await here.session(session.id, is_activity=True) is None
        await store.close()

    run(play())


def test_no_session_outlasts_a_shift_however_busy(folder: Path) -> None:
    async def play() -> None:
        clock, hasher = Hours(), PasswordHasher.from_parameters(CHEAPEST)
        folder.mkdir(parents=True, exist_ok=True)
        store = SqliteStore.open(folder / "house.db", clock)
        here = Credentials(store, clock, hasher)
        await here.set_password("guest1", PASSWORD)
        _, session = await here.sign_in("guest1", PASSWORD, is_staff=False)
        for _ in range(SESSION_SECONDS // 600):
            clock.now += 600 * SECOND
            assert await here.session(session.id, is_activity=True) is not None
        clock.now += SECOND
        assert not here.is_known(session.id, is_activity=True)
        assert await here.session(session.id, is_activity=True) is None
        await store.close()

    run(play())
