"""Logs that a user names: an exported file, a database file or an address."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from puntobanco.base.usage import UsageError
from puntobanco.record.copies import is_packed
from puntobanco.record.envelope import Kept
from puntobanco.record.opening import SQLITE_MAGIC, is_address, is_database_file, opened
from puntobanco.record.transfer import read

_UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)


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
