"""The house's API as a page: from the OpenAPI description that the house itself gives."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from tools.docs_books import NOTICE, cell, table

from puntobanco.server.app import create_app
from puntobanco.server.casino.plan import Plan

HEAD = """# The API

Every endpoint of a house, from its own `/openapi.json`. [The house](../server.md) says how one
signs in and how a table is followed live. A body that changes something has an `id` of the client's
making, with one effect. Every error is an [ErrorForm](#errorform).

"""
SAID_ELSEWHERE = ("event", "request", "report")
"""Fields that mark what another page of the reference describes."""


def described() -> dict[str, Any]:
    """The OpenAPI description of a house."""
    with tempfile.TemporaryDirectory() as folder:
        return create_app(Plan(Path(folder))).openapi()


def page() -> str:
    """The page."""
    description = described()
    schemas = description["components"]["schemas"]
    forms = {name: each for name, each in schemas.items() if _is_form(each)}
    parts = [NOTICE + HEAD, "## Endpoints\n"]
    for path, methods in description["paths"].items():
        parts += [_operation(method, path, each, forms) for method, each in methods.items()]
    parts.append("## Forms\n")
    parts += [_form(name, each, forms) for name, each in forms.items()]
    return "\n".join(parts)


def _is_form(schema: dict[str, Any]) -> bool:
    fields = schema.get("properties", {})
    marked = any("enum" in fields.get(name, {}) for name in SAID_ELSEWHERE)
    return bool(fields) and not marked


def _operation(method: str, path: str, each: dict[str, Any], forms: dict[str, Any]) -> str:
    lines = [
        f"### {method.upper()} {path}\n",
        f"{cell(each.get('description', each['summary']))}\n",
    ]
    rows = [
        [f"`{one['name']}`", one["in"], _kind(one["schema"], forms), _needed(one)]
        for one in each.get("parameters", ())
    ]
    if rows:
        lines.append(table("parameter|in|type|", rows))
    body = _content(each.get("requestBody", {}), forms)
    if body:
        lines.append(f"Body: {body}\n")
    for status, answer in each["responses"].items():
        if status.startswith("2"):
            kind = _content(answer, forms)
            lines.append(f"Answer {status}: {kind or cell(answer['description'])}\n")
    return "\n".join(lines)


def _needed(parameter: dict[str, Any]) -> str:
    if parameter.get("required"):
        return "required"
    default = parameter["schema"].get("default")
    return "" if default in (None, "") else f"{default} where not said"


def _content(holder: dict[str, Any], forms: dict[str, Any]) -> str:
    kinds = holder.get("content", {}).items()
    return ", ".join(
        _kind(each["schema"], forms) if "json" in name else f"`{name}`" for name, each in kinds
    )


def _form(name: str, schema: dict[str, Any], forms: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    rows = [
        [f"`{field}`", _kind(each, forms), "required" if field in needed else ""]
        for field, each in schema["properties"].items()
    ]
    said = f"{cell(schema['description'])}\n\n" if "description" in schema else ""
    return f"### {name}\n\n{said}{table('field|type|', rows)}"


SIMPLE = {"integer": "whole number", "boolean": "yes or no", "null": "null", "number": "number"}


def _kind(schema: dict[str, Any], forms: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})" if name in forms else f"`{name}`"
    for joined in ("anyOf", "oneOf", "allOf"):
        if joined in schema:
            kinds = dict.fromkeys(_kind(each, forms) for each in schema[joined])
            return " or ".join(kinds) if len(kinds) < 12 else "one of the kinds of its page"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_kind(items, forms)}" if items else "list"
    if schema.get("type") == "object":
        return "object"
    return SIMPLE.get(schema.get("type", ""), "text")
