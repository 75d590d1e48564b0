"""How much one address or one person may have of the house: connections, time, bytes, calls.

These limits hold before anyone has logged in, on the house's own server, without a proxy.
"""

from __future__ import annotations

import ipaddress
import os
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from puntobanco.server.traffic.pace import PAUSE


@dataclass(frozen=True, slots=True)
class TrafficLimits:
    """What is cut off or held back; seconds and bytes."""

    head_bytes: int = 16 * 1024
    """The request line and all headers of one call."""
    head_seconds: float = 10.0
    """From the first byte of a head to its last, and from connecting to the first byte."""
    body_seconds: float = 20.0
    """From the end of the head to the end of the body."""
    body_bytes: int = 512 * 1024
    """A body as it is sent, with what stands between its pieces; each kind of call takes less."""
    idle_seconds: float = 20.0
    """Between one call and the next on a connection."""
    connections_per_address: int = 256
    """Calls and sockets together; a trusted proxy's own connections are not counted."""
    sockets_per_person: int = 64
    """In one process, over all tables."""
    calls_per_second: float = 50.0
    """Of one address, of calls that come without a session."""
    calls_at_once: float = 150.0
    """So many before that counts: a page fetches many files when it is first opened."""
    pause: float = PAUSE
    """So many times as long as their work kept the loop busy, a person or an address pauses."""
    patience: float = 3.0
    """For so many seconds such a call is held back; then it is answered 429."""
    pipelined: int = 8
    """So many calls may follow each other on a connection before the first is answered."""


def proxies_of_environment() -> tuple[str, ...]:
    """The proxies that FORWARDED_ALLOW_IPS names; none where it is not set."""
    named = os.environ.get("FORWARDED_ALLOW_IPS", "")
    return tuple(each.strip() for each in named.split(",") if each.strip())


@lru_cache(maxsize=1000)
def is_among(address: str, named: tuple[str, ...]) -> bool:
    """Whether an address is one of these addresses or in one of these networks.

    >>> is_among("10.1.2.3", ("127.0.0.1", "10.0.0.0/8")), is_among("10.1.2.3", ("127.0.0.1",))
    (True, False)
    """
    if not named:
        return False
    try:
        found = ipaddress.ip_address(address)
        return any(
            each == "*" or found in ipaddress.ip_network(each, strict=False) for each in named
        )
    except ValueError:
        return address in named


@lru_cache(maxsize=1000)
def network_of(address: str) -> str:
    """Whom an address counts as: an IPv6 address as its /64, of which one user has all addresses.

    >>> network_of("10.1.2.3"), network_of("::ffff:10.1.2.3"), network_of("2001:db8::1:2")
    ('10.1.2.3', '10.1.2.3', '2001:db8::/64')
    >>> network_of("")
    ''
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_loopback:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Connections:
    """Who has how many, each counted against the same most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        """Count one more; false, and it is not counted, where there are as many as may be."""
        if self._open[name] >= self._most:
            return False
        self._open[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]

    def __getitem__(self, name: str) -> int:
        """How many a person has."""
        return self._open.get(name, 0)
