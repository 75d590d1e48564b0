"""A table that does nothing but what `next_step` says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import in_force
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.slots import Hand, Slot
from puntobanco.views.next_step import next_step
from puntobanco.views.setup import Setup
from puntobanco.wire.own_forms import StepForm
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
        step = next_step(rules, table, RANDOM)
        self.done.add(step.act)
        return self.command(table, step)

    def command(self, table: Table, step: StepForm) -> Wish:
        """What doing a step means, from what the step itself says."""
        return _WISHES[step.act](self, table, step)

    def bring_cards(self, table: Table, step: StepForm) -> Wish:
        """A set that was never here."""
        self.sets += 1
        return r.ReceiveCards(
            by=step.post,
            cards=f"set-{self.sets}",
            backs=f"colour {self.sets}",
            decks=step.decks,
            source=step.source,
        )

    def cut(self, table: Table, step: StepForm) -> Wish:
        """The patron cuts, or leaves it to the next."""
        if self.random.random() < self.willing:
            return r.Prepare(by=step.who, step=step.step, value=step.value)
        return r.DeclineCut(by=step.who)

    def draw(self, table: Table, step: StepForm) -> Wish:
        """A card leaves the shoe; only what is shown is told."""
        card = self.cards.take()
        if step.face_up:
            return p.CardLeftShoe(card=card)
        if step.act == "deal":
            self.cards.hidden.append(card)
        return p.CardLeftShoe()

    def offered(self, table: Table, step: StepForm) -> Wish:
        """The patron takes the hand, or leaves it to the next."""
        accept = self.random.random() < self.willing
        return r.AnswerOffer(by=step.who, hand=Hand(step.hand), accept=accept)

    def turn(self, table: Table, step: StepForm) -> Wish:
        """One card is turned."""
        by = step.who or step.post
        return p.CardWasTurned(slot=Slot(step.slot), card=self.cards.turn(), by=by)

    def total(self, table: Table, step: StepForm) -> Wish:
        """The total of a hand."""
        total = step.player_total if step.hand == "player" else step.banker_total
        assert total is not None
        return p.TotalCalled(hand=Hand(step.hand), total=total)

    def result(self, table: Table, step: StepForm) -> Wish:
        """Both totals and who won."""
        assert step.player_total is not None
        assert step.banker_total is not None
        return p.ResultCalled(
            player_total=step.player_total,
            banker_total=step.banker_total,
            winner=Winner(step.winner),
        )

    def answered(self, table: Table, step: StepForm) -> Wish:
        """Any answer that the step offers."""
        if step.waiting:
            if self.random.random() < 0.1:
                return p.ChoiceTimeOver()
            who = self.random.choice(step.waiting)
            return r.Answer(by=who, answer=self.random.choice(step.answers))
        answer = self.random.choice(step.answers)
        return r.Answer(by=step.post, answer=answer, reason="as seen")

    def close(self, table: Table, step: StepForm) -> Wish:
        """Whoever has chips takes them home first."""
        for name, patron in table.patrons.items():
            if patron.rack and patron.owed > 0:
                return r.CollectCommission(by="dealer", patron=name)
            if patron.rack:
                return r.CashOut(by=name, amount=patron.rack)
        return r.CloseTable(by="dealer")


_WISHES: dict[str, Callable[[Follower, Table, StepForm], Wish]] = {
    "open-table": lambda self, table, step: r.OpenTable(by=step.post, notices=step.notices),
    "receive-cards": Follower.bring_cards,
    "end-shoe": Follower.bring_cards,
    "prepare": lambda self, table, step: r.Prepare(by=step.post, step=step.step, value=step.value),
    "offer-cut": Follower.cut,
    "burn": Follower.draw,
    "open-betting": lambda self, table, step: r.OpenBetting(by=step.post),
    "close-betting": lambda self, table, step: r.CloseBetting(by=step.post),
    "offer-wait": Follower.offered,
    "keep-hand": lambda self, table, step: r.KeepHand(by=step.post, hand=Hand(step.hand)),
    "marker": lambda self, table, step: p.MarkerLeftShoe(),
    "deal": Follower.draw,
    "shoe-ran-dry": lambda self, table, step: p.ShoeRanDry(),
    "pass-hand": lambda self, table, step: r.PassHand(by=step.post, hand=Hand(step.hand)),
    "turn": Follower.turn,
    "wait-turn": Follower.turn,
    "announce-totals": Follower.total,
    "announce-result": Follower.result,
    "settle": lambda self, table, step: r.Settle(by=step.post),
    "answer": Follower.answered,
    "choice-wait": Follower.answered,
    "close-table": Follower.close,
}
"""By act: what is asked or reported."""
