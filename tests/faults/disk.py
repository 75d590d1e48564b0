"""A disk in memory that remembers every call SQLite makes to it, and can fail at any of them.

SQLite writes to it through a VFS, so that the store's own statements, pragmas and groups run on it
unchanged. From the remembered calls follow the states that a loss of power can leave behind.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest

from puntobanco.record.sqlite import rows as sqlite_rows

SECTOR = 512
_names = count(1)


@dataclass(frozen=True, slots=True)
class Call:
    """Something that was asked of the disk; `said` marks what a client was told meanwhile."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


Failure = Callable[["Disk", Call], None]


@dataclass
class Disk:
    """Files by name, with everything that was ever done to them."""

    files: dict[str, bytearray] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    syncs: bool = True
    """Whether a sync is more than a polite word."""
    fail: Failure = lambda disk, call: None
    asked: int = 0
    """Calls that could fail, so far."""

    def ask(self, call: Call) -> None:
        """Note a call that changes something, unless it fails."""
        self.asked += 1
        self.fail(self, call)
        if call.kind != "sync" or self.syncs:
            self.calls.append(call)
        apply(self.files, call)

    def look(self, call: Call) -> None:
        """A call that changes nothing, and may fail too."""
        self.asked += 1
        self.fail(self, call)

    def say(self, request: str) -> None:
        """A client has been told that his request is done."""
        self.calls.append(Call("said", request))


def apply(files: dict[str, bytearray], call: Call) -> None:
    """Do to files what a call does."""
    match call.kind:
        case "create":
            files.setdefault(call.file, bytearray())
        case "write":
            content = files.setdefault(call.file, bytearray())
            end = call.offset + len(call.data)
            if len(content) < end:
                content.extend(bytes(end - len(content)))
            content[call.offset : end] = call.data
        case "truncate":
            del files.setdefault(call.file, bytearray())[call.offset :]
        case "delete":
            files.pop(call.file, None)
        case _:
            pass


# --- what a loss of power leaves ------------------------------------------------------------------


def after_power_loss(calls: list[Call], at: int, chance: random.Random) -> dict[str, bytearray]:
    """The files when power fails after so many calls: what was synced, and some of the rest."""
    durable: dict[str, bytearray] = {}
    pending: dict[str, list[Call]] = {}
    for call in calls[:at]:
        if call.kind == "sync":
            for each in pending.pop(call.file, []):
                apply(durable, each)
        elif call.kind == "delete":  # SQLite asks for the folder to be synced
            pending.pop(call.file, None)
            apply(durable, call)
        elif call.kind != "said":
            pending.setdefault(call.file, []).append(call)
    how = chance.randrange(4)
    for unsynced in pending.values():
        for call in _some(unsynced, how, chance):
            apply(durable, call)
    return durable


def _some(unsynced: list[Call], how: int, chance: random.Random) -> list[Call]:
    """None of it, the first part, any of it in any order, or torn between sectors."""
    if how == 0:
        return []
    if how == 1:
        return unsynced[: chance.randrange(len(unsynced) + 1)]
    kept = [call for call in unsynced if chance.random() < 0.5]
    chance.shuffle(kept)
    if how == 2:
        return kept
    return [piece for call in unsynced for piece in _torn(call, chance)]


def _torn(call: Call, chance: random.Random) -> Iterator[Call]:
    if call.kind != "write":
        yield call
        return
    start = 0
    while start < len(call.data):
        end = start + SECTOR - (call.offset + start) % SECTOR
        if chance.random() < 0.5:
            yield Call("write", call.file, call.offset + start, call.data[start:end])
        start = end


def lay_out(files: dict[str, bytearray], folder: Path) -> Path:
    """Write files to a real folder; the database's path comes back."""
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)
    return folder / "house.db"


# --- SQLite's side --------------------------------------------------------------------------------


class _File:
    """One open file of the disk."""

    def __init__(self, disk: Disk, name: str) -> None:
        self._disk, self._name = disk, name
        disk.ask(Call("create", name))

    def excepthook(self, *error: object) -> None:
        """A failure is SQLite's to report."""

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's names
        self._disk.look(Call("read", self._name, offset))
        content = self._disk.files.get(self._name, bytearray())
        return bytes(content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.ask(Call("write", self._name, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.ask(Call("truncate", self._name, size))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.ask(Call("sync", self._name))

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._disk.files.get(self._name, b""))

    def xClose(self) -> None:  # noqa: N802
        pass

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0


class _Vfs(apsw.VFS):
    """A VFS whose files lie on a disk in memory."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"memory-{next(_names)}"
        self._disk = disk
        super().__init__(self.name, base="")

    def excepthook(self, *error: object) -> bool:
        """A failure is SQLite's to report."""
        return True

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        return _File(self._disk, path)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self._disk.files

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self._disk.ask(Call("delete", filename))

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


@contextmanager
def on(disk: Disk, synchronous: str = "FULL", pages: int = 8) -> Iterator[None]:
    """While this lasts, stores that are opened write to the disk in memory.

    A VFS has no shared memory here, so the writer has the file to itself (`EXCLUSIVE`); it works
    its log into the file after few pages, so that this too happens under every failure.
    """
    vfs = _Vfs(disk)
    opened: list[apsw.Connection] = []

    def connect(path: Path, *, read_only: bool = False) -> Any:
        if read_only:
            return _NoReader()
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        connection: Any = apsw.Connection(path.name, vfs=vfs.name, flags=flags)
        opened.append(connection)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        sqlite_rows.sync_fully(connection)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_rows, "connect", connect)
        patch.setattr(sqlite_rows, "CHECKPOINT_PAGES", pages)
        patch.setattr(sys, "unraisablehook", lambda _: None)  # for what SQLite keeps to itself
        try:
            yield
        finally:
            disk.fail = lambda disk, call: None
            for each in opened:
                each.close()
            vfs.unregister()


class _NoReader:
    """Nobody reads while a disk is watched."""

    def execute(self, query: str) -> None:
        """Nothing is there to be opened."""

    def close(self) -> None:
        """Nothing is open."""
