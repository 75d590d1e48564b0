"""Checks a book from a file: what would keep a table from being opened or dealt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any, TypeAlias

from puntobanco.library.citations import missing_clauses
from puntobanco.library.errors import PARTS_MAX
from puntobanco.library.places import Path
from puntobanco.rules.book import RuleBook
from puntobanco.rules.configure import closest
from puntobanco.rules.options import Case, Choice, Given, NumberOption, Option
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.text.canonical import plain
from puntobanco.rules.text.edition_names import field_name
from puntobanco.rules.wagers import WagerKind

Problem: TypeAlias = tuple[Path, str]
"""A key of the canonical form and what is wrong there."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WAGER_NAME = re.compile(rf"{_NAME.pattern}(:{_NAME.pattern})?")
_DECKS_MAX = 20
_COMBINATIONS_MAX = 20_000


def _walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, str, Any]]:
    """Every field inside a value: where it stands in the canonical form, its name and content."""
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _walk(each, (*path, number))
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            inside = getattr(value, each.name)
            where = (*path, field_name(type(value), each.name))
            yield where, each.name, inside
            yield from _walk(inside, where)


def errors_in(book: RuleBook) -> list[Problem]:
    """What keeps a book from being used; tables could not be configured or dealt by it."""
    found = list(_counts(book)) or [*local_errors_in(book), *_citations(book)]
    return found or [*_families(book), *_named_things(book)] or [*_configured(book)]


def local_errors_in(book: RuleBook) -> list[Problem]:
    """The errors that single parts of a book have, whatever the others say."""
    looks = (_names, _tables, _options, _givens, _posts, _twice)
    return [problem for look in looks for problem in look(book)]


def _counts(book: RuleBook) -> Iterator[Problem]:
    counts = {
        "wagers": len(book.wagers),
        "options": len(book.options),
        "clauses": len(book.register.text.clauses),
    }
    for kind, count in counts.items():
        if count > PARTS_MAX[kind]:
            where: Path = ("register", kind) if kind == "clauses" else (kind,)
            yield where, f"a book has at most {PARTS_MAX[kind]:,} {kind}, not {count:,}"


def _names(book: RuleBook) -> Iterator[Problem]:
    if not _NAME.fullmatch(book.name):
        yield ("name",), f"{book.name!r} is not a name; use small letters, digits and hyphens"
    for number, case in enumerate(book.wagers):
        if not _WAGER_NAME.fullmatch(case.thing.name):
            sentence = f"{case.thing.name!r} is not a name of a wager; write it like dragon-7"
            yield ("wagers", number, "thing", "name"), sentence


def _tables(book: RuleBook) -> Iterator[Problem]:
    """The drawing rules, the points and the rulings must be complete."""
    rows = (*book.tableau.player, *book.tableau.banker, *book.tableau.banker_alone)
    if not all(re.fullmatch(r"[0-7](-[0-7])?", row.totals) for row in rows):
        yield ("tableau",), 'totals are written "6" or "0-5", from 0 to 7'
        return
    if not all(set(row.ranks) <= set("A23456789TJQK") for row in book.points) or not all(
        len(row.ranks) == len(row.values) for row in book.points
    ):
        yield ("points",), "a row of points names ranks such as 23456789 and a value for each"
        return
    for problem in book.table_problems():
        yield (problem.partition(" ")[0].partition(".")[0],), problem
    if not book.posts.ladder or book.posts.ladder[0].name != "dealer":
        yield ("posts",), "the posts begin with the dealer"


def _options(book: RuleBook) -> Iterator[Problem]:
    names = [option.name for option in book.options]
    if "decks" not in names:
        yield ("options",), "there is no option decks; add [option.decks] with from, to and default"
    for number, option in enumerate(book.options):
        where: Path = ("options", number)
        if names.index(option.name) != number:
            yield where, f"the option {option.name} is there twice"
        if isinstance(option, NumberOption):
            yield from _count(option, where)
        if isinstance(option, Choice) and len(set(option.values)) != max(1, len(option.values)):
            yield (*where, "values"), f"{option.name} needs values, each of them once"
    if book.ante is not None and not {"ante", "ante-waiver"} <= set(names):
        yield ("ante",), "an Ante needs the options ante and ante-waiver"


def _count(option: NumberOption, where: Path) -> Iterator[Problem]:
    if not 0 < option.low <= option.high:
        sentence = f"{option.name} goes from {option.low} to {option.high}; write from = 6, to = 8"
        yield (*where, "from"), sentence
    elif option.default not in map(str, range(option.low, min(option.high, 10_000) + 1)):
        sentence = f"the default {option.default} is not from {option.low} to {option.high}"
        yield (*where, "default"), sentence
    if option.name == "decks" and option.high > _DECKS_MAX:
        yield (*where, "to"), f"a shoe has at most {_DECKS_MAX} decks"


def _values(option: Option) -> list[str] | None:
    """What an option can be; None for an amount of money."""
    match option:
        case Choice():
            return list(option.values)
        case NumberOption():
            return [str(each) for each in range(option.low, option.high + 1)]
        case _:
            return None


def _givens(book: RuleBook) -> Iterator[Problem]:
    options = {option.name: _values(option) for option in book.options}
    for path, _, inside in _walk(book):
        if not isinstance(inside, Given):
            continue
        for name, values in inside.choices:
            if name not in options:
                yield path, f"there is no option {name!r}; {closest(name, options)}"
                continue
            known = options[name]
            for value in values:
                if known is not None and value not in known:
                    yield path, f"{name} is never {value!r}; {closest(value, known)}"


def _posts(book: RuleBook) -> Iterator[Problem]:
    known = [post.name for post in book.posts.ladder]
    for path, name, inside in _walk(book):
        if name == "post" or name.endswith("_post") or name == "posts":
            for post in inside if isinstance(inside, tuple) else (inside,):
                if isinstance(post, str) and post and post not in known:
                    yield path, f"there is no post {post!r}; {closest(post, known)}"


def _citations(book: RuleBook) -> Iterator[Problem]:
    for clause, paths in missing_clauses(plain(book)).items():
        yield paths[0], f"clause {clause} is cited but not written; add it under [clauses]"


def _twice(book: RuleBook) -> Iterator[Problem]:
    ids = [clause.id for clause in book.register.text.clauses]
    for number, clause in enumerate(ids):
        if ids.index(clause) != number:
            yield ("register", "clauses", number), f"clause {clause} is written twice"


def _combinations(book: RuleBook, cases: Iterable[Case[Any]]) -> Iterator[dict[str, str]]:
    """Every choice of the options that some cases depend on."""
    named = {name for case in cases for name, _ in case.when.choices}
    asked = [(option.name, _values(option)) for option in book.options if option.name in named]
    listed = [(name, values or ["off"]) for name, values in asked]
    for number, chosen in enumerate(product(*(values for _, values in listed))):
        if number > _COMBINATIONS_MAX:
            return
        yield dict(zip((name for name, _ in listed), chosen, strict=True))


def _families(book: RuleBook) -> Iterator[Problem]:
    """For every choice there must be places, a style, and each main wager once."""
    for name, cases in (("places", book.places), ("conduct", book.conduct.styles)):
        for chosen in _combinations(book, cases):
            if not any(case.when.holds(chosen) for case in cases):
                what = "no betting places" if name == "places" else "no dealing style"
                yield (name,), f"there are {what} for {_said(chosen)}"
                break
    for kind in (WagerKind.PLAYER, WagerKind.BANKER, WagerKind.TIE):
        wagers = tuple(case for case in book.wagers if case.thing.kind is kind)
        for chosen in _combinations(book, wagers):
            held = sum(case.when.holds(chosen) for case in wagers)
            if held != 1:
                what = "no wager" if not held else f"{held} wagers"
                said = f" for {_said(chosen)}" if chosen else ""
                yield ("wagers",), f"there is {what} of kind {kind.value}{said}; there must be one"
                break


def _said(chosen: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in chosen.items()) or "any choice"


def _named_things(book: RuleBook) -> Iterator[Problem]:
    """What is named elsewhere must be there, and under one name one thing."""
    names = {case.thing.name for case in book.wagers}
    for number, case in enumerate(book.wagers):
        same = [each for each in book.wagers[:number] if each.thing.name == case.thing.name]
        for chosen in _combinations(book, (case, *same)) if same else ():
            if case.when.holds(chosen) and any(each.when.holds(chosen) for each in same):
                sentence = f"the wager {case.thing.name} is offered twice for {_said(chosen)}"
                yield ("wagers", number), sentence
                break
        if case.thing.kind.is_main and case.thing.name != case.thing.kind.value:
            sentence = f"a wager of kind {case.thing.kind.value} is called {case.thing.kind.value}"
            yield ("wagers", number, "thing", "name"), sentence
    for number, mix in enumerate(book.conduct.betting.mixes):
        for name in mix.wagers:
            if name not in names:
                path = ("conduct", "betting", "mixes", number)
                yield path, f"there is no wager {name!r}; {closest(name, names)}"
    options = [option.name for option in book.options]
    for number, rule in enumerate(book.house_wide):
        if rule.option not in options:
            sentence = f"there is no option {rule.option!r}; {closest(rule.option, options)}"
            yield ("house-wide", number), sentence


def _configured(book: RuleBook) -> Iterator[Problem]:
    refusal = book.configure()
    if isinstance(refusal, Refusal):
        yield ("options",), f"the defaults cannot be chosen together: {refusal.sentence}"
