"""The house: names, roles that stay apart, tables, second persons and alerts."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.books import BOOKS
from puntobanco.house import approvals, people, tables
from puntobanco.house import events as e
from puntobanco.house import house as state
from puntobanco.house.account import DAY
from puntobanco.house.house import House, HouseEvents, evolve_house, roles_anywhere, roles_at
from puntobanco.house.names import RESERVED
from puntobanco.house.roles import DEVICES, Role, conflict
from puntobanco.rules.refusals import Reason, Refusal

POSTS = {post.name for book in BOOKS.values() for post in book.posts.ladder}


def after(house: House, outcome: HouseEvents | Refusal, time: int = 0) -> House:
    """The house after something that must have been accepted."""
    assert not isinstance(outcome, Refusal), outcome
    for event in outcome:
        house = evolve_house(house, event, time)
    return house


def why(outcome: HouseEvents | Refusal) -> Reason:
    """Why something was refused, which it must have been."""
    assert isinstance(outcome, Refusal), outcome
    assert outcome.sentence
    return outcome.reason


def new_table(name: str = "T1", **changes: object) -> e.TableAdded:
    """A table as an administrator would add it."""
    wanted = e.TableAdded(
        table=name,
        title="First",
        book="mbs",
        options={},
        settings={"player-minimum": "10"},
        cards="random",
        pace="clock",
        betting_seconds=20,
        by="root",
    )
    return msgspec.structs.replace(wanted, **changes)


def staffed() -> House:
    """A house with two tables and somebody in each role."""
    house = House()
    for name in ("T1", "T2"):
        house = after(house, tables.add_table(house, new_table(name)))
    for role in Role:
        name = f"one-{role.value}"
        is_device = role in DEVICES
        house = after(house, people.add_person(house, name, "root", POSTS, is_device=is_device))
        house = after(house, people.give_role(house, name, role.value, "*", "root"))
    house = after(house, people.add_person(house, "sue", "root", POSTS))
    return after(house, people.give_role(house, "sue", "supervisor", "T1", "root"))


HOUSE = staffed()

# --- people -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a", "Ann", "ann.b-2_c", "9", "x" * 32])
def test_a_good_name(name: str) -> None:
    house = after(House(), people.add_person(House(), name, "root", POSTS))
    assert not house.people[name].is_device
    assert roles_at(house, name, "*") == frozenset()


@pytest.mark.parametrize("name", ["", "x" * 33, "a b", "a:b", "*", "ä", ".", "-a", "a\n", "a/b"])
def test_a_bad_name(name: str) -> None:
    assert why(people.add_person(House(), name, "root", POSTS)) is Reason.BAD_NAME


@pytest.mark.parametrize("name", [*sorted(POSTS), *sorted(RESERVED), "Dealer", "HOUSE"])
def test_a_name_with_a_meaning_of_its_own(name: str) -> None:
    assert why(people.add_person(House(), name, "root", POSTS)) is Reason.NAME_TAKEN


def test_two_people_never_differ_by_capitals_only() -> None:
    house = after(House(), people.add_person(House(), "ann", "root", POSTS))
    for name in ("ann", "ANN"):
        assert why(people.add_person(house, name, "root", POSTS)) is Reason.NAME_TAKEN


def test_whoever_is_suspended_has_no_role_until_restored() -> None:
    assert roles_at(HOUSE, "sue", "T1") == {Role.SUPERVISOR}
    house = after(HOUSE, people.suspend(HOUSE, "sue", "root", "under inquiry"))
    assert roles_at(house, "sue", "T1") == roles_anywhere(house, "sue") == frozenset()
    assert why(people.suspend(house, "sue", "root", "again")) is Reason.ALREADY_SO
    assert why(people.restore(house, "sue", "sue")) is Reason.NOT_PERMITTED
    house = after(house, people.restore(house, "sue", "root"))
    assert roles_at(house, "sue", "T1") == {Role.SUPERVISOR}
    assert why(people.restore(house, "sue", "root")) is Reason.ALREADY_SO
    assert why(people.suspend(house, "sue", "root", "")) is Reason.NEEDS_REASON


def test_somebody_unknown_has_no_role_and_gets_none() -> None:
    assert roles_at(HOUSE, "zoe", "T1") == roles_anywhere(HOUSE, "zoe") == frozenset()
    for outcome in (
        people.suspend(HOUSE, "zoe", "root", "why not"),
        people.restore(HOUSE, "zoe", "root"),
        people.give_role(HOUSE, "zoe", "dealer", "*", "root"),
        people.take_role(HOUSE, "zoe", "dealer", "*", "root"),
    ):
        assert why(outcome) is Reason.UNKNOWN_PERSON


def test_secrets_are_made_for_whom_they_fit_and_the_log_says_by_whom() -> None:
    made = people.make_password(HOUSE, "sue", "root")
    assert made == (e.PasswordMade(person="sue", by="root"),)
    assert after(HOUSE, made) == HOUSE
    assert people.make_token(HOUSE, "one-sign", "root") == (
        e.TokenMade(person="one-sign", by="root"),
    )
    for person in ("sue", "one-sign"):
        ended = people.end_tokens(HOUSE, person, "root")
        assert ended == (e.TokensEnded(person=person, by="root"),)
    assert why(people.make_password(HOUSE, "one-sign", "root")) is Reason.NOT_A_PERSON
    assert why(people.make_token(HOUSE, "sue", "root")) is Reason.NOT_A_DEVICE
    for secret in (people.make_password, people.make_token, people.end_tokens):
        assert why(secret(HOUSE, "nobody", "root")) is Reason.UNKNOWN_PERSON


# --- roles ------------------------------------------------------------------------------------


def test_a_role_counts_at_its_table_and_everywhere_only_if_given_so() -> None:
    assert roles_at(HOUSE, "sue", "T2") == roles_at(HOUSE, "sue", "*") == frozenset()
    assert roles_anywhere(HOUSE, "sue") == {Role.SUPERVISOR}
    assert roles_at(HOUSE, "one-dealer", "T2") == roles_at(HOUSE, "one-dealer", "*")


@pytest.mark.parametrize("held", Role)
@pytest.mark.parametrize("wanted", Role)
@pytest.mark.parametrize("table", ["*", "T1"])
def test_duties_stay_apart_at_whatever_table(held: Role, wanted: Role, table: str) -> None:
    outcome = people.give_role(HOUSE, f"one-{held.value}", wanted.value, table, "root")
    if held is wanted and table == "*":
        assert why(outcome) is Reason.ALREADY_SO
    elif (held in DEVICES) != (wanted in DEVICES) or conflict(frozenset({held, wanted})):
        assert why(outcome) is Reason.ROLES_CONFLICT
    else:
        house = after(HOUSE, outcome)
        assert roles_at(house, f"one-{held.value}", "T1") == {held, wanted}


@given(st.lists(st.tuples(st.sampled_from(Role), st.sampled_from(["*", "T1", "T2"])), max_size=12))
def test_no_order_of_giving_brings_duties_together(given_: list[tuple[Role, str]]) -> None:
    house = after(HOUSE, people.add_person(HOUSE, "ann", "root", POSTS))
    for role, table in given_:
        outcome = people.give_role(house, "ann", role.value, table, "root")
        house = house if isinstance(outcome, Refusal) else after(house, outcome)
        assert not conflict(roles_anywhere(house, "ann"))
        assert not roles_anywhere(house, "ann") & DEVICES


def test_a_role_is_given_by_somebody_else_for_a_table_there_is() -> None:
    assert why(people.give_role(HOUSE, "sue", "manager", "*", "sue")) is Reason.NOT_PERMITTED
    assert why(people.give_role(HOUSE, "sue", "manager", "T9", "root")) is Reason.UNKNOWN_TABLE
    assert why(people.give_role(HOUSE, "sue", "king", "*", "root")) is Reason.UNKNOWN_VALUE
    assert why(people.take_role(HOUSE, "sue", "king", "*", "root")) is Reason.UNKNOWN_VALUE


def test_a_role_is_taken_where_it_was_given() -> None:
    assert why(people.take_role(HOUSE, "sue", "supervisor", "*", "root")) is Reason.ALREADY_SO
    house = after(HOUSE, people.give_role(HOUSE, "sue", "supervisor", "T2", "root"))
    house = after(house, people.take_role(house, "sue", "supervisor", "T2", "root"))
    assert roles_at(house, "sue", "T1") == {Role.SUPERVISOR}
    house = after(house, people.take_role(house, "sue", "supervisor", "T1", "root"))
    assert roles_anywhere(house, "sue") == frozenset()
    after(house, people.give_role(house, "sue", "cashier", "*", "root"))


# --- tables -----------------------------------------------------------------------------------


def test_a_table_is_added_changed_stopped_and_released() -> None:
    house = after(House(), tables.add_table(House(), new_table()))
    change = e.TableChanged(
        table="T1", settings={}, betting_seconds=30, by="max", reason="a quiet night"
    )
    house = after(house, tables.change_table(house, change))
    assert (house.tables["T1"].settings, house.tables["T1"].betting_seconds) == ({}, 30)
    house = after(house, tables.stop_table(house, "T1", "sue", "a card is missing"))
    assert house.tables["T1"].stopped == "a card is missing"
    assert why(tables.stop_table(house, "T1", "sue", "again")) is Reason.ALREADY_SO
    assert why(tables.release_table(house, "T1", "max", "")) is Reason.NEEDS_REASON
    house = after(house, tables.release_table(house, "T1", "max", "it was found"))
    assert house.tables["T1"].stopped == ""
    assert why(tables.release_table(house, "T1", "max", "again")) is Reason.ALREADY_SO


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"table": "T2"}, Reason.NAME_TAKEN),
        ({"table": "house"}, Reason.NAME_TAKEN),
        ({"table": "shoe:T1"}, Reason.BAD_NAME),
        ({"cards": "marked"}, Reason.BAD_SETTING),
        ({"pace": "whim"}, Reason.BAD_SETTING),
        ({"betting_seconds": 0}, Reason.BAD_SETTING),
        ({"betting_seconds": -1, "pace": "dealer"}, Reason.BAD_SETTING),
        ({"betting_seconds": 601}, Reason.BAD_SETTING),
    ],
)
def test_a_table_that_is_not_added(changes: dict[str, object], reason: Reason) -> None:
    wanted = new_table("T3", **changes)
    assert why(tables.add_table(HOUSE, wanted)) is reason


def test_a_dealer_may_close_betting_without_a_clock() -> None:
    wanted = new_table("T3", pace="dealer", cards="physical", betting_seconds=0)
    house = after(HOUSE, tables.add_table(HOUSE, wanted))
    change = e.TableChanged(table="T3", settings={}, betting_seconds=0, by="max", reason="so")
    after(house, tables.change_table(house, change))
    on_clock = msgspec.structs.replace(change, table="T1")
    assert why(tables.change_table(house, on_clock)) is Reason.BAD_SETTING


def test_a_table_closes_and_calls_its_coups_again() -> None:
    closing = e.TableClosing(table="T1", by="sue", reason="the night is over")
    house = after(HOUSE, tables.close_table(HOUSE, closing))
    assert house.tables["T1"].closing == "the night is over"
    assert why(tables.close_table(house, closing)) is Reason.ALREADY_SO
    again = msgspec.structs.replace(closing, reason="guests came", lifted=True)
    assert why(tables.close_table(HOUSE, again)) is Reason.ALREADY_SO
    assert after(house, tables.close_table(house, again)).tables["T1"].closing == ""
    unsaid = msgspec.structs.replace(closing, reason="")
    assert why(tables.close_table(HOUSE, unsaid)) is Reason.NEEDS_REASON


def test_whoever_deals_is_known_with_the_time_and_hands_over_for_himself_alone() -> None:
    house = after(HOUSE, tables.hand_over(HOUSE, "T1", "dan", comes=True), 7)
    assert (house.tables["T1"].dealer, house.tables["T1"].dealer_since) == ("dan", 7)
    assert tables.hand_over(house, "T1", "dan", comes=True) == ()
    assert tables.hand_over(house, "T1", "eve", comes=False) == ()
    relieved = tables.hand_over(house, "T1", "eve", comes=True)
    assert relieved == (e.DealerCame(table="T1", dealer="eve", before="dan"),)
    house = after(house, relieved, 8)
    assert (house.tables["T1"].dealer, house.tables["T1"].dealer_since) == ("eve", 8)
    house = after(house, tables.hand_over(house, "T1", "eve", comes=False), 9)
    assert (house.tables["T1"].dealer, house.tables["T1"].dealer_since) == ("", 9)


def test_nothing_is_done_at_a_table_there_is_not() -> None:
    change = e.TableChanged(table="T9", settings={}, betting_seconds=9, by="max", reason="so")
    for outcome in (
        tables.change_table(HOUSE, change),
        tables.stop_table(HOUSE, "T9", "sue", "so"),
        tables.release_table(HOUSE, "T9", "sue", "so"),
        tables.close_table(HOUSE, e.TableClosing(table="T9", by="sue", reason="so")),
        tables.hand_over(HOUSE, "T9", "dan", comes=True),
        approvals.ask_approval(HOUSE, asked(table="T9")),
        approvals.raise_alert(HOUSE, alert(table="T9")),
    ):
        assert why(outcome) is Reason.UNKNOWN_TABLE


# --- a second person --------------------------------------------------------------------------


def asked(approval: str = "a1", table: str = "T1", **changes: object) -> e.ApprovalAsked:
    """Something that sue asks for."""
    wanted = e.ApprovalAsked(
        approval=approval,
        table=table,
        kind="request",
        body="{}",
        sentence="coup 7 would be void",
        reason="a card was exposed",
        by="sue",
    )
    return msgspec.structs.replace(wanted, **changes)


WAITING = after(HOUSE, approvals.ask_approval(HOUSE, asked()), time=100)


@pytest.mark.parametrize("role", Role)
def test_who_may_agree(role: Role) -> None:
    outcome = approvals.give_approval(WAITING, "a1", f"one-{role.value}", 101)
    if role in (Role.SUPERVISOR, Role.MANAGER, Role.SHIFT_MANAGER):
        house = after(WAITING, outcome)
        assert not house.approvals
        assert house.decided["a1"] == state.Decided(given=True, by=f"one-{role.value}")
    else:
        assert why(outcome) is Reason.NOT_PERMITTED


def test_nobody_agrees_with_himself_nor_unknown_nor_suspended() -> None:
    assert why(approvals.give_approval(WAITING, "a1", "sue", 101)) is Reason.NEEDS_SECOND_PERSON
    assert why(approvals.give_approval(WAITING, "a1", "zoe", 101)) is Reason.NOT_PERMITTED
    gone = after(WAITING, people.suspend(WAITING, "one-manager", "root", "on leave"))
    assert why(approvals.give_approval(gone, "a1", "one-manager", 101)) is Reason.NOT_PERMITTED


def test_a_supervisor_of_one_table_decides_about_that_table_only() -> None:
    house = HOUSE
    for name, table in (("b1", "T1"), ("b2", "T2"), ("b3", "")):
        wanted = asked(name, table, by="one-cashier", kind="adjustment")
        house = after(house, approvals.ask_approval(house, wanted))
    after(house, approvals.give_approval(house, "b1", "sue", 1))
    for name in ("b2", "b3"):
        assert why(approvals.give_approval(house, name, "sue", 1)) is Reason.NOT_PERMITTED


def test_an_approval_waits_a_day() -> None:
    assert WAITING.approvals["a1"].asked_at == 100
    after(WAITING, approvals.give_approval(WAITING, "a1", "one-manager", 99 + DAY))
    late = approvals.give_approval(WAITING, "a1", "one-manager", 100 + DAY)
    assert why(late) is Reason.STALE


def test_whoever_asked_takes_it_back_without_the_right_to_decide() -> None:
    wanted = asked("b1", "", by="one-cashier", kind="adjustment")
    house = after(HOUSE, approvals.ask_approval(HOUSE, wanted))
    house = after(house, approvals.refuse_approval(house, "b1", "one-cashier", "a mistake"))
    assert not house.decided["b1"].given


@pytest.mark.parametrize("by", ["sue", "one-manager"])
def test_an_approval_is_refused_or_taken_back_once(by: str) -> None:
    house = after(WAITING, approvals.refuse_approval(WAITING, "a1", by, "not needed"))
    assert house.decided["a1"] == state.Decided(given=False, by=by, reason="not needed")
    for outcome in (
        approvals.give_approval(house, "a1", "one-manager", 101),
        approvals.refuse_approval(house, "a1", by, "again"),
    ):
        assert why(outcome) is Reason.ALREADY_SO
    assert why(approvals.ask_approval(house, asked())) is Reason.NAME_TAKEN


def test_what_cannot_be_asked_or_refused() -> None:
    assert why(approvals.ask_approval(WAITING, asked())) is Reason.NAME_TAKEN
    assert why(approvals.ask_approval(HOUSE, asked(kind="holiday"))) is Reason.UNKNOWN_VALUE
    assert why(approvals.ask_approval(HOUSE, asked(reason=" "))) is Reason.NEEDS_REASON
    assert why(approvals.give_approval(HOUSE, "a9", "one-manager", 0)) is Reason.UNKNOWN_VALUE
    for by, reason, refused in (
        ("one-dealer", "no", Reason.NOT_PERMITTED),
        ("one-manager", "", Reason.NEEDS_REASON),
    ):
        assert why(approvals.refuse_approval(WAITING, "a1", by, reason)) is refused


# --- alerts -----------------------------------------------------------------------------------


def alert(name: str = "w1", table: str = "T1") -> e.AlertRaised:
    """Something to look at."""
    return e.AlertRaised(alert=name, table=table, kind="invariant", sentence="a card is missing")


@pytest.mark.parametrize("table", ["T1", ""])
def test_an_alert_stays_until_somebody_has_looked(table: str) -> None:
    house = after(HOUSE, approvals.raise_alert(HOUSE, alert(table=table)), time=7)
    assert house.alerts["w1"].raised_at == 7
    assert why(approvals.raise_alert(house, alert())) is Reason.NAME_TAKEN
    house = after(house, approvals.acknowledge(house, "w1", "sue"))
    assert (house.alerts, house.acknowledged) == ({}, {"w1": "sue"})
    assert why(approvals.acknowledge(house, "w1", "sue")) is Reason.ALREADY_SO
    assert why(approvals.raise_alert(house, alert())) is Reason.NAME_TAKEN
    assert why(approvals.acknowledge(house, "w9", "sue")) is Reason.UNKNOWN_VALUE


# --- everything together ----------------------------------------------------------------------


def test_every_event_of_the_house_is_folded() -> None:
    assert set(get_args(e.HouseEvent)) == set(state._STEPS)


def test_the_house_is_the_same_after_writing_and_reading_it() -> None:
    house = after(WAITING, approvals.raise_alert(WAITING, alert()))
    assert msgspec.json.decode(msgspec.json.encode(house), type=House) == house
