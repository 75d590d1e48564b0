"""The schemas of everything that is sent, from the forms themselves, for the API's description."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any, get_args

import msgspec

from puntobanco.base.cards import Card
from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.play.events import Event
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.wire import (
    accounts,
    audit,
    books,
    forms,
    house,
    own_forms,
    play,
    training,
)
from puntobanco.wire import messages as m
from puntobanco.wire.patterns import ID_PATTERN

_REFERENCE = "#/components/schemas/{name}"
_SECTIONS: dict[str, Any] = {
    "table": forms.TableForm,
    "phase": forms.PhaseForm,
    "hands": forms.HandsForm,
    "stakes": forms.StakesForm,
    "seats": forms.SeatsForm,
    "roads": forms.RoadsForm,
    "ruling": forms.RulingForm | None,
    "fairness": forms.FairnessForm | None,
    "me": own_forms.MeForm,
    "staff": own_forms.StaffForm,
}
ViewForm = msgspec.defstruct(
    "ViewForm",
    [(name, kind | msgspec.UnsetType, msgspec.UNSET) for name, kind in _SECTIONS.items()],
    kw_only=True,
)
"""The sections of a view; a viewer gets their own, and in news those that changed."""


def forms_in(*modules: ModuleType) -> list[type[forms.Form]]:
    """The forms that modules declare, without those that are only what others have in common."""
    declared = (each for module in modules for each in vars(module).values())
    found = (each for each in declared if isinstance(each, type) and issubclass(each, forms.Form))
    return [each for each in dict.fromkeys(found) if not each.__subclasses__()]


KINDS: tuple[Any, ...] = (
    ViewForm,
    *get_args(Request),
    *get_args(Report),
    *get_args(Event),
    *get_args(HouseEvent),
    *get_args(AccountEvent),
    *get_args(ShoeEvent),
    m.Ask,
    m.Tell,
    m.AskTime,
    m.AskBody,
    m.TellBody,
    m.Welcome,
    m.News,
    m.AnswerMessage,
    m.Time,
    m.Failed,
    m.NewsListForm,
    *forms_in(accounts, audit, books, forms, house, own_forms, play, training),
)


def _hook(kind: type) -> dict[str, Any]:
    assert kind is Card, kind
    return {"type": "string", "pattern": "^[A2-9TJQK][shdc]$", "examples": ["9h"]}


def components() -> dict[str, Any]:
    """Every schema by its name."""
    _, found = msgspec.json.schema_components(KINDS, ref_template=_REFERENCE, schema_hook=_hook)
    for schema in found.values():
        if "description" in schema:  # until Python 3.12 a docstring keeps its indentation
            schema["description"] = inspect.cleandoc(schema["description"])
    for name in ("Welcome", "News", "ReplayStepForm"):
        found[name]["properties"]["view"] = reference("ViewForm")
    for name in ("Ask", "Tell", "AskBody", "TellBody"):
        found[name]["properties"]["id"]["pattern"] = ID_PATTERN
    return found


def reference(name: str) -> dict[str, str]:
    """A reference to a schema."""
    return {"$ref": _REFERENCE.format(name=name)}


def json_body(name: str) -> dict[str, Any]:
    """The description of a body that is read by msgspec."""
    content = {"application/json": {"schema": reference(name)}}
    return {"requestBody": {"required": True, "content": content}}


def json_answer(name: str, description: str) -> dict[int | str, Any]:
    """The description of an answer that is written by msgspec."""
    content = {"schema": reference(name)}
    return {200: {"description": description, "content": {"application/json": content}}}
