"""Files packed with gzip: exported logs and copies of a house, which are written once."""

from __future__ import annotations

import gzip
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import new_file
from puntobanco.record.opening import SQLITE_MAGIC

ENDING = ".gz"
"""How the names of files end that are written packed."""
LEVEL = 1
"""Twice as fast as level 6, and a copy is only a seventh larger."""
PIECE = 2**20
"""So many bytes are read at a time."""
_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_UNREADABLE = (EOFError, gzip.BadGzipFile, zlib.error)


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


# --- exported logs ----------------------------------------------------------------------------


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
