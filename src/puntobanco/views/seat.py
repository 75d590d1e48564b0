"""What each viewer is told of an event: the one place where secrets are cut.

`event_table` says for each type of event who is told, and how.
"""

from __future__ import annotations

from enum import Enum, unique
from functools import partial
from typing import TypeAlias

from puntobanco.play import events as e
from puntobanco.rules.rulings import Question
from puntobanco.sayings.saying import Saying, Value, sentence
from puntobanco.views.event_table import EVENTS
from puntobanco.views.explain import by_name
from puntobanco.views.reading import Reading
from puntobanco.views.words import person_said
from puntobanco.wire.forms import NewsForm


@unique
class ToldTo(Enum):
    """Who is told, where it is not one patron."""

    PUBLIC = "public"
    STAFF = "staff"


PUBLIC, STAFF = ToldTo.PUBLIC, ToldTo.STAFF

Viewer: TypeAlias = ToldTo | str
"""All viewers, staff, or one patron or nominee by name."""


def news_for(
    reading: Reading, event: e.Event, sequence: int, time: int, audience: Viewer
) -> NewsForm | None:
    """What a viewer is told of an event that the reading has taken; None: nothing."""
    said = _told(reading, event, audience)
    if said is None:
        return None
    tag = type(event).__struct_config__.tag
    assert isinstance(tag, str), tag
    return NewsForm(
        sequence=sequence,
        time=time,
        event=tag,
        sentence=sentence(said),
        said=said,
        clauses=event.clauses,
    )


def known_as(reading: Reading, who: str) -> Value:
    """How a person is known at the table: by place; staff by their post."""
    table = reading.table
    if who in table.patrons or who in table.nominees:
        return person_said(reading.rules, table, reading.memory.left, who)
    return by_name(who)


def _told(reading: Reading, event: e.Event, audience: Viewer) -> Saying | None:
    is_own = isinstance(audience, str) and _is_own(reading, event, audience)
    if is_own or audience is ToldTo.STAFF:
        return EVENTS[type(event)].tell(event, reading.rules.settings.currency.show, by_name)
    say_it = EVENTS[type(event)].public
    if say_it is None:
        return None
    return say_it(event, partial(person_said, reading.rules, reading.table, reading.memory.left))


def _is_own(reading: Reading, event: e.Event, audience: str) -> bool:
    for field in EVENTS[type(event)].owner:
        if getattr(event, field) == audience:
            return not isinstance(event, e.QuestionAnswered) or event.question is Question.CHOICE
    if not isinstance(event, e.StakePlaced | e.StakeTaken) or event.by != audience:
        return False
    nominee = reading.table.nominees.get(event.by)  # laid for the patron
    return nominee is not None and nominee.patron == event.patron
