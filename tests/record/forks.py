"""Kills a recording process again and again, fast: everything is imported once, each is a fork.

python -m tests.record.forks FOLDER COUNT SEED

This process has no threads, so that it may fork. Each worker appends and says what was
acknowledged until it is killed; each checker, a process too, opens what the worker left.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from puntobanco.record.audit import audit_store
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.verify import Verifier
from tests.record.child import endless

A_FILE = 4
"""So many workers die on one file before a new one is begun."""
LONGEST = 0.02
"""No worker lives longer than so many seconds after its first acknowledgement."""


def forked(work: Callable[[], None], output: int | None = None) -> int:
    """A child that does some work and ends; what it prints goes to a file descriptor."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        if output is not None:
            os.dup2(output, sys.stdout.fileno())
        work()
        code = 0
    finally:
        os._exit(code)


def killed(path: Path, chance: random.Random, *, together: bool) -> set[tuple[str, str]]:
    """Let a worker record for a moment, kill it, and return what it had acknowledged."""
    reading, writing = os.pipe()
    child = forked(lambda: asyncio.run(endless(path, together=together)), writing)
    os.close(writing)
    with os.fdopen(reading, "r") as said:
        first = said.readline()
        time.sleep(chance.random() * LONGEST)
        os.kill(child, signal.SIGKILL)
        lines = [first, *said.readlines()]
    os.waitpid(child, 0)
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {(table, f"{table}-{number}") for _, table, number in whole}


async def check(path: Path, acknowledged: set[tuple[str, str]]) -> None:
    """What is there is sound, and everything acknowledged is there."""
    store = SqliteStore.open(path)
    audit = await audit_store(store, Verifier(is_signed))
    assert not audit.findings, audit.findings[:3]
    kept = {(log, each) for log in await store.heads() for each in await store.requests(log)}
    assert acknowledged <= kept, sorted(acknowledged - kept)[:3]
    await store.close()


def main() -> None:
    """Kill so many; the numbers of kills and of acknowledgements are printed."""
    folder, count, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    total, known, path = 0, set[tuple[str, str]](), folder / "0.db"
    for number in range(count):
        if number % A_FILE == 0:
            path.unlink(missing_ok=True)
            path, known = folder / f"{number}.db", set()
        new = killed(path, chance, together=number // A_FILE % 2 == 1)
        total, known = total + len(new), known | new
        found = known
        child = forked(lambda path=path, found=found: asyncio.run(check(path, found)))  # type: ignore[misc]
        _, status = os.waitpid(child, 0)
        assert status == 0, f"kill {number} with seed {sys.argv[3]}"
    sys.stdout.write(f"{count} {total}\n")


if __name__ == "__main__":
    main()
