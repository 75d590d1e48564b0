"""Two houses side by side: the same wishes at the same times, and other cards wherever none shows.

The first house has a shoe. After each of its steps the second gets one that agrees with it in the
cards that lie or lay open, are in somebody's hands or were burnt open, and in no other; then it
takes the same step. Whatever anybody receives from the two, and whatever they have written, must be
equal. Every tenth step some of the people in every role also read everything that can be read.
"""

from __future__ import annotations

import itertools
import secrets
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from puntobanco.base.cards import DECK, Card
from puntobanco.fair.events import ShoeCommitted, ShoeRevealed
from puntobanco.fair.shoe import Opened, ShoeEmptyError
from puntobanco.notation.codec import encode as encode_message
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import lying_cards
from puntobanco.play.table import Betting, Closed, Table
from puntobanco.record import group
from puntobanco.rules.book import HouseRules
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, Message
from puntobanco.server.operations.house_folder import FOUNDING
from puntobanco.server.operations.keys import read_or_make_signer
from puntobanco.server.tables import audience, shoes
from puntobanco.server.tables.alarms import Alarms
from puntobanco.server.tables.audience import Seat
from puntobanco.server.tables.lobby import lobby_form
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.pace import Turns
from puntobanco.wire.messages import Reply, Viewer, encode
from tests.properties.people import PATRONS
from tests.server.conftest import add_person, add_table, house, table_added
from tests.server.readers import READERS, Readers
from tests.simulation.people import AtTable

SIZE = 416
KEY = "house.key"
READ_EVERY = 10
READERS_AT_ONCE = 2
TURN = READ_EVERY * -(-len(READERS) // READERS_AT_ONCE)
"""So many steps until everybody has read."""


class Now:
    """The clock of both houses, which goes on with each step, whoever else asks it."""

    now = 1_800_000_000_000_000

    def __call__(self) -> int:
        """What it says."""
        return self.now


class Order:
    """Stands in for a sealed shoe: cards by how many have left, and a promise that says nothing."""

    size = SIZE

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.number = 0

    def cut(self, position: int) -> Order:
        """A cut moves nothing here: the order is that of leaving."""
        return self

    def card_at(self, left: int) -> Card:
        """The next card when so many have left."""
        if left >= SIZE:
            raise ShoeEmptyError("empty")
        return self.cards[left]

    def opened(self, left: int) -> Opened:
        """A shown card; its path would be made of hashes of the others."""
        return Opened(left, self.card_at(left).text, "00", ())

    def reveal(self, used: int, reason: str) -> ShoeRevealed:
        """Once everything is opened there is nothing more to compare."""
        return ShoeRevealed(shoe=self.number, cards="", secret="", used=used, reason=reason)


class Side:
    """One of the two houses, with everything that anybody received from it."""

    def __init__(self, casino: Casino, order: Order) -> None:
        self.casino, self.order = casino, order
        self.running = casino.running_tables["T1"]
        self.received: list[bytes] = []
        self.readers = Readers(casino)
        self._lines = 0
        seats = [("", True), ("", False), *((name, False) for name in PATRONS)]
        self.seats = [
            Seat(Viewer(name=name or "x", roles=(), acts_as=()), name, is_staff=is_staff)
            for name, is_staff in seats
        ]
        for seat in self.seats:
            self.running.audience.join(Outgoing(_Recording(self.received), "session"), seat)

    async def step(self, number: int, message: Message) -> list[bytes]:
        """Put a message; every byte that came of it, to askers, viewers, counters and the log."""
        self.received.clear()
        command = Command(f"w{number}", message.by or "zoe", message, encode_message(message))
        names = Random(number)
        with patch.object(secrets, "token_hex", lambda count: names.randbytes(count).hex()):
            reply = await self._ask(command)
            if reply is not None and reply.approval:  # somebody else agrees
                await self._ask(replace(command, id=f"w{number}-2", second="wanda"))
        await self._settled()
        self.running.audience._send_late()
        self.received += [encode(self.running.audience.view(seat)) for seat in self.seats]
        self.received.append(encode(lobby_form(0, [self.running], "")))
        counted = self.casino.metrics.text().splitlines()
        self.received += [line for line in counted if b"_created" not in line]
        new = await self.casino.store.read("T1", self._lines, 1_000)
        self._lines += len(new)
        self.received += [kept.line.encode() for kept in new]
        return list(self.received)

    async def _settled(self) -> None:
        """What was begun on the side is written before the clock goes on."""
        await self.casino.house_log.settled()
        await self.casino.settled()
        if self.running._keeping is not None:
            await self.running._keeping

    async def _ask(self, command: Command) -> Reply | None:
        try:
            reply, _ = await self.running.desk.ask(command)
        except Exception as error:  # what the asker is told must be the same, too
            self.received.append(f"{type(error).__name__}: {error}".encode())
            return None
        self.received.append(encode(reply))
        return reply

    def opened(self) -> set[int]:
        """Which cards everybody sees: those that lie open, and the first that left."""
        lying = lying_cards(self.running.desk.table)
        return {0} | {left for each, left in lying if each.card is not None}

    def held(self) -> set[int]:
        """Which cards are in somebody's hand."""
        table = self.running.desk.table
        held = {slot for name in table.patrons for slot in self.running.held(name)}
        return {
            left
            for each, left in lying_cards(table)
            if each.slot is not None and each.slot.value in held
        }

    def hidden(self) -> int:
        """How many cards lie face down."""
        return sum(lying.card is None for lying, _ in lying_cards(self.running.desk.table))


class _Recording:
    """A wire whose frames are kept."""

    hear: Callable[[bytes], bool] | None = None
    fault = ""
    payer: Turns | None = None

    def __init__(self, kept: list[bytes]) -> None:
        self._kept = kept

    def write(self, frame: bytes) -> int:
        """Keep the text instead of sending it."""
        self._kept.append(frame)
        return 0

    def hang_up(self) -> None:
        """Nobody is cut here."""
        raise AssertionError


class Players:
    """What people do at a table with a random shoe, as one source of chance has it."""

    def __init__(self, random: Random, rules: HouseRules) -> None:
        self.random = random
        self.at = AtTable(random, rules)

    def message(self, table: Table) -> Message:
        """The dealer's next step, a stake, or anything that anybody may ask for."""
        random, at = self.random, self.at
        at.cards.look(table)
        chance = random.random()
        if chance < 0.12:
            return at.crowd.request(table)
        if chance < 0.15:
            return at.mishaps.see_irregularity(table)
        absent = [each for each in PATRONS if each not in table.patrons]
        if absent and not isinstance(table.stage, Closed):
            return r.TakePlace(by=absent[0], place=random.choice((None, 1, 2, 3, 4)))
        poor = [name for name, each in table.patrons.items() if each.rack < 500_00]
        if poor and chance < 0.4:
            return r.BuyIn(by=random.choice(poor), amount=2_000_00)
        if isinstance(table.stage, Betting) and not table.halts and random.random() < 0.6:
            return at.crowd.proper_stake(table)
        return without_faces(at.dealer.next_command(table))


def without_faces(command: Message) -> Message:
    """Of a random shoe nobody says which card it was; a hand is turned by who has it."""
    match command:
        case p.CardLeftShoe():
            return p.CardLeftShoe(by=command.by)
        case p.CardWasTurned():
            return r.TurnHand(by=command.by, hand=command.slot.hand)
        case _:
            return command


class Pair:
    """The two houses, and what people do in both."""

    def __init__(self, one: Side, two: Side, clock: Now, random: Random) -> None:
        self.one, self.two, self.clock, self.random = one, two, clock, random
        self.players = Players(random, one.running.desk.rules)
        self.steps = self.face_down = 0
        self.read: Counter[str] = Counter()
        """By reader: how many answers were compared."""
        self.answered: set[str] = set()
        """The endpoints that somebody was answered well by."""
        self._opened: set[int] = set()
        """Which cards of this shoe everybody has seen."""
        self._turn = itertools.cycle(READERS)

    def shuffle(self) -> None:
        """A new order for the first house: any cards that its decks have."""
        cards = list(DECK) * (SIZE // len(DECK))
        self.random.shuffle(cards)
        self.one.order.cards = cards
        self._opened.clear()

    def differ(self) -> None:
        """Another order for the second, equal in what is or was shown alone."""
        self._opened |= self.one.opened()
        shown, mine = self._opened | self.one.held(), self.one.order.cards
        self.two.order.cards = [
            card if left in shown else DECK[(DECK.index(card) + self.random.randrange(1, 52)) % 52]
            for left, card in enumerate(mine)
        ]

    async def step(self) -> None:
        """The same message to both; every byte is compared."""
        message = self.players.message(self.one.running.desk.table)
        before = self.one.running.desk.table.shoe
        self.steps += 1
        self.clock.now += self.random.choice((1, 1_000, 1_000_000))
        first = await self.one.step(self.steps, message)
        self.differ()
        second = await self.two.step(self.steps, message)
        for mine, theirs in zip(first, second, strict=True):
            assert mine == theirs, f"after {message}:\n{mine!r}\n{theirs!r}"
        self.face_down += bool(self.one.hidden())
        if self.steps % READ_EVERY == 0:
            await self._read()
        if self.one.running.desk.table.shoe.out < before.out:
            self.shuffle()

    async def _read(self) -> None:
        """Some people read whatever they may in both houses; every byte is compared."""
        for reader in itertools.islice(self._turn, READERS_AT_ONCE):
            request = f"w{self.steps}"
            first = await self.one.readers.read(reader, request)
            second = await self.two.readers.read(reader, request)
            for mine, theirs in zip(first, second, strict=True):
                assert mine == theirs, f"{mine}\n{theirs}"
            self.read[reader] += len(first)
            self.answered |= {each.endpoint for each in first if each.status == 200}


@contextmanager
def _orders(orders: dict[int, Order]) -> Iterator[None]:
    """Have both houses take their cards from the given orders; whose key it is says which."""

    def commit(
        table: str, number: int, name: str, decks: int, seal: Any
    ) -> tuple[Order, ShoeCommitted]:
        event = ShoeCommitted(shoe=number, cards=name, size=SIZE, root="0" * 64, sealed="-")
        return orders[id(seal.args[0])], event

    def unseal(key: object, event: ShoeCommitted, table: str) -> Order:
        orders[id(key)].number = event.shoe
        return orders[id(key)]

    with (
        patch.object(group, "SALT_BYTES", 0),  # chance of its own would differ in any pair
        patch.object(shoes, "commit", commit),
        patch.object(shoes, "unseal", unseal),
        patch.object(audience, "SUMS_SECONDS", 3600.0),
        patch.object(Alarms, "_wait", lambda *given: None),
    ):
        yield


@asynccontextmanager
async def pair(
    folder: Path, book: str, options: dict[str, str], random: Random
) -> AsyncIterator[Pair]:
    """Two houses with one table of this book each, and the same people in them."""
    clock, orders = Now(), dict[int, Order]()
    for name in ("1", "2"):
        (folder / name).mkdir(parents=True)
        (folder / name / FOUNDING).touch(mode=0o600)  # the keys come first here
    read_or_make_signer(folder / "1" / KEY)
    shutil.copy(folder / "1" / KEY, folder / "2" / KEY)
    with _orders(orders):
        async with house(folder / "1", clock=clock) as one, house(folder / "2", clock=clock) as two:
            sides = []
            for casino in (one, two):
                await add_table(casino, table_added(book=book, options=options, cards="random"))
                for name in PATRONS:
                    await add_person(casino, name, "patron")
                port = casino.running_tables["T1"].shoes
                assert port is not None
                orders[id(port._key)] = Order()
                sides.append(Side(casino, orders[id(port._key)]))
            made = Pair(sides[0], sides[1], clock, random)
            made.shuffle()
            made.differ()
            for side in sides:
                await side.readers.sign_in()
            try:
                yield made
            finally:
                for side in sides:
                    await side.readers.close()
