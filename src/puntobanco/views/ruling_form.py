"""The form of a ruling, the answers that a question takes, and what can be reported at all."""

from __future__ import annotations

from puntobanco.play.rulings.remedies import together
from puntobanco.play.rulings.ruling import ANSWERS, halt_clauses
from puntobanco.play.table import Halt, Table
from puntobanco.rules import rulings
from puntobanco.rules.book import HouseRules
from puntobanco.sayings.saying import Saying, Value, say, sentence
from puntobanco.views.reading import Reading
from puntobanco.views.words import question_said, went_wrong
from puntobanco.wire.forms import RulingForm
from puntobanco.wire.own_forms import ProcedureForm

_NAMED = {
    rulings.Whose.ASKING: ("patron",),
    rulings.Whose.WITHOUT_ANTE: ("patron",),
    rulings.Whose.BELOW_MINIMUM: ("patron", "place", "wager"),
    rulings.Whose.UNPAYABLE_PART: ("patron", "place", "wager"),
}
"""Whose stakes a remedy returns: what a report must name so that it can be carried out."""


def answers_to(table: Table, halt: Halt) -> tuple[str, ...]:
    """What may be answered; an order is given by its first example."""
    if halt.question is rulings.Question.ORDER:
        return (",".join(str(place) for place in range(1, len(together(table)) + 1)),)
    return ANSWERS[halt.question] if halt.question else ()


def ruling_form(reading: Reading) -> RulingForm | None:
    """What went wrong and what is waited for; nothing before the first irregularity of a coup."""
    if not reading.memory.ruled:
        return None
    rules, table, latest = reading.rules, reading.table, reading.memory.ruled[-1]
    halt = table.halts[-1] if table.halts else None
    said = went_wrong(latest.irregularity)
    asks = _asks(rules, halt) if halt else None
    question = halt.question if halt else None
    return RulingForm(
        irregularity=latest.irregularity.value,
        sentence=sentence(said),
        said=said,
        question=question.value if question else "",
        asks=sentence(asks) if asks else "",
        asks_said=asks,
        answers=answers_to(table, halt) if halt else (),
        post=(halt.post or "") if halt and question else "",
        waiting=len(halt.waiting) if halt else 0,
        follows=tuple(sentence(each) for each in latest.follows),
        follows_said=latest.follows,
        clauses=halt_clauses(rules, table) if question else latest.clauses,
        coup=latest.coup,
    )


def _asks(rules: HouseRules, halt: Halt) -> Saying | None:
    if halt.question is None:
        return None
    whom: Value = say("person.each-staker")
    if halt.post is not None and halt.question is not rulings.Question.CHOICE:
        whom = rules.book.posts.said(halt.post)
    return say("question.to", whom=whom, question=question_said(halt.question, halt.remedy))


def procedures(rules: HouseRules) -> tuple[ProcedureForm, ...]:
    """Every irregularity that can be reported here, and what a report must say with it.

    To call the floor takes no procedure.
    """
    called = rulings.Irregularity.FLOOR_CALLED
    return tuple(_procedure(rules, each) for each in rulings.Irregularity if each is not called)


def _procedure(rules: HouseRules, irregularity: rulings.Irregularity) -> ProcedureForm:
    rows = [
        row
        for row in rules.book.rulings.rows
        if irregularity in row.irregularities and row.given.holds(rules.options)
    ]
    asked = {fact for row in rows if row.when is not None for fact in row.when.facts()}
    said = went_wrong(irregularity)
    return ProcedureForm(
        irregularity=irregularity.value,
        sentence=sentence(said),
        facts=tuple(
            name
            for name, source in rulings.RULING_FACTS.items()
            if name in asked and source in rulings.SAID_BY_PEOPLE
        ),
        needs=_needs(rows),
    )


def _needs(rows: list[rulings.RulingRow]) -> tuple[str, ...]:
    steps = [step for row in rows for step in row.steps]
    named = [need for step in steps if step.whose for need in _NAMED.get(step.whose, ())]
    if any(step.remedy is rulings.Remedy.WARN_PATRON for step in steps):
        named += ["patron", "place", "wager"]
    return tuple(dict.fromkeys(named))
