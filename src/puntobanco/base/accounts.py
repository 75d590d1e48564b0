"""Double entry: money never appears, it only moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, NewType

from puntobanco.base.money import Units

Account = NewType("Account", str)
"""An account's name, such as `float` or `rack:3`."""


class Posting(NamedTuple):
    """An amount added to one account; a negative amount is taken from it."""

    account: Account
    amount: Units


def transfer(amount: Units, *, source: Account, target: Account) -> tuple[Posting, ...]:
    """The two postings that move an amount; none when there is nothing to move."""
    assert amount >= 0, f"a transfer of {amount} would flow backwards"
    return (Posting(source, -amount), Posting(target, amount)) if amount else ()


def is_balanced(postings: Iterable[Posting]) -> bool:
    """Whether postings sum to zero, as those of every event must.

    >>> is_balanced(transfer(5, source=Account("cage"), target=Account("rack:1")))
    True
    """
    return sum(posting.amount for posting in postings) == 0


@dataclass
class Ledger:
    """Balances, folded from postings that balance."""

    balances: Counter[Account] = field(default_factory=Counter)

    def post(self, postings: Iterable[Posting]) -> None:
        """Book one event's postings, which must sum to zero."""
        booked = tuple(postings)
        assert is_balanced(booked), f"postings do not balance: {booked}"
        for posting in booked:
            self.balances[posting.account] += posting.amount

    def balance(self, account: Account) -> Units:
        """What an account holds."""
        return self.balances[account]
