"""The database goes away under the real server: tables wait, say so and play on, to the unit."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from puntobanco.record.opening import open_store
from tests import patience
from tests.faults.assault import TABLES, Bettor, Nursery, check, found, wait_until_ready
from tests.record.conftest import PostgresPlace, own_server
from tests.server.conftest import run
from tests.sizes import first_of, size_of

CUTS = size_of("cuts")
OUTAGE_SECONDS = 4.0
"""The least that the database is away; stopping and starting it takes a while too."""
CUT = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')"""


@dataclass
class Play:
    """A served house and patrons who bet in it without end."""

    nursery: Nursery
    bettors: list[Bettor]
    source: str
    folder: Path

    async def more_at_every_table(self, seconds: float = 30.0) -> None:
        """Until at each table somebody has had another bet acknowledged."""
        before = {table: self._acknowledged(table) for table in TABLES}
        async with asyncio.timeout(seconds):
            while any(self._acknowledged(table) == before[table] for table in TABLES):
                await asyncio.sleep(0.01)

    def _acknowledged(self, table: str) -> int:
        return sum(len(each.acknowledged) for each in self.bettors if each.table == table)

    async def readiness(self) -> int:
        async with httpx2.AsyncClient(base_url=self.nursery.address) as http:
            return (await http.get("/ready", timeout=5)).status_code

    @property
    def journal(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")


@asynccontextmanager
async def playing(folder: Path, source: str) -> AsyncIterator[Play]:
    """One server on a database, under load."""
    tokens = await found(folder, source)
    nursery = Nursery.open(folder, source)
    bettors = [
        Bettor(name, token, nursery.address, list(TABLES)[place % 3], random.Random(place))
        for place, (name, token) in enumerate(tokens.items())
    ]
    child = nursery.start()
    await wait_until_ready(nursery.address)
    work = [asyncio.create_task(each.run()) for each in bettors]
    play = Play(nursery, bettors, source, folder)
    try:
        await play.more_at_every_table()
        yield play
        assert nursery.living == [child]
        os.kill(child, 0)  # one process, all the time
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        nursery.close()


async def stopped(source: str) -> list[str]:
    """What the house's log says of tables that were stopped."""
    store = await open_store(source, to_read=True)
    try:
        kept = await store.read("house", 0, 10_000)
        return [each.text for each in kept if '"table-stopped"' in each.text]
    finally:
        await store.close()


@pytest.mark.long
def test_connections_are_cut_under_load_and_every_table_plays_on(
    folder: Path, postgres: PostgresPlace
) -> None:
    async def play() -> None:
        async with playing(folder, postgres.source) as house:
            before = (await check(postgres.source, ()))["interruptions"]
            chance, cut = random.Random(5), 0
            for _ in range(CUTS):
                ((count,),) = await postgres.run(CUT)
                cut += count
                await asyncio.sleep(chance.uniform(0.0, 0.3))
            await house.more_at_every_table()
            assert await house.readiness() == 200
        assert cut > 2 * CUTS, cut
        counts = await check(postgres.source, house.bettors)
        assert counts["bets"] > 3 * len(TABLES)
        assert counts["interruptions"] == before, "so short that the coups went on"
        assert await stopped(postgres.source) == []

    run(play())


# --- no database at all -----------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Any]:
    """A PostgreSQL of one's own, to be stopped and started."""
    with own_server() as started:
        yield started


@pytest.mark.long
@pytest.mark.parametrize("lease", first_of([2.5, 60.0]))
def test_the_database_stops_and_starts_again(
    folder: Path, server: Any, lease: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After longer than a lease the books' clause is applied, once; before that coups go on."""
    source = server.get_uri()
    monkeypatch.setenv("PUNTO_LEASE_SECONDS", str(lease))

    async def play() -> None:
        async with playing(folder, source) as house:
            before = (await check(source, ()))["interruptions"]
            await asyncio.to_thread(server.stop)
            async with asyncio.timeout(patience.SECONDS):
                while await house.readiness() != 503:
                    await asyncio.sleep(0.02)
            await asyncio.sleep(OUTAGE_SECONDS)
            assert await house.readiness() == 503
            await asyncio.to_thread(server.ensure_postgres_running)
            await house.more_at_every_table()
            await wait_until_ready(house.nursery.address)
            assert "log out of reach" in house.journal
            assert "log within reach again" in house.journal
        counts = await check(source, house.bettors)
        interruptions = counts["interruptions"] - before
        if lease > OUTAGE_SECONDS:
            assert interruptions == 0
        else:
            assert 1 <= interruptions <= len(TABLES)
        assert await stopped(source) == []

    run(play())
