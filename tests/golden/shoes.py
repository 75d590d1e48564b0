"""A whole shoe under each book, told in plain words: everything a reader of the log would see."""

from __future__ import annotations

import random
from pathlib import Path

from puntobanco.base.cards import DECK
from puntobanco.base.money import Currency
from puntobanco.books import BOOKS
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.views.explain import Teller

OPTIONS = {
    "rws-super-six-plus": {"decks": "4"},
    "rws-wins-on": {"decks": "4", "style": "face-down"},
    "mbs": {"decks": "4"},
    "nz-division": {"decks": "4", "style": "B", "dragon-bonus": "2", "lucky-match": "1"},
}


def kept_file(book: str) -> Path:
    """Where a book's shoe is kept."""
    return Path(__file__).parent / f"shoe-{book}.txt"


def told_shoe(book: str) -> str:
    """A seeded shoe with two patrons who go through all wagers in turn."""
    rules = BOOKS[book].configure(OPTIONS[book])
    assert isinstance(rules, HouseRules), rules
    events: list[Event] = []
    driver, chance = Driver(rules, events.append), random.Random(book)
    driver.seat("Ann", 1, 100_000_00)
    driver.seat("Ben", 2, 100_000_00)
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    driver.start_shoe(cards, "A")
    extra = list(rules.wagers)
    while not driver.shoe_is_over:
        driver.open()
        stage, coup = driver.table.stage, driver.table.coup
        if isinstance(stage, Betting) and not stage.no_bet:
            wager = extra[coup % len(extra)]
            driver.stakes([("Ann", 1, ("banker", "player")[coup % 2], 100_00 * (1 + coup % 3))])
            driver.stakes([("Ann", 1, wager, 100_00), ("Ben", 2, "player", 200_00)])
        driver.play()
    teller = Teller(Currency())
    return "".join(f"{told}\n" for event in events if (told := teller.tell(event)))
