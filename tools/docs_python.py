"""What a program uses of puntobanco, as a page: names, signatures, and what they say."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import itertools
import re
import textwrap
from collections.abc import Callable, Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import msgspec
from tools.docs_books import NOTICE

ROOMS = {
    "Cards and money": ("base.cards", "base.money"),
    "Rule books": ("books", "rules.book", "rules.refusals"),
    "A coup and its settlement": ("rules.coup", "rules.settlement", "rules.wagers"),
    "Designing a wager": ("rules.conditions", "rules.options"),
    "A table": ("play.game", "play.doors", "play.evolve", "play.cards.opening", "play.table"),
    "Exact odds": ("odds", "odds.removal", "odds.counting", "odds.along", "odds.comparison"),
    "Simulation": ("sim.plan", "sim.counting", "sim.summary", "sim.studies"),
    "Sessions and cores": ("sim.sessions", "sim.session_results", "sim.executors"),
    "Training": ("training.making", "training.marking"),
    "Fair shoes": ("fair.commitment", "fair.check"),
    "Logs": ("record.opening", "record.store", "record.envelope", "record.audit"),
    "A running house": ("client",),
}


def page() -> str:
    """Every public name of the modules that programs use."""
    parts = [
        "# Python\n",
        "What a program uses, room by room, as the modules say it of themselves.",
        "[The tutorial](../tutorials/developer.md) shows them at work;",
        "[events](events.md) and [requests and reports](requests.md) have pages of their own.\n",
    ]
    for room, names in ROOMS.items():
        parts.append(f"## {room}\n")
        for name in names:
            parts += _module(importlib.import_module(f"puntobanco.{name}"))
    return NOTICE + "\n".join(parts)


def _module(module: ModuleType) -> Iterator[str]:
    yield f"### {module.__name__}\n"
    yield _said(module)
    for name, value in _public(module):
        yield f"#### {name}\n"
        yield f"```python\n{_signature(name, value)}\n```\n"
        yield _said(value)
        if inspect.isclass(value):
            yield from _fields(value)
            yield from _methods(value)


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The names that a module offers: those it lists, or the classes and functions it makes."""
    listed = getattr(module, "__all__", None)
    for name in listed or list(vars(module)):
        value = vars(module)[name]
        made = inspect.isclass(value) or inspect.isfunction(value)
        here = listed is not None or getattr(value, "__module__", "") == module.__name__
        if made and here and not name.startswith("_"):
            yield name, value


def _signature(name: str, value: Any) -> str:
    if not inspect.isclass(value):
        return f"def {name}{_parameters(value)}"
    if issubclass(value, Exception):
        return f"class {name}({value.__mro__[1].__name__})"
    if issubclass(value, Enum):
        lines = [f"    {each.name} = {each.value!r}" for each in value]
    elif dataclasses.is_dataclass(value) or issubclass(value, msgspec.Struct):
        lines = [f"    {each}: {kind}" for each, kind in _annotated(value)]
    elif value.__init__ is not object.__init__:
        return f"class {name}{_parameters(value.__init__).removesuffix(' -> None')}"
    else:
        lines = []
    return "\n".join([f"class {name}", *lines])


def _annotated(kind: type) -> Iterator[tuple[str, str]]:
    for name, annotation in inspect.get_annotations(kind).items():
        if not name.startswith("_"):
            yield name, str(annotation)


def _fields(kind: type) -> Iterator[str]:
    """What is written below a field of a class, which only its source has."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, below in itertools.pairwise(body.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(below, ast.Expr):
            continue
        if isinstance(field.target, ast.Name) and isinstance(below.value, ast.Constant):
            yield f"- `{field.target.id}`: {' '.join(str(below.value.value).split())}\n"


def _parameters(function: Callable[..., Any]) -> str:
    """The signature of a function or method, without quotes and without the object itself."""
    found = inspect.signature(function)
    own = [each for each in found.parameters.values() if each.name not in ("self", "cls")]
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(found.replace(parameters=own)))
    return re.sub(r"<function [^>]*>[^>]*>|<[^>]*>", "...", text)


def _methods(kind: type) -> Iterator[str]:
    for name, value in vars(kind).items():
        function = value.fget if isinstance(value, property) else inspect.unwrap(value)
        if isinstance(value, classmethod | staticmethod):
            function = value.__func__
        if name.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
            continue
        shown = name if isinstance(value, property) else f"{name}{_parameters(function)}"
        yield f"- `{shown}`: {' '.join(_prose(function).split())}\n"


def _said(value: Any) -> str:
    """A docstring, its examples as code."""
    text = inspect.getdoc(value) or ""
    prose, examples = _prose(value), text[len(_prose(value)) :].strip()
    shown = f"```python\n{examples}\n```\n" if examples.startswith((">>>", "async ")) else ""
    return f"{prose.strip()}\n" + (f"\n{shown}" if shown else "")


def _prose(value: Any) -> str:
    """What a docstring says before its first example."""
    text = inspect.getdoc(value) or ""
    found = re.search(r"^(>>>|async with)", text, flags=re.MULTILINE)
    return text if found is None else text[: found.start()]
