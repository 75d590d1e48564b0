"""What was wrong with a request that has not the form it must have, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from puntobanco.wire.bodies import ID_PATTERN, NAME_PATTERN, TABLE_PATTERN, WHERE_PATTERN

_FIRST = "the first of them a letter or a digit"
_TABLE = f"is 1 to 32 letters, digits, hyphens and underscores, {_FIRST}"
_WRITTEN = {
    ID_PATTERN: "is 1 to 64 letters, digits, dots, hyphens and underscores",
    NAME_PATTERN: f"is 1 to 32 letters, digits, dots, hyphens and underscores, {_FIRST}",
    TABLE_PATTERN: _TABLE,
    WHERE_PATTERN: f"{_TABLE}, or * for everywhere",
}
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "string_too_short": "must not be empty",
    "string_too_long": "must have {max_length} characters or fewer",
    "too_long": "must have {max_length} entries or fewer",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
}
_BODY = "must be a JSON object, sent with the header `Content-Type: application/json`"
_PLACES = {"body", "path", "query", "header", "cookie"}


def sentence_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """A sentence on the first of what is wrong, with what would be right."""
    first = errors[0]
    kind, told = first["type"], first.get("ctx", {})
    place, *path = first["loc"]
    if kind == "json_invalid":
        return f"the body is not JSON: {told.get('error', first['msg'])}"
    if place == "body" and not path and kind in ("missing", "model_attributes_type"):
        return f"the body {_BODY}"
    named = path if place in _PLACES and path else [place, *path]
    where = ".".join(str(part) for part in named)
    if kind == "string_pattern_mismatch":
        written = _WRITTEN.get(told["pattern"], f"must match {told['pattern']}")
        return f"{where} {written}"
    words = _WORDS.get(kind)
    return f"{where}: {first['msg']}" if words is None else f"{where} {words.format(**told)}"
