"""What is asked, in words and as a form for machines; the same for a terminal and a page."""

from __future__ import annotations

from typing import assert_never

from puntobanco.base.cards import Card
from puntobanco.base.clauses import ClauseId
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.citing.register import Register
from puntobanco.training.marking import LOSE, NONE, PUSH, Mark, choices
from puntobanco.training.questions import (
    Asks,
    DrawQuestion,
    PayoutQuestion,
    Question,
    RulingQuestion,
    kind_of,
)
from puntobanco.views.ruling_words import FACT_QUESTIONS
from puntobanco.views.words import IRREGULARITIES
from puntobanco.wire.training import ChipForm, ClauseLineForm, FactForm, MarkForm, QuestionForm

_ASKED = {
    Asks.PLAYER_DRAWS: "Does Player draw a third card?",
    Asks.BANKER_DRAWS: "Does Banker draw a third card?",
    Asks.WINNER: "Who wins?",
}


def ask(rules: HouseRules, question: Question) -> str:
    """The question as one sentence or two."""
    write = rules.settings.currency.write
    match question:
        case DrawQuestion(asks=asks):
            return _ASKED[asks]
        case PayoutQuestion(ante=True):
            title = rules.wagers[question.wager].title
            return f"A patron has {write(question.stake)} on {title}. How much Ante is collected?"
        case PayoutQuestion():
            title = rules.wagers[question.wager].title
            return f"What is paid on {write(question.stake)} on {title}, net of commission?"
        case RulingQuestion(irregularity=irregularity):
            happened = IRREGULARITIES[irregularity]
            return f"{happened[0].upper()}{happened[1:]}. What is the ruling?"
        case _:
            assert_never(question)


def typed_words(question: Question) -> tuple[str, ...]:
    """What may be typed instead of an amount."""
    if not isinstance(question, PayoutQuestion):
        return ()
    return (NONE,) if question.ante else (PUSH, LOSE)


def question_form(rules: HouseRules, seed: int, question: Question) -> QuestionForm:
    """A question for machines."""
    coup = None if isinstance(question, RulingQuestion) else question.coup
    paid = question if isinstance(question, PayoutQuestion) else None
    facts = question.facts if isinstance(question, RulingQuestion) else {}
    return QuestionForm(
        book=rules.book.name,
        seed=seed,
        number=question.number,
        kind=kind_of(question).value,
        topic=question.topic,
        sentence=ask(rules, question),
        player=_texts(coup.player) if coup else (),
        banker=_texts(coup.banker) if coup else (),
        wager=paid.wager if paid else "",
        title=rules.wagers[paid.wager].title if paid else "",
        stake=paid.stake if paid else None,
        digits=rules.settings.currency.digits,
        facts=tuple(
            FactForm(name=name, question=FACT_QUESTIONS[name], so=so) for name, so in facts.items()
        ),
        choices=choices(rules, question),
        typed=typed_words(question),
    )


def _texts(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.text for card in cards)


def mark_form(register: Register, question: Question, mark: Mark) -> MarkForm:
    """A mark for machines, with what each clause says."""
    return MarkForm(
        number=question.number,
        kind=kind_of(question).value,
        topic=question.topic,
        right=mark.right,
        correct=mark.correct,
        words=mark.words,
        sentence=mark.sentence,
        said=mark.said,
        clauses=tuple(
            ClauseLineForm(clause=clause, gist=gist(register, clause)) for clause in mark.clauses
        ),
        chips=tuple(ChipForm(chip=chip, count=count) for chip, count in mark.chips),
    )


def gist(register: Register, clause: ClauseId) -> str:
    """What a clause of the book, or a default of ours, says in short."""
    known = register.clauses.get(clause)
    return DEFAULTS[clause] if known is None else known.gist
