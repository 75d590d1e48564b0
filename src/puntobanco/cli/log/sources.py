"""Where logs are: a file or a database, or a running house."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Coroutine, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar
from urllib.parse import quote

import msgspec
from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import new_file, user_errors
from puntobanco.cli.house.client import At, HouseLine, line
from puntobanco.cli.options import UserName
from puntobanco.cli.progress import working
from puntobanco.record.copies import ENDING, LEVEL
from puntobanco.record.envelope import Envelope, Kept, canonical
from puntobanco.record.store import StoreError

PAGE = 500
"""The most events or logs that a house names at once."""
_T = TypeVar("_T")


@Parameter(name="*")
@dataclass(frozen=True)
class Running:
    """A running house in place of a source, and who asks it.

    It is named here as by `punto admin`, and passwords and tokens come from where they come there.
    """

    at: str = ""
    """The address of a running house, in place of a file or folder."""
    name: UserName = "admin"
    """Who asks it; with PUNTO_TOKEN it is not needed."""

    def __bool__(self) -> bool:
        """Whether one was named."""
        return bool(self.at)

    def line(self) -> AbstractContextManager[HouseLine]:
        """A connection to it."""
        return line(At(self.at, self.name))

    def exported(self, logs: tuple[str, ...] = ()) -> Generator[str, None, None]:
        """The lines of what the house exports, as they come, to the very last."""
        last = ""
        with self.line() as house:
            for last in house.lines("/audit/export", log=logs):
                yield last
        if not last.startswith('{"end":'):
            raise UsageError(f"the house at {self.at} ended before the logs did; ask again")

    def some(self, log: str | None, after: int, limit: int) -> list[Kept]:
        """Events of a log or of each, page by page."""
        with self.line() as house:
            logs = _names(house) if log is None else [log]
            return [each for name in logs for each in _events(house, name, after, limit)]


NOWHERE = Running()


def _names(house: HouseLine) -> Iterator[str]:
    after: str | None = ""
    while after is not None:
        page = house.get("/audit/logs", after=after, limit=PAGE)
        yield from (each["log"] for each in page["logs"])
        after = page["next"]


def _events(house: HouseLine, log: str, after: int, limit: int) -> Iterator[Kept]:
    path = f"/audit/logs/{quote(log, safe='')}"
    while limit > 0:
        page = house.get(path, after=after, limit=min(limit, PAGE))["envelopes"]
        if not page:
            return
        yield from (_kept(log, form) for form in page)
        after, limit = page[-1]["sequence"], limit - len(page)


def _kept(log: str, form: dict[str, Any]) -> Kept:
    """An envelope as the house's store has it, from the form in which it is sent."""
    names = ("sequence", "time", "actor", "cause", "edition", "rules", "previous", "salt")
    event = msgspec.Raw(msgspec.json.encode(form["event"]))
    envelope = Envelope(table=log, event=event, **{name: form[name] for name in names})
    return Kept(log, envelope.sequence, canonical(envelope).decode(), form["hash"], envelope)


# --- files and databases ----------------------------------------------------------------------


def one_of(source: str, running: Running) -> None:
    """Refuse both a source and a running house, and neither."""
    if bool(source) == bool(running):
        raise UsageError("name one source of logs, or a running house with --at")


def run(work: Coroutine[Any, Any, _T], *, silent: bool = False) -> _T:
    """Run a piece of work with logs; an error of the store becomes a sentence for the user."""
    with user_errors(StoreError), nullcontext() if silent else working("reading logs"):
        return asyncio.run(work)


@contextmanager
def written(path: Path) -> Iterator[TextIO]:
    """A new file to write an export into, which is there afterwards only if it is whole."""
    plain = new_file(path)
    try:
        with plain:
            if path.suffix == ENDING:
                with gzip.open(plain.buffer, "wt", LEVEL, encoding="utf-8", newline="\n") as packed:
                    yield packed
            else:
                yield plain
    except BaseException:
        path.unlink(missing_ok=True)
        raise
