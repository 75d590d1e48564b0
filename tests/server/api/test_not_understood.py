"""A request that has not the form it must have is answered by what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from puntobanco.sayings.catalogue import ENGLISH, LANGUAGES, filled, slots, templates
from puntobanco.sayings.saying import sentence
from puntobanco.server.app import ROUTES
from puntobanco.wire.messages import BadMessageError, read_ask
from puntobanco.wire.not_understood import FIELD_LENGTH_MAX, KINDS, of_body
from tests.server.api.house import PHYSICAL, House

WRONG: list[tuple[str, Any, str]] = [
    ("/people", {"name": "a b"}, "name is 1 to 32 letters, digits, dots, hyphens and underscores"),
    ("/people", {}, "name is missing."),
    ("/people", {"name": "anna", "colour": "red"}, "colour is not a known field."),
    ("/people", {"name": "anna", "c" * 999: 1}, f"{'c' * FIELD_LENGTH_MAX} is not a known field."),
    ("/people", {"name": 5}, "name must be a text."),
    ("/people", {"name": "anna", "is_device": "yes"}, "is_device must be true or false."),
    ("/people/dealer1/suspension", {"reason": ""}, "reason must not be empty."),
    ("/people/dealer1/suspension", {"reason": "x" * 501}, "reason must have 500 characters"),
    ("/accounts/guest1/paid-in", {"amount": 0}, "amount must be more than 0."),
    ("/accounts/guest1/paid-in", {"amount": 10**30}, "amount must be 1000000000000000 or less."),
    ("/tables", {**PHYSICAL, "betting_seconds": -3}, "betting_seconds must be 0 or more."),
    ("/tables", {**PHYSICAL, "betting_seconds": 900}, "betting_seconds must be 600 or less."),
    ("/tables", {**PHYSICAL, "betting_seconds": 1.5}, "betting_seconds must be a whole number."),
    ("/tables", {**PHYSICAL, "settings": []}, "settings must be an object."),
    (
        "/tables",
        {**PHYSICAL, "settings": dict.fromkeys(map(str, range(61)), "")},
        "settings must have 60",
    ),
    ("/tables", {**PHYSICAL, "settings": {"a": 5}}, "settings.a must be a text."),
    ("/tables", {**PHYSICAL, "cards": "paper"}, "cards must be 'random' or 'physical'."),
    ("/tables", {**PHYSICAL, "table": "T 9"}, "table is 1 to 32 letters, digits, hyphens"),
    ("/people/anna/roles", {"role": "dealer", "table": "T 9"}, "table is the name of a table"),
    ("/books/mbs/adoption", {"reason": "new", "before": "e2"}, "before must match ^[0-9a-f]{64}$."),
    ("/tables", [], "The body must be a JSON object"),
]


@pytest.mark.parametrize(("path", "body", "words"), WRONG)
def test_a_sentence_says_what_would_be_right(
    house: House, path: str, body: Any, words: str
) -> None:
    sent = {"id": "x1", **body} if isinstance(body, dict) else body
    person = "cashier1" if path.startswith("/accounts") else "admin2"
    answer = house[person].call("POST", path, sent)
    assert answer.status_code == 422
    form = answer.json()
    assert form["sentence"].startswith(words)
    assert slots(ENGLISH[form["said"]["code"]]) == form["said"]["values"].keys()


def test_whoever_sends_a_form_is_told_of_the_header(house: House) -> None:
    sent = house["admin2"].call("POST", "/people", None)
    assert sent.json()["sentence"] == (
        "The body must be a JSON object, sent with the header `Content-Type: application/json`."
    )


def test_half_a_character_is_none(house: House) -> None:
    admin = house["admin2"]
    headers = {"Authorization": f"Bearer {admin.token}", "Content-Type": "application/json"}
    for body in (b'{"id": "x1", "name": "\\ud800"}', b'{"id": "x1", "na\\ud800me": "anna"}'):
        sent = admin.client.post("/api/people", content=body, headers=headers)
        assert sent.status_code == 422
        assert sent.json()["said"]["code"] == "wrong.bad-character"


# --- every type of error that there can be --------------------------------------------------------

OF_A_TYPE: dict[str, dict[str, str]] = {
    "bool": {"": "bool_type bool_parsing"},
    "int": {
        "": "int_type int_parsing int_parsing_size int_from_float",
        "gt": "greater_than",
        "ge": "greater_than_equal",
        "le": "less_than_equal",
    },
    "str": {
        "": "string_type string_unicode",
        "min_length": "string_too_short",
        "max_length": "string_too_long",
        "pattern": "string_pattern_mismatch",
    },
    "dict": {"": "dict_type", "max_length": "too_long"},
    "list": {"": "list_type", "max_length": "too_long"},
    "literal": {"": "literal_error"},
    "model": {"": "model_attributes_type"},
    "model-fields": {"": "missing extra_forbidden"},
}
"""The errors that pydantic can raise for a type, and for each limit that it has."""
HOLDERS = {"default", "nullable", "model-field"}
NO_LIMITS = {
    *("type", "metadata", "schema", "strict", "serialization", "ref"),
    *("items_schema", "keys_schema", "values_schema", "expected"),
    *("cls", "config", "custom_init", "root_model"),
    *("fields", "model_name", "computed_fields"),
}


def _dependants(found: Dependant) -> Iterator[Dependant]:
    yield found
    for each in found.dependencies:
        yield from _dependants(each)


def _schemas(found: Any) -> Iterator[dict[str, Any]]:
    """Every type of pydantic's within another."""
    if isinstance(found, dict):
        if isinstance(found.get("type"), str) and found["type"] not in HOLDERS:
            yield found
        for name, value in found.items():
            if name not in ("metadata", "serialization"):
                yield from _schemas(value)


def _errors(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every error that a value of this type can lead to; a limit or type not known here fails."""
    for limit, kinds in OF_A_TYPE[schema["type"]].items():
        if not limit or limit in schema:
            for kind in kinds.split():
                shown = " or ".join(f"'{each}'" for each in schema.get("expected", ()))
                told = {"expected": shown} if shown else {limit: schema[limit]} if limit else {}
                yield {"type": kind, "loc": ("body", "amount"), "ctx": told, "msg": "?"}
    limits = schema.keys() - NO_LIMITS
    assert limits <= OF_A_TYPE[schema["type"]].keys(), (schema["type"], limits)


def _every_error() -> Iterator[dict[str, Any]]:
    yield {"type": "json_invalid", "loc": ("body", 7), "ctx": {"error": "?"}, "msg": "?"}
    for kind in ("missing", "model_attributes_type"):
        yield {"type": kind, "loc": ("body",), "msg": "?"}
    for route in ROUTES:
        if isinstance(route, APIRoute):
            for each in _dependants(route.dependant):
                asked = (*each.path_params, *each.query_params, *each.header_params)
                for field in (*asked, *each.body_params):
                    yield from _errors_within(field._type_adapter.core_schema)


def _errors_within(schema: Any) -> Iterator[dict[str, Any]]:
    for each in _schemas(schema):
        yield from _errors(each)


def test_every_error_that_an_endpoint_can_have_is_said_in_every_language() -> None:
    seen: dict[str, str] = {}
    for error in _every_error():
        said = of_body([error])
        assert said.code != "wrong.value", f"{error} is not said"
        assert not (error["type"] == "string_too_short" and error["ctx"]["min_length"] > 1)
        seen[error["type"]] = said.code
        for language in LANGUAGES:
            template = templates(language, "sayings")[said.code]
            assert slots(template) == said.values.keys(), (error, language)
        assert sentence(said).endswith(".")
    assert seen.keys() == {*KINDS, "json_invalid", "string_pattern_mismatch"}


MESSAGES = [
    (b"{", "wrong.cut-off", {}),
    (b"nope", "wrong.no-json", {"form": "JSON", "at": 4}),
    (b"[]", "wrong.no-object-sent", {"form": "JSON"}),
    (b"{}", "wrong.missing", {"field": "id"}),
    (b'{"id": "x", "more": 1}', "wrong.unknown-field", {"field": "more"}),
    (b'{"id": 5}', "wrong.no-text", {"field": "id"}),
    (b'{"id": "x", "expected": "5"}', "wrong.no-whole-number", {"field": "expected"}),
    (b'{"id": "x", "request": 5}', "wrong.no-object", {"field": "request"}),
    (b'{"id": "x", "request": {}}', "wrong.missing", {"field": "request.request"}),
    (
        b'{"id": "x", "request": {"request": "place-stake", "by": "ann", "amount": "5"}}',
        "wrong.no-whole-number",
        {"field": "request.amount"},
    ),
    (b'{"id": "x", "request": {"request": "dance"}}', "wrong.value", {"field": "request.request"}),
    (b'{"id": "%s"}' % (b"x" * 501), "wrong.long-text", {"most": 500}),
    (b'{"id": %d}' % 10**30, "wrong.large-number", {"most": str(2**63 - 1)}),
]


@pytest.mark.parametrize(("data", "code", "values"), MESSAGES)
def test_a_message_to_a_table_is_said_in_every_language_too(
    data: bytes, code: str, values: dict[str, str | int]
) -> None:
    with pytest.raises(BadMessageError) as caught:
        read_ask(data)
    said = caught.value.said
    assert (said.code, said.values) == (code, values)
    for language in LANGUAGES:
        assert filled(templates(language, "sayings")[code], values)


def test_what_is_no_card_is_said_with_a_card(house: House) -> None:
    report = {"report": "card-left-shoe", "by": "dealer", "card": "9x"}
    sent = house["dealer1"].call("POST", "/tables/T1/reports", {"id": "x1", "report": report})
    assert (sent.status_code, sent.json()["code"]) == (422, "bad_message")
    assert json.loads(sent.content)["sentence"] == "report.card must be a card, such as 9h."
