"""Whole tables with random shoes, played and recorded, honest or not, as an exported file."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.base.cards import Card
from puntobanco.fair.events import ShoeCut, ShoeEvent
from puntobanco.fair.shoe import RandomShoe, commit
from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event
from puntobanco.rules.book import HouseRules
from tests.record.logs import rules_of

Row = tuple[str, int, dict[str, Any]]
"""A log's name, a time and an event."""


def seeded(seed: int) -> Callable[[int], bytes]:
    """A source that gives the same bytes every time."""
    return random.Random(seed).randbytes


class FairHouse:
    """One table that deals from promised shoes and writes down everything."""

    def __init__(self, book: str = "mbs", seed: int = 1, table: str = "T1", **options: str) -> None:
        self.rules: HouseRules = rules_of(book, **options)
        self.source = seeded(seed)
        self.table = table
        self.rows: list[Row] = []
        self.time = 1_800_000_000_000_000
        self.number = 0
        self.shoe: RandomShoe | None = None
        self.driver = Driver(self.rules, self.record, mixed=self.mixed)

    def record(self, event: Event) -> None:
        """What the table did."""
        self.put(self.table, json.loads(encode(event)))

    def promise(self, event: ShoeEvent) -> None:
        """What the shoe port wrote."""
        self.put(f"shoe:{self.table}", json.loads(msgspec.json.encode(event)))

    def put(self, log: str, event: dict[str, Any]) -> None:
        self.time += 1
        self.rows.append((log, self.time, event))

    # --- shoes --------------------------------------------------------------------------------

    def new_shoe(self, name: str) -> RandomShoe:
        """Open the shoe before, shuffle and promise another."""
        self.open_shoe("finished")
        self.number += 1
        self.shoe, promised = commit(
            self.table, self.number, name, self.rules.decks, lambda shoe: "sealed", self.source
        )
        self.promise(promised)
        return self.shoe

    def open_shoe(self, reason: str) -> None:
        if self.shoe is not None:
            self.promise(self.shoe.reveal(self.driver.table.shoe.out, reason))
            self.shoe = None

    def start(self, name: str) -> None:
        """Promise a shoe, bring its cards to the table, cut them and burn."""
        shoe = self.new_shoe(name)
        if self.rules.chosen(self.rules.book.conduct.cut):
            position = self.rules.decks * 26
            self.shoe = shoe = shoe.cut(position)
            self.promise(ShoeCut(shoe=shoe.number, position=position, by="dealer"))
        self.driver.start_shoe(self.order(shoe), name)

    @staticmethod
    def order(shoe: RandomShoe) -> Sequence[Card]:
        return [shoe.card_at(left) for left in range(shoe.size)]

    def mixed(self) -> Sequence[Card]:
        """A continuous shuffler's cards for the next coup."""
        assert self.shoe is not None
        table = self.driver.table
        if table.shoe.out or table.coup:
            self.new_shoe("A")
        return self.order(self.shoe)

    # --- play ---------------------------------------------------------------------------------

    def play(self, coups: int) -> None:
        """Play so many coups, with new shoes when they are due."""
        if not self.driver.table.patrons:
            self.start("set 1")
            self.driver.seat("Patron 1", 1, 1_000_000_00)
        for _ in range(coups):
            if self.driver.shoe_is_over:
                self.start(f"set {self.number + 1}")
            self.driver.open()
            self.driver.stakes([("Patron 1", 1, "player", 100_00)])
            self.driver.play()

    def replace_cards(self) -> None:
        """Somebody with the right to it has the cards replaced."""
        post = self.rules.book.conduct.cards.replace_post
        self.driver.ask(r.OrderNewCards(by=post, reshuffle=False, reason="worn"))
        self.open_shoe("replaced")

    def lines(self) -> list[str]:
        return exported(self.rows)


def exported(rows: Sequence[Row]) -> list[str]:
    """The file that `punto log export` writes of these events."""
    lines: dict[str, list[str]] = {}
    heads: dict[str, tuple[int, str]] = {}
    for log, time, event in rows:
        sequence, previous = heads.get(log, (0, "0" * 64))
        envelope = {
            "table": log,
            "sequence": sequence + 1,
            "time": time,
            "actor": "dealer",
            "cause": f"request-{sequence}",
            "edition": "0" * 64,
            "rules": "0" * 64,
            "previous": previous,
            "event": event,
        }
        text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        heads[log] = (sequence + 1, digest)
        lines.setdefault(log, []).append(f'{text[:-1]},"hash":"{digest}"}}')
    end = json.dumps({"end": {"tables": heads}}, separators=(",", ":"))
    return ['{"puntobanco-log":1}', *(line for each in lines.values() for line in each), end]


def write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path
