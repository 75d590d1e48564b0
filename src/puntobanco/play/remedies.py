"""The few remedies, each in ordinary events; a remedy returns whether it is done."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.betting import (
    ante_due,
    differential_places,
    round_down_to_payable,
    side_totals,
)
from puntobanco.play.draft import Draft
from puntobanco.play.paying import reopen_coup, shoe_ended
from puntobanco.play.people import patrons_with_stakes
from puntobanco.play.preparing import started
from puntobanco.play.table import (
    Betting,
    Dealing,
    Halt,
    Preparing,
    Ready,
    Resolved,
    StakeKey,
    Stakes,
    Table,
)
from puntobanco.play.tape import rebuilt
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import payable_part
from puntobanco.rules.differential import reduced
from puntobanco.rules.rulings import (
    OUTSIDE_A_SETTLED_COUP,
    Irregularity,
    Question,
    Remedy,
    Step,
    Whose,
)
from puntobanco.rules.slots import Hand

_WITH_CARDS = (Betting, Dealing, Resolved, Ready)
_Apply = Callable[[HouseRules, Draft, Halt, Step], bool]


def _nothing(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """What lies, lies: the ledger at close is the truth, whatever chips moved since."""
    return True


def _back_to_the_coup(draft: Draft, halt: Halt, clauses: tuple[ClauseId, ...]) -> None:
    """Put a paid coup back as it lay, where the error was in it and not in the cards after it."""
    if not halt.after_coup and halt.irregularity not in OUTSIDE_A_SETTLED_COUP:
        reopen_coup(draft, clauses)


def _return_staying(draft: Draft, clauses: tuple[ClauseId, ...]) -> None:
    """Hand back stakes that a tie left on the layout, before a coup without bets."""
    stage = draft.table.stage
    if isinstance(stage, Resolved):
        for key, stake in stage.staying.items():
            draft.add(taken(key, stake, clauses))


def _void_coup(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    if not halt.after_coup and halt.irregularity not in OUTSIDE_A_SETTLED_COUP:
        reopen_coup(draft, step.clauses, over_new_cards=True)
    _return_all(draft, step.clauses)
    if isinstance(draft.table.stage, Betting | Dealing):
        draft.add(e.CoupVoided(coup=draft.table.coup, clauses=step.clauses))
        if draft.table.shoe.coups_left == 0 and not draft.table.shoe.over:
            draft.add(shoe_ended(rules))
    return True


def _return_all(draft: Draft, clauses: tuple[ClauseId, ...]) -> None:
    stage = draft.table.stage
    if not isinstance(stage, Betting | Dealing):
        return
    for key, stake in stage.stakes.items():
        draft.add(taken(key, stake, clauses))
    for patron, amount in stage.antes.items():
        draft.add(e.AnteReturned(patron=patron, amount=amount, clauses=clauses))


def taken(key: StakeKey, amount: Units, clauses: tuple[ClauseId, ...]) -> e.StakeTaken:
    """A stake handed back by a ruling."""
    return e.StakeTaken(
        patron=key[0], place=key[1], wager=key[2], amount=amount, by="table", clauses=clauses
    )


def return_patron(draft: Draft, patron: str, clauses: tuple[ClauseId, ...]) -> None:
    """Hand back everything one patron has on the layout."""
    stage = draft.table.stage
    assert isinstance(stage, Betting | Dealing), stage
    for key, stake in stage.stakes.items():
        if key[0] == patron:
            draft.add(taken(key, stake, clauses))
    if patron in stage.antes:
        amount = stage.antes[patron]
        draft.add(e.AnteReturned(patron=patron, amount=amount, clauses=clauses))


def _return_stakes(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    _back_to_the_coup(draft, halt, step.clauses)
    stage = draft.table.stage
    if not isinstance(stage, Betting | Dealing):
        return True
    match step.whose:
        case Whose.ALL:
            _return_all(draft, step.clauses)
        case Whose.ASKING if halt.patron is not None:
            return_patron(draft, halt.patron, step.clauses)
        case Whose.WITHOUT_ANTE if halt.patron is not None:
            if ante_due(rules, stage.stakes, halt.patron) > stage.antes.get(halt.patron, 0):
                return_patron(draft, halt.patron, step.clauses)
        case Whose.EXCESS:
            _return_excess(rules, draft, stage.stakes, step.clauses)
        case Whose.BELOW_MINIMUM | Whose.UNPAYABLE_PART:
            for key, stake in stage.stakes.items():
                if _is_meant(halt, key):
                    _return_part(rules, draft, key, stake, step)
        case _:
            pass  # a late part never came onto the ledger: there is nothing to give back
    _return_orphans(rules, draft, step.clauses)
    return True


def _return_orphans(rules: HouseRules, draft: Draft, clauses: tuple[ClauseId, ...]) -> None:
    """Side stakes that rest on a main stake go back when the last of those did."""
    stage = draft.table.stage
    assert isinstance(stage, Betting | Dealing), stage
    backed = {who for who, _, name in stage.stakes if rules.wagers[name].kind.is_main}
    for key, stake in stage.stakes.items():
        if key[0] not in backed and rules.wagers[key[2]].terms.needs_main_clauses:
            draft.add(taken(key, stake, clauses))


def _is_meant(halt: Halt, key: StakeKey) -> bool:
    """Whether a report speaks of this stake; what it leaves out is not narrowed down."""
    said = (halt.patron, halt.place, halt.wager)
    return halt.patron is not None and all(
        each in (None, other) for each, other in zip(said, key, strict=True)
    )


def _return_part(rules: HouseRules, draft: Draft, key: StakeKey, stake: Units, step: Step) -> None:
    wager, kept = rules.wagers[key[2]], 0
    if step.whose is Whose.BELOW_MINIMUM:
        kept = stake if stake >= rules.settings.limit(wager).minimum else 0
    elif wager.commission is not None:
        kept = payable_part(stake, wager.commission, rules.settings.chips)
    else:
        kept = stake
    if stake > kept:
        draft.add(
            e.StakeReduced(
                patron=key[0],
                place=key[1],
                wager=key[2],
                amount=stake - kept,
                clauses=step.clauses,
            )
        )


def _return_excess(
    rules: HouseRules, draft: Draft, stakes: Stakes, clauses: tuple[ClauseId, ...]
) -> None:
    """Give back what passes the Differential: standing patrons first, the latest first."""
    limit = rules.settings.differential
    if limit is None:
        return
    for place in differential_places(rules, stakes):
        totals = side_totals(rules, stakes, place)
        heavy = max(Hand, key=lambda hand: totals[hand])
        excess = totals[heavy] - totals[heavy.other] - limit
        lying = [
            (draft.table.patrons[key[0]].place == key[1], -number, key, stake)
            for number, (key, stake) in enumerate(stakes.items())
            if rules.wagers[key[2]].kind.hand is heavy and place in (None, key[1])
        ]
        for _, _, key, stake in sorted(lying):
            if excess > 0:
                draft.add(taken(key, min(stake, excess), clauses))
                excess -= min(stake, excess)


def _scale_stakes(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    stage, limit = draft.table.stage, rules.settings.differential
    rule = rules.book.conduct.betting.differential
    if limit is None or rule is None or not isinstance(stage, Betting | Dealing):
        return True
    floor = rules.settings.limits.hand.minimum if rule.floor_at_minimum else None
    for place in differential_places(rules, stage.stakes):
        totals = side_totals(rules, stage.stakes, place)
        heavy = max(Hand, key=lambda hand: totals[hand])
        target = totals[heavy.other] + limit
        if totals[heavy] <= target:
            continue
        lying = {
            key: stake
            for key, stake in stage.stakes.items()
            if rules.wagers[key[2]].kind.hand is heavy and place in (None, key[1])
        }
        wager = rules.wagers[heavy.value]
        round_down: Callable[[Fraction], Units] = partial(round_down_to_payable, rules, wager)
        for key, share in reduced(lying, target, floor, round_down).items():
            if lying[key] > share:
                draft.add(
                    e.StakeReduced(
                        patron=key[0],
                        place=key[1],
                        wager=key[2],
                        amount=lying[key] - share,
                        clauses=step.clauses,
                    )
                )
    _return_orphans(rules, draft, step.clauses)
    return True


def _warn_patron(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """Tell the owners of stakes that are too small; what is not mended goes back at the close."""
    stage = draft.table.stage
    if isinstance(stage, Betting):
        for key, stake in stage.stakes.items():
            small = stake < rules.settings.limit(rules.wagers[key[2]]).minimum
            if small and _is_meant(halt, key):
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
    _back_to_the_coup(draft, halt, step.clauses)
    stage = draft.table.stage
    if isinstance(stage, Dealing):
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
    draft.add(
        e.CardsRebuilt(
            order=proper.order,
            slots=proper.slots,
            carried=proper.carried,
            clauses=step.clauses,
        )
    )


def _where_it_belongs(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """A card too many goes to the hand that is due one, or waits for the next coup."""
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
        _return_all(draft, step.clauses)
    else:
        _where_it_belongs(rules, draft, halt, step)
        _return_staying(draft, step.clauses)
    stage, coup = draft.table.stage, draft.table.coup
    first = halt.irregularity is Irregularity.FIRST_CARD_FACE_UP
    waits = isinstance(stage, Betting) or (
        isinstance(stage, Dealing | Resolved | Ready) and bool(stage.carried)
    )
    if isinstance(stage, _WITH_CARDS) and (first or waits):
        now = isinstance(stage, Betting) or (isinstance(stage, Dealing) and first)
        draft.add(e.NextWithoutBets(coup=coup if now else coup + 1, clauses=step.clauses))
    return True


def _offer_choice(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """Everybody with a stake may go on or take it back; waits until all have answered."""
    _back_to_the_coup(draft, halt, step.clauses)
    stage = draft.table.stage
    if halt.answer or not isinstance(stage, Dealing):  # who may still withdraw needs no choice
        return True
    patrons = patrons_with_stakes(draft.table)
    if not patrons:
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
    if isinstance(stage, Dealing):
        first = [place for place in range(len(stage.tape)) if place not in group]
        _put_right(rules, draft, stage, (*first, *chosen), step)
    else:
        draft.add(e.WaitingOrdered(order=chosen, clauses=step.clauses))
    return True


def together(table: Table) -> list[int]:
    """The places of cards whose order somebody must say: lying aside, or waiting for a coup."""
    stage = table.stage
    if isinstance(stage, Dealing):
        return [place for place, lying in enumerate(stage.tape) if lying.slot is None]
    if isinstance(stage, Betting):
        return list(range(len(stage.tape)))
    return list(range(len(stage.carried))) if isinstance(stage, Resolved | Ready) else []


def _replace_cards(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    reshuffle = step.remedy is Remedy.RESHUFFLE
    draft.add(e.ReplacementOrdered(reshuffle=reshuffle, by="table", clauses=step.clauses))
    return True


def _floor_decides(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """What the book leaves open: the highest post of the floor decides, with a reason."""
    if not halt.answer:
        post = rules.book.posts.ladder[-1].name
        draft.add(e.QuestionAsked(question=Question.DECISION, post=post, clauses=step.clauses))
        return False
    return DECISIONS[halt.answer](rules, draft, halt, step)


def _settle_again(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    _back_to_the_coup(draft, halt, step.clauses)
    return True


def _wait_for_floor(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """The floor was called: anybody above the dealer may come and let play go on."""
    if not halt.answer:
        post = rules.book.posts.ladder[1].name
        draft.add(e.QuestionAsked(question=Question.CALL, post=post, clauses=step.clauses))
    return bool(halt.answer)


def _return_everything(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """All stakes go back and the coup is dealt out without them."""
    _back_to_the_coup(draft, halt, step.clauses)
    _return_all(draft, step.clauses)
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
    Remedy.RETURN_STAKES: _return_stakes,
    Remedy.SCALE_STAKES: _scale_stakes,
    Remedy.HOLD_TO_CLOSE: _nothing,
    Remedy.REBUILD: _rebuild,
    Remedy.USE_WHERE_DUE: _where_it_belongs,
    Remedy.CARRY_TO_NEXT: _where_it_belongs,
    Remedy.DISCARD: _discard,
    Remedy.DEAL_NO_BET_COUP: _deal_no_bet_coup,
    Remedy.OFFER_CHOICE: _offer_choice,
    Remedy.ORDER_BY_FLOOR: _order_by_floor,
    Remedy.REPLACE_CARDS: _replace_cards,
    Remedy.RESHUFFLE: _replace_cards,
    Remedy.WAIT_FOR_FLOOR: _wait_for_floor,
    Remedy.SETTLE_AGAIN: _settle_again,
    Remedy.FLOOR_DECIDES: _floor_decides,
    Remedy.WARN_PATRON: _warn_patron,
    Remedy.LET_STAND: _let_stand,
}
