"""The record of one coup, from its events: cards with times, stakes, payments, rulings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import asdict

from puntobanco.audit.log_index import MOVES_RACKS, LoggedEvent
from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.table import (
    Betting,
    Dealing,
    Resolved,
    Stakes,
    Table,
    TapeCard,
    coup_of,
    paid_coup,
)
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import sentence
from puntobanco.views.me_form import settled_form
from puntobanco.views.words import went_wrong
from puntobanco.wire.own_forms import OwnStakeForm
from puntobanco.wire.play import (
    OwnRecordForm,
    RecordedCardForm,
    RecordedLineForm,
    RecordedStakeForm,
)

RULINGS = (
    e.IrregularityFound,
    e.QuestionAsked,
    e.QuestionAnswered,
    e.RemedyApplied,
    e.RemedyDeclined,
    e.CoupVoided,
    e.CoupReopened,
    e.SettlementReversed,
    e.Resumed,
)
"""What tells how something that went wrong was ruled upon."""


@dataclass
class _Left:
    """When a card left the shoe, and when it was turned."""

    sequence: int
    time: int
    turned_at: int | None = None


@dataclass
class CoupFold:
    """A coup on the way; `table` is the state before its opening call to begin with."""

    table: Table
    coup: int = 0
    steps: list[LoggedEvent] = field(default_factory=list)
    stakes: Stakes = field(default_factory=dict)
    antes: dict[str, Units] = field(default_factory=dict)
    closed_at: int | None = None
    ended_at: int | None = None
    voided: bool = False
    found: e.IrregularityFound | None = None
    """What was ruled upon last."""
    shoe: int = 0
    racks: dict[str, Units] = field(default_factory=dict)
    """By patron: their chips just before their first stake."""
    racks_after: dict[str, Units] = field(default_factory=dict)
    before: Table = field(init=False)
    """The state before the opening call."""
    paid: Resolved | None = None
    """How the coup was resolved, once it was; it stays so when the table closes."""
    _left: list[_Left] = field(default_factory=list)
    _tape: tuple[TapeCard, ...] = ()
    _lay: tuple[Stakes, dict[str, Units]] = field(default_factory=lambda: ({}, {}))
    """Stakes and Antes before a ruling returned any."""
    _closed: bool = False

    def __post_init__(self) -> None:
        """Keep where it begins."""
        self.before = self.table

    def take(self, step: LoggedEvent) -> None:
        """Fold the next event of the coup."""
        event, before = step.event, self.table
        if isinstance(event, MOVES_RACKS):
            self.racks.setdefault(event.patron, before.patrons[event.patron].rack)
        self.table = evolve(before, event)
        self.steps.append(step)
        self._closed |= isinstance(event, e.TableClosed)
        if not self._closed:
            self.paid = paid_coup(self.table)
        if isinstance(event, e.BettingOpened):
            self.coup, self.shoe = event.coup, self.table.shoe.number
        self._times(step)
        self._keep()
        match event:
            case e.BettingClosed():
                self.closed_at = step.time
            case e.CoupSettled():
                self.ended_at, self.voided = step.time, False
            case e.IrregularityFound():
                self.found, self._lay = event, (self.stakes, self.antes)
            case e.CoupVoided():
                self.ended_at, self.voided = step.time, True
                self.stakes, self.antes = self._lay
            case e.CoupReopened():
                self.ended_at = None
            case _:
                pass
        if self.ended_at is None or isinstance(
            event, e.CoupSettled | e.CoupVoided | e.StakeTaken | e.AnteReturned
        ):
            self.racks_after = {
                name: self.table.patrons[name].rack
                for name in self.racks
                if name in self.table.patrons
            }

    def _keep(self) -> None:
        """Stakes as they lie while betting is open or cards are dealt; what a void coup had."""
        stage = self.table.stage
        if isinstance(stage, Betting) or (isinstance(stage, Dealing) and not stage.settled):
            if stage.stakes or isinstance(stage, Betting):
                self.stakes, self.antes = stage.stakes, stage.antes
            self._tape = stage.tape

    def _times(self, step: LoggedEvent) -> None:
        event, stage = step.event, self.table.stage
        match event:
            case e.BettingOpened():
                assert isinstance(stage, Betting), stage
                self._left = [_Left(step.sequence, step.time) for _ in stage.tape]
            case e.CardDealt():
                self._left.append(_Left(step.sequence, step.time))
            case e.CardCarried() if isinstance(stage, Betting):
                self._left.append(_Left(step.sequence, step.time))
            case e.CardsDiscarded() if isinstance(stage, Betting):
                self._left = []
            case e.CardsRebuilt():
                self._left = [self._left[place] for place in event.order]
            case e.WaitingOrdered() if isinstance(stage, Betting):
                self._left = [self._left[place] for place in event.order]
            case e.CardTurned() if isinstance(stage, Dealing):
                for lying, left in zip(stage.tape, self._left, strict=False):
                    if lying.slot is event.slot:
                        left.turned_at = step.time
            case _:
                pass

    # --- what came of it ----------------------------------------------------------------------

    @property
    def tape(self) -> tuple[TapeCard, ...]:
        """The cards in the order they left the shoe."""
        return self._tape if self.paid is None else self.paid.tape

    @property
    def lines(self) -> tuple[e.StakeSettled, ...]:
        """The payments that stand."""
        stage = self.table.stage
        if self.paid is not None:
            return self.paid.settled
        return stage.settled if isinstance(stage, Dealing) else ()

    def cards(self) -> tuple[RecordedCardForm, ...]:
        """Every card in order, with its times."""
        return tuple(
            RecordedCardForm(
                slot=lying.slot.value if lying.slot else "",
                card=lying.card.text if lying.card else None,
                face_up=lying.face_up,
                sequence=left.sequence,
                time=left.time,
                turned_at=left.turned_at,
            )
            for lying, left in zip(self.tape, self._left, strict=False)
        )

    def hand(self, hand: Hand) -> tuple[str | None, ...]:
        """The cards of a hand in order; None for one that lies face down."""
        mine = [each for each in self.tape if each.slot is not None and each.slot.hand is hand]
        mine.sort(key=lambda each: each.slot.number if each.slot else 0)
        return tuple(each.card.text if each.card else None for each in mine)

    def totals(self) -> tuple[int | None, int | None, str]:
        """Both totals and who won; nothing of a coup that is not over."""
        coup = coup_of(self.tape)
        if coup is None or self.ended_at is None or not coup.player or not coup.banker:
            return None, None, ""
        said = self.paid.result if self.paid is not None else None
        if said is not None and not self.voided:
            return said.player_total, said.banker_total, said.winner.value
        winner = "" if self.voided else coup.winner.value
        return coup.player_total, coup.banker_total, winner

    def recorded_stakes(self, patron: str | None) -> tuple[RecordedStakeForm, ...]:
        """Stakes as they lay; of one patron or of all."""
        return tuple(
            RecordedStakeForm(patron=who, place=place, wager=wager, amount=amount)
            for (who, place, wager), amount in self.stakes.items()
            if patron in (None, who)
        )

    def recorded_lines(self, patron: str | None) -> tuple[RecordedLineForm, ...]:
        """Payments that stand; of one patron or of all."""
        return tuple(
            RecordedLineForm(
                patron=line.patron, breakage=line.breakage, **asdict(settled_form(line))
            )
            for line in self.lines
            if patron in (None, line.patron)
        )


def own_record(fold: CoupFold, patron: str) -> OwnRecordForm:
    """A coup as its patron may know it for ever."""
    lines = [line for line in fold.lines if line.patron == patron]
    collected = fold.paid is not None and not fold.voided
    ante = fold.antes.get(patron, 0) if collected else 0
    stakes = tuple(
        OwnStakeForm(place=place, wager=wager, amount=amount)
        for (who, place, wager), amount in fold.stakes.items()
        if who == patron
    )
    why = went_wrong(fold.found.irregularity) if fold.voided and fold.found else None
    player_total, banker_total, winner = fold.totals()
    return OwnRecordForm(
        coup=fold.coup,
        shoe=fold.shoe,
        opened_at=fold.steps[0].time,
        ended_at=fold.ended_at,
        player=fold.hand(Hand.PLAYER),
        banker=fold.hand(Hand.BANKER),
        player_total=player_total,
        banker_total=banker_total,
        winner=winner,
        voided=fold.voided,
        returned=sum(each.amount for each in stakes) if fold.voided else 0,
        why=sentence(why) if why else "",
        why_said=why,
        stakes=stakes,
        lines=tuple(settled_form(line) for line in lines),
        ante=ante,
        commission=sum(line.whole_commission for line in lines),
        net=sum(line.profit - line.owed for line in lines) - ante,
        rack_before=fold.racks.get(patron, 0),
        rack_after=fold.racks_after.get(patron, 0),
        clauses=_clauses(fold, lines),
        first=fold.steps[0].sequence,
        last=fold.steps[-1].sequence,
    )


def _clauses(fold: CoupFold, lines: Iterable[e.StakeSettled]) -> Clauses:
    rulings = (step.event for step in fold.steps if isinstance(step.event, RULINGS))
    named = (clause for event in (*lines, *rulings) for clause in event.clauses)
    return tuple(dict.fromkeys(named))
