"""What a report of cards leads to: what happened is recorded, what is irregular is ruled upon.

Where staff watch, an unlawful card goes on the tape and nobody is asked: it is ruled upon when
a person notices it.
"""

from __future__ import annotations

from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play.announced import staff_watch
from puntobanco.play.calls import announcement
from puntobanco.play.cards.preparing import burn_rule, preparation_of, requirements, started
from puntobanco.play.cards.slot_clauses import slot_clauses
from puntobanco.play.cards.tape import lawful_slot, rebuilt
from puntobanco.play.draft import Draft, put_in_order
from puntobanco.play.rulings.diagnose import (
    Showing,
    diagnose,
    is_shown,
    lies_face_up,
    passes_unseen,
    slot_taken,
)
from puntobanco.play.rulings.ruling import computed_facts, found
from puntobanco.play.rulings.watch import watch
from puntobanco.play.table import Betting, Dealing, Preparing, Ready, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.points import burn_value
from puntobanco.rules.rulings import Irregularity


def ruled(rules: HouseRules, table: Table, report: Showing, draft: Draft) -> e.Events:
    """Rule on what the report shows to be irregular, after its events were recorded."""
    noticed = diagnose(rules, table, report)
    if noticed is not None and not passes_unseen(rules, table, report):
        found(rules, draft, noticed)
    return draft.events


def card_left_shoe(rules: HouseRules, table: Table, report: p.CardLeftShoe) -> e.Events:
    """A card is out: burnt, dealt where it belongs, or not as it should be."""
    draft = Draft(table)
    if report.into is not None and _is_unburnt(table):
        kind, rule = Irregularity.BURN_OMITTED, burn_rule(rules)
        cited = ", ".join(rule.clauses)
        note = f"a card was dealt to {report.into.value} from a shoe that was not burnt ({cited})"
        found(rules, draft, p.Noticed(irregularity=kind, by=report.by, note=note))
    before = draft.table
    match before.stage:
        case Preparing() if "load" in before.stage.steps:
            _burn(rules, draft, before.stage, report)
        case Dealing():
            _deal(rules, draft, before.stage, report)
        case Betting() | Ready() | Resolved():
            clauses = rules.book.conduct.dealing.hands_clauses
            card = report.card if is_shown(report) else None
            draft.add(e.CardCarried(card=card, foreign=report.foreign, clauses=clauses))
        case _:
            pass  # not in play: it goes back among the others
    ruled(rules, before, report, draft)
    watch(rules, draft)
    return draft.events


def _is_unburnt(table: Table) -> bool:
    stage = table.stage
    return isinstance(stage, Preparing) and "load" in stage.steps and not stage.burnt


def _burn(rules: HouseRules, draft: Draft, stage: Preparing, report: p.CardLeftShoe) -> None:
    rule = burn_rule(rules)
    which = rule.more_clauses if stage.burnt else rule.first_clauses
    burnt = e.CardBurnt(card=report.card, foreign=report.foreign, clauses=(*rule.clauses, *which))
    draft.add(burnt)
    if rule.burn is Burn.ONE:
        draft.add(started(rules, draft.table))
        return
    first = draft.table.shoe.seen[:1]
    if first and stage.burnt + 1 == 1 + burn_value(first[0]):
        draft.add(started(rules, draft.table))


def _deal(rules: HouseRules, draft: Draft, stage: Dealing, report: p.CardLeftShoe) -> None:
    due, face_up = lawful_slot(rules.tableau, stage.tape), lies_face_up(rules, stage, report)
    draft.add(
        e.CardDealt(
            slot=slot_taken(rules, stage, report),
            face_up=face_up,
            card=report.card if face_up else None,
            foreign=report.foreign,
            clauses=slot_clauses(rules, stage, due),
        )
    )


def cards_left_together(rules: HouseRules, table: Table, report: p.CardsLeftTogether) -> e.Events:
    """Several cards came out at once; they lie aside, or wait, until the floor orders them."""
    draft, clauses = Draft(table), rules.book.conduct.dealing.hands_clauses
    if isinstance(table.stage, Dealing):
        for card in report.cards:
            seen = card is not None
            draft.add(e.CardDealt(slot=None, face_up=seen, card=card, clauses=clauses))
    elif isinstance(table.stage, Betting | Ready | Resolved):
        draft.add(*(e.CardCarried(card=card, clauses=clauses) for card in report.cards))
    ruled(rules, table, report, draft)
    watch(rules, draft)
    return draft.events


def card_was_turned(rules: HouseRules, table: Table, report: p.CardWasTurned) -> e.Events:
    """A face-down card is face up now."""
    draft, noticed = Draft(table), diagnose(rules, table, report)
    if noticed is None or noticed.irregularity is not Irregularity.OTHER:
        clauses = rules.style.announce_clauses
        draft.add(e.CardTurned(slot=report.slot, card=report.card, by=report.by, clauses=clauses))
    ruled(rules, table, report, draft)
    _place_what_lies_aside(rules, draft)
    watch(rules, draft)
    return draft.events


def _place_what_lies_aside(rules: HouseRules, draft: Draft) -> None:
    """Once the hands can be seen, a card drawn too early goes where it is due, or waits."""
    stage = draft.table.stage
    if not isinstance(stage, Dealing) or all(lying.slot for lying in stage.tape):
        return
    if staff_watch(rules):  # it lies there until a person notices
        return
    proper = rebuilt(rules.tableau, stage.tape)
    if None not in proper.slots:
        facts = {**computed_facts(rules, draft.table, draft.table.coup), "restorable": True}
        row = rules.book.rulings.find(Irregularity.SURPLUS_CARD, facts, rules.options)
        draft.add(put_in_order(proper, row.clauses))


def marker_left_shoe(rules: HouseRules, table: Table, report: p.MarkerLeftShoe) -> e.Events:
    """The cut card came out: first in a coup that coup is the last, later one more follows."""
    ends = rules.chosen(rules.book.conduct.ends)
    if not ends or table.shoe.coups_left is not None:
        return ()
    stage, end = table.stage, ends[0]
    begun = isinstance(stage, Dealing) and bool(stage.tape)
    if begun:  # the last coup is the next one, and is announced when this one is settled
        return (e.MarkerReached(coups_left=1, clauses=end.later_clauses),)
    left = 0 if isinstance(stage, Dealing) else 1
    reached = e.MarkerReached(coups_left=left, clauses=end.first_clauses)
    return reached, *announcement(rules.book.conduct.last_call, end.first_clauses)


def shoe_ran_dry(rules: HouseRules, table: Table, report: p.ShoeRanDry) -> e.Events:
    """A card is due and there is none."""
    return ruled(rules, table, report, Draft(table))


def card_handed(rules: HouseRules, table: Table, report: p.CardHanded) -> e.Events:
    """A card is in a person's hands, who may not be the one it should have gone to."""
    stage, draft = table.stage, Draft(table)
    if isinstance(stage, Dealing) and any(each.slot is report.slot for each in stage.tape):
        clauses = rules.style.touch_clauses
        draft.add(e.CardPassed(slot=report.slot, to=report.to, clauses=clauses))
    return ruled(rules, table, report, draft)


def cards_loaded(rules: HouseRules, table: Table, report: p.CardsLoaded) -> e.Events:
    """The cards are in the shoe; whatever should have been done with them first and was not."""
    stage, draft = table.stage, Draft(table)
    if isinstance(stage, Preparing) and stage.source and "load" not in stage.steps:
        preparation = preparation_of(rules, stage.source)
        assert preparation is not None, stage.source
        needed = sorted(requirements(rules, preparation), key=lambda each: each.order)
        missing = [each for each in needed if not set(each.steps) & set(stage.steps)]
        loading = next(each for each in needed if "load" in each.steps)
        skipped = tuple(each.steps[0] for each in missing if each is not loading)
        draft.add(
            e.PreparationDone(step="load", by=report.by, skipped=skipped, clauses=loading.clauses)
        )
        if burn_rule(rules).burn is Burn.NONE:
            draft.add(started(rules, draft.table))
    return ruled(rules, table, report, draft)
