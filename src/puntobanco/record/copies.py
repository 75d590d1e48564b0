"""Copies of a store, which are SQLite files wherever it is, and stores made from a copy."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TypeAlias

from puntobanco.record.checkpoint import read_statement
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.opening import is_address, open_shared, opened
from puntobanco.record.schema import EDITIONS_SINCE
from puntobanco.record.sqlite import rows as sql
from puntobanco.record.store import AnsweredRequest, EventStore, Rows, Snapshot, WrongStoreError

CHUNK = 5_000
ENDING = ".gz"
"""How the names of files end that are written packed."""
LEVEL = 1
"""Twice as fast as level 6, and a copy is only a seventh larger."""
PIECE = 2**20
"""So many bytes are read at a time."""
ProgressBar: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[int], object]]]
"""What is done and how many bytes it is, for a bar that is told how many more are done."""
_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


async def copy_store(source: str, target: Path) -> None:
    """Copy all that is at a path or an address, as it stands at one moment; writing goes on."""
    if not is_address(source):
        await asyncio.to_thread(sql.back_up, Path(source), target)
        return
    store = await open_shared(source, may_migrate=False)
    try:
        await store.backup(target)
    finally:
        await store.close()


async def copy_to(source: str, target: Path) -> None:
    """Copy what is at a path or an address to a new file, packed where its name ends so."""
    if target.exists():
        raise WrongStoreError(f"{target} is already there; name a new file")
    plain = target.with_name(f"{target.name}.unpacked") if target.suffix == ENDING else target
    plain.unlink(missing_ok=True)
    # A file must not be open for writing elsewhere; others may well serve a database.
    async with opened(source, to_read=is_address(source)):
        await copy_store(source, plain)
    if plain != target:
        pack(plain, target)
        plain.unlink()


async def fill_store(store: EventStore, copy: Path) -> None:
    """Bring everything from a copy into a store that holds no log: the logs all or none."""
    if await store.heads():
        raise WrongStoreError("there is a house in this database already; name an empty one")
    with closing(sql.connect(copy, read_only=True)) as reader:
        for row in reader.execute("SELECT kind, name, value, expires FROM kept"):
            await store.keep(*row)
        await store.adopt(_rows(reader))
        for row in reader.execute("SELECT table_id, sequence, form, state FROM snapshot"):
            await store.keep_snapshot(Snapshot(*row))


def _rows(reader: sqlite3.Connection) -> Iterator[Rows]:
    heads = sql.heads(reader)
    if sql.version_of(reader) >= EDITIONS_SINCE:  # an older copy keeps none
        yield Rows(editions=sql.editions(reader))
    yield Rows(heads=dict.fromkeys(heads, Head()))  # refused here if a table is known
    for some in _chunks(reader, "SELECT table_id, sequence, envelope, hash FROM event"):
        yield Rows(events=[Kept(*row) for row in some])
    for some in _chunks(reader, "SELECT table_id, request, body, first, last, answer FROM answer"):
        yield Rows(answers=[AnsweredRequest(*row) for row in some])
    for some in _chunks(reader, "SELECT at, table_id, request FROM refused"):
        yield Rows(refused=[(at, table, request) for at, table, request in some])
    for some in _chunks(reader, "SELECT statement FROM checkpoint"):
        yield Rows(checkpoints=[read_statement(text) for (text,) in some])
    for some in _chunks(reader, "SELECT table_id, account, amount FROM balance"):
        yield Rows(balances={(table, account): amount for table, account, amount in some})
    yield Rows(heads=heads)


def _chunks(reader: sqlite3.Connection, query: str) -> Iterator[list[sql.Row]]:
    found = reader.execute(query)
    while some := found.fetchmany(CHUNK):
        yield some


# --- packed files -----------------------------------------------------------------------------


class DamagedFileError(ValueError):
    """A packed file that cannot be unpacked to its end."""


def is_packed(path: Path) -> bool:
    """Whether a file is packed, by its first bytes."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def pack(source: Path, target: Path) -> None:
    """Write a file's packed form, which has its name when it is whole and synced."""
    partial = target.with_name(f"{target.name}.partial")
    try:
        with source.open("rb") as file, partial.open("wb") as packed:
            with gzip.GzipFile("", "wb", LEVEL, packed, mtime=0) as packing:
                shutil.copyfileobj(file, packing, PIECE)
            packed.flush()
            os.fsync(packed.fileno())
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)


def contents(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """A file piece by piece: as it lies there, and unpacked; both are the same if it is plain."""
    unpacking = zlib.decompressobj(_GZIP_WINDOW) if is_packed(path) else None
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece, piece if unpacking is None else _unpacked(unpacking, piece, path)
    if unpacking is not None and not unpacking.eof:
        raise DamagedFileError(f"{path} was cut: it ends before what is packed in it")


def _unpacked(unpacking: zlib._Decompress, piece: bytes, path: Path) -> bytes:
    try:
        content = unpacking.decompress(piece)
    except zlib.error as error:
        raise DamagedFileError(f"{path} is damaged: {error}") from None
    if unpacking.unused_data:
        raise DamagedFileError(f"{path} goes on after the end of what is packed in it")
    return content


def bring(copy: Path, target: Path, bar: ProgressBar) -> tuple[str, str]:
    """Copy and unpack the file, unless that was done; the SHA-256 of it packed and unpacked."""
    if target.exists():
        found = _digests(copy, bar)
        if target == copy or _digests(target, bar)[1] == found[1]:
            return found
    for each in target.parent.glob(f"{target.name}*"):
        each.unlink()
    part = target.with_name(f"{target.name}.copying")
    with part.open("wb") as file:
        part.chmod(0o600)
        found = _digests(copy, bar, "copying", file.write)
        file.flush()
        os.fsync(file.fileno())
    part.rename(target)
    return found


def _digests(
    path: Path,
    bar: ProgressBar,
    what: str = "reading",
    take: Callable[[bytes], object] = lambda content: None,
) -> tuple[str, str]:
    """The SHA-256 of a file and of what is packed in it, which is taken on the way."""
    packed = hashlib.sha256()
    unpacked = hashlib.sha256() if is_packed(path) else packed
    with bar(what, path.stat().st_size) as moved:
        for piece, content in contents(path):
            packed.update(piece)
            if unpacked is not packed:
                unpacked.update(content)
            take(content)
            moved(len(piece))
    return packed.hexdigest(), unpacked.hexdigest()
