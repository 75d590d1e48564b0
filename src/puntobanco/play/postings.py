"""The only place where an event becomes money."""

from __future__ import annotations

from puntobanco.base.accounts import Account, Posting, transfer
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.rules.settlement import Result

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
    match event:
        case e.ChipsBought():
            return transfer(event.amount, source=CAGE, target=rack(event.patron))
        case e.ChipsCashed():
            return transfer(event.amount, source=rack(event.patron), target=CAGE)
        case e.StakePlaced() | e.AntePlaced():
            return transfer(event.amount, source=rack(event.patron), target=FELT)
        case e.StakeTaken() | e.StakeReduced() | e.AnteReturned():
            return transfer(event.amount, source=FELT, target=rack(event.patron))
        case e.AnteCollected():
            return transfer(event.amount, source=FELT, target=ANTE)
        case e.AnteReversed():
            return transfer(event.amount, source=ANTE, target=FELT)
        case e.StakeSettled():
            return _settled(event)
        case e.SettlementReversed():
            return tuple(Posting(each.account, -each.amount) for each in _settled(event))
        case _:
            return ()


def _settled(line: e.StakeSettled | e.SettlementReversed) -> tuple[Posting, ...]:
    if line.result is Result.LOSE:
        return transfer(line.stake, source=FELT, target=FLOAT)
    home = FELT if line.stays else rack(line.patron)
    back = () if line.stays else transfer(line.stake, source=FELT, target=home)
    return (
        *back,
        *_paid(line.profit, rack(line.patron)),
        *_paid(line.commission, COMMISSION),
        *_paid(line.breakage, BREAKAGE),
    )


def _paid(amount: Units, target: Account) -> tuple[Posting, ...]:
    if amount < 0:  # rounding up gives a patron more than was due
        return transfer(-amount, source=target, target=FLOAT)
    return transfer(amount, source=FLOAT, target=target)
