"""Progress of what takes longer than a second: on a terminal's error stream, else silent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from puntobanco.cli.plain import is_plain

READYING = "readying the simulator (the first time takes up to a minute)"
"""What happens before a compiled kernel deals: it is compiled once, and then kept on disk."""


@contextmanager
def progress_bar(what: str, total: int, first: str = "") -> Iterator[Callable[..., None]]:
    """A progress bar, moved by calling what it gives; `first` says what happens until it moves."""
    if is_plain(sys.stderr):
        _say(first)
        yield lambda _=1: None
        return
    from rich.console import Console  # noqa: PLC0415  # slow to load, and only here
    from rich.progress import Progress  # noqa: PLC0415  # as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(first or what, total=total)
        yield lambda steps=1: bar.update(task, advance=steps, description=what)


@contextmanager
def working(what: str) -> Iterator[None]:
    """A sign of life where the amount of work left is unknown."""
    if is_plain(sys.stderr):
        _say(what)
        yield
        return
    from rich.console import Console  # noqa: PLC0415  # slow to load, and only here

    with Console(stderr=True).status(what):
        yield


def _say(words: str) -> None:
    """A line for a terminal that wants nothing that moves."""
    if words and sys.stderr.isatty():
        sys.stderr.write(f"{words} ...\n")
