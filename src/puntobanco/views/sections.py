"""The sections of a view: what all viewers see, what one patron sees, what staff see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puntobanco.views.event_table import PUBLIC_SECTIONS, changed_by, patrons_changed_by
from puntobanco.views.hands_form import hands_form
from puntobanco.views.layout_forms import seats_form, stakes_form
from puntobanco.views.me_form import me_form
from puntobanco.views.phase_form import phase_form
from puntobanco.views.reading import Reading
from puntobanco.views.roads.form import roads_form
from puntobanco.views.ruling_form import ruling_form
from puntobanco.views.setup import Moment
from puntobanco.views.staff_form import staff_form
from puntobanco.views.table_form import table_form
from puntobanco.wire.forms import Form

__all__ = [
    "PUBLIC_SECTIONS",
    "changed_by",
    "own_section",
    "patrons_changed_by",
    "public_section",
    "staff_section",
]


own_section, staff_section = me_form, staff_form

_BY_NAME: Mapping[str, Callable[[Reading], Form | None]] = {
    "table": table_form,
    "hands": hands_form,
    "stakes": stakes_form,
    "roads": roads_form,
    "ruling": ruling_form,
}
_OF_THE_MOMENT: Mapping[str, Callable[[Reading, Moment], Form]] = {
    "phase": phase_form,
    "seats": seats_form,
}


def public_section(reading: Reading, name: str, moment: Moment) -> Form | None:
    """One section that all viewers see."""
    if name in _OF_THE_MOMENT:
        return _OF_THE_MOMENT[name](reading, moment)
    if name not in _BY_NAME:
        raise ValueError(f"{name!r} is not a section; they are {', '.join(PUBLIC_SECTIONS)}")
    return _BY_NAME[name](reading)
