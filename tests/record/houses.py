"""A small house with logs of every kind: people, money, a table and its shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from puntobanco.fair.events import ShoeCommitted, ShoeCut
from puntobanco.house import events as h
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.events import ChipsBought, ChipsCashed, PatronCame, StakePlaced
from puntobanco.record.logs import HOUSE_LOG, account_log, shoe_log
from puntobanco.record.store import Append, EventStore, Receipt


def one(log: str, request: str, *events: AnyEvent, expected: int = 0) -> Append:
    """What one request does in one log."""
    return Append(
        table=log,
        expected=expected,
        request=request,
        body=b"body of " + request.encode(),
        answer=b"answer of " + request.encode(),
        actor="cashier",
        edition="0" * 64,
        rules="0" * 64,
        events=events,
    )


@dataclass
class House:
    """Writes down what happens, each request in all the logs that it concerns."""

    lengths: Counter[str] = field(default_factory=Counter)
    bundles: list[list[Append]] = field(default_factory=list)

    def do(self, request: str, logs: Mapping[str, Sequence[AnyEvent]]) -> None:
        """Add a bundle: what a request does in each log."""
        bundle = []
        for log, events in logs.items():
            bundle.append(one(log, request, *events, expected=self.lengths[log]))
            self.lengths[log] += len(events)
        self.bundles.append(bundle)

    def opened(self) -> House:
        """People, a table, a shoe, and money paid in."""
        self.do("add", {HOUSE_LOG: [h.PersonAdded(person="Ann", by="boss")]})
        self.do("shoe", {shoe_log("T1"): [shoe(1), ShoeCut(shoe=1, position=7, by="dealer")]})
        for name in ("Ann", "Ben"):
            paid = h.MoneyPaidIn(account=name, amount=1000, by="cashier")
            self.do(f"open-{name}", {account_log(name): [h.AccountOpened(account=name), paid]})
            self.do(f"come-{name}", {"T1": [PatronCame(patron=name)]})
        return self

    def buy(self, request: str, name: str, amount: int) -> House:
        """Money of an account becomes chips."""
        money = h.MoneyToTable(account=name, table="T1", amount=amount)
        chips = ChipsBought(patron=name, amount=amount)
        self.do(request, {"T1": [chips], account_log(name): [money]})
        return self

    def cash(self, request: str, name: str, amount: int) -> House:
        """Chips become money of an account."""
        money = h.MoneyFromTable(account=name, table="T1", amount=amount)
        chips = ChipsCashed(patron=name, amount=amount)
        self.do(request, {"T1": [chips], account_log(name): [money]})
        return self

    def rest(self) -> House:
        """The ordinary business of a day."""
        self.buy("buy-1", "Ann", 600).buy("buy-2", "Ben", 600).buy("buy-3", "Ann", 300)
        self.cash("cash-1", "Ann", 500)
        out = h.MoneyPaidOut(account="Ann", amount=550, by="cashier")
        self.do("out", {account_log("Ann"): [out]})
        right = {"by": "boss", "second": "other", "reason": "miscounted"}
        less = h.BalanceAdjusted(account="Ben", amount=-100, **right)
        limit = h.LimitSet(account="Ben", limit="loss", amount=5, holds_from=9)
        self.do("right", {account_log("Ben"): [less]})
        self.do("limit", {account_log("Ben"): [limit]})
        return self

    def __iter__(self) -> Iterator[Append]:
        return (append for bundle in self.bundles for append in bundle)


def shoe(number: int) -> ShoeCommitted:
    return ShoeCommitted(shoe=number, cards="A", size=416, root="ab" * 32, sealed="cd")


def stake(amount: int) -> StakePlaced:
    return StakePlaced(patron="Ann", place=1, wager="tie", amount=amount, by="Ann")


async def play(store: EventStore, house: House) -> list[list[Receipt]]:
    """Record a house."""
    return [await store.append_together(bundle) for bundle in house.bundles]
