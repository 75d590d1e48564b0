"""Tables that between them offer every wager of every book in every way it may pay."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules
from puntobanco.rules.options import Choice

_WAGER_OPTIONS = (
    "banker",
    "tie",
    "perfect-pair",
    "any-pair",
    "lucky-match",
    "dragon-bonus",
    "two-to-one",
)


def table(book: str, **options: str) -> HouseRules:
    """A table with these options; underscores stand for hyphens."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = BOOKS[book].configure(chosen)
    assert isinstance(rules, HouseRules), rules
    return rules


def _every_table() -> dict[str, HouseRules]:
    found = {}
    for book in BOOKS.values():
        found[book.name] = table(book.name)
        for option in book.options:
            if isinstance(option, Choice) and option.name in _WAGER_OPTIONS:
                for value in option.values[1:]:
                    found[f"{book.name} {option.name}={value}"] = table(
                        book.name, **{option.name: value}
                    )
    return found


EVERY_TABLE: Mapping[str, HouseRules] = MappingProxyType(_every_table())
