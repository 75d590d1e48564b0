"""The shoes of a table: what was promised, what was shown, and whether the cards add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puntobanco.audit.log_index import LoggedEvent
from puntobanco.base.cards import Card
from puntobanco.base.nouns import how_many
from puntobanco.fair.events import ShoeCommitted, ShoeCut, ShoeEvent, ShoeRevealed
from puntobanco.play import events as e
from puntobanco.play.cards.tape import lying_cards
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.logs import shoe_log
from puntobanco.record.store import EventStore, read_on
from puntobanco.wire.audit import ShoeAuditForm
from puntobanco.wire.play import ShoeLineForm


@dataclass
class PromisedShoe:
    """One random shoe as its log has it."""

    committed: ShoeCommitted
    promised_at: int
    cut: ShoeCut | None = None
    revealed: ShoeRevealed | None = None
    revealed_at: int | None = None

    def take(self, event: ShoeCut | ShoeRevealed, time: int) -> None:
        """What became of it."""
        if isinstance(event, ShoeCut):
            self.cut = event
        else:
            self.revealed, self.revealed_at = event, time

    def form(self) -> ShoeLineForm:
        """In one line."""
        return ShoeLineForm(
            shoe=self.committed.shoe,
            cards=self.committed.cards,
            size=self.committed.size,
            root=self.committed.root,
            promised_at=self.promised_at,
            cut=self.cut.position if self.cut else None,
            cut_by=self.cut.by if self.cut else "",
            revealed_at=self.revealed_at,
            used=self.revealed.used if self.revealed else None,
            reason=self.revealed.reason if self.revealed else "",
        )

    def card_at(self, left: int) -> str | None:
        """The promised card when so many have left, once everything was revealed."""
        if self.revealed is None or not 0 <= left < self.committed.size:
            return None
        first = self.cut.position if self.cut else 0
        at = (first + left) % self.committed.size
        return self.revealed.cards[2 * at : 2 * at + 2]


async def promises(store: EventStore, table: str) -> dict[int, PromisedShoe]:
    """Every random shoe of a table, by its number, the oldest first."""
    found: dict[int, PromisedShoe] = {}
    async for kept in read_on(store, shoe_log(table)):
        event = kept.event
        assert isinstance(event, ShoeEvent), event
        if isinstance(event, ShoeCommitted):
            found[event.shoe] = PromisedShoe(event, kept.envelope.time)
        else:
            found[event.shoe].take(event, kept.envelope.time)
    return found


@dataclass
class ShoeFold:
    """A set of cards on its way through the table; `table` is the state before it came."""

    table: Table
    shown: dict[int, Card] = field(default_factory=dict)
    """By how many had left before it: the faces that were shown."""
    burnt: int = 0
    dealt: int = 0
    coups: int = 0
    size: int = 0
    cards: str = ""
    number: int = 0
    continuous: bool = False
    over: bool = False
    seen: Counter[Card] = field(default_factory=Counter)

    def take(self, step: LoggedEvent) -> None:
        """Fold the next event."""
        before = self.table
        self.table = evolve(before, step.event)
        self._count(step.event, before)
        shoe = self.table.shoe
        if before.shelved is None and self.table.shelved is None and shoe.cards == self.cards:
            for lying, left in lying_cards(self.table):
                if lying.card is not None and left >= 0:
                    self.shown.setdefault(left, lying.card)
            self.seen = Counter(shoe.seen) if shoe.seen is not before.shoe.seen else self.seen

    def _count(self, event: e.Event, before: Table) -> None:
        shoe = self.table.shoe
        match event:
            case e.CardsReceived():
                self.cards, self.size = event.cards, shoe.size
            case e.CardBurnt():
                self.burnt += 1
                if event.card is not None:
                    self.shown[before.shoe.out] = event.card
            case e.ShoeStarted():
                self.number, self.continuous = event.shoe, event.continuous
            case e.BettingOpened():
                self.coups += 1
                if self.continuous:  # what was dealt before is back among the others
                    self.shown = {}
            case e.ShoeEnded():
                self.over = True
            case e.PreparationDone() | e.ReplacementOrdered() if shoe.out < before.shoe.out:
                self.burnt, self.shown = 0, {}
            case e.CardDealt() | e.CardCarried() if shoe.out > before.shoe.out:
                self.dealt += 1
            case _:
                pass


def shoe_audit(fold: ShoeFold, table: str, promise: PromisedShoe | None) -> ShoeAuditForm:
    """Whether the cards of a shoe add up, and are those that were promised."""
    findings = []
    decks = fold.size // 52
    out = fold.table.shoe.out if fold.table.shoe.cards == fold.cards else fold.dealt + fold.burnt
    left = fold.size - fold.dealt - fold.burnt
    most = max(fold.seen.values(), default=0)
    if not fold.continuous:
        if left < 0:
            findings.append(f"{fold.dealt + fold.burnt} cards left a shoe of {fold.size}.")
        if out != fold.dealt + fold.burnt:
            findings.append(
                f"The table counts {how_many(out, 'card')} out, but {fold.dealt} were dealt and "
                f"{fold.burnt} burnt."
            )
        findings += [
            f"{card.text} was seen {count} times; there are {decks} in {how_many(decks, 'deck')}."
            for card, count in sorted(fold.seen.items(), key=lambda each: each[0].text)
            if count > decks
        ]
    revealed = None if promise is None or fold.continuous else promise.revealed
    if promise is not None and revealed is not None:
        if revealed.used != fold.dealt + fold.burnt:
            findings.append(
                f"The shoe was revealed after {how_many(revealed.used, 'card')}, but "
                f"{fold.dealt + fold.burnt} had left it."
            )
        findings += [
            f"Card {place + 1} was {card.text}, but {promise.card_at(place)} was promised."
            for place, card in sorted(fold.shown.items())
            if promise.card_at(place) != card.text
        ]
    return ShoeAuditForm(
        table=table,
        shoe=fold.number,
        cards=fold.cards,
        size=fold.size,
        dealt=fold.dealt,
        burnt=fold.burnt,
        left=left if not fold.continuous else fold.size,
        coups=fold.coups,
        over=fold.over,
        most_seen=most,
        decks=decks,
        promised=revealed is not None,
        findings=tuple(findings),
    )
