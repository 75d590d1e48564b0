"""`punto train`: asks a dealer what to draw, to pay and to rule, and marks with the engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from rich.console import Console

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.options import Book, OptionOrSetting
from puntobanco.cli.screen import console, grid, hand_text
from puntobanco.cli.words import MaybeSeed, read_rules, read_seed
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import with_clauses
from puntobanco.rules.configure import closest
from puntobanco.training.making import question as make
from puntobanco.training.marking import (
    Mark,
    UnreadableAnswerError,
    choices,
    mark,
    read_answer,
    solve,
)
from puntobanco.training.questions import KINDS, Kind, Question, RulingQuestion, kind_of
from puntobanco.training.score import Score
from puntobanco.training.wording import ask, gist, mark_form, question_form, typed_words
from puntobanco.views.ruling_words import FACT_QUESTIONS

QUESTIONS_MOST = 10_000
Sheet = Literal["questions", "answers"]
_ALL_KINDS = ",".join(kind.value for kind in KINDS)
_STOP = ("quit", "q", "stop")


def train(
    book: Book,
    *words: OptionOrSetting,
    questions: int = 12,
    seed: MaybeSeed = None,
    kinds: str = _ALL_KINDS,
    sheet: Sheet | None = None,
    json: bool = False,
) -> None:
    """Practise dealing: answer, hear what is right and by which clause, and get a score.

    Stop at any time with quit or the end of the input. Answers may be piped in, one a line.

    Examples:
        punto train mbs --questions 3 --seed 7
        punto train nz-division tie=9 dragon-bonus=1 --kinds payout,ruling
        punto train mbs --questions 20 --seed 7 --sheet questions

    Args:
        questions: How many to ask.
        seed: Ask the same questions again.
        kinds: What to practise: draw, payout and ruling, separated by commas.
        sheet: Ask nobody, but write a sheet for paper: the questions, or with the same seed the
            answers.
        json: Write questions and marks as JSON lines; answers are lines such as {"answer": "yes"}.
    """
    rules = read_rules(book, words)
    within("--questions", questions, 1, QUESTIONS_MOST)
    chosen = _read_kinds(kinds)
    seed = read_seed(seed, bits=32)
    asked = (make(rules, seed, number, chosen) for number in range(1, questions + 1))
    if sheet is not None:
        _on_paper(rules, seed, asked, sheet, json=json)
    elif json:
        _by_lines(rules, seed, asked)
    else:
        _by_people(rules, seed, asked)


def _read_kinds(text: str) -> tuple[Kind, ...]:
    known = {kind.value: kind for kind in KINDS}
    found = []
    for word in text.split(","):
        if word.strip() not in known:
            raise UsageError(
                f"--kinds: {word.strip()!r} is not a kind; {closest(word.strip(), known)}"
            )
        found.append(known[word.strip()])
    return tuple(dict.fromkeys(found))


# --- with machines ----------------------------------------------------------------------------


def _by_lines(rules: HouseRules, seed: int, asked: Iterator[Question]) -> None:
    register, score = rules.book.register, Score()
    for question in asked:
        _write_line(question_form(rules, seed, question))
        line = sys.stdin.readline()
        if not line:
            break
        wrong = ""
        try:
            marked = mark(rules, question, read_answer(rules, question, _answer_in(line)))
        except UnreadableAnswerError as error:  # a program gives one line for each question
            marked, wrong = mark(rules, question, ""), str(error)
        score = score.add(question, marked)
        form = msgspec.to_builtins(mark_form(register, question, marked))
        _write_line({**form, "error": wrong} if wrong else form)
    _write_line({"seed": seed, **score.form})


def _write_line(form: Any) -> None:
    sys.stdout.write(msgspec.json.encode(form).decode() + "\n")
    sys.stdout.flush()


def _answer_in(line: str) -> str:
    """The answer of a JSON line; a line that is none counts as it stands and fits nothing."""
    try:
        found = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return line
    return str(found.get("answer", "")) if isinstance(found, dict) else str(found)


# --- with people ------------------------------------------------------------------------------


def _by_people(rules: HouseRules, seed: int, asked: Iterator[Question]) -> None:
    out, score = console(), Score()
    out.print(f"{rules.book.title}. Write quit to stop.", style="bold")
    try:
        for question in asked:
            _show(out, rules, question)
            answer = _answer(out, rules, question)
            if answer is None:
                break
            marked = mark(rules, question, answer)
            score = score.add(question, marked)
            _explain(out, rules, marked)
    except KeyboardInterrupt:
        out.print()
    out.print()
    out.print(score.sentence, style="bold")
    if score.answers:
        out.print(score.advice)
    out.print(f"seed {seed}")


def _show(out: Console, rules: HouseRules, question: Question) -> None:
    out.print()
    out.print(f"{question.number}. {kind_of(question).value}", style="dim")
    if isinstance(question, RulingQuestion):
        out.print(ask(rules, question))
        for fact, so in question.facts.items():
            out.print(f"   {FACT_QUESTIONS[fact]} {'Yes' if so else 'No'}.")
        for choice in choices(rules, question):
            out.print(f"   {choice.answer}  {choice.words}")
        return
    hands = (("Player", question.coup.player), ("Banker", question.coup.banker))
    rows = ((name, hand_text(cards)) for name, cards in hands)
    out.print(grid("", "", rows=rows, header=False))
    out.print(ask(rules, question))


def _on_paper(
    rules: HouseRules, seed: int, asked: Iterator[Question], sheet: Sheet, *, json: bool
) -> None:
    """An exam as a sheet, or what is right of it."""
    out, register = console(), rules.book.register
    if not json:
        out.print(f"{rules.book.title}, {sheet}, seed {seed}", style="bold")
    for question in asked:
        right = solve(rules, question)
        if json and sheet == "questions":
            _write_line(question_form(rules, seed, question))
        elif json:
            _write_line(mark_form(register, question, right))
        elif sheet == "questions":
            _show(out, rules, question)
            out.print(f"({_hint(rules, question)}) ________")
        else:
            said = with_clauses(f"{right.correct}: {right.sentence}", right.clauses)
            out.print(f"{question.number}. {said}")


def _hint(rules: HouseRules, question: Question) -> str:
    known = [choice.answer for choice in choices(rules, question)]
    return "/".join(known) if known else "amount, " + " or ".join(typed_words(question))


def _answer(out: Console, rules: HouseRules, question: Question) -> str | None:
    """An answer that can be read; None where the dealer stops. A typo is asked for again."""
    while True:
        out.print(f"({_hint(rules, question)}) ", end="")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            out.print(line.strip())
        if not line or line.strip().lower() in _STOP:
            return None
        try:
            return read_answer(rules, question, line)
        except UnreadableAnswerError as error:
            out.print(f"{error} This does not count; answer again.")


def _explain(out: Console, rules: HouseRules, marked: Mark) -> None:
    said = "Right." if marked.right else "No."
    out.print(with_clauses(f"{said} {marked.sentence}", marked.clauses))
    write = rules.settings.currency.write
    if marked.chips:
        chips = ", ".join(f"{count} of {write(chip)}" for chip, count in marked.chips)
        out.print(f"In chips: {chips}.")
    rows = ((clause, gist(rules.book.register, clause)) for clause in marked.clauses)
    out.print(grid("", "", rows=rows, header=False))
