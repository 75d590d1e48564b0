"""An automatic dealer: plays whole shoes from given cards, by doing each next step.

Chance stays outside: who drives the table hands in the cards in the order they will leave the
shoe. Patrons who are offered a hand decline it, and those who may choose go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from puntobanco.base.cards import Card
from puntobanco.base.money import Units
from puntobanco.base.usage import UsageError
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Event, Events
from puntobanco.play.evolve import evolve
from puntobanco.play.next_step import next_step
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Ready, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal, RefusedError
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Slot

_ANSWERS = {Question.DECISION: "stand", Question.ORDER: "1,2", Question.CALL: "continue"}
"""What an automatic table says where it is not asked for yes or no."""


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
        self._name = ""
        self._face_down: dict[Slot, Card] = {}

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
        assert self.shoe_is_over, self.table.stage
        self._cards, self._next, self._name = cards, 0, name
        while not isinstance(self.table.stage, Ready):
            wanted = next_step(self.rules, self.table).unanswered
            if self._next == len(cards) and isinstance(wanted, p.CardLeftShoe):
                raise UsageError(
                    f"{len(cards)} cards are too few to start a shoe; the burn takes more"
                )
            self.follow()

    @property
    def shoe_is_over(self) -> bool:
        """Whether new cards are needed before another coup."""
        shoe = self.table.shoe
        idle = isinstance(self.table.stage, Preparing | Closed)
        return idle or shoe.over or shoe.replacement is not None

    def open(self) -> None:
        """Make the opening call; a marker that is next shows itself now."""
        if self.table.shoe.continuous and self._mixed is not None:
            self._cards, self._next = self._mixed(), 0
        if next_step(self.rules, self.table).act == "marker":
            self.follow()
        self.ask(r.OpenBetting(by="dealer"))

    def draw(self) -> Card:
        """The card that comes next."""
        card = self._cards[self._next]
        self._next += 1
        return card

    def deal(self) -> None:
        """Deal and announce the coup; it is not paid yet."""
        while isinstance(stage := self.table.stage, Dealing):
            if stage.result_announced and not self.table.halts:
                return
            self.follow()

    def play(self) -> None:
        """Close the betting, deal, turn, announce and settle."""
        while isinstance(self.table.stage, Betting | Dealing):
            self.follow()

    def follow(self) -> None:
        """Do what is to be done now; who is asked leaves it to others."""
        step = next_step(self.rules, self.table)
        match step.unanswered:
            case None:
                self._answer()
            case p.CardLeftShoe() if self._next == len(self._cards):
                self.report(p.ShoeRanDry())
            case p.CardLeftShoe():
                card = self.draw()
                if not step.face_up and step.slots:
                    self._face_down[step.slots[0]] = card
                self.report(p.CardLeftShoe(card=card if step.face_up else None))
            case r.ReceiveCards() as brought:
                self.ask(replace(brought, cards=self._name, backs=self._name))
            case r.DeclineCut(patron=patron):
                self.ask(r.DeclineCut(by=patron))
            case r.TurnHand() as turned:
                self.ask(turned)
                self._turn(step.slots)
            case r.RequestBase() as request:
                self.ask(request)
            case report:
                self.report(report)

    def _turn(self, slots: Iterable[Slot]) -> None:
        """Turn cards that lie face down; what one shows may end the coup."""
        for slot in slots:
            if isinstance(self.table.stage, Dealing):
                self.report(p.CardWasTurned(slot=slot, card=self._face_down.pop(slot)))

    def _answer(self) -> None:
        halt = self.table.halts[-1]
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
