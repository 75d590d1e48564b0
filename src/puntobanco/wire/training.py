"""The forms of training: a question without its answer, and what an answer was worth."""

from __future__ import annotations

import msgspec

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units
from puntobanco.sayings.saying import Saying
from puntobanco.wire.forms import Form


class ChipForm(Form, frozen=True, kw_only=True):
    """Some chips of one denomination."""

    chip: Units
    count: int


class ExerciseForm(Form, frozen=True, kw_only=True):
    """What is practised."""

    number: int
    kind: str
    topic: str
    """A hand that draws, a wager, an irregularity."""


class FactForm(Form, frozen=True, kw_only=True):
    """A fact on which the ruling hangs."""

    name: str
    question: str
    so: bool


class AnswerChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that may be given: what is typed, and what it means."""

    answer: str
    words: str
    said: Saying


class QuestionForm(ExerciseForm, frozen=True, kw_only=True):
    """A question without its answer."""

    book: str
    seed: int
    sentence: str
    player: tuple[str, ...]
    banker: tuple[str, ...]
    wager: str
    """Empty unless a stake is to be paid."""
    title: str
    """The wager as the layout writes it."""
    stake: Units | None
    digits: int
    facts: tuple[FactForm, ...]
    choices: tuple[AnswerChoice, ...]
    """Empty where an amount is typed."""
    typed: tuple[str, ...]
    """Words that may be typed instead of an amount."""


class ClauseLineForm(Form, frozen=True, kw_only=True):
    """A clause and what it says in short."""

    clause: ClauseId
    gist: str


class MarkForm(ExerciseForm, frozen=True, kw_only=True):
    """What an answer was worth."""

    right: bool
    correct: str
    words: str
    sentence: str
    said: Saying
    clauses: tuple[ClauseLineForm, ...]
    chips: tuple[ChipForm, ...]
