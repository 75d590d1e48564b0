"""The command line as a page: the help of every command, as the command itself prints it."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from cyclopts import App
from rich.console import Console
from tools.docs_books import NOTICE

from puntobanco.cli.app import app
from puntobanco.cli.examples import show_examples

HEAD = """# Commands

`punto` alone says what one can do next; `punto COMMAND --help` prints what stands here.
[How to use them](../how-to/command-line.md): plain output, JSON, exit codes, completion.

"""


def page() -> str:
    """The page."""
    return NOTICE + HEAD + "\n".join(_section(path, found) for path, found in commands(app))


def commands(found: App, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], App]]:
    """Every command that does something, by its words."""
    if found.default_command is not None:
        yield path, found
    for name in found:
        if not name.startswith("-"):
            yield from commands(found[name], (*path, name))


def _section(path: tuple[str, ...], found: App) -> str:
    show_examples(found)
    written = StringIO()
    app.help_formatter = "plain"
    app.help_print(list(path), console=Console(file=written, width=100, color_system=None))
    text = "\n".join(line.rstrip() for line in written.getvalue().strip().splitlines())
    return f"## punto {' '.join(path)}\n\n```text\n{text}\n```\n"
