"""The sections of a view: what everybody sees, what one patron sees, what staff see."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.views.event_table import PUBLIC_SECTIONS, changed_by, patrons_changed_by
from puntobanco.views.hands_form import hands_form
from puntobanco.views.layout_forms import seats_form, stakes_form
from puntobanco.views.me_form import NOTHING_HELD, me_form
from puntobanco.views.phase_form import phase_form
from puntobanco.views.reading import Reading
from puntobanco.views.roads.form import roads_form
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.setup import Moment
from puntobanco.views.staff_form import staff_form
from puntobanco.views.table_form import table_form
from puntobanco.wire.forms import Form
from puntobanco.wire.own_forms import MeForm, StaffForm

__all__ = [
    "PUBLIC_SECTIONS",
    "changed_by",
    "own_section",
    "patrons_changed_by",
    "public_section",
    "staff_section",
]


def public_section(reading: Reading, name: str, moment: Moment) -> Form | None:
    """One section for everybody."""
    match name:
        case "table":
            return table_form(reading)
        case "phase":
            return phase_form(reading, moment)
        case "hands":
            return hands_form(reading)
        case "stakes":
            return stakes_form(reading)
        case "seats":
            return seats_form(reading, moment)
        case "roads":
            return roads_form(reading)
        case "ruling":
            return ruling_form(reading)
        case _:
            raise ValueError(f"{name!r} is not a section; they are {', '.join(PUBLIC_SECTIONS)}")


def own_section(
    reading: Reading, patron: str, moment: Moment, held: Mapping[str, str] = NOTHING_HELD
) -> MeForm:
    """A patron's own section; `held` are the faces, by slot, of cards passed to him face down."""
    return me_form(reading, patron, moment, held)


def staff_section(reading: Reading) -> StaffForm:
    """The section of the dealer, supervisors and surveillance."""
    return staff_form(reading)
