"""An honest dealer with real cards: always knows one thing to do that carries the game on."""

from __future__ import annotations

from random import Random

from puntobanco.base.cards import DECK, Card
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table
from puntobanco.play.cards.preparing import requirements
from puntobanco.play.cards.tape import is_over, lawful_slot
from puntobanco.play.doors import in_force
from puntobanco.play.rulings.remedies import together
from puntobanco.play.table import (
    Betting,
    Closed,
    Dealing,
    Halt,
    Preparing,
    Ready,
    Resolved,
    Table,
    coup_of,
)
from puntobanco.rules.book import HouseRules
from puntobanco.rules.options import holding
from puntobanco.rules.points import hand_total
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.rules.slots import Hand, Slot

from .law import Wish


class Cards:
    """The cards as they really are: what is left, and the faces of those that lie face down."""

    def __init__(self, random: Random, decks: int) -> None:
        self.random = random
        self.left = [card for card in DECK for _ in range(decks)]
        random.shuffle(self.left)
        self.hidden: list[Card] = []
        self.marker_out = False

    def spoil(self) -> None:
        """Swap some cards for others, or lose some: the set is wrong now."""
        for _ in range(self.random.randint(1, 12)):
            if self.random.random() < 0.5:
                self.left[self.random.randrange(len(self.left))] = DECK[0]
            else:
                self.left.pop()

    def take(self) -> Card:
        """The next card of the shoe."""
        return self.left.pop()

    def turn(self) -> Card:
        """The face of some card that lies face down."""
        if not self.hidden:
            return self.random.choice(DECK)
        return self.hidden.pop(self.random.randrange(len(self.hidden)))


class Dealer:
    """Conducts the game by the book; what he does must never be refused."""

    def __init__(self, random: Random, rules: HouseRules) -> None:
        self.random = random
        self.rules = rules
        self.cards = Cards(random, rules.decks)
        self.sets = 0

    def new_cards(self) -> None:
        """Begin with a full set, in new order."""
        self.cards = Cards(self.random, self.rules.decks)
        if self.random.random() < 0.1:
            self.cards.spoil()

    def next_command(self, table: Table) -> Wish:
        """Something lawful that carries the game on, whatever state the table is in."""
        if table.halts:
            return self.answer(table, table.halts[-1])
        match table.stage:
            case Closed():
                return open_table(self.rules)
            case Preparing():
                return self._prepare(table, table.stage)
            case Ready() | Resolved():
                if table.shoe.over or table.shoe.replacement:
                    return self._bring_cards(table)
                return r.OpenBetting(by="dealer")
            case Betting():
                return r.CloseBetting(by="dealer")
            case Dealing():
                return self._deal(table, table.stage)

    # --- answers ------------------------------------------------------------------------------

    def answer(self, table: Table, halt: Halt) -> Wish:
        """A proper answer by somebody who may give it."""
        if halt.question is Question.CHOICE:
            if self.random.random() < 0.1:
                return p.ChoiceTimeOver()
            who = self.random.choice(halt.waiting)
            return r.Answer(by=who, answer=self.random.choice(("go-on", "take-back")))
        assert halt.post is not None, halt
        return r.Answer(by=halt.post, answer=self._words(table, halt), reason="as seen")

    def _words(self, table: Table, halt: Halt) -> str:
        if halt.question is Question.ORDER:
            order = [str(place) for place in range(1, len(together(table)) + 1)]
            self.random.shuffle(order)
            return ",".join(order)
        if halt.question is Question.DECISION:
            return self.random.choice(("void", "rebuild", "stand"))
        if halt.question is Question.CALL:
            return "continue"
        return self.random.choice(("yes", "no"))

    # --- cards before play --------------------------------------------------------------------

    def _bring_cards(self, table: Table) -> Wish:
        self.sets += 1
        sources = holding(self.rules.book.conduct.preparations, table.options)
        usable = [
            each.source
            for each in sources
            if not each.approval_clauses or self.rules.settings.sealed_cards_approved
        ]
        return r.ReceiveCards(
            by="dealer",
            cards=f"set-{self.sets}",
            backs=f"colour {self.sets}",
            decks=self.rules.decks,
            source=self.random.choice(usable),
        )

    def _prepare(self, table: Table, stage: Preparing) -> Wish:
        known = holding(self.rules.book.conduct.preparations, table.options)
        preparation = next((each for each in known if each.source == stage.source), None)
        approved = self.rules.settings.sealed_cards_approved
        if preparation is None or (preparation.approval_clauses and not approved):
            return self._bring_cards(table)
        for requirement in sorted(
            requirements(self.rules, preparation), key=lambda each: each.order
        ):
            if set(requirement.steps) & set(stage.steps) or "load" in stage.steps:
                continue
            step = self.random.choice(requirement.steps)
            by = requirement.posts[0] if requirement.posts else "dealer"
            value = None
            if step == "cut":
                seated = [each for each in table.patrons.values() if each.place is not None]
                waiting = [each.name for each in sorted(seated, key=lambda each: each.place or 0)]
                waiting = [name for name in waiting if name not in stage.declined]
                if waiting and self.random.random() < 0.7:
                    return r.DeclineCut(by=waiting[0])
                by = waiting[0] if waiting else by
                value = self.random.randint(52, table.shoe.size - 52)
            if step in ("marker", "second-marker"):
                value = max(20, self.rules.settings.shoe.marker_from_back)
            return r.Prepare(by=by, step=step, value=value)
        return p.CardLeftShoe(card=self.cards.take())

    # --- the coup -----------------------------------------------------------------------------

    def marker_is_next(self, table: Table) -> bool:
        """Whether the cut card lies before the next card."""
        due = len(self.cards.left) <= self.rules.settings.shoe.marker_from_back
        return due and not self.cards.marker_out and not isinstance(table.stage, Preparing)

    def _deal(self, table: Table, stage: Dealing) -> Wish:
        rules = in_force(self.rules, table)
        if stage.offers:
            return self._offered(table, stage)
        for each in stage.asked:
            if each.granted is None and each.what == "squeeze":
                grant = self.random.random() < 0.7
                return r.AnswerPatron(
                    by="dealer", patron=each.patron, what="squeeze", hand=each.hand, grant=grant
                )
        due = lawful_slot(rules.tableau, stage.tape)
        if due is not None:
            return self._due(table, stage, rules, due)
        down = [each.slot for each in stage.tape if each.slot and each.card is None]
        if down:
            return self._turn(stage, self.random.choice(down))
        if not is_over(rules.tableau, stage.tape):
            return p.Noticed(irregularity=Irregularity.OTHER, note="nobody knows how to go on")
        if stage.result_announced:
            waiting = [patron for patron, _, _ in stage.unsettled]
            if waiting and self.random.random() < 0.3:
                return r.Settle(by="dealer", patron=self.random.choice(waiting))
            return r.Settle(by="dealer")
        coup = coup_of(stage.tape)
        assert coup is not None, stage.tape
        return p.ResultCalled(
            player_total=coup.player_total, banker_total=coup.banker_total, winner=coup.winner
        )

    def _offered(self, table: Table, stage: Dealing) -> Wish:
        hand, patron = self.random.choice(stage.offers)
        if table.patrons[patron].present:
            return r.AnswerOffer(by=patron, hand=hand, accept=self.random.random() < 0.6)
        return r.KeepHand(by=self.rules.book.conduct.dealing.keep_post, hand=hand)

    def _turn(self, stage: Dealing, slot: Slot) -> Wish:
        """Pass the hand where somebody handles it and none is out, or see a card turned."""
        handler = stage.handlers.get(slot.hand.value, "dealer")
        first = Hand.BANKER if stage.banker_first else Hand.PLAYER
        lying = [each for each in stage.tape if each.slot and each.slot.hand is first]
        turned = bool(lying) and all(each.face_up for each in lying)
        handled = stage.out is None and handler != "dealer"
        called = turned and stage.announced.get(first.value) == _total(stage, first)
        if handled and turned and not called and slot.hand is not first:
            return p.TotalCalled(hand=first, total=_total(stage, first))
        mine = handled and (slot.hand is first or called)
        if mine and self.random.random() < 0.7:
            return r.PassHand(by="dealer", hand=slot.hand)
        return p.CardWasTurned(slot=slot, card=self.cards.turn(), by=handler)

    def _due(self, table: Table, stage: Dealing, rules: HouseRules, due: Slot) -> Wish:
        if due.is_third:
            for hand in Hand:
                if hand.value not in stage.announced:
                    return p.TotalCalled(hand=hand, total=_total(stage, hand))
        if not self.cards.left:
            return p.ShoeRanDry()
        if self.marker_is_next(table) and not table.shoe.continuous:
            self.cards.marker_out = True
            if table.shoe.coups_left is None:
                return p.MarkerLeftShoe()
        face_up = rules.style.third_face_up if due.is_third else rules.style.initial_face_up
        card = self.cards.take()
        if face_up:
            return p.CardLeftShoe(card=card)
        self.cards.hidden.append(card)
        return p.CardLeftShoe()


def _total(stage: Dealing, hand: Hand) -> int:
    lying = [each.card for each in stage.tape if each.slot and each.slot.hand is hand]
    return hand_total([card for card in lying if card is not None])
