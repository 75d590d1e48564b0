"""A table that can go on goes on, or says why, whatever ids, names and reasons clients choose."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.house import people, tables
from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.play.table import Betting
from puntobanco.record.names import MACHINE
from puntobanco.record.store import read_on
from puntobanco.rules.refusals import Refusal
from puntobanco.server.casino.excluding import send_away
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, ReusedIdError, append_to
from puntobanco.server.tables import liveness
from puntobanco.server.tables.croupier import Croupier, Tempo
from puntobanco.server.tables.linked_logs import POSTS
from puntobanco.server.tables.liveness import Watchdog
from puntobanco.views.step_form import step_of
from puntobanco.wire import messages
from puntobanco.wire.messages import BadMessageError, check_id
from tests import patience
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added

TEMPO = Tempo(0, 0, 0.02, 0, 0, 0, 0.02)
AHEAD = 40
"""How many of the table's next events have their ids taken."""
LEGACY = ("auto-{n}-0", "auto-{n}-1")
"""What the ids of automatic dealing were once; logs from then have them."""


async def automatic(casino: Casino) -> None:
    await add_table(casino, table_added(cards="random", pace="clock", betting_seconds=1))
    await add_person(casino, "mallory", "patron")


async def coups(casino: Casino, more: int, seconds: float = 8) -> None:
    """Wait until so many further coups were called: the one before was completed then."""
    desk = casino.running_tables["T1"].desk
    wanted = desk.table.coup + more
    async with asyncio.timeout(seconds):
        while desk.table.coup < wanted:
            desk.changed.clear()
            await desk.changed.wait()


async def made_by_the_house(casino: Casino) -> set[str]:
    """The ids under which the house itself has acted so far, in any log."""
    found = set[str]()
    for log in await casino.store.heads():
        found |= {kept.envelope.cause async for kept in read_on(casino.store, log)}
    return {each for each in found if not re.fullmatch(r"[a-z]+\d*|(add|role|table)-.*", each)}


def foreseen(known: set[str], sequence: int) -> Iterator[str]:
    """Ids that the house could use next: those it has used, with the numbers to come."""
    shapes = {re.sub(r"\d+", "{n}", each, count=1) for each in known} | {*LEGACY}
    for number in range(sequence, sequence + AHEAD):
        yield from (shape.replace("{n}", str(number)) for shape in shapes)


def is_let_in(request_id: str) -> bool:
    try:
        check_id(request_id)
    except BadMessageError:
        return False
    return True


async def take(casino: Casino, ids: Iterator[str]) -> int:
    """Take as many of these ids as the door lets in, each with a request that is refused."""
    out, desk = r.CashOut(by="mallory", amount=10**12), casino.running_tables["T1"].desk
    commands = [Command(each, "mallory", out, encode(out)) for each in ids if is_let_in(each)]
    answers = await asyncio.gather(*map(desk.ask, commands), return_exceptions=True)
    return sum(not isinstance(each, ReusedIdError) for each in answers)


def test_nobody_can_take_the_ids_of_automatic_dealing(folder: Path) -> None:
    async def play() -> None:
        async with house(folder, tempo=TEMPO) as casino:
            await automatic(casino)
            await coups(casino, 2)
            known = await made_by_the_house(casino)
            assert known
            sequence = casino.running_tables["T1"].desk.table.sequence
            assert await take(casino, foreseen(known, sequence))
            await coups(casino, 2)

    run(play())


def test_a_taken_id_costs_automatic_dealing_one_try(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should an id be taken all the same, the next one is tried: a collision advances."""

    async def play() -> None:
        async with house(folder, tempo=TEMPO) as casino:
            await automatic(casino)
            await coups(casino, 1)
            running = casino.running_tables["T1"]
            await running.let_go()
            out, sequence = r.CashOut(by="mallory", amount=10**12), running.desk.table.sequence
            croupier = Croupier(running.desk, running.shoes, running.timing, TEMPO)
            for tried in range(2):
                taken = croupier.request_id(sequence, tried)
                await running.desk.ask(Command(taken, "mallory", out, encode(out)))
            running.conduct()
            await coups(casino, 1)

    run(play())


def test_an_answer_without_an_event_costs_automatic_dealing_one_try(folder: Path) -> None:
    """A log that was brought in may say "granted" for the step that is next, and nothing else."""

    async def play() -> None:
        async with house(folder, tempo=TEMPO) as casino:
            await automatic(casino)
            await coups(casino, 1)
            running = casino.running_tables["T1"]
            await running.let_go()
            desk, granted = running.desk, messages.Reply(accepted=True, first=0, last=0)
            step = step_of(desk.rules, desk.table, running.timing.setup).unanswered
            assert step is not None
            forged = append_to(
                "T1",
                desk.table.sequence,
                (),
                request=Croupier.request_id(desk.table.sequence, 0),
                actor=MACHINE,
                body=encode(step),
                answer=messages.encode(granted),
            )
            await casino.store.append(forged)
            running.conduct()
            await coups(casino, 1)

    run(play())


def test_a_house_that_was_frozen_goes_on_after_an_upgrade(folder: Path) -> None:
    """The ids of an earlier version are taken in its log for ever."""

    async def play() -> None:
        async with house(folder, tempo=TEMPO) as casino:
            await automatic(casino)
            await coups(casino, 1)
            running = casino.running_tables["T1"]
            await running.let_go()
            begin = running.desk.table.sequence
            ids = (each.format(n=n) for each in LEGACY for n in range(begin, begin + AHEAD))
            assert await take(casino, ids) == 2 * AHEAD
        async with house(folder, tempo=TEMPO) as casino:
            await coups(casino, 2)

    run(play())


def test_nobody_can_take_the_id_under_which_an_excluded_patron_leaves(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await automatic(casino)
            await add_person(casino, "ann", "patron")
            running = casino.running_tables["T1"]
            seated = r.TakePlace(by="ann", place=1)
            await running.desk.ask(Command("a1", "ann", seated, encode(seated)))
            digest = hashlib.sha256(b"ann:out-1").hexdigest()[:16]
            await take(casino, iter((f"excluded-{digest}", f"house:excluded:{digest}")))
            await send_away(casino, "ann", "out-1")
            assert not running.desk.table.patrons["ann"].present

    run(play())


def test_no_person_or_table_has_a_name_that_the_program_uses(folder: Path) -> None:
    """The property behind it: what the program calls itself, nobody else can be called."""

    async def play() -> None:
        async with house(folder) as casino:
            await automatic(casino)
            await coups(casino, 1)
            actors, accounts = set[str](), set[str]()
            for log in await casino.store.heads():
                actors |= {kept.envelope.actor async for kept in read_on(casino.store, log)}
                accounts |= set(await casino.store.balances(log))
            known = casino.house_log.house
            for name in {*actors, *accounts, *POSTS, "house", "founding"} - known.people.keys():
                outcome = people.add_person(known, name, "admin", POSTS)
                assert isinstance(outcome, Refusal), name
            for name in {*await casino.store.heads(), "house"}:
                assert isinstance(tables.add_table(known, table_added(name)), Refusal), name

    run(play())


def test_a_table_that_stands_still_is_told_to_the_floor(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted freeze: the watchdog sees it, once, whatever patrons do; no table that goes on."""

    async def play() -> None:
        async with house(folder, tempo=TEMPO) as casino:
            await automatic(casino)
            await coups(casino, 1)
            watchdog, now = Watchdog(casino.house_log, grace=2.0), asyncio.get_running_loop().time()
            monkeypatch.setattr(liveness, "now", lambda: now)
            assert not watchdog.look(casino.running_tables)
            monkeypatch.setattr(Croupier, "_ask", lambda *given: asyncio.sleep(0.01))
            while not casino.running_tables["T1"].croupier.is_due():  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
            assert not watchdog.look(casino.running_tables)
            looks, asking = [], Asking(casino)
            await asking.granted(r.TakePlace(by="mallory", place=1))
            for _ in range(5):
                now += 1.0
                await asking.granted(r.BuyIn(by="mallory", amount=10_00))
                looks.append(watchdog.look(casino.running_tables))
            assert looks == [[], [], ["T1"], ["T1"], ["T1"]]
            await casino.house_log.settled()
            (alert,) = casino.house_log.house.alerts.values()
            assert alert.kind == "stuck"
            now += 10.0  # the process itself stood still: nothing is known of the tables
            assert not watchdog.look(casino.running_tables)

    run(play())


def test_a_table_that_waits_for_people_is_not_stuck(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with house(folder, tempo=Tempo(0, 0, 0, 0, 0, 0, 1000)) as casino:
            await automatic(casino)  # betting stays open for a thousand seconds
            watchdog, now = Watchdog(casino.house_log, grace=2.0), asyncio.get_running_loop().time()
            monkeypatch.setattr(liveness, "now", lambda: now)
            desk = casino.running_tables["T1"].desk
            async with asyncio.timeout(patience.SECONDS):
                while not isinstance(desk.table.stage, Betting):
                    desk.changed.clear()
                    await desk.changed.wait()
            for _ in range(20):
                now += 1.0
                assert not watchdog.look(casino.running_tables)

    run(play())
