"""Starts the real server over and over, fast: what it needs is imported once, a start is a fork.

Told `start` on its input it forks a server on its one listening socket and prints the process id;
told `reap ID` it waits for that process. Killing is for whoever tests.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from pathlib import Path

import anyio
import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.server.app import create_app
from puntobanco.server.casino.plan import Plan
from puntobanco.server.operations import journal
from puntobanco.server.serve import configured
from puntobanco.server.tables.croupier import Tempo

TEMPO = Tempo(0.004, 0.004, 0.01, 0.0, 0.05, 0.0, 0.08)


def plan_of(folder: Path, database: str) -> Plan:
    """The house, at a pace for tests."""
    hasher = PasswordHasher.from_parameters(CHEAPEST)
    lease = float(os.environ.get("PUNTO_LEASE_SECONDS", "2.5"))
    return Plan(folder, database, tempo=TEMPO, hasher=hasher, park_seconds=0.2, lease_seconds=lease)


def import_all(folder: Path, database: str) -> None:
    """Import what a server otherwise imports when it first listens and answers."""
    configured(create_app(plan_of(folder, database))).load()
    anyio.run(anyio.sleep, 0)
    gc.collect()
    gc.freeze()  # or each child would copy what it only looks through for garbage


def serve(folder: Path, database: str, listener: socket.socket) -> None:
    """Serve as `punto serve` does, and leave a sign when the house is open."""
    journal.configure((folder / "server.log").open("a", encoding="utf-8"))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            sign_of(folder, os.getpid()).touch()

    Server(configured(create_app(plan_of(folder, database)))).run([listener])


def sign_of(folder: Path, process: int) -> Path:
    """The file that is there once a server takes wishes."""
    return folder / f"open-{process}"


def main() -> None:
    """Obey until the input ends."""
    folder, database = Path(sys.argv[1]), sys.argv[2]
    import_all(folder, database)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(512)
    print(listener.getsockname()[1], flush=True)  # noqa: T201 - whoever started it reads this
    for line in sys.stdin:
        match line.split():
            case ["start"]:
                child = os.fork()
                if not child:
                    sys.stdin.close()
                    serve(folder, database, listener)
                    os._exit(0)
                print(child, flush=True)  # noqa: T201
            case ["reap", process]:
                os.waitpid(int(process), 0)
                print("reaped", flush=True)  # noqa: T201
            case other:
                raise ValueError(other)


if __name__ == "__main__":
    main()
