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
from puntobanco.rules.rulings import Question
from puntobanco.views.explain import IRREGULARITIES, QUESTIONS, REMEDIES, Teller
from puntobanco.views.forms import NewsForm
from puntobanco.views.reading import Reading
from puntobanco.views.words import STEPS, hand_words, person


@unique
class Audience(Enum):
    """Who is told, where it is not one patron."""

    PUBLIC = "public"
    STAFF = "staff"


PUBLIC, STAFF = Audience.PUBLIC, Audience.STAFF

Viewer: TypeAlias = Audience | str
"""Everybody, staff, or one patron or nominee by name."""

_Name = Callable[[str], str]
_Say = Callable[[Any, _Name], str]


def news_for(
    reading: Reading, event: e.Event, sequence: int, time: int, audience: Viewer
) -> NewsForm | None:
    """What a viewer is told of an event that the reading has taken; None: nothing."""
    sentence = _told(reading, event, audience)
    if not sentence:
        return None
    tag = type(event).__struct_config__.tag
    assert isinstance(tag, str), tag
    return NewsForm(
        sequence=sequence, time=time, event=tag, sentence=sentence, clauses=event.clauses
    )


def without_names(reading: Reading, sentence: str, audience: Viewer) -> str:
    """A sentence, such as a refusal's, in which nobody but the viewer is named."""
    if audience is Audience.STAFF:
        return sentence
    table, left = reading.table, reading.memory.left
    others = {*table.patrons, *table.nominees} - {audience, ""}
    if not others:
        return sentence
    names = "|".join(re.escape(name) for name in sorted(others, key=len, reverse=True))
    return re.sub(
        rf"(?<!\w)(?:{names})(?!\w)",
        lambda found: person(reading.rules, table, left, found[0]),
        sentence,
    )


def _told(reading: Reading, event: e.Event, audience: Viewer) -> str | None:
    if audience is Audience.STAFF or _is_own(reading, event, audience):
        return Teller(reading.rules.settings.currency).sentence(event)
    say = TOLD_EVERYBODY.get(type(event))
    if say is None:
        return None

    def name(who: str) -> str:
        return person(reading.rules, reading.table, reading.memory.left, who)

    sentence = say(event, name)
    return f"{sentence[0].upper()}{sentence[1:]}." if sentence else None


def _is_own(reading: Reading, event: e.Event, audience: Viewer) -> bool:
    fields = TOLD_ITS_OWNER.get(type(event), ())
    if isinstance(event, e.QuestionAnswered) and event.question is not Question.CHOICE:
        return False
    if any(getattr(event, field) == audience for field in fields):
        return True
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


def _plain(event: e.Event, name: _Name) -> str:
    """For events that speak of nobody and of no money."""
    told = _NO_MONEY.sentence(event)
    assert told is not None, event
    return told.removesuffix(".")


class _NoMoney(Teller):
    """A teller for events without amounts; one that had any would fail here, not leak."""

    def __init__(self) -> None:
        self._write = _refuse


def _refuse(amount: int) -> str:
    raise AssertionError("an amount is not told to everybody")


_NO_MONEY = _NoMoney()


def _found(event: e.IrregularityFound, name: _Name) -> str:
    return f"Irregular in coup {event.coup}: {IRREGULARITIES[event.irregularity]}"


def _asked(event: e.QuestionAsked, name: _Name) -> str:
    question = QUESTIONS[event.question]
    if event.remedy is not None:
        question = f"{question} ({REMEDIES[event.remedy]})"
    whom = "the patrons with stakes" if event.patrons else name(event.post or "")
    return f"the table halts and asks {whom}: {question}"


def _answered(event: e.QuestionAnswered, name: _Name) -> str:
    if event.question is Question.CHOICE:
        return ""  # what one patron chooses is his own
    return f"{name(event.by)} answers {event.answer.replace('-', ' ')}"


def _prepared(event: e.PreparationDone, name: _Name) -> str:
    words = STEPS.get(event.step, event.step.replace("-", " "))
    return f"{name(event.by)}: {words}"


TOLD_EVERYBODY: dict[type[Any], _Say | None] = {
    e.TableOpened: _plain,
    e.TableClosed: _plain,
    e.PlayEnded: _plain,
    e.OptionChanged: lambda event, name: f"{name(event.by)} sets {event.option} to {event.value}",
    e.PatronCame: lambda event, name: (
        f"place {event.place} is taken" if event.place else "a patron stands at the table"
    ),
    e.PatronWent: lambda event, name: f"{name(event.patron)} leaves",
    e.ChipsBought: None,
    e.ChipsCashed: None,
    e.NomineeNamed: None,
    e.NomineeApproved: None,
    e.NomineeAnnounced: lambda event, name: f"{name(event.nominee)} is announced",
    e.NomineeEnded: None,
    e.NomineesBarred: None,
    e.CardsReceived: _plain,
    e.PreparationDone: _prepared,
    e.CutDeclined: lambda event, name: f"{name(event.patron)} leaves the cut to the next",
    e.CardBurnt: _plain,
    e.BurntCardShown: lambda event, name: f"{name(event.patron)} is shown the burnt card",
    e.ShoeStarted: _plain,
    e.MarkerReached: _plain,
    e.ShoeEnded: _plain,
    e.ReplacementOrdered: _plain,
    e.BettingOpened: _plain,
    e.BettingReopened: lambda event, name: f"{name(event.by)} lets betting go on",
    e.StakePlaced: None,
    e.StakeTaken: None,
    e.AntePlaced: None,
    e.AnteReturned: None,
    e.BettingClosed: _plain,
    e.HandOffered: lambda event, name: (
        f"{name(event.patron)} is offered {hand_words(event.hand)}'s hand"
    ),
    e.HandAccepted: lambda event, name: (
        f"{name(event.patron)} handles {hand_words(event.hand)}'s hand"
    ),
    e.HandDeclined: lambda event, name: (
        f"{name(event.patron)} declines {hand_words(event.hand)}'s hand"
    ),
    e.HandKept: _plain,
    e.OrderOfHandsSet: lambda event, name: f"{name(event.by)} has Banker's hand turned first",
    e.CardCalled: _plain,
    e.HandTurned: lambda event, name: f"{name(event.by)} turns {hand_words(event.hand)}'s hand",
    e.CardCorrected: _plain,
    e.AnnouncementCorrected: _plain,
    e.CardDealt: _plain,
    e.CardTurned: _plain,
    e.HandPassed: lambda event, name: (
        f"{hand_words(event.hand)}'s cards go to {name(event.patron)}"
    ),
    e.CardPassed: lambda event, name: f"{event.slot.value} goes to {name(event.to)}",
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
