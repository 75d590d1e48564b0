"""Paying exactly in chips: which amounts the denominations in use can make.

NZ 5.12 refuses a Banker stake whose net win cannot be paid exactly; NZ 5.13 plays the greatest
part that can. "Can be paid" means a whole number of each denomination, not mere divisibility.
"""

from __future__ import annotations

import heapq
from functools import cache

from puntobanco.base.money import Payoff, Units


@cache
def _least_by_remainder(chips: tuple[Units, ...]) -> tuple[Units | None, ...]:
    """For each remainder by the smallest chip, the least amount payable with that remainder."""
    smallest = chips[0]
    least: list[Units | None] = [None] * smallest
    waiting: list[Units] = [0]
    while waiting:
        amount = heapq.heappop(waiting)
        if least[amount % smallest] is not None:
            continue
        least[amount % smallest] = amount
        for chip in chips[1:]:
            heapq.heappush(waiting, amount + chip)
    return tuple(least)


def can_be_made(amount: Units, chips: tuple[Units, ...]) -> bool:
    """Whether chips of these denominations, smallest first, make the amount.

    >>> can_be_made(300, (200, 500)), can_be_made(900, (200, 500))
    (False, True)
    """
    least = _least_by_remainder(chips)[amount % chips[0]]
    return least is not None and amount >= least


def is_payable(stake: Units, commission: Payoff, chips: tuple[Units, ...]) -> bool:
    """Whether an even-money win less commission could be paid exactly in chips."""
    kept, rest = divmod(stake * commission.gain, commission.stake)
    return rest == 0 and can_be_made(stake - kept, chips)


def payable_part(stake: Units, commission: Payoff, chips: tuple[Units, ...]) -> Units:
    """The greatest part of a stake, itself made of chips, whose net win could be paid exactly.

    >>> payable_part(3000, Payoff(1, 20), (100,)), payable_part(1000, Payoff(1, 20), (100,))
    (2000, 0)
    """
    return next(
        part
        for part in range(stake, -1, -1)
        if part == 0 or (can_be_made(part, chips) and is_payable(part, commission, chips))
    )
