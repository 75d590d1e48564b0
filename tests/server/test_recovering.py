"""A lost password: whoever has the folder makes another, and the log says so."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.cli.app import main
from puntobanco.house.events import PasswordMade
from puntobanco.record.audit import audit_store
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.opening import open_store
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from puntobanco.server.casino.founding import found
from puntobanco.server.people.credentials import WrongCredentialsError
from puntobanco.server.people.guesses import LockedError
from tests.server.conftest import add_table, betting, house, run, table_added

Punto = Callable[..., tuple[int, str, str]]


@pytest.fixture
def punto(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Punto:
    """Run a command line."""

    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["punto", *words])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        return code, *capsys.readouterr()

    return typed


async def _lost(folder: Path) -> tuple[str, str]:
    """A house whose administrator is locked out; the old password, and a session of his."""
    async with house(folder) as casino:
        first = await found(casino)
        assert first is not None
        await add_table(casino, table_added())
        await betting(casino)
        token, _ = await casino.credentials.sign_in("admin", first.password, is_staff=True)
        for _ in range(3):
            with pytest.raises(WrongCredentialsError):
                await casino.credentials.sign_in("admin", "I do not know", is_staff=True)
        with pytest.raises(LockedError):
            await casino.credentials.sign_in("admin", first.password, is_staff=True)
        return first.password, token


async def _found_again(folder: Path, old: str, token: str, new: str) -> None:
    async with house(folder) as casino:
        assert await casino.credentials.session_of(token) is None
        with pytest.raises(WrongCredentialsError):
            await casino.credentials.sign_in("admin", old, is_staff=True)
        _, session = await casino.credentials.sign_in("admin", new, is_staff=True)
        assert session.must_change
        kept = await casino.store.read(HOUSE_LOG, 0, 1000)
        made = [each for each in kept if isinstance(each.event, PasswordMade)]
        assert [each.event.by for each in made] == ["founding", "system"]  # type: ignore[union-attr]
        assert made[-1].envelope.actor == "system"
        assert not (await audit_store(casino.store, Verifier(is_signed))).findings


def test_a_lost_password_is_replaced_while_the_house_is_closed(folder: Path, punto: Punto) -> None:
    old, token = run(_lost(folder))
    code, out, err = punto("admin", "password", "admin", "--folder", str(folder))
    assert (code, err) == (0, "")
    said, _, new = out.strip().rpartition(": ")
    assert said == "Password of admin for one use"
    run(_found_again(folder, old, token, new))


def test_no_coup_is_touched_by_it(folder: Path, punto: Punto) -> None:
    run(_lost(folder))
    before = run(_ends(folder))
    assert punto("admin", "password", "admin", "--folder", str(folder))[0] == 0
    after = run(_ends(folder))
    assert {**after, HOUSE_LOG: 0} == {**before, HOUSE_LOG: 0}
    assert after[HOUSE_LOG] == before[HOUSE_LOG] + 1


async def _ends(folder: Path) -> dict[str, int]:
    store = await open_store(str(folder / "house.db"), to_read=True)
    try:
        return {log: head.sequence for log, head in (await store.heads()).items()}
    finally:
        await store.close()


def test_what_cannot_be_done_is_said_in_one_sentence(folder: Path, punto: Punto) -> None:
    words = ("admin", "password", "admin", "--folder")
    code, _, err = punto(*words, str(folder))
    assert (code, "has no house.db" in err) == (2, True)
    run(_lost(folder))
    code, _, err = punto("admin", "password", "nobody-here", "--folder", str(folder))
    assert (code, err) == (2, "punto: There is nobody called nobody-here here; add them first.\n")

    async def open_meanwhile() -> None:
        async with house(folder):
            code, _, err = await asyncio.to_thread(punto, *words, str(folder))
            assert (code, err.count("\n")) == (2, 1)
            assert "another process has it" in err
            assert "close the house first" in err
            (folder / "house.db-owner").unlink()
            code, _, err = await asyncio.to_thread(punto, *words, str(folder))
            assert (code, err.count("\n")) == (2, 1)
            assert "another process has it" in err

    run(open_meanwhile())
