"""Marking an answer: the tableau, the settlement or the ruling table says what is right."""

from __future__ import annotations

import string
from typing import TypeAlias, assert_never

import msgspec

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units, UnreadableAmountError
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.rulings import RULING_FACTS
from puntobanco.rules.settlement import SettledStake, settle
from puntobanco.rules.slots import Hand
from puntobanco.rules.tableau import Decision
from puntobanco.rules.wagers import Result, Win
from puntobanco.rules.words import WHAT_WENT_WRONG, label_said, wager_said
from puntobanco.sayings.saying import SaidError, Saying, Value, either, english, say, sentence
from puntobanco.training.questions import (
    Asks,
    DrawQuestion,
    PayoutQuestion,
    Question,
    RulingQuestion,
)
from puntobanco.training.ruling_cases import ruling_said, ruling_words
from puntobanco.views.words import WINNERS, outcome_said, pays_said
from puntobanco.wire.training import AnswerChoice

Chips: TypeAlias = tuple[tuple[Units, int], ...]
"""The greatest first: denomination and count."""

PUSH, LOSE, NONE = "push", "lose", "none"
_WINNERS = (Winner.PLAYER, Winner.BANKER, Winner.TIE)
_SAME = {
    "y": "yes",
    "draw": "yes",
    "draws": "yes",
    "n": "no",
    "stand": "no",
    "stands": "no",
    "p": "player",
    "b": "banker",
    "t": "tie",
    "lost": LOSE,
    "loses": LOSE,
    "pushes": PUSH,
}


class UnreadableAnswerError(SaidError, ValueError):
    """A text that answers nothing that was asked."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer was worth, and why."""

    right: bool
    correct: str
    """What should have been answered."""
    words: str
    """The same, in words."""
    sentence: str
    said: Saying
    clauses: Clauses
    chips: Chips = ()
    """What is paid."""


def choices(rules: HouseRules, question: Question) -> tuple[AnswerChoice, ...]:
    """What may be answered; empty where an amount is typed."""
    said: dict[str, Saying]
    match question:
        case DrawQuestion(asks=Asks.WINNER):
            said = {winner.value: WINNERS[winner] for winner in _WINNERS}
        case DrawQuestion():
            said = {"yes": say("does.draws"), "no": say("does.stands")}
        case PayoutQuestion():
            return ()
        case RulingQuestion():
            rulings = zip(string.ascii_lowercase, question.choices, strict=False)
            said = {letter: ruling_said(rules, steps) for letter, steps in rulings}
        case _:
            assert_never(question)
    return tuple(
        AnswerChoice(answer=answer, words=english(words), said=words)
        for answer, words in said.items()
    )


def read_answer(rules: HouseRules, question: Question, text: str) -> str:
    """An answer in its one form, or an error that says what would be right."""
    typed = text.strip().lower()
    typed = typed if isinstance(question, RulingQuestion) else _SAME.get(typed, typed)
    if isinstance(question, PayoutQuestion):
        return _amount(rules, question, typed)
    known = [choice.answer for choice in choices(rules, question)]
    if typed not in known:
        said = say("refused.wrong-answer", answer=text.strip(), answers=either(known))
        raise UnreadableAnswerError(said)
    return typed


def _amount(rules: HouseRules, question: PayoutQuestion, typed: str) -> str:
    words = (NONE,) if question.ante else (PUSH, LOSE)
    if typed in words:
        return typed
    try:
        return rules.settings.currency.write(rules.settings.currency.read(typed))
    except UnreadableAmountError:
        example = say("error.an-amount", example=rules.settings.currency.write(question.stake))
        said = say("refused.wrong-answer", answer=typed, answers=either((example, *words)))
        raise UnreadableAnswerError(said) from None


def mark(rules: HouseRules, question: Question, answer: str) -> Mark:
    """Mark an answer as `read_answer` gave it."""
    found = solve(rules, question)
    return msgspec.structs.replace(found, right=answer == found.correct)


def solve(rules: HouseRules, question: Question) -> Mark:
    """The right answer with its reason, from the engine."""
    match question:
        case DrawQuestion(asks=Asks.WINNER):
            return _winner(rules, question.coup)
        case DrawQuestion():
            return _drawing(rules, question)
        case PayoutQuestion():
            return _ante(rules, question) if question.ante else _payment(rules, question)
        case RulingQuestion():
            return _ruling(rules, question)
        case _:
            assert_never(question)


def _right(correct: str, words: str, said: Saying, clauses: Clauses, chips: Chips = ()) -> Mark:
    return Mark(
        right=True,
        correct=correct,
        words=words,
        sentence=sentence(said),
        said=said,
        clauses=clauses,
        chips=chips,
    )


def _drawing(rules: HouseRules, question: DrawQuestion) -> Mark:
    hand = Hand.PLAYER if question.asks is Asks.PLAYER_DRAWS else Hand.BANKER
    decision: Decision = next(
        each for each in question.coup.decisions(rules.tableau) if each.hand is hand
    )
    correct, words = ("yes", "draws") if decision.draws else ("no", "stands")
    return _right(correct, words, decision.said, decision.clauses)


def _winner(rules: HouseRules, coup: DealtCoup) -> Mark:
    won = next(each for each in rules.wagers.values() if each.kind.value == coup.winner.value)
    announced = rules.book.conduct.dealing.result_clauses
    clauses = dict.fromkeys((*announced, *won.verdict(coup.outcome_class).clauses))
    ended = outcome_said(coup, "outcome.ended")
    return _right(coup.winner.value, english(WINNERS[coup.winner]), ended, tuple(clauses))


def _payment(rules: HouseRules, question: PayoutQuestion) -> Mark:
    settled = settle(rules, question.coup.outcome_class, {question.wager: question.stake})
    line, write = settled.stakes[0], rules.settings.currency.write
    correct = {Result.PUSH: PUSH, Result.LOSE: LOSE}.get(line.result) or write(line.profit)
    return Mark(
        right=True,
        correct=correct,
        words=correct,
        sentence=sentence(_why(rules, question, line, rules.wagers[question.wager].title)),
        said=_why(rules, question, line, wager_said(question.wager)),
        clauses=line.clauses,
        chips=in_chips(line.profit, rules.settings.chips) if line.result is Result.WIN else (),
    )


def _why(rules: HouseRules, question: PayoutQuestion, line: SettledStake, wager: Value) -> Saying:
    write = rules.settings.currency.write
    values: dict[str, Value] = {
        "outcome": outcome_said(question.coup),
        "stake": write(line.stake),
        "wager": wager,
        "label": label_said(line.label),
    }
    terms = rules.wagers[question.wager].verdict(question.coup.outcome_class).end
    if not isinstance(terms, Win):
        return Saying("mark.loses" if line.result is Result.LOSE else "mark.pushes", values)
    won: Value = write(line.profit)
    if line.commission:
        won = say("mark.kept", profit=won, commission=write(line.commission))
    if line.shortfall:
        won = say("mark.rounded", won=won)
    return Saying("mark.wins", {**values, "pays": pays_said(terms), "won": won})


def _ante(rules: HouseRules, question: PayoutQuestion) -> Mark:
    settled = settle(rules, question.coup.outcome_class, {question.wager: question.stake}).ante
    assert settled is not None, question
    write = rules.settings.currency.write
    collected = settled.amount if settled.collected else 0
    words = write(collected) if collected else NONE
    said = say("mark.ante", amount=words) if collected else say("mark.ante-waived")
    chips = in_chips(collected, rules.settings.chips)
    return _right(words, words, said, settled.clauses, chips)


def _ruling(rules: HouseRules, question: RulingQuestion) -> Mark:
    row = rules.book.rulings.find(question.irregularity, _every_fact(question), rules.options)
    words = ruling_words(rules, row.steps)
    letters = {each.words: each.answer for each in choices(rules, question)}
    what, ruling = WHAT_WENT_WRONG[question.irregularity], ruling_said(rules, row.steps)
    said = say("mark.ruling", what=what, ruling=ruling)
    return _right(letters[words], words, said, row.clauses)


def _every_fact(question: RulingQuestion) -> dict[str, bool]:
    """The facts of the case; what no row came to ask for decides nothing."""
    return {**dict.fromkeys(RULING_FACTS, False), **question.facts}


def in_chips(amount: Units, chips: tuple[Units, ...]) -> Chips:
    """An amount in chips, the greatest first; nothing where they do not make it this way.

    >>> in_chips(97_50, (50, 1_00, 5_00, 25_00))
    ((2500, 3), (500, 4), (100, 2), (50, 1))
    """
    found: list[tuple[Units, int]] = []
    for chip in reversed(chips):
        count, amount = divmod(amount, chip)
        if count:
            found.append((chip, count))
    return () if amount else tuple(found)
