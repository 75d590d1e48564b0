"""How much may lie where: a wager's limits, what chips can pay, and the Differential."""

from __future__ import annotations

from fractions import Fraction

from puntobanco.base.clauses import Clauses, c
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.announced import staff_watch
from puntobanco.play.draft import taken
from puntobanco.play.events import StakeKey
from puntobanco.play.table import Stakes, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import is_payable, payable_part
from puntobanco.rules.conduct import DifferentialRule, Scope
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Wager
from puntobanco.rules.words import wager_said
from puntobanco.sayings.saying import say


def over_limits(rules: HouseRules, stakes: Stakes, key: StakeKey, amount: Units) -> Refusal | None:
    """Why a stake may not be raised by so much."""
    wager, show = rules.wagers[key[2]], rules.settings.currency.show
    rule = rules.book.conduct.betting
    limit = rules.settings.limit_of(wager, key[0])
    after = stakes.get(key, 0) + amount
    if after < limit.minimum:
        said = say(
            "refused.below-minimum",
            amount=show(after),
            wager=wager_said(wager.name),
            least=show(limit.minimum),
        )
        clauses = wager.terms.limit_clauses or rule.minimum_clauses
        return Refusal(Reason.BELOW_MINIMUM, said, clauses, amount, limit.minimum)
    have = sum(
        stake for (who, _, name), stake in stakes.items() if who == key[0] and name == key[2]
    )
    if have + amount > limit.maximum:
        said = say(
            "refused.above-maximum",
            amount=show(have + amount),
            wager=wager_said(wager.name),
            most=show(limit.maximum),
        )
        clauses = wager.terms.limit_clauses or rule.maximum_clauses
        return Refusal(Reason.ABOVE_MAXIMUM, said, clauses, amount, limit.maximum - have)
    step = rules.settings.stake_step
    if after % step:
        said = say("refused.not-a-multiple", amount=show(after), step=show(step))
        return Refusal(Reason.BAD_AMOUNT, said, c("default:31"), amount, after - after % step)
    if rules.settings.area_total_capped:
        area = sum(stake for other, stake in stakes.items() if other[1:] == key[1:])
        most = rules.settings.limit(wager).maximum  # the table's, whatever a patron's own is
        if area + amount > most:
            said = say("refused.area-maximum", most=show(most))
            room = max(most - area, 0)
            return Refusal(Reason.ABOVE_MAXIMUM, said, rule.area_cap_clauses, amount, room)
    return _not_payable(rules, wager, after)


def _not_payable(rules: HouseRules, wager: Wager, stake: Units) -> Refusal | None:
    clauses, chips = rules.book.conduct.betting.payable_clauses, rules.settings.chips
    if not clauses or wager.commission is None or is_payable(stake, wager.commission, chips):
        return None
    show = rules.settings.currency.show
    part = payable_part(stake, wager.commission, chips)
    said = say("refused.not-payable", stake=show(stake), part=show(part))
    return Refusal(Reason.NOT_PAYABLE, said, clauses, stake, part)


def left_over(rules: HouseRules, wager: Wager, left: Units) -> Refusal | None:
    """Why what is left of a stake may not stay by itself."""
    if staff_watch(rules) or not left:
        return None
    limit, rule = rules.settings.limit(wager), rules.book.conduct.betting
    if left < limit.minimum:
        said = say(
            "refused.left-below",
            amount=rules.settings.currency.show(left),
            wager=wager_said(wager.name),
        )
        clauses = wager.terms.limit_clauses or rule.minimum_clauses
        return Refusal(Reason.BELOW_MINIMUM, said, clauses, left, limit.minimum)
    return _not_payable(rules, wager, left)


def side_totals(rules: HouseRules, stakes: Stakes, place: int | None) -> dict[Hand, Units]:
    """What lies on each hand, at one place or (None) on the whole table."""
    totals: dict[Hand, Units] = {Hand.PLAYER: 0, Hand.BANKER: 0}
    for (_, where, wager), stake in stakes.items():
        hand = rules.wagers[wager].kind.hand
        if hand is not None and place in (None, where):
            totals[hand] += stake
    return totals


def over_differential(rules: HouseRules, stakes: Stakes) -> bool:
    """Whether stakes pass the Differential, where the table has one."""
    limit = rules.settings.differential
    if limit is None or rules.book.conduct.betting.differential is None:
        return False
    totals = [side_totals(rules, stakes, place) for place in differential_places(rules, stakes)]
    return any(abs(each[Hand.BANKER] - each[Hand.PLAYER]) > limit for each in totals)


def _over_table(rules: HouseRules, rule: DifferentialRule) -> bool:
    return rule.scope is Scope.TABLE or rules.settings.differential_over_table


def differential_places(rules: HouseRules, stakes: Stakes) -> tuple[int | None, ...]:
    """Over what the Differential is taken: each place with stakes, or the table as a whole."""
    rule = rules.book.conduct.betting.differential
    assert rule is not None
    if _over_table(rules, rule):
        return (None,)
    return tuple(dict.fromkeys(place for _, place, _ in stakes))


def within_differential(
    rules: HouseRules, table: Table, stakes: Stakes, key: StakeKey, amount: Units
) -> tuple[e.Event, ...] | Refusal:
    """Room for a stake: some may have to be made by standing patrons for a seated one."""
    rule, limit = rules.book.conduct.betting.differential, rules.settings.differential
    hand = rules.wagers[key[2]].kind.hand
    if rule is None or limit is None or hand is None:
        return ()
    place = None if _over_table(rules, rule) else key[1]
    totals = side_totals(rules, stakes, place)
    room = limit - (totals[hand] - totals[hand.other])
    if amount <= room:
        return ()
    displaced: list[e.Event] = []
    if place is not None and table.patrons[key[0]].place == place:
        missing = amount - room
        for other, stake in reversed(stakes.items()):
            standing = table.patrons[other[0]].place != key[1]
            if missing > 0 and standing and other[1:] == key[1:]:
                given = min(stake, missing)
                missing -= given
                displaced += given_up(rules, other, stake, given, rule.excess_clauses)
        if missing <= 0:
            return tuple(displaced)
        room = amount - missing
    show = rules.settings.currency.show
    said = say(
        "refused.differential", amount=show(amount), limit=show(limit), most=show(max(room, 0))
    )
    return Refusal(Reason.OVER_DIFFERENTIAL, said, rule.excess_clauses, amount, max(room, 0))


def given_up(
    rules: HouseRules, key: StakeKey, stake: Units, amount: Units, clauses: Clauses
) -> tuple[e.Event, ...]:
    """A part of a stake goes back; a patron whose rest is below the minimum is told so."""
    back = taken(key, amount, "table", clauses)
    if not 0 < stake - amount < rules.settings.limit(rules.wagers[key[2]]).minimum:
        return (back,)
    told = rules.book.conduct.betting.minimum_clauses
    return back, e.PatronWarned(patron=key[0], place=key[1], wager=key[2], clauses=told)


def round_down_to_payable(rules: HouseRules, wager: Wager, share: Fraction) -> Units:
    """A share brought down to a whole unit, and to one that can be paid exactly where ordered."""
    whole = share.__floor__()
    if not rules.book.conduct.betting.payable_clauses or wager.commission is None:
        return whole
    return payable_part(whole, wager.commission, rules.settings.chips)
