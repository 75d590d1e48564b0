"""The machine on which houses run: it starts `punto`, fast, because a start is a fork.

It reads one JSON object a line. `{"punto": [...], "out": FILE}` starts the command with its output
in a file and answers the process id; `{"ended": PID}` answers the exit code, or null. More fields
of a start: `file_bytes` is the most that a file may grow to, as on a full disk; `ahead` names a
file with the seconds by which the machine's clock is wrong, read again at SIGUSR1.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.cli.app import main as punto
from puntobanco.server.app import create_app
from puntobanco.server.casino.plan import Plan
from puntobanco.server.serve import configured
from puntobanco.server.tables.croupier import Tempo

CAPABILITY_VERSION = 0x20080522
PASSES_RIGHTS = 0b110
"""The two capabilities by which root reads and writes whatever the rights of a file say."""


def _as_anybody() -> None:
    """Give up what root is allowed beyond others, or a read-only file would stop nothing."""
    if os.geteuid() != 0 or sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    held = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice
    assert libc.capget(header, held) == 0, os.strerror(ctypes.get_errno())
    for place in range(3):
        held[place] &= ~PASSES_RIGHTS
    assert libc.capset(header, held) == 0, os.strerror(ctypes.get_errno())


def _wrong_clock(file: str) -> None:
    right, ahead = time.time_ns, 0

    def read(*_: object) -> None:
        nonlocal ahead
        ahead = int(Path(file).read_text()) * 1_000_000_000

    time.time_ns = lambda: right() + ahead
    signal.signal(signal.SIGUSR1, read)
    read()


def _run(wanted: dict[str, Any]) -> int:
    os.setsid()
    out = os.open(wanted["out"], os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o644)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(out, 2)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    _as_anybody()
    if most := wanted.get("file_bytes"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    if file := wanted.get("ahead"):
        _wrong_clock(file)
    sys.argv = ["punto", *wanted["punto"]]
    try:
        punto()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _start(wanted: dict[str, Any]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = _run(wanted)
        sys.stdout.flush()
    finally:
        os._exit(code)


def _quick_house() -> None:
    """Have tables dealt without long pauses, and passwords hashed at the least cost."""
    Tempo.__init__.__defaults__ = (0.02, 0.02, 0.2, 0.0, 0.1, 0.05, 0.1)
    least = CHEAPEST
    usual = PasswordHasher.__init__.__defaults__ or ()
    costs = (least.time_cost, least.memory_cost, least.parallelism)
    PasswordHasher.__init__.__defaults__ = (*costs, *usual[len(costs) :])


def main() -> None:
    """Obey until the input ends."""
    _quick_house()
    configured(create_app(Plan(Path("house")))).load()  # what a server imports when it listens
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        wanted = json.loads(line)
        answer: int | None
        if "punto" in wanted:
            answer = _start(wanted)
        else:
            found, status = os.waitpid(wanted["ended"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if found else None
        print(json.dumps(answer), flush=True)  # noqa: T201 - whoever started it reads this


if __name__ == "__main__":
    main()
