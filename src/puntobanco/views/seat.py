"""What each viewer is told of an event: the one place where secrets are cut.

An allow-list by type of event: what is not in it is told to nobody but staff. Everybody hears of
people as `place 3` or `a standing patron`, and never what a single one buys, stakes, wins or has; a
patron hears his own in full. Free text that staff wrote (notes, reasons) stays with staff.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, unique
from typing import Any, TypeAlias

from puntobanco.play import events as e
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.sayings.saying import Saying, Value, say, sentence
from puntobanco.views.explain import Name, by_name, told
from puntobanco.views.reading import Reading
from puntobanco.views.words import (
    WHAT_WENT_WRONG,
    answer_said,
    person,
    person_said,
    question_said,
    step_said,
)
from puntobanco.wire.forms import NewsForm


@unique
class ToldTo(Enum):
    """Who is told, where it is not one patron."""

    PUBLIC = "public"
    STAFF = "staff"


PUBLIC, STAFF = ToldTo.PUBLIC, ToldTo.STAFF

Viewer: TypeAlias = ToldTo | str
"""Everybody, staff, or one patron or nominee by name."""

_Say = Callable[[Any, Name], Saying | None]


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


def without_names(reading: Reading, words: str, audience: Viewer) -> str:
    """A sentence, such as a refusal's, in which nobody but the viewer is named."""
    if audience is ToldTo.STAFF:
        return words
    table, left = reading.table, reading.memory.left
    others = {*table.patrons, *table.nominees} - {audience, ""}
    if not others:
        return words
    names = "|".join(re.escape(name) for name in sorted(others, key=len, reverse=True))
    return re.sub(
        rf"(?<!\w)(?:{names})(?!\w)",
        lambda found: person(reading.rules, table, left, found[0]),
        words,
    )


def _told(reading: Reading, event: e.Event, audience: Viewer) -> Saying | None:
    is_own = isinstance(audience, str) and _is_own(reading, event, audience)
    if is_own or audience is ToldTo.STAFF:
        return told(event, reading.rules.settings.currency.write, by_name)
    say_it = TOLD_EVERYBODY.get(type(event))
    if say_it is None:
        return None

    def name(who: str) -> Value:
        return person_said(reading.rules, reading.table, reading.memory.left, who)

    return say_it(event, name)


def _is_own(reading: Reading, event: e.Event, audience: str) -> bool:
    for field in TOLD_ITS_OWNER.get(type(event), ()):
        if getattr(event, field) == audience:
            return not isinstance(event, e.QuestionAnswered) or event.question is Question.CHOICE
    if not isinstance(event, e.StakePlaced | e.StakeTaken) or event.by != audience:
        return False
    nominee = reading.table.nominees.get(event.by)  # he laid it for his patron
    return nominee is not None and nominee.patron == event.patron


TOLD_ITS_OWNER: dict[type[Any], tuple[str, ...]] = {
    e.PatronCame: ("patron",),
    e.PatronWent: ("patron",),
    e.ChipsBought: ("patron",),
    e.ChipsCashed: ("patron",),
    e.NomineeNamed: ("patron", "nominee"),
    e.NomineeApproved: ("nominee",),
    e.NomineeAnnounced: ("nominee",),
    e.NomineeEnded: ("nominee",),
    e.CutDeclined: ("patron",),
    e.BurntCardShown: ("patron",),
    e.StakePlaced: ("patron",),
    e.StakeTaken: ("patron",),
    e.StakeReduced: ("patron",),
    e.AntePlaced: ("patron",),
    e.AnteReturned: ("patron",),
    e.AnteCollected: ("patron",),
    e.AnteReversed: ("patron",),
    e.HandOffered: ("patron",),
    e.HouseAsked: ("patron",),
    e.HouseAnswered: ("patron",),
    e.HandAccepted: ("patron",),
    e.HandDeclined: ("patron",),
    e.HandPassed: ("patron",),
    e.StakeSettled: ("patron",),
    e.CommissionCollected: ("patron",),
    e.CommissionReturned: ("patron",),
    e.SettlementReversed: ("patron",),
    e.PatronWarned: ("patron",),
    e.QuestionAnswered: ("by",),
}
"""By event: the fields that name somebody who is told of it in full. None of these sentences names
anybody else, but a nominee's patron."""


def _plain(event: e.Event, name: Name) -> Saying | None:
    """For events without money and without free text; people are named as everybody knows them."""
    return told(event, _refuse, name)


def _refuse(amount: int) -> str:
    """An event with an amount would fail here, not leak."""
    raise AssertionError("an amount is not told to everybody")


def _came(event: e.PatronCame, name: Name) -> Saying:
    if event.place:
        return say("told.place-taken", place=event.place)
    return say("told.somebody-stands")


def _found(event: e.IrregularityFound, name: Name) -> Saying:
    if event.irregularity is Irregularity.FLOOR_CALLED:
        return say("told.called")
    return say("told.irregular", coup=event.coup, what=WHAT_WENT_WRONG[event.irregularity])


def _asked(event: e.QuestionAsked, name: Name) -> Saying:
    whom = say("person.stakers") if event.patrons else name(event.post or "")
    return say("told.asked", whom=whom, question=question_said(event.question, event.remedy))


def _answered(event: e.QuestionAnswered, name: Name) -> Saying | None:
    if event.question is Question.CHOICE:
        return None  # what one patron chooses is his own
    return say("told.answered", who=name(event.by), answer=answer_said(event))


def _prepared(event: e.PreparationDone, name: Name) -> Saying:
    return say("told.prepared", who=name(event.by), step=step_said(event.step))


TOLD_EVERYBODY: dict[type[Any], _Say | None] = {
    e.TableOpened: _plain,
    e.TableClosed: _plain,
    e.PlayEnded: _plain,
    e.OptionChanged: _plain,
    e.EditionAdopted: _plain,
    e.PatronCame: _came,
    e.PatronWent: _plain,
    e.ChipsBought: None,
    e.ChipsCashed: None,
    e.NomineeNamed: None,
    e.NomineeApproved: None,
    e.NomineeAnnounced: lambda event, name: say(
        "told.nominee-is-announced", who=name(event.nominee)
    ),
    e.NomineeEnded: None,
    e.NomineesBarred: None,
    e.CardsReceived: _plain,
    e.PreparationDone: _prepared,
    e.CutDeclined: _plain,
    e.CardBurnt: _plain,
    e.BurntCardShown: _plain,
    e.ShoeStarted: _plain,
    e.MarkerReached: _plain,
    e.ShoeEnded: _plain,
    e.ReplacementOrdered: _plain,
    e.BettingOpened: _plain,
    e.BettingReopened: _plain,
    e.StakePlaced: None,
    e.StakeTaken: None,
    e.AntePlaced: None,
    e.AnteReturned: None,
    e.BettingExtended: _plain,
    e.BettingClosed: _plain,
    e.HandOffered: _plain,
    e.CallMade: _plain,
    e.HouseAsked: _plain,
    e.HouseAnswered: _plain,
    e.HandAccepted: _plain,
    e.HandDeclined: _plain,
    e.HandKept: _plain,
    e.OrderOfHandsSet: _plain,
    e.CardCalled: _plain,
    e.HandTurned: _plain,
    e.CardCorrected: _plain,
    e.AnnouncementCorrected: _plain,
    e.CardDealt: _plain,
    e.CardTurned: _plain,
    e.HandPassed: _plain,
    e.CardPassed: _plain,
    e.HandReturned: _plain,
    e.TotalAnnounced: _plain,
    e.ResultAnnounced: _plain,
    e.StakeSettled: None,
    e.CommissionCollected: None,
    e.CommissionReturned: None,
    e.AnteCollected: None,
    e.CoupSettled: _plain,
    e.IrregularityFound: _found,
    e.QuestionAsked: _asked,
    e.QuestionAnswered: _answered,
    e.RemedyApplied: _plain,
    e.RemedyDeclined: _plain,
    e.CardsDiscarded: _plain,
    e.CardsRebuilt: _plain,
    e.CoupVoided: _plain,
    e.CoupReopened: _plain,
    e.CardCarried: _plain,
    e.NextWithoutBets: _plain,
    e.WaitingOrdered: _plain,
    e.PatronWarned: None,
    e.SettlementReversed: None,
    e.AnteReversed: None,
    e.StakeReduced: None,
    e.Resumed: _plain,
}
"""By event: how everybody is told of it, or that they are not."""
