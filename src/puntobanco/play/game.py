"""A thin façade for people at a prompt; it keeps no rules."""

from __future__ import annotations

from typing import Self

from puntobanco.base.cards import cards as read_cards
from puntobanco.base.money import Units
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table, prepare_and_burn
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Event, StakeSettled
from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Dealing, Ready, Resolved, Table, coup_of
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.refusals import Refusal, RefusedError
from puntobanco.rules.settings import TableSettings


class DrivenTable:
    """One table, driven by hand in a few words; a refusal is raised with its sentence.

    >>> from puntobanco.books import book_named
    >>> game = DrivenTable(book_named("mbs")).bet(1, "banker", "100").bet(2, "tie", "10").close()
    >>> [(line.wager, line.profit) for line in game.cards("9s 2h 4d 3c Kd").settle()]
    [('banker', 9500), ('tie', -1000)]
    """

    def __init__(
        self,
        book: RuleBook,
        options: dict[str, str] | None = None,
        settings: TableSettings | None = None,
    ) -> None:
        rules = book.configure(options, settings)
        if isinstance(rules, Refusal):
            raise RefusedError(rules)
        self.rules: HouseRules = rules
        self.table = Table()
        self.log: list[Event] = []
        self.ask(open_table(rules))
        for message in prepare_and_burn(rules, self.table):
            if isinstance(message, p.ReportBase):
                self.report(message)
            else:
                self.ask(message)

    def ask(self, request: r.Request) -> Self:
        """Put any request; a refusal is raised."""
        outcome = decide(self.rules, self.table, request)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)
        return self._keep(outcome)

    def report(self, report: p.Report) -> Self:
        """Put any report."""
        return self._keep(rule_on(self.rules, self.table, report))

    def _keep(self, events: tuple[Event, ...]) -> Self:
        self.table = evolve_all(self.table, events)
        self.log += events
        return self

    def bet(self, place: int, wager: str, amount: str) -> Self:
        """Stake an amount, written as money, at a place whose patron sits down if need be."""
        units: Units = self.rules.settings.currency.read(amount)
        patron = f"S{place}"
        if patron not in self.table.patrons:
            self.ask(r.TakePlace(by=patron, place=place))
            self.ask(r.BuyIn(by=patron, amount=self.rules.settings.limits.hand.maximum))
        if isinstance(self.table.stage, Ready | Resolved):
            self.ask(r.OpenBetting(by="dealer"))
        return self.ask(
            r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=units)
        )

    def close(self) -> Self:
        """Make the closing call."""
        if isinstance(self.table.stage, Ready | Resolved):
            self.ask(r.OpenBetting(by="dealer"))
        return self.ask(r.CloseBetting(by="dealer"))

    def cards(self, text: str) -> Self:
        """Cards leave the shoe, in this order, and go where the rules demand."""
        for card in read_cards(text):
            self.report(p.CardLeftShoe(card=card))
        return self

    def settle(self) -> tuple[StakeSettled, ...]:
        """Announce what the cards say and pay."""
        stage = self.table.stage
        coup = coup_of(stage.tape) if isinstance(stage, Dealing) else None
        if coup is not None:
            self.report(p.ResultCalled.of(coup))
        self.ask(r.Settle(by="dealer"))
        assert isinstance(self.table.stage, Resolved), self.table.stage
        return self.table.stage.settled
