"""A process of its own that records, to be killed or to have its disk fail under it.

python -m tests.record.child PATH endless
python -m tests.record.child PATH bundles
python -m tests.record.child PATH SYSTEM-CALL ERRNO
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import platform
import sys
from pathlib import Path

from msgspec.structs import replace

from puntobanco.house.events import MoneyPaidIn, MoneyToTable
from puntobanco.play.events import ChipsBought, PatronCame
from puntobanco.record.logs import account_log
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append, StoreFailedError

CALLS = {
    "x86_64": {"fdatasync": 75, "fsync": 74, "pwrite64": 18, "seccomp": 317},
    "aarch64": {"fdatasync": 83, "fsync": 82, "pwrite64": 68, "seccomp": 277},
}
PRODUCERS = 20


def fail(call: str, error: int) -> None:
    """From now on, have the kernel refuse a system call to every thread of this process."""
    numbers = CALLS[platform.machine()]

    class Step(ctypes.Structure):
        _fields_ = [
            ("code", ctypes.c_uint16),
            ("then", ctypes.c_uint8),
            ("otherwise", ctypes.c_uint8),
            ("value", ctypes.c_uint32),
        ]

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_uint16), ("steps", ctypes.POINTER(Step))]

    load_number, jump_if_equal, answer = 0x20, 0x15, 0x06
    steps = (Step * 4)(
        Step(load_number, 0, 0, 0),
        Step(jump_if_equal, 0, 1, numbers[call]),
        Step(answer, 0, 0, 0x00050000 | error),  # SECCOMP_RET_ERRNO
        Step(answer, 0, 0, 0x7FFF0000),  # SECCOMP_RET_ALLOW
    )
    library = ctypes.CDLL(None, use_errno=True)
    assert library.prctl(38, 1, 0, 0, 0) == 0, "PR_SET_NO_NEW_PRIVS"
    program = Program(4, steps)
    done = library.syscall(numbers["seccomp"], 1, 1, ctypes.byref(program))  # all threads
    assert done == 0, errno.errorcode[ctypes.get_errno()]


def append(table: str, number: int) -> Append:
    """The append that brings a table from 2 * number events to two more."""
    patron = f"Patron {number}"
    return Append(
        table=table,
        expected=2 * number,
        request=f"{table}-{number}",
        body=b"body",
        answer=b"answer",
        actor="cashier",
        edition="0" * 64,
        rules="0" * 64,
        events=(PatronCame(patron=patron), ChipsBought(patron=patron, amount=100)),
    )


def bundle(table: str, number: int) -> list[Append]:
    """The same with the money for the chips, paid in and out of an account just before."""
    chips = append(table, number)
    paid = MoneyPaidIn(account=table, amount=100, by="cashier")
    moved = MoneyToTable(account=table, table=table, amount=100)
    return [chips, replace(chips, table=account_log(table), events=(paid, moved))]


def say(*words: object) -> None:
    """One line to the parent, at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def endless(path: Path, *, together: bool) -> None:
    """Many tables, as fast as they go, each acknowledgement said aloud."""
    store = SqliteStore.open(path)
    starts = await store.heads()

    async def produce(table: str) -> None:
        number = starts[table].sequence // 2 if table in starts else 0
        while True:
            work = bundle(table, number) if together else [append(table, number)]
            await store.append_together(work)
            say("ok", table, number)
            number += 1

    await asyncio.gather(*(produce(f"T{each}") for each in range(PRODUCERS)))


async def failing(path: Path, call: str, error: int) -> None:
    """Append while the disk is well, then while it is not."""
    store = SqliteStore.open(path)
    for number in range(5):
        await store.append(append("T1", number))
        say("ok", "T1", number)
    fail(call, error)
    for number in range(5, 8):
        try:
            await store.append(append("T1", number))
            say("ok", "T1", number)
        except StoreFailedError as refused:
            say("refused", refused)


if __name__ == "__main__":
    if sys.argv[2] in ("endless", "bundles"):
        asyncio.run(endless(Path(sys.argv[1]), together=sys.argv[2] == "bundles"))
    else:
        asyncio.run(failing(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
