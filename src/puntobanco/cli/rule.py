"""`punto rule`: what the book says when something went wrong at a real table."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from puntobanco.base.forms import form_of
from puntobanco.base.usage import UsageError
from puntobanco.cli.options import Book, JsonOrPage
from puntobanco.cli.screen import grid, tell
from puntobanco.cli.words import read_book, read_rules
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import DEFAULTS, cite, cited
from puntobanco.rules.configure import closest
from puntobanco.rules.rulings import RULING_FACTS, Irregularity, RulingRow
from puntobanco.sayings.saying import english
from puntobanco.views.ruling_words import COMMON_NAMES, FACT_QUESTIONS, ruled_said
from puntobanco.views.words import IRREGULARITIES, REMEDIES


def rule(
    book: Book,
    *words: str,
    json: JsonOrPage = False,
) -> None:
    """Give the ruling for something that went wrong, with clauses and whom to call.

    Examples:
        punto rule rws-wins-on surplus-card due=no established=yes restorable=yes
        punto rule nz-division first-card-face-up underway=no
        punto rule mbs power failure automatic=no
        punto rule mbs

    Args:
        words: What happened, options, and facts as name=yes or no. What is missing is asked;
            where nobody can be asked, a coup is taken to be open and no later one called.
    """
    facts: dict[str, bool] = {}
    happened: list[str] = []
    options = {option.name for option in read_book(book).options}
    chosen = [word for word in words if word.partition("=")[0] in options]
    rules = read_rules(book, chosen)
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            happened.append(word)
        elif word in chosen:
            continue
        elif name not in RULING_FACTS:
            raise UsageError(f"there is no fact {name!r}; {closest(name, RULING_FACTS)}")
        elif value not in ("yes", "no"):
            raise UsageError(f"{name} is yes or no, not {value!r}")
        else:
            facts[name] = value == "yes"
    if not happened and (json or not sys.stdin.isatty()):
        _list(rules, book, json=json)
        return
    irregularity = _irregularity(" ".join(happened), book)
    if not sys.stdin.isatty():  # nobody to ask: a coup is open and no later one was called
        facts = {"next_opened": False, "in_coup": True, **facts}

    def ask(fact: str) -> bool:
        if not sys.stdin.isatty():
            raise UsageError(_missing(rules, irregularity, facts))
        return _ask(fact)

    row = rules.book.rulings.decided(irregularity, facts, rules.options, ask)
    case = (rules, irregularity, facts, row)
    tell(_form(*case), *_page(*case), json=json)


def _list(rules: HouseRules, book: str, *, json: bool) -> None:
    """Every irregularity with a sentence."""
    form = {each.value: IRREGULARITIES[each] for each in Irregularity}
    listed = _irregularities(f"{rules.book.title}: what can go wrong")
    tell(form, listed, f"For the ruling: punto rule {book} NAME", json=json)


def _irregularities(title: str | None = None) -> Table:
    rows = ((each.value, IRREGULARITIES[each]) for each in Irregularity)
    return grid("name", "what happened", rows=rows, title=title)


def _irregularity(happened: str, book: str) -> Irregularity:
    known = {each.value: each for each in Irregularity}
    if not happened:
        Console(stderr=True).print(_irregularities())
        happened = _question("What happened? ")
    words = happened.lower().replace("_", "-")
    found = known.get(words.replace(" ", "-")) or COMMON_NAMES.get(words.replace("-", " "))
    if found is None:
        names = {**known, **{name.replace(" ", "-"): each for name, each in COMMON_NAMES.items()}}
        near = difflib.get_close_matches(words.replace(" ", "-"), names, n=1)
        hint = (
            f"did you mean {names[near[0]].value}?" if near else f"`punto rule {book}` lists them"
        )
        raise UsageError(f"`{happened}` is not an irregularity; {hint}")
    return found


def _missing(rules: HouseRules, irregularity: Irregularity, facts: dict[str, bool]) -> str:
    """Every fact that may still decide, so that all can be given at once."""
    rows = rules.book.rulings.rows_on(irregularity, rules.options)
    wanted = dict.fromkeys(fact for row in rows if row.could_fit(facts) for fact in row.asks)
    missing = [fact for fact in wanted if fact not in facts]
    asked = " ".join(f"{fact}: {FACT_QUESTIONS[fact]}" for fact in missing)
    given = " ".join(f"{fact}=yes" for fact in missing)
    how_many = "a fact" if len(missing) == 1 else f"{len(missing)} facts"
    return f"the ruling depends on {how_many}. {asked} Add, with yes or no: {given}"


def _ask(fact: str) -> bool:
    while True:
        answer = _question(f"{FACT_QUESTIONS[fact]} (yes/no) ")
        if answer in ("yes", "no", "y", "n"):
            return answer.startswith("y")


def _question(text: str) -> str:
    """Ask on the terminal, apart from what the command writes."""
    sys.stderr.write(text)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise UsageError("the input ended before the question was answered")
    return line.strip().lower()


def _form(
    rules: HouseRules, irregularity: Irregularity, facts: dict[str, bool], row: RulingRow
) -> dict[str, Any]:
    return {
        "book": rules.book.name,
        "irregularity": irregularity.value,
        "facts": facts,
        "steps": [
            {
                "remedy": step.remedy,
                "says": REMEDIES[step.remedy],
                **form_of(step, "post", "before_next", "clauses"),
            }
            for step in row.steps
        ],
        "clauses": row.clauses,
    }


def _page(
    rules: HouseRules, irregularity: Irregularity, facts: dict[str, bool], row: RulingRow
) -> Iterator[RenderableType]:
    yield Text(f"{rules.book.title}: {IRREGULARITIES[irregularity]}", style="bold")
    for number, step in enumerate(row.steps, start=1):
        says = english(ruled_said(rules, step))
        clauses = cited(step.clauses, told=step.clauses)  # what they say follows below
        yield f"{number}. {says[0].upper()}{says[1:]}. [{clauses}]"
    register = rules.book.register
    yield ""
    table = grid("clause", "says")
    for clause in row.clauses:
        known = register.clauses.get(clause)
        if known is None:
            table.add_row(clause.replace(":", " "), f"the book is silent: {DEFAULTS[clause]}")
        else:
            table.add_row(clause, known.gist)
    yield table
    said = ", ".join(f"{fact}={'yes' if so else 'no'}" for fact, so in facts.items())
    if said:
        yield f"This ruling assumes: {said}."
    judge = rules.book.rulings.judge
    if "restorable" in facts:
        yield (
            f"The {rules.book.posts.title(judge.post)} or above judges whether the order of the "
            f"cards can be restored. {cite(judge.clauses)}"
        )
