"""Progress of what takes longer than a second: on a terminal's error stream, else silent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from puntobanco.cli.plain import is_plain


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A progress bar, moved by calling what it gives."""
    if is_plain(sys.stderr):
        yield lambda _=1: None
        return
    from rich.console import Console  # noqa: PLC0415  # slow to load, and only here
    from rich.progress import Progress  # noqa: PLC0415  # as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps=1: bar.advance(task, steps)


@contextmanager
def working(what: str) -> Iterator[None]:
    """A sign of life where nobody knows how much is left to do."""
    if is_plain(sys.stderr):
        yield
        return
    from rich.console import Console  # noqa: PLC0415  # slow to load, and only here

    with Console(stderr=True).status(what):
        yield
