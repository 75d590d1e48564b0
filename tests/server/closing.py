"""A house in a process of its own, at a pace that can be watched, on a socket handed over."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from puntobanco.server.app import create_app
from puntobanco.server.casino.plan import Plan
from puntobanco.server.serve import Server
from puntobanco.server.tables.croupier import Tempo
from tests.server.conftest import HASHER

TEMPO = Tempo(card=0.2, result=0.2, between=0.2, preparing=0, thinking=0, squeeze_asked=0)
PARK_SECONDS = 8.0


def main() -> None:
    """Serve until told to end."""
    plan = Plan(Path(sys.argv[1]), tempo=TEMPO, hasher=HASHER, park_seconds=PARK_SECONDS)
    Server(create_app(plan)).run([socket.socket(fileno=int(sys.argv[2]))])


if __name__ == "__main__":
    main()
