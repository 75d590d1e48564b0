"""Collecting losing stakes and paying winning ones; reversible until the next opening call."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.draft import Draft
from puntobanco.play.people import STAFF_ONLY, entitled, not_enough
from puntobanco.play.table import Dealing, Stage, Table, coup_of, paid_coup
from puntobanco.play.tape import is_over
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import StandOff
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settlement import Result, settle_stake


def settle(rules: HouseRules, table: Table, request: r.Settle) -> e.Events | Refusal:
    """Settle every stake of a coup whose result has been announced."""
    rule, stage = rules.book.conduct.dealing, table.stage
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing) or not is_over(rules.tableau, stage.tape):
        sentence = "the coup is not over; nothing can be paid yet"
        return Refusal(Reason.WRONG_STAGE, sentence, _pay_clauses(rules, stage))
    if not stage.result_announced:
        sentence = "the result must be announced before anything is paid"
        clauses = (*_pay_clauses(rules, stage), *rule.result_clauses)
        return Refusal(Reason.NOT_ANNOUNCED, sentence, clauses)
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    betting, number = rules.book.conduct.betting, coup.outcome_class
    last, later = table.shoe.coups_left == 0, rules.settings.commission_later
    events: list[e.Event] = []
    for (patron, place, name), stake in stage.stakes.items():
        line = settle_stake(rules, rules.wagers[name], number, stake)
        stays = (
            line.result is Result.PUSH
            and rules.wagers[name].kind.hand is not None
            and betting.stand_off is StandOff.STAYS
            and not last
            and not stage.next_no_bet
        )
        events.append(
            e.StakeSettled(
                patron=patron,
                place=place,
                wager=name,
                stake=stake,
                result=line.result,
                profit=line.profit + (line.commission if later else 0),
                commission=0 if later else line.commission,
                breakage=line.breakage,
                owed=line.commission if later else 0,
                label=line.label,
                stays=stays,
                clauses=(
                    *line.clauses,
                    *rules.wagers[name].terms.pay_clauses,
                    *(betting.stand_off_clauses if stays else ()),
                ),
            )
        )
    if rules.ante is not None:
        clauses = rules.ante.rule.collected_clauses
        events += [
            e.AnteCollected(patron=patron, amount=amount, clauses=clauses)
            for patron, amount in stage.antes.items()
        ]
    events.append(e.CoupSettled(coup=table.coup, clauses=rule.pay_clauses))
    if last:
        events.append(shoe_ended(rules))
    return tuple(events)


def collect_commission(
    rules: HouseRules, table: Table, request: r.CollectCommission
) -> e.Events | Refusal:
    """Collect what a patron owes of commission."""
    clauses = rules.book.conduct.betting.commission_later_clauses
    refusal = entitled(rules, request.by, "dealer", clauses or STAFF_ONLY)
    if refusal is not None:
        return refusal
    patron = table.patrons.get(request.patron)
    if patron is None or patron.owed <= 0:
        sentence = f"{request.patron} owes no commission"
        return Refusal(Reason.NOTHING_STAKED, sentence, clauses)
    amount = min(patron.owed, patron.rack)
    if amount == 0:
        return not_enough(rules, patron.name, patron.owed, patron.rack)
    return (e.CommissionCollected(patron=patron.name, amount=amount, clauses=clauses),)


def _pay_clauses(rules: HouseRules, stage: Stage) -> tuple[ClauseId, ...]:
    """What orders when things are paid, for the wagers that lie there."""
    staked = {name for _, _, name in stage.stakes} if isinstance(stage, Dealing) else set()
    clauses = [each for name in sorted(staked) for each in rules.wagers[name].terms.pay_clauses]
    return tuple(dict.fromkeys((*rules.book.conduct.dealing.pay_clauses, *clauses)))


def shoe_ended(rules: HouseRules) -> e.ShoeEnded:
    """The event that nothing more is dealt from these cards."""
    end = rules.chosen(rules.book.conduct.ends)[0]
    return e.ShoeEnded(
        retired=bool(end.retired_clauses), clauses=(*end.over_clauses, *end.retired_clauses)
    )


def reopen_coup(
    draft: Draft, clauses: tuple[ClauseId, ...], *, over_new_cards: bool = False
) -> None:
    """Put a settled coup back as it lay before it was paid.

    Once new cards have come nothing can be dealt for it any more: it can then only be voided.
    """
    stage = paid_coup(draft.table)
    if stage is None or stage.voided or stage.final:
        return
    if stage is not draft.table.stage and not over_new_cards:
        return
    for line in reversed(stage.settled):
        owed = draft.table.patrons[line.patron].owed
        if line.owed > owed:  # collected meanwhile
            back = e.CommissionReturned(
                patron=line.patron, amount=line.owed - max(owed, 0), clauses=clauses
            )
            draft.add(back)
        lying = stage.staying.get((line.patron, line.place, line.wager), 0)
        draft.add(
            e.SettlementReversed(
                patron=line.patron,
                place=line.place,
                wager=line.wager,
                stake=line.stake,
                result=line.result,
                profit=line.profit,
                commission=line.commission,
                breakage=line.breakage,
                owed=line.owed,
                stays=line.stays,
                taken_back=line.stake - lying if line.stays else 0,
                clauses=clauses,
            )
        )
    draft.add(
        *(
            e.AnteReversed(patron=patron, amount=amount, clauses=clauses)
            for patron, amount in stage.antes.items()
        ),
        e.CoupReopened(coup=draft.table.coup, clauses=clauses),
    )
