"""The next step in words, as the dealer's console shows it."""

from __future__ import annotations

from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import in_force
from puntobanco.play.next_step import NextStep, next_step
from puntobanco.play.table import Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand
from puntobanco.rules.words import HANDS, SLOTS, step_said
from puntobanco.sayings.saying import Saying, either, english, known, listed, say, sentence
from puntobanco.views.ruling_form import answers_to
from puntobanco.views.setup import Setup
from puntobanco.views.words import outcome_said, question_said
from puntobanco.wire.own_forms import StepForm


def step_of(rules: HouseRules, table: Table, setup: Setup) -> NextStep:
    """What is done now at a table of a house."""
    drawn = setup.cards == "random"
    return next_step(rules, table, drawn=drawn, closing=setup.closing)


def step_form(rules: HouseRules, table: Table, setup: Setup) -> StepForm:
    """What is done now at a table of a house, in words."""
    step = step_of(rules, table, setup)
    said, detail = _words(in_force(rules, table), table, step)
    halt = table.halts[-1] if table.halts else None
    return StepForm(
        act=step.act,
        line=sentence(said),
        said=said,
        detail="" if detail is None else english(detail),
        detail_said=detail,
        request=step.request,
        report=step.report,
        slots=tuple(slot.value for slot in step.slots),
        hand=step.hand.value if step.hand else "",
        face_up=step.face_up,
        post=step.post,
        who=step.who,
        waiting=halt.waiting if halt else (),
        question=halt.question.value if halt and halt.question else "",
        answers=answers_to(table, halt) if halt else (),
        clauses=step.clauses,
    )


def _words(rules: HouseRules, table: Table, step: NextStep) -> tuple[Saying, Saying | None]:
    """The one large line, and what is added to it."""
    if table.halts:
        return _asked(rules, table, step)
    if step.hand is not None:
        return _about_a_hand(table, step, step.hand)
    match step.request or step.report:
        case r.OpenBetting():
            return say("do.open-betting", coup=table.coup + 1), None
        case r.Settle():
            return say("do.settle"), _outcome(table)
        case p.ResultCalled():
            return say("do.announce-result", outcome=_outcome(table)), None
        case _:
            return _about_cards(table, step)


def _about_cards(table: Table, step: NextStep) -> tuple[Saying, Saying | None]:
    """The table and a set of cards made ready."""
    match step.request or step.report:
        case r.OpenTable(notices=notices):
            shown = [known("notice", each) for each in notices]
            displayed = say("do.notices", notices=listed(shown)) if shown else None
            return say("do.open-table"), displayed
        case r.ReceiveCards(decks=decks, source=source):
            kinds = either(known("source", each) for each in (source, *step.others))
            return say(f"do.{step.act}"), say("do.decks", decks=decks, sources=kinds)
        case r.Prepare(step=name):
            others = [step_said(each) for each in step.others]
            instead = say("do.or-else", steps=either(others)) if others else None
            return say("do.prepare", step=step_said(name)), instead
        case r.DeclineCut(patron=patron):
            place = table.patrons[patron].place
            assert place is not None, patron
            return say("do.offer-cut", place=place), None
        case p.CardLeftShoe():
            return say("do.burn-up" if step.face_up else "do.burn-down"), None
        case _:
            return say(f"do.{step.act}"), None


def _outcome(table: Table) -> Saying:
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    ended = stage.result or coup_of(stage.tape)
    assert ended is not None, stage.tape
    return outcome_said(ended)


def _asked(rules: HouseRules, table: Table, step: NextStep) -> tuple[Saying, Saying | None]:
    """Who is asked, and what."""
    halt = table.halts[-1]
    if halt.question is Question.CHOICE:
        return say("do.choice-wait"), question_said(Question.CHOICE, None)
    code = "do.wait-floor" if halt.question is Question.CALL else "do.call"
    called = say(code, post=rules.book.posts.said(step.post)) if step.post else say("do.call-floor")
    return called, question_said(halt.question, halt.remedy) if halt.question else None


_HANDS = {
    "offer-wait": ("do.offer-hand", "do.is-asked"),
    "wait-turn": ("do.wait-turn", "do.turns-it"),
    "keep-hand": ("do.keep-hand", "do.has-left"),
    "grant-squeeze": ("do.grant-squeeze", "do.is-asked"),
    "pass-hand": ("do.pass-hand", "do.pass-to"),
}
"""By act: what is done about a hand, and what is said of the person who has it or is to have it."""


def _about_a_hand(table: Table, step: NextStep, hand: Hand) -> tuple[Saying, Saying | None]:
    if step.act == "deal":
        detail = say("do.face-up" if step.face_up else "do.face-down")
        return say("do.deal", slot=SLOTS[step.slots[0]]), detail
    if isinstance(step.report, p.TotalCalled):
        said = say("do.announce-total", hand=HANDS[hand], total=step.report.total)
        back = isinstance(table.stage, Dealing) and table.stage.out is hand
        return said, say("do.take-back") if back else None
    if step.act == "turn":
        return say("do.turn", hand=HANDS[hand]), None
    line, of_whom = _HANDS[step.act]
    return say(line, hand=HANDS[hand]), say(of_whom, who=step.who)
