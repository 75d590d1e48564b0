"""Finds what a book took over and what no longer fits the wagers that it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from puntobanco.base.clauses import ClauseId, Clauses, clause_order, is_default
from puntobanco.library.book_file import BookFile
from puntobanco.library.citations import citing_parts
from puntobanco.library.places import Path
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import plain
from puntobanco.rules.wagers import Line, Wager

_Cited: TypeAlias = Mapping[ClauseId, set[str]]
"""By clause: the lines of a wager that cite it, as texts."""


def stale_clauses(found: BookFile) -> Iterator[tuple[Path, str]]:
    """What to look at again: keys of the file, and a sentence each."""
    base, own = found.base, found.own
    if base is None:
        return
    parts = citing_parts(plain(base))
    told: set[ClauseId] = set()
    for name, where in {**own.wagers, **own.removed_wagers}.items():
        before, after = _cited_by(base, name), _cited_by(found.book, name)
        for clause in sorted(before, key=clause_order):
            if clause in own.clauses or clause not in found.book.register.clauses:
                continue  # the author has looked at it
            if clause not in found.book.citations and clause not in told:
                told.add(clause)
                yield where, _uncited(clause, name, base.name, is_gone=not after)
            is_of_this_wager_alone = len(parts[clause]) == 1
            if is_of_this_wager_alone and clause in after and before[clause] != after[clause]:
                yield where, _changed(clause, name, base.name)


def stale_prints(found: BookFile) -> Iterator[tuple[Path, str]]:
    """Wagers that were changed or removed while the layout still prints something about them."""
    if found.base is None:
        return
    titles = {case.thing.name: case.thing.title for case in found.base.wagers}
    printed = {text for case in found.book.places for text in case.thing.printed}
    for name, where in {**found.own.wagers, **found.own.removed_wagers}.items():
        about = sorted(text for text in printed if name in titles and titles[name] in text)
        if about:
            sentence = f"the layout still prints {about[0]!r}, as in {found.base.name}"
            yield where, f"{sentence}; if that no longer fits, write [[places]] anew"


def _uncited(clause: ClauseId, wager: str, base: str, *, is_gone: bool) -> str:
    change = "removed" if is_gone else "changed"
    return (
        f"clause {clause} of {base} is about the wager {wager}, which is {change} here, and "
        "nothing cites it any more; remove it under [remove], or write it again under [clauses]"
    )


def _changed(clause: ClauseId, wager: str, base: str) -> str:
    return (
        f"clause {clause} has the words of {base}, where the wager {wager} has other lines; "
        "if they no longer fit, write it again under [clauses]"
    )


def _cited_by(book: RuleBook, name: str) -> _Cited:
    found: dict[ClauseId, set[str]] = {}
    for wager in (case.thing for case in book.wagers if case.thing.name == name):
        for clauses, line in _lines(wager):
            for clause in clauses:
                if not is_default(clause):
                    found.setdefault(clause, set()).add(line)
    return found


def _lines(wager: Wager) -> Iterable[tuple[Clauses, str]]:
    for line in wager.lines:
        yield line.clauses, _as_text(line)
    yield wager.otherwise.clauses, str(wager.otherwise.end)


def _as_text(line: Line) -> str:
    return f"{line.when}: {line.end}"
