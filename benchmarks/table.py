"""How fast the table is: whole coups with seven patrons, beside a loop that only deals and values.

Every coup goes through both doors, and every event is evolved, posted and encoded. The figure
that travels between machines is the ratio of the two rates, taken in one run.
"""

from __future__ import annotations

import random
import time

from results import Figure, keep

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
ROUNDS = 3
ASKED = 0.014
"""1,000 coups a second on a core on which the bare loop makes 72,000."""
STAKES = (("banker", 100_00), ("player", 200_00), ("tie", 10_00))


def shuffled(rules: HouseRules, chance: random.Random) -> list[Card]:
    """A shoe in random order."""
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    return cards


def table_rate(rules: HouseRules) -> float:
    """Coups a second of CPU time, through both doors."""
    ledger = Ledger()

    def record(event: Event) -> None:
        ledger.post(postings(event))
        encode(event)

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
    return coups / took


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
    """Measure every book beside the bare loop."""
    figures = []
    for name, book in BOOKS.items():
        rules = book.configure()
        assert isinstance(rules, HouseRules), rules
        rounds = [(table_rate(rules), bare_rate(rules)) for _ in range(ROUNDS)]
        what = f"`{name}`, {PATRONS} patrons with {len(STAKES)} stakes each"
        figures.append(Figure(what, "coups/CPU s", "deal and value alone", ASKED, rounds))
    keep("table", figures)


if __name__ == "__main__":
    main()
