"""The shoe port of one table: random shoes, promised before the first bet and opened at the end.

Only this file of the server holds an order of cards. The n-th card to leave is known from the
table's own state (how many have left), so nothing has to be kept in step with the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puntobanco.fair.events import ShoeCommitted, ShoeCut, ShoeEvent, ShoeRevealed
from puntobanco.fair.sealing import Key, KeyFileError, UnsealError, seal, unseal
from puntobanco.fair.shoe import RandomShoe, commit
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.preparing import burn_rule
from puntobanco.play.cards.tape import lawful_slot, lying_cards
from puntobanco.play.doors import in_force
from puntobanco.play.table import Dealing, Preparing, Table
from puntobanco.record.logs import shoe_log
from puntobanco.record.store import Append, EventStore, read_on
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.server.commands import append_to
from puntobanco.wire.forms import FairnessForm, OpenedCardForm


class ShoePort:
    """The random shoes of one table."""

    def __init__(self, table: str, store: EventStore, key: Key) -> None:
        self._table = table
        self._store = store
        self._key = key
        self._sequence = 0
        self._committed: dict[int, tuple[ShoeCommitted, int]] = {}
        """Shoes that are not opened yet, with the time of the promise."""
        self._latest = 0
        self._cuts: dict[int, int] = {}
        self._shoe: RandomShoe | None = None

    # --- its log ------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what the log has."""
        async for kept in read_on(self._store, shoe_log(self._table), self._sequence):
            event = kept.event
            assert isinstance(event, ShoeEvent), event
            self._take(event, kept.envelope.time)
            self._sequence = kept.sequence

    def must_open(self) -> None:
        """Refuse a key that does not open every shoe that was promised and is not opened yet."""
        for event, _ in self._committed.values():
            try:
                unseal(self._key, event, self._table)
            except UnsealError as error:
                raise KeyFileError(f"shoes.key is not the key of this house: {error}") from None

    def _take(self, event: ShoeEvent, time: int) -> None:
        match event:
            case ShoeCommitted():
                self._committed[event.shoe] = (event, time)
                self._latest = max(self._latest, event.shoe)
                self._shoe = None
            case ShoeCut():
                self._cuts[event.shoe] = event.position
                self._shoe = None
            case ShoeRevealed():
                self._committed.pop(event.shoe, None)
                self._cuts.pop(event.shoe, None)
                self._shoe = None

    def _append(self, events: Sequence[ShoeEvent]) -> Append:
        return append_to(shoe_log(self._table), self._sequence, events)

    # --- promising and opening ----------------------------------------------------------------

    def next_name(self) -> str:
        """What the next set of cards is called at the table."""
        return f"R{self._latest + 1}"

    def promised(self, cards: str) -> bool:
        """Whether there is a promise, not yet opened, for a set of cards."""
        return any(event.cards == cards for event, _ in self._committed.values())

    def changing(self, table: Table, decks: int, cards: str) -> Append:
        """The part of the shoe's log in new cards: the old ones are opened, others promised."""
        number = self._latest + 1
        _, committed = commit(self._table, number, cards, decks, partial(seal, self._key))
        given_up = table.shoe.replacement or isinstance(table.stage, Preparing)
        reason = "given up for other cards" if given_up else "finished"
        return self._append((*self._reveals(table, reason), committed))

    def closing(self, table: Table) -> Append:
        """The part of the shoe's log in closing the table: nothing stays hidden."""
        return self._append(self._reveals(table, "the table closed"))

    def cutting(self, position: int, by: str) -> Append:
        """The part of the shoe's log in a cut that is made at the table."""
        return self._append((ShoeCut(shoe=self._latest, position=position, by=by),))

    def _reveals(self, table: Table, reason: str) -> list[ShoeRevealed]:
        """Every promised shoe, opened: giving one up shows what it would have dealt."""
        return [
            self._opened_shoe(number).reveal(table.shoe.out, reason)
            for number in sorted(self._committed)
        ]

    def _opened_shoe(self, number: int) -> RandomShoe:
        event, _ = self._committed[number]
        shoe = unseal(self._key, event, self._table)
        return shoe.cut(self._cuts[number]) if number in self._cuts else shoe

    @property
    def shoe(self) -> RandomShoe:
        """The shoe promised last."""
        if self._shoe is None:
            self._shoe = self._opened_shoe(self._latest)
        return self._shoe

    # --- cards --------------------------------------------------------------------------------

    def filled(
        self, report: p.CardLeftShoe, rules: HouseRules, table: Table
    ) -> p.CardLeftShoe | None:
        """The card that leaves now, with its face where it is dealt face up; None: none is due."""
        face_up = _face_up(rules, table)
        if face_up is None:  # the caller may have seen another state
            return None
        card = self.shoe.card_at(table.shoe.out) if face_up else None
        return p.CardLeftShoe(by=report.by, card=card)

    def faces(self, request: r.TurnHand, table: Table) -> list[p.CardWasTurned]:
        """What a hand that was turned shows."""
        return [
            p.CardWasTurned(by=request.by, slot=lying.slot, card=self.shoe.card_at(left))
            for lying, left in lying_cards(table)
            if lying.slot is not None and lying.slot.hand is request.hand and not lying.face_up
        ]

    def face_down(self, table: Table) -> dict[str, str]:
        """By slot: the faces of cards that lie face down. Only their holder may see them."""
        return {
            lying.slot.value: self.shoe.card_at(left).text
            for lying, left in lying_cards(table)
            if lying.slot is not None and not lying.face_up
        }

    def agrees(self, table: Table) -> bool:
        """Whether every card that lies face up is the promised one."""
        return all(
            lying.card is None or lying.card is self.shoe.card_at(left)
            for lying, left in lying_cards(table)
        )

    def form(self, table: Table) -> FairnessForm | None:
        """What is promised, and this coup's shown cards with their proofs."""
        if self._latest not in self._committed:
            return None
        event, time = self._committed[self._latest]
        opened = [self.shoe.opened(left) for lying, left in lying_cards(table) if lying.card]
        return FairnessForm(
            shoe=event.shoe,
            root=event.root,
            cut=self._cuts.get(event.shoe, 0),
            size=event.size,
            committed_at=time,
            opened=tuple(
                OpenedCardForm(position=at, card=card, salt=salt, path=path)
                for at, card, salt, path in opened
            ),
        )


def _face_up(rules: HouseRules, table: Table) -> bool | None:
    """Whether the card that leaves now is shown; None where no card is due."""
    rules, stage = in_force(rules, table), table.stage
    if isinstance(stage, Preparing) and "load" in stage.steps:
        return burn_rule(rules).burn is Burn.BY_VALUE and stage.burnt == 0
    due = lawful_slot(rules.tableau, stage.tape) if isinstance(stage, Dealing) else None
    return None if due is None else rules.style.face_up(due)
