"""Chains of wishes in a store whose process is the only one that writes, and single ones."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

from puntobanco.record.envelope import Kept
from puntobanco.record.store import Append, Chain, Receipt, StoreError


class Single:
    """A chain of one wish that cannot be decided anew."""

    def __init__(self, appends: Sequence[Append]) -> None:
        assert appends, "a request does something in some log"
        self.table = appends[0].table
        self.sequence = appends[0].expected
        self.appends = (appends,)

    def follow(self, kept: Sequence[Kept]) -> bool:
        """No: whoever asks has to decide."""
        return False


class _Store(Protocol):
    def append_together(self, appends: Sequence[Append]) -> Awaitable[list[Receipt]]:
        """Ask for it at once; it need not be waited for before the next one."""


class AppendsOneByOne:
    """A store that takes a chain as it was decided: who was too late is told so."""

    async def append_chain(self: _Store, chain: Chain) -> list[list[Receipt] | StoreError]:
        """Do what each wish of a chain does; for each its receipts, or why there are none."""
        asked = [self.append_together(each) for each in chain.appends]
        return [await _outcome(each) for each in asked]


async def _outcome(asked: Awaitable[list[Receipt]]) -> list[Receipt] | StoreError:
    try:
        return await asked
    except StoreError as error:
        return error
