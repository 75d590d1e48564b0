"""A sick disk: whichever call fails, nothing is acknowledged that is not kept, and play stops."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import apsw
import pytest

from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append, StoreFailedError, WrongStoreError
from tests import patience
from tests.faults.assault import TABLES, Bettor, check, found, wait_until_ready
from tests.faults.disk import Call, Disk, after_power_loss, apply, on
from tests.faults.test_power import at_once, audited, name_of, scratch, work
from tests.server.conftest import run
from tests.sizes import first_of, size_of

EVERY = size_of("fault_every")
"""Of the calls that can fail, one in so many is made to."""
SEEDS = size_of("fault_seeds")


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
    "truncate": ("truncate", _broken),
    "delete": ("delete", _broken),
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
    assert tried >= {"EMFILE": 2, "delete": 1}.get(kind, 4), tried


# --- the real server --------------------------------------------------------------------------

SERVE = """
import errno, signal, socket, sys
from pathlib import Path
from tests.faults.nursery import serve
from tests.record.child import fail
signal.signal(signal.SIGUSR1, lambda *_: fail("fdatasync", errno.EIO))
serve(Path(sys.argv[1]), "", socket.socket(fileno=int(sys.argv[2])))
"""


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The server in a process of its own, and its address."""
    root = Path(__file__).parents[2]
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), str(listener.fileno())],
            pass_fds=(listener.fileno(),),
            cwd=root,
            env={**os.environ, "PYTHONPATH": f"{root}/src:{root}"},
        )
        try:
            yield process, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            process.kill()
            process.wait()


@asynccontextmanager
async def betting(tokens: dict[str, str], address: str) -> AsyncIterator[list[Bettor]]:
    """Patrons who bet at every table as long as this lasts."""
    bettors = [
        Bettor(name, token, address, list(TABLES)[place % 3], random.Random(place))
        for place, (name, token) in enumerate(tokens.items())
    ]
    work = [asyncio.create_task(each.run()) for each in bettors]
    try:
        yield bettors
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)


def acknowledged(bettors: list[Bettor]) -> int:
    return sum(len(each.acknowledged) for each in bettors)


async def until(bettors: list[Bettor], count: int) -> None:
    """Wait for so many acknowledged bets."""
    async with asyncio.timeout(patience.SECONDS):
        while acknowledged(bettors) < count:
            await asyncio.sleep(0.02)


def _fill(process: subprocess.Popen[bytes], folder: Path) -> None:
    """No file may grow much further."""
    size = (folder / "house.db-wal").stat().st_size + 32 * 1024
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))


def _unsync(process: subprocess.Popen[bytes], folder: Path) -> None:
    """The kernel refuses every further sync."""
    process.send_signal(signal.SIGUSR1)


@pytest.mark.parametrize("spoil", first_of([_fill, _unsync]))
def test_a_disk_that_keeps_nothing_ends_the_server_and_a_sound_one_takes_it_up_again(
    folder: Path, spoil: Callable[[subprocess.Popen[bytes], Path], None]
) -> None:
    async def play() -> None:
        tokens = await found(folder)
        everybody: list[Bettor] = []
        with served(folder) as (process, address):
            await wait_until_ready(address)
            async with betting(tokens, address) as bettors:
                everybody += bettors
                await until(bettors, 30)
                spoil(process, folder)
                code = await asyncio.to_thread(process.wait, 90)
            assert code == 70, "the process ends rather than go on without a log"
        assert "could not be written" in (folder / "server.log").read_text()
        await check(str(folder / "house.db"), everybody)
        with served(folder) as (_, address):
            await wait_until_ready(address)
            async with betting(tokens, address) as bettors:
                everybody += bettors
                await until(bettors, 10)
        counts = await check(str(folder / "house.db"), everybody)
        assert counts["bets"] == acknowledged(everybody) >= 40

    run(play())
