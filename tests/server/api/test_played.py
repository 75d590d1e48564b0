"""What was played, as its patron, the floor and surveillance read it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from puntobanco.record.envelope import Kept
from puntobanco.record.signing import is_signed
from puntobanco.record.transfer import FIRST_LINE, checked, read
from puntobanco.record.verify import Verifier
from puntobanco.surveillance import drift, patterns
from tests.server.api.house import House


def test_a_patron_reads_his_own_coups_the_newest_first(played: House) -> None:
    history = played["guest1"].get("/tables/T1/history")
    assert [each["coup"] for each in history["coups"]] == [2, 1]
    second, first = history["coups"]
    assert (first["player"], first["banker"]) == (["9s", "Kd"], ["2h", "3c"])
    assert (first["player_total"], first["banker_total"], first["winner"]) == (9, 5, "player")
    assert first["stakes"] == [{"place": 1, "wager": "player", "amount": 50_00}]
    assert (first["net"], first["rack_before"], first["rack_after"]) == (50_00, 500_00, 550_00)
    assert (second["net"], second["rack_before"], second["rack_after"]) == (-20_00, 550_00, 530_00)
    assert all(line["clauses"] for each in history["coups"] for line in each["lines"])


def test_history_goes_on_page_by_page(played: House) -> None:
    first = played["guest2"].get("/tables/T1/history?limit=1")
    assert ([each["coup"] for each in first["coups"]], first["next"]) == ([3], 3)
    second = played["guest2"].get(f"/tables/T1/history?limit=1&before={first['next']}")
    assert ([each["coup"] for each in second["coups"]], second["next"]) == ([1], None)
    assert played["guest2"].get("/tables/T9/history", 404)["code"] == "not_found"


def test_the_floor_reads_a_whole_coup(played: House) -> None:
    record = played["supervisor1"].get("/tables/T1/coups/1")
    assert record["whole"]
    assert [each["slot"] for each in record["cards"]] == ["P1", "B1", "P2", "B2"]
    assert {each["patron"] for each in record["stakes"]} == {"guest1", "guest2"}
    assert {(each["patron"], each["profit"]) for each in record["lines"]} == {
        ("guest1", 50_00),
        ("guest2", -40_00),
    }
    log = played["watch1"].get(f"/audit/logs/T1?after={record['first'] - 1}&limit=500")
    hashes = {each["sequence"]: each["hash"] for each in log["envelopes"]}
    assert record["first_hash"] == hashes[record["first"]]
    assert record["last_hash"] == hashes[record["last"]]
    times = [each["time"] for each in record["cards"]]
    assert times == sorted(times)
    assert "dealer1" in {each["actor"] for each in record["actions"]}
    assert played["watch1"].get("/tables/T1/coups/99", 404)["code"] == "not_found"


def test_a_patron_reads_nothing_of_others(played: House) -> None:
    answer = played["guest1"].call("GET", "/tables/T1/coups/1")
    record = answer.json()
    assert not record["whole"]
    assert {each["patron"] for each in record["stakes"] + record["lines"]} == {"guest1"}
    assert "guest2" not in answer.text
    assert "dealer1" not in answer.text
    assert "40.00" not in answer.text


@pytest.mark.parametrize("audience", ["public", "staff", "guest1"])
def test_a_coup_is_seen_again_as_it_was(played: House, audience: str) -> None:
    answer = played["watch1"].call("GET", f"/audit/tables/T1/coups/1?audience={audience}")
    replay = answer.json()
    first, *others = replay["steps"]
    assert {"table", "phase", "hands", "stakes", "seats", "roads"} <= first["view"].keys()
    assert ("staff" in first["view"]) == (audience == "staff")
    assert ("me" in first["view"]) == (audience == "guest1")
    totals = [step["view"]["hands"]["player_total"] for step in others if "hands" in step["view"]]
    assert totals[-1] == 9
    assert replay["patrons"] == ["guest1", "guest2"]
    told = " ".join(step["sentence"] for step in replay["steps"])
    assert ("guest2" in told.lower()) == (audience == "staff")


def test_only_who_was_there_can_be_looked_through(played: House) -> None:
    watch = played["watch1"]
    assert watch.get("/audit/tables/T1/coups/1?audience=nobody", 404)["code"] == "not_found"
    assert watch.get("/audit/tables/T1/coups/99", 404)["code"] == "not_found"
    assert watch.get("/audit/tables/T9/coups/1", 404)["code"] == "not_found"


def test_the_cards_of_a_shoe_add_up(played: House) -> None:
    shoe = played["watch1"].get("/audit/tables/T1/shoes/1")
    assert shoe["size"] == shoe["dealt"] + shoe["burnt"] + shoe["left"]
    assert (shoe["coups"], shoe["dealt"], shoe["promised"], shoe["findings"]) == (3, 13, False, [])
    assert played["watch1"].get("/audit/tables/T1/shoes/9", 404)["code"] == "not_found"


def test_the_money_of_a_table_adds_up(played: House) -> None:
    money = played["watch1"].get("/audit/tables/T1/money")
    assert money["findings"] == []
    assert money["accounts"] == money["kept"]
    assert sum(money["accounts"].values()) == 0
    assert money["drop"] == money["before_patrons"] + money["on_layout"] + money["won"]
    assert money["drop"] == sum(
        each["amount"] * (1 if each["event"] == "money-to-table" else -1)
        for name in money["accounts"]
        if name.startswith("rack:")
        for each in _entries(played, name.removeprefix("rack:"))
    )


def _entries(played: House, name: str) -> list[dict[str, Any]]:
    """What somebody bought in and cashed at the table, as his account says, all positive."""
    entries = played["watch1"].get(f"/accounts/{name}/entries?limit=500")["entries"]
    moved = [each for each in entries if each["table"] == "T1" and each["amount"]]
    return [{**each, "amount": abs(each["amount"])} for each in moved]


def test_the_clock_of_the_house_is_watched(played: House) -> None:
    clock = played["watch1"].get("/audit/logs")["clock"]
    assert clock["since"] > 0
    assert clock["steps"] == 0
    assert abs(clock["drift"]) < 1_000_000


def test_logs_are_read_with_their_hashes(played: House) -> None:
    watch = played["watch1"]
    logs = {each["log"]: each for each in watch.get("/audit/logs")["logs"]}
    assert {"T1", "house", "account:guest1"} <= logs.keys()
    page = watch.get("/audit/logs/T1?after=3&limit=5")
    assert [each["sequence"] for each in page["envelopes"]] == [4, 5, 6, 7, 8]
    assert page["holds"]
    assert page["ends_at"] == logs["T1"]["sequence"]
    first = watch.get("/audit/logs?limit=1")
    assert watch.get(f"/audit/logs?limit=1&after={first['next']}")["logs"] != first["logs"]
    assert watch.get("/audit/logs/nothing", 404)["code"] == "not_found"


def test_logs_are_carried_away(played: House) -> None:
    watch = played["watch1"]
    answer = watch.call("GET", "/audit/export")
    lines = answer.text.split("\n")
    assert (answer.status_code, lines[0], lines[-1]) == (200, FIRST_LINE, "")
    assert lines[-2].startswith('{"end":{"tables":{"T1":[')
    assert not checked(lines[:-1], Verifier(is_signed)).findings
    assert answer.headers["content-disposition"] == 'attachment; filename="house.jsonl"'
    assert answer.headers["cache-control"] == "no-store"
    one = watch.call("GET", "/audit/export?log=T1&log=account:guest1&log=T1").text.split("\n")
    kept = [found for found in map(read, one[:-1]) if isinstance(found, Kept)]
    assert [name for name, _ in groupby(each.table for each in kept)] == ["T1", "account:guest1"]
    unknown = watch.get("/audit/export?log=T1&log=nothing", 404)
    assert unknown["sentence"] == "There is no log nothing."
    assert watch.get("/audit/export?log=../x", 422)["code"] == "not_understood"
    assert played["shift1"].call("GET", "/audit/export").status_code == 200


def test_both_verifiers_find_nothing(played: House) -> None:
    found = played["watch1"].post("/audit/verify")
    assert (found["good"], found["findings"]) == (True, [])
    assert found["events"] > 40


def test_patterns_are_told_with_their_rules(played: House) -> None:
    found = played["watch1"].get("/audit/patterns?table=T1")
    assert found["tables"] == ["T1"]
    assert set(found["rules"]) == {*patterns.RULES, *drift.RULES}
    assert played["watch1"].get("/audit/patterns?table=T9", 404)["code"] == "not_found"


def test_stakes_up_to_the_differential_are_counted(house: House) -> None:
    house.with_money("guest1", amount=5_000_00)
    house.until("open-table")
    house.sit("guest1", 1, 5_000_00)
    for _ in range(3):
        half = ("guest1", "player", 250_00, 1)
        house.coup("2s 4h 3d 3c 6d", half, half)
    found = house["watch1"].get("/audit/patterns")["patterns"]
    counted = {each["kind"]: each["count"] for each in found}
    assert counted["at-differential"] == 3
