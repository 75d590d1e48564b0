"""Excluded patrons leave every table before they are told that they are excluded."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.play.cards.opening import open_table
from puntobanco.play.requests import TakePlace
from puntobanco.server.casino import excluding
from puntobanco.server.casino.running import AWAY
from puntobanco.server.commands import BusyError
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added


def test_a_table_that_one_process_holds_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excluding, "TRIES", 2)

    async def exclude() -> None:
        async with house(tmp_path / "house") as casino:
            await add_person(casino, "ann", "patron")
            await add_table(casino, table_added())
            ask, running = Asking(casino), casino.running_tables["T1"]
            await ask.granted(open_table(running.desk.rules))
            await ask.granted(TakePlace(by="ann", place=1))
            running.hold(AWAY)  # another process may take bets at it all the same
            with pytest.raises(BusyError):
                await excluding.send_away(casino, "ann", "request")
            running.hold("")
            await excluding.send_away(casino, "ann", "request")
            assert not running.desk.table.patrons["ann"].present

    run(exclude())
