"""An automatic dealer: plays whole shoes from given cards, through the two doors only.

Chance stays outside: whoever drives the table hands in the cards in the order they will leave the
shoe. Patrons who are offered a hand decline it, and those who may choose go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puntobanco.base.cards import Card
from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table, prepare_cards
from puntobanco.play.cards.preparing import burn_rule
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Event, Events
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Closed, Dealing, Preparing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import cited
from puntobanco.rules.conduct import Burn
from puntobanco.rules.points import burn_value
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand

_ANSWERS = {Question.DECISION: "stand", Question.ORDER: "1,2", Question.CALL: "continue"}
"""What an automatic table says where it is not asked for yes or no."""


class RefusedError(Exception):
    """Something was refused: the text says why and names the clauses, which `clauses` has too."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        clauses = cited(refusal.clauses)
        super().__init__(f"{refusal.sentence} [{clauses}]" if clauses else refusal.sentence)

    @property
    def clauses(self) -> tuple[ClauseId, ...]:
        """The clauses that forbid it."""
        return self.refusal.clauses


class Driver:
    """A table with a dealer who never tires."""

    def __init__(
        self,
        rules: HouseRules,
        record: Callable[[Event], object] = lambda event: None,
        mixed: Callable[[], Sequence[Card]] | None = None,
    ) -> None:
        self.rules = rules
        self.table = Table()
        self._record = record
        self._mixed = mixed
        self._cards: Sequence[Card] = ()
        self._next = 0
        self._marker = 0
        self._face_down: dict[str, Card] = {}

    # --- the two doors ------------------------------------------------------------------------

    def ask(self, request: r.Request) -> Events:
        """Put a request; a refusal is raised."""
        outcome = self.command(request)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)
        return outcome

    def command(self, request: r.Request) -> Events | Refusal:
        """Put a request that may be refused."""
        outcome = decide(self.rules, self.table, request)
        return outcome if isinstance(outcome, Refusal) else self._fold(outcome)

    def report(self, report: p.Report) -> Events:
        """Put a report."""
        return self._fold(rule_on(self.rules, self.table, report))

    def _fold(self, events: Events) -> Events:
        for event in events:
            self.table = evolve(self.table, event)
            self._record(event)
        return events

    # --- the shoe -----------------------------------------------------------------------------

    def seat(self, patron: str, place: int | None, chips: Units) -> None:
        """Bring a patron with chips to the table."""
        self.ask(r.TakePlace(by=patron, place=place))
        if chips:
            self.ask(r.BuyIn(by=patron, amount=chips))

    def start_shoe(self, cards: Sequence[Card], name: str) -> None:
        """Load cards in the order they will leave the shoe, and burn.

        With a continuous shuffler `mixed` gives that order anew before every coup.
        """
        if isinstance(self.table.stage, Closed):
            self.ask(open_table(self.rules))
        self._cards, self._next = cards, 0
        self._marker = len(cards) - self.rules.settings.shoe.marker_from_back
        for request in prepare_cards(self.rules, self.table, name):
            self.ask(request)
        burn = burn_rule(self.rules).burn
        if burn is Burn.BY_VALUE:
            first = self._draw()
            self.report(p.CardLeftShoe(card=first))
            for _ in range(burn_value(first)):
                self._draw()
                self.report(p.CardLeftShoe())
        elif burn is Burn.ONE:
            self._draw()
            self.report(p.CardLeftShoe())

    @property
    def shoe_is_over(self) -> bool:
        """Whether new cards are needed before another coup."""
        shoe = self.table.shoe
        idle = isinstance(self.table.stage, Preparing | Closed)
        return idle or shoe.over or shoe.replacement is not None

    def _draw(self) -> Card:
        card = self._cards[self._next]
        self._next += 1
        return card

    # --- a coup -------------------------------------------------------------------------------

    def open(self) -> None:
        """Make the opening call; a marker that is next shows itself now."""
        if self.table.shoe.continuous and self._mixed is not None:
            self._cards, self._next = self._mixed(), 0
        self._marker_due()
        self.ask(r.OpenBetting(by="dealer"))

    def play(self) -> None:
        """Close the betting, deal, turn, announce and settle."""
        self.ask(r.CloseBetting(by="dealer"))
        self._choices()
        self._offers()
        self.deal()
        if isinstance(self.table.stage, Dealing):
            self.ask(r.Settle(by="dealer"))

    def deal(self) -> None:
        """Deal the coup to its end."""
        while isinstance(self.table.stage, Dealing):
            tape = self.table.stage.tape
            if self.table.halts:
                self._choices()
            elif lawful_slot(self.rules.tableau, tape) is None:
                coup = coup_of(tape)
                if coup is not None:
                    self.report(p.ResultCalled.of(coup))
                    return
                self._turn()
            elif self._next < len(self._cards):
                self._deal_one()
            else:
                self.report(p.ShoeRanDry())
                self._choices()
                return

    def _deal_one(self) -> None:
        self._marker_due()
        card = self._draw()
        self.report(p.CardLeftShoe(card=card))
        stage = self.table.stage
        if not isinstance(stage, Dealing):
            return
        lying = stage.tape[-1]
        if not lying.face_up and lying.slot:
            self._face_down[lying.slot.value] = card
        if len(stage.tape) == 4 and coup_of(stage.tape) is not None:
            self._announce(*Hand)

    def _turn(self) -> None:
        """Turn the first hand that lies face down; what its cards show may end the coup."""
        stage = self.table.stage
        assert isinstance(stage, Dealing), stage
        down = [each.slot for each in stage.tape if each.slot and not each.face_up]
        hand = min((slot.hand for slot in down), key=list(Hand).index)
        self.ask(r.TurnHand(by="dealer", hand=hand))
        for slot in (each for each in down if each.hand is hand):
            self.report(p.CardWasTurned(slot=slot, card=self._face_down.pop(slot.value)))
            if not isinstance(self.table.stage, Dealing):
                return
        self._announce(hand)

    def _announce(self, *hands: Hand) -> None:
        stage = self.table.stage
        assert isinstance(stage, Dealing), stage
        coup = coup_of(tuple(each for each in stage.tape if each.card is not None))
        assert coup is not None, stage.tape
        totals = {Hand.PLAYER: coup.player_total, Hand.BANKER: coup.banker_total}
        for hand in hands:
            self.report(p.TotalCalled(hand=hand, total=totals[hand]))

    def _marker_due(self) -> None:
        shoe = self.table.shoe
        if self._next == self._marker and shoe.coups_left is None and not shoe.continuous:
            self.report(p.MarkerLeftShoe())

    def _offers(self) -> None:
        while isinstance(self.table.stage, Dealing) and self.table.stage.offers:
            hand, patron = self.table.stage.offers[0]
            self.ask(r.AnswerOffer(by=patron, hand=hand, accept=False))

    def _choices(self) -> None:
        while self.table.halts:
            halt = self.table.halts[-1]
            if halt.question is Question.CHOICE:
                self.report(p.ChoiceTimeOver())
                continue
            assert halt.question is not None, halt
            assert halt.post is not None, halt
            wanted = _ANSWERS.get(halt.question, "yes")
            self.ask(r.Answer(by=halt.post, answer=wanted, reason="automatic table"))

    def stakes(self, stakes: Iterable[tuple[str, int, str, Units]]) -> list[Refusal]:
        """Place stakes of (patron, place, wager, amount); what was refused comes back."""
        refused = []
        for patron, place, wager, amount in stakes:
            outcome = self.command(
                r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=amount)
            )
            if isinstance(outcome, Refusal):
                refused.append(outcome)
        return refused
