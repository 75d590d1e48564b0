"""Reads conditions over the named facts from text; nothing is ever evaluated as code.

    condition = side { "|" side }        side = part { "&" part }
    part      = "~" part | "(" condition ")" | fact [ comparison number ]

Comparisons are == != >= <= > <, and bind tighter than ~, & and |, as a condition prints itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not
from puntobanco.rules.configure import closest
from puntobanco.rules.facts import FACTS, TRUTHS

_TOKEN = re.compile(r"\s*(?:(?P<word>[A-Za-z_]\w*)|(?P<number>-?\d+)|(?P<sign>[=!<>]=|[&|~()<>]))")
_DEPTH_MAX = 100
_LENGTH_MAX = 2_000


class BadConditionError(ValueError):
    """A text that is no condition: what is wrong, and in which column, counting from 1."""

    def __init__(self, sentence: str, text: str, place: int) -> None:
        self.sentence, self.column = sentence, place + 1
        self.pointer = f"{text}\n{' ' * place}^"
        super().__init__(f"column {self.column}: {sentence}")


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    kind: str
    place: int


OF_A_COUP: Mapping[str, bool] = {name: name in TRUTHS for name in FACTS}
"""The facts that a wager may ask for, and whether each is a truth rather than a number."""


def read_condition(text: str, known: Mapping[str, bool] = OF_A_COUP) -> Condition:
    """Read a condition over the facts known: by name, whether each is a truth.

    >>> read_condition("banker_wins & banker_total == 6 & banker_cards == 3").parts[1]
    Is(fact='banker_total', value=6)
    >>> str(read_condition("tie & ~(player_total < 8)"))
    'tie & ~(~(player_total >= 8))'
    """
    if len(text) > _LENGTH_MAX:
        sentence = f"a condition has at most {_LENGTH_MAX:,} characters, not {len(text):,}"
        raise BadConditionError(sentence, text[:_LENGTH_MAX], 0)
    reader = _Reader(text, known)
    found = reader.condition(0)
    if reader.token.kind != "end":
        raise reader.error(f"{reader.token.text!r} was not expected; join conditions with & or |")
    return found


class _Reader:
    """Goes through the text once, from left to right."""

    def __init__(self, text: str, known: Mapping[str, bool]) -> None:
        self._known = known
        self._text = " ".join(text.split("\n"))
        self._end = 0
        self.token = self._next()

    def error(self, sentence: str, at: _Token | None = None) -> BadConditionError:
        return BadConditionError(sentence, self._text, (at or self.token).place)

    def _next(self) -> _Token:
        match = _TOKEN.match(self._text, self._end)
        if match is not None and match.lastgroup is not None:
            self._end = match.end()
            return _Token(match[match.lastgroup], match.lastgroup, match.start(match.lastgroup))
        rest = self._text[self._end :]
        place = self._end + len(rest) - len(rest.lstrip())
        if place == len(self._text):
            return _Token("", "end", place)
        sentence = (
            "write == for equality"
            if self._text[place] == "="
            else f"{self._text[place]!r} means nothing here; use facts, numbers and == >= & | ~ ( )"
        )
        raise BadConditionError(sentence, self._text, place)

    def _take(self) -> _Token:
        taken, self.token = self.token, self._next()
        return taken

    def condition(self, depth: int) -> Condition:
        return self._joined("|", AnyOf, self._side, depth)

    def _side(self, depth: int) -> Condition:
        return self._joined("&", AllOf, self._part, depth)

    def _joined(
        self,
        sign: str,
        join: type[AnyOf | AllOf],
        read: Callable[[int], Condition],
        depth: int,
    ) -> Condition:
        """One condition, or several with a sign between them."""
        parts = [read(depth)]
        while self.token.text == sign:
            self._take()
            parts.append(read(depth))
        return parts[0] if len(parts) == 1 else join(tuple(parts))

    def _part(self, depth: int) -> Condition:
        if depth == _DEPTH_MAX:
            raise self.error(f"more than {_DEPTH_MAX} levels of ~ and ( ); write it flatter")
        if self.token.text == "~":
            self._take()
            return Not(self._part(depth + 1))
        if self.token.text == "(":
            opened = self._take()
            inside = self.condition(depth + 1)
            if self.token.text != ")":
                raise self.error(f"the ( of column {opened.place + 1} is not closed; add )")
            self._take()
            return inside
        return self._comparison()

    def _comparison(self) -> Condition:
        fact = self.token
        if fact.kind != "word":
            what = repr(fact.text) if fact.text else "the end of the text"
            raise self.error(f"a fact such as banker_total was expected, not {what}")
        if fact.text not in self._known:
            meant = _SIGNS.get(fact.text.lower())
            hint = f"write {meant}" if meant else closest(fact.text, self._known)
            raise self.error(f"there is no fact {fact.text!r}; {hint}")
        self._take()
        if self.token.text not in _COMPARISONS:
            if not self._known[fact.text]:
                raise self.error(
                    f"{fact.text} is a number; compare it, such as {fact.text} == 6", fact
                )
            return Is(fact.text)
        sign = self._take()
        if self.token.kind != "number":
            raise self.error(f"a whole number was expected after {sign.text}")
        digits = self._take()
        if len(digits.text) > 3:
            raise self.error(f"{digits.text} is beyond every fact; give a number to 99", digits)
        return _compare(fact.text, sign.text, int(digits.text))


_SIGNS = {"not": "~", "and": "&", "or": "|"}
_COMPARISONS = ("==", "!=", ">=", "<=", ">", "<")


def _compare(fact: str, sign: str, value: int) -> Condition:
    match sign:
        case "==":
            return Is(fact, value)
        case "!=":
            return Not(Is(fact, value))
        case ">=":
            return AtLeast(fact, value)
        case ">":
            return AtLeast(fact, value + 1)
        case "<=":
            return Not(AtLeast(fact, value + 1))
        case _:
            return Not(AtLeast(fact, value))
