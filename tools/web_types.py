"""Writes the types of the forms and requests for the pages: types.d.ts, and house-types.d.ts.

The pages are checked with these, so that a field is named in one place only. Run it after a
form has changed; a test compares the file with what this would write.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.play import requests
from puntobanco.wire import accounts, audit, books, console, forms, house, own_forms, play
from puntobanco.wire.lobby import LobbyForm

TARGET = Path(__file__).parent.parent / "src/puntobanco/server/web/js/types.d.ts"
HOUSE_TARGET = TARGET.parent / "net/house-types.d.ts"
HOUSE = (accounts, audit, books, console, house, play)
SIMPLE = {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}


def _structs(module: Any) -> list[type]:
    found = (each for each in vars(module).values() if isinstance(each, type))
    return [each for each in found if issubclass(each, forms.Form) and each is not forms.Form]


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


def _interface(name: str, schema: dict[str, Any]) -> list[str]:
    if "properties" not in schema:
        return [f"export type {name} = {_type(schema)};", ""]
    required = set(schema.get("required", ()))
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, kind in schema["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(kind)};")
    return [*lines, "}", ""]


HEAD = "// Written by tools/web_types.py from the forms and requests; not by hand."


def _parts(kinds: list[Any]) -> dict[str, Any]:
    return msgspec.json.schema_components(
        kinds,
        ref_template="#/{name}",
        schema_hook=lambda _: {"type": "string"},  # a card
    )[1]


def _table_parts() -> dict[str, Any]:
    return _parts([*_structs(forms), *_structs(own_forms), requests.Request])


def house_text() -> str:
    """The types of what the pages of the house read."""
    own = [
        each for module in HOUSE for each in _structs(module) if each.__module__ == module.__name__
    ]
    parts, known = _parts([*own, LobbyForm]), _table_parts()
    shared = [name for name, schema in parts.items() if known.get(name) == schema]
    names = ", ".join(shared)
    lines = [
        HEAD,
        f'import type {{ {names} }} from "../types.js";',
        f"export type {{ {names} }};",
        "",
    ]
    for name, schema in parts.items():
        lines += [] if name in shared else _interface(name, schema)
    return "\n".join(lines).rstrip() + "\n"


def text() -> str:
    """The types of what the pages of a table read and send."""
    parts, lines = _table_parts(), [HEAD, ""]
    for name, schema in parts.items():
        lines += _interface(name, schema)
    tags = (name for name, schema in parts.items() if "request" in schema.get("properties", {}))
    lines.append("export type Request =\n  | " + "\n  | ".join(tags) + ";")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for target, content in ((TARGET, text()), (HOUSE_TARGET, house_text())):
        target.write_text(content, encoding="utf-8")
        sys.stdout.write(f"{target}\n")
