"""Stakes that are cut, refused or voided, the Ante, and small rules of the shoe and the roles.

All amounts are ints in the smallest unit of money; what is scaled is rounded down to it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor, gcd

from .game import burn_value

MAIN_OUTCOMES = ("player", "banker", "tie")


def pro_rata(heavy: Sequence[int], light_total: int, limit: int, minimum: int) -> list[int]:
    """Return what each stake on the heavier side plays for under RWS 5.1.1 and 5.1.2.

    The side shrinks to the lighter side plus the limit. A stake laid under the minimum plays in
    full and counts; no other stake falls under the minimum, even if the limit then stays exceeded.
    """
    target = light_total + limit
    if sum(heavy) <= target:
        return list(heavy)
    plays = {place: stake for place, stake in enumerate(heavy) if stake < minimum}
    while len(plays) < len(heavy):
        scaled = [place for place in range(len(heavy)) if place not in plays]
        room = target - sum(plays.values())
        factor = Fraction(room, sum(heavy[place] for place in scaled))
        shares = {place: heavy[place] * factor for place in scaled}
        floored = [place for place in scaled if shares[place] < minimum]
        if floored:
            plays.update(dict.fromkeys(floored, minimum))
        else:
            plays.update({place: floor(share) for place, share in shares.items()})
    return [plays[place] for place in range(len(heavy))]


def reduce_box(
    player: Sequence[int], banker: Sequence[int], limit: int, minimum: int
) -> tuple[list[int], list[int]]:
    """Apply RWS 5.1.1 and 5.1.2 to the Player and Banker stakes found in one box at close."""
    if sum(player) > sum(banker):
        return pro_rata(player, sum(banker), limit, minimum), list(banker)
    return list(player), pro_rata(banker, sum(player), limit, minimum)


def seated_first(heavy: Sequence[tuple[bool, int]], light_total: int, limit: int) -> list[int]:
    """Return the accepted part of each (seated, amount) on the heavier side under RWS 5.1.

    Applies before the close: Seated Players fill the room first, then Standing Players, each
    group in the order given.
    """
    room = light_total + limit
    accepted = [0] * len(heavy)
    for group in (True, False):
        for place, (seated, amount) in enumerate(heavy):
            if seated == group:
                accepted[place] = min(amount, room)
                room -= accepted[place]
    return accepted


def chip_sums(limit: int, denominations: Sequence[int]) -> list[bool]:
    """Tell for every amount from 0 to the limit whether chips can make it exactly."""
    can = [True] + [False] * limit
    for amount in range(1, limit + 1):
        can[amount] = any(amount >= chip and can[amount - chip] for chip in denominations)
    return can


def is_payable(amount: Fraction | int, denominations: Sequence[int]) -> bool:
    """Tell whether an amount is a whole-number mix of the chip denominations."""
    step = gcd(*denominations)
    steps = Fraction(amount) / step
    if steps < 0 or steps.denominator != 1:
        return False
    return chip_sums(int(steps), [chip // step for chip in denominations])[int(steps)]


def banker_acceptable(stake: int, denominations: Sequence[int]) -> bool:
    """Tell whether NZ 5.12 lets a Banker wager in: 95% of it must be payable in chips."""
    return is_payable(Fraction(stake * 95, 100), denominations)


def largest_payable(stake: Fraction | int, denominations: Sequence[int]) -> int:
    """Return the greatest Banker stake not above `stake` that chips can make and 5.12 accepts."""
    step = gcd(*denominations)
    can = chip_sums(floor(Fraction(stake) / step), [chip // step for chip in denominations])
    for steps in range(len(can) - 1, -1, -1):
        net, left = divmod(steps * 95, 100)
        if can[steps] and left == 0 and can[net]:
            return steps * step
    raise AssertionError("nought is always payable")


def valid_part(stake: int, denominations: Sequence[int]) -> int:
    """Return the part of an accepted Banker wager that plays under NZ 5.13; the rest is Void."""
    if banker_acceptable(stake, denominations):
        return stake
    return largest_payable(stake, denominations)


def reduce_table(
    player: Sequence[int],
    banker: Sequence[int],
    limit: int,
    *,
    commission: bool,
    denominations: Sequence[int] = (1,),
) -> tuple[list[int], list[int]]:
    """Cut the heavier hand pro rata to the maximum Table Differential, NZ 5.18.

    With commission, a reduced Banker wager is rounded down to one that can be paid exactly.
    """
    light, heavy = sorted((sum(player), sum(banker)))
    if heavy - light <= limit:
        return list(player), list(banker)
    factor = Fraction(light + limit, heavy)
    if sum(player) > sum(banker):
        return [floor(stake * factor) for stake in player], list(banker)
    if commission:
        return list(player), [largest_payable(stake * factor, denominations) for stake in banker]
    return list(player), [floor(stake * factor) for stake in banker]


def ante_allowed(ante: int, table_minimum: int) -> bool:
    """Tell whether an Ante is at most 12.5% of the table minimum."""
    return ante * 1000 <= table_minimum * 125


def ante_owed(stakes: Mapping[str, int], ante: int, waiver: int | None) -> int:
    """Return the Ante one bettor owes for a coup (NZ 14.3 to 14.5), given stakes by wager name.

    One Ante per bettor; none without a main wager, nor when the bettor's total on one main
    outcome reaches the waiver value.
    """
    largest = max(stakes.get(outcome, 0) for outcome in MAIN_OUTCOMES)
    if largest == 0 or (waiver is not None and largest >= waiver):
        return 0
    return ante


def ante_net(profits: Mapping[str, Fraction], owed: int, laid: int, *, void: bool) -> Fraction:
    """Return a bettor's net result of a coup with the Ante (NZ 14.6, 14.7).

    A void coup returns Ante and wagers; a required Ante that is missing voids the wagers, side
    wagers included.
    """
    if void or laid < owed:
        return Fraction(0)
    return sum(profits.values(), Fraction(0)) - owed


def offer_order(wagers: Sequence[tuple[int | None, int]]) -> list[int]:
    """Return the seats in the order in which a hand's cards are offered (NZ 8.9, 8.10).

    Each wager on that hand is (seat, amount), with no seat for a standing bettor, who is never
    asked. The highest total comes first; among equals the lowest seat.
    """
    totals: dict[int, int] = {}
    for seat, amount in wagers:
        if seat is not None:
            totals[seat] = totals.get(seat, 0) + amount
    return sorted((seat for seat in totals if totals[seat] > 0), key=lambda s: (-totals[s], s))


def burn_count(first_card: str, burn: str) -> int:
    """Return how many cards the burn of NZ 7.7 takes in all."""
    if burn == "one-card":
        return 1
    if burn == "by-value":
        return 1 + burn_value(first_card)
    raise ValueError(f"burn={burn} is not one of by-value, one-card.")


def cut_allowed(cards_in_front: int, cards: int) -> bool:
    """Tell whether the cutting card is at least one deck from either end (NZ 7.6)."""
    return cards_in_front >= 52 and cards - cards_in_front >= 52


def marker_allowed(cards_behind: int, cards: int) -> bool:
    """Tell whether the end marker is at least 20 cards from the back (NZ 7.6)."""
    return 20 <= cards_behind <= cards
