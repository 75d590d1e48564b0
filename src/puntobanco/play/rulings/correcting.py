"""A card that was entered wrongly is put right, in this coup or in an earlier one."""

from __future__ import annotations

from puntobanco.base.cards import Card
from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play.announced import fits
from puntobanco.play.cards.tape import Tape, is_lawful
from puntobanco.play.draft import Draft
from puntobanco.play.paying import reopen_coup
from puntobanco.play.rulings.ruling import found
from puntobanco.play.rulings.watch import watch
from puntobanco.play.table import Dealing, Played, Resolved, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot


def card_misread(rules: HouseRules, table: Table, report: p.CardMisread) -> e.Events:
    """Put a card right; a coup that was paid last is reckoned again, an earlier one stands."""
    if report.coup is not None and report.coup < table.coup:
        return _earlier(rules, table, report, report.coup)
    draft, clauses = Draft(table), _cards_decide(rules)
    stage = table.stage
    was = _face(stage.tape if isinstance(stage, Dealing | Resolved) else (), report.slot)
    if was is None:
        return _not_there(rules, draft, report)
    reopen_coup(draft, clauses)
    if not isinstance(draft.table.stage, Dealing):  # void or final: it stands as it is
        return draft.events
    draft.add(e.CardCorrected(slot=report.slot, was=was, card=report.card, clauses=clauses))
    if not is_lawful(rules.tableau, draft.table.stage.tape):  # what followed was not lawful then
        found(rules, draft, p.Noticed(irregularity=Irregularity.SURPLUS_CARD, by=report.by))
    watch(rules, draft)
    return draft.events


def _earlier(rules: HouseRules, table: Table, report: p.CardMisread, coup: int) -> e.Events:
    """The record of an earlier coup is put right; what it paid stands, by the clause that says so.

    The table remembers the coup before the last call; of others the report tells what was entered.
    """
    draft, before = Draft(table), table.before
    known = before is not None and before.coup == coup
    was = _face(before.tape, report.slot) if before is not None and known else report.was
    if was is None:
        return _not_there(rules, draft, report)
    corrected = e.CardCorrected(
        slot=report.slot,
        was=was,
        card=report.card,
        coup=coup,
        clauses=_cards_decide(rules),
    )
    draft.add(corrected)
    before = draft.table.before
    if before is not None and known:
        error = _error_in(rules, before)
        if error is not None:
            found(rules, draft, p.Noticed(irregularity=error, coup=coup, by=report.by))
    return draft.events


def _cards_decide(rules: HouseRules) -> Clauses:
    """What lies on the table counts, whatever was entered or displayed."""
    return rules.book.rulings.find(Irregularity.WRONG_DISPLAY, {}, rules.options).clauses


def _error_in(rules: HouseRules, before: Played) -> Irregularity | None:
    """What was wrong with a coup, now that its cards are known."""
    coup = coup_of(before.tape)
    if before.result is None or coup is None:
        return None
    if not is_lawful(rules.tableau, before.tape):
        return Irregularity.SURPLUS_CARD
    return None if fits(before.result, coup) else Irregularity.WRONG_PAYMENT


def _face(tape: Tape, slot: Slot) -> Card | None:
    return next((each.card for each in tape if each.slot is slot), None)


def _not_there(rules: HouseRules, draft: Draft, report: p.CardMisread) -> e.Events:
    where = report.slot.value if report.coup is None else f"{report.slot.value} of {report.coup}"
    note = f"no card lies face up in {where} that could have been misread"
    found(rules, draft, p.Noticed(irregularity=Irregularity.OTHER, by=report.by, note=note))
    return draft.events
