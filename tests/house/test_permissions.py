"""The one permission table: every line, every role, and nothing beyond what was written out."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.books import BOOKS
from puntobanco.house.permissions import (
    PERMISSIONS,
    TABLE,
    Act,
    allowed,
    needs_second,
    permission_of,
)
from puntobanco.house.roles import DEVICES, GUESTS, RANKS, Role, conflict, post_of
from puntobanco.play import events as e
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request, RequestBase
from puntobanco.play.table import Table
from puntobanco.rules.wagers import Result

SHORT = {
    "pa": "patron",
    "no": "nominee",
    "de": "dealer",
    "su": "supervisor",
    "ma": "manager",
    "sh": "shift-manager",
    "ca": "cashier",
    "sv": "surveillance",
    "ad": "administrator",
    "sc": "scanner",
    "si": "sign",
}


def expected() -> dict[tuple[str, str], bool]:
    """By role and permission, as written out by hand."""
    page = (Path(__file__).parent / "permissions.txt").read_text("utf-8")
    header, *rows = [line.split() for line in page.splitlines() if not line.startswith("#")]
    assert len(rows) == len({row[0] for row in rows})
    cells = {}
    for permission, *marks in rows:
        assert set(marks) <= {"Y", "."}, permission
        for short, mark in zip(header, marks, strict=True):
            cells[SHORT[short], permission] = mark == "Y"
    return cells


EXPECTED = expected()


def test_every_permission_is_written_out_for_every_role() -> None:
    assert set(EXPECTED) == {(role.value, each) for role in Role for each in PERMISSIONS}


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_every_role_may_exactly_what_is_written_out(permission: str) -> None:
    for role in Role:
        assert allowed([role], permission) == EXPECTED[role.value, permission], role


def test_every_permission_is_decided_in_the_table_and_nothing_else_is() -> None:
    assert set(TABLE) == set(PERMISSIONS)
    assert len(PERMISSIONS) == len(set(PERMISSIONS))


def test_every_request_and_report_has_a_permission() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(Request)]
    assert [f"request:{tag}" for tag in tags] == [permission_of(k) for k in get_args(Request)]
    assert {permission_of(kind) for kind in get_args(Report)} <= set(TABLE)


def test_a_new_request_is_denied_until_somebody_decides() -> None:
    class Tip(RequestBase, frozen=True, kw_only=True, tag="tip"):
        """A request that the table does not know."""

    assert not allowed(Role, permission_of(Tip))


@given(st.sets(st.sampled_from(Role)), st.sampled_from(PERMISSIONS) | st.text(max_size=20))
def test_several_roles_may_what_one_of_them_may(roles: set[Role], permission: str) -> None:
    one = any(EXPECTED.get((role.value, permission), False) for role in roles)
    assert allowed(roles, permission) == one


# --- duties stay apart ------------------------------------------------------------------------


READS = {
    "view:public",
    "view:own",
    "view:staff",
    "view:floor",
    "view:audit",
    "view:metrics",
    "account:read-own",
    "account:read-any",
    "people:read",
    "log:read",
    "log:verify",
    "history:own",
    "history:any",
    "house:report",
}
"""Permissions that change nothing; every other one writes."""


def test_surveillance_reads_and_writes_nothing() -> None:
    assert set(PERMISSIONS) > READS
    writes = [each for each in PERMISSIONS if each not in READS]
    assert not [each for each in writes if allowed([Role.SURVEILLANCE], each)]
    own = {Act.VIEW_OWN, Act.ACCOUNT_READ_OWN, Act.HISTORY_OWN}
    assert all(allowed([Role.SURVEILLANCE], each) for each in READS - own)


def test_nobody_who_works_here_moves_a_patrons_chips() -> None:
    bets = ("place-stake", "take-stake", "move-stake", "place-ante", "buy-in", "cash-out")
    for role in set(Role) - GUESTS:
        assert not [bet for bet in bets if allowed([role], f"request:{bet}")], role


def test_the_administrator_touches_neither_money_nor_play() -> None:
    held = {each for each in PERMISSIONS if allowed([Role.ADMINISTRATOR], each)}
    assert not [each for each in held if each.startswith(("request:", "report:", "account:"))]


def test_whoever_handles_accounts_does_not_approve_and_the_reverse() -> None:
    for role in Role:
        money = any(allowed([role], each) for each in (Act.ACCOUNT_ADJUST, Act.ACCOUNT_PAY_IN))
        assert not (money and allowed([role], Act.APPROVE)), role


def test_a_sign_sees_what_everybody_sees() -> None:
    assert [each for each in PERMISSIONS if allowed([Role.SIGN], each)] == [Act.VIEW_PUBLIC]


@pytest.mark.parametrize("one", Role)
@pytest.mark.parametrize("other", Role)
def test_two_roles_of_one_person(one: Role, other: Role) -> None:
    pair = frozenset({one, other})
    apart = (
        (one in GUESTS) != (other in GUESTS)
        or (Role.SURVEILLANCE in pair and one is not other)
        or (Role.CASHIER in pair and bool(pair & set(RANKS)))
    )
    assert bool(conflict(pair)) == apart


@given(st.frozensets(st.sampled_from([role for role in Role if role not in DEVICES])))
def test_no_lawful_person_bets_and_deals_or_handles_cash_and_cards(roles: frozenset[Role]) -> None:
    if conflict(roles):
        return
    bets, deals, cash = (
        allowed(roles, each)
        for each in ("request:place-stake", "request:draw-card", Act.ACCOUNT_PAY_IN)
    )
    assert bets + deals + cash <= 1
    assert not (cash and allowed(roles, Act.APPROVE))


# --- posts and effects ------------------------------------------------------------------------


def test_ranks_stand_for_the_posts_of_each_book() -> None:
    found = {name: [post_of(role, book.posts) for role in RANKS] for name, book in BOOKS.items()}
    pit = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"]
    kinds = {name.split("-")[0]: ladder for name, ladder in found.items()}
    assert kinds == {
        "mbs": ["dealer", "supervisor", "supervisor", "supervisor"],
        "rws": pit,
        "nz": ["dealer", "game-supervisor", "casino-supervisor", "casino-operator"],
    }


@pytest.mark.parametrize("role", [role for role in Role if role not in RANKS])
def test_everybody_else_has_no_post(role: Role) -> None:
    assert all(post_of(role, book.posts) is None for book in BOOKS.values())


def test_voiding_and_taking_back_need_a_second_person() -> None:
    reversed_ = e.SettlementReversed(
        patron="ann", place=1, wager="tie", stake=5, result=Result.LOSE, profit=0
    )
    told = e.PatronWent(patron="ann")
    table = Table()
    assert needs_second(table, [told, e.CoupVoided(coup=3)])
    assert needs_second(table, [reversed_])
    assert not needs_second(table, [told, e.CoupReopened(coup=3)])
