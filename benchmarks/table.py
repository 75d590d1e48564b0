"""How fast the table is: whole coups with seven patrons, beside a loop that only deals and values.

Every coup goes through both doors, and every event is evolved, posted and encoded. The figure
that travels between machines is the ratio of the two rates, taken in one run.
"""

from __future__ import annotations

import random
import sys
import time

from puntobanco.base.accounts import Ledger
from puntobanco.base.cards import DECK, Card
from puntobanco.books import BOOKS
from puntobanco.notation.codec import encode
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event
from puntobanco.play.postings import postings
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import deal

PATRONS = 7
SHOES = 6
STAKES = (("banker", 100_00), ("player", 200_00), ("tie", 10_00))


def shuffled(rules: HouseRules, chance: random.Random) -> list[Card]:
    """A shoe in random order."""
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    return cards


def table_rate(rules: HouseRules) -> tuple[float, float]:
    """Coups and events a second of CPU time, through both doors."""
    ledger, events = Ledger(), 0

    def record(event: Event) -> None:
        nonlocal events
        ledger.post(postings(event))
        encode(event)
        events += 1

    driver, chance, coups = Driver(rules, record), random.Random(1), 0  # noqa: S311  a benchmark
    for place in range(1, PATRONS + 1):
        driver.seat(f"S{place}", place, 10**9)
    began = time.process_time()
    for shoe in range(SHOES):
        driver.start_shoe(shuffled(rules, chance), f"set {shoe}")
        while not driver.shoe_is_over:
            driver.open()
            stage = driver.table.stage
            if isinstance(stage, Betting) and not stage.no_bet:
                for place in range(1, PATRONS + 1):
                    driver.stakes((f"S{place}", place, wager, stake) for wager, stake in STAKES)
            driver.play()
            coups += 1
    took = time.process_time() - began
    assert sum(ledger.balances.values()) == 0
    return coups / took, events / took


def bare_rate(rules: HouseRules) -> float:
    """Coups a second that are only dealt and valued."""
    chance, coups = random.Random(1), 0  # noqa: S311  a benchmark
    began = time.process_time()
    for _ in range(SHOES):
        cards, place = shuffled(rules, chance), 0
        while place < len(cards) - 20:
            dealt = deal(rules.tableau, cards[place : place + 6])
            place += len(dealt.coup.player) + len(dealt.coup.banker)
            coups += dealt.coup.outcome_class >= 0
    return coups / (time.process_time() - began)


def main() -> None:
    """Print one line a book, the best of three."""
    sys.stdout.write(f"{PATRONS} patrons, {len(STAKES)} stakes each; CPU time, best of 3\n")
    for name, book in BOOKS.items():
        rules = book.configure()
        assert isinstance(rules, HouseRules), rules
        coups, events = max(table_rate(rules) for _ in range(3))
        bare = max(bare_rate(rules) for _ in range(3))
        sys.stdout.write(
            f"{name:20} {coups:7.0f} coups/s {events:9.0f} events/s, "
            f"deal and value alone {bare:9.0f}/s, ratio {coups / bare:.4f}\n"
        )


if __name__ == "__main__":
    main()
