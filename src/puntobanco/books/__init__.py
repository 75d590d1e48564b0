"""TEXTS. One module of frozen values per rule document; knows nothing of how it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puntobanco.books import mbs, nz_division, rws_super_six_plus, rws_wins_on
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook

BOOKS: Mapping[str, RuleBook] = MappingProxyType(
    {
        module.BOOK.name: module.BOOK
        for module in (rws_super_six_plus, rws_wins_on, mbs, nz_division)
    }
)
"""Every book by name."""


def book_named(name: str) -> RuleBook:
    """The book of this name.

    >>> book_named("mbs").title
    'MBS Baccarat'
    """
    if name not in BOOKS:
        raise ValueError(f"there is no book {name!r}; books are {', '.join(BOOKS)}")
    return BOOKS[name]


__all__ = ["BOOKS", "book_named", "register_of"]
