"""What is recorded, asked, reported and scripted, as pages: from the structs themselves."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
from tools.docs_books import NOTICE, cell, table

from puntobanco.base.cards import card
from puntobanco.fair import events as fair
from puntobanco.house import events as house
from puntobanco.notation.codec import encode
from puntobanco.notation.expectations import EXPECTATIONS
from puntobanco.notation.verbs import VERBS
from puntobanco.play import events, reports, requests
from puntobanco.rules.slots import Slot

STAKE = requests.PlaceStake(by="guest1", patron="guest1", place=3, wager="banker", amount=10_000)
TURNED = reports.CardWasTurned(slot=Slot.P1, card=card("9s"), by="dealer1")
SCRIPTS = Path(__file__).resolve().parent.parent / "tests" / "books"


def events_page() -> str:
    """Every event of every kind of log."""
    parts = [
        "# Events\n",
        "A log is a list of these, each in an [envelope](../record.md#envelope). The field `event`",
        "has the name; fields with their default are left out of the JSON form. Every event has",
        "`clauses`, those it obeys, where the book has something to say.\n",
        "## At a table\n",
        *_structs(get_args(events.Event)),
        "## Of a random shoe\n",
        *_structs(get_args(fair.ShoeEvent)),
        "## Of an account\n",
        *_structs(get_args(house.AccountEvent)),
        "## Of the house\n",
        *_structs(get_args(house.HouseEvent)),
    ]
    return NOTICE + "\n".join(parts)


def requests_page() -> str:
    """Everything that can be asked of a table or reported to it."""
    parts = [
        "# Requests and reports\n",
        "A request is a wish and may be refused; a report says what happened and cannot be. Both",
        "are sent to a table as JSON ([the house](../server.md)) or handed to `decide` and",
        "`rule_on` in Python. In the JSON form `request` or `report` has the name, and fields with",
        "their default may be left out:\n",
        f"```json\n{_sent('request', STAKE)}\n{_sent('report', TURNED)}\n```\n",
        "`id` is made by whoever asks; what is sent again under the same id is done once.\n",
        "## Requests\n",
        *_structs(get_args(requests.Request)),
        "## Reports\n",
        *_structs(get_args(reports.Report)),
    ]
    return NOTICE + "\n".join(parts)


def _sent(kind: str, message: requests.Request | reports.Report) -> str:
    """A message as it is sent to a table."""
    own = {"id": f"{kind}-1", kind: msgspec.Raw(encode(message))}
    return msgspec.json.encode(own).decode()


def _structs(kinds: tuple[Any, ...]) -> list[str]:
    return [_struct(kind) for kind in kinds]


def _struct(kind: Any) -> str:
    rows = [
        [f"`{field.encode_name}`", f"`{_kind(kind, field.name)}`", _default(field)]
        for field in msgspec.structs.fields(kind)
        if field.name != "clauses"
    ]
    said = " ".join((inspect.getdoc(kind) or "").split())
    return f"### {kind.__struct_config__.tag}\n\n{cell(said)}\n\n" + (
        table("field|type|default", rows) if rows else ""
    )


def _kind(kind: Any, field: str) -> str:
    for each in kind.__mro__:
        found = inspect.get_annotations(each).get(field)
        if found is not None:
            return str(found).replace("|", "or")
    raise KeyError(field)


def _default(field: Any) -> str:
    if field.required:
        return "required"
    if field.default is msgspec.NODEFAULT:
        return "empty"
    value = msgspec.json.encode(field.default).decode()
    return f"`{value}`"


def _meaning(verb: Callable[..., object]) -> str:
    if verb.__doc__ is None:
        raise ValueError(f"{verb.__name__} does not say what its verb means")
    return verb.__doc__


def verbs_page() -> str:
    """Every verb of a script, with lines of real scripts."""
    used: dict[str, dict[str, str]] = defaultdict(dict)
    for script in sorted(SCRIPTS.rglob("*.play")):
        for line in script.read_text("utf-8").splitlines():
            verb = line.split(maxsplit=1)[0] if line.strip() else "#"
            text = re.sub(r" {2,}", "  ", line.strip())
            if not verb.startswith("#") and len(used[verb]) < 3:
                used[verb].setdefault(text, f"tests/books/{script.relative_to(SCRIPTS)}")
    parts = [
        "# Verbs of scripts\n",
        "What a `.play` script can say, each with lines from the scripts that show the clauses.",
        "[Scripts of play](../play.md) says how a script is written.\n",
    ]
    meant = {
        "book": "`book NAME [OPTION=VALUE ...]`: the book, with the operator's choices.",
        "set": "`set SETTING=VALUE ...`: what this table has set, such as its limits.",
        **{verb: _meaning(each.read) for verb, each in VERBS.items()},
        **{verb: f"Expects {_meaning(each)}" for verb, each in EXPECTATIONS.items()},
    }
    for verb, sentence in meant.items():
        lines = "\n".join(f"{text}    # {place}" for text, place in used[verb].items())
        shown = f"\n```text\n{lines}\n```\n" if lines else ""
        parts.append(f"## {verb}\n\n{sentence}\n{shown}")
    return NOTICE + "\n".join(parts)
