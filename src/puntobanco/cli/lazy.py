"""Commands by the place of their code: named in a help page, loaded when one is run."""

from __future__ import annotations

from collections.abc import Mapping

from cyclopts import App


def add_commands(app: App, commands: Mapping[str, tuple[str, str]]) -> None:
    """Add commands by name: a place as MODULE:FUNCTION, and a line for the help."""
    for name, (place, sentence) in commands.items():
        app.command(place, name=name, help=sentence)
