"""Everything in the API's description has an example, and every example is what its schema says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest
from tools import api_examples

from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.play.events import Event
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.server.api.description.examples import EXAMPLES
from puntobanco.wire import messages
from tests.server.api.conforming import Schemas
from tests.server.api.house import House
from tests.server.api.test_every_class import tags

UNIONS = {
    "event": (Event, HouseEvent, AccountEvent, ShoeEvent),
    "request": (Request,),
    "report": (Report,),
    "type": (messages.Inbound,),
}
HEARD = ("Welcome", "News", "AnswerMessage", "Time", "Failed", "AskBody", "TellBody")
SIZE_MOST = 512 * 1024
SECRETS = re.compile(r'"(?:password|old|new|token|ticket|secret|sealed)": "([^"]+)"')


@pytest.fixture(scope="module")
def described(played: House) -> Any:
    answer = played.client.get("/openapi.json")
    assert len(answer.content) < SIZE_MOST
    return answer.json()


def _shown(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Every place that needs an example, with its schema; KeyError where there is none."""
    errors = described["components"]["examples"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            place = f"{method} {path}"
            for each in operation.get("parameters", ()):
                yield f"{place} {each['name']}", each["schema"], each["example"]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield f"{place} body", content["schema"], content["example"]
            for status, answer in operation["responses"].items():
                for content in answer.get("content", {}).values():
                    example = (
                        content["example"] if status.startswith("2") else errors[status]["value"]
                    )
                    assert status.startswith("2") or content["examples"], place
                    yield f"{place} {status}", content["schema"], example


def test_every_parameter_body_and_answer_has_an_example(described: dict[str, Any]) -> None:
    places, schemas = [], Schemas(described["components"])
    for place, schema, example in _shown(described):
        schemas.check(schema, example)
        places.append(place)
    assert len(places) > 800


def test_every_event_and_message_has_a_schema_with_an_example(played: House) -> None:
    schemas = played["guest1"].get("/schemas")
    checked = Schemas({"schemas": schemas})
    for field, unions in UNIONS.items():
        for union in unions:
            for kind in get_args(union):
                schema = schemas[kind.__name__]
                tag = kind.__struct_config__.tag
                assert schema["properties"][field]["enum"] == [tag]
                (example,) = schema["examples"]
                assert example[field] == tag
                checked.check(schema, example)
    for name in HEARD:
        (example,) = schemas[name]["examples"]
        checked.check(schemas[name], example)
    assert sum(len(tags(union)) for unions in UNIONS.values() for union in unions) > 140


def test_the_house_that_they_are_taken_from_can_still_be_played(tmp_path: Path) -> None:
    book, kept = api_examples.played(tmp_path / "house"), json.loads(EXAMPLES.read_text("utf-8"))
    assert book.errors.keys() == kept["errors"].keys()
    assert book.forms.keys() <= kept["forms"].keys()
    assert _names(book.calls) == _names(kept["calls"]), "run python tools/api_examples.py"


def _names(calls: dict[str, Any]) -> dict[str, tuple[set[str], set[str]]]:
    return {key: (set(each["parameters"]), set(each["answers"])) for key, each in calls.items()}


def test_an_example_that_is_no_longer_right_is_found(described: dict[str, Any]) -> None:
    (example,) = described["components"]["schemas"]["PlaceStake"]["examples"]
    schema = {"$ref": "#/components/schemas/PlaceStake"}
    with pytest.raises(jsonschema_rs.ValidationError):
        Schemas(described["components"]).check(schema, {**example, "amount": "50.00"})


def test_the_examples_tell_nothing_of_a_machine_and_no_secret() -> None:
    text = EXAMPLES.read_text("utf-8")
    assert not re.search(r"/(?:tmp|home|root|work|var|Users)/", text)
    said = set(SECRETS.findall(text))
    assert said
    assert all(" " in words or re.fullmatch("[0-9a-f]{64}", words) for words in said), said
