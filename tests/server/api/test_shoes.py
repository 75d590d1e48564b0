"""Random shoes: promised, opened card by card, revealed; never more than was shown."""

from __future__ import annotations

import time

from msgspec.structs import replace

from puntobanco.fair import check
from puntobanco.fair.commitment import leaf_of, rows_of, salt_of
from tests.patience import wait_until
from tests.server.api.house import AUTOMATIC, House


def _play_and_stop(house: House, coups: int) -> None:
    house["admin2"].post("/tables", **AUTOMATIC)
    wait_until(lambda: house.casino.running_tables["R1"].desk.table.coup > coups)
    house["supervisor1"].post("/tables/R1/stop", reason="enough")
    time.sleep(0.1)


def test_a_shoe_in_play_opens_what_was_shown_and_no_more(house: House) -> None:
    _play_and_stop(house, 2)
    shoes = house["guest1"].get("/tables/R1/shoes")
    assert shoes["cards"] == "random"
    (promise,) = shoes["shoes"]
    assert (promise["revealed_at"], promise["used"]) == (None, None)
    answer = house["guest1"].call("GET", f"/tables/R1/shoes/{promise['shoe']}")
    shoe = answer.json()
    assert (shoe["order"], shoe["secret"]) == ("", "")
    assert "sealed" not in answer.text
    log = house["watch1"].get("/audit/logs/R1?limit=500")["envelopes"]
    faces = [
        each["event"]["card"]
        for each in log
        if each["event"]["event"] in ("card-burnt", "card-dealt", "card-turned")
        and "card" in each["event"]
    ]
    assert sorted(each["card"] for each in shoe["opened"]) == sorted(faces)
    places = sorted(each["position"] for each in shoe["opened"])
    assert promise["cut"] <= places[0], "the first card lies where the shoe was cut"
    for each in shoe["opened"]:
        assert not check.check_card("R1", promise["shoe"], promise["size"], promise["root"], each)


def test_a_revealed_shoe_is_the_promised_one_and_its_cards_were_dealt(house: House) -> None:
    _play_and_stop(house, 2)
    running = house.casino.running_tables["R1"]
    portal, port = house.client.portal, running.shoes
    assert portal is not None
    assert port is not None
    closing = port.closing(running.desk.table)
    portal.call(house.casino.store.append, replace(closing, request="close", actor="table"))
    portal.call(port.catch_up)
    shoe = house["guest1"].get("/tables/R1/shoes/1")
    cards = [shoe["order"][at : at + 2] for at in range(0, len(shoe["order"]), 2)]
    secret = bytes.fromhex(shoe["secret"])
    leaves = [leaf_of("R1", 1, at, card, salt_of(secret, at)) for at, card in enumerate(cards)]
    assert rows_of(leaves)[-1][0].hex() == shoe["promise"]["root"]
    assert shoe["opened"] == []
    audit = house["watch1"].get("/audit/tables/R1/shoes/1")
    assert (audit["promised"], audit["findings"]) == (True, [])
    assert audit["size"] == audit["dealt"] + audit["burnt"] + audit["left"]


def test_physical_cards_have_no_promise(played: House) -> None:
    shoes = played["guest1"].get("/tables/T1/shoes")
    assert (shoes["cards"], shoes["shoes"], shoes["next"]) == ("physical", [], None)
    assert played["guest1"].get("/tables/T1/shoes/1", 404)["code"] == "not_found"
    assert played["guest1"].get("/tables/T1/shoes/-1", 422)["code"] == "not_understood"
    assert played["guest1"].get("/tables/T1/shoes/0", 404)["code"] == "not_found"
    for what in ("coups", "shoes"):
        assert played["watch1"].get(f"/audit/tables/T1/{what}/0", 404)["code"] == "not_found"
    assert played["watch1"].get("/tables/T1/coups/0", 404)["code"] == "not_found"
