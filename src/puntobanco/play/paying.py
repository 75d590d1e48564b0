"""Collecting losing stakes and paying winning ones; reversible until the next opening call."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.announced import AS_IT_WAS, can_end, deciding_line
from puntobanco.play.calls import announcement
from puntobanco.play.draft import Draft, taken
from puntobanco.play.events import StakeKey
from puntobanco.play.people import STAFF_ONLY, entitled, not_enough
from puntobanco.play.table import Dealing, Stage, Table, coup_of, paid_coup
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import StandOff
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settlement import settle_line
from puntobanco.rules.wagers import Result
from puntobanco.sayings.saying import named, say


def settle(rules: HouseRules, table: Table, request: r.Settle) -> e.Events | Refusal:
    """Settle one patron's stakes, or all that remain, of a coup whose result is announced."""
    rule, stage = rules.book.conduct.dealing, table.stage
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    if not isinstance(stage, Dealing) or not can_end(rules, stage.tape):
        said = say("refused.coup-not-over")
        return Refusal(Reason.WRONG_STAGE, said, _pay_clauses(rules, stage))
    if not stage.result_announced:
        said = say("refused.announce-first")
        clauses = (*_pay_clauses(rules, stage), *rule.result_clauses)
        return Refusal(Reason.NOT_ANNOUNCED, said, clauses)
    keys = [key for key in stage.unsettled if request.patron in ("", key[0])]
    if request.patron and not keys:
        said = say("refused.nothing-left", who=named(request.patron or ""))
        return Refusal(Reason.NOTHING_STAKED, said, _pay_clauses(rules, stage))
    draft = Draft(table)
    settle_stakes(rules, draft, keys)
    return draft.events


def settle_stakes(
    rules: HouseRules, draft: Draft, keys: Iterable[StakeKey], handed: Units | None = None
) -> None:
    """Settle stakes, patron by patron in the order of their places; the last ends the coup.

    `handed` is what was really handed over for a single stake, where that was not what was due.
    """
    for key in sorted(keys, key=lambda key: _seat(draft.table, key[0])):
        line = _settled(rules, draft.table, key)
        draft.add(line if handed is None else _as_handed(line, handed))
        stage = draft.table.dealing
        if key[0] not in {patron for patron, _, _ in stage.unsettled}:
            draft.add(*_ante_collected(rules, stage, key[0]))
    stage = draft.table.dealing
    if stage.unsettled:
        return
    if rules.ante is not None:  # an Ante that no longer accompanies a wager goes back
        clauses = rules.ante.rule.placed_clauses
        for patron, amount in stage.antes.items():
            if patron not in stage.collected:
                draft.add(e.AnteReturned(patron=patron, amount=amount, clauses=clauses))
    draft.add(e.CoupSettled(coup=draft.table.coup, clauses=rules.book.conduct.dealing.pay_clauses))
    left = draft.table.shoe.coups_left
    if left == 0:
        draft.add(shoe_ended(rules))
    if left == 1:
        later = rules.chosen(rules.book.conduct.ends)[0].later_clauses
        draft.add(*announcement(rules.book.conduct.last_call, later))


def _seat(table: Table, patron: str) -> tuple[bool, int]:
    """Seated patrons by their places, then those who stand."""
    place = table.patrons[patron].place
    return place is None, place or 0


def can_be_paid(rules: HouseRules, table: Table) -> bool:
    """Whether a coup lies on the table that is over and announced."""
    stage = table.stage
    if not isinstance(stage, Dealing) or table.halts:
        return False
    return stage.result_announced and can_end(rules, stage.tape)


def due_now(rules: HouseRules, table: Table, key: StakeKey) -> Units | None:
    """What is handed over for a stake that is to be settled, itself included; None: nothing is."""
    stage = table.stage
    if not can_be_paid(rules, table) or not isinstance(stage, Dealing):
        return None
    if key not in stage.unsettled:
        return None
    line = _settled(rules, table, key)
    return 0 if line.stays else line.stake + line.profit


def _settled(rules: HouseRules, table: Table, key: StakeKey) -> e.StakeSettled:
    stage = table.dealing
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    betting, wager = rules.book.conduct.betting, rules.wagers[key[2]]
    later = rules.settings.commission_later
    decides = deciding_line(rules, coup, stage.result, wager)
    line = settle_line(rules, wager, decides, stage.stakes[key])
    stays = (
        line.result is Result.PUSH
        and wager.kind.hand is not None
        and betting.stand_off is StandOff.STAYS
        and table.shoe.coups_left != 0
        and not stage.next_no_bet
        and table.shelved is None  # new cards have come since, and brought such stakes back
    )
    return e.StakeSettled(
        patron=key[0],
        place=key[1],
        wager=key[2],
        stake=stage.stakes[key],
        result=line.result,
        profit=line.profit + (line.commission if later else 0),
        commission=0 if later else line.commission,
        breakage=line.breakage,
        owed=line.commission if later else 0,
        label=line.label,
        stays=stays,
        clauses=(
            *line.clauses,
            *wager.terms.pay_clauses,
            *(betting.stand_off_clauses if stays else ()),
        ),
    )


def _as_handed(line: e.StakeSettled, handed: Units) -> e.StakeSettled:
    """A stake as it was really paid: what was handed over, the stake included."""
    result = Result.WIN if handed else Result.LOSE
    return replace(
        line,
        result=Result.PUSH if handed == line.stake else result,
        profit=handed - line.stake,
        commission=0,
        breakage=0,
        owed=0,
        label="as it was handed over",
        stays=False,
        clauses=AS_IT_WAS,
    )


def _ante_collected(rules: HouseRules, stage: Dealing, patron: str) -> e.Events:
    if rules.ante is None or patron not in stage.antes:
        return ()
    clauses = rules.ante.rule.collected_clauses
    return (e.AnteCollected(patron=patron, amount=stage.antes[patron], clauses=clauses),)


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
        said = say("refused.owes-nothing", who=named(request.patron))
        return Refusal(Reason.NOTHING_STAKED, said, clauses)
    amount = min(patron.owed, patron.rack)
    if amount == 0:
        return not_enough(rules, patron.name, patron.owed, patron.rack)
    return (e.CommissionCollected(patron=patron.name, amount=amount, clauses=clauses),)


def _pay_clauses(rules: HouseRules, stage: Stage) -> Clauses:
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


def reopen_coup(draft: Draft, clauses: Clauses, *, over_new_cards: bool = False) -> None:
    """Put a settled coup, or what is settled of an open one, back as it lay before it was paid.

    Once new cards have come nothing can be dealt for it any more: it can then only be voided.
    """
    open_coup = draft.table.stage
    if isinstance(open_coup, Dealing):
        undo_lines(draft, reversed(open_coup.settled), clauses)
        draft.add(*_antes_back(open_coup.antes, open_coup.collected, clauses))
        return
    stage = paid_coup(draft.table)
    if stage is None or stage.voided or stage.final:
        return
    if stage is not draft.table.stage and not over_new_cards:
        return
    undo_lines(draft, reversed(stage.settled), clauses)
    draft.add(
        *_antes_back(stage.antes, tuple(stage.antes), clauses),
        e.CoupReopened(coup=draft.table.coup, clauses=clauses),
    )


def _antes_back(antes: dict[str, Units], collected: tuple[str, ...], clauses: Clauses) -> e.Events:
    return tuple(
        e.AnteReversed(patron=patron, amount=antes[patron], clauses=clauses) for patron in collected
    )


def undo_lines(draft: Draft, lines: Iterable[e.StakeSettled], clauses: Clauses) -> None:
    """Undo the settlement of some stakes, each of which lies again where it lay."""
    lines = tuple(lines)
    _take_back_alterations(draft, clauses)
    for line in lines:
        owed = draft.table.patrons[line.patron].owed
        if line.owed > owed:  # collected meanwhile
            back = e.CommissionReturned(
                patron=line.patron, amount=line.owed - max(owed, 0), clauses=clauses
            )
            draft.add(back)
        paid = paid_coup(draft.table)
        key = line.key
        lying = line.stake if paid is None else paid.staying.get(key, 0)
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


def _take_back_alterations(draft: Draft, clauses: Clauses) -> None:
    """What was added to stakes that stayed, or moved elsewhere, goes back to its patron first."""
    paid = paid_coup(draft.table)
    if paid is None:
        return
    stayed = {line.key: line.stake for line in paid.settled if line.stays}
    for key, lying in paid.staying.items():
        added = lying - stayed.get(key, 0)
        if added > 0:
            draft.add(taken(key, added, "table", clauses))
