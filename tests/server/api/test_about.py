"""Books, permissions, schemas and copies."""

from __future__ import annotations

import hashlib
from pathlib import Path

from puntobanco.books import BOOKS
from puntobanco.house.permissions import PERMISSIONS
from tests.server.api.house import House


def test_every_book_can_be_read(played: House) -> None:
    guest = played["guest1"]
    assert [each["book"] for each in guest.get("/books")["books"]] == list(BOOKS)
    for name in BOOKS:
        book = guest.get(f"/books/{name}")
        assert {"player", "banker"} <= {each["name"] for each in book["wagers"]}
        assert sum(len(row["letters"]) for row in book["drawing"]["banker"]) > 8
        assert all(option["clauses"] or option["meaning"] for option in book["options"])
        clauses = guest.get(f"/books/{name}/clauses")
        assert clauses["clauses"]
        assert clauses["defaults"]["default:1"]


def test_a_book_is_read_under_options(played: House) -> None:
    guest = played["guest1"]
    plain = {each["name"] for each in guest.get("/books/nz-division")["wagers"]}
    with_pairs = guest.get("/books/nz-division?option=perfect-pair=1&option=style=B")
    assert {each["name"] for each in with_pairs["wagers"]} > plain
    chosen = {each["name"]: each["chosen"] for each in with_pairs["options"]}
    assert (chosen["perfect-pair"], chosen["style"]) == ("1", "B")
    wrong = guest.get("/books/nz-division?option=perfect-pair=9", 409)
    assert wrong["code"] == "unknown_value"
    twice = guest.get("/books/nz-division?option=style=A&option=style=B", 409)
    assert twice["code"] == "not_understood"
    assert guest.get("/books/none", 404)["code"] == "not_found"
    assert guest.get("/books/none/clauses", 404)["code"] == "not_found"


def test_permissions_are_shown_to_everybody(played: House) -> None:
    found = played["guest1"].get("/permissions")
    assert list(found["permissions"]) == [str(each) for each in PERMISSIONS]
    assert "patron" in found["permissions"]["request:place-stake"]
    assert "account:read-own" in found["own"]
    assert "people:manage" not in found["own"]


def test_every_form_has_a_schema(played: House) -> None:
    schemas = played["guest1"].get("/schemas")
    assert {"PlaceStake", "ViewForm", "CoupRecordForm", "AddTable", "ErrorForm"} <= schemas.keys()


def test_a_running_house_is_copied(house: House, tmp_path: Path) -> None:
    admin = house["admin2"]
    made = admin.post("/backups", id="night")
    again = admin.post("/backups", id="night")
    assert made == again
    listed = admin.get("/backups")
    assert [each["name"] for each in listed["backups"]] == ["house-night.db"]
    path = Path(listed["folder"]) / made["name"]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == made["sha256"]
    assert "keys" in made["note"]
    assert admin.post("/backups", 422, id="../night")["code"] == "not_understood"
    (path.parent / "house-day.db.partial").mkdir()  # in the way of the next one
    told = admin.post("/backups", 409, id="day")
    assert (told["code"], "house-day.db could not be written" in told["sentence"]) == (
        "no_backup",
        True,
    )
