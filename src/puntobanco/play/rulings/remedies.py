"""The few remedies, each in ordinary events; a remedy returns whether it is done."""

from __future__ import annotations

from collections.abc import Callable

from puntobanco.play import events as e
from puntobanco.play.calls import announcement
from puntobanco.play.cards.preparing import started
from puntobanco.play.cards.tape import Tape, is_lawful, rebuilt
from puntobanco.play.draft import Draft, put_in_order
from puntobanco.play.paying import reopen_coup, shoe_ended
from puntobanco.play.people import patrons_with_stakes
from puntobanco.play.rulings.returning import (
    back_to_the_coup,
    back_to_the_stakes,
    is_meant,
    pay_again,
    return_all,
    return_stakes,
    return_staying,
    scale_stakes,
)
from puntobanco.play.table import (
    Betting,
    Dealing,
    Halt,
    Preparing,
    Ready,
    Resolved,
    Table,
    paid_coup,
)
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import OUTSIDE_A_SETTLED_COUP, Irregularity, Question, Remedy, Step

_WITH_CARDS = (Betting, Dealing, Resolved, Ready)
_Apply = Callable[[HouseRules, Draft, Halt, Step], bool]


def _nothing(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """What lies, lies: the ledger at close is the truth, whatever chips moved since."""
    return True


def _void_coup(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    if not halt.after_coup and halt.irregularity not in OUTSIDE_A_SETTLED_COUP:
        reopen_coup(draft, step.clauses, over_new_cards=True)
    return_all(draft, step.clauses)
    if isinstance(draft.table.stage, Betting | Dealing):
        draft.add(e.CoupVoided(coup=draft.table.coup, clauses=step.clauses))
        if draft.table.shoe.coups_left == 0 and not draft.table.shoe.over:
            draft.add(shoe_ended(rules))
    return True


def _warn_patron(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """Tell the owners of stakes that are too small; what is not mended goes back at the close."""
    stage = draft.table.stage
    if isinstance(stage, Betting):
        for key, stake in stage.stakes.items():
            small = stake < rules.settings.limit(rules.wagers[key[2]]).minimum
            if small and is_meant(halt, key):
                draft.add(
                    e.PatronWarned(patron=key[0], place=key[1], wager=key[2], clauses=step.clauses)
                )
    return True


def _let_stand(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """Play goes on; where only the burn was missing, the shoe starts without it."""
    stage = draft.table.stage
    unburnt = isinstance(stage, Preparing) and "load" in stage.steps
    if unburnt and halt.irregularity is Irregularity.BURN_OMITTED:
        draft.add(started(rules, draft.table))
    return True


def _rebuild(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    back_to_the_coup(draft, halt, step.clauses)
    stage = draft.table.stage
    if isinstance(stage, Dealing):
        if stage.out is not None and halt.irregularity is Irregularity.WRONG_PERSON:
            draft.add(e.HandReturned(hand=stage.out, clauses=step.clauses))
        _put_right(rules, draft, stage, None, step)
    return True


def _put_right(
    rules: HouseRules,
    draft: Draft,
    stage: Dealing,
    order: tuple[int, ...] | None,
    step: Step,
) -> None:
    proper = rebuilt(rules.tableau, stage.tape, order)
    if order is None and proper.slots == tuple(lying.slot for lying in stage.tape):
        return  # everything lies where it belongs
    draft.add(put_in_order(proper, step.clauses))


def _where_it_belongs(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """A card too many goes to the hand that is due one, or waits for the next coup."""
    paid = draft.table.stage
    if isinstance(paid, Resolved) and not is_lawful(rules.tableau, paid.tape):
        back_to_the_coup(draft, halt, step.clauses)  # it was paid before the error was noticed
    stage = draft.table.stage
    if isinstance(stage, Dealing):
        _put_right(rules, draft, stage, None, step)
    return True


def _discard(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    _where_it_belongs(rules, draft, halt, step)
    if isinstance(draft.table.stage, _WITH_CARDS):
        draft.add(e.CardsDiscarded(clauses=step.clauses))
    return True


def _deal_no_bet_coup(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    if isinstance(draft.table.stage, Betting):
        return_all(draft, step.clauses)
    else:
        _where_it_belongs(rules, draft, halt, step)
        return_staying(draft, step.clauses)
    stage, coup = draft.table.stage, draft.table.coup
    first = halt.irregularity is Irregularity.FIRST_CARD_FACE_UP
    waits = isinstance(stage, Betting) or (
        isinstance(stage, Dealing | Resolved | Ready) and bool(stage.carried)
    )
    if isinstance(stage, _WITH_CARDS) and (first or waits):
        now = isinstance(stage, Betting) or (isinstance(stage, Dealing) and first)
        draft.add(e.NextWithoutBets(coup=coup if now else coup + 1, clauses=step.clauses))
        if now:
            draft.add(*announcement(rules.book.conduct.no_bet_call, step.clauses))
    return True


def _offer_choice(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """Each patron with a stake may go on or take it back; waits until all have answered."""
    back_to_the_coup(draft, halt, step.clauses)
    stage = draft.table.stage
    if halt.answer or not isinstance(stage, Dealing):  # who may still withdraw needs no choice
        return True
    patrons = tuple(who for who in patrons_with_stakes(draft.table) if who not in stage.bound)
    if not patrons:  # nobody is left to choose, or all of them chose before
        if stage.bound:
            bound = rules.book.rulings.bound_clauses
            draft.add(e.RemedyDeclined(remedy=step.remedy, clauses=(*step.clauses, *bound)))
            return False
        return True
    draft.add(e.QuestionAsked(question=Question.CHOICE, patrons=patrons, clauses=step.clauses))
    return False


def _order_by_floor(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """The floor names the order of cards that came out together, by their places in the group."""
    stage, group = draft.table.stage, together(draft.table)
    if len(group) < 2:
        return _where_it_belongs(rules, draft, halt, step)
    if not halt.answer:
        post = rules.book.rulings.judge.post
        draft.add(e.QuestionAsked(question=Question.ORDER, post=post, clauses=step.clauses))
        return False
    chosen = tuple(group[int(word) - 1] for word in halt.answer.split(","))
    if isinstance(stage, Dealing) and not halt.after_coup:
        first = [place for place in range(len(stage.tape)) if place not in group]
        _put_right(rules, draft, stage, (*first, *chosen), step)
    else:
        draft.add(e.WaitingOrdered(order=chosen, clauses=step.clauses))
    return True


def together(table: Table) -> list[int]:
    """The places of cards whose order the floor must say: lying aside, or waiting for a coup."""
    return in_doubt(table)[1]


def in_doubt(table: Table) -> tuple[Tape, list[int]]:
    """Cards of which some came out together, and the places of those among them."""
    stage = table.stage
    if isinstance(stage, Betting):
        return stage.tape, list(range(len(stage.tape)))
    waits = bool(table.halts) and table.halts[-1].after_coup  # even if a coup was opened again
    if isinstance(stage, Dealing) and not waits:
        return stage.tape, [place for place, card in enumerate(stage.tape) if card.slot is None]
    if isinstance(stage, Dealing | Resolved | Ready):
        return stage.carried, list(range(len(stage.carried)))
    return (), []


def _replace_cards(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    reshuffle, either = step.remedy is Remedy.RESHUFFLE, step.remedy is Remedy.RENEW_CARDS
    ends = rules.chosen(rules.book.conduct.ends)
    retires = either and ends and ends[0].retired_clauses  # a shoe that ran dry has ended
    draft.add(
        e.ReplacementOrdered(
            reshuffle=reshuffle,
            either=either and not retires,
            by="table",
            clauses=step.clauses,
        ),
        *([shoe_ended(rules)] if retires else ()),
    )
    return True


def _floor_decides(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """What the book leaves open: the post it leaves that to decides, with a reason."""
    if not halt.answer:
        post = rules.book.deciding_post
        draft.add(e.QuestionAsked(question=Question.DECISION, post=post, clauses=step.clauses))
        return False
    return DECISIONS[halt.answer](rules, draft, halt, step)


def _settle_again(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    paid = paid_coup(draft.table)
    back_to_the_stakes(draft, halt, step.clauses)
    pay_again(rules, draft, paid)
    return True


def _wait_for_floor(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """The floor was called: any post above the dealer may come and let play go on."""
    if not halt.answer:
        post = rules.book.posts.ladder[1].name
        draft.add(e.QuestionAsked(question=Question.CALL, post=post, clauses=step.clauses))
    return bool(halt.answer)


def _return_everything(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """All stakes go back and the coup is dealt out without them."""
    back_to_the_coup(draft, halt, step.clauses)
    return_all(draft, step.clauses)
    return True


DECISIONS: dict[str, _Apply] = {
    "void": _void_coup,
    "rebuild": _rebuild,
    "stand": _let_stand,
    "return": _return_everything,
    "discard": _discard,
    "no-bet": _deal_no_bet_coup,
    "new-cards": _replace_cards,
}
"""What the floor may decide where the book leaves it to the floor."""

REMEDIES: dict[Remedy, _Apply] = {
    Remedy.VOID_COUP: _void_coup,
    Remedy.RETURN_STAKES: return_stakes,
    Remedy.SCALE_STAKES: scale_stakes,
    Remedy.HOLD_TO_CLOSE: _nothing,
    Remedy.REBUILD: _rebuild,
    Remedy.USE_WHERE_DUE: _where_it_belongs,
    Remedy.CARRY_TO_NEXT: _where_it_belongs,
    Remedy.DISCARD: _discard,
    Remedy.DEAL_NO_BET_COUP: _deal_no_bet_coup,
    Remedy.OFFER_CHOICE: _offer_choice,
    Remedy.ORDER_BY_FLOOR: _order_by_floor,
    Remedy.REPLACE_CARDS: _replace_cards,
    Remedy.RENEW_CARDS: _replace_cards,
    Remedy.RESHUFFLE: _replace_cards,
    Remedy.WAIT_FOR_FLOOR: _wait_for_floor,
    Remedy.SETTLE_AGAIN: _settle_again,
    Remedy.FLOOR_DECIDES: _floor_decides,
    Remedy.WARN_PATRON: _warn_patron,
    Remedy.LET_STAND: _let_stand,
}
