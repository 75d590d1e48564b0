"""Tables and accounts laid side by side: what one of them did not book, both verifiers find."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.fair.events import ShoeCut
from puntobanco.house import events as h
from puntobanco.house.postings import _MOVES, account_postings
from puntobanco.notation.codec import encode
from puntobanco.play.events import ChipsBought, PatronCame
from puntobanco.record import second_verifier
from puntobanco.record.audit import Audit, audit_lines
from puntobanco.record.envelope import Head, read_line, seal
from puntobanco.record.group import StoredState, plan, prepare
from puntobanco.record.logs import account_log
from puntobanco.record.signing import is_signed
from puntobanco.record.transfer import FIRST_LINE, End, _Answers, _encode, _Ends
from puntobanco.record.verify import Verifier
from tests.record.houses import House
from tests.record.logs import Ticking

ANN, BEN = account_log("Ann"), account_log("Ben")
Change = Callable[[str, dict[str, Any]], bool]


def lines_of(house: House) -> list[str]:
    """The exported form of a house, without any store."""
    group = [prepare(*bundle) for bundle in house.bundles]
    made = plan(group, StoredState({}, {}, {}), Ticking()())
    assert all(isinstance(each, list) for each in made.outcomes), made.outcomes
    ends = {name: (head.sequence, head.hash) for name, head in made.rows.heads.items()}
    return [
        FIRST_LINE,
        *(each.line for each in made.rows.events),
        *(_encode(_Answers(each)).decode() for each in made.rows.answers),
        _encode(_Ends(End(ends))).decode(),
    ]


def rewritten(lines: list[str], change: Change) -> list[str]:
    """Everything sealed anew with events changed, or left out where the change says so."""
    heads: dict[str, Head] = {}
    out = []
    for line in lines:
        if '"event":{' not in line:
            out.append(line)
            continue
        envelope = read_line(line).envelope
        event = json.loads(bytes(envelope.event))
        if not change(envelope.table, event):
            continue
        head = heads.get(envelope.table, Head())
        raw = msgspec.Raw(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode())
        sealed = replace(envelope, sequence=head.sequence + 1, previous=head.hash, event=raw)
        kept, heads[envelope.table] = seal(head, sealed)
        out.append(kept.line)
    ends = {name: (head.sequence, head.hash) for name, head in heads.items()}
    out[-1] = _encode(_Ends(End(ends))).decode()
    return out


def audit(lines: list[str]) -> Audit:
    return audit_lines(lines, Verifier(is_signed))


def said(lines: list[str]) -> tuple[list[str], list[str]]:
    """What each verifier finds, answers that were moved aside not counted."""
    done = audit(lines)
    first = [str(each) for each in done.verifier.findings]
    return [each for each in first if "answer" not in each], done.second.problems


LINES = lines_of(House().opened().rest())


def test_a_sound_house_passes_both() -> None:
    done = audit(LINES)
    assert done.findings == []
    balances = done.verifier.balances
    tables = sum(amount for (log, name), amount in balances.items() if name == "tables")
    assert tables == 1000 == -balances["T1", "cage"]


def test_a_table_alone_or_accounts_alone_have_nothing_to_compare() -> None:
    for logs in ({"T1"}, {ANN}, {ANN, BEN, "house"}, {"T1", "shoe:T1", "house"}):
        some = rewritten(
            [line for line in LINES if not line.startswith('{"answered"')],
            lambda log, event, logs=logs: log in logs,  # type: ignore[misc]
        )
        first, second = said(some)
        assert (first, second) == ([], [])


def test_money_that_did_not_leave_the_account_is_found_by_both() -> None:
    first, second = said(
        rewritten(LINES, lambda log, event: (log, event["event"]) != (BEN, "money-to-table"))
    )
    assert first == [
        "table T1, event 4: request buy-2 moves 600 to table T1, but no account did",
        "table T1: the cage has -1000, but the accounts have 400 there",
    ]
    assert second == [
        "table T1, request buy-2: chips [600], but accounts []",
        "table T1: -1000 in the cage, but 400 in the accounts",
    ]


def test_a_changed_amount_is_found_by_both() -> None:
    def less(log: str, event: dict[str, Any]) -> bool:
        if (log, event["event"]) == (ANN, "money-from-table"):
            event["amount"] = 700
        return True

    first, second = said(rewritten(LINES, less))
    assert first == [
        "table T1, event 6: request cash-1 moves 500 from table T1, but no account did",
        "account Ann, event 5: request cash-1 moves 700 from table T1, but the table did not",
        "table T1: the cage has -1000, but the accounts have 800 there",
    ]
    assert second == [
        "table T1, request cash-1: chips [-500], but accounts [-700]",
        "table T1: -1000 in the cage, but 800 in the accounts",
    ]


def test_amounts_that_only_agree_in_sum_are_found_by_both() -> None:
    def swapped(log: str, event: dict[str, Any]) -> bool:
        if (log, event["event"]) == (ANN, "money-to-table"):
            event["amount"] = 900 - event["amount"]
        return True

    first, second = said(rewritten(LINES, swapped))
    assert len(first) == 4
    assert len(second) == 2
    assert all("request buy-" in each for each in [*first, *second])


def test_chips_that_came_from_no_account_are_found_by_both() -> None:
    house = House().opened().rest()
    house.do("gift", {"T1": [ChipsBought(patron="Ann", amount=7)]})
    first, second = said(lines_of(house))
    assert "request gift moves 7 to table T1, but no account did" in first[0]
    assert "request gift: chips [7], but accounts []" in second[0]


def test_money_at_a_table_that_is_not_there_is_found_by_both() -> None:
    house = House().opened().rest()
    house.do("lost", {BEN: [h.MoneyToTable(account="Ben", table="T7", amount=9)]})
    first, second = said(lines_of(house))
    assert first[0].endswith("request lost moves 9 to table T7, but the table did not")
    assert first[1] == "table T7: the cage has 0, but the accounts have 9 there"
    assert second == [
        "table T7, request lost: chips [], but accounts [9]",
        "table T7: 0 in the cage, but 9 in the accounts",
    ]


def test_a_balance_below_nothing_is_found_by_both() -> None:
    def more(log: str, event: dict[str, Any]) -> bool:
        if event["event"] == "money-paid-out":
            event["amount"] = 601
        return True

    first, second = said(rewritten(LINES, more))
    assert first == ["account Ann, event 6: takes more from balance than lies there"]
    assert second == ["account Ann, event 6: balance falls to -1"]


def test_a_negative_payment_is_found_by_both() -> None:
    def negative(log: str, event: dict[str, Any]) -> bool:
        if event["event"] == "money-paid-out":
            event["amount"] = -5
        return True

    done = audit(rewritten(LINES, negative))
    first = [str(each) for each in done.verifier.findings]
    assert "account Ann, event 6: moves money that cannot be moved" in first[0]
    assert done.second.problems == ["account Ann, event 6: money-paid-out moves -5"]


@pytest.mark.parametrize(
    ("log", "event", "sentence", "problem"),
    [
        (ANN, h.MoneyPaidIn(account="Ben", amount=5, by="c"), "concerns the account of Ben", "Ben"),
        ("T1", h.MoneyPaidIn(account="Ann", amount=5, by="c"), "of kind account", "no place"),
        ("house", ChipsBought(patron="Ann", amount=5), "of kind table", "where there is none"),
        ("shoe:T1", h.MoneyPaidIn(account="Ann", amount=5, by="c"), "of kind account", "is none"),
    ],
)
def test_an_event_in_a_log_where_it_does_not_belong_is_found_by_both(
    log: str, event: Any, sentence: str, problem: str
) -> None:
    done: list[str] = []

    def forge(name: str, body: dict[str, Any]) -> bool:
        if name == log and not done:
            done.append(name)
            body.clear()
            body.update(json.loads(encode(event)))
        return True

    first, second = said(rewritten(LINES, forge))
    assert sentence in first[0]
    assert any(problem in each for each in second)


def test_other_events_of_the_house_are_chained_and_move_nothing() -> None:
    house = House().opened()
    house.do("again", {"shoe:T1": [ShoeCut(shoe=1, position=8, by="dealer")]})
    house.do("come", {"T2": [PatronCame(patron="Ann")]})
    lines = lines_of(house)
    assert audit(lines).findings == []
    place = next(n for n, line in enumerate(lines) if '"position":8' in line)
    changed = [*lines]
    changed[place] = changed[place].replace('"position":8', '"position":9')
    first, second = said(changed)
    assert first[0].startswith("shoe T1, event 3: was changed")
    assert second == ["shoe T1, event 3: content and hash do not fit"]


def test_the_second_verifier_knows_every_account_event_that_moves_money() -> None:
    moving = {kind.__struct_config__.tag for kind in _MOVES}
    assert moving == set(second_verifier.ACCOUNT_MONEY)


@pytest.mark.parametrize("amount", [5, -5])
def test_both_verifiers_adjust_the_same(amount: int) -> None:
    event = h.BalanceAdjusted(account="Ann", amount=amount, by="a", second="b", reason="c")
    check = second_verifier.AccountCheck("Ann")
    list(check.take({"event": json.loads(encode(event))}))
    assert check.money == {each.account: each.amount for each in account_postings(event)}
