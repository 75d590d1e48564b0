"""Conditions written as text: read back what was meant, or told which column is wrong."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.odds.tables import EVERY_TABLE

from puntobanco.odds.columns import FactColumns
from puntobanco.odds.full_shoes import full_shoes
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not
from puntobanco.rules.facts import FACTS, TRUTHS, facts_of
from puntobanco.rules.outcomes import OutcomeClass, all_classes
from puntobanco.rules.text.condition_text import BadConditionError, read_condition

COLUMNS = FactColumns([OutcomeClass(number) for number in full_shoes().classes])

simple = st.one_of(
    st.sampled_from(sorted(TRUTHS)).map(Is),
    st.builds(Is, st.sampled_from(sorted(FACTS)), st.integers(-9, 12)),
    st.builds(AtLeast, st.sampled_from(sorted(FACTS)), st.integers(-9, 12)),
)
conditions = st.recursive(
    simple,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(conditions)
def test_what_a_condition_prints_is_read_as_the_same(condition: Condition) -> None:
    read = read_condition(str(condition))
    assert COLUMNS.where(read).bits == COLUMNS.where(condition).bits


@settings(max_examples=40, deadline=None)
@given(conditions)
def test_columns_answer_for_every_class_as_facts_do(condition: Condition) -> None:
    places = set(COLUMNS.where(condition))
    for place, number in enumerate(full_shoes().classes):
        assert (place in places) == condition.holds(facts_of(OutcomeClass(number)))


def test_every_line_of_every_book_can_be_written() -> None:
    columns = FactColumns(list(all_classes()))
    for rules in EVERY_TABLE.values():
        for wager in rules.wagers.values():
            for line in wager.lines:
                read = read_condition(str(line.when))
                assert columns.where(read).bits == columns.where(line.when).bits


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("banker_total > 5", "banker_total >= 6"),
        ("banker_total < 5", "~(banker_total >= 5)"),
        ("banker_total <= 5", "~(banker_total >= 6)"),
        ("banker_total != 5", "~(banker_total == 5)"),
        ("tie | player_wins & player_natural", "tie | (player_wins & player_natural)"),
        ("~tie & player_pair", "(~tie) & player_pair"),
        ("banker_margin == -3", "player_margin == 3"),
        ("  tie\n& player_total==6 ", "tie & player_total == 6"),
    ],
)
def test_comparisons_and_precedence(text: str, same: str) -> None:
    assert COLUMNS.where(read_condition(text)).bits == COLUMNS.where(read_condition(same)).bits


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", 1, "a fact such as banker_total was expected, not the end of the text"),
        ("banker_wins &", 14, "a fact such as banker_total was expected, not the end of the text"),
        ("banker_wins & bankertotal == 6", 15, "there is no fact 'bankertotal'; did you mean"),
        ("banker_total == ", 17, "a whole number was expected after =="),
        ("banker_total == six", 17, "a whole number was expected after =="),
        ("banker_total", 1, "banker_total is a number; compare it, such as banker_total == 6"),
        ("tie & banker_total & tie", 7, "banker_total is a number"),
        ("banker_total = 6", 14, "write == for equality"),
        ("(tie | player_wins", 19, "the ( of column 1 is not closed; add )"),
        ("tie)", 4, "')' was not expected; join conditions with & or |"),
        ("tie player_wins", 5, "'player_wins' was not expected; join conditions with & or |"),
        ("tie && player_wins", 6, "a fact such as banker_total was expected, not '&'"),
        ("tie @ 3", 5, "'@' means nothing here"),
        ("player_total == 1.5", 18, "'.' means nothing here"),
        ("player_total == 99999999", 17, "99999999 is beyond every fact"),
        ("__import__('os').system('true')", 1, "there is no fact '__import__'"),
        ("~" * 200 + "tie", 101, "more than 100 levels"),
        ("(" * 500 + "tie", 101, "more than 100 levels"),
    ],
)
def test_mistakes_are_pointed_at(text: str, column: int, sentence: str) -> None:
    with pytest.raises(BadConditionError) as caught:
        read_condition(text)
    assert caught.value.column == column
    assert str(caught.value).startswith(f"column {column}: {sentence}")
    assert caught.value.pointer.endswith(" " * (column - 1) + "^")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abt_ie=!<>&|~()0123456789 .\n'", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(BadConditionError):
        read_condition(text)
