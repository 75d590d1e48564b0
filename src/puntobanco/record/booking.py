"""What events of any log move, and which accounts cannot be overdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puntobanco.base.accounts import Posting
from puntobanco.house.postings import BALANCE, account_postings
from puntobanco.play.postings import FELT, postings
from puntobanco.record.logs import LogKind


def _nothing(event: object) -> tuple[Posting, ...]:
    return ()


POSTINGS: dict[LogKind, Callable[[Any], tuple[Posting, ...]]] = {
    "table": postings,
    "account": account_postings,
    "shoe": _nothing,
    "house": _nothing,
}
"""What turns the events of each kind of log into money."""


def must_not_be_negative(account: str) -> bool:
    """Whether an account holds what lies there, chips or a person's money: nobody owes it."""
    return account in (FELT, BALANCE) or account.startswith("rack:")
