"""Breaches of the limits that are there when betting closes, ruled upon as the book says.

Where the software watches the limits only a withdrawal can have left one. Where the dealer watches
them, the clauses for stakes that slipped in deal with what the dealer did not notice.
"""

from __future__ import annotations

from puntobanco.play.announced import staff_watch
from puntobanco.play.betting import ante_due
from puntobanco.play.draft import Draft
from puntobanco.play.events import AnteReturned, StakeKey
from puntobanco.play.limits import over_differential
from puntobanco.play.reports import Noticed
from puntobanco.play.rulings.ruling import found
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import is_payable
from puntobanco.rules.rulings import Irregularity


def rule_on_breaches(rules: HouseRules, draft: Draft, *, in_time: bool) -> None:
    """Rule on every breach; `in_time` is the moment before the closing call takes effect."""
    stage = draft.table.open_coup
    by_dealer = staff_watch(rules)
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
        limit = rules.settings.limit_of(rules.wagers[name], patron)
        if 0 < stage.stakes.get((patron, place, name), 0) < limit.minimum:
            small = Irregularity.BELOW_MINIMUM
            _found(rules, draft, small, (patron, place, name), in_time=True, warned=True)


def _found(
    rules: HouseRules, draft: Draft, breach: Irregularity, key: StakeKey, **facts: bool
) -> None:
    patron, place, wager = key
    slipped = Noticed(
        irregularity=breach, facts=facts, by="table", patron=patron, place=place, wager=wager
    )
    found(rules, draft, slipped)


def _single_stakes(rules: HouseRules, draft: Draft, *, in_time: bool) -> None:
    chips, payable = rules.settings.chips, rules.book.conduct.betting.payable_clauses
    stage = draft.table.open_coup
    for key, stake in stage.stakes.items():
        wager = rules.wagers[key[2]]
        commission = wager.commission
        if stake < rules.settings.limit_of(wager, key[0]).minimum:
            _found(rules, draft, Irregularity.BELOW_MINIMUM, key, in_time=in_time)
        if payable and commission is not None and not is_payable(stake, commission, chips):
            _found(rules, draft, Irregularity.NOT_PAYABLE, key, in_time=in_time)


def _antes(rules: HouseRules, draft: Draft, *, by_dealer: bool) -> None:
    """Antes that no wager calls for go back; one that is missing is found by who watches."""
    stage = draft.table.open_coup
    for patron, laid in stage.antes.items():
        if rules.ante is not None and not ante_due(rules, stage.stakes, patron):
            clauses = rules.ante.rule.waiver_clauses
            draft.add(AnteReturned(patron=patron, amount=laid, clauses=clauses))
    for patron in () if by_dealer else dict.fromkeys(who for who, _, _ in stage.stakes):
        if ante_due(rules, stage.stakes, patron) > stage.antes.get(patron, 0):
            missing = Irregularity.ANTE_MISSING
            found(rules, draft, Noticed(irregularity=missing, by="table", patron=patron))
