"""The canonical text of a rule book: one line of JSON, both ways; its SHA-256 names the edition.

The form follows from the types: a dataclass is an object, a tuple a list, an enum its value, and a
field that has its default is left out, so that a new field with a default changes no edition; so
is a field without one that is nothing. The names are those of `edition_names`. What equality does
not compare is not written.

Conditions, payoffs and how a line ends are written as people write them (`tie & player_total == 6`,
`8 to 1`, `1 to 1 less 1 in 20`), the operator's choices as `style=B tie=8|9`.
"""

from __future__ import annotations

import builtins
import hashlib
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from puntobanco.base.money import Payoff, read_payoff
from puntobanco.rules.citing.register import Register, RegisterText
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not
from puntobanco.rules.options import Given, read_given
from puntobanco.rules.rulings import RULING_FACTS
from puntobanco.rules.text.condition_text import OF_A_COUP, read_condition
from puntobanco.rules.text.edition_names import FORMAT, KINDS, TAG, TAGGED, field_name
from puntobanco.rules.text.end_text import read_end, write_end
from puntobanco.rules.wagers import End, Lose, Push, Win


class BadEditionError(ValueError):
    """A text that is no edition: what is wrong and, where it is known, at which key or byte.

    Byte -1 is the end of the text.
    """

    def __init__(self, sentence: str, path: tuple[str | int, ...] = (), byte: int | None = None):
        self.sentence, self.path, self.byte = sentence, path, byte
        super().__init__(sentence)


class UnknownFormatError(BadEditionError):
    """An edition in a format that this program does not read."""


# --- what is written as text ----------------------------------------------------------------------

_KNOWN_FACTS = {**OF_A_COUP, **dict.fromkeys(RULING_FACTS, True)}


class _Read:
    """What a text was read as: msgspec wants a class of its own for each kind of text."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class _ConditionText(_Read):
    __slots__ = ()


class _EndText(_Read):
    __slots__ = ()


class _PayoffText(_Read):
    __slots__ = ()


class _GivenText(_Read):
    __slots__ = ()


class _Text(NamedTuple):
    """How a value that is written as text is written and read."""

    marker: type[_Read]
    write: Callable[[Any], str]
    read: Callable[[str], Any]


_CONDITION = _Text(_ConditionText, str, lambda text: read_condition(text, _KNOWN_FACTS))
_END = _Text(_EndText, write_end, read_end)
_PAYOFF = _Text(_PayoffText, str, read_payoff)
_GIVEN = _Text(_GivenText, str, read_given)
_TEXTS: Mapping[Any, _Text] = {
    **dict.fromkeys((Condition, Is, AtLeast, AllOf, AnyOf, Not), _CONDITION),
    **dict.fromkeys((End, Win, Push, Lose), _END),
    Payoff: _PAYOFF,
    Given: _GIVEN,
}
_READERS = {each.marker: each.read for each in _TEXTS.values()}


def _text_reader() -> Callable[[type[_Read], Any], _Read]:
    """Reads the texts inside one edition, each once: a book repeats its conditions."""
    known: dict[tuple[type[_Read], str], _Read] = {}

    def read(marker: type[_Read], text: Any) -> _Read:
        if not isinstance(text, str):
            raise ValueError("a text was expected")  # msgspec adds the place to it
        found = known.get((marker, text))
        if found is None:
            found = known[marker, text] = marker(_READERS[marker](text))
        return found

    return read


# --- writing --------------------------------------------------------------------------------------


def has_default(field: Field[Any]) -> bool:
    """Whether a field may be left out."""
    return field.default is not MISSING or field.default_factory is not MISSING


def default_of(field: Field[Any]) -> Any:
    """What holds where a field is left out."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _written_fields(kind: type) -> tuple[tuple[str, str, Any], ...]:
    return tuple(
        (
            each.name,
            field_name(kind, each.name),
            default_of(each) if has_default(each) else None,
        )
        for each in fields(kind)
        if each.compare
    )


def plain(value: Any) -> Any:
    """Any value of the grammar as objects, lists, texts and numbers."""
    kind: Any = type(value)
    if kind in _AS_IT_IS:  # most of a book: asked first
        return value
    return _writer(kind)(value)


_AS_IT_IS = frozenset({str, int, bool, types.NoneType})


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """How a value of this class is written."""
    if kind in _TEXTS:
        return _TEXTS[kind].write
    if kind is Register:
        return lambda value: plain(value.text)
    if is_dataclass(kind):
        return _object_writer(kind)
    if issubclass(kind, Enum):
        return attrgetter("value")
    assert issubclass(kind, tuple), f"{kind.__name__} has no canonical form"
    return lambda value: [plain(each) for each in value]


def _object_writer(kind: Any) -> Callable[[Any], dict[str, Any]]:
    tag = {TAG: KINDS[kind.__name__]} if kind.__name__ in TAGGED else {}
    written = _written_fields(kind)

    def write(value: Any) -> dict[str, Any]:
        found = dict(tag)
        for name, key, default in written:
            inside = getattr(value, name)
            if inside != default:
                found[key] = plain(inside)
        return found

    return write


def digest_of(text: bytes) -> str:
    """The SHA-256 of a text: what an edition is known by."""
    return hashlib.sha256(text).hexdigest()


def write_edition(book: Any) -> bytes:
    """The canonical text of a book, with its format."""
    return msgspec.json.encode({"book": plain(book), "format": FORMAT}, order="sorted")


# --- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a type of the grammar is read: what msgspec checks, and what is made of that."""

    mirror: Any
    build: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _shape(kind: Any) -> _Shape:
    known = _SHAPES.get(kind)
    if known is None:
        known = _SHAPES[kind] = _new_shape(kind)
    return known


_SHAPES: dict[Any, _Shape] = {}


def _new_shape(kind: Any) -> _Shape:
    if kind in _TEXTS:
        return _Shape(_TEXTS[kind].marker, attrgetter("value"))
    if kind is Register:
        inside = _shape(RegisterText)
        return _Shape(inside.mirror, lambda found: Register.of(inside.build(found)))
    if hasattr(kind, "__supertype__"):
        return _shape(kind.__supertype__)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _union_shape(arguments)
    if origin is tuple:
        return _tuple_shape(arguments)
    if is_dataclass(origin or kind):
        return _object_shape(origin or kind, arguments)
    return _Shape(kind, _same)


def _union_shape(arguments: tuple[Any, ...]) -> _Shape:
    rest = [each for each in arguments if each is not types.NoneType]
    shapes = [_shape(each) for each in rest]
    mirror: Any = Union[tuple(each.mirror for each in shapes)]  # noqa: UP007  # made at run time
    if len(rest) < len(arguments):
        mirror = mirror | None
    if len(shapes) == 1:
        build = shapes[0].build
        return _Shape(mirror, lambda found: None if found is None else build(found))
    builders = {each.mirror: each.build for each in shapes}
    return _Shape(mirror, lambda found: None if found is None else builders[type(found)](found))


def _tuple_shape(arguments: tuple[Any, ...]) -> _Shape:
    if arguments[-1] is Ellipsis:
        inside = _shape(arguments[0])
        mirror: Any = tuple[inside.mirror, ...]  # type: ignore[name-defined]
        if inside.build is _same:
            return _Shape(mirror, _same)
        return _Shape(mirror, lambda found: tuple(map(inside.build, found)))
    shapes = [_shape(each) for each in arguments]
    return _Shape(
        tuple.__class_getitem__(tuple(each.mirror for each in shapes)),
        lambda found: tuple(each.build(value) for each, value in zip(shapes, found, strict=True)),
    )


@cache
def _hint(module: str, annotation: Any) -> Any:
    """The type that an annotation names: few are many fields' own, and reading one takes time."""
    names = vars(sys.modules[module])
    for known in (names, vars(builtins)):
        if annotation in known:  # a name alone needs no parser
            return known[annotation]
    holder = types.SimpleNamespace(__annotations__={"it": annotation})
    return get_type_hints(holder, names)["it"]


def types_in(kind: Any, arguments: tuple[Any, ...] = ()) -> dict[str, Any]:
    """By field that is written: its type, with the parameter of a generic class filled in."""
    written: dict[str, Any] = {each.name: each.type for each in fields(kind) if each.compare}
    found = {name: _hint(kind.__module__, each) for name, each in written.items()}
    if not arguments:
        return found
    return {
        name: arguments[0] if isinstance(hint, TypeVar) else hint for name, hint in found.items()
    }


def grammar(kind: Any) -> dict[str, Any]:
    """By its name in the format: every class that a value of this class is made of, itself too."""
    found: dict[str, Any] = {}

    def look(hint: Any) -> None:
        if hint in _TEXTS:
            return
        hint = RegisterText if hint is Register else hint
        origin: Any = get_origin(hint) or hint
        name = KINDS.get(getattr(origin, "__name__", ""), "")
        if is_dataclass(origin) and name not in found:
            found[name] = origin
            for inside in types_in(origin).values():
                look(inside)
        for inside in get_args(hint):
            look(inside)

    look(kind)
    return found


def _object_shape(kind: Any, arguments: tuple[Any, ...]) -> _Shape:
    by_name = {each.name: each for each in fields(kind)}
    shapes = {name: _shape(hint) for name, hint in types_in(kind, arguments).items()}
    members: list[Any] = []
    for name, shape in shapes.items():
        if has_default(by_name[name]):
            members.append((name, shape.mirror, msgspec.UNSET))
        elif types.NoneType in get_args(shape.mirror):
            members.append((name, shape.mirror, None))
        else:
            members.append((name, shape.mirror))
    mirror = msgspec.defstruct(
        KINDS[kind.__name__],
        sorted(members, key=len),
        tag=KINDS[kind.__name__] if kind.__name__ in TAGGED else None,
        tag_field=TAG if kind.__name__ in TAGGED else None,
        rename={name: field_name(kind, name) for name in shapes},
        forbid_unknown_fields=True,
        frozen=True,
        gc=False,
    )
    builders = [(name, shape.build) for name, shape in shapes.items()]

    def build(found: Any) -> Any:
        values = {}
        for name, each in builders:
            value = getattr(found, name)
            if value is not msgspec.UNSET:
                values[name] = value if each is _same else each(value)
        return kind(**values)

    return _Shape(mirror, build)


Value = TypeVar("Value")


class Edition(Protocol):
    """A book, as far as its text goes."""

    @property
    def text(self) -> bytes:
        """Its canonical text."""


AnEdition = TypeVar("AnEdition", bound=Edition)


def from_plain(found: Any, kind: type[Value]) -> Value:
    """The value that objects, lists and texts describe; a BadEditionError names the key."""
    shape = _shape(kind)
    try:
        read = msgspec.convert(found, shape.mirror, dec_hook=_text_reader())
        made: Value = shape.build(read)
    except (msgspec.ValidationError, AssertionError, RecursionError) as error:
        raise _bad(error) from None
    return made


class _Head(msgspec.Struct):
    format: int
    book: msgspec.Raw


_head = msgspec.json.Decoder(_Head)


def read_edition(text: bytes, kind: type[AnEdition]) -> AnEdition:
    """The book of a canonical text; whatever is not exactly one is refused."""
    try:
        head = _head.decode(text)
        if head.format != FORMAT:
            sentence = f"format {head.format} is not known here; this program reads {FORMAT}"
            raise UnknownFormatError(sentence, ("format",))
        shape = _shape(kind)
        read = msgspec.json.decode(head.book, type=shape.mirror, dec_hook=_text_reader())
        made: AnEdition = shape.build(read)
    except BadEditionError:
        raise
    except (msgspec.DecodeError, AssertionError, RecursionError, UnicodeDecodeError) as error:
        raise _bad(error, "book") from None
    if made.text != text:
        raise BadEditionError("this is not in canonical form; write it with punto book export")
    return made


_PLACE = re.compile(r"^(?P<sentence>.*?)(?: - at `(?P<key>key in )?\$(?P<path>.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|\[\.\.\.\]")


def _bad(error: Exception, *outer: str) -> BadEditionError:
    """What msgspec says, with the key that it speaks of."""
    if isinstance(error, RecursionError):
        return BadEditionError("it is nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return BadEditionError("it is not UTF-8", byte=error.start)
    if isinstance(error, AssertionError):
        return BadEditionError(f"this is not possible: {error}", outer)
    match = _PLACE.match(str(error))
    assert match is not None, error
    byte = re.search(r"\(byte (\d+)\)", match["sentence"])
    path = tuple(
        step["name"] if step["name"] is not None else int(step["index"] or 0)
        for step in _STEP.finditer(match["path"] or "")
    )
    if "truncated" in match["sentence"]:
        return BadEditionError("it ends before it is complete", byte=-1)
    sentence = match["sentence"].replace("`null`", "nothing").replace("`", "'")
    if byte is not None:
        return BadEditionError(sentence, byte=int(byte[1]))
    is_inside = path or match["path"] is not None
    return BadEditionError(sentence, (*outer, *path) if is_inside else path)
