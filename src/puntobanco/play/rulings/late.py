"""Chips that came to lie on the layout: a bet while betting is open, late ones after the call."""

from __future__ import annotations

from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.announced import AS_IT_WAS, staff_watch
from puntobanco.play.betting import place_stake
from puntobanco.play.draft import Draft
from puntobanco.play.rulings.diagnose import notice_of_chips
from puntobanco.play.rulings.ruling import found
from puntobanco.play.table import Betting, Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity


def chips_laid(rules: HouseRules, table: Table, report: p.ChipsLaid) -> e.Events:
    """Chips lie on an area: a bet, or chips that are ruled upon now or when they are noticed."""
    if isinstance(table.stage, Betting):
        return _laid_in_time(rules, table, report)
    draft = Draft(table)
    booked = _can_be_booked(rules, table, report)
    if booked:
        draft.add(_late(rules, report))
    if not booked or not staff_watch(rules):
        found(rules, draft, _noticed(rules, report, Irregularity.LATE_STAKE))
    return draft.events


def _laid_in_time(rules: HouseRules, table: Table, report: p.ChipsLaid) -> e.Events:
    """A bet, if the table takes it. If not, it does not count, and that they lay there is told."""
    patron, place, wager = report.key
    bet = r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=report.amount)
    placed = place_stake(rules, table, bet)
    if not isinstance(placed, Refusal) and not table.halts:
        return placed
    draft = Draft(table)
    found(rules, draft, _noticed(rules, report, Irregularity.CHIPS_MISPLACED))
    return draft.events


def _noticed(rules: HouseRules, report: p.ChipsLaid, what: Irregularity) -> p.Noticed:
    amount = rules.settings.currency.write(report.amount)
    note = f"{report.patron} laid {amount} on {report.wager}"
    return notice_of_chips(report, what, note)


def _can_be_booked(rules: HouseRules, table: Table, report: p.ChipsLaid) -> bool:
    """Whether late chips can be paid if nobody notices them.

    Chips that nobody here has, or on what is not bet on or is settled already, are told of only.
    """
    stage, patron = table.stage, table.patrons.get(report.patron)
    if not isinstance(stage, Dealing) or stage.no_bet or patron is None or not patron.present:
        return False
    standing = rules.chosen(rules.book.conduct.sharing)[0].standing_area
    on_layout = 1 <= report.place <= rules.seats or (standing and report.place == 0)
    settled = any(line.key == report.key for line in stage.settled)
    held = 0 < report.amount <= patron.rack
    return report.wager in rules.wagers and on_layout and held and not settled


def _late(rules: HouseRules, report: p.ChipsLaid) -> e.LateStakeLaid:
    """The chips go onto the ledger, so that whatever is paid for them is the truth."""
    of_wager = rules.wagers[report.wager].terms.late_clauses
    late = (*of_wager, *rules.book.conduct.betting.late_clauses)
    return e.LateStakeLaid(
        patron=report.patron,
        place=report.place,
        wager=report.wager,
        amount=report.amount,
        by=report.by,
        clauses=(*dict.fromkeys(late), *(AS_IT_WAS if staff_watch(rules) else ())),
    )
