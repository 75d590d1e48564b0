"""A table that does nothing but what `next_step` says."""

from __future__ import annotations

from random import Random

from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import in_force
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.slots import Hand, Slot
from puntobanco.views.next_step import next_step
from puntobanco.views.own_forms import StepForm
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

    def next_wish(self, table: Table) -> Wish:
        """The wish that carries out the next step."""
        rules = in_force(self.rules, table)
        step = next_step(rules, table, RANDOM)
        self.done.add(step.act)
        return self.wish(table, step)

    def wish(self, table: Table, step: StepForm) -> Wish:
        """What doing a step means, from what the step itself says."""
        hand = Hand(step.hand) if step.hand else None
        match step.act:
            case "open-table":
                return r.OpenTable(by=step.post, notices=step.notices)
            case "receive-cards" | "end-shoe":
                self.sets += 1
                return r.ReceiveCards(
                    by=step.post,
                    cards=f"set-{self.sets}",
                    backs=f"colour {self.sets}",
                    decks=step.decks,
                    source=step.source,
                )
            case "prepare":
                return r.Prepare(by=step.post, step=step.step, value=step.value)
            case "offer-cut":
                if self.random.random() < self.willing:
                    return r.Prepare(by=step.who, step=step.step, value=step.value)
                return r.DeclineCut(by=step.who)
            case "burn":
                card = self.cards.take()
                return p.CardLeftShoe(card=card if step.face_up else None)
            case "open-betting":
                return r.OpenBetting(by=step.post)
            case "close-betting":
                return r.CloseBetting(by=step.post)
            case "settle":
                return r.Settle(by=step.post)
            case "close-table":
                return self._close(table)
            case "answer" | "choice-wait":
                return self._answer(step)
            case _:
                return self._in_coup(step, hand)

    def _in_coup(self, step: StepForm, hand: Hand | None) -> Wish:
        match step.act, hand:
            case "marker", None:
                return p.MarkerLeftShoe()
            case "shoe-ran-dry", None:
                return p.ShoeRanDry()
            case "deal", Hand():
                card = self.cards.take()
                if step.face_up:
                    return p.CardLeftShoe(card=card)
                self.cards.hidden.append(card)
                return p.CardLeftShoe()
            case "announce-result", None:
                assert step.player_total is not None
                assert step.banker_total is not None
                return p.ResultCalled(
                    player_total=step.player_total,
                    banker_total=step.banker_total,
                    winner=Winner(step.winner),
                )
            case "offer-wait", Hand():
                accept = self.random.random() < self.willing
                return r.AnswerOffer(by=step.who, hand=hand, accept=accept)
            case "keep-hand", Hand():
                return r.KeepHand(by=step.post, hand=hand)
            case "pass-hand", Hand():
                return r.PassHand(by=step.post, hand=hand)
            case "turn", Hand():
                return p.CardWasTurned(slot=Slot(step.slot), card=self.cards.turn(), by=step.post)
            case "wait-turn", Hand():
                return p.CardWasTurned(slot=Slot(step.slot), card=self.cards.turn(), by=step.who)
            case "announce-totals", Hand():
                total = step.player_total if hand is Hand.PLAYER else step.banker_total
                assert total is not None
                return p.TotalCalled(hand=hand, total=total)
            case _:
                raise AssertionError(step)

    def _answer(self, step: StepForm) -> Wish:
        if step.waiting:
            if self.random.random() < 0.1:
                return p.ChoiceTimeOver()
            who = self.random.choice(step.waiting)
            return r.Answer(by=who, answer=self.random.choice(step.answers))
        answer = self.random.choice(step.answers)
        return r.Answer(by=step.post, answer=answer, reason="as seen")

    def _close(self, table: Table) -> Wish:
        """Whoever has chips takes them home first."""
        for name, patron in table.patrons.items():
            if patron.rack and patron.owed > 0:
                return r.CollectCommission(by="dealer", patron=name)
            if patron.rack:
                return r.CashOut(by=name, amount=patron.rack)
        return r.CloseTable(by="dealer")
