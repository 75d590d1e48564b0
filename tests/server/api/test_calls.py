"""A dealer calls the floor: nothing moves until it has answered. More time. Handing over."""

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


def test_a_called_table_stands_still_until_the_floor_has_answered(house: House) -> None:
    house.until("open-betting")
    house["dealer1"].post("/tables/T1/call", sentence="chips are short")
    view = house["guest1"].get("/tables/T1")["view"]
    assert view["phase"]["halted"]
    assert view["phase"]["line"] == "The floor was called. All bets are safe."
    assert "chips are short" not in str(view)
    asked = {"request": "close-betting", "by": "dealer"}
    refused = house["dealer1"].post("/tables/T1/requests", request=asked)
    assert refused["refusal"]["reason"] == "halted"
    house["dealer1"].post("/tables/T1/call", sentence="nobody has come")
    assert len(house["supervisor1"].get("/alerts")["alerts"]) == 2
    house["supervisor1"].ask("answer", by="pit-supervisor", answer="continue", reason="a fill")
    assert not house["guest1"].get("/tables/T1")["view"]["phase"]["halted"]
    house["dealer1"].ask("close-betting", by="dealer")


def test_a_stopped_table_is_called_to_without_being_halted(house: House) -> None:
    house["supervisor1"].post("/tables/T1/stop", reason="a lamp is broken")
    house["dealer1"].post("/tables/T1/call", sentence="come")
    assert len(house["supervisor1"].get("/alerts")["alerts"]) == 1
    assert not house["dealer1"].get("/tables/T1")["view"]["phase"]["halted"]


def test_more_time_takes_the_floor(house: House) -> None:
    house.until("open-betting")
    asked = house["dealer1"].ask("extend-betting", by="dealer", seconds=15)
    assert (asked["accepted"], asked["first"]) == (False, 0)
    decided = house["supervisor1"].post(f"/approvals/{asked['approval']}", agree=True, reason="")
    assert decided["done"]
    given = house["supervisor1"].ask("extend-betting", by="pit-supervisor", seconds=30)
    assert given["accepted"]
    told = house["supervisor1"].get("/tables/T1/coups/1")["actions"]
    assert [(each["actor"], each["event"]) for each in told[-2:]] == [
        ("dealer1+supervisor1", "betting-extended"),
        ("supervisor1", "betting-extended"),
    ]


def test_dealers_hand_over_with_name_and_time(house: House) -> None:
    def at_table() -> tuple[str, bool]:
        (table,) = house["supervisor1"].get("/floor")["tables"]
        return table["dealer"], table["dealer_since"] is not None

    assert at_table() == ("", False)
    assert house["dealer1"].post("/tables/T1/post", comes=True)["first"] > 0
    assert house["dealer1"].post("/tables/T1/post", comes=True)["first"] == 0
    assert at_table() == ("dealer1", True)
    house["supervisor1"].post("/tables/T1/post", comes=True)
    assert at_table() == ("supervisor1", True)
    house["dealer1"].post("/tables/T1/post", comes=False)
    house["supervisor1"].post("/tables/T1/post", comes=False)
    assert at_table() == ("", False)
    events = house["watch1"].get("/audit/logs/house?limit=200")["envelopes"]
    told = [each for each in events if "dealer-" in str(each)]
    assert len(told) == 3
