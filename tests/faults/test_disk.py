"""A sick disk: whichever call fails, nothing is acknowledged that is not kept, and play stops."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from puntobanco.record.sqlite import SqliteStore
from puntobanco.record.store import Append, StoreFailedError, WrongStoreError
from tests.faults.disk import Call, Disk, after_power_loss, apply, on
from tests.faults.test_power import at_once, audited, name_of, scratch, work

EVERY = int(os.environ.get("PUNTO_FAULT_EVERY", "25"))
"""Of the calls that can fail, one in so many is made to."""
SEEDS = int(os.environ.get("PUNTO_FAULT_SEEDS", "1"))


def _extended(error: apsw.Error, code: int) -> apsw.Error:
    error.extendedresult = code  # type: ignore[attr-defined]
    return error


def _full(disk: Disk, call: Call) -> None:
    raise apsw.FullError("no space left on device")


def _broken(disk: Disk, call: Call) -> None:
    raise _extended(apsw.IOError("input/output error"), apsw.SQLITE_IOERR_WRITE)


def _short(disk: Disk, call: Call) -> None:
    half = Call("write", call.file, call.offset, call.data[: len(call.data) // 2])
    disk.calls.append(half)
    apply(disk.files, half)
    raise apsw.FullError("no space left on device")


def _unsynced(disk: Disk, call: Call) -> None:
    raise _extended(apsw.IOError("input/output error"), apsw.SQLITE_IOERR_FSYNC)


def _read_only(disk: Disk, call: Call) -> None:
    raise apsw.ReadOnlyError("read-only file system")


def _too_many(disk: Disk, call: Call) -> None:
    raise apsw.CantOpenError("too many open files")


def _unreadable(disk: Disk, call: Call) -> None:
    raise _extended(apsw.IOError("input/output error"), apsw.SQLITE_IOERR_READ)


KINDS: dict[str, tuple[str, Callable[[Disk, Call], None]]] = {
    "ENOSPC": ("write", _full),
    "EIO": ("write", _broken),
    "short write": ("write", _short),
    "fsync": ("sync", _unsynced),
    "EROFS": ("write", _read_only),
    "EMFILE": ("create", _too_many),
    "read": ("read", _unreadable),
}
"""By what goes wrong: the kind of call it happens to, and how SQLite is told."""


class Fault:
    """Has the n-th call of a kind fail, alone or with all that follow."""

    def __init__(self, kind: str, number: int, *, lasting: bool) -> None:
        self._call, self._fail = KINDS[kind]
        self._number, self._lasting = number, lasting
        self.met = 0
        """Calls of the kind, so far."""
        self.fired = False

    def __call__(self, disk: Disk, call: Call) -> None:
        if call.kind != self._call:
            return
        self.met += 1
        if self.met == self._number or (self.fired and self._lasting):
            self.fired = True
            self._fail(disk, call)


async def do(disk: Disk, fault: Fault, folder: Path, turns: list[list[list[Append]]]) -> list[str]:
    """Record until it fails and go on asking; what was wrong with what was said comes back."""
    wrong: list[str] = []
    try:
        store = SqliteStore.open(folder / "house.db")
    except (apsw.Error, WrongStoreError):
        return wrong
    refused = False
    for turn in turns:
        before = fault.fired
        outcomes = await asyncio.gather(*map(store.append_together, turn), return_exceptions=True)
        for asked, outcome in zip(turn, outcomes, strict=True):
            if isinstance(outcome, StoreFailedError):
                refused = True
            elif refused:
                wrong.append(f"{name_of(asked)} was taken after a failure")
            elif before:
                wrong.append(f"{name_of(asked)} was taken though a call had failed before it")
            else:
                assert not isinstance(outcome, BaseException), outcome
                disk.say(name_of(asked))
    disk.fail = lambda disk, call: None  # closing promises nothing that could be broken
    await store.close()
    return wrong


async def missing(files: dict[str, bytearray], said: set[str]) -> set[str]:
    """What was said and is not kept; what is kept must be sound."""
    with scratch() as folder:
        return said - await audited(files, folder)


def try_once(kind: str, number: int, seed: int) -> tuple[bool, list[str]]:
    """Whether the fault came about, and everything that was wrong because of it."""
    fault = Fault(kind, number, lasting=number % 2 == 0)
    disk = Disk(fail=fault)
    with scratch() as folder, on(disk):
        wrong = asyncio.run(do(disk, fault, folder, work(seed)[:30]))
    said = {call.file for call in disk.calls if call.kind == "said"}
    chance = random.Random(number)
    for files in (disk.files, after_power_loss(disk.calls, len(disk.calls), chance)):
        if lost := asyncio.run(missing(files, said)):
            wrong.append(f"lost {sorted(lost)}")
    return fault.fired, wrong


@pytest.mark.parametrize("kind", KINDS)
def test_no_call_can_fail_unnoticed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0
    for seed in range(SEEDS):
        number, fired = 1, True
        while fired:
            with monkeypatch.context() as patch:
                patch.setattr(asyncio, "to_thread", at_once)
                fired, wrong = try_once(kind, number, seed)
            assert wrong == [], (kind, number, seed, wrong)
            tried += fired
            number += 1 if number < 4 else EVERY
    assert tried >= (2 if kind == "EMFILE" else 5), tried
