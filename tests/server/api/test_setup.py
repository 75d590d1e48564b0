"""Tables: tried out, added, changed, stopped, released; the floor that oversees them."""

from __future__ import annotations

from typing import Any

from tests.server.api.house import PHYSICAL, House

_NZ = {**PHYSICAL, "book": "nz-division", "settings": {"minimum": "10"}}


def _nz(table: str, **options: str) -> dict[str, Any]:
    return {
        **_NZ,
        "table": table,
        "options": {name.replace("_", "-"): o for name, o in options.items()},
    }


def test_a_table_is_added_and_is_there(house: House) -> None:
    added = house["admin2"].post("/tables", id="t", **_nz("N1", perfect_pair="1"))
    assert added["accepted"]
    assert house["guest1"].get("/tables/N1")["view"]["table"]["options"]["perfect-pair"] == "1"
    assert house["admin2"].post("/tables", id="t", **_nz("N1", perfect_pair="1"))["repeated"]
    taken = house["admin2"].post("/tables", 409, **_nz("n1"))
    assert taken["code"] == "name_taken"
    assert house["manager1"].get("/tables/N1/setup")["settings"] == {"minimum": "10"}
    assert house["manager1"].get("/tables/N9/setup", 404)["code"] == "not_found"


def test_one_scale_for_the_whole_house(house: House) -> None:
    admin = house["admin2"]
    admin.post("/tables", **_nz("N1", perfect_pair="1", dragon_bonus="1"))
    pair = admin.post("/tables", 409, **_nz("N2", perfect_pair="2"))
    assert (pair["code"], pair["clauses"]) == ("excluded_combination", ["11A.8"])
    dragon = admin.post("/tables", 409, **_nz("N2", dragon_bonus="2"))
    assert (dragon["code"], dragon["clauses"]) == ("excluded_combination", ["11B.9"])
    admin.post("/tables", **_nz("N2", perfect_pair="1"))
    admin.post("/tables", **_nz("N3"))


def test_trying_out_explains_and_does_nothing(house: House) -> None:
    admin = house["admin2"]
    good = admin.call("POST", "/tables/check", _nz("N1", style="B")).json()
    assert (good["accepted"], good["refusal"]) == (True, None)
    assert good["table"]["style"] == "B"
    bad = admin.call("POST", "/tables/check", {**PHYSICAL, "table": "N1", "options": {"no": "1"}})
    assert bad.json()["refusal"]["reason"] == "unknown_option"
    book = admin.call("POST", "/tables/check", {**PHYSICAL, "table": "N1", "book": "none"})
    assert book.json()["refusal"]["reason"] == "unknown_value"
    setting = admin.call(
        "POST", "/tables/check", {**PHYSICAL, "table": "N1", "settings": {"minimum": "much"}}
    )
    assert setting.json()["refusal"]["reason"] == "bad_setting"
    assert admin.call("POST", "/tables/check", {**PHYSICAL, "cards": "paper"}).status_code == 422
    assert [each["table"] for each in house["guest1"].get("/tables")["tables"]] == ["T1"]


def test_settings_are_changed_from_the_next_coup_on(house: House) -> None:
    house.with_money("guest1")
    house.until("open-table")
    house.sit("guest1", 1)
    body = {"id": "c", "settings": {"minimum": "30"}, "betting_seconds": 0, "reason": "busy"}
    assert house["manager1"].call("PATCH", "/tables/T1", body).json()["accepted"]
    house.until("open-betting")
    low = {"request": "place-stake", "by": "guest1", "patron": "guest1", "place": 1}
    low |= {"wager": "player", "amount": 20_00}
    answer = house["guest1"].post("/tables/T1/requests", request=low)
    assert answer["refusal"]["reason"] == "below_minimum"
    wrong = {**body, "id": "d", "settings": {"minimum": "x"}}
    refused = house["manager1"].call("PATCH", "/tables/T1", wrong)
    assert (refused.status_code, refused.json()["code"]) == (409, "bad_setting")
    assert house["manager1"].call("PATCH", "/tables/T9", body).status_code == 404


def test_a_stopped_table_takes_nothing_until_released(house: House) -> None:
    house["supervisor1"].post("/tables/T1/stop", reason="a spill")
    twice = house["supervisor1"].post("/tables/T1/stop", 409, reason="a spill")
    assert twice["code"] == "already_so"
    step = {"request": "open-table", "by": "dealer"}
    assert house["dealer1"].post("/tables/T1/requests", 409, request=step)["code"] == (
        "table_stopped"
    )
    house["manager1"].post("/tables/T1/release", reason="dry")
    assert house["manager1"].post("/tables/T1/release", 409, reason="dry")["code"] == "already_so"
    house.until("open-table")
    assert house["supervisor1"].post("/tables/T9/stop", 404, reason="a spill")["code"]


def test_the_floor_sees_game_money_and_cards(played: House) -> None:
    (table,) = played["supervisor1"].get("/floor")["tables"]
    assert (table["table"], table["coup"], table["seated"]) == ("T1", 3, 2)
    assert table["drop"] == 1000_00
    assert table["racks"] + table["win"] == 1000_00
    assert table["cards_out"] > 0
    assert table["coups_per_hour"] > 0


def test_the_floor_sees_what_lies_on_each_side(house: House) -> None:
    house.with_money("guest1")
    house.until("open-table")
    house.sit("guest1", 1)
    house.until("open-betting")
    for wager, amount in (("player", 70_00), ("tie", 20_00), ("banker", 50_00), ("player", 30_00)):
        house.bet("guest1", wager, amount)
    house.bet("guest1", "player-pair", 10_00)
    (table,) = house["supervisor1"].get("/floor")["tables"]
    lying = [table[each] for each in ("on_player", "on_tie", "on_banker", "staked")]
    assert lying == [100_00, 20_00, 50_00, 180_00]
    assert table["differential"] == 500_00
    assert table["coups_per_hour"] is None
    for name, where in (("sign1", "T1"), ("sign2", "*")):
        house["admin2"].post("/people", name=name, is_device=True)
        house["admin2"].post(f"/people/{name}/roles", role="sign", table=where)
    (table,) = house["supervisor1"].get("/floor")["tables"]
    assert (table["devices"], table["devices_on"]) == (1, 0)
