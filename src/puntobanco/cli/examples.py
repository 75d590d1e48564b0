"""Help of a command: its docstring, which ends with examples; plain without a terminal."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from cyclopts import App
from cyclopts.help import HelpPanel
from cyclopts.help.formatters.default import DefaultFormatter
from cyclopts.help.formatters.plain import PlainFormatter
from cyclopts.help.inline_text import InlineText
from rich.console import Console, ConsoleOptions
from rich.text import Text

WIDTH = 80


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
    return "Examples:\n" + "\n".join(f"  {line}" for line in lines) if lines else ""


class PlainHelp(PlainFormatter):
    """Plain text, folded between words; what goes on is indented."""

    def _print_plain(self, console: Console, text: str) -> None:
        for number, paragraph in enumerate(text.split("\n\n")):
            indent = paragraph[: len(paragraph) - len(paragraph.lstrip())]
            folded = textwrap.fill(
                " ".join(paragraph.split()),
                WIDTH,
                initial_indent=indent,
                subsequent_indent=f"{indent}    " if indent else "",
                break_long_words=False,
                break_on_hyphens=False,
            )
            console.print(f"\n{folded}" if number else folded, highlight=False, markup=False)


class BoxedHelp(DefaultFormatter):
    """Boxes for a terminal; the lines of a docstring are joined, so that each fills the box."""

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Show the parameters or commands of a panel."""
        for entry in panel.entries:
            _join_lines(entry.description)
        super().__call__(console, options, panel)

    def render_description(
        self, console: Console, options: ConsoleOptions, description: object
    ) -> None:
        """Show what a command does."""
        _join_lines(description)
        super().render_description(console, options, description)


def _join_lines(words: object) -> None:
    """Join the lines of each paragraph, in place."""
    if isinstance(words, InlineText) and isinstance(text := words.primary_renderable, Text):
        paragraphs = text.plain.split("\n\n")
        words.primary_renderable = Text("\n\n".join(" ".join(each.split()) for each in paragraphs))
