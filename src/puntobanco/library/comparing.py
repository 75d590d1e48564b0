"""Compares two editions: clauses and wagers that are new, gone or changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puntobanco.rules.book import RuleBook
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.text.canonical import plain
from puntobanco.rules.wagers import Wager


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two editions differ."""

    part: str
    """`wager`, `option`, `clause`, or the section of the book."""
    name: str
    before: str
    """What it was; empty: it is new."""
    after: str
    """What it is; empty: it is gone."""
    edge_before: str = ""
    edge_after: str = ""

    @property
    def change(self) -> str:
        """Whether it is new, gone or changed."""
        return "changed" if self.before and self.after else "new" if self.after else "gone"


def differences(before: RuleBook, after: RuleBook, *, edges: bool = True) -> list[Difference]:
    """Everything in which two editions differ, wagers first."""
    found = _wagers(before, after, edges=edges)
    found += _compared("option", _options(before), _options(after))
    found += _compared("clause", _clauses(before), _clauses(after))
    one, two = plain(before), plain(after)
    for key in sorted({*one, *two} - {"wagers", "options", "register"}):
        found += _sections(key, one.get(key), two.get(key))
    one, two = one["register"], two["register"]
    return found + _sections("effective", one.get("effective"), two.get("effective"))


def _compared(part: str, one: Mapping[str, str], two: Mapping[str, str]) -> list[Difference]:
    return [
        Difference(part, name, one.get(name, ""), two.get(name, ""))
        for name in dict.fromkeys((*one, *two))
        if one.get(name) != two.get(name)
    ]


def _options(book: RuleBook) -> dict[str, str]:
    return {
        option.name: f"{option.expected}; default {option.default}; {option.meaning} "
        f"[{', '.join(option.clauses)}]"
        for option in book.options
    }


def _clauses(book: RuleBook) -> dict[str, str]:
    return {clause.id: clause.gist for clause in book.register.text.clauses}


def _sections(key: str, one: Any, two: Any, path: str = "") -> list[Difference]:
    """The keys below a section that differ, each by its path."""
    if one == two:
        return []
    if isinstance(one, dict) and isinstance(two, dict):
        return [
            each
            for inner in sorted({*one, *two})
            for each in _sections(
                key, one.get(inner), two.get(inner), f"{path}.{inner}" if path else inner
            )
        ]
    said = ["" if each is None else str(each) for each in (one, two)]
    return [Difference(key, path, *said)]


def _wagers(before: RuleBook, after: RuleBook, *, edges: bool) -> list[Difference]:
    one, two = _cases(before), _cases(after)
    found = []
    for key in dict.fromkeys((*one, *two)):
        was, is_now = one.get(key), two.get(key)
        if plain(was) == plain(is_now):
            continue
        told = ["" if each is None else _told(each) for each in (was, is_now)]
        priced = ["", ""]
        if edges:
            priced = [_edge(before, was, key), _edge(after, is_now, key)]
        name = key[0] + (f" ({key[1]})" if key[1] else "")
        found.append(Difference("wager", name, *told, *priced))
    return found


def _cases(book: RuleBook) -> dict[tuple[str, str], Wager]:
    return {(case.thing.name, str(case.when)): case.thing for case in book.wagers}


def _told(wager: Wager) -> str:
    lines = "; ".join(
        f"{line.label}: {line.end} [{', '.join(line.clauses)}]" for line in wager.ends()
    )
    return f"{wager.title} ({wager.drawn.value}): {lines}"


def _edge(book: RuleBook, wager: Wager | None, key: tuple[str, str]) -> str:
    """The exact edge of a wager in a full shoe, for people; empty where it is not offered."""
    # imported here: comparing the words of two editions needs no odds
    from puntobanco.odds.figures import percent  # noqa: PLC0415
    from puntobanco.odds.pricing import odds  # noqa: PLC0415

    if wager is None:
        return ""
    case = next(each for each in book.wagers if (each.thing.name, str(each.when)) == key)
    rules = book.configure({name: values[0] for name, values in case.when.choices})
    return "" if isinstance(rules, Refusal) else percent(odds(rules)[wager.name].edge, 3)
