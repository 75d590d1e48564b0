"""However much is turned away: every count, few lines, little memory."""

from __future__ import annotations

import re

from puntobanco.server.operations.metrics import Metrics
from puntobanco.server.traffic.turned_away import ADDRESSES_MAX, CODES, LINES_MAX, OTHERS, Refusals
from tests.server.journal import Journal

ROUTE = "/api/tables/{table}"
MANY = 10_000


def test_many_from_one_address_leave_so_many_lines_and_one_that_says_how_many_more(
    kept: Journal,
) -> None:
    metrics = Metrics()
    refusals = Refusals(metrics)
    for _ in range(MANY):
        refusals.note("not_signed_in", ROUTE, "10.0.0.1")
    refusals.note("bad_ticket", ROUTE, "10.0.0.2", "ann")
    refusals.sweep()
    refusals.sweep()
    lines = kept.lines()
    assert len(lines) == LINES_MAX + 1
    assert (lines[-1]["person"], lines[-1]["address"]) == ("ann", "10.0.0.2")
    (more,) = kept.lines("refused more")
    assert (more["address"], more["left_out"]) == ("10.0.0.1", MANY - LINES_MAX)
    assert f'code="not_signed_in",process="1"}} {MANY}.0' in metrics.text().decode()
    refusals.note("not_signed_in", ROUTE, "10.0.0.1")
    assert len(kept.lines()) == LINES_MAX + 2, "another minute, another line"


def test_many_from_many_addresses_are_bounded_too(kept: Journal) -> None:
    metrics = Metrics()
    refusals = Refusals(metrics)
    for number in range(MANY):
        refusals.note("not_signed_in", ROUTE, f"10.0.{number}." + "x" * 1000)
    assert len(refusals._seen) <= ADDRESSES_MAX + 1
    refusals.sweep()
    assert len(kept.lines()) == ADDRESSES_MAX + LINES_MAX
    (more,) = kept.lines("refused more")
    assert (more["address"], more["left_out"]) == (OTHERS, MANY - ADDRESSES_MAX - LINES_MAX)
    assert max(map(len, kept.getvalue().splitlines())) < 300
    assert f'code="not_signed_in",process="1"}} {MANY}.0' in metrics.text().decode()
    assert not refusals._seen


def test_what_the_game_refuses_leaves_nothing_and_no_label_comes_from_outside(
    kept: Journal,
) -> None:
    metrics = Metrics()
    refusals = Refusals(metrics)
    for code in ("below_minimum", "", "what somebody sent"):
        refusals.note(code, ROUTE, "10.0.0.1")
    assert not kept.getvalue()
    labels = re.findall(
        r'punto_refusals_total\{code="([^"]*)",process="1"\}', metrics.text().decode()
    )
    assert tuple(labels) == CODES
