"""The clause registers that are part of the books, read from their text when asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from puntobanco.rules.citing.register import Register, RegisterText, read_register


@cache
def register_of(book_name: str) -> Register:
    """The clause register of a book of the program; its text is read when asked for."""
    return Register(lambda: _read(book_name))


def _read(book_name: str) -> RegisterText:
    text = files("puntobanco.books").joinpath("clauses", f"{book_name}.toml")
    return read_register(text.read_text("utf-8"))
