"""Patrons who never stop betting while the house is killed under them, and what must hold after."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from puntobanco.client import CommandFailedError, HouseClient, LiveTable, LostError
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Dealing, Table
from puntobanco.record.audit import audit_store
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import is_table_event
from puntobanco.record.opening import open_store
from puntobanco.record.signing import is_signed
from puntobanco.record.store import EventStore
from puntobanco.record.verify import Verifier
from puntobanco.rules.rulings import Irregularity
from tests import patience
from tests.faults.nursery import sign_of
from tests.server.conftest import add_person, add_table, house, table_added

TABLES = {
    "T1": ("rws-wins-on", {}),
    "T2": ("mbs", {}),
    "T3": ("nz-division", {"style": "A"}),
}
PATRONS = 6
MONEY = 100_000_00
TRUST = ssl.create_default_context()
"""Read once: it takes longer than a server takes to start, and nothing here is encrypted."""


@dataclass
class Nursery:
    """The process that forks servers."""

    folder: Path
    process: subprocess.Popen[str]
    address: str
    living: list[int] = field(default_factory=list)

    @classmethod
    def open(cls, folder: Path, database: str = "", source: Path | None = None) -> Nursery:
        """Start it, with this program or another; no server lives yet."""
        root = Path(__file__).parents[2]
        source = source or root / "src"
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery", str(folder), database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": f"{source}:{root}"},
        )
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        return cls(folder, process, f"http://127.0.0.1:{port}")

    def _say(self, words: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def start(self) -> int:
        """Fork a server."""
        child = int(self._say("start"))
        self.living.append(child)
        return child

    async def start_and_wait(self) -> None:
        """Fork a server, and go on when it takes wishes."""
        sign = sign_of(self.folder, self.start())
        async with asyncio.timeout(patience.SECONDS):
            while not sign.exists():
                await asyncio.sleep(0.01)

    def kill(self, child: int, number: int = signal.SIGKILL) -> None:
        """End a server, by default without any warning."""
        os.kill(child, number)
        self._say(f"reap {child}")
        self.living.remove(child)

    def close(self) -> None:
        """End everything that was started."""
        for child in tuple(self.living):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGCONT)
                self.kill(child)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(patience.SECONDS)
        self.process.stdout.close()


async def found(folder: Path, database: str = "") -> dict[str, str]:
    """A house with tables that deal by themselves, and patrons with money; their tokens."""
    tokens = {}
    async with house(folder, database=database) as casino:
        for name, (book, options) in TABLES.items():
            wanted = table_added(
                name, book, options=options, cards="random", pace="clock", betting_seconds=1
            )
            await add_table(casino, wanted)
        for number in range(PATRONS):
            await add_person(casino, f"p{number}", "patron")
            tokens[f"p{number}"] = await casino.credentials.device_token(f"p{number}")
    return tokens


@dataclass
class Bettor:
    """Bets as fast as it is answered, and remembers every acknowledgement."""

    name: str
    token: str
    address: str
    table: str
    chance: random.Random
    acknowledged: list[tuple[str, int, int]] = field(default_factory=list)
    """Request id, first and last sequence."""
    refused: int = 0

    async def run(self) -> None:
        """Bet until cancelled, over every loss of the house."""
        while True:
            with suppress(httpx2.HTTPError, LostError, OSError, TimeoutError):
                async with HouseClient(self.address, self.token) as client:
                    live = client.table(self.table, pauses=(0.01,))
                    async with live:
                        await self._sit(live)
                        while True:
                            await self._bet(live)
            await asyncio.sleep(0.02)

    def _place(self, live: LiveTable) -> int:
        """The area for those who stand, or a seat of one's own."""
        return 0 if live.view.table.standing_area else int(self.name.removeprefix("p")) + 1

    async def _sit(self, live: LiveTable) -> None:
        with suppress(CommandFailedError):
            await live.ask(r.TakePlace(by=self.name, place=self._place(live) or None))
            me = live.view.me
            if me is not None and me.rack < 5_000_00:
                await live.ask(r.BuyIn(by=self.name, amount=5_000_00))

    async def _bet(self, live: LiveTable) -> None:
        wager = self.chance.choice(("banker", "player", "tie"))
        place = self._place(live)
        stake = r.PlaceStake(by=self.name, patron=self.name, place=place, wager=wager, amount=10_00)
        request = f"{self.name}-{self.chance.getrandbits(64):x}"
        try:
            answer = await live.ask(stake, request)
        except CommandFailedError:
            return
        if answer.accepted:
            self.acknowledged.append((request, answer.first, answer.last))
        else:
            self.refused += 1
            await asyncio.sleep(0.005)
            assert answer.refusal is not None
            if answer.refusal.reason == "not_enough_chips":
                await self._sit(live)


async def wait_until_ready(address: str) -> None:
    """Until a server takes wishes."""
    async with (
        asyncio.timeout(patience.SECONDS),
        httpx2.AsyncClient(base_url=address, verify=TRUST) as http,
    ):
        while True:
            with suppress(httpx2.HTTPError):
                if (await http.get("/ready", timeout=2)).status_code == 200:
                    return
            await asyncio.sleep(0.01)


async def one_more_bet(bettors: Iterable[Bettor]) -> None:
    """Until somebody has had another bet acknowledged."""
    before = sum(len(each.acknowledged) for each in bettors)
    async with asyncio.timeout(patience.SECONDS):
        while sum(len(each.acknowledged) for each in bettors) == before:
            await asyncio.sleep(0.005)


async def one_more_coup(source: str) -> None:
    """Until every table has settled another coup."""
    store = await open_store(source, to_read=True)
    try:
        heads = await store.heads()
        async with asyncio.timeout(patience.SECONDS):
            for table in TABLES:
                after, settled = heads[table].sequence, False
                while not settled:
                    for each in await store.read(table, after):
                        after, settled = each.sequence, isinstance(each.event, e.CoupSettled)
                        if settled:
                            break
                    await asyncio.sleep(0.05)
    finally:
        await store.close()


async def ended_at(source: str) -> dict[str, int]:
    """Where each table's log stands while no server lives."""
    store = await open_store(source, to_read=True)
    try:
        return {table: head.sequence for table, head in (await store.heads()).items()}
    finally:
        await store.close()


async def check(
    source: str, bettors: Iterable[Bettor], ends: Sequence[Mapping[str, int]] = ()
) -> dict[str, int]:
    """Everything that must hold, from the log alone; how much was checked comes back.

    Where it is known how each table's log stood at the end of every life, it must be known of all.
    """
    store = await open_store(source, to_read=True)
    try:
        audit = await audit_store(store, Verifier(is_signed))
        assert not audit.findings, audit.findings[:5]
        counts = {"events": audit.verifier.events, "bets": 0, "interruptions": 0}
        for table, (book, _) in TABLES.items():
            kept = await store.read(table, 0, 10_000_000)
            known = {each.get(table, 0) for each in ends}
            counts["interruptions"] += check_interruptions(book, kept, known)
            for bettor in bettors:
                if bettor.table == table:
                    counts["bets"] += check_bets(bettor, kept)
        await check_money(store)
        return counts
    finally:
        await store.close()


def check_bets(bettor: Bettor, kept: list[Kept]) -> int:
    """Every acknowledged bet is in the log, where its answer said, once."""
    by_cause: dict[str, list[Kept]] = {}
    for each in kept:
        by_cause.setdefault(each.envelope.cause, []).append(each)
    for request, first, last in bettor.acknowledged:
        written = by_cause.get(request, [])
        assert [each.sequence for each in written] == list(range(first, last + 1)), request
        assert any(isinstance(each.event, e.StakePlaced) for each in written), request
    return len(bettor.acknowledged)


def check_interruptions(book: str, kept: list[Kept], ends: set[int]) -> int:
    """After every restart in a coup the book's clause was applied, and nowhere else.

    A life that ended with a coup open, at one of the given sequences, is followed by an
    interruption before anything else; without such sequences only what was applied is looked at.
    """
    table, count = Table(), 0
    for each in kept:
        event = each.event
        assert is_table_event(event)
        if ends:
            is_due = table.sequence in ends and isinstance(table.stage, Betting | Dealing)
            assert isinstance(event, e.IrregularityFound) is is_due, (each, table.stage)
        if isinstance(event, e.IrregularityFound):
            assert event.irregularity is Irregularity.INTERRUPTION, event
            assert each.envelope.cause.startswith("house:restart:"), each
            assert isinstance(table.stage, Betting | Dealing), "an interruption outside a coup"
            assert set(event.clauses) >= {expected_clause(book, table)}, (event, table.stage)
            count += 1
        table = evolve(table, event)
    return count


def expected_clause(book: str, table: Table) -> str:
    """The clause, told from the cards alone: a pair is beyond doubt once a hand has two cards."""
    if not book.startswith("rws"):
        return "default:28"
    assert isinstance(table.stage, Betting | Dealing)
    up = {lying.slot.value for lying in table.stage.tape if lying.slot and lying.face_up}
    return "5.4.1" if {"P1", "P2"} <= up or {"B1", "B2"} <= up else "5.4.2"


async def check_money(store: EventStore) -> None:
    """All the money there ever was is somewhere: accounts, racks, layouts, the house."""
    total = 0
    for log in await store.heads():
        for account, amount in (await store.balances(log)).items():
            if log.startswith("account:"):
                total += amount if account == "balance" else 0
            elif account != "cage":
                total += amount
    assert total == PATRONS * MONEY, total - PATRONS * MONEY
