"""`punto rule`: what the book says when something went wrong at a real table."""

from __future__ import annotations

import sys
from typing import Annotated, Any

from cyclopts import App, Parameter
from rich.console import Console
from rich.text import Text

from puntobanco.cli.errors import UserError, cite
from puntobanco.cli.screen import console, grid, print_json
from puntobanco.cli.words import read_book, read_rules
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import closest
from puntobanco.rules.defaults import DEFAULTS
from puntobanco.rules.rulings import RULING_FACTS, Irregularity, RulingRow
from puntobanco.views.ruling_words import FACT_QUESTIONS, step_words
from puntobanco.views.words import IRREGULARITIES, REMEDIES

app = App(name="rule", help="Give the ruling for something that went wrong.")


@app.default
def rule(
    book: str,
    *words: str,
    json: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Give the ruling for something that went wrong, with clauses and whom to call.

    Examples:
        punto rule rws-super-six-plus surplus-card due=no established=yes restorable=yes

        punto rule nz-division first-card-face-up

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        words: What happened, options, and facts as name=yes or no. What is missing is asked;
            where nobody can be asked, a coup is taken to be open and no later one called.
        json: Write JSON instead of a page.
    """
    facts: dict[str, bool] = {}
    happened: str | None = None
    options = {option.name for option in read_book(book).options}
    chosen = [word for word in words if word.partition("=")[0] in options]
    rules = read_rules(book, chosen)
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            happened = word
        elif word in chosen:
            continue
        elif name not in RULING_FACTS:
            raise UserError(f"there is no fact {name!r}; {closest(name, RULING_FACTS)}")
        elif value not in ("yes", "no"):
            raise UserError(f"{name} is yes or no, not {value!r}")
        else:
            facts[name] = value == "yes"
    irregularity = _irregularity(happened)
    if not sys.stdin.isatty():  # nobody to ask: a coup is open and no later one was called
        facts = {"next_opened": False, "in_coup": True, **facts}
    row = _find(rules, irregularity, facts)
    if json:
        print_json(_form(rules, irregularity, facts, row))
    else:
        _print(rules, irregularity, facts, row)


def _irregularity(happened: str | None) -> Irregularity:
    known = {each.value: each for each in Irregularity}
    if happened is None:
        if not sys.stdin.isatty():
            raise UserError(f"say what happened: {', '.join(known)}")
        table = grid("name", "what happened")
        for each in Irregularity:
            table.add_row(each.value, IRREGULARITIES[each])
        Console(stderr=True).print(table)
        happened = _question("What happened? ")
    if happened not in known:
        raise UserError(f"{happened!r} is no irregularity; {closest(happened, known)}")
    return known[happened]


def _find(rules: HouseRules, irregularity: Irregularity, facts: dict[str, bool]) -> RulingRow:
    """The ruling row, asking for each fact that decides and is not known."""
    for row in rules.book.rulings.all_rows:
        if irregularity not in row.irregularities or not row.given.holds(rules.options):
            continue
        for fact in dict.fromkeys(row.when.facts() if row.when else ()):
            if fact not in facts and row.could_fit(facts):
                facts[fact] = _ask(fact)
        if row.could_fit(facts):
            return row
    raise AssertionError("every book rules on every irregularity")


def _ask(fact: str) -> bool:
    if not sys.stdin.isatty():
        raise UserError(
            f"the ruling hangs on {fact}: {FACT_QUESTIONS[fact]} Add {fact}=yes or {fact}=no"
        )
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
        raise UserError("the input ended before the question was answered")
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
                "remedy": step.remedy.value,
                "says": REMEDIES[step.remedy],
                "post": step.post,
                "before_next": step.before_next,
                "clauses": step.clauses,
            }
            for step in row.steps
        ],
        "clauses": row.clauses,
    }


def _print(
    rules: HouseRules, irregularity: Irregularity, facts: dict[str, bool], row: RulingRow
) -> None:
    out = console()
    out.print(f"{rules.book.title}: {IRREGULARITIES[irregularity]}", style="bold", markup=False)
    for number, step in enumerate(row.steps, start=1):
        says = step_words(rules, step)
        line = f"{number}. {says[0].upper()}{says[1:]}. {cite(step.clauses)}"
        out.print(line, markup=False)
    register = rules.book.register
    out.print()
    table = grid("clause", "says")
    for clause in row.clauses:
        known = register.clauses.get(clause)
        table.add_row(clause, Text(DEFAULTS[clause] if known is None else known.gist))
    out.print(table)
    said = ", ".join(f"{fact}={'yes' if so else 'no'}" for fact, so in facts.items())
    if said:
        out.print(f"This rests on: {said}.", markup=False)
    judge = rules.book.rulings.judge
    if "restorable" in facts:
        out.print(
            f"Whether cards can be put right is judged by the "
            f"{rules.book.posts.title(judge.post)} or above. {cite(judge.clauses)}",
            markup=False,
        )
