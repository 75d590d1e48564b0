"""Which sections an event can change, so that only those are built again.

A section that is not named stays as it is, byte for byte; one that is named may change. What no
event says (the `Moment`: clock, watchers, a stopped table) shows in `phase`, `seats` and `me`.
"""

from __future__ import annotations

from typing import Any

from puntobanco.play import events as e

PUBLIC_SECTIONS = ("table", "phase", "hands", "stakes", "seats", "roads", "ruling")
"""For everybody; `fairness` is the shoe port's."""

_OWN = ("me", "staff")
_ALL = frozenset((*PUBLIC_SECTIONS, *_OWN))
_RULED = frozenset(("phase", "ruling", *_OWN))
_NOTHING: frozenset[str] = frozenset()
_STEP = frozenset(("staff",))
"""Only what the dealer does next."""


def _and(*names: str) -> frozenset[str]:
    return frozenset((*names, *_OWN))


_CHANGES: dict[type[Any], frozenset[str]] = {
    e.TableOpened: _ALL,
    e.TableClosed: _ALL,
    e.PlayEnded: _and(),
    e.OptionChanged: _ALL,
    e.EditionAdopted: _ALL,
    e.PatronCame: _and("seats", "hands"),
    e.PatronWent: _and("seats", "hands"),
    e.ChipsBought: _and(),
    e.ChipsCashed: _and(),
    e.NomineeNamed: _and("hands", "seats"),
    e.NomineeApproved: _and(),
    e.NomineeAnnounced: _and("seats"),
    e.NomineeEnded: _and("hands", "seats"),
    e.NomineesBarred: _NOTHING,
    e.CardsReceived: _and("phase", "hands", "stakes", "seats", "ruling"),
    e.PreparationDone: _and("phase"),
    e.CutDeclined: _and(),
    e.CardBurnt: _STEP,
    e.BurntCardShown: _NOTHING,
    e.ShoeStarted: _and("phase", "roads"),
    e.MarkerReached: _STEP | {"phase"},
    e.ShoeEnded: _STEP | {"phase"},
    e.ReplacementOrdered: _and("phase"),
    e.BettingOpened: _and("table", "phase", "hands", "ruling"),
    e.BettingExtended: frozenset(("phase",)),
    e.BettingReopened: _and("phase", "hands", "seats"),
    e.StakePlaced: _and("stakes", "seats"),
    e.StakeTaken: _and("stakes", "seats"),
    e.AntePlaced: _and(),
    e.AnteReturned: _and(),
    e.BettingClosed: _and("phase", "hands", "seats"),
    e.CallMade: _NOTHING,
    e.HouseAsked: _and("phase"),
    e.HouseAnswered: _and("phase"),
    e.HandOffered: _and("phase"),
    e.HandAccepted: _and("phase", "hands", "seats"),
    e.HandDeclined: _and("phase", "hands", "seats"),
    e.HandKept: _and("phase", "hands", "seats"),
    e.OrderOfHandsSet: _and("phase"),
    e.CardCalled: _NOTHING,
    e.HandTurned: _NOTHING,
    e.CardCorrected: _and("phase", "hands"),
    e.AnnouncementCorrected: _NOTHING,
    e.CardDealt: _and("phase", "hands", "ruling"),
    e.CardTurned: _and("phase", "hands"),
    e.HandPassed: _and("hands"),
    e.CardPassed: _and("hands"),
    e.HandReturned: _and("hands"),
    e.TotalAnnounced: _STEP,
    e.ResultAnnounced: _and("phase", "hands"),
    e.StakeSettled: _and(),
    e.CommissionCollected: _and(),
    e.CommissionReturned: _and(),
    e.AnteCollected: _NOTHING,
    e.CoupSettled: _and("phase", "hands", "stakes", "seats", "roads", "ruling"),
    e.IrregularityFound: _RULED,
    e.QuestionAsked: _RULED,
    e.QuestionAnswered: _RULED,
    e.RemedyApplied: _RULED,
    e.RemedyDeclined: _RULED,
    e.CardsDiscarded: _and("hands", "ruling"),
    e.CardsRebuilt: _and("phase", "hands", "ruling"),
    e.CoupVoided: _and("phase", "hands", "stakes", "seats", "roads", "ruling"),
    e.CoupReopened: _and("phase", "hands", "stakes", "seats", "roads", "ruling"),
    e.CardCarried: _and("hands", "ruling"),
    e.NextWithoutBets: _and("phase"),
    e.WaitingOrdered: _and("hands", "ruling"),
    e.PatronWarned: _NOTHING,
    e.SettlementReversed: _and("stakes", "seats"),
    e.AnteReversed: _NOTHING,
    e.StakeReduced: _and("stakes", "seats"),
    e.Resumed: _RULED,
}

_ONE_PATRON = (
    e.ChipsBought,
    e.ChipsCashed,
    e.StakePlaced,
    e.AntePlaced,
    e.AnteReturned,
    e.StakeSettled,
    e.CommissionCollected,
    e.CommissionReturned,
    e.SettlementReversed,
)


def changed_by(event: e.Event) -> frozenset[str]:
    """The sections that an event can change; `me` is every patron's own."""
    return _CHANGES[type(event)]


def patrons_changed_by(event: e.Event) -> frozenset[str] | None:
    """Whose `me` an event can change; None: anybody's."""
    if "me" not in _CHANGES[type(event)]:
        return frozenset()
    return frozenset((event.patron,)) if isinstance(event, _ONE_PATRON) else None
