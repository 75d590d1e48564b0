"""What events of any log move, and which accounts cannot be overdrawn."""

from __future__ import annotations

from puntobanco.base.accounts import Posting
from puntobanco.house.postings import BALANCE, account_postings
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.postings import FELT, postings
from puntobanco.record.logs import is_account_event, is_table_event


def postings_of(event: AnyEvent) -> tuple[Posting, ...]:
    """What an event moves between the accounts of its log; nothing in a house's or a shoe's."""
    if is_table_event(event):
        return postings(event)
    return account_postings(event) if is_account_event(event) else ()


def must_not_be_negative(account: str) -> bool:
    """Whether an account holds what lies there, chips or a person's money: nobody owes it."""
    return account in (FELT, BALANCE) or account.startswith("rack:")
