"""Breaches of the limits that are there when betting closes, ruled upon as the book says.

Where the software watches the limits only a withdrawal can have left one; where the dealer does,
whatever he did not notice is dealt with by the clauses for stakes that slipped in.
"""

from __future__ import annotations

from puntobanco.play.betting import ante_due
from puntobanco.play.draft import Draft
from puntobanco.play.events import AnteReturned
from puntobanco.play.limits import over_differential
from puntobanco.play.reports import Noticed
from puntobanco.play.rulings.ruling import found
from puntobanco.play.table import Betting, Dealing
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import is_payable
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.settings import Watch


def rule_on_breaches(rules: HouseRules, draft: Draft, *, in_time: bool) -> None:
    """Rule on every breach; `in_time` is the moment before the closing call takes effect."""
    stage = draft.table.stage
    assert isinstance(stage, Betting | Dealing), stage
    by_dealer = rules.settings.watch is Watch.DEALER
    if in_time != by_dealer and over_differential(rules, stage.stakes):
        over = Irregularity.OVER_DIFFERENTIAL
        found(rules, draft, Noticed(irregularity=over, facts={"in_time": in_time}, by="table"))
    if in_time:
        _warned_stakes(rules, draft)
    if in_time != by_dealer:  # the software refuses what is new, so that these stayed after a tie
        _single_stakes(rules, draft, in_time=in_time)
    if not in_time:
        _antes(rules, draft, by_dealer=by_dealer)


def _warned_stakes(rules: HouseRules, draft: Draft) -> None:
    stage = draft.table.stage
    assert isinstance(stage, Betting), stage
    for patron, place, name in stage.warned:
        limit = rules.settings.limit(rules.wagers[name])
        if 0 < stage.stakes.get((patron, place, name), 0) < limit.minimum:
            told = Noticed(
                irregularity=Irregularity.BELOW_MINIMUM,
                facts={"in_time": True, "warned": True},
                by="table",
                patron=patron,
                place=place,
                wager=name,
            )
            found(rules, draft, told)


def _single_stakes(rules: HouseRules, draft: Draft, *, in_time: bool) -> None:
    chips, payable = rules.settings.chips, rules.book.conduct.betting.payable_clauses
    stage = draft.table.stage
    assert isinstance(stage, Betting | Dealing), stage
    for (patron, place, name), stake in stage.stakes.items():
        wager = rules.wagers[name]
        commission = wager.commission
        breaches = []
        if stake < rules.settings.limit(wager).minimum:
            breaches.append(Irregularity.BELOW_MINIMUM)
        if payable and commission is not None and not is_payable(stake, commission, chips):
            breaches.append(Irregularity.NOT_PAYABLE)
        for breach in breaches:
            slipped = Noticed(
                irregularity=breach,
                facts={"in_time": in_time},
                by="table",
                patron=patron,
                place=place,
                wager=name,
            )
            found(rules, draft, slipped)


def _antes(rules: HouseRules, draft: Draft, *, by_dealer: bool) -> None:
    """Antes that no wager calls for go back; one that is missing is found by who watches."""
    stage = draft.table.stage
    assert isinstance(stage, Betting | Dealing), stage
    for patron, laid in stage.antes.items():
        if rules.ante is not None and not ante_due(rules, stage.stakes, patron):
            clauses = rules.ante.rule.waiver_clauses
            draft.add(AnteReturned(patron=patron, amount=laid, clauses=clauses))
    for patron in () if by_dealer else dict.fromkeys(who for who, _, _ in stage.stakes):
        if ante_due(rules, stage.stakes, patron) > stage.antes.get(patron, 0):
            missing = Irregularity.ANTE_MISSING
            found(rules, draft, Noticed(irregularity=missing, by="table", patron=patron))
