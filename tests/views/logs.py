"""Logs to read: every script of a clause, the golden playthroughs, hostile sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.views.reading import Reading
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead
from puntobanco.views.sections import PUBLIC_SECTIONS, own_section, public_section, staff_section
from puntobanco.views.setup import Moment, Setup
from puntobanco.wire.forms import Form
from tests.properties.session import session_of
from tests.sizes import is_long

TESTS = Path(__file__).parents[1]
SETUP = Setup("T1", "Table 1", "random", "clock", 15)
MOMENT = Moment(now=1_700_000_000_000_000)
DEALER = "Dora"


@dataclass(frozen=True)
class Log:
    """What happened at one table, and by which rules."""

    name: str
    rules: HouseRules
    events: tuple[e.Event, ...]

    def __str__(self) -> str:
        return self.name


@cache
def scripted() -> tuple[Log, ...]:
    """What scripts play; in `make test` only where it has two events in a row that are new."""
    found, shown = [], set[tuple[type[e.Event], type[e.Event]]]()
    for file in sorted((TESTS / "books").glob("**/*.play")) + sorted(
        (TESTS / "golden").glob("*.play")
    ):
        played = run_script(file.read_text("utf-8"), BOOKS)
        if played.rules is None or not played.log:
            continue
        steps = set(pairwise(map(type, played.log)))
        if is_long() or not steps <= shown:
            found.append(Log(file.stem, played.rules, tuple(played.log)))
            shown |= steps
    return tuple(found)


@cache
def hostile(seed: int, coups: int = 12) -> Log:
    """A session in which anybody asks and reports anything."""
    session = session_of(seed)
    session.coups = coups
    session.play()
    return Log(f"hostile-{seed}", session.watched.rules, tuple(session.watched.log))


def beads_in(log: Log, shoe: int) -> list[Bead]:
    """The results of one shoe, folded from the table's states alone."""
    table, found = Table(), dict[int, Bead]()
    for event in log.events:
        stage = table.stage
        if isinstance(event, e.CoupSettled) and table.shoe.number == shoe:
            assert isinstance(stage, Dealing), stage
            coup = coup_of(stage.tape)
            assert coup is not None, stage.tape
            found[event.coup] = bead_of(coup)
        if isinstance(event, e.CoupReopened | e.CoupVoided):
            found.pop(event.coup, None)
        table = evolve(table, event)
    return list(found.values())


def rules_of(book: str, **options: str) -> HouseRules:
    """The rules of a table under a book."""
    rules = BOOKS[book].configure(options)
    assert isinstance(rules, HouseRules), rules
    return rules


def read(log: Log) -> Iterator[tuple[Reading, e.Event]]:
    """The reading after each event; always the same object."""
    reading = Reading(log.rules, SETUP)
    for number, event in enumerate(log.events, start=1):
        reading.take(event, MOMENT.now + number, DEALER)
        yield reading, event


def encoded(form: Form | None) -> bytes:
    """A form as it is sent."""
    return msgspec.json.encode(form)


def public_sections(reading: Reading) -> dict[str, Form | None]:
    """Every section for everybody, `fairness` apart, which the shoe port knows."""
    return {name: public_section(reading, name, MOMENT) for name in PUBLIC_SECTIONS}


def everything(reading: Reading) -> dict[str, bytes]:
    """Every section of everybody, as sent; a patron's own under his name."""
    sections = {name: encoded(form) for name, form in public_sections(reading).items()}
    sections["staff"] = encoded(staff_section(reading))
    people = (*reading.table.patrons, *reading.table.nominees)
    return sections | {f"me {who}": encoded(own_section(reading, who, MOMENT)) for who in people}
