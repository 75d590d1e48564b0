"""Laws of the documents that hold at every step, written from them and not from the code.

Each names the clauses it comes from; the numbers are those of the readings in tests/books.
"""

from __future__ import annotations

from puntobanco.play import events as e
from puntobanco.play.doors import in_force
from puntobanco.play.table import Betting, Dealing, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from tests.oracle.reductions import banker_acceptable

from .law import Wish, law

_RWS = ("rws-super-six-plus", "rws-wins-on")


def check_laws(
    rules: HouseRules, before: Table, wish: Wish, events: e.Events, after: Table
) -> None:
    """Hold what one wish led to against every law."""
    rules = in_force(rules, after)
    kinds = {type(event) for event in events}
    found = {each.irregularity for each in events if isinstance(each, e.IrregularityFound)}
    if e.StakeReduced in kinds:
        pro_rata_keeps_the_minimum(rules, events, after)
    if Irregularity.ORDER_DISTURBED in found:
        a_concluded_round_survives_a_spilt_shoe(rules, before, events)
    if Irregularity.ANTE_MISSING in found:
        a_missing_ante_touches_its_own_wager_alone(events)
    if e.BettingClosed in kinds:
        what_stays_is_bound_like_what_is_new(rules, after)
    if e.StakePlaced in kinds:
        an_area_holds_the_tables_maximum(rules, after)


def pro_rata_keeps_the_minimum(rules: HouseRules, events: e.Events, after: Table) -> None:
    """RWS 5.1.1, reading 81: no reduced Bet plays below the minimum that its sign shows."""
    if rules.book.name not in _RWS or not isinstance(after.stage, Betting | Dealing):
        return
    limits, own = rules.settings.limits.hand, dict(rules.settings.wager_limits)
    for event in events:
        if isinstance(event, e.StakeReduced):
            plays = after.stage.stakes.get((event.patron, event.place, event.wager), 0)
            least = own.get(event.wager, limits).minimum
            law(plays >= least, f"pro rata left {plays} on {event.wager}, below {least}")


def a_concluded_round_survives_a_spilt_shoe(
    rules: HouseRules, before: Table, events: e.Events
) -> None:
    """RWS 1.16, reading 83: with no Round open, a lost order of cards undoes nothing."""
    if rules.book.name in _RWS and isinstance(before.stage, Resolved):
        undone = [each for each in events if isinstance(each, e.SettlementReversed | e.CoupVoided)]
        law(not undone, "a spilt shoe between two rounds undid a round that was paid")


def a_missing_ante_touches_its_own_wager_alone(events: e.Events) -> None:
    """NZ 14.7, reading 108: the wagers of other patrons stay as they were settled."""
    meant = {
        each.patron
        for each in events
        if isinstance(each, e.IrregularityFound) and each.irregularity is Irregularity.ANTE_MISSING
    }
    for event in events:
        if isinstance(event, e.SettlementReversed | e.StakeTaken):
            law(event.patron in meant, f"an Ante that is missing moved {event.patron}'s wager")
    law(
        not any(isinstance(each, e.CoupReopened) for each in events),
        "an Ante that is missing opened the coup again",
    )


def what_stays_is_bound_like_what_is_new(rules: HouseRules, after: Table) -> None:
    """NZ 5.9(a), 5.12, 5.13, reading 94: no wager plays that would not be taken as a new one."""
    stage = after.stage
    if not isinstance(stage, Dealing) or rules.settings.watch.value != "software":
        return
    pays_exactly = rules.book.conduct.betting.payable_clauses
    for (patron, _, name), stake in stage.stakes.items():
        if pays_exactly and rules.wagers[name].commission:
            law(
                banker_acceptable(stake, rules.settings.chips),
                f"{patron}'s {stake} on {name} cannot be paid exactly in chips",
            )


def an_area_holds_the_tables_maximum(rules: HouseRules, after: Table) -> None:
    """NZ 5.8(b), reading 93: capped, an area holds the table's maximum and no patron's own."""
    settings = rules.settings
    if not settings.area_total_capped or settings.watch.value != "software":
        return
    if not isinstance(after.stage, Betting):
        return
    areas: dict[tuple[int, str], int] = {}
    for (_, place, name), stake in after.stage.stakes.items():
        areas[place, name] = areas.get((place, name), 0) + stake
    for (place, name), total in areas.items():
        most = settings.limit(rules.wagers[name]).maximum
        law(total <= most, f"area {name} of place {place} holds {total}, above {most}")
