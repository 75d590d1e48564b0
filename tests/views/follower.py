"""A table that does nothing but what `next_step` says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import in_force
from puntobanco.play.next_step import NextStep, next_step
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.views.ruling_form import answers_to
from puntobanco.views.setup import Setup
from tests.properties.dealer import Dealer
from tests.properties.watched import Wish

RANDOM = Setup("T1", "Table 1", "random", "clock", 15)


class Follower(Dealer):
    """A dealer who reads the next step and does it; patrons decide by chance."""

    def __init__(self, random: Random, rules: HouseRules, willing: float = 0.6) -> None:
        super().__init__(random, rules)
        self.willing = willing
        """The chance that a patron takes what is offered to him."""
        self.done: set[str] = set()
        """Every act that was ever due."""

    def next_command(self, table: Table) -> Wish:
        """The wish that carries out the next step."""
        rules = in_force(self.rules, table)
        step = next_step(rules, table)
        self.done.add(step.act)
        return self.command(table, step)

    def command(self, table: Table, step: NextStep) -> Wish:
        """What doing a step means, from what the step itself says."""
        does = _DECIDED.get(step.act)
        wish = does(self, table, step) if does else step.request or step.report
        assert wish is not None, step
        return wish

    def bring_cards(self, table: Table, step: NextStep) -> Wish:
        """A set that was never here."""
        self.sets += 1
        assert isinstance(step.request, r.ReceiveCards)
        return replace(step.request, cards=f"set-{self.sets}", backs=f"colour {self.sets}")

    def cut(self, table: Table, step: NextStep) -> Wish:
        """The patron cuts, or leaves it to the next."""
        if self.random.random() < self.willing:
            return r.Prepare(by=step.who, step="cut", value=self.rules.decks * 26)
        return r.DeclineCut(by=step.who)

    def draw(self, table: Table, step: NextStep) -> Wish:
        """A card leaves the shoe; only what is shown is told."""
        card = self.cards.take()
        if step.face_up:
            return p.CardLeftShoe(card=card)
        if step.act == "deal":
            self.cards.hidden.append(card)
        return p.CardLeftShoe()

    def offered(self, table: Table, step: NextStep) -> Wish:
        """The patron takes the hand, or leaves it to the next."""
        assert step.hand is not None
        accept = self.random.random() < self.willing
        return r.AnswerOffer(by=step.who, hand=step.hand, accept=accept)

    def turn(self, table: Table, step: NextStep) -> Wish:
        """One card is turned."""
        by = step.who or step.post
        return p.CardWasTurned(slot=step.slots[0], card=self.cards.turn(), by=by)

    def answered(self, table: Table, step: NextStep) -> Wish:
        """Any answer that the step offers."""
        halt = table.halts[-1]
        answers = answers_to(table, halt)
        if halt.waiting:
            if self.random.random() < 0.1:
                return p.ChoiceTimeOver()
            who = self.random.choice(halt.waiting)
            return r.Answer(by=who, answer=self.random.choice(answers))
        answer = self.random.choice(answers)
        return r.Answer(by=step.post, answer=answer, reason="as seen")

    def close(self, table: Table, step: NextStep) -> Wish:
        """Whoever has chips takes them home first."""
        for name, patron in table.patrons.items():
            if patron.rack and patron.owed > 0:
                return r.CollectCommission(by="dealer", patron=name)
            if patron.rack:
                return r.CashOut(by=name, amount=patron.rack)
        return r.CloseTable(by="dealer")


_DECIDED: dict[str, Callable[[Follower, Table, NextStep], Wish]] = {
    "receive-cards": Follower.bring_cards,
    "end-shoe": Follower.bring_cards,
    "offer-cut": Follower.cut,
    "burn": Follower.draw,
    "offer-wait": Follower.offered,
    "deal": Follower.draw,
    "turn": Follower.turn,
    "wait-turn": Follower.turn,
    "answer": Follower.answered,
    "choice-wait": Follower.answered,
    "close-table": Follower.close,
}
"""By act: what is decided or seen while it is done; every other step is done as it says."""
