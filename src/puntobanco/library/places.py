"""Finds where a key stands in a TOML or JSON text, so that an error can name line and column.

The text was read by a real parser before; this only counts. Where it does not understand what it
sees it stops, and the nearest key before that is named.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value: ("wager", "dragon-7", "wins", 0, "when")."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_LITERAL = re.compile(r"'[^']*'")
_LONG = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
_OPENED = re.compile(r"(?:\"\"\"|\'\'\')\n?|[\"\']|")
_ESCAPED = re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\.|.", re.DOTALL)
_LETTER = re.compile(r".", re.DOTALL)
_OTHER = re.compile(r"[^,\]}\s#]+")
_DEPTH_MAX = 100


class Place(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int


class _StopError(Exception):
    """The text goes on in a way that is not understood."""


def place_of(text: str, offset: int) -> Place:
    """The line and column of a character."""
    before = text[:offset]
    return Place(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def offset_of(text: str, place: Place) -> int:
    """The character at a line and column."""
    before = text.split("\n", place.line - 1)[:-1] if place.line > 1 else []
    return min(len(text), sum(len(line) + 1 for line in before) + place.column - 1)


class KeyPlaces:
    """Where every key of a text stands, and where its value begins."""

    def __init__(self, text: str, *, is_json: bool = False) -> None:
        self._text, self._at = text, 0
        self._between = ":" if is_json else "="
        self._keys: dict[Path, int] = {(): 0}
        self._values: dict[Path, int] = {}
        self._tables: dict[Path, int] = {}
        try:
            if is_json:
                self._value((), 0)
            else:
                self._document()
        except _StopError:
            pass

    def key(self, path: Path) -> Place:
        """Where a key stands, or the nearest one that leads to it."""
        while path not in self._keys:
            path = path[:-1]
        return place_of(self._text, self._keys[path])

    def value(self, path: Path, column: int = 1) -> Place:
        """A column inside a value that is a text; its key where there is none."""
        at = self._values.get(path)
        if at is None:
            return self.key(path)
        opened = _OPENED.match(self._text, at)
        assert opened is not None  # it matches nothing too
        at = opened.end()
        for _ in range(column - 1):
            letter = (_ESCAPED if opened[0][:1] == '"' else _LETTER).match(self._text, at)
            at = letter.end() if letter is not None else at
        return place_of(self._text, at)

    # --- going through the text ---------------------------------------------------------------

    def _document(self) -> None:
        prefix: Path = ()
        while True:
            self._skip()
            if self._at >= len(self._text):
                return
            start = self._at
            if self._text.startswith("[", self._at):
                is_list = self._text.startswith("[[", self._at)
                self._at += 2 if is_list else 1
                prefix = self._header(self._names(), is_list=is_list)
                self._keys.setdefault(prefix, start)
                self._expect("]]" if is_list else "]")
            else:
                self._pair(prefix, 0)

    def _header(self, names: list[tuple[str, int]], *, is_list: bool) -> Path:
        path: Path = ()
        for number, (name, start) in enumerate(names):
            path = (*path, name)
            self._keys.setdefault(path, start)
            if is_list and number == len(names) - 1:
                self._tables[path] = self._tables.get(path, -1) + 1
            if path in self._tables:
                path = (*path, self._tables[path])
        return path

    def _names(self) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        while True:
            self._skip()
            start = self._at
            match = next(
                (
                    each
                    for each in (
                        kind.match(self._text, start) for kind in (_BARE, _BASIC, _LITERAL)
                    )
                    if each
                ),
                None,
            )
            if match is None:
                raise _StopError
            self._at = match.end()
            if len(found) == _DEPTH_MAX:
                raise _StopError
            found.append((match[0].strip("\"'") if match[0][0] in "\"'" else match[0], start))
            self._skip()
            if not self._text.startswith(".", self._at):
                return found
            self._at += 1

    def _pair(self, prefix: Path, depth: int) -> None:
        path = prefix
        for name, start in self._names():
            path = (*path, name)
            self._keys.setdefault(path, start)
        self._expect(self._between)
        self._skip()
        self._value(path, depth)

    def _value(self, path: Path, depth: int) -> None:
        if depth > _DEPTH_MAX:
            raise _StopError
        self._keys.setdefault(path, self._at)
        self._values[path] = self._at
        text, start = self._text, self._at
        if text.startswith(("[", "{"), start):
            self._at += 1
            self._inside(path, "]" if text[start] == "[" else "}", depth + 1)
            return
        for kind in (_LONG, _BASIC, _LITERAL, _OTHER):
            match = kind.match(text, start)
            if match is not None:
                self._at = match.end()
                return
        raise _StopError

    def _inside(self, path: Path, end: str, depth: int) -> None:
        number = 0
        while True:
            self._skip()
            if self._text.startswith(end, self._at):
                self._at += 1
                return
            if end == "]":
                self._value((*path, number), depth)
            else:
                self._pair(path, depth)
            number += 1
            self._skip()
            if self._text.startswith(",", self._at):
                self._at += 1
            elif not self._text.startswith(end, self._at):
                raise _StopError

    def _skip(self) -> None:
        match = _BLANK.match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _expect(self, sign: str) -> None:
        self._skip()
        if not self._text.startswith(sign, self._at):
            raise _StopError
        self._at += len(sign)
