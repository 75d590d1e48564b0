"""Remedies that hand stakes back: the whole layout, a patron's, or what is too much of one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.betting import ante_due
from puntobanco.play.draft import Draft, taken
from puntobanco.play.events import StakeKey
from puntobanco.play.limits import (
    differential_places,
    given_up,
    over_differential,
    round_down_to_payable,
    side_totals,
)
from puntobanco.play.paying import reopen_coup, settle_stakes, undo_lines
from puntobanco.play.table import Betting, Dealing, Halt, Resolved, Stakes, Table, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import payable_part
from puntobanco.rules.differential import reduced
from puntobanco.rules.rulings import OUTSIDE_A_SETTLED_COUP, Step, Whose
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Wager


def back_to_the_coup(draft: Draft, halt: Halt, clauses: Clauses) -> None:
    """Put a paid coup back as it lay, where the error was in it and not in the cards after it."""
    if not halt.after_coup and halt.irregularity not in OUTSIDE_A_SETTLED_COUP:
        reopen_coup(draft, clauses)


def back_to_the_stakes(draft: Draft, halt: Halt, clauses: Clauses) -> None:
    """The same for an error in stakes or payment: it is mended also once new cards have come."""
    if not halt.after_coup and halt.irregularity not in OUTSIDE_A_SETTLED_COUP:
        reopen_coup(draft, clauses, over_new_cards=True)


def pay_again(rules: HouseRules, draft: Draft, paid: Resolved | None) -> None:
    """Pay at once a coup that new cards came after, so that the table goes on with those."""
    if draft.table.shelved is not None and paid is not None and paid.result is not None:
        draft.add(paid.result)
        settle_stakes(rules, draft, draft.table.dealing.unsettled)


def void_without_ante(rules: HouseRules, draft: Draft, patron: str, clauses: Clauses) -> None:
    """A patron's wagers are void for want of an Ante; what the others were paid stands."""
    paid = paid_coup(draft.table)
    stage = paid or draft.table.stage
    if not isinstance(stage, Betting | Dealing | Resolved) or (paid and paid.final):
        return
    if ante_due(rules, stage.stakes, patron) <= stage.antes.get(patron, 0):
        return
    if not isinstance(stage, Betting):
        undo_lines(draft, reversed(_settled_of(stage, patron)), clauses)
    for key, stake in stage.stakes.items():
        if key[0] == patron:
            draft.add(taken(key, stake, "table", clauses))


def _settled_of(stage: Dealing | Resolved, patron: str) -> list[e.StakeSettled]:
    return [line for line in stage.settled if line.patron == patron]


def lying_at_close(table: Table) -> Stakes:
    """The stakes of the coup that is open, or was paid last, as they lay when betting closed."""
    stage = table.last or table.stage
    return stage.stakes if isinstance(stage, Betting | Dealing | Resolved) else {}


def return_staying(draft: Draft, clauses: Clauses) -> None:
    """Hand back stakes that a tie left on the layout, before a coup without bets."""
    stage = draft.table.stage
    if isinstance(stage, Resolved):
        for key, stake in stage.staying.items():
            draft.add(taken(key, stake, "table", clauses))


def return_all(draft: Draft, clauses: Clauses) -> None:
    """Hand back everything on the layout; of an open coup, what some were paid comes back first."""
    if isinstance(draft.table.stage, Dealing):
        reopen_coup(draft, clauses)
    stage = draft.table.stage
    if not isinstance(stage, Betting | Dealing):
        return
    for key, stake in stage.stakes.items():
        draft.add(taken(key, stake, "table", clauses))
    for patron, amount in stage.antes.items():
        draft.add(e.AnteReturned(patron=patron, amount=amount, clauses=clauses))


def return_patron(draft: Draft, patron: str, clauses: Clauses) -> None:
    """Hand back everything one patron has on the layout; what they were paid comes back first."""
    stage = draft.table.open_coup
    if isinstance(stage, Dealing):
        undo_lines(draft, reversed(_settled_of(stage, patron)), clauses)
        stage = draft.table.open_coup
    for key, stake in stage.stakes.items():
        if key[0] == patron:
            draft.add(taken(key, stake, "table", clauses))
    if patron in stage.antes:
        amount = stage.antes[patron]
        draft.add(e.AnteReturned(patron=patron, amount=amount, clauses=clauses))


def return_stakes(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """The remedy that gives stakes back: all, those of one patron, or the part that may not lie."""
    if step.whose is Whose.WITHOUT_ANTE:
        if halt.patron is not None:
            void_without_ante(rules, draft, halt.patron, step.clauses)
        return True
    returned = Draft(draft.table)
    if step.whose in (Whose.LATE_PART, Whose.UNPAYABLE_PART):
        back_to_the_stakes(returned, halt, step.clauses)
    else:
        back_to_the_coup(returned, halt, step.clauses)
    _return_whose(rules, returned, halt, step)
    pay_again(rules, returned, paid_coup(draft.table))
    back = e.StakeTaken | e.StakeReduced | e.AnteReturned
    if any(isinstance(each, back) for each in returned.events):
        draft.add(*returned.events)  # where nothing goes back, what was paid stands
    return True


def _return_whose(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> None:
    stage = draft.table.stage
    if not isinstance(stage, Betting | Dealing):
        return
    match step.whose:
        case Whose.ALL:
            return_all(draft, step.clauses)
        case Whose.ASKING if halt.patron is not None:
            return_patron(draft, halt.patron, step.clauses)
        case Whose.EXCESS:
            _return_excess(rules, draft, stage.stakes, step.clauses)
        case Whose.BELOW_MINIMUM | Whose.UNPAYABLE_PART:
            for key, stake in stage.stakes.items():
                if is_meant(halt, key):
                    _return_part(rules, draft, key, stake, step)
        case Whose.LATE_PART if isinstance(stage, Dealing):
            _return_late(draft, stage, halt, step.clauses)
        case _:
            pass
    _return_orphans(rules, draft, step.clauses)


def _return_late(draft: Draft, stage: Dealing, halt: Halt, clauses: Clauses) -> None:
    """Give back what was laid after the closing call: all of it, or what a report speaks of."""
    for key, part in stage.late.items():
        lying = min(part, stage.stakes.get(key, 0))
        if lying and (halt.patron is None or is_meant(halt, key)):
            draft.add(taken(key, lying, "table", clauses))


def _return_orphans(rules: HouseRules, draft: Draft, clauses: Clauses) -> None:
    """Side stakes that rest on a main stake go back when the last of those did."""
    stage = draft.table.open_coup
    backed = {who for who, _, name in stage.stakes if rules.wagers[name].kind.is_main}
    for key, stake in stage.stakes.items():
        if key[0] not in backed and rules.wagers[key[2]].terms.needs_main_clauses:
            draft.add(taken(key, stake, "table", clauses))


def is_meant(halt: Halt, key: StakeKey) -> bool:
    """Whether a report speaks of this stake; what it leaves out is not narrowed down."""
    said = (halt.patron, halt.place, halt.wager)
    return halt.patron is not None and all(
        each in (None, other) for each, other in zip(said, key, strict=True)
    )


def _return_part(rules: HouseRules, draft: Draft, key: StakeKey, stake: Units, step: Step) -> None:
    commission, kept = rules.wagers[key[2]].commission, 0
    if step.whose is Whose.UNPAYABLE_PART:
        kept = stake
        if commission is not None:
            kept = payable_part(stake, commission, rules.settings.chips)
    if stake > kept:
        draft.add(_reduced_by(stake - kept, key, step.clauses))


def _reduced_by(amount: Units, key: StakeKey, clauses: Clauses) -> e.StakeReduced:
    return e.StakeReduced(patron=key[0], place=key[1], wager=key[2], amount=amount, clauses=clauses)


def _return_excess(rules: HouseRules, draft: Draft, stakes: Stakes, clauses: Clauses) -> None:
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
                draft.add(*given_up(rules, key, stake, min(stake, excess), clauses))
                excess -= min(stake, excess)


def scale_stakes(rules: HouseRules, draft: Draft, halt: Halt, step: Step) -> bool:
    """The remedy that brings every stake of the heavier hand down in proportion."""
    limit, rule = rules.settings.differential, rules.book.conduct.betting.differential
    if limit is None or rule is None:
        return True
    paid = paid_coup(draft.table)
    if over_differential(rules, lying_at_close(draft.table)):
        back_to_the_stakes(draft, halt, step.clauses)  # what was paid in full is paid pro rata
    stage = draft.table.stage
    if not isinstance(stage, Betting | Dealing):
        return True
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
        floor = rules.settings.limit(wager).minimum if rule.floor_at_minimum else None
        round_down: Callable[[Fraction], Units] = partial(round_down_to_payable, rules, wager)
        for key, share in reduced(lying, target, floor, round_down).items():
            if lying[key] > share:
                clauses = (*step.clauses, *_rounded(rules, wager))
                draft.add(_reduced_by(lying[key] - share, key, clauses))
    _return_orphans(rules, draft, step.clauses)
    pay_again(rules, draft, paid)
    return True


def _rounded(rules: HouseRules, wager: Wager) -> Clauses:
    """What brings a reduced stake down to one that can be paid exactly."""
    return rules.book.conduct.betting.payable_part_clauses if wager.commission else ()
