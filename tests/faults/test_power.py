"""Power fails at any moment: whatever the disk had not synced may be gone, torn or out of order."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.house.events import MoneyPaidIn, MoneyToTable
from puntobanco.play.events import ChipsBought
from puntobanco.record.audit import audit_store
from puntobanco.record.logs import account_log
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite.rows import CHECKPOINT_PAGES
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append, StoreError
from puntobanco.record.verify import Verifier
from tests.faults.disk import Call, Disk, after_power_loss, lay_out, on
from tests.record.child import bundle
from tests.record.logs import appends
from tests.sizes import first_seed, size_of

STATES = size_of("states")
SEED = first_seed(5)
ROUNDS = 8
"""Different recordings that the states are taken from."""


def work(seed: int) -> list[list[list[Append]]]:
    """Turns: bundles that are asked for at once. A game, and chips bought with people's money."""
    chance = random.Random(seed)
    book = chance.choice(("mbs", "rws-wins-on", "nz-division"))
    game = [paid_for(each) for each in appends("G1", book, coups=1, seed=seed)]
    chips = [bundle(table, number) for number in range(6) for table in ("T1", "T2", "T3")]
    turns: list[list[list[Append]]] = []
    while game or chips:
        turn = [game.pop(0)] if game else []
        turn += [chips.pop(0) for _ in range(min(chance.randrange(4), len(chips)))]
        turns.append(turn)
    return turns


def paid_for(append: Append) -> list[Append]:
    """What a request does at a table, with the money that its chips are bought with."""
    both = [append]
    for event in append.events:
        if isinstance(event, ChipsBought):
            paid = MoneyPaidIn(account=event.patron, amount=event.amount, by="cashier")
            moved = MoneyToTable(account=event.patron, table=append.table, amount=event.amount)
            log = account_log(event.patron)
            both.append(replace(append, table=log, expected=0, events=(paid, moved)))
    return both


async def do(disk: Disk, turns: list[list[list[Append]]], folder: Path) -> None:
    """Record everything, and say what a client would be told."""
    store = SqliteStore.open(folder / "house.db")

    async def ask(asked: list[Append]) -> None:
        await store.append_together(asked)
        disk.say(name_of(asked))

    for turn in turns:
        await asyncio.gather(*map(ask, turn))
    await store.close()


def name_of(asked: list[Append]) -> str:
    return f"{asked[0].table} {asked[0].request}"


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder that costs no disk: what is tested is what was synced, not this machine's disk."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
    with tempfile.TemporaryDirectory(prefix="punto-power-", dir=memory) as folder:
        yield Path(folder)


def recorded(seed: int, synchronous: str = "FULL", *, syncs: bool = True) -> list[Call]:
    """Everything a disk was asked while a house wrote to it."""
    disk, pages = Disk(syncs=syncs), (4, 16, 64, CHECKPOINT_PAGES)[seed % 4]
    if synchronous != "FULL":  # working the log into the file syncs, however little is asked for
        pages = CHECKPOINT_PAGES
    with scratch() as folder, on(disk, synchronous, pages):
        asyncio.run(do(disk, work(seed), folder))
    return disk.calls


async def audited(files: dict[str, bytearray], folder: Path) -> set[str]:
    """The requests that a store finds in these files, all of it sound."""
    store = SqliteStore.open(lay_out(files, folder))
    try:
        audit = await audit_store(store, Verifier(is_signed))
        assert audit.findings == [], audit.findings
        heads = await store.heads()
        return {f"{log} {each}" for log in heads for each in await store.requests(log)}
    finally:
        await store.close()


async def lost_in(calls: list[Call], at: int, chance: random.Random) -> set[str]:
    """What was acknowledged before power failed and is not there after; the rest must be sound."""
    with scratch() as folder:
        kept = await audited(after_power_loss(calls, at, chance), folder)
    return {call.file for call in calls[:at] if call.kind == "said"} - kept


async def at_once(function: Callable[..., Any], *given: Any) -> Any:
    """Run in the loop's own thread: where nobody else waits, handing over only costs time."""
    return function(*given)


def losing(count: int, synchronous: str = "FULL", *, syncs: bool = True) -> tuple[int, int]:
    """Look at so many crash states; how many there were, and how many lost what was promised."""
    chance, looked, lost = random.Random(SEED), 0, 0

    async def look(calls: list[Call]) -> None:
        nonlocal looked, lost
        for _ in range(-(-count // ROUNDS)):
            looked += 1
            try:
                lost += bool(await lost_in(calls, chance.randrange(1, len(calls) + 1), chance))
            except (AssertionError, StoreError, sqlite3.Error):
                if synchronous == "FULL" and syncs:
                    raise
                lost += 1  # torn, or no database any more

    for number in range(ROUNDS):
        calls = recorded(SEED + number, synchronous, syncs=syncs)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "to_thread", at_once)
            asyncio.run(look(calls))
    return looked, lost


def test_nothing_acknowledged_is_lost_and_nothing_is_torn() -> None:
    looked, lost = losing(STATES)
    assert (looked >= STATES, lost) == (True, 0)


@pytest.mark.parametrize(
    ("synchronous", "syncs"), [("NORMAL", True), ("OFF", True), ("FULL", False)]
)
def test_the_proof_has_teeth(synchronous: str, syncs: bool) -> None:
    """With less than full sync, or a disk that only says it synced, most states lose bets."""
    looked, lost = losing(STATES // 10, synchronous, syncs=syncs)
    assert lost >= looked / 2, (lost, looked)
