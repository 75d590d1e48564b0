"""The books that a house brings itself: by digest, with who and when."""

from __future__ import annotations

from msgspec.structs import replace
from tests.house.test_house import after, why

from puntobanco.house import people
from puntobanco.house.books import add_book, remove_book
from puntobanco.house.events import BookAdded
from puntobanco.house.house import House
from puntobanco.rules.refusals import Reason

ONE = BookAdded(book="ez", title="EZ Baccarat", edition="1" * 64, by="root")
SHIPPED = {"mbs": "a" * 64}


def test_a_book_is_kept_with_who_and_when() -> None:
    house = after(House(), add_book(House(), ONE, SHIPPED, ()), time=7)
    kept = house.books[ONE.edition]
    assert (kept.book, kept.title, kept.by, kept.added_at) == ("ez", "EZ Baccarat", "root", 7)
    assert why(add_book(house, ONE, SHIPPED, ())) is Reason.ALREADY_SO


def test_two_books_of_one_name_are_told_apart_by_their_digest() -> None:
    house = after(House(), add_book(House(), ONE, SHIPPED, ()))
    house = after(house, add_book(house, replace(ONE, edition="2" * 64), SHIPPED, ()))
    assert [each.book for each in house.books.values()] == ["ez", "ez"]
    house = after(house, remove_book(house, "1" * 64, "root", "replaced"))
    assert list(house.books) == ["2" * 64]


def test_the_programs_own_names_and_editions_are_taken() -> None:
    own = replace(ONE, book="mbs")
    assert why(add_book(House(), own, SHIPPED, ())) is Reason.NAME_TAKEN
    same = replace(own, edition=SHIPPED["mbs"])
    assert why(add_book(House(), same, SHIPPED, ())) is Reason.ALREADY_SO


def test_no_post_of_a_book_is_called_like_a_person() -> None:
    house = after(House(), people.add_person(House(), "King", "root", ()))
    assert why(add_book(house, ONE, SHIPPED, ("king",))) is Reason.NAME_TAKEN


def test_a_removal_needs_a_book_and_a_reason() -> None:
    assert why(remove_book(House(), "1" * 64, "root", "why not")) is Reason.UNKNOWN_VALUE
    house = after(House(), add_book(House(), ONE, SHIPPED, ()))
    assert why(remove_book(house, ONE.edition, "root", " ")) is Reason.NEEDS_REASON
