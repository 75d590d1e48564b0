"""Two processes take bets at one table: each bet is answered at once, and all are in the log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from puntobanco.play import requests as r
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables.desk import Desk
from tests.patience import until
from tests.record.conftest import PostgresPlace
from tests.server.conftest import Asking, add_table, betting, house, run, table_added

BETS = 40


async def bets(casino: Casino, patron: str, place: int) -> int:
    asking = Asking(casino)
    for number in range(BETS):
        stake = r.PlaceStake(by=patron, patron=patron, place=place, wager="player", amount=1000)
        reply = await asking(stake, request=f"{patron}-{number}")
        assert reply.accepted, reply
    return BETS * 1000


def test_nobody_is_sent_away_because_another_process_was_faster(
    tmp_path: Path, postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent_away = 0
    attempt = Desk._attempt

    async def counted(desk: Desk, waiting: list[Any]) -> list[Any]:
        nonlocal sent_away
        again = await attempt(desk, waiting)
        sent_away += len(again)
        return again

    async def play() -> None:
        async with house(tmp_path, database=postgres.source) as one:
            await add_table(one, table_added())
            await betting(one)
            async with house(tmp_path, database=postgres.source) as two:
                monkeypatch.setattr(Desk, "_attempt", counted)
                staked = await asyncio.gather(bets(one, "T1p1", 1), bets(two, "T1p2", 2))
                desks = [each.running_tables["T1"].desk for each in (one, two)]
                await until(lambda: desks[0].table.sequence == desks[1].table.sequence)
                for desk in desks:
                    racks = [desk.table.patrons[name].rack for name in ("T1p1", "T1p2")]
                    assert racks == [10_000_00 - each for each in staked]
                    assert desk.stopped == ""

    run(play())
    assert sent_away == 0
