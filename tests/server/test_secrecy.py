"""Hidden cards do not interfere: the same public history gives every viewer the same bytes.

Two houses are run side by side with the same wishes at the same times. Their shoes agree in every
card that is shown, and differ in every other. What anybody receives must be equal, byte for byte,
until a card is shown that differs. That a promise hides what it promises is for `tests/fair`; here
both houses publish the same root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from puntobanco.base.cards import DECK, Card, card
from puntobanco.fair.events import ShoeCommitted
from puntobanco.fair.shoe import Opened, RandomShoe
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.rules.slots import Hand
from puntobanco.server.casino.running import Casino
from puntobanco.server.tables import audience, shoes
from puntobanco.server.tables.audience import Seat
from puntobanco.server.tables.lobby import lobby_form
from puntobanco.server.traffic.outgoing import Outgoing
from puntobanco.server.traffic.pace import Turns
from puntobanco.wire.messages import Viewer, encode
from tests.server.conftest import (
    Asking,
    add_person,
    add_table,
    house,
    run,
    table_added,
)

SECRET = bytes(32)
FIRST = {"rws-super-six-plus": "Kh Ks 2c 3s", "nz-division": "As 2d Kh Ks 2c 3s"}
"""What is burnt (by an ace: one more), then P1 B1 P2 B2 of the first coup: Player 2, Banker 3."""
SHOWN = {"rws-super-six-plus": (0, 2), "nz-division": (0, 2, 4)}
"""Cards that both shoes agree in: the first burnt card, and Player's two cards."""
CUT = {"rws-super-six-plus": 208, "nz-division": 208}


def order(book: str, *, other: bool) -> list[Card]:
    """One shoe, or another that differs from it in every card that is not shown."""
    whole = [card(word) for word in FIRST[book].split()]
    rest = list(DECK) * 8
    for each in whole:
        rest.remove(each)
    leaving = [*whole, *rest]
    if other:
        hidden = [place for place in range(len(leaving)) if place not in SHOWN[book]]
        moved = list(leaving)
        for place, source in zip(hidden, [*hidden[7:], *hidden[:7]], strict=True):
            moved[place] = leaving[source]
        leaving = moved
    return [*leaving[-CUT[book] :], *leaving[: -CUT[book]]] if CUT[book] else leaving


class Promises:
    """Stands in for shuffling and sealing: the order is given, the root says nothing."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards

    def commit(
        self, table: str, number: int, name: str, decks: int, seal: object
    ) -> tuple[RandomShoe, ShoeCommitted]:
        """A promise that looks the same whatever is promised."""
        shoe = RandomShoe.of(table, number, self._cards, SECRET)
        event = ShoeCommitted(shoe=number, cards=name, size=shoe.size, root="0" * 64, sealed="-")
        return shoe, event

    def unseal(self, key: object, event: ShoeCommitted, table: str) -> RandomShoe:
        """The given order."""
        return RandomShoe.of(table, event.shoe, self._cards, SECRET)


def _opened_without_path(shoe: RandomShoe, left: int) -> Opened:
    """A shown card with its salt; its path is made of hashes of the others."""
    position = shoe.position_of(left)
    return Opened(position, shoe.card_at(left).text, "00", ())


class Everybody:
    """Collects every byte that viewers of each kind receive."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.received: dict[str, list[str]] = {}
        running = casino.running_tables["T1"]
        self._seats = {
            "public": Seat(Viewer(name="x", roles=(), acts_as=()), "", is_staff=False),
            "handler": Seat(Viewer(name="ann", roles=(), acts_as=()), "ann", is_staff=False),
            "other": Seat(Viewer(name="bob", roles=(), acts_as=()), "bob", is_staff=False),
            "staff": Seat(Viewer(name="dee", roles=(), acts_as=()), "", is_staff=True),
        }
        for name, seat in self._seats.items():
            line = Outgoing(_Recording(self.received.setdefault(name, [])), "session")
            running.audience.join(line, seat)

    def look(self) -> None:
        """Ask for everything anew, as after a reconnect."""
        running = self.casino.running_tables["T1"]
        for name, seat in self._seats.items():
            self.received[name].append(encode(running.audience.view(seat)).decode())
        self.received["public"].append(encode(lobby_form(0, [running], "")).decode())
        counted = self.casino.metrics.text().decode().splitlines()
        self.received["public"] += [line for line in counted if "_created" not in line]


class _Recording:
    """A wire whose frames are kept."""

    hear: Callable[[bytes], bool] | None = None
    fault = ""
    payer: Turns | None = None

    def __init__(self, kept: list[str]) -> None:
        self._kept = kept

    def write(self, frame: bytes) -> int:
        """Keep the text instead of sending it."""
        self._kept.append(frame[frame.index(b"{") :].decode())
        return 0

    def hang_up(self) -> None:
        """Nobody is cut here."""
        raise AssertionError


WISHES: dict[str, list[Any]] = {
    "rws-super-six-plus": [
        r.OpenBetting(by="dealer"),
        r.PlaceStake(by="ann", patron="ann", place=1, wager="player", amount=500_00),
        r.PlaceStake(by="bob", patron="bob", place=2, wager="banker", amount=100_00),
        r.CloseBetting(by="dealer"),
        *(p.CardLeftShoe() for _ in range(4)),
        r.TurnHand(by="dealer", hand=Hand.PLAYER),
    ],
    "nz-division": [
        r.OpenBetting(by="dealer"),
        r.PlaceStake(by="ann", patron="ann", place=1, wager="player", amount=500_00),
        r.PlaceStake(by="bob", patron="bob", place=2, wager="banker", amount=100_00),
        r.CloseBetting(by="dealer"),
        r.AnswerOffer(by="ann", hand=Hand.PLAYER, accept=True),
        r.AnswerOffer(by="bob", hand=Hand.BANKER, accept=False),
        *(p.CardLeftShoe() for _ in range(4)),
        r.PassHand(by="dealer", hand=Hand.PLAYER),
        r.TurnHand(by="ann", hand=Hand.PLAYER),
    ],
}
OPTIONS = {"rws-super-six-plus": {"style": "face-down"}, "nz-division": {"style": "B"}}
REVEAL = [r.TurnHand(by="dealer", hand=Hand.BANKER)]


async def play(folder: Path, book: str, patch: pytest.MonkeyPatch, *, other: bool) -> Everybody:
    """Run the wishes in a house with one of the shoes."""
    promises = Promises(order(book, other=other))
    patch.setattr(shoes, "commit", promises.commit)
    patch.setattr(shoes, "unseal", promises.unseal)
    patch.setattr(RandomShoe, "opened", _opened_without_path)
    patch.setattr(audience, "SUMS_SECONDS", 3600.0)  # no message by the machine's own time
    now = 1_800_000_000_000_000  # goes on with each wish, whoever else asks what time it is
    async with house(folder, clock=lambda: now) as casino:
        wanted = table_added(book=book, options=OPTIONS[book], cards="random")
        await add_table(casino, wanted)
        for name in ("ann", "bob"):
            await add_person(casino, name, "patron")
        asking = Asking(casino)
        everybody = Everybody(casino)
        for message in (*_opening(casino), *WISHES[book]):
            now += 1_000_000
            await asking.granted(message)
            everybody.look()
        casino.running_tables["T1"].audience._send_late()
        hidden = {name: list(got) for name, got in everybody.received.items()}
        await asking.granted(r.KeepHand(by=_top(casino), hand=Hand.BANKER))
        for message in REVEAL:
            await asking.granted(message)
            everybody.look()
        everybody.received["until the reveal"] = [str(len(hidden["public"]))]
        everybody.received = {**everybody.received, **{f"hidden {n}": g for n, g in hidden.items()}}
        return everybody


def _top(casino: Casino) -> str:
    return casino.running_tables["T1"].desk.rules.book.posts.ladder[-1].name


def _opening(casino: Casino) -> Iterator[Any]:
    desk = casino.running_tables["T1"].desk
    yield open_table(desk.rules)
    for place, name in enumerate(("ann", "bob"), start=1):
        yield r.TakePlace(by=name, place=place)
        yield r.BuyIn(by=name, amount=5_000_00)
    for message in prepare_cards(desk.rules, desk.table):
        if isinstance(message, r.Prepare) and message.step == "cut":
            yield from (r.DeclineCut(by=name) for name in ("ann", "bob"))
            yield r.Prepare(by=message.by, step="cut", value=message.value)
        else:
            yield message
    yield from (p.CardLeftShoe() for _ in burn_cards(desk.rules))


@pytest.mark.parametrize("book", WISHES)
def test_no_byte_tells_a_hidden_card(folder: Path, book: str) -> None:
    runs = []
    for other in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            runs.append(run(play(folder / str(other), book, patch, other=other)))
    one, two = (each.received for each in runs)
    for viewer in ("public", "handler", "other", "staff"):
        assert one[f"hidden {viewer}"] == two[f"hidden {viewer}"], viewer
        assert len(one[f"hidden {viewer}"]) > 10
    assert one["public"] != two["public"], "once it is shown, the difference must be seen"
