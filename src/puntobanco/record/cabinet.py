"""What a house keeps that is no log: password hashes, sessions, tokens, tickets, and leases.

Nothing of it is exported or chained by hashes, because it says what holds now and not what
happened. Times are microseconds since 1970, UTC, by the store's clock.
"""

from __future__ import annotations

from typing import Protocol

from puntobanco.record.names import is_name

TIME_MAX = 2**63 - 1
"""What both databases can keep."""


def check_keepable(kind: str, name: str, value: bytes, expires: int | None) -> None:
    """Raise on a programmer's mistake before it reaches a writer that others share."""
    assert is_name(kind), f"{kind!r} is not a kind to keep"
    assert is_name(name), f"{name!r} is not a name to keep"
    assert isinstance(value, bytes), f"{type(value).__name__} is no value to keep"
    assert expires is None or abs(expires) <= TIME_MAX, f"{expires} is not a time to keep"


class Cabinet(Protocol):
    """Values by kind and name, each perhaps with a time when it is gone.

    Asked for a name that nothing can be kept under, it has nothing.
    """

    async def keep(self, kind: str, name: str, value: bytes, expires: int | None = None) -> None:
        """Keep a value in place of any other under this name."""

    async def exchange(
        self, kind: str, name: str, before: bytes | None, value: bytes, expires: int | None = None
    ) -> bool:
        """Keep a value if what is kept now is `before`, or nothing (None); whether it was so.

        Of several who found the same, one succeeds.
        """

    async def kept(self, kind: str, name: str) -> bytes | None:
        """The value, if it is there and not expired."""

    async def take(self, kind: str, name: str) -> bytes | None:
        """The value, which is then gone; of two who take it, one gets it."""

    async def drop(self, kind: str, name: str) -> None:
        """Have nothing under this name, whatever was there."""

    async def all_kept(self, kind: str) -> dict[str, bytes]:
        """Every value of a kind that is not expired, by name."""

    async def sweep(self, now: int) -> int:
        """Throw away what has expired by then; how much that was."""


class Leases(Protocol):
    """Who of several processes does something that one of them must do."""

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Whether the owner holds it now, for so long: it was free, expired, or theirs already."""

    async def leases(self) -> list[str]:
        """The names of all leases held now."""

    async def release(self, name: str, owner: str) -> None:
        """Give up a lease that this owner holds; that of another owner stays."""
