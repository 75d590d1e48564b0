"""Kinds of logs, the events they hold, and the money of an account."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from puntobanco.fair.events import ShoeEvent
from puntobanco.house import events as h
from puntobanco.house.postings import account_postings
from puntobanco.notation.codec import AnyEvent, decode_event, decode_table_event, encode
from puntobanco.play.events import PatronCame
from puntobanco.record.logs import (
    HOUSE_LOG,
    account_log,
    belongs_to,
    in_words,
    kind_of,
    owner_of,
    shoe_log,
)


def test_no_two_events_have_one_tag_and_each_belongs_to_one_kind_of_log() -> None:
    kinds = get_args(AnyEvent)
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags) > 90
    tables = len(kinds) - sum(len(get_args(e)) for e in (ShoeEvent, h.AccountEvent, h.HouseEvent))
    assert tables > 60


def test_events_of_every_kind_read_back() -> None:
    for event in (
        PatronCame(patron="Ann"),
        h.AccountOpened(account="Ann"),
        h.PersonAdded(person="Ann", by="boss"),
    ):
        assert decode_event(encode(event)) == event
    assert decode_table_event(encode(PatronCame(patron="Ann"))) == PatronCame(patron="Ann")
    with pytest.raises(msgspec.ValidationError):
        decode_table_event(encode(h.AccountOpened(account="Ann")))


@pytest.mark.parametrize(
    ("log", "kind", "owner", "words"),
    [
        ("T1", "table", "T1", "table T1"),
        (shoe_log("T1"), "shoe", "T1", "shoe T1"),
        (account_log("Ann"), "account", "Ann", "account Ann"),
        (account_log("shoe:x"), "account", "shoe:x", "account shoe:x"),
        (HOUSE_LOG, "house", "house", "the house"),
    ],
)
def test_a_name_says_which_log_it_is(log: str, kind: str, owner: str, words: str) -> None:
    assert (kind_of(log), owner_of(log), in_words(log)) == (kind, owner, words)


def test_an_event_says_into_which_kind_of_log_it_goes() -> None:
    assert belongs_to(PatronCame(patron="Ann")) == "table"
    assert belongs_to(h.AccountOpened(account="Ann")) == "account"
    assert belongs_to(h.PersonAdded(person="Ann", by="boss")) == "house"


RIGHT = {"by": "boss", "second": "other", "reason": "miscounted"}


@pytest.mark.parametrize(
    ("event", "moved"),
    [
        (h.AccountOpened(account="Ann"), {}),
        (h.MoneyPaidIn(account="Ann", amount=5, by="c"), {"outside": -5, "balance": 5}),
        (h.MoneyPaidOut(account="Ann", amount=5, by="c"), {"outside": 5, "balance": -5}),
        (h.MoneyToTable(account="Ann", table="T1", amount=5), {"tables": 5, "balance": -5}),
        (h.MoneyFromTable(account="Ann", table="T1", amount=5), {"tables": -5, "balance": 5}),
        (h.BalanceAdjusted(account="Ann", amount=5, **RIGHT), {"adjustments": -5, "balance": 5}),
        (h.BalanceAdjusted(account="Ann", amount=-5, **RIGHT), {"adjustments": 5, "balance": -5}),
        (h.LimitSet(account="Ann", limit="loss", amount=5, holds_from=1), {}),
        (h.PlayBegan(account="Ann", table="T1"), {}),
    ],
)
def test_what_an_account_event_moves(event: h.AccountEvent, moved: dict[str, int]) -> None:
    booked = account_postings(event)
    assert {each.account: each.amount for each in booked} == moved
    assert sum(each.amount for each in booked) == 0


def test_a_negative_amount_cannot_be_paid() -> None:
    with pytest.raises(AssertionError):
        account_postings(h.MoneyPaidOut(account="Ann", amount=-5, by="c"))
