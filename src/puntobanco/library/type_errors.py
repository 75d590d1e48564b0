"""Every value of a book's canonical form that is of the wrong kind, in words for its author."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from itertools import islice
from typing import Any, NamedTuple, Union, get_args, get_origin

from puntobanco.library.errors import FINDINGS_MAX
from puntobanco.library.places import Path
from puntobanco.rules.citing.register import Register, RegisterText
from puntobanco.rules.configure import closest
from puntobanco.rules.text.canonical import BadEditionError, from_plain, types_in
from puntobanco.rules.text.edition_names import KINDS, TAG, TAGGED, field_name

_COLUMN = re.compile(r"column (\d+): (.*)", re.DOTALL)
_MISSING = re.compile(r"missing required field '(.+)'")


class TypeProblem(NamedTuple):
    """A wrong value: its key in the canonical form, what is wrong, where inside the value."""

    path: Path
    sentence: str
    column: int | None = None


def type_problems(found: Any, hint: Any, path: Path = ()) -> Iterator[TypeProblem]:
    """What keeps a plain value from being one of this type: each wrong part of it."""
    try:
        from_plain(found, hint)
    except BadEditionError as error:
        inside = list(islice(_inside(found, _member(hint, found), path), FINDINGS_MAX))
        yield from inside or [_told(error.sentence, (*path, *error.path), found, error.path, hint)]


def edition_problem(error: BadEditionError, kind: Any) -> TypeProblem:
    """What is wrong with a canonical text, in words."""
    if error.path[:1] != ("book",):
        return TypeProblem(error.path, error.sentence)
    return _told(error.sentence, error.path, None, error.path[1:], kind)


def _inside(found: Any, hint: Any, path: Path) -> Iterator[TypeProblem]:
    if isinstance(found, list) and get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        for number, each in enumerate(found):
            yield from type_problems(each, get_args(hint)[0], (*path, number))
    elif isinstance(found, dict) and is_dataclass(get_origin(hint) or hint):
        known = _fields(hint)
        for key, each in found.items():
            if key in known:
                yield from type_problems(each, known[key], (*path, key))
            elif key != TAG:
                yield TypeProblem((*path, key), f"{key!r} is unknown here; {closest(key, known)}")


def _fields(hint: Any) -> dict[str, Any]:
    """By name in the format: the types of the fields of a class."""
    kind: Any = get_origin(hint) or hint
    return {field_name(kind, name): each for name, each in types_in(kind, get_args(hint)).items()}


def _member(hint: Any, found: Any) -> Any:
    """The type itself, or the member of a union that a value is meant to be."""
    if hint is Register:
        return RegisterText
    if hasattr(hint, "__supertype__"):
        return hint.__supertype__
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    rest = [each for each in get_args(hint) if each is not types.NoneType]
    if len(rest) == 1:
        return _member(rest[0], found)
    tag = found.get(TAG) if isinstance(found, dict) else None
    return next((each for each in rest if KINDS.get(getattr(each, "__name__", "")) == tag), hint)


def _told(sentence: str, path: Path, found: Any, inside: Path, hint: Any) -> TypeProblem:
    """What the decoder said of a key inside a value of this type, in our words."""
    column = _COLUMN.fullmatch(sentence)
    if column is not None:  # a condition or a payoff, which say what is wrong with them
        return TypeProblem(path, column[2], int(column[1]))
    missing = _MISSING.search(sentence)
    if missing is not None:
        return TypeProblem(path, f"{missing[1]} is missing; write it, or extend a book that has it")
    lowered = sentence[:1].lower() + sentence[1:]
    if not re.match(r"expected|invalid|object contains", lowered):
        return TypeProblem(path, lowered)
    expected = _in_words(_type_at(hint, inside, found))
    value = re.search(r"'([^']*)'$", sentence)
    if lowered.startswith("invalid enum value") and value is not None:
        return TypeProblem(path, f"{value[1]!r} is none of the possible values: {expected}", 1)
    name = next((each for each in reversed(path) if isinstance(each, str)), "it")
    return TypeProblem(path, f"{name} is {expected}") if expected else TypeProblem(path, lowered)


def _type_at(hint: Any, path: Path, found: Any) -> Any:
    """The type that a key inside a value of this type has; None where that is not known."""
    for step in path:
        hint = _member(hint, found)
        if isinstance(step, int) and get_origin(hint) is tuple:
            hint = get_args(hint)[0]
            found = found[step] if isinstance(found, list) and step < len(found) else None
        elif isinstance(step, str) and is_dataclass(get_origin(hint) or hint):
            hint = _fields(hint).get(step)
            found = found.get(step) if isinstance(found, dict) else None
        else:
            return None
    return _member(hint, found)


def _in_words(hint: Any) -> str:
    """What a value of a type looks like in a file; empty: there are no words for it."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return listed([str(each.value) for each in hint])
    if get_origin(hint) is tuple:
        return 'a list in [ ], such as ["H.1"]' if get_args(hint)[0] is not int else "a list in [ ]"
    if hint in _WORDS:
        return _WORDS[hint]
    kind = get_origin(hint) or hint
    if is_dataclass(kind):
        return f"a table in {{ }} with {listed(list(_fields(hint)), 'and')}"
    if get_origin(hint) in (Union, types.UnionType):
        members = [KINDS[each.__name__] for each in get_args(hint) if each.__name__ in TAGGED]
        return f"a table in {{ }} in which {TAG} is {listed(members)}" if members else ""
    return ""


_WORDS: dict[Any, str] = {
    str: "a text in quotation marks",
    int: "a whole number without quotation marks",
    bool: "true or false, without quotation marks",
}


def listed(names: Iterable[str], last: str = "or") -> str:
    """Names as a sentence lists them.

    >>> listed(["player", "banker", "tie"])
    'player, banker or tie'
    """
    *before, end = names
    return f"{', '.join(before)} {last} {end}" if before else end
