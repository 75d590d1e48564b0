"""Whether an answer is what the API's description says."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
from fastapi import FastAPI


class Schemas:
    """Checks values against schemas that refer to shared components."""

    def __init__(self, components: dict[str, Any]) -> None:
        self._components = components
        self._validator = cache(self._made)

    def check(self, schema: dict[str, Any], value: Any) -> None:
        """Raise `jsonschema_rs.ValidationError` if the value does not fit the schema."""
        self._validator(json.dumps(schema)).validate(value)

    def _made(self, schema: str) -> Any:
        """A validator: 15 ms for all components, so the hundreds of equal schemas share one."""
        return jsonschema_rs.validator_for({**json.loads(schema), "components": self._components})


class Description:
    """The description of an application, to hold answers against."""

    def __init__(self, described: dict[str, Any]) -> None:
        self._described = described
        self._paths = [
            (re.compile(re.sub(r"\{[a-z_]+\}", "[^/]+", path)), path)
            for path in sorted(self._described["paths"], key=lambda each: each.count("{"))
        ]
        self._schemas = Schemas(described["components"])

    def check(self, method: str, path: str, answer: Any) -> None:
        """Raise where an answer is none that was described."""
        path = path.partition("?")[0]
        named = next(name for pattern, name in self._paths if pattern.fullmatch(path))
        answers = self._described["paths"][named][method.lower()]["responses"]
        assert str(answer.status_code) in answers, (method, path, answer.status_code, answer.text)
        content = answers[str(answer.status_code)].get("content", {})
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if not content:
            assert not answer.content, (path, answer.content)
            return
        assert kind in content, (path, kind)
        if kind == "application/json":
            self._schemas.check(content[kind]["schema"], answer.json())


_kept: list[Description] = []


def description_of(app: FastAPI) -> Description:
    """The description, made once: every house of these tests is of the same application."""
    if not _kept:
        _kept.append(Description(app.openapi()))
    return _kept[0]
