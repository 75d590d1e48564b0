"""What is turned away at the door: counted by its code, written down as far as a disk bears it."""

from __future__ import annotations

import structlog

from puntobanco.record.store import EventStore
from puntobanco.server.operations.metrics import Metrics

CODES = (
    "bad_message",
    "bad_request",
    "bad_ticket",
    "head_too_long",
    "id_reused",
    "malformed",
    "method_not_allowed",
    "must_change_password",
    "not_found",
    "not_permitted",
    "not_signed_in",
    "not_understood",
    "repeated",
    "said_twice",
    "stale",
    "too_long",
    "too_many",
    "too_many_connections",
    "too_many_sockets",
    "too_slow",
    "wrong_credentials",
    "wrong_host",
    "wrong_origin",
)
"""What leaves a trace. Every other refusal belongs to the game or the cage: it is an ordinary
answer there, and no sign of anything."""
KEPT_SECONDS = 24 * 3600
"""For so long a refused request is refused again under its id."""
KEPT_MIN = 10_000
"""The newest are kept however old they seem: a clock that is set forward forgets nothing."""
KEPT_MAX = 200_000
"""So many refused requests are kept at most, some 100 megabytes; the oldest go first."""
LINES_MAX = 20
"""So many lines from one address between two sweeps; a house sweeps every minute."""
ADDRESSES_MAX = 100
"""So many addresses are told apart between two sweeps; all further ones count as one."""
ADDRESS_LENGTH = 60
"""A proxy that is trusted may name anything as an address."""
OTHERS = "other addresses"
UNKNOWN = "unknown"
"""The route of what was meant for none that there is."""

_log = structlog.get_logger(__name__)


async def forget_old(store: EventStore, now: int) -> None:
    """Forget refused requests that are too old or too many; what had an effect stays."""
    await store.forget_refused(now - KEPT_SECONDS * 1_000_000, KEPT_MIN, KEPT_MAX)


class Refusals:
    """The one way to the journal and the counters for everything that is turned away.

    However much comes, from wherever: the lines between two sweeps and the memory are bounded, the
    counters are complete. A line has nothing that a caller can choose but their address, and the
    name that they tried to sign in with.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._counted = {code: metrics.refusals.labels(code) for code in CODES}
        self._seen: dict[str, int] = {}

    def note(self, code: str, route: str, address: str, person: str = "", **more: str) -> None:
        """Leave the trace of something that was turned away; who sent it, if they are signed in."""
        counted = self._counted.get(code)
        if counted is None:
            return
        counted.inc()
        address = address[:ADDRESS_LENGTH]
        is_told_apart = address in self._seen or len(self._seen) < ADDRESSES_MAX
        source = address if is_told_apart else OTHERS
        self._seen[source] = seen = self._seen.get(source, 0) + 1
        if seen <= LINES_MAX:
            _log.warning("refused", code=code, route=route, address=address, person=person, **more)

    def sweep(self) -> None:
        """Say how many lines were left out since the last time, and begin anew."""
        for source, seen in self._seen.items():
            if seen > LINES_MAX:
                _log.warning("refused more", address=source, left_out=seen - LINES_MAX)
        self._seen.clear()
