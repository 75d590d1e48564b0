"""Training over HTTP: nothing is kept, a question is made again from its seed and number."""

from __future__ import annotations

from typing import Any

import pytest

from puntobanco.books import BOOKS, register_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.training.making import question
from puntobanco.training.marking import solve
from tests.server.api.house import House, Person


def mark(person: Person, address: str, answer: str, status: int = 200) -> Any:
    """What an answer is worth; it has no id, because nothing is changed by it."""
    answered = person.call("POST", address, {"answer": answer})
    assert answered.status_code == status, answered.text
    return answered.json()


@pytest.mark.parametrize("book", BOOKS)
def test_the_engines_answers_are_right(played: House, book: str) -> None:
    rules = BOOKS[book].configure()
    assert isinstance(rules, HouseRules)
    for number in range(1, 13):
        address = f"/training/{book}?seed=5&number={number}"
        asked = played["dealer1"].get(address)
        assert asked == played["guest1"].get(address)
        right = solve(rules, question(rules, 5, number))
        marked = mark(played["dealer1"], address, right.correct)
        assert marked["right"]
        assert marked["sentence"] == right.sentence
        for each in marked["clauses"]:
            known = register_of(book).clauses.get(each["clause"])
            assert each["gist"] == (known.gist if known else DEFAULTS[each["clause"]])


def test_kinds_and_options_are_part_of_a_question(played: House) -> None:
    guest = played["guest1"]
    address = "/training/nz-division?seed=1&number=2&kind=ruling&kind=payout&option=dragon-bonus=1"
    assert guest.get(address)["kind"] == "payout"
    topics = {
        guest.get(f"/training/nz-division?seed=1&number={n}&kind=payout&option=dragon-bonus=1")[
            "topic"
        ]
        for n in range(1, 40)
    }
    assert any(topic.startswith("dragon-bonus") for topic in topics)


def test_what_is_no_answer_and_no_question_is_said_so(played: House) -> None:
    guest = played["guest1"]
    wrong = mark(guest, "/training/mbs?seed=7&number=1", "perhaps", 409)
    assert wrong["sentence"] == '"perhaps" is not an answer; answer yes or no.'
    assert not mark(guest, "/training/mbs?seed=7&number=1", "yes")["right"]
    assert guest.get("/training/none?seed=7&number=1", 404)["code"] == "not_found"
    assert guest.get("/training/mbs?seed=7&number=0", 422)["code"] == "not_understood"
    assert guest.get("/training/mbs?seed=7&number=1&option=decks=99", 409)["clauses"]
