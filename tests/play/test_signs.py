"""A table opens under a sign that shows everything its book has displayed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puntobanco.base.clauses import c
from puntobanco.books import BOOKS
from puntobanco.play.doors import decide
from puntobanco.play.requests import OpenTable
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.conduct import Notice
from puntobanco.rules.options import Case
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.signs import sign_of


def configured(book: RuleBook) -> HouseRules:
    rules = book.configure({})
    assert isinstance(rules, HouseRules), rules
    return rules


@pytest.mark.parametrize("book", ["rws-super-six-plus", "rws-wins-on"])
def test_where_no_differential_is_given_the_sign_shows_the_largest_stake(book: str) -> None:
    rules = configured(BOOKS[book])
    shown = {notice.name: notice.lines for notice in sign_of(rules)}
    assert [line.amount for line in shown["differential"]] == [rules.settings.limits.hand.maximum]


def test_a_table_does_not_open_while_its_sign_lacks_a_notice() -> None:
    book = BOOKS["nz-division"]
    silent = Case(Notice("silent", c("5.17")))
    conduct = replace(book.conduct, notices=(*book.conduct.notices, silent))
    rules = configured(replace(book, conduct=conduct))
    refusal = decide(rules, Table(), OpenTable(by="dealer", notices=("limits", "silent")))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.clauses) == (Reason.NOTICE_MISSING, c("5.17"))
