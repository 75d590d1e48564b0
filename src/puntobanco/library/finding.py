"""Turns the name of a book into the book: the one function behind every command and page."""

from __future__ import annotations

from puntobanco.books import BOOKS
from puntobanco.rules.book import RuleBook
from puntobanco.rules.configure import closest


class BookNotFoundError(ValueError):
    """No book goes by this name; the message says which do."""


def find_book(name: str) -> RuleBook:
    """Return the book that a user named.

    >>> find_book("mbs").title
    'MBS Baccarat'
    """
    if name not in BOOKS:
        raise BookNotFoundError(f"there is no book {name!r}; {closest(name, BOOKS)}")
    return BOOKS[name]
