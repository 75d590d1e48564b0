"""A table that closes: the open coup is played out, chips are cashed, no further coup is called."""

from __future__ import annotations

import time
from typing import Any

from tests.patience import wait_until
from tests.server.api.house import AUTOMATIC, House


def phase(house: House, table: str = "T1") -> Any:
    return house["guest1"].get(f"/tables/{table}")["view"]["phase"]


def test_a_dealer_plays_the_coup_out_and_closes(house: House) -> None:
    house.with_money("guest1")
    house.until("open-table")
    house.sit("guest1", 1)
    house.until("open-betting")
    house["supervisor1"].post("/tables/T1/close", reason="the night is over")
    house["supervisor1"].post("/tables/T1/close", 409, reason="twice")
    assert phase(house)["line"] == "Place your bets. The table closes after this coup."
    house["guest1"].ask("place-stake", patron="guest1", place=1, wager="player", amount=60_00)
    house.until("settle", ["9s", "2h", "Kd", "3c"])
    again = {"request": "open-betting", "by": "dealer"}
    refused = house["dealer1"].post("/tables/T1/requests", request=again)
    assert "the night is over" in refused["refusal"]["sentence"]
    assert house.step() == "close-table"
    assert phase(house)["line"] == "The table closes. Cash your chips, please."
    chips = house["guest1"].get("/tables/T1")["view"]["me"]["rack"]
    house["guest1"].ask("cash-out", amount=chips)
    assert house.step() == "close-table"
    assert phase(house)["stage"] == "closed"
    house["supervisor1"].post("/tables/T1/open", reason="a new day")
    house["supervisor1"].post("/tables/T1/open", 409, reason="twice")
    house.until("open-betting")
    assert phase(house)["stage"] == "betting"


def test_a_table_by_the_clock_closes_by_itself(house: House) -> None:
    house["admin2"].post("/tables", **AUTOMATIC)
    wait_until(lambda: phase(house, "R1")["coup"])
    house["supervisor1"].post("/tables/R1/close", reason="the night is over")
    wait_until(lambda: phase(house, "R1")["stage"] == "closed")
    coup = phase(house, "R1")["coup"]
    time.sleep(0.3)
    assert (phase(house, "R1")["stage"], phase(house, "R1")["coup"]) == ("closed", coup)
    house["supervisor1"].post("/tables/R1/open", reason="a new day")
    wait_until(lambda: phase(house, "R1")["coup"] > coup)
