"""The form of a ruling, the answers that a question takes, and what can be reported at all."""

from __future__ import annotations

from puntobanco.play.remedies import DECISIONS, together
from puntobanco.play.ruling import halt_clauses
from puntobanco.play.table import Halt, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import (
    RULING_FACTS,
    SAID_BY_PEOPLE,
    Irregularity,
    Question,
    Remedy,
    RulingRow,
    Whose,
)
from puntobanco.views.explain import IRREGULARITIES, QUESTIONS, REMEDIES
from puntobanco.views.forms import RulingForm
from puntobanco.views.own_forms import ProcedureForm
from puntobanco.views.reading import Reading

_ANSWERS = {
    Question.RESTORABLE: ("yes", "no"),
    Question.MAY: ("yes", "no"),
    Question.CHOICE: ("go-on", "take-back"),
    Question.DECISION: tuple(DECISIONS),
}
_NAMED = {
    Whose.ASKING: ("patron",),
    Whose.WITHOUT_ANTE: ("patron",),
    Whose.BELOW_MINIMUM: ("patron", "place", "wager"),
    Whose.UNPAYABLE_PART: ("patron", "place", "wager"),
}
"""Whose stakes a remedy returns: what a report must name so that it can be carried out."""


def answers_to(table: Table, halt: Halt) -> tuple[str, ...]:
    """What may be answered; an order is given by its first example."""
    if halt.question is Question.ORDER:
        return (",".join(str(place) for place in range(1, len(together(table)) + 1)),)
    return _ANSWERS[halt.question] if halt.question else ()


def ruling_form(reading: Reading) -> RulingForm | None:
    """What went wrong and what is waited for; nothing before the first irregularity of a coup."""
    if not reading.memory.ruled:
        return None
    rules, table, latest = reading.rules, reading.table, reading.memory.ruled[-1]
    halt = table.halts[-1] if table.halts else None
    words = IRREGULARITIES[latest.irregularity]
    question = halt.question if halt else None
    return RulingForm(
        irregularity=latest.irregularity.value,
        sentence=f"{words[0].upper()}{words[1:]}.",
        question=question.value if question else "",
        asks=_asks(rules, halt) if halt else "",
        answers=answers_to(table, halt) if halt else (),
        post=(halt.post or "") if halt and question else "",
        waiting=len(halt.waiting) if halt else 0,
        follows=latest.follows,
        clauses=halt_clauses(rules, table) if question else latest.clauses,
        coup=latest.coup,
    )


def _asks(rules: HouseRules, halt: Halt) -> str:
    if halt.question is None:
        return ""
    question = QUESTIONS[halt.question]
    if halt.remedy is not None:
        question = f"{question} ({REMEDIES[halt.remedy]})"
    whom = "Each patron with stakes"
    if halt.post is not None and halt.question is not Question.CHOICE:
        whom = rules.book.posts.title(halt.post)
    return f"{whom}: {question}"


def procedures(rules: HouseRules) -> tuple[ProcedureForm, ...]:
    """Every irregularity that somebody can report here, and what he must say with it."""
    return tuple(_procedure(rules, each) for each in Irregularity)


def _procedure(rules: HouseRules, irregularity: Irregularity) -> ProcedureForm:
    rows = [
        row
        for row in rules.book.rulings.rows
        if irregularity in row.irregularities and row.given.holds(rules.options)
    ]
    asked = {fact for row in rows if row.when is not None for fact in row.when.facts()}
    words = IRREGULARITIES[irregularity]
    return ProcedureForm(
        irregularity=irregularity.value,
        sentence=f"{words[0].upper()}{words[1:]}.",
        facts=tuple(
            name
            for name, source in RULING_FACTS.items()
            if name in asked and source in SAID_BY_PEOPLE
        ),
        needs=_needs(rows),
    )


def _needs(rows: list[RulingRow]) -> tuple[str, ...]:
    steps = [step for row in rows for step in row.steps]
    named = [need for step in steps if step.whose for need in _NAMED.get(step.whose, ())]
    if any(step.remedy is Remedy.WARN_PATRON for step in steps):
        named += ["patron", "place", "wager"]
    return tuple(dict.fromkeys(named))
