"""Reports add up to the unit, whatever was played and wherever they are cut."""

from __future__ import annotations

import csv
import io

from tests.server.api.house import House


def test_a_table_report_adds_up(played: House) -> None:
    report = played["manager1"].get("/reports/tables/T1")
    assert (report["drop"], report["cashed"], report["coups"], report["voids"]) == (
        1000_00,
        0,
        3,
        0,
    )
    assert report["opening"] + report["drop"] - report["win"] == report["closing"]
    assert report["difference"] == 0
    assert report["staked"] == 210_00


def test_two_shifts_make_a_day(played: House) -> None:
    manager = played["manager1"]
    day = manager.get("/reports/tables/T1")
    cut = played["watch1"].get("/tables/T1/coups/2")["opened_at"]
    early = manager.get(f"/reports/tables/T1?to={cut}")
    late = manager.get(f"/reports/tables/T1?from={cut}")
    assert early["closing"] == late["opening"]
    assert early["coups"] + late["coups"] == day["coups"]
    for name in ("drop", "cashed", "win", "commission", "staked", "paid", "lost"):
        assert early[name] + late[name] == day[name], name
    assert early["difference"] == late["difference"] == 0
    assert early["last"] + 1 == late["first"]


def test_times_are_also_written_as_dates(played: House) -> None:
    manager = played["manager1"]
    nothing = manager.get("/reports/tables/T1?from=2001-01-01&to=2001-01-02T00:00:00Z")
    assert (nothing["drop"], nothing["coups"], nothing["last"]) == (0, 0, -1)
    wrong = manager.get("/reports/tables/T1?from=2001-13-01", 422)
    assert wrong["code"] == "not_understood"
    assert manager.get("/reports/tables/T1?from=soon", 422)["code"] == "not_understood"
    assert manager.get("/reports/tables/T9", 404)["code"] == "not_found"


def test_the_cage_and_the_accounts_agree(played: House) -> None:
    report = played["watch1"].get("/reports/house")
    assert report["difference"] == 0
    assert report["accounts_at_tables"] == report["tables_from_accounts"] == 1000_00
    assert (report["accounts"], report["balances"]) == (2, 1000_00)
    assert report["total"]["win"] == sum(each["win"] for each in report["tables"])
    assert report["total"]["difference"] == 0


def test_reports_go_to_a_spreadsheet(played: House) -> None:
    answer = played["manager1"].call("GET", "/reports/house?form=csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["table"] for row in rows] == ["T1", "*"]
    assert rows[0]["drop"] == rows[1]["drop"] == "100000"
    one = played["manager1"].call("GET", "/reports/tables/T1?form=csv")
    assert len(one.text.splitlines()) == 2
