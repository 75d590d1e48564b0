"""Questions cover what a dealer meets, and the engine alone says what is right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.cards import DECK
from puntobanco.books import BOOKS, register_of
from puntobanco.play.driver import Driver
from puntobanco.play.requests import TakeStake
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.options import Choice as OptionChoice
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.settings import Limit, Limits, TableSettings
from puntobanco.rules.settlement import settle
from puntobanco.rules.wagers import Result
from puntobanco.training.making import question
from puntobanco.training.marking import (
    UnreadableAnswerError,
    choices,
    in_chips,
    mark,
    read_answer,
    solve,
)
from puntobanco.training.questions import (
    KINDS,
    Asks,
    DrawQuestion,
    Kind,
    PayoutQuestion,
    Question,
    RulingQuestion,
    kind_of,
)
from puntobanco.training.ruling_cases import IMPLIES, NEVER_BOTH, ruling_words
from puntobanco.training.score import Score
from puntobanco.training.wording import ask, gist, question_form, typed_words


def rules_of(book: str, **options: str) -> HouseRules:
    rules = BOOKS[book].configure(options)
    assert isinstance(rules, HouseRules), rules
    return rules


def asked(
    rules: HouseRules, count: int, kinds: tuple[Kind, ...] = KINDS, seed: int = 1
) -> Iterator[Question]:
    return (question(rules, seed, number, kinds) for number in range(1, count + 1))


def every_single_choice(book: str) -> Iterator[HouseRules]:
    """The book as it comes, and with each value of each option that may be chosen alone."""
    yield rules_of(book)
    for option in BOOKS[book].options:
        if isinstance(option, OptionChoice):
            for value in option.values[1:]:
                rules = BOOKS[book].configure({option.name: value})
                if isinstance(rules, HouseRules):
                    yield rules


@given(seed=st.integers(0, 2**32), number=st.integers(1, 5_000), book=st.sampled_from(list(BOOKS)))
def test_a_question_is_made_by_its_seed_and_number(seed: int, number: int, book: str) -> None:
    rules = rules_of(book)
    made = question(rules, seed, number)
    assert made == question(rules, seed, number)
    assert made.number == number
    assert ask(rules, made).endswith("?")


@pytest.mark.parametrize("book", BOOKS)
def test_the_engines_answer_scores_and_every_clause_exists(book: str) -> None:
    register = register_of(book)
    for rules in every_single_choice(book):
        score = Score()
        for each in asked(rules, 45):
            right = solve(rules, each)
            marked = mark(rules, each, read_answer(rules, each, right.correct))
            assert marked == right
            assert marked.right
            assert marked.clauses, each
            for clause in marked.clauses:
                assert clause in register.clauses or clause in DEFAULTS, clause
                assert gist(register, clause)
            score = score.add(each, marked)
        assert score.right == 45
        assert score.practise == ()


@pytest.mark.parametrize("book", BOOKS)
def test_every_other_answer_is_wrong(book: str) -> None:
    rules = rules_of(book)
    for each in asked(rules, 150):
        right = solve(rules, each)
        others = [choice.answer for choice in choices(rules, each)] + list(typed_words(each))
        assert right.correct in others or isinstance(each, PayoutQuestion)
        for other in others:
            assert mark(rules, each, read_answer(rules, each, other)).right == (
                other == right.correct
            )


@pytest.mark.parametrize("book", BOOKS)
def test_draws_cover_naturals_and_third_cards(book: str) -> None:
    rules = rules_of(book)
    answers: dict[Asks, set[str]] = {asks: set() for asks in Asks}
    naturals, against = set(), set()
    for each in asked(rules, 400, (Kind.DRAW,)):
        assert isinstance(each, DrawQuestion)
        right = solve(rules, each)
        answers[each.asks].add(right.correct)
        if "natural" in right.sentence:
            naturals.add(each.asks)
        if each.asks is Asks.BANKER_DRAWS:
            against.add(len(each.coup.player))
    assert answers == {
        Asks.PLAYER_DRAWS: {"yes", "no"},
        Asks.BANKER_DRAWS: {"yes", "no"},
        Asks.WINNER: {"player", "banker", "tie"},
    }
    assert naturals == {Asks.PLAYER_DRAWS, Asks.BANKER_DRAWS}
    assert against == {2, 3}


@pytest.mark.parametrize("book", BOOKS)
def test_payouts_cover_every_wager_and_every_end(book: str) -> None:
    rules = rules_of(book)
    found = list(asked(rules, 60 * len(rules.wagers), (Kind.PAYOUT,)))
    assert {each.topic for each in found} == set(rules.wagers)
    ends = set()
    for each in found:
        assert isinstance(each, PayoutQuestion)
        limit = rules.settings.limit(rules.wagers[each.wager])
        assert limit.minimum <= each.stake <= limit.maximum
        line = settle(rules, each.coup.outcome_class, {each.wager: each.stake}).stakes[0]
        right = solve(rules, each)
        if line.result is Result.WIN:
            assert right.correct == rules.settings.currency.write(line.profit)
        if right.chips:
            assert sum(chip * count for chip, count in right.chips) == line.profit
        ends.add(line.result)
    assert ends == set(Result)


@pytest.mark.parametrize("book", BOOKS)
def test_rulings_cover_every_irregularity_and_every_row_that_can_rule(book: str) -> None:
    rules = rules_of(book)
    found = list(asked(rules, 40 * len(Irregularity), (Kind.RULING,)))
    first = found[: len(Irregularity)]
    assert {each.topic for each in first} == {each.value for each in Irregularity}
    ruled = set()
    for each in found:
        assert isinstance(each, RulingQuestion)
        facts = {**dict.fromkeys(_all_facts(rules), False), **each.facts}
        row = rules.book.rulings.find(each.irregularity, facts, rules.options)
        ruled.add(rules.book.rulings.all_rows.index(row))
        words = [ruling_words(rules, steps) for steps in each.choices]
        assert len(set(words)) == len(words) > 1
        assert ruling_words(rules, row.steps) in words
        assert not any(each.facts.get(a) and each.facts.get(b) for a, b in NEVER_BOTH)
        assert not any(each.facts.get(a) and not each.facts.get(b, True) for a, b in IMPLIES)
    never = {
        number
        for number, row in enumerate(rules.book.rulings.all_rows)
        if not row.given.holds(rules.options) or "automatic" in _facts(row)
    }
    assert ruled | never == set(range(len(rules.book.rulings.all_rows)))


def _facts(row: object) -> tuple[str, ...]:
    when = getattr(row, "when", None)
    return () if when is None else tuple(when.facts())


def _all_facts(rules: HouseRules) -> set[str]:
    return {fact for row in rules.book.rulings.rows for fact in _facts(row)}


def test_an_automatic_table_is_asked_about_its_own_interruption() -> None:
    rules = BOOKS["mbs"].configure({}, TableSettings(automatic=True))
    assert isinstance(rules, HouseRules)
    facts = [
        each.facts
        for each in asked(rules, 200, (Kind.RULING,))
        if isinstance(each, RulingQuestion) and "automatic" in each.facts
    ]
    assert facts
    assert all(each["automatic"] for each in facts)


def test_an_ante_is_asked_for_where_there_is_one() -> None:
    rules = rules_of("nz-division", ante="10", **{"ante-waiver": "500"})
    answers = {
        solve(rules, each).correct
        for each in asked(rules, 300, (Kind.PAYOUT,))
        if each.topic == "ante"
    }
    assert answers == {"10.00", "none"}


def test_a_stake_that_could_not_be_paid_is_never_asked_for() -> None:
    chips = (5_00, 25_00, 100_00)
    settings = TableSettings(chips=chips, limits=Limits(hand=Limit(20_00, 1_000_00)))
    rules = BOOKS["nz-division"].configure({}, settings)
    assert isinstance(rules, HouseRules)
    for each in asked(rules, 200, (Kind.PAYOUT,)):
        right = solve(rules, each)
        if each.topic == "banker" and right.correct not in ("push", "lose"):
            assert right.chips, right


@pytest.mark.parametrize("book", BOOKS)
def test_every_stake_is_one_that_the_table_takes(book: str) -> None:
    rules = rules_of(book)
    driver = Driver(rules)
    driver.seat("S1", 1, 10**12)
    driver.start_shoe(list(DECK) * rules.decks, "set 1")
    driver.open()
    for each in asked(rules, 120, (Kind.PAYOUT,)):
        assert isinstance(each, PayoutQuestion)
        stakes = [("S1", 1, each.wager, each.stake)]
        if rules.wagers[each.wager].terms.needs_main_clauses:
            stakes.insert(0, ("S1", 1, "player", rules.settings.limits.hand.minimum))
        assert driver.stakes(stakes) == []
        for _, place, wager, _ in reversed(stakes):
            driver.ask(TakeStake(by="S1", patron="S1", place=place, wager=wager))


def test_kinds_take_turns_and_only_those_asked_for_come() -> None:
    rules = rules_of("mbs")
    kinds = (Kind.RULING, Kind.DRAW)
    assert [kind_of(each) for each in islice(asked(rules, 6, kinds), 6)] == [*kinds, *kinds, *kinds]


@pytest.mark.parametrize(
    ("kind", "typed", "hint"),
    [
        (Kind.DRAW, "perhaps", "answer yes or no"),
        (Kind.PAYOUT, "0", "answer an amount such as"),
        (Kind.RULING, "e", "answer a or b or c or d"),
    ],
)
def test_an_answer_that_fits_nothing_is_told_what_would(kind: Kind, typed: str, hint: str) -> None:
    rules = rules_of("mbs")
    made = next(
        each
        for each in asked(rules, 50, (kind,))
        if not isinstance(each, DrawQuestion) or each.asks is not Asks.WINNER
    )
    with pytest.raises(UnreadableAnswerError, match=hint):
        read_answer(rules, made, typed)


def test_a_form_never_holds_the_answer() -> None:
    rules = rules_of("rws-wins-on")
    for each in asked(rules, 60):
        form = question_form(rules, 1, each)
        assert not hasattr(form, "correct")
        assert bool(form.choices) != bool(form.typed)


def test_the_score_says_what_to_practise() -> None:
    rules = rules_of("mbs")
    score = Score()
    for each in asked(rules, 30):
        score = score.add(each, mark(rules, each, "" if kind_of(each) is Kind.RULING else "no"))
    assert score.of(Kind.RULING) == (0, 10)
    assert score.sentence.startswith(f"{score.right} of 30 right: draw ")
    assert {kind for kind, _ in score.practise} >= {Kind.RULING, Kind.PAYOUT}
    assert score.advice.startswith("Practise: ")


def test_chips_that_do_not_make_an_amount_are_left_out() -> None:
    assert in_chips(3_75, (50, 1_00)) == ()
