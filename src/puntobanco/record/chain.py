"""Chains of commands: everything that is appended is one, if only of a single command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from puntobanco.record.envelope import Kept
from puntobanco.record.store import Append, Chain, Receipt, StoreError


class Single:
    """A chain of one command that cannot be decided anew."""

    def __init__(self, appends: Sequence[Append]) -> None:
        assert appends, "a request does something in some log"
        self.table = appends[0].table
        self.sequence = appends[0].expected
        self.appends = (appends,)

    def follow(self, kept: Sequence[Kept]) -> bool:
        """No: the caller has to decide."""
        return False


class _Store(Protocol):
    async def append_chain(self, chain: Chain) -> list[list[Receipt] | StoreError]:
        """What each command leads to."""


class AppendsChains:
    """A store that takes chains takes single commands too."""

    may_write: Callable[[], bool] = staticmethod(lambda: True)

    async def append(self: _Store, append: Append) -> Receipt:
        """Make events, answer and balances durable together, or raise and change nothing."""
        return (await _receipts(self, [append]))[0]

    async def append_together(self: _Store, appends: Sequence[Append]) -> list[Receipt]:
        """Do what one request does in several logs, all of it or nothing."""
        return await _receipts(self, appends)


async def _receipts(store: _Store, appends: Sequence[Append]) -> list[Receipt]:
    (outcome,) = await store.append_chain(Single(appends))
    if isinstance(outcome, StoreError):
        raise outcome
    return outcome
