"""A table in the middle of a shoe, with people, chips and a coup under way."""

from __future__ import annotations

from tests.browser.open_house import OpenHouse
from tests.sizes import is_long

COUPS = {
    "B": "2h 4s 3d 3c Kd",
    "C": "Ah 5s 4d 2c Jd",
    "P": "9h 5s Kd Tc",
    "Q": "Qh 6s 8d Ac",
    "T": "4h Kc 4d 8s",
    "p": "2s 2d 3h 2c 4c 2h",
    "b": "Th 6s 5d 6c 2d 6h",
}
"""By letter, a coup that Banker, Player or nobody wins; small letters after third cards."""
COURSE = "BCPBTCbPQpBPCBCBTQPCbQBpP" if is_long() else "BPTbpQC"

LAID = (
    ("guest1", 4, "banker", 500_00),
    ("guest1", 4, "player-pair", 50_00),
    ("guest1", 4, "banker-wins-on:7", 25_00),
    ("guest2", 7, "player", 250_00),
    ("guest2", 7, "tie-wins-on:6", 25_00),
    ("guest3", 2, "banker", 150_00),
    ("guest3", 2, "tie", 50_00),
    ("guest3", 2, "player-wins-on:8", 10_00),
)


def _turned(cards: str, by: int) -> str:
    """The same ranks in other suits, so that no card leaves a shoe of eight decks too often."""
    suits = "shdc"
    return " ".join(card[0] + suits[(suits.index(card[1]) + by) % 4] for card in cards.split())


def played(house: OpenHouse) -> str:
    """A table with a shoe's worth of roads, and a coup dealt to its third card with bets down."""
    table = house.prepared(house.table())
    for name, place in (("guest1", 4), ("guest2", 7), ("guest3", 2)):
        house.sit(name, table, place)
    for number, letter in enumerate(COURSE):
        house.until(table, "open-betting")
        if number > len(COURSE) - 4:
            house.bet("guest1", table, 4, "banker", 100_00)
            house.bet("guest2", table, 7, "player", 50_00)
        house.until(table, "settle", _turned(COUPS[letter], number))
    house.until(table, "open-betting")
    for name, place, wager, amount in LAID:
        house.bet(name, table, place, wager, amount)
    house.until(table, "close-betting")
    for card in ("Qc", "8h", "Js", "7h"):
        house.until(table, "deal", card)
    house.until(table, "announce-totals")
    house.until(table, "announce-totals")
    house.until(table, "deal", "6d")
    return table
