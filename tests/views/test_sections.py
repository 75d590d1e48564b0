"""Sections say what the table's state says, and change only where `changed_by` says so."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import msgspec
import pytest

from puntobanco.base.accounts import Ledger
from puntobanco.play.events import Event
from puntobanco.play.postings import FELT, postings, rack
from puntobanco.play.table import Betting, Dealing, Resolved
from puntobanco.record.state import decode_state, encode_state
from puntobanco.views.event_table import EVENTS
from puntobanco.views.hands_form import hands_form
from puntobanco.views.layout_forms import seats_form, stakes_form
from puntobanco.views.phase_form import STAGES
from puntobanco.views.reading import HOUR, Reading
from puntobanco.views.roads.form import roads_form
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.sections import (
    changed_by,
    own_section,
    patrons_changed_by,
    staff_section,
)
from tests.sizes import size_of

from .logs import (
    MOMENT,
    SETUP,
    Log,
    beads_in,
    encoded,
    everything,
    hostile,
    public_sections,
    read,
    scripted,
)

HOSTILE = range(size_of("view_seeds"))


def assert_only_named_sections_change(log: Log) -> None:
    before = everything(Reading(log.rules, SETUP))
    for reading, event in read(log):
        after = everything(reading)
        named, whose = changed_by(event), patrons_changed_by(event)
        for section, form in after.items():
            kind, _, who = section.partition(" ")
            if kind in named and (not who or whose is None or who in whose):
                continue
            if who and section not in before:
                continue
            assert form == before[section], (log.name, type(event).__name__, section)
        before = after


def test_every_event_says_what_it_changes() -> None:
    assert set(EVENTS) == set(get_args(Event))


def test_a_section_that_is_not_named_stays_as_it_is_in_scripts() -> None:
    for log in scripted():
        assert_only_named_sections_change(log)


@pytest.mark.parametrize("seed", HOSTILE)
def test_a_section_that_is_not_named_stays_as_it_is_in_hostile_play(seed: int) -> None:
    assert_only_named_sections_change(hostile(seed))


def test_the_pace_is_that_of_the_last_hour() -> None:
    minute = HOUR // 60
    log = next(log for log in scripted() if log.name == "3.1")
    reading = Reading(log.rules, SETUP)
    assert reading.coups_per_hour(0) is None
    now = 10 * HOUR
    for ago, expected in ((61, None), (40, None), (20, 1), (0, 3)):
        reading.memory.calls = (*reading.memory.calls, now - ago * minute)
        assert reading.coups_per_hour(now) == expected
    assert reading.coups_per_hour(now + HOUR) is None


def check_money(reading: Reading, ledger: Ledger) -> None:
    stakes, seats = stakes_form(reading), seats_form(reading, MOMENT)
    assert sum(spot.amount for spot in stakes.spots.values()) == stakes.total
    stage = reading.table.stage
    lying: Counter[str] = Counter()
    if isinstance(stage, Betting | Dealing):
        for (_, _, wager), amount in stage.stakes.items():
            lying[wager] += amount
    elif isinstance(stage, Resolved):
        for (_, _, wager), amount in stage.staying.items():
            lying[wager] += amount
    assert {name: spot.amount for name, spot in stakes.spots.items()} == dict(lying)
    assert sum(seat.staked for seat in seats.seats) <= stakes.total
    staff = {each.name: each for each in staff_section(reading).patrons}
    done = {line.key for line in stage.settled} if isinstance(stage, Dealing) else set()
    for name in reading.table.patrons:
        me = own_section(reading, name, MOMENT)
        assert me.rack == ledger.balance(rack(name)), name
        assert me.cashable <= me.rack
        assert me.staked == sum(stake.amount for stake in me.stakes)
        if name in staff:
            assert staff[name].rack == me.rack
            assert staff[name].stakes == tuple(
                each for each in me.stakes if (name, each.place, each.wager) not in done
            )
        else:
            assert not me.rack
            assert not me.stakes


def check_cards(reading: Reading) -> None:
    stage, form = reading.table.stage, hands_form(reading)
    tape = stage.tape if isinstance(stage, Betting | Dealing | Resolved) else ()
    assert len(form.cards) == len(tape)
    for shown, lying in zip(form.cards, tape, strict=True):
        assert (shown.card is None) == (not lying.face_up)
        assert shown.slot == (lying.slot.value if lying.slot else "")
        assert shown.held_by != "you"
    if form.outcome is not None:
        said = stage.result if isinstance(stage, Dealing | Resolved) else None
        totals = said or form  # what was announced, where staff watch, though the cards differ
        assert (form.outcome.player_total, form.outcome.banker_total) == (
            totals.player_total,
            totals.banker_total,
        )
        assert not form.next_slot
        assert set(form.outcome.wagers) == set(reading.rules.wagers)


def check_ruling(reading: Reading) -> None:
    halts, ruled, form = reading.table.halts, reading.memory.ruled, ruling_form(reading)
    if not halts:
        assert len(ruled) <= 1
        assert form is None or (form.question, form.answers, form.waiting) == ("", (), 0)
        return
    assert [each.irregularity for each in ruled] == [halt.irregularity for halt in halts]
    assert form is not None
    assert form.waiting == len(halts[-1].waiting)
    if form.question:
        assert form.answers
        assert form.clauses
        assert bool(form.post) != bool(form.waiting)
    choosing = [
        name for name in reading.table.patrons if own_section(reading, name, MOMENT).must_choose
    ]
    assert sorted(choosing) == sorted(halts[-1].waiting)


def check(log: Log) -> None:
    ledger = Ledger()
    last = None
    for reading, event in read(log):
        ledger.post(postings(event))
        check_money(reading, ledger)
        check_cards(reading)
        check_ruling(reading)
        last = reading
    assert last is not None
    stage = last.table.stage
    if not isinstance(stage, Betting | Dealing | Resolved):
        assert ledger.balance(FELT) == 0
    assert public_sections(last)["phase"] is not None
    assert type(stage) in STAGES


def test_sums_racks_and_cards_are_those_of_the_table_in_scripts() -> None:
    for log in scripted():
        check(log)


@pytest.mark.parametrize("seed", HOSTILE)
def test_sums_racks_and_cards_are_those_of_the_table_in_hostile_play(seed: int) -> None:
    check(hostile(seed))


@pytest.mark.parametrize("seed", HOSTILE)
def test_the_roads_are_those_of_the_results_of_the_shoe(seed: int) -> None:
    log = hostile(seed, 40)
    *_, (reading, _) = read(log)
    beads = beads_in(log, reading.memory.shoe)
    assert list(reading.memory.beads.values()) == beads
    form = roads_form(reading)
    assert form.statistics.coups == len(form.bead_plate) == len(beads)


@pytest.mark.parametrize("seed", HOSTILE)
def test_a_restored_reading_goes_on_as_if_nothing_was(seed: int) -> None:
    log = hostile(seed)
    kept: Reading | None = None
    for number, (reading, event) in enumerate(read(log)):
        if kept is not None:
            kept.take(event, MOMENT.now + number + 1, "Dora")
            assert everything(kept) == everything(reading), event
        if number % 25 == 0:
            table = decode_state(encode_state(reading.table))
            kept = Reading.restored(log.rules, SETUP, table, reading.state())


def test_every_form_is_read_back_from_json_as_it_was() -> None:
    for log in scripted()[::7]:
        for reading, _ in read(log):
            people = [own_section(reading, name, MOMENT) for name in reading.table.patrons]
            for form in (
                *public_sections(reading).values(),
                staff_section(reading),
                *people,
            ):
                if form is not None:
                    assert msgspec.json.decode(encoded(form), type=type(form)) == form
