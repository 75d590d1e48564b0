"""What the floor is told by itself, every change of the limits, and the way to the pictures."""

from __future__ import annotations

import time
from typing import Any

from tests.server.api.house import House


def alerts(house: House, kind: str, least: int = 1) -> list[dict[str, Any]]:
    """The alerts of a kind; they are raised a moment after what they tell."""
    for _ in range(100):
        found = house["supervisor1"].get("/alerts")["alerts"]
        told = [each for each in found if each["kind"] == kind]
        if len(told) >= least:
            return told
        time.sleep(0.02)
    return told


def seated(house: House, **watched: Any) -> None:
    """Two guests at a table whose betting is open, and what the floor wants to hear."""
    if watched:
        house["supervisor1"].post("/tables/T1/watch", **watched)
    house.with_money("guest1", "guest2")
    house.until("open-table")
    house.sit("guest1", 1)
    house.sit("guest2", 2)
    house.until("open-betting")


def bet(house: House, who: str, place: int, wager: str, amount: int) -> None:
    house[who].ask("place-stake", patron=who, place=place, wager=wager, amount=amount)


def test_a_large_stake_is_told_once_and_accepted_all_the_same(house: House) -> None:
    seated(house, alerts={"large-bet": 100_00})
    bet(house, "guest1", 1, "player", 60_00)
    assert alerts(house, "large-bet", 0) == []
    bet(house, "guest1", 1, "player", 60_00)
    bet(house, "guest1", 1, "player", 60_00)
    bet(house, "guest2", 2, "banker", 100_00)
    first, second = alerts(house, "large-bet", 2)
    assert first["sentence"] == "guest1 has 120.00 on Player."
    assert second["said"]["values"] == {
        "who": "guest2",
        "amount": "100.00",
        "wager": {"code": "wager.banker"},
    }
    assert first["table"] == "T1"


def test_the_differential_is_told_once_a_coup(house: House) -> None:
    seated(house, alerts={"differential": 50})
    bet(house, "guest1", 1, "player", 240_00)
    assert alerts(house, "differential", 0) == []
    bet(house, "guest1", 1, "player", 60_00)
    bet(house, "guest2", 2, "player", 60_00)
    (told,) = alerts(house, "differential")
    assert told["said"]["values"] == {"share": "60"}


def test_an_answer_that_does_not_come_is_told(house: House) -> None:
    seated(house, alerts={"late-answer": 1})
    house["dealer1"].tell("noticed", irregularity="other")
    time.sleep(0.9)
    (told,) = alerts(house, "late-answer")
    assert told["sentence"].endswith("for the Table Game Shift Manager.")


def test_an_answer_in_time_is_not_told(house: House) -> None:
    seated(house, alerts={"late-answer": 1})
    house["dealer1"].post("/tables/T1/call", sentence="come")
    house["supervisor1"].ask("answer", by="pit-supervisor", answer="continue", reason="seen")
    time.sleep(1.1)
    assert alerts(house, "late-answer", 0) == []


def test_what_is_undone_again_and_again_is_told(house: House) -> None:
    seated(house, alerts={"undone": 2})
    house.until("deal", ["9s", "2h"])
    for card in ("8s", "7s"):
        house["dealer1"].tell("card-misread", slot="P1", card=card)
    (told,) = alerts(house, "undone")
    assert told["said"]["values"] == {"count": "2", "who": "dealer1"}


def test_cards_typed_in_beside_a_scanner_are_told(house: House) -> None:
    seated(house, alerts={"typed": 2})
    house.until("deal", ["9s"])
    house["admin2"].post("/people", name="scanner7", is_device=True)
    house["admin2"].post("/people/scanner7/roles", role="scanner", table="T1")
    house.step(["2h"])
    assert alerts(house, "typed", 0) == []
    house.step(["3h"])
    house.step(["4h"])
    (told,) = alerts(house, "typed")
    assert told["said"]["values"] == {"count": "2"}


def test_a_staked_coup_voided_by_one_person_is_told(house: House) -> None:
    """A ninth ace of spades of eight decks voids the coup (RWS 5.5.1) and waits for nobody."""
    seated(house)
    for _ in range(2):
        house.until("settle", ["As", "As", "As", "As", "5h", "6c"])
        house.until("open-betting")
    bet(house, "guest1", 1, "player", 60_00)
    assert alerts(house, "voided-alone", 0) == []
    house.until("deal", ["As"])
    (told,) = alerts(house, "voided-alone")
    assert told["said"]["values"] == {"coup": "3", "who": "dealer1"}


def test_a_void_by_two_people_or_without_bets_is_not_told(house: House) -> None:
    seated(house)
    for _ in range(2):
        house.until("settle", ["As", "As", "As", "As", "5h", "6c"])
        house.until("open-betting")
    house.until("deal", ["As"])  # nobody has bet
    assert alerts(house, "voided-alone", 0) == []


def test_what_cannot_be_watched_is_refused(house: House) -> None:
    watch = house["supervisor1"].post
    watch("/tables/T1/watch", 409, alerts={"weather": 1})
    watch("/tables/T1/watch", 409, alerts={"differential": 101})
    watch("/tables/T1/watch", 409, alerts={}, video="javascript:alert(1)")
    watch("/tables/T1/watch", 409, alerts={}, video="https://video.example/{secret}")
    assert house["supervisor1"].get("/tables/T1/watch")["alerts"]["differential"] == 0


def test_every_change_of_the_limits_is_kept(house: House) -> None:
    assert house["supervisor1"].get("/tables/T1/watch")["changes"] == []
    body = {"settings": {"minimum": "20"}, "betting_seconds": 5, "reason": "a quiet night"}
    answer = house["manager1"].call("PATCH", "/tables/T1", {"id": "change-1", **body})
    assert answer.status_code == 200, answer.text
    (change,) = house["supervisor1"].get("/tables/T1/watch")["changes"]
    assert (change["by"], change["reason"]) == ("manager1", "a quiet night")
    changed = [
        [each[name] for name in ("setting", "before", "after")] for each in change["changed"]
    ]
    assert changed == [
        ["betting-seconds", "0", "5"],
        ["differential", "500", ""],
        ["minimum", "10", "20"],
    ]


def test_the_record_of_a_coup_names_its_pictures(house: House) -> None:
    address = "https://video.example/{table}/{coup}?from={from}&to={to}"
    seated(house, alerts={}, video=address)
    bet(house, "guest1", 1, "player", 60_00)
    house.until("settle", ["9s", "2h", "Kd", "3c"])
    record = house["supervisor1"].get("/tables/T1/coups/1")
    began, ended = record["opened_at"] // 1000, record["ended_at"] // 1000
    assert record["video"] == f"https://video.example/T1/1?from={began}&to={ended}"
    assert house["guest1"].get("/tables/T1/coups/1")["video"] == ""
