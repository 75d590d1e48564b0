"""A dealer calls the floor: an alert that stays until somebody has looked."""

from __future__ import annotations

from tests.server.api.house import House


def test_a_call_is_an_alert_until_somebody_has_looked(house: House) -> None:
    called = house["dealer1"].post("/tables/T1/call", sentence="chips are short")
    assert called["accepted"]
    (alert,) = house["supervisor1"].get("/alerts")["alerts"]
    assert (alert["table"], alert["kind"]) == ("T1", "call")
    assert alert["sentence"] == "dealer1: chips are short"
    house["supervisor1"].post(f"/alerts/{alert['alert']}")
    assert house["supervisor1"].get("/alerts")["alerts"] == []


def test_a_call_under_one_id_is_one_alert(house: House) -> None:
    first = house["dealer1"].post("/tables/T1/call", id="once", sentence="come")
    again = house["dealer1"].post("/tables/T1/call", id="once", sentence="come")
    assert (first["first"], first["repeated"]) == (again["first"], False)
    assert again["repeated"]
    assert len(house["supervisor1"].get("/alerts")["alerts"]) == 1
    house["dealer1"].post("/tables/T1/call", 409, id="once", sentence="come at once")


def test_only_those_who_conduct_a_table_call(house: House) -> None:
    house["guest1"].post("/tables/T1/call", 403, sentence="come")
    house["dealer1"].post("/tables/T9/call", 404, sentence="come")
    house["dealer1"].post("/tables/T1/call", 422, sentence="")
    assert house["supervisor1"].get("/alerts")["alerts"] == []
