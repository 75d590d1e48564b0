"""The only place where an event becomes money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puntobanco.base.accounts import Account, Posting, transfer
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.rules.wagers import Result

CAGE = Account("cage")
FELT = Account("felt")
FLOAT = Account("float")
COMMISSION = Account("commission")
ANTE = Account("ante")
BREAKAGE = Account("breakage")


def rack(patron: str) -> Account:
    """The account of the chips before a patron."""
    return Account(f"rack:{patron}")


def postings(event: e.Event) -> tuple[Posting, ...]:
    """What an event moves between accounts; always sums to zero."""
    moves = _MOVES.get(type(event))
    return () if moves is None else moves(event)


def _bought(event: e.ChipsBought) -> tuple[Posting, ...]:
    return transfer(event.amount, source=CAGE, target=rack(event.patron))


def _cashed(event: e.ChipsCashed) -> tuple[Posting, ...]:
    return transfer(event.amount, source=rack(event.patron), target=CAGE)


def _laid(event: e.StakePlaced | e.LateStakeLaid | e.AntePlaced) -> tuple[Posting, ...]:
    return transfer(event.amount, source=rack(event.patron), target=FELT)


def _handed_back(event: e.StakeTaken | e.StakeReduced | e.AnteReturned) -> tuple[Posting, ...]:
    return transfer(event.amount, source=FELT, target=rack(event.patron))


def _collected(event: e.AnteCollected) -> tuple[Posting, ...]:
    return transfer(event.amount, source=FELT, target=ANTE)


def _commission(event: e.CommissionCollected) -> tuple[Posting, ...]:
    return transfer(event.amount, source=rack(event.patron), target=COMMISSION)


def _put_back(event: e.AnteReversed) -> tuple[Posting, ...]:
    return transfer(event.amount, source=ANTE, target=FELT)


def _reversed(event: e.SettlementReversed) -> tuple[Posting, ...]:
    return (
        *(Posting(each.account, -each.amount) for each in _settled(event)),
        *transfer(event.taken_back, source=rack(event.patron), target=FELT),
    )


def _commission_back(event: e.CommissionReturned) -> tuple[Posting, ...]:
    return transfer(event.amount, source=COMMISSION, target=rack(event.patron))


def _settled(line: e.StakeSettled | e.SettlementReversed) -> tuple[Posting, ...]:
    if line.result is Result.LOSE:
        return transfer(line.stake, source=FELT, target=FLOAT)
    home = rack(line.patron)
    back = () if line.stays else transfer(line.stake, source=FELT, target=home)
    return (
        *back,
        *_paid(line.profit, home),
        *_paid(line.commission, COMMISSION),
        *_paid(line.breakage, BREAKAGE),
    )


def _paid(amount: Units, target: Account) -> tuple[Posting, ...]:
    if amount < 0:  # rounding up gives a patron more than was due
        return transfer(-amount, source=target, target=FLOAT)
    return transfer(amount, source=FLOAT, target=target)


_MOVES: dict[type[Any], Callable[[Any], tuple[Posting, ...]]] = {
    e.ChipsBought: _bought,
    e.ChipsCashed: _cashed,
    e.StakePlaced: _laid,
    e.LateStakeLaid: _laid,
    e.AntePlaced: _laid,
    e.StakeTaken: _handed_back,
    e.StakeReduced: _handed_back,
    e.AnteReturned: _handed_back,
    e.CommissionCollected: _commission,
    e.CommissionReturned: _commission_back,
    e.AnteCollected: _collected,
    e.AnteReversed: _put_back,
    e.StakeSettled: _settled,
    e.SettlementReversed: _reversed,
}
