"""The cut is offered until somebody accepts; whoever gives no answer holds nobody up."""

from __future__ import annotations

from typing import Any

from tests.server.api.house import House


def _passes_over(house: House, patron: str, by: str = "dealer1") -> Any:
    request = {"request": "decline-cut", "by": "dealer", "patron": patron}
    return house[by].post("/tables/T1/requests", request=request)


def _step(house: House) -> tuple[str, str]:
    step = house["dealer1"].get("/tables/T1")["view"]["staff"]["step"]
    return step["act"], step.get("who", "")


def test_the_dealer_passes_over_a_silent_patron(house: House) -> None:
    house.with_money("guest1", "guest2")
    house.until("open-table")
    house.sit("guest1", 3)
    house.sit("guest2", 5)
    house.until("receive-cards")
    early = _passes_over(house, "guest1")
    assert early["refusal"]["reason"] == "step_missing", "nobody loses the cut unasked"
    house.until("prepare")
    assert _step(house) == ("offer-cut", "guest1")
    other = _passes_over(house, "guest2")
    assert other["refusal"]["sentence"] == "The cut is offered to place 3 now."
    assert _passes_over(house, "guest1")["accepted"]
    assert _step(house) == ("offer-cut", "guest2")
    assert house["guest2"].get("/tables/T1")["view"]["me"]["may_cut"]
    late = _passes_over(house, "guest1")
    assert not late["accepted"]
    assert _passes_over(house, "guest2")["accepted"]
    assert _step(house)[0] == "prepare", "now a member of staff cuts"
    told = [each["event"] for each in house["watch1"].get("/audit/logs/T1")["envelopes"]]
    passed = [event for event in told if event["event"] == "cut-declined"]
    assert [(event["patron"], event["by"]) for event in passed] == [
        ("guest1", "dealer"),
        ("guest2", "dealer"),
    ]


def test_no_patron_passes_over_another(house: House) -> None:
    house.with_money("guest1", "guest2")
    house.until("open-table")
    house.sit("guest1", 3)
    house.until("receive-cards")
    house.until("prepare")
    for request in ({"by": "dealer"}, {"by": "guest2"}):
        body = {"request": "decline-cut", "patron": "guest1", **request}
        answer = house["guest2"].call(
            "POST", "/tables/T1/requests", {"id": house.next_id(), "request": body}
        )
        assert not answer.json().get("accepted"), answer.text
    assert _step(house) == ("offer-cut", "guest1")
