"""Reports of tables and shifts, made a second time from the raw log, agree to the unit.

Whole hostile sessions, with every option and setting, are written as a log; the house's reports
are asked of it through the very function that answers `GET /api/reports/tables/T`, between times
that cut a day anywhere, also within one transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec

from puntobanco.audit.log_index import LogIndex
from puntobanco.play import events as e
from puntobanco.record.envelope import Envelope, Head, Kept, event_form, rules_digest, seal
from puntobanco.rules.book import HouseRules
from puntobanco.server.api.reports import table_report
from puntobanco.server.tables.indexes import step_of
from puntobanco.views.setup import Setup
from tests.money.second_reports import report
from tests.properties.session import session_of
from tests.sizes import first_seed, size_of

COUPS = size_of("reported")
SEED = first_seed()
A_HOUSE = 10
"""So many coups are played in one house, so that there are many."""
SHIFTS = 4
START = 1_800_000_000_000_000


def written(random: Random, rules: HouseRules, events: Sequence[e.Event]) -> list[Kept]:
    """A log of these events; some follow each other at one time."""
    head, kept, time = Head(), list[Kept](), START
    digest, edition = rules_digest(rules), rules.book.digest()
    for sequence, event in enumerate(events, start=1):
        time += random.choice((0, 0, 1, 1_000_000))
        envelope = Envelope(
            table="T1",
            sequence=sequence,
            time=time,
            actor="dealer",
            cause=f"r{sequence}",
            edition=edition,
            rules=digest,
            previous=head.hash,
            event=event_form(event),
        )
        one, head = seal(head, envelope)
        kept.append(one)
    return kept


@dataclass
class House:
    """As much of a house as its reports ask for: a log, its index, its rules."""

    log: list[Kept]
    rules: HouseRules

    def __post_init__(self) -> None:
        self.index = LogIndex(
            Setup("T1", "", "physical", "dealer", 30), self.rules, lambda digest: self.rules
        )
        for kept in self.log:
            self.index.take(step_of(kept))

    async def read(self, log: str, after: int, limit: int) -> list[Kept]:
        """A stretch of the log."""
        return self.log[after : after + limit]

    async def of(self, running: object) -> LogIndex:
        """The index of the one table."""
        return self.index

    def report(self, begins: int, ends: int) -> dict[str, Any]:
        """What the house answers."""
        running: Any = SimpleNamespace(
            entry=SimpleNamespace(table="T1"), desk=SimpleNamespace(rules=self.rules)
        )
        caller: Any = SimpleNamespace(casino=SimpleNamespace(indexes=self, store=self))
        form = asyncio.run(table_report(caller, running, begins, ends))
        told: dict[str, Any] = msgspec.to_builtins(form)
        assert told.pop("table") == "T1"
        assert told.pop("digits") == self.rules.settings.currency.digits
        return told


def compared(random: Random, house: House) -> None:
    """The whole life of a table, its shifts, and stretches with nothing in them."""
    lines = [kept.line for kept in house.log]
    last = house.log[-1].envelope.time + 1
    cuts = sorted(random.randint(START, last) for _ in range(SHIFTS - 1))
    shifts = [*zip([0, *cuts], [*cuts, last], strict=True), (0, last), (last, last), (0, START)]
    told = []
    for begins, ends in shifts:
        told.append(house.report(begins, ends))
        assert told[-1] == report(lines, begins, ends), (begins, ends)
        assert told[-1]["difference"] == 0
    whole = told[SHIFTS]
    for name in ("drop", "cashed", "win", "staked", "lost", "paid", "commission", "ante", "voids"):
        assert sum(each[name] for each in told[:SHIFTS]) == whole[name], name


def test_reports_made_a_second_time_agree() -> None:
    coups = 0
    for seed in count(SEED):
        session = session_of(seed)
        session.coups = A_HOUSE
        coups += session.play()
        random = Random(seed)
        rules = session.watched.rules
        house = House(written(random, rules, session.watched.log), rules)
        try:
            compared(random, house)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}; --seed {seed} repeats it") from error
        if coups >= COUPS:
            break
