"""Money at the cage and one's own limits."""

from __future__ import annotations

from puntobanco.house.account import MINUTE
from puntobanco.wire.bodies import UNTIL_MAX
from tests.server.api.house import PHYSICAL, House


def test_the_cashier_opens_an_account_and_moves_money(house: House) -> None:
    cashier = house["cashier1"]
    cashier.post("/accounts", name="guest1")
    paid = cashier.post("/accounts/guest1/paid-in", amount=5000)
    assert (paid["accepted"], paid["first"], paid["repeated"]) == (True, 2, False)
    cashier.post("/accounts/guest1/paid-out", amount=2000)
    account = cashier.get("/accounts/guest1")
    assert (account["balance"], account["at_tables"], account["exclusion"]) == (3000, {}, None)
    entries = house["guest1"].get("/account/entries?limit=2")
    assert [each["amount"] for each in entries["entries"]] == [-2000, 5000]
    assert [each["balance"] for each in entries["entries"]] == [3000, 5000]
    older = house["guest1"].get(f"/account/entries?before={entries['next']}")
    assert [each["event"] for each in older["entries"]] == ["account-opened"]
    assert older["next"] is None


def test_an_id_has_one_effect(house: House) -> None:
    cashier = house["cashier1"]
    cashier.post("/accounts", name="guest1")
    first = cashier.post("/accounts/guest1/paid-in", id="one", amount=5000)
    again = cashier.post("/accounts/guest1/paid-in", id="one", amount=5000)
    assert (again["first"], again["repeated"]) == (first["first"], True)
    other = cashier.post("/accounts/guest1/paid-in", 409, id="one", amount=5001)
    out = cashier.post("/accounts/guest1/paid-out", 409, id="one", amount=5000)
    assert other["code"] == out["code"] == "id_reused"
    own = cashier.post("/accounts/guest1/paid-in", 409, id="approved-1", amount=1)
    assert own["code"] == "id_reused"
    assert cashier.get("/accounts/guest1")["balance"] == 5000


def test_refusals_say_why(house: House) -> None:
    cashier = house["cashier1"]
    nobody = cashier.post("/accounts", 409, name="nobody1")
    assert nobody["code"] == "unknown_person"
    assert cashier.post("/accounts/guest1/paid-in", 409, amount=5)["code"] == "unknown_account"
    assert cashier.get("/accounts/guest1", 404)["code"] == "not_found"
    assert house["guest1"].get("/account", 404)["code"] == "not_found"
    cashier.post("/accounts", name="guest1")
    assert cashier.post("/accounts", 409, name="guest1")["code"] == "name_taken"
    short = cashier.post("/accounts/guest1/paid-out", 409, amount=5)
    assert (short["code"], short["acceptable"]) == ("not_enough_money", 0)
    assert cashier.post("/accounts/guest1/paid-in", 422, amount=0)["code"] == "not_understood"
    assert cashier.post("/accounts/guest1/paid-in", 422, amount="5")["code"] == "not_understood"
    assert cashier.post("/accounts/guest1/paid-in", 422, amount=5, more=1)["code"]


def test_accounts_are_listed_page_by_page(house: House) -> None:
    house.with_money("guest1", "guest2", amount=700)
    first = house["watch1"].get("/accounts?limit=1")
    second = house["watch1"].get(f"/accounts?limit=1&after={first['next']}")
    names = [each["name"] for page in (first, second) for each in page["accounts"]]
    assert names == ["guest1", "guest2"]
    assert second["next"] is None


def test_a_tighter_limit_binds_at_once_and_a_looser_one_later(house: House) -> None:
    house.with_money("guest1", amount=1000)
    guest = house["guest1"]
    guest.post("/account/limits", limit="deposit", amount=1500)
    over = house["cashier1"].post("/accounts/guest1/paid-in", 409, amount=600)
    assert (over["code"], over["acceptable"]) == ("over_own_limit", 500)
    guest.post("/account/limits", limit="deposit", amount=None)
    deposit, loss, time = guest.get("/account")["limits"]
    assert (deposit["amount"], deposit["left"], deposit["coming"]) == (1500, 500, None)
    assert deposit["coming_from"] is not None
    assert (loss["amount"], loss["coming_from"]) == (None, None)
    assert (time["amount"], time["counted"], time["left"]) == (None, 0, None)
    assert guest.post("/account/limits", 422, limit="fun", amount=1)["code"] == "not_understood"


def test_when_own_time_is_up_no_bet_is_taken_and_those_that_stand_are_played_out(
    house: House,
) -> None:
    house.with_money("guest1")
    house.until("open-betting")
    house.sit("guest1", 1, 500_00)
    guest = house["guest1"]
    guest.post("/account/limits", limit="time", amount=9)
    began = guest.get("/account")
    assert began["play_until"] + (24 * 60 - 9) * MINUTE == began["play_again"]
    house.bet("guest1", "player", 100_00)
    guest.post("/account/limits", limit="time", amount=0)
    staking = {"request": "place-stake", "by": "guest1", "patron": "guest1", "place": 1}
    late = guest.post(
        "/tables/T1/requests", request={**staking, "wager": "banker", "amount": 100_00}
    )
    assert late["refusal"]["reason"] == "own_time_up"
    more = guest.post(
        "/tables/T1/requests", request={"request": "buy-in", "by": "guest1", "amount": 100}
    )
    assert more["refusal"]["reason"] == "own_time_up"
    house.until("settle", ["Qc", "8h", "Js", "7h", "6d", "2c"])
    assert guest.get("/tables/T1")["view"]["me"]["last"]["lines"][0]["stake"] == 100_00
    entries = guest.get("/account/entries")["entries"]
    assert entries[0]["sentence"].startswith("The self-set time limit is 0 minutes from ")
    assert "play-began" in [each["event"] for each in entries]


def test_own_time_that_was_set_before_begins_with_the_place(house: House) -> None:
    house.with_money("guest1")
    guest = house["guest1"]
    guest.post("/account/limits", limit="time", amount=60)
    assert guest.get("/account")["play_until"] is None
    house.until("open-betting")
    house.sit("guest1", 1, 500_00)
    house.bet("guest1", "player", 100_00)
    account = guest.get("/account")
    assert account["play_until"] + (24 - 1) * 60 * MINUTE == account["play_again"]
    guest.ask("leave", "T1")
    house.sit("guest1", 2, 100_00)
    assert guest.get("/account")["play_until"] == account["play_until"], "leaving stops no clock"


def test_who_excludes_himself_is_at_no_table_when_he_is_answered(house: House) -> None:
    house.with_money("guest1")
    house["admin2"].post("/tables", **{**PHYSICAL, "table": "T2"})
    for table in ("T1", "T2"):
        house.until("open-table", table=table)
        house.sit("guest1", 1, 100_00, table)
    guest = house["guest1"]
    done = guest.post("/account/exclusion", id="out", until=None)
    for table in ("T1", "T2"):
        me = guest.get(f"/tables/{table}")["view"]["me"]
        assert (me["present"], me["rack"]) == (False, 100_00)
    assert guest.post("/account/exclusion", id="out", until=None)["first"] == done["first"]
    back = guest.post(
        "/tables/T1/requests", request={"request": "take-place", "by": "guest1", "place": 1}
    )
    assert back["refusal"]["reason"] == "excluded"
    assert guest.get("/account")["exclusion"]["until"] is None
    shorter = guest.post("/account/exclusion", 409, until=2**52)
    assert shorter["code"] == "excluded"
    guest.ask("cash-out", "T1", amount=100_00)


def test_who_excludes_himself_at_a_stopped_table_leaves_when_it_goes_on(house: House) -> None:
    house.with_money("guest1", "guest2")
    house.until("open-table")
    house.sit("guest1", 1)
    house.sit("guest2", 2)
    house["supervisor1"].post("/tables/T1/stop", reason="a spill")
    house["guest1"].post("/account/exclusion", until=None)
    house["manager1"].post("/tables/T1/release", reason="dry")
    assert not house["guest1"].get("/tables/T1")["view"]["me"]["present"]
    assert house["guest2"].get("/tables/T1")["view"]["me"]["present"]


def test_the_house_excludes_somebody(house: House) -> None:
    house.with_money("guest2")
    manager = house["manager1"]
    manager.post("/accounts/guest2/exclusion", until=None, reason="asked for by the family")
    assert manager.get("/accounts/guest2")["exclusion"]["by"] == "manager1"
    assert manager.post("/accounts/guest2/exclusion", 422, until=None)["code"]
    past = manager.post("/accounts/guest2/exclusion", 409, until=5, reason="why")
    assert past["code"] == "out_of_range"


def test_an_exclusion_ends_on_a_date_that_can_be_written(house: House) -> None:
    house.with_money("guest1")
    guest = house["guest1"]
    assert guest.post("/account/exclusion", 422, until=UNTIL_MAX + 1)["code"] == "not_understood"
    guest.post("/account/exclusion", until=UNTIL_MAX)
    newest = guest.get("/account/entries")["entries"][0]
    assert newest["said"]["values"] == {"time": "9999-12-31 00:00:00 UTC"}
