"""One row for each type of event: which sections it changes, how it is worded, who is told.

All viewers hear of people as `place 3` or `a standing patron`, and never what a single patron buys,
stakes, wins or has; a patron is told of their own in full. Free text that staff wrote (notes,
reasons) stays with staff. Only its owner and staff are told of an event without `public`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from puntobanco.play import events as e
from puntobanco.sayings.saying import Saying
from puntobanco.views import event_words as w

PUBLIC_SECTIONS = ("table", "phase", "hands", "stakes", "seats", "roads", "ruling")
"""The sections that all viewers see; `fairness` comes from the shoe port."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """What the views make of one type of event."""

    changes: frozenset[str]
    """The sections that it can change. A section that is not named stays as it is, byte for byte.

    What no event says (the `Moment`: clock, watchers, a stopped table) shows in `phase`, `seats`
    and `me`.
    """
    tell: w.Tell
    public: w.TellAll | None = None
    """How all viewers are told; None: they are not."""
    owner: tuple[str, ...] = ()
    """The fields that name a person who is told of it in full. The sentence names no other person,
    except a nominee's patron."""
    of_one_patron: bool = False
    """Whether it changes the `me` of its patron alone, where it changes one."""


_OWN = ("me", "staff")
_ALL = frozenset((*PUBLIC_SECTIONS, *_OWN))
_RULED = frozenset(("phase", "ruling", *_OWN))
_NOTHING: frozenset[str] = frozenset()
_STEP = frozenset(("staff",))
"""Only what the dealer does next."""
_STEP_AND_PHASE = _STEP | {"phase"}


def _and(*names: str) -> frozenset[str]:
    return frozenset((*names, *_OWN))


_COUP_OVER = _and("phase", "hands", "stakes", "seats", "roads", "ruling")
_HANDLERS = _and("phase", "hands", "seats")
_STAKES = _and("stakes", "seats")
_PATRON = ("patron",)


def _plain(event: e.Event, name: w.Name) -> Saying | None:
    """For events without money and free text; people are named as the whole table knows them."""
    return EVENTS[type(event)].tell(event, w.no_amount, name)


_CHIPS = EventRow(_and(), w.worded(), owner=_PATRON, of_one_patron=True)
"""Chips of one patron move, and nothing that others see."""
_LAID = EventRow(_STAKES, w.worded(), owner=_PATRON, of_one_patron=True)

EVENTS: Mapping[type[Any], EventRow] = MappingProxyType(
    {
        e.TableOpened: EventRow(_ALL, w.worded(), _plain),
        e.TableClosed: EventRow(_ALL, w.worded(), _plain),
        e.PlayEnded: EventRow(_and(), w.worded(), _plain),
        e.OptionChanged: EventRow(_ALL, w.worded(who="by"), _plain),
        e.EditionAdopted: EventRow(_ALL, w.worded(who="by"), _plain),
        e.PatronCame: EventRow(
            _and("seats", "hands"),
            w.worded(w.by_field("place", "sits", "stands")),
            w.public_came,
            owner=_PATRON,
        ),
        e.PatronWent: EventRow(_and("seats", "hands"), w.worded(), _plain, owner=_PATRON),
        e.ChipsBought: _CHIPS,
        e.ChipsCashed: _CHIPS,
        e.NomineeNamed: EventRow(_and("hands", "seats"), w.worded(), owner=("patron", "nominee")),
        e.NomineeApproved: EventRow(_and(), w.worded(who="by"), owner=("nominee",)),
        e.NomineeAnnounced: EventRow(
            _and("seats"), w.worded(who="by"), w.nominee_announced, owner=("nominee",)
        ),
        e.NomineeEnded: EventRow(
            _and("hands", "seats"), w.worded(who="nominee"), owner=("nominee",)
        ),
        e.NomineesBarred: EventRow(_NOTHING, w.barred),
        e.CardsReceived: EventRow(
            _and("phase", "hands", "stakes", "seats", "ruling"), w.worded(), _plain
        ),
        e.PreparationDone: EventRow(_and("phase"), w.prepared, w.public_prepared),
        e.CutDeclined: EventRow(_and(), w.worded(), _plain, owner=_PATRON),
        e.CardBurnt: EventRow(_STEP, w.worded(), _plain),
        e.BurntCardShown: EventRow(_NOTHING, w.worded(), _plain, owner=_PATRON),
        e.ShoeStarted: EventRow(
            _and("phase", "roads"), w.worded(w.by_field("continuous", "shuffler-started")), _plain
        ),
        e.MarkerReached: EventRow(_STEP_AND_PHASE, w.worded(), _plain),
        e.ShoeEnded: EventRow(_STEP_AND_PHASE, w.worded(), _plain),
        e.ReplacementOrdered: EventRow(_and("phase"), w.worded(), _plain),
        e.BettingOpened: EventRow(
            _and("table", "phase", "hands", "ruling"),
            w.worded(w.by_field("no_bet", "betting-opened-no-bets")),
            _plain,
        ),
        e.BettingExtended: EventRow(frozenset(("phase",)), w.worded(who="by"), _plain),
        e.BettingReopened: EventRow(_HANDLERS, w.worded(who="by"), _plain),
        e.StakePlaced: _LAID,
        e.LateStakeLaid: _LAID,
        e.StakeTaken: EventRow(_STAKES, w.worded(), owner=_PATRON),
        e.AntePlaced: _CHIPS,
        e.AnteReturned: _CHIPS,
        e.BettingClosed: EventRow(_HANDLERS, w.worded(), _plain),
        e.CallMade: EventRow(_NOTHING, w.call_made, _plain),
        e.HouseAsked: EventRow(_and("phase"), w.worded(what="asked"), _plain, owner=_PATRON),
        e.HouseAnswered: EventRow(
            _and("phase"),
            w.worded(w.by_field("granted", "house-granted", "house-refused"), what="asked"),
            _plain,
            owner=_PATRON,
        ),
        e.HandOffered: EventRow(_and("phase"), w.worded(), _plain, owner=_PATRON),
        e.HandAccepted: EventRow(_HANDLERS, w.worded(), _plain, owner=_PATRON),
        e.HandDeclined: EventRow(_HANDLERS, w.worded(), _plain, owner=_PATRON),
        e.HandKept: EventRow(_HANDLERS, w.worded(), _plain),
        e.OrderOfHandsSet: EventRow(_and("phase"), w.worded("order-of-hands", who="by"), _plain),
        e.CardCalled: EventRow(_NOTHING, w.worded(), _plain),
        e.HandTurned: EventRow(_NOTHING, w.worded(who="by"), _plain),
        e.CardCorrected: EventRow(
            _and("phase", "hands"), w.worded(w.by_field("coup", "card-corrected-earlier")), _plain
        ),
        e.AnnouncementCorrected: EventRow(_NOTHING, w.announcement_corrected, _plain),
        e.CardDealt: EventRow(_and("phase", "hands", "ruling"), w.dealt, _plain),
        e.CardTurned: EventRow(_and("phase", "hands"), w.worded(), _plain),
        e.HandPassed: EventRow(_and("hands"), w.worded(), _plain, owner=_PATRON),
        e.CardPassed: EventRow(_and("hands"), w.worded(who="to"), _plain),
        e.HandReturned: EventRow(_and("hands"), w.worded(), _plain),
        e.TotalAnnounced: EventRow(_STEP, w.worded(), _plain),
        e.ResultAnnounced: EventRow(_and("phase", "hands"), w.result, _plain),
        e.StakeSettled: EventRow(_and(), w.worded(w.settled), owner=_PATRON, of_one_patron=True),
        e.CommissionCollected: _CHIPS,
        e.CommissionReturned: _CHIPS,
        e.AnteCollected: EventRow(_NOTHING, w.worded(), owner=_PATRON),
        e.CoupSettled: EventRow(_COUP_OVER, w.worded(), _plain),
        e.IrregularityFound: EventRow(_RULED, w.found, w.public_found),
        e.QuestionAsked: EventRow(_RULED, w.asked, w.public_asked),
        e.QuestionAnswered: EventRow(_RULED, w.answered, w.public_answered, owner=("by",)),
        e.RemedyApplied: EventRow(_RULED, w.worded("ruling"), _plain),
        e.RemedyDeclined: EventRow(_RULED, w.worded("declined"), _plain),
        e.CardsDiscarded: EventRow(_and("hands", "ruling"), w.worded(), _plain),
        e.CardsRebuilt: EventRow(_and("phase", "hands", "ruling"), w.worded(), _plain),
        e.CoupVoided: EventRow(_COUP_OVER, w.worded(), _plain),
        e.CoupReopened: EventRow(_COUP_OVER, w.worded(), _plain),
        e.CardCarried: EventRow(_and("hands", "ruling"), w.worded(), _plain),
        e.NextWithoutBets: EventRow(_and("phase"), w.worded(), _plain),
        e.WaitingOrdered: EventRow(_and("hands", "ruling"), w.worded(), _plain),
        e.PatronWarned: EventRow(_NOTHING, w.worded(), owner=_PATRON),
        e.SettlementReversed: _LAID,
        e.AnteReversed: EventRow(_NOTHING, w.worded(), owner=_PATRON),
        e.StakeReduced: EventRow(_STAKES, w.worded(), owner=_PATRON),
        e.Resumed: EventRow(_RULED, w.worded(), _plain),
    }
)


def changed_by(event: e.Event) -> frozenset[str]:
    """The sections that an event can change; `me` is every patron's own."""
    return EVENTS[type(event)].changes


def patrons_changed_by(event: e.Event) -> frozenset[str] | None:
    """The patrons whose `me` an event can change; None: any patron's."""
    row = EVENTS[type(event)]
    if "me" not in row.changes:
        return frozenset()
    patron: str = getattr(event, "patron", "")
    return frozenset((patron,)) if row.of_one_patron else None
