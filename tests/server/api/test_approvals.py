"""What two people do: asked by one, agreed to by another, done once."""

from __future__ import annotations

from typing import Any

import pytest

from puntobanco.house.events import AlertRaised
from puntobanco.server.api import approvals
from puntobanco.server.casino import two_people
from tests.server.api.house import PHYSICAL, House, Person


def _ask(house: House, amount: int = 250) -> str:
    house.with_money("guest1", amount=1000)
    asked = house["cashier1"].post(
        "/accounts/guest1/adjustments", id="fix", amount=amount, reason="paid in twice"
    )
    assert (asked["accepted"], asked["first"]) == (False, 0)
    return str(asked["approval"])


def _balance(house: House) -> int:
    return int(house["cashier1"].get("/accounts/guest1")["balance"])


def test_an_adjustment_waits_for_a_second_person(house: House) -> None:
    approval = _ask(house)
    assert _balance(house) == 1000
    (waiting,) = house["shift1"].get("/approvals")["waiting"]
    assert (waiting["approval"], waiting["kind"], waiting["may_decide"]) == (
        approval,
        "adjustment",
        True,
    )
    assert "2.50" in waiting["sentence"]
    done = house["shift1"].post(f"/approvals/{approval}", agree=True)
    assert (done["agreed"], done["done"], done["refusal"]) == (True, True, None)
    assert _balance(house) == 1250
    (entry,) = house["cashier1"].get("/accounts/guest1/entries?limit=1")["entries"]
    assert (entry["event"], entry["by"], entry["amount"]) == ("balance-adjusted", "cashier1", 250)


def test_asking_again_under_the_same_id_asks_once(house: House) -> None:
    approval = _ask(house)
    again = house["cashier1"].post(
        "/accounts/guest1/adjustments", id="fix", amount=250, reason="paid in twice"
    )
    assert (again["approval"], again["repeated"]) == (approval, True)
    assert len(house["shift1"].get("/approvals")["waiting"]) == 1


def test_agreeing_again_does_nothing_twice(house: House) -> None:
    approval = _ask(house)
    first = house["shift1"].post(f"/approvals/{approval}", id="yes", agree=True)
    again = house["shift1"].post(f"/approvals/{approval}", id="yes", agree=True)
    other = house["manager1"].post(f"/approvals/{approval}", agree=True)
    assert first["first"] == again["first"] == other["first"]
    assert again["repeated"]
    assert _balance(house) == 1250


def test_agreeing_again_completes_what_was_interrupted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    approval = _ask(house)

    async def cut_off(*_: Any) -> Any:
        raise TimeoutError("the lights went out")

    monkeypatch.setattr(approvals, "carry_out", cut_off)
    house["shift1"].post(f"/approvals/{approval}", 503, agree=True)
    assert _balance(house) == 1000
    assert house["shift1"].get("/approvals")["waiting"] == []
    monkeypatch.setattr(approvals, "carry_out", two_people.carry_out)
    assert house["manager1"].post(f"/approvals/{approval}", agree=True)["done"]
    assert _balance(house) == 1250
    (entry,) = house["cashier1"].get("/accounts/guest1/entries?limit=1")["entries"]
    log = house["watch1"].get("/audit/logs/account:guest1")["envelopes"][-1]
    assert (entry["amount"], log["actor"], log["event"]["second"]) == (
        250,
        "cashier1+shift1",
        "shift1",
    )


def test_not_agreeing_and_taking_back(house: House) -> None:
    approval = _ask(house)
    refused = house["shift1"].post(f"/approvals/{approval}", 409, agree=False)
    assert refused["code"] == "needs_reason"
    assert house["cashier1"].post(f"/approvals/{approval}", 409, agree=True)["code"] == (
        "needs_second_person"
    )
    back = house["cashier1"].post(f"/approvals/{approval}", agree=False, reason="my mistake")
    assert (back["agreed"], back["done"]) == (False, False)
    late = house["shift1"].post(f"/approvals/{approval}", 409, agree=True)
    assert late["code"] == "already_so"
    assert house["shift1"].get("/approvals")["decided"][0]["given"] is False
    assert _balance(house) == 1000
    assert house["shift1"].post("/approvals/nothing", 404, agree=True)["code"] == "not_found"


def test_what_could_never_be_done_is_not_asked(house: House) -> None:
    house.with_money("guest1", amount=1000)
    cashier = house["cashier1"]
    too_much = cashier.post(
        "/accounts/guest1/adjustments", 409, amount=-1001, reason="paid in twice"
    )
    assert too_much["code"] == "not_enough_money"
    nobody = cashier.post("/accounts/guest2/adjustments", 409, amount=1, reason="why")
    assert nobody["code"] == "unknown_account"
    ended = house["manager1"].post("/accounts/guest1/exclusion-end", 409, reason="why")
    assert ended["code"] == "already_so"
    assert house["shift1"].get("/approvals")["waiting"] == []


def test_an_exclusion_without_a_date_is_lifted_by_two(house: House) -> None:
    house.with_money("guest1")
    house["guest1"].post("/account/exclusion", until=None)
    asked = house["manager1"].post("/accounts/guest1/exclusion-end", reason="a year has passed")
    house["shift1"].post(f"/approvals/{asked['approval']}", agree=True)
    assert house["guest1"].get("/account")["exclusion"] is None


def test_a_void_at_a_table_waits_for_a_second_person(house: House) -> None:
    house.with_money("guest1")
    house.until("open-table")
    house.sit("guest1", 1)
    house.until("open-betting")
    house.bet("guest1", "player", 50_00)
    house.until("close-betting")
    report = {"report": "noticed", "by": "dealer", "irregularity": "interruption"}
    told = house["dealer1"].post("/tables/T1/reports", report=report)
    assert told["approval"] is not None, told
    (waiting,) = house["supervisor1"].get("/approvals")["waiting"]
    assert (waiting["kind"], waiting["table"]) == ("report", "T1")
    house["supervisor1"].post("/tables/T1/stop", reason="somebody fell")
    stopped = house["shift1"].post(f"/approvals/{waiting['approval']}", 409, agree=True)
    assert stopped["code"] == "table_stopped"
    house["manager1"].post("/tables/T1/release", reason="he is well")
    done = house["supervisor1"].post(f"/approvals/{waiting['approval']}", agree=True)
    assert done["done"]
    assert house["guest1"].get("/tables/T1")["view"]["me"]["rack"] == 500_00
    record = house["watch1"].get("/tables/T1/coups/1")
    assert record["voided"]
    assert {each["actor"] for each in record["rulings"]} == {"dealer1+shift1"}


def test_alerts_stay_until_somebody_has_looked(house: House) -> None:
    portal = house.client.portal
    assert portal is not None
    wrong = AlertRaised(alert="a1", table="T1", kind="stopped", sentence="it cannot be right")
    portal.call(house.casino.house_log.raise_alert, wrong)
    (alert,) = house["watch1"].get("/alerts")["alerts"]
    elsewhere = _supervisor_elsewhere(house)
    assert elsewhere.get("/alerts")["alerts"] == []
    assert elsewhere.post(f"/alerts/{alert['alert']}", 403)["code"] == "not_permitted"
    assert house["supervisor1"].get("/floor")["tables"][0]["alerts"] == 1
    house["supervisor1"].post(f"/alerts/{alert['alert']}")
    assert house["watch1"].get("/alerts")["alerts"] == []
    again = house["manager1"].post(f"/alerts/{alert['alert']}", 409)
    assert again["code"] == "already_so"
    assert house["manager1"].post("/alerts/nothing", 404)["code"] == "not_found"


def _supervisor_elsewhere(house: House) -> Person:
    """Somebody of the floor, but of another table."""
    admin = house["admin2"]
    admin.post("/tables", **{**PHYSICAL, "table": "T2"})
    admin.post("/people", name="sam")
    admin.post("/people/sam/roles", role="supervisor", table="T2")
    secret = admin.post("/people/sam/password")["secret"]
    headers = {"Authorization": f"Bearer {house.sign_in('sam', secret).token}"}
    new = {"old": secret, "new": "a long new password"}
    house.client.post("/api/session/password", json=new, headers=headers)
    return house.sign_in("sam", "a long new password")


def test_who_oversees_one_table_decides_nothing_elsewhere(house: House) -> None:
    approval = _ask(house)
    elsewhere = _supervisor_elsewhere(house)
    assert elsewhere.get("/approvals")["waiting"] == []
    assert elsewhere.get("/floor")["approvals"] == 0
    refused = elsewhere.post(f"/approvals/{approval}", 409, agree=True)
    assert refused["code"] == "not_permitted"
    assert _balance(house) == 1000


def test_the_floor_names_a_nominee_only_with_a_second_person(house: House) -> None:
    house.with_money("guest1")
    house["admin2"].post("/tables", **{**PHYSICAL, "table": "N1", "book": "nz-division"})
    house.until("open-table", table="N1")
    house.sit("guest1", 3, table="N1")
    naming = {"request": "name-nominee", "patron": "guest1", "nominee": "guest2"}
    posted = {"by": "game-supervisor", **naming}
    asked = house["supervisor1"].post("/tables/N1/requests", request=posted)
    assert asked["approval"]
    view = house["guest1"].get("/tables/N1")["view"]
    assert view["table"]["nominees"]
    assert view["me"]["nominees"] == []
    assert house["manager1"].post(f"/approvals/{asked['approval']}", agree=True)["done"]
    (named,) = house["guest1"].get("/tables/N1")["view"]["me"]["nominees"]
    assert (named["name"], named["approved"], named["announced"]) == ("guest2", False, False)
    for step in ("approve-nominee", "announce-nominee"):
        house["supervisor1"].ask(step, "N1", by="game-supervisor", nominee="guest2")
    seats = house["guest2"].get("/tables/N1")["view"]["seats"]["seats"]
    assert [seat["place"] for seat in seats if seat["nominee"]] == [3]
    again = house["supervisor1"].post(
        "/tables/N1/requests", request={**posted, "nominee": "somebody"}
    )
    assert "one at a time" in again["refusal"]["sentence"]
