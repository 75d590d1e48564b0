"""Naming what is not as it should be: the difference between a report and what is lawful."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from puntobanco.play import reports as p
from puntobanco.play.announced import staff_watch
from puntobanco.play.cards.handlers import may_turn
from puntobanco.play.cards.preparing import preparation_of, requirements
from puntobanco.play.cards.tape import is_over, lawful_slot
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Ready, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot

Showing: TypeAlias = (
    p.CardLeftShoe
    | p.CardsLeftTogether
    | p.CardWasTurned
    | p.CardHanded
    | p.CardsLoaded
    | p.ShoeRanDry
    | p.ResultCalled
    | p.PaymentMade
)
"""The reports that may show something irregular; the others are no more than they say."""


def passes_unseen(rules: HouseRules, table: Table, report: Showing) -> bool:
    """Whether what a report shows is only recorded, because staff watch and did not see it.

    Cards that came out together, an empty shoe and a payment before its time are reported by a
    person who has seen them.
    """
    if not staff_watch(rules) or isinstance(table.stage, Closed):
        return False
    if isinstance(report, p.CardLeftShoe):
        return not isinstance(table.stage, Preparing)
    if isinstance(report, p.CardWasTurned):
        return _lies_face_down(table, report)
    return isinstance(report, p.CardHanded | p.CardsLoaded | p.ResultCalled)


def diagnose(rules: HouseRules, table: Table, report: Showing) -> p.Noticed | None:
    """The irregularity that a report shows, with the facts it brings; None where all is lawful."""
    match report:
        case p.CardLeftShoe():
            return _card(rules, table, report)
        case p.CardsLeftTogether():
            return _together(table, report)
        case p.CardWasTurned():
            return _turned(rules, table, report)
        case p.CardHanded():
            return _handed(rules, table, report)
        case p.CardsLoaded():
            return _loaded(rules, table, report)
        case p.ShoeRanDry():
            return _notice(report, Irregularity.TOO_FEW_CARDS)
        case p.ResultCalled():
            stage = table.stage
            if isinstance(stage, Dealing) and not is_over(rules.tableau, stage.tape):
                return _notice(report, Irregularity.MISSING_CARD)
            return None
        case p.PaymentMade():
            return _payment(rules, table, report)


def _notice(
    report: p.Report, irregularity: Irregularity, note: str = "", /, **facts: bool
) -> p.Noticed:
    return p.Noticed(irregularity=irregularity, facts=facts, by=report.by, note=note)


def notice_of_chips(
    report: p.PaymentMade | p.ChipsLaid, irregularity: Irregularity, note: str
) -> p.Noticed:
    """An irregularity of chips that were handed over or laid, with the stake they belong to."""
    patron, place, wager = report.key
    return p.Noticed(
        irregularity=irregularity, by=report.by, patron=patron, place=place, wager=wager, note=note
    )


def _card(rules: HouseRules, table: Table, report: p.CardLeftShoe) -> p.Noticed | None:
    match table.stage:
        case Closed():
            return _notice(report, Irregularity.OTHER, "a card was reported at a closed table")
        case Preparing() as stage if "load" not in stage.steps:
            return _notice(report, Irregularity.EXPOSED_BEFORE_LOADING)
        case stage if report.foreign:
            seen = (
                lies_face_up(rules, stage, report)
                if isinstance(stage, Dealing)
                else is_shown(report)
            )
            note = f"{report.card or 'a card'} is none of this set: {report.foreign}"
            return _notice(report, Irregularity.FOREIGN_CARD, note, seen=seen)
        case Preparing():
            return None
        case Dealing() as stage:
            return _dealt(rules, stage, report)
        case _:  # between coups, or before the closing call: its place on top is known
            seen = is_shown(report)
            kind = Irregularity.SURPLUS_CARD
            waits = _notice(report, kind, seen=seen, due=False, restorable=True)
            return replace(waits, after_coup=not isinstance(table.stage, Betting))


def _dealt(rules: HouseRules, stage: Dealing, report: p.CardLeftShoe) -> p.Noticed | None:
    due = lawful_slot(rules.tableau, stage.tape)
    into = slot_taken(rules, stage, report)
    face_up = lies_face_up(rules, stage, report)
    if report.outside and due is not None:
        note = "a card lies outside both areas"
        return _notice(report, Irregularity.WRONG_AREA, note, seen=face_up)
    if due is None or into is not due:
        third = all(lying.slot is not Slot.P3 for lying in stage.tape)  # else it is a fourth
        to_player = report.into is Slot.P3 and third and due in (None, Slot.B3)
        kind = Irregularity.SURPLUS_CARD if due is None else Irregularity.WRONG_AREA
        kind = Irregularity.SURPLUS_THIRD_TO_PLAYER if to_player else kind
        return _notice(report, kind, seen=face_up)
    if face_up and not rules.style.face_up(due) and not stage.next_is_face_up:
        return _notice(report, Irregularity.DEALT_FACE_UP, seen=True)
    return None


def is_shown(report: p.CardLeftShoe) -> bool:
    """Whether the face was seen of a card that came out while none was being dealt."""
    return report.card is not None and report.face_up is not False


def slot_taken(rules: HouseRules, stage: Dealing, report: p.CardLeftShoe) -> Slot | None:
    """Where a card really lies: where it was put, the hand's next free place, or aside."""
    wanted = report.into
    if report.outside:
        return None
    if wanted is None:
        return lawful_slot(rules.tableau, stage.tape)
    taken = {lying.slot for lying in stage.tape}
    free = [slot for slot in Slot if slot.hand is wanted.hand and slot not in taken]
    return wanted if wanted in free else next(iter(free), None)


def lies_face_up(rules: HouseRules, stage: Dealing, report: p.CardLeftShoe) -> bool:
    """Whether a card that left the shoe can be seen: as reported, or as the style has it.

    A card whose face is not reported counts as face down until it is.
    """
    if report.card is None:
        return False
    if report.face_up is not None:
        return report.face_up
    due = lawful_slot(rules.tableau, stage.tape)
    if due is None and report.into is None:
        return True
    return rules.style.face_up(due)


def _together(table: Table, report: p.CardsLeftTogether) -> p.Noticed:
    if isinstance(table.stage, Closed):
        return _notice(report, Irregularity.OTHER, "cards were reported at a closed table")
    if isinstance(table.stage, Preparing):
        return _notice(report, Irregularity.EXPOSED_BEFORE_LOADING)
    facts = {} if report.order_known is None else {"restorable": report.order_known}
    noticed = _notice(report, Irregularity.DRAWN_TOGETHER, **facts)
    return replace(noticed, after_coup=isinstance(table.stage, Ready | Resolved))


def _lies_face_down(table: Table, report: p.CardWasTurned) -> bool:
    tape = table.stage.tape if isinstance(table.stage, Dealing) else ()
    return any(lying.slot is report.slot and lying.card is None for lying in tape)


def _handed(rules: HouseRules, table: Table, report: p.CardHanded) -> p.Noticed | None:
    stage, slot = table.stage, report.slot
    if not isinstance(stage, Dealing) or all(lying.slot is not slot for lying in stage.tape):
        note = f"{slot.value} was reported handed to {report.to}, but no card lies there"
        return _notice(report, Irregularity.OTHER, note)
    handler = stage.handlers.get(slot.hand.value, "dealer")
    staff = rules.book.posts.knows(report.to)
    if staff or may_turn(rules, table, stage, handler, slot, report.to):
        return None
    note = f"{slot.value} was handed to {report.to}"
    return _notice(report, Irregularity.WRONG_PERSON, note, seen=False)


def _loaded(rules: HouseRules, table: Table, report: p.CardsLoaded) -> p.Noticed | None:
    stage = table.stage
    if not isinstance(stage, Preparing) or not stage.source or "load" in stage.steps:
        return _notice(report, Irregularity.OTHER, "cards were reported loaded that were not here")
    preparation = preparation_of(rules, stage.source)
    assert preparation is not None, stage.source
    missing = [
        each.steps[0]
        for each in requirements(rules, preparation)
        if not set(each.steps) & set(stage.steps) and "load" not in each.steps
    ]
    if not missing:
        return None
    note = f"the cards were loaded without {', '.join(missing)}"
    return _notice(report, Irregularity.NOT_SHUFFLED, note)


def _turned(rules: HouseRules, table: Table, report: p.CardWasTurned) -> p.Noticed | None:
    stage, slot = table.stage, report.slot
    if not _lies_face_down(table, report):
        note = f"{slot.value} was reported turned, but no card lies there face down"
        return _notice(report, Irregularity.OTHER, note)
    assert isinstance(stage, Dealing), stage
    handler = stage.handlers.get(slot.hand.value, "dealer")
    at_the_table = report.by in (*table.patrons, *table.nominees)
    if at_the_table and not may_turn(rules, table, stage, handler, slot, report.by):
        return _notice(report, Irregularity.WRONG_PERSON, seen=True)
    return None


def _payment(rules: HouseRules, table: Table, report: p.PaymentMade) -> p.Noticed | None:
    """What the last coup's settlement says decides whether a patron was paid rightly."""
    stage = table.stage
    key = report.key
    due = [
        line.stake + line.profit
        for line in (stage.settled if isinstance(stage, Dealing | Resolved) else ())
        if line.key == key and not line.stays
    ]
    if due == [report.amount]:
        return None
    write = rules.settings.currency.write
    right = write(due[0]) if due else "nothing"
    note = f"{report.patron} was handed {write(report.amount)}; due was {right}"
    return notice_of_chips(report, Irregularity.WRONG_PAYMENT, note)
