"""What a dealer looks up: the cards of the shoe counted, the present hand card by card."""

from __future__ import annotations

from tests.server.api.house import House
from tests.server.api.test_random_by_hand import RANDOM


def test_the_cards_of_the_shoe_are_counted_by_face(house: House) -> None:
    house.until("open-table")
    house.coup("9s 2h Kd 3c")
    house.coup("9s 4h Kd 5c")
    count = house["dealer1"].get("/tables/T1/shoe-count")
    seen = {each["card"]: each["seen"] for each in count["faces"] if each["seen"]}
    assert seen["9s"] == seen["Kd"] == 2
    assert len(count["faces"]) == 52
    assert {each["held"] for each in count["faces"]} == {8}
    assert count["seen"] + count["unseen"] + count["inside"] == count["size"] == 416
    assert count["adds_up"]


def test_a_face_seen_too_often_does_not_add_up(house: House) -> None:
    house.until("open-table")
    for others in ("Ks Kd", "Qs Jd", "Ts Qd", "Jc Kh"):
        house.coup(f"9h 9h {others}")
    house.until("close-betting")
    house.step(["9h"])
    assert not house["dealer1"].get("/tables/T1/shoe-count")["adds_up"]


def test_the_hand_comes_again_card_by_card(house: House) -> None:
    house["dealer1"].get("/tables/T1/hand", 404)
    house.until("close-betting")
    assert house["dealer1"].get("/tables/T1/hand") == {"coup": 1, "steps": []}
    for card in ("9s", "2h", "Kd"):
        house.step([card])
    house["dealer1"].tell("card-misread", slot="P2", card="Qd")
    steps = house["dealer1"].get("/tables/T1/hand")["steps"]
    assert [len(each["cards"]) for each in steps] == [1, 2, 3, 3]
    assert {(each["how"], each["actor"]) for each in steps} == {("entered", "dealer1")}
    assert [each["player_total"] for each in steps] == [9, 9, 9, 9]
    assert steps[-1]["cards"][-1] == {"slot": "P2", "card": "Qd"}
    assert "had been read as K♦; it is Q♦" in steps[-1]["sentence"]


def test_a_scanner_is_told_from_a_keypad(house: House) -> None:
    house["admin2"].post("/people", name="scanner7", is_device=True)
    house["admin2"].post("/people/scanner7/roles", role="scanner", table="T1")
    token = house["admin2"].post("/people/scanner7/token")["secret"]
    scanner = type(house["dealer1"])("scanner7", token, house.client, house)
    house.until("close-betting")
    scanner.tell("card-left-shoe", by="scanner7", card="9s")
    house.step(["2h"])
    steps = house["dealer1"].get("/tables/T1/hand")["steps"]
    assert [(each["how"], each["actor"]) for each in steps] == [
        ("scanned", "scanner7"),
        ("entered", "dealer1"),
    ]


def test_cards_that_lie_face_down_stay_so(house: House) -> None:
    house["admin2"].post("/tables", **{**RANDOM, "options": {"style": "face-down"}})
    house.until("close-betting", table="R2")
    house.step(table="R2")
    (step,) = house["dealer1"].get("/tables/R2/hand")["steps"]
    assert step["how"] == "drawn"
    assert step["cards"] == [{"slot": "P1", "card": None}]
    assert step["player_total"] is None


def test_a_card_is_put_right_alone_until_the_next_was_seen(house: House) -> None:
    house.until("close-betting")
    house.step(["9s"])
    assert house["dealer1"].tell("card-misread", slot="P1", card="8s")["accepted"]
    house.step(["2h"])
    late = house["dealer1"].tell("card-misread", slot="P1", card="7s")
    assert (late["accepted"], late["refusal"]) == (False, None)
    cards = house["dealer1"].get("/tables/T1")["view"]["hands"]["cards"]
    assert cards[0]["card"] == "8s"
    decided = house["supervisor1"].post(f"/approvals/{late['approval']}", agree=True, reason="")
    assert decided["done"]
    cards = house["dealer1"].get("/tables/T1")["view"]["hands"]["cards"]
    assert cards[0]["card"] == "7s"
    alone = house["supervisor1"].tell("card-misread", by="pit-supervisor", slot="P1", card="6s")
    assert (alone["accepted"], alone["refusal"]) == (False, None), "whoever asks"
    assert alone["approval"]


def test_of_two_cards_with_one_face_neither_is_put_right_alone(house: House) -> None:
    house.until("close-betting")
    house.step(["9s"])
    house.step(["9s"])
    for slot in ("P1", "B1"):
        asked = house["dealer1"].tell("card-misread", slot=slot, card="8s")
        assert (asked["accepted"], bool(asked["approval"])) == (False, True), slot


def test_a_paid_coup_without_stakes_is_put_right_by_two(house: House) -> None:
    house.coup("9s 2h Kd 3c")
    asked = house["dealer1"].tell("card-misread", slot="B2", card="4c")
    assert (asked["accepted"], bool(asked["approval"])) == (False, True)
