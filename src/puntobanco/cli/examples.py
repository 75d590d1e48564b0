"""Examples in help: taken from the docstrings, where a test runs them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from cyclopts import App


def show_examples(app: App) -> None:
    """Let `--help` of an app and of its own commands end with the examples of their docstrings."""
    if app.default_command is not None:
        app.help_epilogue = _epilogue(app.default_command)
    for name in app:
        if name.startswith("-"):
            continue
        command = app[name]
        if command.default_command is not None and command is not app:
            command.help_epilogue = _epilogue(command.default_command)


def _epilogue(function: Callable[..., Any]) -> str | None:
    lines = re.findall(r"^ *(punto .+)$", inspect.getdoc(function) or "", re.MULTILINE)
    return "Examples:\n\n" + "\n\n".join(f"`{line}`" for line in lines) if lines else None
