"""Starts the real server over and over, fast: everything is imported once, each start is a fork.

Told `start` on its input it forks a server on its one listening socket and prints the process id;
told `reap ID` it waits for that process. Killing is for whoever tests.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from puntobanco.server import journal
from puntobanco.server.app import create_app
from puntobanco.server.casino import Plan
from puntobanco.server.croupier import Tempo
from puntobanco.server.serve import configured

TEMPO = Tempo(0.004, 0.004, 0.01, 0.0, 0.05, 0.0, 0.08)


def serve(folder: Path, database: str, listener: socket.socket) -> None:
    """Serve as `punto serve` does, at a pace for tests."""
    log = (folder / "server.log").open("a", encoding="utf-8")
    journal.configure(log)
    hasher = PasswordHasher.from_parameters(CHEAPEST)
    lease = float(os.environ.get("PUNTO_LEASE_SECONDS", "2.5"))
    plan = Plan(folder, database, tempo=TEMPO, hasher=hasher, park_seconds=0.2, lease_seconds=lease)
    uvicorn.Server(configured(create_app(plan))).run([listener])


def main() -> None:
    """Obey until the input ends."""
    folder, database = Path(sys.argv[1]), sys.argv[2]
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
