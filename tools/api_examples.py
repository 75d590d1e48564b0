"""Writes the examples of the API's description: calls, events, messages of a house that is played.

Everything is taken from what was really sent and answered. What differs from run to run, and what
nobody should copy, is replaced: keys, hashes, secrets, the folder; long lists are cut short.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch
from urllib.parse import parse_qs

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.properties.houses import random_house  # noqa: E402
from tests.properties.session import TEMPERS, Session  # noqa: E402
from tests.properties.watched import Wish  # noqa: E402
from tests.server.api.house import opened  # noqa: E402
from tests.server.api.test_every_class import RICH, Doing, logs  # noqa: E402
from tools.api_play import play  # noqa: E402

from puntobanco.fair.events import ShoeEvent  # noqa: E402
from puntobanco.fair.source import system  # noqa: E402
from puntobanco.house.events import AccountEvent, HouseEvent  # noqa: E402
from puntobanco.notation.codec import encode  # noqa: E402
from puntobanco.notation.runner import Playing  # noqa: E402
from puntobanco.play.events import Event, Events  # noqa: E402
from puntobanco.play.reports import Report  # noqa: E402
from puntobanco.play.requests import Request  # noqa: E402
from puntobanco.rules.refusals import Refusal  # noqa: E402
from puntobanco.server import app  # noqa: E402
from puntobanco.server.api.description.examples import EXAMPLES  # noqa: E402

UNIONS = {
    "event": (Event, HouseEvent, AccountEvent, ShoeEvent),
    "request": (Request,),
    "report": (Report,),
}
NAMES = {
    (field, kind.__struct_config__.tag): kind.__name__
    for field, unions in UNIONS.items()
    for union in unions
    for kind in get_args(union)
}
"""By the field that names it and its name: the schema of an event, a request or a report."""
MESSAGES = {
    "welcome": "Welcome",
    "news": "News",
    "answer": "AnswerMessage",
    "time": "Time",
    "error": "Failed",
}
"""By the type of what a server says: its schema."""
LIST_MOST = 2
MAP_MOST = 60
"""No form has so many fields; whatever has more is a table by name."""
HEX = re.compile(r"\b(?=\d*[a-f])[0-9a-f]{16,}\b")
"""What chance or a hash gave; a number alone is a time."""
SECRETS = {
    "password": "your password",
    "old": "your password",
    "new": "the one you want",
    "token": "shown once",
    "ticket": "good once",
    "secret": "shown once",
    "sealed": "the order, which only the house can read",
}
MEASURED = {"milliseconds": 12, "bytes": 163_840}
"""What a machine takes for something, the same in every run."""
LINES_MOST = 8
SESSIONS = 300


class Now:
    """A clock that goes on with each call, whoever else asks it."""

    now = 1_800_000_000_000_000

    def __call__(self) -> int:
        """What it says."""
        return self.now


class Book:
    """The examples so far."""

    def __init__(self, described: dict[str, Any], clock: Now) -> None:
        self.clock = clock
        self.calls: dict[str, dict[str, Any]] = {}
        self.errors: dict[str, Any] = {}
        self.forms: dict[str, Any] = {}
        self._operations = {
            f"{method} {path}": (re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)), operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
        }

    def take(self, answer: Any) -> None:
        """Note a call and its answer; the last one that names the most parameters stays."""
        answer.read()
        self.clock.now += 250_000
        kind = answer.headers.get("content-type", "").partition(";")[0]
        said = answer.json() if kind == "application/json" and answer.content else answer.text
        if answer.status_code >= 400:
            self.errors[str(answer.status_code)] = said
            return
        body = json.loads(answer.request.content) if answer.request.content else None
        key, parameters = self._found(answer.request)
        call = self.calls.setdefault(key, {"parameters": {}, "body": None, "answers": {}})
        if len(parameters) >= len(call["parameters"]):
            call |= {"parameters": parameters, "body": body}
            if said:
                call["answers"][kind] = said
        for field in ("request", "report"):
            if isinstance(body, dict) and isinstance(body.get(field), dict):
                self.form(field, body[field])

    def form(self, field: str, example: dict[str, Any]) -> None:
        """Note an event, a request or a report; the fullest stays."""
        name = NAMES[field, example[field]]
        if len(example) > len(self.forms.get(name, ())):
            self.forms[name] = example

    def missing(self, field: str) -> set[str]:
        """The names of which there is none yet."""
        return {name for (kind, _), name in NAMES.items() if kind == field} - self.forms.keys()

    def _found(self, request: Any) -> tuple[str, dict[str, Any]]:
        """The operation that a request is of, and its parameters as they are meant."""
        method, path = request.method.lower(), request.url.path
        exact = (f"{method} {path}", *(key for key in self._operations if key.startswith(method)))
        key, found = next(
            (key, found)
            for key in exact
            if key in self._operations and (found := self._operations[key][0].fullmatch(path))
        )
        given: dict[str, Any] = found.groupdict() | parse_qs(request.url.query.decode())
        parameters = {}
        for each in self._operations[key][1].get("parameters", ()):
            if each["name"] in given:
                parameters[each["name"]] = _read(given[each["name"]], each["schema"])
        return key, parameters


def _read(value: Any, schema: dict[str, Any]) -> Any:
    if schema.get("type") == "array":
        return value
    one = value[0] if isinstance(value, list) else value
    return int(one) if schema.get("type") == "integer" else one


# --- the rarer events and wishes --------------------------------------------------------------


class _Noted(Session):
    """A hostile session whose granted wishes are noted where there was no such example."""

    def __init__(self, seed: int, book: Book) -> None:
        random = Random(seed)  # noqa: S311 - an example is to be the same again
        super().__init__(random, random_house(random), TEMPERS[-1])
        self.coups = 12
        self._book = book
        self._missing = {field: book.missing(field) for field in ("request", "report")}

    def do(self, command: Wish) -> Events | Refusal:
        """Put a wish, and note it when it was granted."""
        outcome = super().do(command)
        for field, missing in self._missing.items():
            if type(command).__name__ in missing and not isinstance(outcome, Refusal):
                self._book.form(field, json.loads(encode(command)))
        return outcome


def add_rare(book: Book) -> None:
    """What nobody does in a quiet house: from scripts and hostile sessions."""
    missing = book.missing("event")
    granted = {field: book.missing(field) for field in ("request", "report")}
    ordinary = Playing.do

    def do(playing: Playing, command: Wish) -> Events | Refusal:
        outcome = ordinary(playing, command)
        for field, names in granted.items():
            if type(command).__name__ in names and not isinstance(outcome, Refusal):
                book.form(field, json.loads(encode(command)))
        return outcome

    with patch.object(Playing, "do", do):
        _add_events(book, missing)
    for seed in (*RICH, *range(SESSIONS)):
        if not book.missing("request") | book.missing("report"):
            break
        _Noted(seed, book).play()


def _add_events(book: Book, missing: set[str]) -> None:
    for _, log in logs():
        for event in log:
            if type(event).__name__ in missing:
                book.form("event", json.loads(encode(event)))
        if not book.missing("event"):
            break


# --- what is written --------------------------------------------------------------------------


def short(value: Any) -> Any:
    """A value with its long lists and tables cut short."""
    match value:
        case dict():
            kept = list(value.items())
            kept = kept[:LIST_MOST] if len(kept) > MAP_MOST else kept
            return {key: short(each) for key, each in kept}
        case list():
            return [short(each) for each in value[:LIST_MOST]]
        case str() if "\n" in value:
            return "".join(value.splitlines(keepends=True)[:LINES_MOST])
        case _:
            return value


def without_secrets(value: Any, key: str = "") -> Any:
    """A value whose secrets are words, and in which nothing was measured."""
    match value:
        case dict():
            return {name: without_secrets(each, name) for name, each in value.items()}
        case list():
            return [without_secrets(each, key) for each in value]
        case int() if key in MEASURED:
            return MEASURED[key]
        case str() if key in SECRETS and value and not HEX.fullmatch(value):
            return SECRETS[key]
        case _:
            return value


def same_again(text: str, folder: str) -> str:
    """A text in which whatever chance and this machine gave is the same in every run."""
    known: dict[str, str] = {}

    def other(found: re.Match[str]) -> str:
        name = hashlib.sha256(str(len(known)).encode()).hexdigest() * (1 + len(found[0]) // 64)
        return known.setdefault(found[0], name[: len(found[0])])

    return HEX.sub(other, text.replace(folder, "/srv").replace("testclient", "127.0.0.1"))


def played(folder: Path) -> Book:
    """What was sent and answered in a house that is played in a folder."""
    clock = Now()
    random = Random(7)  # noqa: S311 - the same again
    with (
        patch.object(system, "_source", random.randbytes),
        patch.object(app, "add_examples", lambda described: None),  # those are what is made here
        opened(folder, clock=clock, is_demo=True) as house,
    ):
        book = Book(house.client.get("/openapi.json").json(), clock)
        house.client.event_hooks["response"] = [book.take]
        heard = play(house)
        for page in Doing(house).pages():
            book.form("event", page["event"])
    book.forms |= {MESSAGES.get(name, name): message for name, message in heard.items()}
    book.forms["AskBody"] = book.calls["post /api/tables/{table}/requests"]["body"]
    book.forms["TellBody"] = book.calls["post /api/tables/{table}/reports"]["body"]
    return book


def written() -> str:
    """The file."""
    with tempfile.TemporaryDirectory() as folder:
        book = played(Path(folder) / "house")
    add_rare(book)
    parts = {"calls": book.calls, "errors": book.errors, "forms": book.forms}
    made = {
        part: {name: without_secrets(short(each)) for name, each in some.items()}
        for part, some in parts.items()
    }
    text = json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False)
    return same_again(text, folder) + "\n"


if __name__ == "__main__":
    EXAMPLES.write_text(written(), encoding="utf-8")
    sys.stdout.write(f"{EXAMPLES}\n")
