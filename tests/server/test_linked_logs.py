"""What a table has at hand of other logs when it decides."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.server.commands import Command
from puntobanco.server.tables.linked_logs import LinkedLogs


class Accounts:
    """Accounts of which news of one comes while another is read."""

    def __init__(self) -> None:
        self.fresh = {"ann"}
        self.fetched = list[str]()

    def is_fresh(self, name: str) -> bool:
        return name in self.fresh

    async def fetch(self, name: str) -> None:
        self.fetched.append(name)
        if self.fetched == ["bob"]:
            self.fresh.discard("ann")
        self.fresh.add(name)


def _bet(patron: str) -> Command:
    bet = r.PlaceStake(by=patron, patron=patron, place=1, wager="player", amount=100_00)
    return Command(f"bet-{patron}", patron, bet, encode(bet))


def test_news_that_come_while_another_account_is_read_are_read_too() -> None:
    """Otherwise a patron who excluded themselves meanwhile could bet (seed 4242150)."""
    accounts, house_log = Accounts(), SimpleNamespace(house=SimpleNamespace(people={"ann", "bob"}))
    linked = LinkedLogs("T1", cast("Any", accounts), cast("Any", house_log))
    asyncio.run(linked.before([_bet("ann"), _bet("bob")]))
    assert accounts.fresh == {"ann", "bob"}
    assert accounts.fetched == ["bob", "ann"]
