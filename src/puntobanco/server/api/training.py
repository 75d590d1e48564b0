"""Training over HTTP: a question by its seed and number, and a mark for an answer to it.

Nothing is stored: an answer names its question again, and the question is made again.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Query

from puntobanco.rules.book import HouseRules
from puntobanco.server.api.books import BookName, Options, rules_under
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.guard import SignedIn
from puntobanco.training.making import question
from puntobanco.training.marking import mark, read_answer
from puntobanco.training.questions import KINDS, Kind, Question
from puntobanco.training.wording import mark_form, question_form
from puntobanco.wire.bodies import AnswerQuestion
from puntobanco.wire.training import MarkForm, QuestionForm

router = FormRouter(prefix="/api/training", tags=["training"])
SEED_MOST = 2**32 - 1
NUMBER_MOST = 10_000
Seed = Annotated[int, Query(ge=0, le=SEED_MOST, examples=[7])]
Number = Annotated[int, Query(ge=1, le=NUMBER_MOST, examples=[1])]
Kinds = Annotated[
    list[Literal["draw", "payout", "ruling"]],
    Query(alias="kind", max_length=3, examples=[["draw", "payout"]]),
]


async def question_of(
    caller: SignedIn,
    book: BookName,
    seed: Seed,
    number: Number,
    kind: Kinds = [],  # noqa: B006 - FastAPI copies it
    option: Options = [],  # noqa: B006 - FastAPI copies it
) -> tuple[HouseRules, Question]:
    """The question that a path and query name, and the rules that it is about."""
    rules = rules_under(caller.casino, book, option)
    chosen = tuple(dict.fromkeys(Kind(each) for each in kind)) or KINDS
    return rules, question(rules, seed, number, chosen)


Asked = Annotated[tuple[HouseRules, Question], Depends(question_of)]


@router.shows("/{book}", "A question for dealers", "Without its answer", None, 409)
async def asked(asked: Asked, seed: Seed) -> QuestionForm:
    """The question of this seed and number: always the same one."""
    rules, found = asked
    return question_form(rules, seed, found)


@router.shows(
    "/{book}",
    "Answer a question for dealers",
    "With sentence and clauses",
    None,
    409,
    method="POST",
)
async def answered(asked: Asked, body: AnswerQuestion) -> MarkForm:
    """Whether it was right, and why; nothing is kept."""
    rules, found = asked
    answer = read_answer(rules, found, body.answer)
    return mark_form(rules.book.register, found, mark(rules, found, answer))
