"""A table in the middle of a shoe, with people, chips and a coup under way."""

from __future__ import annotations

from tests.browser.open_house import OpenHouse

BANKER, PLAYER = "2h 4s 3d 3c Kd", "9h 4s Kd 3c"
TIE, PAIR = "4h Kc 4d 8s", "3s 2d 3h 5c 2c"
LONG = "Tc 5d 6h 9s"
COURSE = (BANKER, BANKER, PLAYER, BANKER, TIE, BANKER, BANKER, PLAYER, PLAYER, PAIR, BANKER)


def played(house: OpenHouse) -> str:
    """A table with a dozen coups behind it, and a coup dealt to its third cards, with bets down."""
    table = house.prepared(house.table())
    for name, place in (("guest1", 4), ("guest2", 7)):
        house.sit(name, table, place)
    for cards in COURSE:
        house.until(table, "open-betting")
        house.bet("guest1", table, 4, "banker", 100_00)
        house.bet("guest2", table, 7, "player", 50_00)
        house.until(table, "settle", cards)
    house.until(table, "open-betting")
    house.bet("guest1", table, 4, "banker", 150_00)
    house.bet("guest1", table, 4, "banker-pair", 50_00)
    house.bet("guest2", table, 7, "player", 100_00)
    house.bet("guest2", table, 7, "tie-wins-on:6", 50_00)
    house.until(table, "close-betting")
    for card in ("2h", "8s", "3d", "7c"):
        house.until(table, "deal", card)
    return table
