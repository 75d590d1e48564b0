"""Where the time of a bet goes: the least time of each stage, taken alone in one process.

    python benchmarks/server_stages.py

The least of many short rounds hardly depends on what else the machine does. What is not here is the
rest of a bet: system calls for sockets and disk, SQLite, and the switching between tasks.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path

from server_house import MONEY, build
from server_load import text_frame as client_frame

from puntobanco.books import BOOKS
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.doors import decide
from puntobanco.play.evolve import states
from puntobanco.play.requests import BuyIn, OpenBetting, PlaceStake, TakePlace
from puntobanco.play.table import Table
from puntobanco.record.envelope import Head
from puntobanco.record.group import StoredState, plan, prepare
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.server.api.handling.asking import answered
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, Message
from puntobanco.server.traffic.socket_protocol import lone_text, text_frame
from puntobanco.views.seat import PUBLIC, news_for
from puntobanco.wire.messages import encode, meaning, read_inbound

CALLS, ROUNDS = 200, 60
STAKE = PlaceStake(by="p0", patron="p0", place=1, wager="banker", amount=1000)
ID = "7f3e1a9e4b2c8d06"
"""An id as programs make them: letters and digits."""


def tell(stage: str, work: Callable[[], object]) -> None:
    """Print the least time of a stage."""
    least = min(timeit.repeat(work, number=CALLS, repeat=ROUNDS)) / CALLS
    sys.stdout.write(f"{1e6 * least:7.2f} us  {stage}\n")


async def betting(casino: Casino) -> None:
    """Open the one table, and have its two patrons bet."""
    desk = casino.running_tables["T1"].desk
    rules = BOOKS["rws-wins-on"].configure()
    assert isinstance(rules, HouseRules), rules
    wanted: list[tuple[str, Message]] = [("d1", open_table(rules))]
    wanted += [("d1", each) for each in prepare_cards(rules, Table(), "A")]
    wanted += [("d1", each) for each in burn_cards(rules)]
    for place, who in enumerate(("p0", "p1"), 1):
        wanted.append((who, TakePlace(by=who, place=place)))
        wanted.append((who, BuyIn(by=who, amount=MONEY // 100)))
    wanted.append(("d1", OpenBetting(by="dealer")))
    for place, who in enumerate(("p0", "p1"), 1):
        stake = PlaceStake(by=who, patron=who, place=place, wager="banker", amount=1000)
        wanted.append((who, stake))
    for number, (who, message) in enumerate(wanted):
        reply, _ = await desk.ask(Command(f"r{number}", who, message, encode(message)))
        assert reply.accepted, (message, reply)


def measure(casino: Casino) -> None:
    """Take a bet through its stages, in the order in which it comes to them."""
    desk = casino.running_tables["T1"].desk
    rules, table, reading = desk.rules, desk.table, desk.reading
    text = encode({"type": "request", "id": ID, "request": STAKE})
    frame, body = client_frame(text), meaning(STAKE, None)
    command = Command(ID, "p0", STAKE, body)
    tell("frame of the socket", lambda: lone_text(frame))
    tell("message read strictly", lambda: read_inbound(text))
    tell("decided by the rules", lambda: decide(rules, table, STAKE))
    events = decide(rules, table, STAKE)
    assert not isinstance(events, Refusal), events
    tell("table evolved", lambda: states(table, events))
    deciding = desk._deciding  # noqa: SLF001 - what the desk does with a command
    tell(
        "these two, permitted, held against the invariants, answered",
        lambda: deciding.decide(command, table, rules, None),
    )
    made = deciding.decide(command, table, rules, None)
    tell("append prepared", lambda: prepare(*made.appends))
    bundle = prepare(*made.appends)
    standing = StoredState({"T1": Head(table.sequence)}, {}, {("T1", "rack:p0"): MONEY})
    tell("rows planned: postings, salt, hash", lambda: plan([bundle], standing, 1))
    answer = answered(ID, made.reply, repeated=False)
    tell("answer written", lambda: text_frame(encode(answer)))
    tell("news for all viewers", lambda: news_for(reading, events[0], 1, 1, PUBLIC))
    tell("news for the patron", lambda: news_for(reading, events[0], 1, 1, "p0"))


async def main() -> None:
    """Make a house of one table in a folder of its own, and measure there."""
    with tempfile.TemporaryDirectory(prefix="punto-stages-") as name:
        folder = Path(name) / "house"
        await build(folder, 1, 2)
        casino = await Casino.open(Plan(folder, ""))
        await betting(casino)
        measure(casino)


if __name__ == "__main__":
    asyncio.run(main())
