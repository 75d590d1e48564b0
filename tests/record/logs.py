"""Real games to record: whole shoes played through the two doors, as the appends they lead to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from puntobanco.base.cards import DECK, Card
from puntobanco.books import BOOKS
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event, Events
from puntobanco.record.envelope import rules_digest
from puntobanco.record.logs import is_table_event
from puntobanco.record.store import Append, EventStore, Receipt
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal

BOOK_NAMES = tuple(BOOKS)


class Recorder(Driver):
    """A driver that keeps the events of each request and report together."""

    def __init__(self, rules: HouseRules) -> None:
        super().__init__(rules)
        self.groups: list[Events] = []

    def _fold(self, events: Events) -> Events:
        self.groups.append(events)
        return super()._fold(events)


def rules_of(book: str, **options: str) -> HouseRules:
    rules = BOOKS[book].configure({name.replace("_", "-"): each for name, each in options.items()})
    assert not isinstance(rules, Refusal), rules
    return rules


@cache
def groups(book: str = "mbs", coups: int = 6, seed: int = 1, **options: str) -> tuple[Events, ...]:
    """The events of each request of a short game."""
    rules = rules_of(book, **options)
    chance = random.Random(seed)
    recorder = Recorder(rules)
    recorder.start_shoe(_shoe(rules, chance), "A")
    for place in (1, 2, 3):
        recorder.seat(f"Patron {place}", place, 1_000_000_00)
    main = [name for name in rules.wagers if name in ("player", "banker")]
    for _ in range(coups):
        if recorder.shoe_is_over:
            recorder.start_shoe(_shoe(rules, chance), f"set {len(recorder.groups)}")
        recorder.open()
        stakes = [
            (f"Patron {place}", place, chance.choice(main), chance.randrange(100, 900) * 100)
            for place in (1, 2, 3)
        ]
        recorder.stakes([*stakes, ("Patron 1", 1, "tie", 50_00)])
        recorder.play()
    return tuple(recorder.groups)


def _shoe(rules: HouseRules, chance: random.Random) -> list[Card]:
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    return cards


def appends(
    table: str = "T1",
    book: str = "mbs",
    coups: int = 6,
    seed: int = 1,
) -> Iterator[Append]:
    """A short game as the appends that record it."""
    rules = rules_of(book)
    edition, digest = rules.book.digest(), rules_digest(rules)
    expected = 0
    for number, events in enumerate(groups(book, coups, seed), start=1):
        yield Append(
            table=table,
            expected=expected,
            request=f"request-{number}",
            body=b"body %d" % number,
            answer=b"answer %d" % number,
            actor="dealer",
            edition=edition,
            rules=digest,
            events=events,
        )
        expected += len(events)


async def record(store: EventStore, table: str = "T1", **game: object) -> list[Receipt]:
    """Record a short game; requests are sent before the earlier ones are answered."""
    sent = [store.append(each) for each in appends(table, **game)]  # type: ignore[arg-type]
    return await asyncio.gather(*sent)


def untimed(outcome: object) -> object:
    """A receipt without its time, to be compared with another one."""
    return replace(outcome, time=0) if isinstance(outcome, Receipt) else outcome


def events_of(table: str = "T1", **game: object) -> list[Event]:
    made = appends(table, **game)  # type: ignore[arg-type]
    return [event for each in made for event in each.events if is_table_event(event)]


class Ticking:
    """A clock for tests: it says what it is told to."""

    def __init__(self, now: int = 1_800_000_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += 1
        return self.now
