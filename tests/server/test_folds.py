"""Folds over a table's log: what they say must follow from the log whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pytest

from puntobanco.audit import log_index
from puntobanco.audit.coup_records import CoupFold, own_record
from puntobanco.audit.log_index import LoggedEvent, LogIndex
from puntobanco.audit.log_pages import envelopes
from puntobanco.audit.replaying import replayed
from puntobanco.audit.shoe_records import ShoeFold, shoe_audit
from puntobanco.audit.table_money import Tally, in_patrons_hands, total_of
from puntobanco.base.money import Units
from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.postings import postings
from puntobanco.play.table import Table
from puntobanco.record.envelope import NO_HASH, Envelope, Head, Kept, event_form, seal
from puntobanco.rules.book import HouseRules
from puntobanco.surveillance.patterns import PAIR, RISING, UNDONE, Patterns, _Late
from puntobanco.views.seat import PUBLIC, STAFF
from puntobanco.wire.audit import PatternForm
from tests.sizes import size_of
from tests.views.logs import SETUP, TESTS, Log, everything, hostile, scripted

SECOND = 1_000_000
SEEDS = range(size_of("view_seeds"))


def steps_of(log: Log, actor: str = "Dora") -> list[LoggedEvent]:
    """A log's events, a second apart."""
    return [
        LoggedEvent(number, number * SECOND, actor, "", f"{number:064x}", event)
        for number, event in enumerate(log.events, start=1)
    ]


def indexed(log: Log, spacing: int = log_index.SPACING) -> LogIndex:
    index = LogIndex(SETUP, log.rules, lambda digest: None, _spacing=spacing)
    for step in steps_of(log):
        index.take(step)
    return index


def folded(table: Table, steps: Iterable[LoggedEvent]) -> CoupFold:
    """A coup whose events follow this state."""
    fold = CoupFold(table)
    for step in steps:
        fold.take(step)
    return fold


def tallied(ledger: Mapping[str, Units], steps: Iterable[LoggedEvent]) -> Tally:
    """The sums of events that follow a ledger."""
    tally = Tally(Counter(ledger))
    for step in steps:
        tally.take(step)
    return tally


def patterns_in(rules: HouseRules, steps: Iterable[LoggedEvent]) -> tuple[PatternForm, ...]:
    """What is unusual in the events of a log."""
    patterns = Patterns(Table(), rules)
    for step in steps:
        patterns.take(step)
    return patterns.forms("T1")


def coups_of(log: Log) -> Iterator[tuple[CoupFold, LogIndex]]:
    """Every coup of a log, folded from the nearest kept state."""
    index, steps = indexed(log), steps_of(log)
    for coup in range(1, len(index.coups) + 1):
        span = index.span(coup)
        assert span is not None
        mark = index.before(span[0])
        table = mark.table
        for step in steps[mark.sequence : span[0] - 1]:
            table = evolve(table, step.event)
        yield folded(table, steps[span[0] - 1 : span[1]]), index


# --- the index --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_kept_states_are_those_of_the_log(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(log_index, "MARKS_MAX", 8)
    log = hostile(seed)
    index, steps = indexed(log, spacing=5), steps_of(log)
    assert 3 < len(index.marks) <= 8
    tables, ledgers = [Table()], [Counter[str]()]
    for step in steps:
        tables.append(evolve(tables[-1], step.event))
        ledger = Counter(ledgers[-1])
        for posting in postings(step.event):
            ledger[posting.account] += posting.amount
        ledgers.append(ledger)
    for mark in index.marks:
        assert mark.table == tables[mark.sequence]
        assert mark.ledger == {name: n for name, n in ledgers[mark.sequence].items() if n}
    for sequence in range(1, len(steps) + 1):
        assert index.before(sequence).sequence < sequence
        assert index.before_time(sequence * SECOND).time < sequence * SECOND


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reading_from_a_kept_state_is_the_whole_logs(seed: int) -> None:
    log = hostile(seed)
    index, steps = indexed(log, spacing=20), steps_of(log)
    assert len(index.marks) > 3
    whole = index.reading_from(index.marks[0])
    for step in steps:
        whole.take(step.event, step.time, step.actor)
    last = index.reading_from(index.marks[-1])
    for step in steps[index.marks[-1].sequence :]:
        last.take(step.event, step.time, step.actor)
    assert everything(last) == everything(whole)


# --- coups ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_coup_takes_a_rack_from_before_to_after(seed: int) -> None:
    compared = 0
    for fold, index in coups_of(hostile(seed)):
        for patron, coups in index.own.items():
            if fold.coup not in coups or fold.ended_at is None:
                continue
            record = own_record(fold, patron)
            moved = sum(_moved(step.event, patron) for step in _counted(fold, patron))
            assert record.rack_after - record.rack_before == moved
            if not any(isinstance(step.event, _OTHERWISE) for step in fold.steps):
                stayed = _stayed(fold, patron)
                assert moved == record.net + _owed(fold, patron) - stayed, fold.coup
                compared += 1
    assert compared


def test_a_void_coup_says_why_and_what_came_back() -> None:
    played = run_script((TESTS / "books" / "rws-wins-on" / "5.4.2.play").read_text("utf-8"), BOOKS)
    assert played.rules is not None
    folds = [fold for fold, _ in coups_of(Log("5.4.2", played.rules, tuple(played.log)))]
    told = [own_record(fold, "S1") for fold in folds]
    assert [(each.voided, each.returned, len(each.stakes)) for each in told] == [
        (True, 110_00, 2)
    ] * 3
    assert {each.why for each in told} == {"A technical interruption stopped the game."}
    assert all("5.4.2" in each.clauses for each in told)


_OTHERWISE = (e.ChipsBought, e.ChipsCashed, e.CommissionCollected, e.CommissionReturned)
"""What moves chips of a rack beside the coup."""


def _stayed(fold: CoupFold, patron: str) -> int:
    """What lies on the layout after the coup, less what lay there before it."""
    after = fold.paid.staying if fold.paid is not None else {}
    placed = sum(
        step.event.amount
        for step in fold.steps
        if isinstance(step.event, e.StakePlaced) and step.event.patron == patron
    )
    taken = sum(
        step.event.amount
        for step in fold.steps
        if isinstance(step.event, e.StakeTaken | e.StakeReduced) and step.event.patron == patron
    )
    lay = sum(line.stake for line in fold.lines if line.patron == patron) - placed + taken
    before = 0 if fold.voided else lay
    return sum(amount for key, amount in after.items() if key[0] == patron) - before


def _owed(fold: CoupFold, patron: str) -> int:
    return sum(line.owed for line in fold.lines if line.patron == patron)


def _counted(fold: CoupFold, patron: str) -> list[LoggedEvent]:
    """The steps from his first stake to the last that counts for the coup."""
    first = next(
        place
        for place, step in enumerate(fold.steps)
        if isinstance(
            step.event, e.StakePlaced | e.AntePlaced | e.StakeSettled | e.SettlementReversed
        )
        and step.event.patron == patron
    )
    last = max(
        place
        for place, step in enumerate(fold.steps)
        if isinstance(step.event, e.CoupSettled | e.CoupVoided | e.StakeTaken | e.AnteReturned)
    )
    return fold.steps[first : last + 1]


def _moved(event: e.Event, patron: str) -> int:
    return sum(each.amount for each in postings(event) if each.account == f"rack:{patron}")


def test_every_card_of_a_scripted_coup_has_its_time() -> None:
    for log in scripted():
        for fold, _ in coups_of(log):
            cards = fold.cards()
            assert len(cards) == len(fold.tape), log.name
            assert all(card.turned_at is None or card.turned_at >= card.time for card in cards)


@pytest.mark.parametrize("audience", [PUBLIC, STAFF, "patron"])
def test_a_replay_ends_in_what_the_reading_shows(audience: object) -> None:
    log = hostile(3)
    index, steps = indexed(log), steps_of(log)
    span = index.span(2)
    assert span is not None
    reading = index.reading_from(index.marks[0])
    for step in steps[: span[0] - 1]:
        reading.take(step.event, step.time, step.actor)
    viewer = next(iter(reading.table.patrons)) if audience == "patron" else audience
    made = replayed(reading, steps[span[0] - 1 : span[1]], lambda digest: None, viewer)  # type: ignore[arg-type]
    assert [each.sequence for each in made] == list(range(span[0], span[1] + 1))
    seen: dict[str, object] = {}
    for each in made:
        seen |= each.view
    assert ("staff" in seen) == (audience is STAFF)
    assert ("me" in seen) == (audience == "patron")
    assert seen["hands"] is not None


# --- money and cards --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_reports_add_up_wherever_they_are_cut(seed: int) -> None:
    steps = steps_of(hostile(seed))
    day = tallied({}, steps).form("T1", 2, 0, 1)
    assert (day.difference, day.opening) == (0, 0)
    for cut in range(0, len(steps), 7):
        early = tallied({}, steps[:cut])
        late = tallied(early.ledger, steps[cut:])
        parts = [early.form("T1", 2, 0, 1), late.form("T1", 2, 0, 1)]
        assert [part.difference for part in parts] == [0, 0]
        both = total_of(parts, 0, 1)
        for name in ("drop", "cashed", "win", "staked", "lost", "paid", "coups", "voids"):
            assert getattr(both, name) == getattr(day, name), name
    assert day.closing == in_patrons_hands(tallied({}, steps).ledger)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cards_of_every_shoe_add_up(seed: int) -> None:
    log = hostile(seed)
    index, steps = indexed(log), steps_of(log)
    for place in range(len(index.shoes)):
        first, last = index.shoe_span(place)
        table = Table()
        for step in steps[: first - 1]:
            table = evolve(table, step.event)
        fold = ShoeFold(table)
        for step in steps[first - 1 : last]:
            fold.take(step)
        audit = shoe_audit(fold, "T1", None)
        assert audit.size == audit.dealt + audit.burnt + audit.left or fold.continuous
        assert not [each for each in audit.findings if "table counts" in each], audit.findings


# --- patterns ---------------------------------------------------------------------------------


def test_an_orderly_log_has_no_pattern() -> None:
    log = next(each for each in scripted() if len(each.events) > 10)
    assert patterns_in(log.rules, steps_of(log)[:10]) == ()


def test_late_stakes_are_counted() -> None:
    log = hostile(1, 30)
    late = [
        LoggedEvent(step.sequence, step.sequence, step.actor, "", step.hash, step.event)
        for step in steps_of(log)
    ]
    placed = Counter(step.event.patron for step in late if isinstance(step.event, e.StakePlaced))
    found = {
        each.who[0]: each.count for each in patterns_in(log.rules, late) if each.kind == "late"
    }
    assert found
    assert all(count <= placed[who] for who, count in found.items())
    slow = patterns_in(log.rules, steps_of(log))
    assert len([each for each in slow if each.kind == "late"]) <= len(found)


def test_who_undoes_much_is_named_and_the_machine_is_not() -> None:
    log = next(
        each
        for each in scripted()
        if sum(
            isinstance(event, e.CoupVoided | e.SettlementReversed | e.CardCorrected)
            for event in each.events
        )
        >= 3
    )
    named = patterns_in(log.rules, steps_of(log, "Dora+Sam"))
    assert {each.who for each in named if each.kind == UNDONE} == {("Dora",), ("Sam",)}
    machine = patterns_in(log.rules, steps_of(log, "table"))
    assert not [each for each in machine if each.kind == UNDONE]


def test_rising_stakes_and_pairs_are_told_from_their_sums() -> None:
    patterns = Patterns(Table(), hostile(0).rules)
    patterns.found[PAIR, ("Dora", "ann")] = list(range(25))
    patterns.found[PAIR, ("Dora", "ben")] = list(range(25))
    patterns.nets.update(
        {("Dora", "ann"): 500, ("Sam", "ann"): -900, ("Dora", "ben"): 500, ("Sam", "ben"): 5}
    )
    patterns.found[RISING, ("ann",)] = [40]
    told = patterns.forms("T1")
    assert [(each.kind, each.who) for each in told] == [(PAIR, ("Dora", "ann")), (RISING, ("ann",))]
    assert len(told[0].sequences) == 20


def test_stakes_that_rise_late_in_a_shoe() -> None:
    assert _Late(early=50, early_coups=5, late=90, late_coups=3).rises()
    assert not _Late(early=50, early_coups=5, late=89, late_coups=3).rises()
    assert not _Late(early=40, early_coups=4, late=900, late_coups=3).rises()


# --- pages of a log ---------------------------------------------------------------------------


def _chain(count: int) -> list[Kept]:
    head, found = Head(), []
    for number in range(1, count + 1):
        envelope = Envelope(
            table="T1",
            sequence=number,
            time=number,
            actor="Dora",
            cause=f"r{number}",
            edition=NO_HASH,
            rules=NO_HASH,
            previous=head.hash,
            event=event_form(e.BettingOpened(coup=number)),
        )
        kept, head = seal(head, envelope)
        found.append(kept)
    return found


def test_a_page_says_which_envelope_does_not_hold() -> None:
    chain = _chain(5)
    assert all(each.holds for each in envelopes(None, chain))
    assert all(each.holds for each in envelopes(chain[1], chain[2:]))
    changed = Kept("T1", 3, chain[2].text.replace("Dora", "Dina"), chain[2].hash)
    broken = envelopes(None, [*chain[:2], changed, *chain[3:]])
    assert [each.holds for each in broken] == [True, True, False, False, True]
    assert not envelopes(chain[0], chain[2:])[0].holds
