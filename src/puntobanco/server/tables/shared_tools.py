"""What all tables of this process share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.fair.sealing import Key
from puntobanco.record.clock import Clock
from puntobanco.record.signing import Signer
from puntobanco.record.store import EventStore
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.money.accounts import Accounts
from puntobanco.server.operations.metrics import Metrics
from puntobanco.server.tables.croupier import Tempo


@dataclass(frozen=True)
class SharedTools:
    """Store, clock, keys, and the offices beside the tables."""

    store: EventStore
    clock: Clock
    signer: Signer
    shoe_key: Key
    house_log: HouseLog
    accounts: Accounts
    metrics: Metrics
    tempo: Tempo
    fail: Callable[[str], None]
    """Ends the process: what cannot be made durable must not be acknowledged."""
