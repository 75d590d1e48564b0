"""A table as a program sees it: the newest of each section, in the forms that the house sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec

from puntobanco.wire import forms, own_forms


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one may see of a table."""

    table: forms.TableForm
    phase: forms.PhaseForm
    hands: forms.HandsForm
    stakes: forms.StakesForm
    seats: forms.SeatsForm
    roads: forms.RoadsForm
    ruling: forms.RulingForm | None
    fairness: forms.FairnessForm | None
    me: own_forms.MeForm | None = None
    """For a patron or nominee."""
    staff: own_forms.StaffForm | None = None
    """For staff who conduct or watch the table."""


SECTIONS: dict[str, Any] = get_type_hints(View)
"""By name: the form of a section."""


def whole(sections: Mapping[str, Any]) -> View:
    """A view from everything that a welcome has."""
    return msgspec.convert(sections, View)


def changed(view: View, sections: Mapping[str, Any]) -> View:
    """The view, once the sections that are news have replaced those it had."""
    known = {
        name: msgspec.convert(section, SECTIONS[name])
        for name, section in sections.items()
        if name in SECTIONS
    }
    return msgspec.structs.replace(view, **known)
