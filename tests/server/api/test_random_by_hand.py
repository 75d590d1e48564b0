"""A random shoe at a table that a dealer conducts: promised when it is brought, never typed."""

from __future__ import annotations

from tests.server.api.house import PHYSICAL, House

RANDOM = {**PHYSICAL, "table": "R2", "title": "Table R2", "cards": "random"}


def test_a_dealer_deals_from_a_random_shoe(house: House) -> None:
    house["admin2"].post("/tables", **RANDOM)
    house.until("settle", table="R2")
    view = house["dealer1"].get("/tables/R2")["view"]
    assert view["hands"]["outcome"] is not None
    assert all(card["card"] for card in view["hands"]["cards"])
    (promise,) = house["guest1"].get("/tables/R2/shoes")["shoes"]
    assert (promise["cards"], promise["size"]) == ("R1", 416)
    assert view["staff"]["cards_name"] == "R1"


def test_asking_for_cards_too_early_opens_no_shoe(house: House) -> None:
    house["admin2"].post("/tables", **RANDOM)
    house.until("settle", table="R2")
    asked = house["dealer1"].post(
        "/tables/R2/requests",
        request={"request": "receive-cards", "by": "dealer", "cards": "mine", "decks": 8},
    )
    assert asked["refusal"]["reason"] == "wrong_stage"
    (promise,) = house["guest1"].get("/tables/R2/shoes")["shoes"]
    assert promise["revealed_at"] is None


def test_faces_that_cannot_come_again_are_named(house: House) -> None:
    house.until("open-table")
    for others in ("Ks Kd", "Qs Jd", "Ts Qd", "Jc Kh"):  # one order again and again is suspicious
        house.coup(f"9h 9h {others}")
    assert house["dealer1"].get("/tables/T1")["view"]["staff"]["exhausted"] == ["9h"]


def test_no_card_comes_from_a_random_shoe_while_the_floor_is_waited_for(house: House) -> None:
    house["admin2"].post("/tables", **RANDOM)
    house.until("close-betting", table="R2")
    house["dealer1"].post("/tables/R2/call", sentence="come")
    refused = house["dealer1"].tell("card-left-shoe", "R2")
    assert refused["refusal"]["reason"] == "halted"
    assert house["dealer1"].get("/tables/R2")["view"]["hands"]["cards"] == []
