"""Ruling on an irregularity: facts, the book's row, its remedies one after the other."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.base.cards import Card
from puntobanco.base.clauses import Clauses
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play import table as t
from puntobanco.play.cards.handlers import offers
from puntobanco.play.cards.tape import Tape, lawful_slot, rebuilt
from puntobanco.play.draft import Draft
from puntobanco.play.people import entitled, patrons_with_stakes
from puntobanco.play.reports import ChoiceTimeOver, Noticed
from puntobanco.play.rulings.established import is_established
from puntobanco.play.rulings.remedies import DECISIONS, REMEDIES, together
from puntobanco.play.rulings.returning import return_patron
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import (
    RULING_FACTS,
    SAID_BY_PEOPLE,
    Irregularity,
    Question,
    Remedy,
    RulingRow,
    Step,
)
from puntobanco.rules.slots import Slot
from puntobanco.sayings.saying import either, listed, named, say


def found(rules: HouseRules, draft: Draft, noticed: Noticed) -> None:
    """Record an irregularity with its facts, and rule on it as far as answers are known."""
    coup = draft.table.coup if noticed.coup is None else noticed.coup
    facts = {
        **computed_facts(rules, draft.table, coup),
        **_complete(rules, draft.table, noticed.irregularity),
        **noticed.facts,
        "after_coup": noticed.after_coup,
    }
    row = _row(rules, t.Halt(noticed.irregularity, facts))
    draft.add(
        e.IrregularityFound(
            irregularity=noticed.irregularity,
            facts=facts,
            coup=coup,
            patron=noticed.patron,
            place=noticed.place,
            wager=noticed.wager,
            after_coup=noticed.after_coup,
            note=noticed.note,
            by=noticed.by,
            clauses=rules.book.rulings.judge.clauses if row is None else row.clauses,
        )
    )
    proceed(rules, draft)


def computed_facts(rules: HouseRules, table: t.Table, coup: int) -> dict[str, bool]:
    """What the table itself knows of the case."""
    stage = table.stage
    if isinstance(stage, t.Preparing | t.Ready) and table.last is not None:
        stage = table.last
    tape = t.tape_of(stage)
    staked = None
    if rules.settings.established_by_staked and isinstance(
        stage, t.Betting | t.Dealing | t.Resolved
    ):
        staked = {wager for _, _, wager in stage.stakes}
    lying = [card for card in tape if card.slot is not None]
    proper = rebuilt(rules.tableau, tape).all_slots
    misplaced = proper != tuple(card.slot for card in tape)
    return {
        "established": bool(tape) and is_established(rules, _lawful_faces(rules, tape), staked),
        "due": misplaced and None not in proper,
        "in_coup": isinstance(stage, t.Betting | t.Dealing),
        "initial": len(lying) < 4,
        "next_opened": coup < table.coup,
        "next_dealt": coup < table.coup and bool(tape),
        "underway": isinstance(stage, t.Dealing) and len(tape) > 1,
        "automatic": rules.settings.automatic,
        "shoe_over": table.shoe.over or table.shoe.coups_left == 0,
        "in_time": isinstance(stage, t.Betting),
        "warned": False,
        "seen": bool(tape) and tape[-1].face_up,
        "asked": False,
    }


def _complete(rules: HouseRules, table: t.Table, irregularity: Irregularity) -> dict[str, bool]:
    """An empty shoe finds no coup to void where no card is due, or none until cards are turned."""
    stage = table.stage
    if irregularity is not Irregularity.TOO_FEW_CARDS or not isinstance(stage, t.Dealing):
        return {}
    return {} if lawful_slot(rules.tableau, stage.tape) else {"in_coup": False}


def _lawful_faces(rules: HouseRules, tape: Tape) -> dict[Slot, Card]:
    """The exposed cards, each in the place Reconstruction gives it."""
    proper = rebuilt(rules.tableau, tape)
    return {
        slot: card
        for place, slot in zip(proper.order, proper.slots, strict=True)
        if slot is not None and tape[place].face_up and (card := tape[place].card) is not None
    }


def proceed(rules: HouseRules, draft: Draft) -> None:
    """Apply remedies until a question must be answered or everything is ordinary again."""
    while draft.table.halts:
        halt = draft.table.halts[-1]
        lapsed = _lapsed(draft.table, halt)
        if halt.question and not lapsed:
            _ask_the_free(rules, draft, halt)
            return
        row = _row(rules, halt)
        if row is None:
            judge = rules.book.rulings.judge
            draft.add(
                e.QuestionAsked(
                    question=Question.RESTORABLE, post=judge.post, clauses=judge.clauses
                )
            )
            return
        if halt.steps_done == len(row.steps):
            draft.add(e.Resumed(clauses=row.clauses))
            if not draft.table.halts:  # a question at the closing call held the offers back
                draft.add(*offers(rules, draft.table))
            continue
        step = row.steps[halt.steps_done]
        if lapsed:
            draft.add(_declined(rules, draft.table, halt, step))
            continue
        if step.post is not None and (step.before_next or not halt.answer):
            draft.add(
                e.QuestionAsked(
                    question=Question.MAY,
                    remedy=step.remedy,
                    post=step.post,
                    until_next=step.before_next,
                    clauses=step.clauses,
                )
            )
            continue
        if step.post is not None and halt.answer == "no":
            draft.add(e.RemedyDeclined(remedy=step.remedy, clauses=step.clauses))
            continue
        if REMEDIES[step.remedy](rules, draft, halt, step):
            draft.add(e.RemedyApplied(remedy=step.remedy, clauses=step.clauses))


def _lapsed(table: t.Table, halt: t.Halt) -> bool:
    """Whether what a question was about is gone meanwhile: a voided coup, cards put in order."""
    paid = t.paid_coup(table)
    gone = paid is not None and paid.voided
    if halt.question is Question.ORDER:
        return gone or len(together(table)) < 2
    return halt.question is Question.CHOICE and (gone or not _free(table, halt))


def _declined(rules: HouseRules, table: t.Table, halt: t.Halt, step: Step) -> e.RemedyDeclined:
    nobody = halt.question is Question.CHOICE and not _free(table, halt)
    bound = rules.book.rulings.bound_clauses if nobody else ()
    return e.RemedyDeclined(remedy=step.remedy, clauses=(*step.clauses, *bound))


def _free(table: t.Table, halt: t.Halt) -> tuple[str, ...]:
    """Who still has a choice: not those who went on or took all back after another error."""
    stage = table.stage
    if not halt.waiting or not isinstance(stage, t.Dealing):
        return halt.waiting
    staked = patrons_with_stakes(table)
    return tuple(who for who in halt.waiting if who in staked and who not in stage.bound)


def _ask_the_free(rules: HouseRules, draft: Draft, halt: t.Halt) -> None:
    """Put a choice to those alone who still have it."""
    free = _free(draft.table, halt)
    if free != halt.waiting:
        clauses = (*_row_clauses(rules, halt), *rules.book.rulings.bound_clauses)
        draft.add(e.QuestionAsked(question=Question.CHOICE, patrons=free, clauses=clauses))


def _row(rules: HouseRules, halt: t.Halt) -> RulingRow | None:
    """The row that rules, or None where it hangs on a judgement nobody has given."""
    if "restorable" in halt.facts:
        return rules.book.rulings.find(halt.irregularity, halt.facts, rules.options)
    either = [
        rules.book.rulings.find(
            halt.irregularity, {**halt.facts, "restorable": answer}, rules.options
        )
        for answer in (True, False)
    ]
    return either[0] if either[0] is either[1] else None


def halt_clauses(rules: HouseRules, table: t.Table) -> Clauses:
    """What the question that halts the table rests on."""
    return _row_clauses(rules, table.halts[-1])


def answer(rules: HouseRules, table: t.Table, request: r.Answer) -> e.Events | Refusal:
    """Take an answer to the question that halts the table."""
    if not table.halts:
        return _answer_standing(rules, table, request)
    halt = table.halts[-1]
    refusal = (
        _not_to_answer(rules, halt, request)
        or _bad_answer(table, halt, request)
        or _says_not_why(rules, halt, request)
    )
    if refusal is not None:
        return refusal
    draft = Draft(table)
    assert halt.question is not None, halt
    back, clauses = rules.book.rulings.taken_back_clauses, _row_clauses(rules, halt)
    takes_back = halt.question is Question.CHOICE and request.answer == "take-back"
    if takes_back:  # not the clauses beside it, of those who go on
        beside = {clause.rpartition(".")[0] for clause in back}
        clauses = (*(each for each in clauses if each.rpartition(".")[0] not in beside), *back)
    draft.add(_answered(request, halt.question, clauses))
    if takes_back:
        return_patron(draft, request.by, back)
    proceed(rules, draft)
    return draft.events


def _answered(request: r.Answer, question: Question, clauses: Clauses) -> e.QuestionAnswered:
    return e.QuestionAnswered(
        question=question,
        answer=request.answer,
        by=request.by,
        reason=request.reason,
        clauses=clauses,
    )


def _answer_standing(rules: HouseRules, table: t.Table, request: r.Answer) -> e.Events | Refusal:
    """Answer a question that stands until the next opening call."""
    if not table.standing:
        return Refusal(Reason.WRONG_STAGE, say("refused.nothing-asked"))
    asked = table.standing[0]
    refusal = entitled(rules, request.by, asked.post, asked.clauses)
    if refusal is not None:
        return refusal
    refusal = _not_among(ANSWERS[Question.MAY], request, asked.clauses)
    if refusal is not None:
        return refusal
    draft = Draft(table)
    draft.add(_answered(request, Question.MAY, asked.clauses))
    if request.answer == "yes":
        reshuffle = asked.remedy is Remedy.RESHUFFLE
        draft.add(e.ReplacementOrdered(reshuffle=reshuffle, by=request.by, clauses=asked.clauses))
    return draft.events


def _row_clauses(rules: HouseRules, halt: t.Halt) -> Clauses:
    row = _row(rules, halt)
    if row is None or halt.steps_done >= len(row.steps):
        return rules.book.rulings.judge.clauses
    return row.steps[halt.steps_done].clauses


def _not_to_answer(rules: HouseRules, halt: t.Halt, request: r.Answer) -> Refusal | None:
    if halt.waiting:
        if request.by in halt.waiting:
            return None
        said = say("refused.not-your-choice", who=listed(map(named, halt.waiting)))
        return Refusal(Reason.NOT_ENTITLED, said)
    assert halt.post is not None, halt
    if rules.book.posts.reaches(request.by, halt.post):
        return None
    said = say("refused.not-your-answer", post=rules.book.posts.said(halt.post))
    clauses = _row_clauses(rules, halt)
    return Refusal(Reason.NOT_ENTITLED, said, clauses)


ANSWERS = {
    Question.RESTORABLE: ("yes", "no"),
    Question.MAY: ("yes", "no"),
    Question.CHOICE: ("go-on", "take-back"),
    Question.DECISION: tuple(DECISIONS),
    Question.CALL: ("continue",),
}
"""What each question takes for an answer; an order is any order of the cards."""
_WITH_REASON = {
    Question.DECISION: say("refused.decision-reason"),
    Question.CALL: say("refused.call-reason"),
}


def _not_among(known: tuple[str, ...], request: r.Answer, clauses: Clauses = ()) -> Refusal | None:
    if request.answer in known:
        return None
    answers = either(say(f"answer.{answer}") for answer in known)
    said = say("refused.wrong-answer", answer=request.answer[:40], answers=answers)
    return Refusal(Reason.BAD_ANSWER, said, clauses)


def _bad_answer(table: t.Table, halt: t.Halt, request: r.Answer) -> Refusal | None:
    if halt.question is Question.ORDER:
        return _bad_order(table, request.answer)
    assert halt.question is not None, halt
    refusal = _not_among(ANSWERS[halt.question], request)
    if refusal is None and halt.question in _WITH_REASON and not request.reason:
        return Refusal(Reason.BAD_ANSWER, _WITH_REASON[halt.question])
    return refusal


def _says_not_why(rules: HouseRules, halt: t.Halt, request: r.Answer) -> Refusal | None:
    judge = rules.book.rulings.judge
    given_up = halt.question is Question.RESTORABLE and request.answer == "no"
    if not judge.says_why or not given_up or request.reason:
        return None
    said = say("refused.say-why")
    return Refusal(Reason.BAD_ANSWER, said, judge.clauses)


def _bad_order(table: t.Table, words: str) -> Refusal | None:
    wanted = [str(place) for place in range(1, len(together(table)) + 1)]
    if sorted(words.split(",")) == sorted(wanted):
        return None
    said = say("refused.wrong-order", order=words[:40], cards=",".join(wanted))
    return Refusal(Reason.BAD_ANSWER, said)


def noticed(rules: HouseRules, table: t.Table, report: Noticed) -> e.Events:
    """A person noticed an irregularity; what the table can compute, a report does not override."""
    draft = Draft(table)
    asked = table.halts and table.halts[-1].post is not None
    if report.irregularity is Irregularity.FLOOR_CALLED and asked:
        return ()  # the table waits for the floor as it is
    told = {
        name: so for name, so in report.facts.items() if RULING_FACTS.get(name) in SAID_BY_PEOPLE
    }
    coup = report.coup if report.coup is None or report.coup <= table.coup else None
    found(rules, draft, replace(report, facts=told, coup=coup, after_coup=False))
    return draft.events


def choice_time_over(rules: HouseRules, table: t.Table, report: ChoiceTimeOver) -> e.Events:
    """Patrons who gave no answer in time go on."""
    draft = Draft(table)
    while draft.table.halts and draft.table.halts[-1].question is Question.CHOICE:
        halt = draft.table.halts[-1]
        silent = r.Answer(by=halt.waiting[0], answer="go-on", reason="no answer in time")
        draft.add(_answered(silent, Question.CHOICE, rules.book.rulings.silent_clauses))
        proceed(rules, draft)
    return draft.events
