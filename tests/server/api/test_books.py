"""Books of a house over the API: brought, listed, compared, served, adopted by two, removed."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from puntobanco.books import BOOKS
from puntobanco.library.finding import find_book
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.server.api import books
from tests.server.api.house import PHYSICAL, House
from tests.server.journal import keeping

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "books"
TEXT = (EXAMPLES / "ez.toml").read_text("utf-8")
DIGEST = find_book(str(EXAMPLES / "ez.toml")).digest()


def added(house: House, text: str = TEXT, file: str = "ez.toml") -> str:
    """Bring the house a book; its digest."""
    admin = house["admin2"]
    found = admin.call("POST", "/books/check", {"file": file, "text": text}).json()
    assert found["accepted"], found
    admin.post("/books", file=file, text=text, digest=found["digest"])
    digest: str = found["digest"]
    return digest


def table(house: House, name: str, book: str) -> dict[str, Any]:
    """Add a table; what everybody sees of it."""
    settings = {"minimum": "10"}
    house["admin2"].post(
        "/tables", **{**PHYSICAL, "table": name, "book": book} | {"settings": settings}
    )
    view: dict[str, Any] = house["guest1"].get(f"/tables/{name}")["view"]["table"]
    return view


def test_a_book_is_brought_and_in_the_log_with_who_and_when(house: House) -> None:
    assert added(house) == DIGEST
    (book,) = [each for each in house["manager1"].get("/editions")["books"] if each["by"]]
    assert (book["book"], book["by"], book["digest"]) == ("ez", "admin2", DIGEST)
    assert book["added_at"] > 0
    assert (book["tables"], book["problem"]) == ([], "")
    page = house["watch1"].get(f"/audit/logs/{HOUSE_LOG}")
    (event,) = [each for each in page["envelopes"] if each["event"]["event"] == "book-added"]
    assert (event["actor"], event["event"]["edition"]) == ("admin2", DIGEST)
    assert event["sentence"] == f"admin2 adds the book ez, edition {DIGEST[:12]}."
    again = house["admin2"].post("/books", 409, file="ez.toml", text=TEXT)
    assert again["code"] == "already_so"
    assert house["watch1"].post("/audit/verify")["good"]


def test_it_is_served_like_any_other_book(house: House) -> None:
    added(house)
    assert "ez" in [each["book"] for each in house["guest1"].get("/books")["books"]]
    view = table(house, "E1", "ez")
    assert (view["book"], view["edition"]) == ("ez", DIGEST)
    dragon = next(each for each in view["wagers"] if each["name"] == "dragon-7")
    assert (dragon["title"], dragon["side"]) == ("Dragon 7", "banker")
    assert dragon["edge_percent"] == "7.61"
    guest = house["guest1"]
    assert guest.get("/books/ez")["digest"] == DIGEST
    assert guest.get(f"/books/{DIGEST}")["book"] == "ez"
    assert "E.3" in [each["id"] for each in guest.get("/books/ez/clauses")["clauses"]]
    question = guest.get("/training/ez?seed=7&number=1&kind=payout")
    assert question["book"] == "ez"
    text = guest.call("GET", "/books/ez/text").content
    assert hashlib.sha256(text).hexdigest() == DIGEST
    assert next(each for each in guest.get("/tables")["tables"] if each["table"] == "E1")


def test_of_two_books_with_one_name_the_newer_is_meant_and_the_digest_tells(house: House) -> None:
    older = added(house)
    newer = added(house, TEXT.replace("40 to 1", "39 to 1"))
    assert table(house, "E1", "ez")["edition"] == newer
    assert table(house, "E2", older[:12])["edition"] == older
    books = {each["digest"]: each for each in house["admin2"].get("/editions")["books"]}
    assert (books[newer]["tables"], books[older]["tables"]) == (["E1"], ["E2"])


def test_a_removed_book_is_offered_no_more_and_its_tables_go_on(house: House) -> None:
    added(house)
    table(house, "E1", "ez")
    gone = f"/books/{DIGEST}?id=gone&reason=replaced"
    assert house["admin2"].call("DELETE", gone).json()["accepted"]
    refused = house["admin2"].post("/tables", 409, **{**PHYSICAL, "table": "E2", "book": "ez"})
    assert refused["code"] == "unknown_value"
    assert house["guest1"].get("/tables/E1")["view"]["table"]["edition"] == DIGEST
    books = {each["digest"]: each for each in house["admin2"].get("/editions")["books"]}
    assert (books[DIGEST]["by"], books[DIGEST]["offered"]) == ("", False)
    assert books[BOOKS["mbs"].digest()]["offered"]
    assert house["guest1"].get(f"/books/{DIGEST}/clauses")["book"] == "ez"
    assert house["guest1"].get("/books/ez", 404)["code"] == "not_found"
    assert added(house) == DIGEST, "it can be brought again"


def test_few_comparisons_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house may have any number of editions; what is forgotten is found again."""
    assert books.compared.cache_info().maxsize == 64
    few = lru_cache(maxsize=2)(books.compared.__wrapped__)
    monkeypatch.setattr(books, "compared", few)
    asking = house["supervisor1"]
    first = asking.get("/books/mbs/differences?from=mbs")
    for book in ("rws-wins-on", "rws-super-six-plus", "nz-division"):
        asking.get(f"/books/{book}/differences?from={book}")
    assert (few.cache_info().misses, few.cache_info().currsize) == (4, 2)
    assert asking.get("/books/mbs/differences?from=mbs") == first
    assert asking.get("/books/mbs/differences?from=mbs") == first
    assert (few.cache_info().misses, few.cache_info().currsize) == (5, 2)


def test_editions_are_compared_and_adopted_by_two_people(house: House) -> None:
    digest = added(house)
    found = house["supervisor1"].get(f"/books/{digest}/differences?from=mbs")
    changes = {(each["part"], each["name"]): each for each in found["differences"]}
    assert changes["wager", "dragon-7"]["edge_after"] == "7.611"
    assert (found["before"]["book"], found["after"]["book"]) == ("mbs", "ez")
    table(house, "M1", "mbs")
    house.with_money("guest1")
    house.until("open-table", table="M1")
    house.sit("guest1", 1, table="M1")
    bets = (("guest1", "player", 10_00, 1), ("guest1", "banker-pair", 10_00, 1))
    house.coup("9s 4h Kd 4c", *bets, table="M1")
    asked = house["shift1"].ask("adopt-edition", "M1", by="supervisor", edition=digest)
    (waiting,) = house["manager1"].get("/approvals")["waiting"]
    assert waiting["may_decide"]
    assert house["guest1"].get("/tables/M1")["view"]["table"]["book"] == "mbs"
    done = house["manager1"].post(f"/approvals/{asked['approval']}", agree=True)
    assert done["done"], done
    assert house["guest1"].get("/tables/M1")["view"]["table"]["edition"] == digest
    (first, *_) = house["watch1"].get("/audit/tables/M1/coups/1")["steps"]
    assert first["view"]["table"]["book"] == "mbs", "a coup is shown by the law it was played under"
    assert "banker-pair" in [each["name"] for each in first["view"]["table"]["wagers"]]
    (line,) = [
        each
        for each in house["guest1"].get("/tables/M1/coups/1")["lines"]
        if each["wager"] == "banker-pair"
    ]
    assert line["profit"] == 110_00
    assert house["watch1"].post("/audit/verify")["good"]


def test_agreeing_says_which_tables_adopt_later_and_what_was_done_before(house: House) -> None:
    digest = added(house)
    for name in ("M1", "M2"):
        table(house, name, "mbs")
    house.with_money("guest1")
    house.until("open-table", table="M1")
    house.sit("guest1", 1, table="M1")
    house.until("open-betting", table="M1")
    house.bet("guest1", "player", 10_00, 1, "M1")
    before = house["guest1"].get("/tables/M1")["view"]["table"]["edition"]
    path = f"/books/{digest}/adoption"
    asked = house["admin2"].post(path, before=before, reason="the December rules")
    agree = f"/approvals/{asked['approval']}"
    first = house["manager1"].post(agree, agree=True)
    assert (first["done"], first["later"], first["repeated"]) == (True, ["M1"], False)
    again = house["shift1"].post(agree, agree=True)
    assert (again["later"], again["repeated"]) == (["M1"], False), "it is still to come"
    house.until("settle", ["9s", "4h", "Kd", "4c"], "M1")
    for _ in range(1_000):
        if house["guest1"].get("/tables/M1")["view"]["table"]["edition"] == digest:
            break
    last = house["shift1"].post(agree, agree=True)
    assert (last["later"], last["repeated"], last["by"]) == ([], True, "manager1")
    assert last["decided_at"] == first["decided_at"] > 0


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "[book] is missing"),
        ("[book", 1, 6, "the closing ] is missing"),
        (TEXT.replace('"mbs"', '"../../etc/passwd.toml"'), 8, 12, "a house reads no other files"),
        (TEXT.replace('"mbs"', '"none"'), 8, 12, 'There is no book "none"'),
        ("a = " + "[" * 50_000, 1, 105, "it is nested too deeply"),
        ('{"format":2,"book":{}}', 1, 2, "format 2 is not known here; this program reads 1"),
        ('{"format":1', 1, 12, "it ends before it is complete"),
        ('{"format":1,"book":{"name":7}}', 1, 21, "name is a text in quotation marks"),
    ],
    ids=range(8),
)
def test_a_bad_file_is_told_with_its_place_and_changes_nothing(
    played: House, text: str, line: int, column: int, sentence: str
) -> None:
    admin, before = played["admin2"], played["admin2"].get("/editions")
    found = admin.call("POST", "/books/check", {"file": "own.toml", "text": text}).json()
    assert not found["accepted"]
    (finding,) = found["findings"]
    assert (finding["line"], finding["column"]) == (line, column)
    assert finding["sentence"].lower().startswith(sentence.lower())
    refused = admin.post("/books", 409, file="own.toml", text=text)
    assert refused["code"] == "bad_book"
    assert refused["sentence"].startswith(f"This is not a rule book: own.toml:{line}:{column}: ")
    assert admin.get("/editions") == before


def test_a_huge_file_is_refused(played: House) -> None:
    for size in (200_001, 300_000, 10_000_000):
        answer = played["admin2"].call(
            "POST", "/books", {"id": "x", "file": "x", "text": "a" * size}
        )
        assert answer.status_code in (413, 422)
        assert answer.json()["sentence"]


def test_a_wrong_digest_is_refused_and_logged(played: House) -> None:
    with keeping() as journal:
        refused = played["admin2"].post("/books", 409, file="ez.toml", text=TEXT, digest="f" * 64)
    assert refused["code"] == "wrong_digest"
    assert f"is edition {DIGEST}, not {'f' * 64}" in refused["sentence"]
    assert journal.lines("edition does not fit its digest")


def test_a_book_of_the_program_cannot_be_replaced(played: House) -> None:
    own = TEXT.replace('name = "ez"', 'name = "mbs"')
    assert played["admin2"].post("/books", 409, file="own.toml", text=own)["code"] == "name_taken"
    text = BOOKS["nz-division"].text.decode()
    again = played["admin2"].post("/books", 409, file="nz.json", text=text)
    assert again["code"] == "already_so"
