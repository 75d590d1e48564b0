"""Why a body or a message was not understood: which field, and what would be right, as a saying."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from puntobanco.sayings.saying import SaidError, Saying, Value, either, listed, say
from puntobanco.wire.patterns import ID_PATTERN, NAME_PATTERN, TABLE_PATTERN, WHERE_PATTERN

FIELD_LENGTH_MAX = 80
"""A field may have been named by the caller, at any length; no more of it is repeated."""
NUMBER_MAX = 2**63 - 1
"""No number in a request is larger: no amount that is counted, and no place, comes near."""
_PATTERNS = {
    ID_PATTERN: "wrong.id",
    NAME_PATTERN: "wrong.name",
    TABLE_PATTERN: "wrong.table",
    WHERE_PATTERN: "wrong.where",
}
KINDS = {
    "missing": "wrong.missing",
    "extra_forbidden": "wrong.unknown-field",
    "greater_than": "wrong.not-more",
    "greater_than_equal": "wrong.too-small",
    "less_than_equal": "wrong.too-large",
    "int_parsing_size": "wrong.too-many-digits",
    "string_too_short": "wrong.empty",
    "string_too_long": "wrong.too-many-characters",
    "string_unicode": "wrong.bad-character",
    "too_long": "wrong.too-many-entries",
    "int_type": "wrong.no-whole-number",
    "int_parsing": "wrong.no-whole-number",
    "int_from_float": "wrong.no-whole-number",
    "bool_type": "wrong.no-truth",
    "bool_parsing": "wrong.no-truth",
    "string_type": "wrong.no-text",
    "list_type": "wrong.no-list",
    "dict_type": "wrong.no-object",
    "model_attributes_type": "wrong.no-object",
    "literal_error": "wrong.no-choice",
}
"""By pydantic's type of an error. A test reads from every endpoint which types there can be."""
_SLOTS = {"gt": "least", "ge": "least", "le": "most", "max_length": "most"}
_TYPES = {
    "int": "wrong.no-whole-number",
    "bool": "wrong.no-truth",
    "str": "wrong.no-text",
    "array": "wrong.no-list",
    "object": "wrong.no-object",
}
"""By msgspec's word for what it expected."""
_AT = re.compile(r"(.*?)(?: - at `(?:key` in `)?\$\.?(.*)`)?", re.DOTALL)
_FIELD = re.compile(r"Object (?:(missing required)|contains unknown) field `(.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(\w+)")
_BYTE = re.compile(r"JSON is malformed: .* \(byte (\d+)\)")
_JSON = "JSON"


def of_body(errors: Sequence[Mapping[str, Any]]) -> Saying:
    """What pydantic found wrong first with a call."""
    first = errors[0]
    kind: str = first["type"]
    found: Mapping[str, Any] = first.get("ctx", {})
    place, *path = first["loc"]
    if kind == "json_invalid":
        return say("wrong.no-json", form=_JSON, at=path[0])
    if place == "body" and not path and kind != "string_unicode":
        return no_object()
    field = ".".join(map(str, path or [place]))[:FIELD_LENGTH_MAX]
    if kind == "string_pattern_mismatch":
        pattern = found["pattern"]
        if pattern in _PATTERNS:
            return Saying(_PATTERNS[pattern], {"field": field})
        return say("wrong.pattern", field=field, pattern=pattern)
    filled: dict[str, Value] = {_SLOTS[name]: found[name] for name in _SLOTS if name in found}
    if kind == "literal_error":
        *others, last = re.findall("'[^']*'", found["expected"])
        filled["choices"] = either([listed(others), last] if others else [last])
    return Saying(KINDS.get(kind, "wrong.value"), {"field": field, **filled})


def of_message(error: Exception) -> Saying:
    """What msgspec found wrong with a message."""
    if isinstance(error, SaidError):
        return error.said
    found = _AT.fullmatch(str(error))
    assert found, error
    told, path = found[1], found[2] or ""
    if named := _FIELD.fullmatch(told):
        field = ".".join(filter(None, (path, named[2])))[:FIELD_LENGTH_MAX]
        return Saying(KINDS["missing" if named[1] else "extra_forbidden"], {"field": field})
    if at := _BYTE.fullmatch(told):
        return say("wrong.no-json", form=_JSON, at=int(at[1]))
    if told == "Input data was truncated":
        return say("wrong.cut-off")
    if told == "Number out of range":
        return say("wrong.large-number", most=str(NUMBER_MAX))
    if not path:
        return say("wrong.no-object-sent", form=_JSON)
    if isinstance(error.__cause__, ValueError):
        return say("wrong.no-card", field=path, example="9h")
    expected = _EXPECTED.match(told)
    return Saying(_TYPES.get(expected[1] if expected else "", "wrong.value"), {"field": path})


def no_object() -> Saying:
    """A body that cannot be read at all, or is no object."""
    return say("wrong.body", form=_JSON, header="`Content-Type: application/json`")
