"""Writes the types of the forms and requests for the pages: types.d.ts.

The pages are checked with these, so that a field is named in one place only. Run it after a
form has changed; a test compares the file with what this would write.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.play import requests
from puntobanco.server.api.description.schemas import forms_in
from puntobanco.wire import accounts, audit, books, forms, house, own_forms, play

TARGET = Path(__file__).parent.parent / "src/puntobanco/server/web/js/types.d.ts"
MODULES = (forms, own_forms, accounts, audit, books, house, play)
SIMPLE = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if not schema or schema == {"type": "object"}:
        return "any"  # the content is another form, named beside it
    kind = schema["type"]
    if kind == "array":
        return f"readonly ({_type(schema['items'])})[]"
    if kind == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return SIMPLE[kind]


def _interface(name: str, base: type | None, parts: dict[str, Any]) -> list[str]:
    schema = parts[name]
    if "properties" not in schema:
        return [f"export type {name} = {_type(schema)};", ""]
    required = set(schema.get("required", ()))
    said = inspect.cleandoc(schema.get("description", ""))  # until Python 3.12 it is indented
    lines = [f"/** {said} */"] if said else []
    lines.append(f"export interface {name} {f'extends {base.__name__} ' if base else ''}{{")
    inherited = parts[base.__name__]["properties"] if base else {}
    for field, kind in schema["properties"].items():
        if field in inherited:
            continue
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(kind)};")
    return [*lines, "}", ""]


HEAD = "// Written by tools/web_types.py from the forms and requests; not by hand."


def text() -> str:
    """The types of what the pages read and send."""
    structs = forms_in(*MODULES)
    bases = {each.__name__: each.__base__ for each in structs if each.__base__ is not forms.Form}
    parts = msgspec.json.schema_components(
        [*structs, *bases.values(), requests.Request],
        ref_template="#/{name}",
        schema_hook=lambda _: {"type": "string"},  # a card
    )[1]
    lines = [HEAD, ""]
    for name in parts:
        lines += _interface(name, bases.get(name), parts)
    tags = (name for name, schema in parts.items() if "request" in schema.get("properties", {}))
    lines.append("export type Request =\n  | " + "\n  | ".join(tags) + ";")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{TARGET}\n")
