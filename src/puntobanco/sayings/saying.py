"""Something said to people, as a value: a code and what fills its template.

Nothing that decides writes English. It says a code with values; what shows it looks the code up in
the catalogue of the reader's language.

>>> sentence(say("outcome", player=3, banker=5, winner=say("winner.banker")))
'Player 3, Banker 5: Banker wins'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, reduce
from typing import TypeAlias

import msgspec

from puntobanco.sayings.catalogue import ENGLISH, filled

Value: TypeAlias = "str | int | Saying"
"""A name or an amount as it is written, a number, or words that are sayings themselves."""


class Saying(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said to people: which template, and what fills it."""

    code: str
    values: dict[str, str | int | Saying] = {}


def say(code: str, /, **values: Value) -> Saying:
    """A saying of this code."""
    return Saying(code, values)


def english(saying: Value) -> str:
    """The words in English, as they stand within a sentence."""
    if not isinstance(saying, Saying):
        return str(saying)
    template, values = ENGLISH[saying.code], saying.values
    if not values:
        return template
    return filled(
        template,
        {
            name: english(each) if isinstance(each, Saying) else each
            for name, each in values.items()
        },
    )


def sentence(saying: Saying) -> str:
    """The words in English with a capital, as a sentence begins; a name stays as it is written.

    >>> sentence(say("winner.banker")), sentence(say("told.patron-went", who="guest1"))
    ('Banker wins', 'guest1 leaves.')
    """
    words = english(saying)
    first = saying.values.get(_first(saying.code))
    if isinstance(first, str) or (isinstance(first, Saying) and first.code == _NAMED):
        return words
    return f"{words[0].upper()}{words[1:]}"


@cache
def _first(code: str) -> str:
    """The value that a template begins with; empty where it begins with a word of its own."""
    template = ENGLISH[code]
    return template[1:].partition("}")[0] if template.startswith("{") else ""


class SaidError(Exception):
    """An error that says what is wrong as a saying, so that every reader gets their language."""

    def __init__(self, said: Saying) -> None:
        self.said = said
        super().__init__(sentence(said))


_NAMED = "person.named"


def named(name: str) -> Saying:
    """A person by name. `addressed` turns it into what the reader may know of them."""
    return say(_NAMED, who=name)


def addressed(saying: Saying, reader: str, name: Callable[[str], Value]) -> Saying:
    """A saying for one reader: "you" where it is about them, others as the reader knows them.

    The template for the reader has the code with `.you` at its end, and no slot for their name.

    >>> said = say("refused.too-few-chips", who=named("ann"), have="1.00", needed="5.00")
    >>> english(addressed(said, "ann", str)), english(addressed(said, "bob", str))[:12]
    ('you have 1.00 at this table; this bet needs 5.00.', 'ann has 1.00')
    """
    own = [key for key, each in saying.values.items() if each == named(reader)]
    code, values = saying.code, saying.values
    if own and f"{code}.you" in ENGLISH:
        code = f"{code}.you"
        values = {key: each for key, each in values.items() if key != own[0]}
    return Saying(code, {key: _known_as(each, reader, name) for key, each in values.items()})


def _known_as(value: Value, reader: str, name: Callable[[str], Value]) -> Value:
    if not isinstance(value, Saying):
        return value
    if value.code == _NAMED:
        who = str(value.values["who"])
        return who if who == reader else name(who)
    return addressed(value, reader, name)


def known(kind: str, name: str, otherwise: str = "") -> Value:
    """A word of an open set, such as a post: its saying, or the name that a book gave it."""
    code = f"{kind}.{name}"
    return Saying(code) if code in ENGLISH else otherwise or name


def counted(kind: str, name: str) -> Value:
    """A word of an open set that may end in a figure: one template for all of its figures."""
    code = f"{kind}.{name[:-1]}#"
    if code in ENGLISH and name[-1].isdigit():
        return Saying(code, {"number": int(name[-1])})
    return known(kind, name)


def listed(words: Iterable[Value]) -> Value:
    """Several words after each other; there is at least one."""
    return reduce(lambda one, other: say("list", one=one, other=other), words)


def either(words: Iterable[Value]) -> Value:
    """One word or another; there is at least one."""
    return reduce(lambda one, other: say("either", one=one, other=other), words)


def sentences(said: Iterable[Saying]) -> Value:
    """Several sentences after each other; there is at least one."""
    return reduce(lambda one, other: say("sentences", one=one, other=other), said)
