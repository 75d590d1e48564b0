"""A request that has not the form it must have is answered by what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.api.house import PHYSICAL, House

WRONG: list[tuple[str, Any, str]] = [
    ("/people", {"name": "a b"}, "name is 1 to 32 letters, digits, dots, hyphens and underscores"),
    ("/people", {}, "name is missing"),
    ("/people", {"name": "anna", "colour": "red"}, "colour is not a known field"),
    ("/people", {"name": 5}, "name must be a text"),
    ("/people", {"name": "anna", "is_device": "yes"}, "is_device must be true or false"),
    ("/people/dealer1/suspension", {"reason": ""}, "reason must not be empty"),
    ("/people/dealer1/suspension", {"reason": "x" * 501}, "reason must have 500 characters"),
    ("/tables", {**PHYSICAL, "betting_seconds": -3}, "betting_seconds must be 0 or more"),
    ("/tables", {**PHYSICAL, "betting_seconds": 900}, "betting_seconds must be 600 or less"),
    ("/tables", {**PHYSICAL, "betting_seconds": 1.5}, "betting_seconds must be a whole number"),
    ("/tables", {**PHYSICAL, "settings": []}, "settings must be an object"),
    ("/tables", {**PHYSICAL, "cards": "paper"}, "cards must be 'random' or 'physical'"),
    ("/tables", {**PHYSICAL, "table": "T 9"}, "table is 1 to 32 letters, digits, hyphens"),
    ("/tables", [], "the body must be a JSON object"),
]


@pytest.mark.parametrize(("path", "body", "sentence"), WRONG)
def test_a_sentence_says_what_would_be_right(
    house: House, path: str, body: Any, sentence: str
) -> None:
    sent = {"id": "x1", **body} if isinstance(body, dict) else body
    answer = house["admin2"].call("POST", path, sent)
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith(sentence)


def test_whoever_sends_a_form_is_told_of_the_header(house: House) -> None:
    sent = house["admin2"].call("POST", "/people", None)
    assert sent.json()["sentence"] == (
        "the body must be a JSON object, sent with the header `Content-Type: application/json`"
    )
