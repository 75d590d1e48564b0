"""A table that deals whole shoes by itself to patrons who bet by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from puntobanco.base.accounts import Ledger
from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import Units
from puntobanco.notation.codec import encode
from puntobanco.play import events as e
from puntobanco.play.driver import Driver
from puntobanco.play.postings import ANTE, BREAKAGE, COMMISSION, FLOAT, postings
from puntobanco.play.requests import OrderNewCards, PlaceAnte
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import WagerKind

CONTINUOUS_COUPS = 80
"""A continuous shuffler has no end of shoe; its cards are replaced after so many coups."""
_ACCOUNTS = {"float": FLOAT, "commission": COMMISSION, "ante": ANTE, "breakage": BREAKAGE}


def shuffled_shoe(rules: HouseRules, chance: random.Random) -> list[Card]:
    """The cards of a table's shoe, in an order that chance decides."""
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    return cards


class AutomaticTable:
    """An automatic dealer, patrons who bet by chance, and the counts of what came of it."""

    def __init__(self, rules: HouseRules, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.chance = random.Random(seed)  # noqa: S311  play money
        self.ledger = Ledger()
        self.keep: Callable[[bytes], object] = len
        """Takes each event, as a line of the log."""
        self.events, self.coups, self.shoes = 0, 0, 0
        self.winners: Counter[str] = Counter()
        self.staked: Counter[str] = Counter()
        self.profit: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.voided = 0
        self.shuffled = partial(shuffled_shoe, rules, self.chance)
        self.driver = Driver(rules, self._record, mixed=self.shuffled)

    def _record(self, event: e.Event) -> None:
        self.events += 1
        self.ledger.post(postings(event))
        self.keep(encode(event))
        if isinstance(event, e.ResultAnnounced):
            self.winners[event.winner.value] += 1
        if isinstance(event, e.CoupVoided):
            self.voided += 1
        if isinstance(event, e.StakeSettled):
            self.staked[event.wager] += event.stake
            self.profit[event.wager] += event.profit

    def play(self, shoes: int, seats: int, advance: Callable[[], None]) -> None:
        """Play so many shoes with so many patrons."""
        rules, driver = self.rules, self.driver
        for place in range(1, seats + 1):
            driver.seat(f"S{place}", place, 1_000_000 * rules.settings.currency.units_per_one)
        for number in range(1, shoes + 1):
            driver.start_shoe(self.shuffled(), f"set {number}")
            self.shoes += 1
            last = self.coups + CONTINUOUS_COUPS
            while not driver.shoe_is_over:
                self._coup(seats)
                if driver.table.shoe.continuous and self.coups == last:
                    driver.ask(OrderNewCards(by=rules.book.posts.ladder[-1].name))
            advance()

    def _bet(self, patron: str, place: int) -> None:
        limits, unit = self.rules.settings.limits, self.rules.settings.currency.units_per_one
        side = self.chance.choice(("player", "banker", "banker"))
        stakes: list[tuple[str, Units]] = [(side, limits.hand.minimum * self.chance.randint(1, 5))]
        extra = self.chance.choice(list(self.rules.wagers))
        kind = self.rules.wagers[extra].kind
        if kind in (WagerKind.TIE, WagerKind.SIDE):
            stakes.append((extra, max(limits.of(kind).minimum, 10 * unit)))
        refused = self.driver.stakes((patron, place, wager, amount) for wager, amount in stakes)
        self.refused.update(refusal.reason.value for refusal in refused)

    def _coup(self, seats: int) -> None:
        self.driver.open()
        stage = self.driver.table.stage
        if isinstance(stage, Betting) and not stage.no_bet:
            for place in range(1, seats + 1):
                self._bet(f"S{place}", place)
            self._antes(seats)
        self.driver.play()
        self.coups += 1

    def _antes(self, seats: int) -> None:
        if self.rules.ante is not None:
            for place in range(1, seats + 1):
                self.driver.command(PlaceAnte(by=f"S{place}", patron=f"S{place}"))

    def form(self) -> dict[str, Any]:
        """The counts for machines."""
        write = self.rules.settings.currency.write
        return {
            "book": self.rules.book.name,
            "options": dict(self.rules.options),
            "seed": self.seed,
            "shoes": self.shoes,
            "coups": self.coups,
            "events": self.events,
            "winners": dict(self.winners),
            "void": self.voided,
            "refused": dict(self.refused),
            "wagers": {
                name: {"staked": write(self.staked[name]), "profit": write(self.profit[name])}
                for name in self.staked
            },
            "house": {
                name: write(self.ledger.balance(account)) for name, account in _ACCOUNTS.items()
            },
        }
