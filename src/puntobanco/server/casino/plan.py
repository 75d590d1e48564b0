"""Where a house lives and how it runs: what is known before it opens."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from argon2 import PasswordHasher

from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.server.tables.croupier import Tempo
from puntobanco.server.traffic.connections import TrafficLimits, proxies_of_environment

LEASE_SECONDS = 5.0
PARK_SECONDS = 40.0
"""How long a house that closes waits for its coups to end."""


@dataclass(frozen=True)
class Plan:
    """Where a house lives and how it runs."""

    folder: Path
    database: str = ""
    """A postgresql:// address; empty: a file in the folder."""
    tempo: Tempo = field(default_factory=Tempo)
    park_seconds: float = PARK_SECONDS
    lease_seconds: float = LEASE_SECONDS
    """How long a process that is silent still counts as alive."""
    conducts: bool = True
    """Whether tables that go by the clock are conducted by this process."""
    number: int = 1
    """Which of the processes on one socket this is; metrics say it."""
    may_renew_keys: bool = False
    """Whether keys that are gone are made anew; else a house without its keys does not open."""
    is_demo: bool = False
    """Whether it was started as a demonstration."""
    limits: TrafficLimits = field(default_factory=TrafficLimits)
    trusted_proxies: tuple[str, ...] = field(default_factory=proxies_of_environment)
    """Addresses or networks whose word about the caller's address and scheme is taken."""
    hosts: tuple[str, ...] = ()
    """What a call may name as its host; empty: anything."""
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    clock: Clock = field(default_factory=SteadyClock)

    @property
    def source(self) -> str:
        """Where the store is."""
        return self.database or str(self.folder / "house.db")
