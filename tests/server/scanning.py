"""A table with real cards, a scanner that errs, and a dealer who notices, soon, late or never.

One card in twenty is entered wrongly: misread, swapped with the next, scanned twice, scanned into
the wrong place; and some packs hold cards of another. What the cards really are is known here, and
every step of the table is held against it.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec.structs import replace

from puntobanco.base.cards import DECK, Card
from puntobanco.notation.codec import encode
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.table import Betting, Closed, Dealing, Resolved, Table, TapeCard
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, Message
from puntobanco.wire.messages import Reply
from tests.properties.crowd import Crowd
from tests.properties.dealer import Cards, Dealer
from tests.properties.people import PATRONS
from tests.properties.second_opinion import disagreement

WRONG = 0.05
_UNDOING = (e.CoupReopened, e.SettlementReversed, e.CardCorrected, e.CoupVoided)


def tape_of(table: Table) -> tuple[TapeCard, ...]:
    """The cards of the coup, in the order they left."""
    return table.stage.tape if isinstance(table.stage, Dealing | Resolved) else ()


class Scanning:
    """One table, its real cards, and the laws of entering them."""

    def __init__(self, casino: Casino, random: Random) -> None:
        self.random = random
        self.desk = casino.running_tables["T1"].desk
        self.rules = self.desk.rules
        self.store = casino.store
        self.dealer = Dealer(random, self.rules)
        self.crowd = Crowd(random, self.rules)
        self.truth: dict[Slot, Card] = {}
        """What really lies in each place of this coup."""
        self.disturbed = False
        self.done: Counter[str] = Counter()
        self._sent = 0

    @property
    def table(self) -> Table:
        """What the table believes."""
        return self.desk.table

    # --- asking, and what must be true of every step -------------------------------------------

    async def ask(self, message: Message) -> Reply:
        """Put a message; what needs a second person gets one."""
        reply = await self._ask(message, "")
        if reply.approval:
            self.done["agreed by two"] += 1
            reply = await self._ask(message, "wanda")
        return reply

    async def _ask(self, message: Message, second: str) -> Reply:
        before = self.table
        self._sent += 1
        command = Command(f"w{self._sent}", message.by or "dora", message, encode(message))
        reply, _ = await self.desk.ask(replace(command, second=second))
        assert self.desk.stopped == "", self.desk.stopped
        kept = await self.store.read("T1", before.sequence, 1_000)
        events: list[e.Event] = [each.event for each in kept]  # type: ignore[misc]
        self._check(before, message, events, second)
        return reply

    def _check(self, before: Table, message: Message, events: list[e.Event], second: str) -> None:
        found = {each.irregularity for each in events if isinstance(each, e.IrregularityFound)}
        self.done.update(type(each).__name__ for each in events)
        self.disturbed |= bool(found)
        self._no_silent_change(before, events)
        paid = isinstance(before.stage, Resolved) and bool(before.stage.settled)
        if paid and not second:
            undone = [each for each in events if isinstance(each, _UNDOING)]
            assert not undone, f"one person alone has undone a paid coup: {undone}"
        self._no_ninth_copy(before, events, found)
        if isinstance(message, p.CardLeftShoe) and isinstance(before.stage, Dealing):
            due = lawful_slot(self.rules.tableau, before.stage.tape)
            lies = [each.slot for each in events if isinstance(each, e.CardDealt)]
            lawful = due is not None and lies == [due]
            assert lawful or found or before.halts, f"{message} was taken where {due} was due"
        if isinstance(message, r.Settle) and any(isinstance(x, e.CoupSettled) for x in events):
            wrong = disagreement(self.rules, before, tuple(events), undisturbed=not self.disturbed)
            assert wrong is None, wrong

    def _no_ninth_copy(
        self, before: Table, events: list[e.Event], found: set[Irregularity]
    ) -> None:
        """A card that there cannot be is told when it is seen; each, unless others come anyway."""
        seen = Counter(self.table.shoe.seen) - Counter(before.shoe.seen)
        impossible = [card for card in seen if self.table.shoe.seen.count(card) > self.rules.decks]
        coming = before.halts or before.shoe.replacement
        if impossible and not coming and self.table.shoe.number == before.shoe.number:
            self.done["ninth copies"] += 1
            assert Irregularity.FOREIGN_CARD in found, (impossible, events)

    def _no_silent_change(self, before: Table, events: list[e.Event]) -> None:
        """A face that was entered changes by a correction that says what it was, or not at all."""
        was = Counter(each.card for each in tape_of(before) if each.card)
        now = Counter(each.card for each in tape_of(self.table) if each.card)
        if any(isinstance(each, e.BettingOpened | e.CardsDiscarded) for each in events):
            return
        if not isinstance(self.table.stage, Dealing | Resolved):
            return
        for each in events:
            if isinstance(each, e.CardCorrected):
                was[each.was] -= 1
                was[each.card] += 1
        gone = +was - now
        carried = Counter(
            each.card for each in getattr(self.table.stage, "carried", ()) if each.card
        )
        assert not gone - carried, f"{gone} went without a word: {events}"

    # --- a coup --------------------------------------------------------------------------------

    async def coup(self) -> None:
        """One coup from its call to the next, with everything that goes wrong on the way."""
        called = self.table.coup
        for _ in range(400):
            if self.table.coup > called:
                return
            await self.step()
        raise AssertionError(f"the coup never ends: {self.table}")

    async def step(self) -> None:
        """The next thing that the dealer does."""
        table = self.table
        if isinstance(table.stage, Betting) and not table.halts:
            await self._bets()
        dealt = not table.halts and isinstance(table.stage, Dealing | Resolved)
        if dealt and await self._noticed():
            return
        command = self.dealer.next_command(self.table)
        if isinstance(command, r.ReceiveCards):
            self.dealer.cards = Cards(self.random, self.rules.decks)
            if self.random.random() < 0.3:
                self._mix_in_another_pack(self.dealer.cards)
        if isinstance(command, r.OpenBetting):
            self.truth, self.disturbed = {}, bool(getattr(table.stage, "carried", ()))
        if isinstance(command, p.CardLeftShoe) and isinstance(table.stage, Dealing):
            await self._scanned(command)
        else:
            await self.ask(command)

    def _mix_in_another_pack(self, cards: Cards) -> None:
        strange = self.random.choice(DECK)
        for _ in range(20):
            cards.left[self.random.randrange(300, len(cards.left))] = strange
        self.done["foreign packs"] += 1

    async def _bets(self) -> None:
        for name in PATRONS:
            known = self.table.patrons.get(name)
            if known is None or not known.present:
                await self.ask(r.TakePlace(by=name))
            if known is None or known.rack < 1_000_00:
                await self.ask(r.BuyIn(by=name, amount=5_000_00))
        for _ in range(2):
            await self.ask(self.crowd.proper_stake(self.table))

    async def _scanned(self, command: p.CardLeftShoe) -> None:
        """A card left the shoe; what the scanner says of it is right nineteen times of twenty."""
        stage, card = self.table.stage, command.card
        assert isinstance(stage, Dealing)
        assert card is not None
        due = lawful_slot(self.rules.tableau, stage.tape)
        if due is not None:
            self.truth[due] = card
        if self.random.random() >= WRONG:
            await self.ask(command)
            return
        kind = self.random.choice(("misread", "swapped", "twice", "out of turn"))
        self.done[kind] += 1
        match kind:
            case "misread":
                await self.ask(p.CardLeftShoe(card=self.random.choice(DECK)))
            case "swapped":
                left = self.dealer.cards.left
                await self.ask(p.CardLeftShoe(card=left[-1] if left else card))
            case "twice":
                await self.ask(command)
                await self._again(card)
            case _:
                await self.ask(p.CardLeftShoe(into=self.random.choice(tuple(Slot)), card=card))

    async def _again(self, card: Card) -> None:
        """The same card once more under another id: the table takes it for the next one."""
        stage = self.table.stage
        due = lawful_slot(self.rules.tableau, tape_of(self.table))
        if isinstance(stage, Dealing) and due is not None and self.dealer.cards.left:
            self.truth[due] = self.dealer.cards.take()  # what comes there is not scanned again
        await self.ask(p.CardLeftShoe(card=card))

    async def _noticed(self) -> bool:
        """Somebody compares what was entered with what lies there, and says so."""
        paid = isinstance(self.table.stage, Resolved)
        if self.random.random() > (0.3 if paid else 0.6):
            return False
        for lying in tape_of(self.table):
            true = self.truth.get(lying.slot) if lying.slot else None
            if lying.slot and true and lying.card and lying.card is not true:
                self.done["corrected late" if paid else "corrected"] += 1
                await self.ask(p.CardMisread(slot=lying.slot, card=true))
                return True
        return False

    async def opened(self) -> None:
        """Open the table."""
        while isinstance(self.table.stage, Closed):
            await self.ask(self.dealer.next_command(self.table))
