"""Help of a command: its docstring, which ends with examples that a test runs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from cyclopts import App


def show_examples(app: App) -> None:
    """Let the help of a command be its docstring, with the examples at the end."""
    if app.default_command is not None:
        app.help = None
        app.help_epilogue = _epilogue(app.default_command)


def examples_of(function: Callable[..., Any]) -> list[str]:
    """The commands in a docstring, as they are typed."""
    return re.findall(r"^ *(punto .+)$", inspect.getdoc(function) or "", re.MULTILINE)


def _epilogue(function: Callable[..., Any]) -> str:
    lines = examples_of(function)
    return "Examples:\n\n" + "\n\n".join(f"`{line}`" for line in lines) if lines else ""
