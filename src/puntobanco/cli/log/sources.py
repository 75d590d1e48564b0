"""Where logs are: an exported file, a database, or a running house."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Coroutine, Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
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
from puntobanco.record.copies import ENDING, LEVEL, is_packed
from puntobanco.record.envelope import Envelope, Kept, canonical
from puntobanco.record.opening import SQLITE_MAGIC, is_address, is_database_file, opened
from puntobanco.record.store import StoreError
from puntobanco.record.transfer import read

PAGE = 500
"""The most events or logs that a house names at once."""
_UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)
_T = TypeVar("_T")


@Parameter(name="*")
@dataclass(frozen=True)
class Running:
    """A running house in place of a source, and who asks it.

    It is named here as by `punto admin`, and passwords and tokens come from where they come there.
    """

    at: str = ""
    """The address of a running house, in place of the source."""
    name: UserName = "admin"
    """Who asks it; with PUNTO_TOKEN it is not needed."""

    def __bool__(self) -> bool:
        """Whether one was named."""
        return bool(self.at)

    def exported(self, logs: tuple[str, ...] = ()) -> Generator[str, None, None]:
        """The lines of what the house exports, as they come, to the very last."""
        last = ""
        with line(At(self.at, self.name)) as house:
            for last in house.lines("/audit/export", log=logs):
                yield last
        if not last.startswith('{"end":'):
            raise UsageError(f"the house at {self.at} ended before the logs did; ask again")

    def some(self, log: str | None, after: int, limit: int) -> list[Kept]:
        """Events of a log or of each, page by page."""
        with line(At(self.at, self.name)) as house:
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


def is_file_of_lines(source: str) -> bool:
    """Whether a source is an exported file; a database or an address is not."""
    if is_address(source):
        return False
    path = Path(source)
    if path.is_dir():
        inside = path / "house.db"
        hint = f"name {inside}" if inside.is_file() else "name a database or an export in it"
        raise UsageError(f"{source} is a folder; {hint}")
    if not path.is_file():
        raise UsageError(f"there is no file {source}; name an export, a database or an address")
    return not is_database_file(path)


def database_only(source: str) -> None:
    """Refuse an exported file."""
    if is_file_of_lines(source):
        raise UsageError(f"{source} is not a database; name a database file or an address")


def lines_of(path: Path) -> Iterator[str]:
    """The lines of an exported file."""
    try:
        with read_export(path) as file:
            for number, each in enumerate(file, start=1):
                if number == 1 and not each.startswith("{"):
                    raise UsageError(f"{path} is not a log; `punto log export` writes one")
                if number == 1 and each.startswith('{"event":'):
                    raise UsageError(
                        f"{path} is the log of a game: plain events without hashes, so that "
                        "nothing in it can be verified. Read it with `punto explain`; "
                        "`punto play auto --chain` writes one that can be verified"
                    )
                yield each.removesuffix("\n")
    except UnicodeDecodeError:
        raise UsageError(
            f"{path} is not a log: it is not a text file; `punto log export` writes one"
        ) from None


def envelopes(path: Path) -> Iterator[Kept]:
    """The events of an exported file."""
    for number, text in enumerate(lines_of(path), start=1):
        try:
            found = read(text)
        except ValueError as error:
            raise UsageError(f"{path}, line {number} cannot be read: {error}") from None
        if isinstance(found, Kept):
            yield found


async def some_events(source: str, table: str | None, after: int, limit: int) -> list[Kept]:
    """Events of one table or of each, from a file or a database."""
    if is_file_of_lines(source):
        counts: dict[str, int] = {}
        found = []
        for each in envelopes(Path(source)):
            if table in (None, each.table) and each.sequence > after:
                counts[each.table] = counts.get(each.table, 0) + 1
                if counts[each.table] <= limit:
                    found.append(each)
        known = set(counts)
    else:
        async with opened(source, to_read=True) as store:
            heads = await store.heads()
            tables = [each for each in heads if table in (None, each)]
            found = [each for name in tables for each in await store.read(name, after, limit)]
            known = set(heads)
    if table is not None and not found and table not in known:
        raise UsageError(f"{source} has no event after {after} of a table {table!r}")
    return found


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


@contextmanager
def read_export(path: Path) -> Iterator[TextIO]:
    """An exported file as text; one that cannot be unpacked is the user's to replace."""
    if not is_packed(path):
        with path.open(encoding="utf-8", newline="\n") as file:
            yield file
        return
    with gzip.open(path) as start, suppress(*_UNREADABLE):  # which the reading below tells
        if start.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC:
            raise UsageError(
                f"{path} is a packed copy of a house; unpack it with `gunzip --keep {path}`"
            )
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as packed:
            yield packed
    except _UNREADABLE as error:
        raise UsageError(f"{path} cannot be unpacked to its end: {error}") from None
