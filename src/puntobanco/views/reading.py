"""A table's log folded for reading: the table itself, and what its readers remember beyond it.

Taking an event costs little more than folding it: sums and roads are made when a section is built,
and roads are kept until a coup ends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.cards.tape import Tape
from puntobanco.play.doors import in_force
from puntobanco.play.evolve import evolve
from puntobanco.play.rulings.remedies import together
from puntobanco.play.table import Betting, Dealing, Ready, Resolved, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.rules.words import WHAT_IS_DONE
from puntobanco.sayings.saying import Saying, listed, say
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead
from puntobanco.views.setup import Setup
from puntobanco.views.words import answer_said, card_said
from puntobanco.wire.forms import RoadsForm, TableForm

HOUR = 3_600_000_000
"""In microseconds."""
CALLS_KEPT = 100
"""Opening calls whose times are remembered: more than a dealer makes in an hour."""


class OwnCoup(msgspec.Struct, frozen=True):
    """How the last coup that a patron had staked on ended for him."""

    coup: int
    lines: tuple[e.StakeSettled, ...] = ()
    ante: Units = 0
    voided: bool = False
    returned: Units = 0
    """What came back of a coup that was voided."""
    why: Irregularity | None = None
    """What it was voided for, where something went wrong in it."""
    clauses: tuple[ClauseId, ...] = ()


class LastCoup(msgspec.Struct, frozen=True):
    """The newest coup that was settled."""

    coup: int
    cards: tuple[tuple[str, str], ...]
    """Place and face of each."""
    winner: str
    player_total: int
    banker_total: int
    natural: bool


def _last_coup(
    number: int, tape: Tape, coup: DealtCoup, result: e.ResultAnnounced | None
) -> LastCoup:
    """A coup as it is remembered: as it was announced, or as the cards say."""
    return LastCoup(
        number,
        tuple((each.slot.value, each.card.text) for each in tape if each.slot and each.card),
        (result or coup).winner.value,
        (result or coup).player_total,
        (result or coup).banker_total,
        bead_of(coup, result).natural,
    )


class Ruled(msgspec.Struct, frozen=True):
    """An irregularity and what has been ruled of it so far."""

    irregularity: Irregularity
    coup: int
    clauses: tuple[ClauseId, ...] = ()
    follows: tuple[Saying, ...] = ()
    time: int = 0
    note: str = ""
    by: str = ""


class Memory(msgspec.Struct):
    """What a reader remembers beyond the table's state."""

    shoe: int = 0
    """The shoe that the beads are of."""
    beads: dict[int, Bead] = {}
    """By coup, in order: the results of this shoe."""
    opened_at: int | None = None
    calls: tuple[int, ...] = ()
    """The times of the latest opening calls, the oldest first."""
    dealer: str = ""
    lines: tuple[e.StakeSettled, ...] = ()
    """The last coup's payments."""
    own: dict[str, OwnCoup] = {}
    """By patron."""
    stakers: dict[str, Units] = {}
    """By patron: what was staked before a ruling could return it."""
    ruled: tuple[Ruled, ...] = ()
    """As the table's halts; the last one stays to be read until the next opening call."""
    left: dict[str, int] = {}
    """By patron who left: the place that was his."""
    last: LastCoup | None = None
    latest: Ruled | None = None
    """The newest irregularity, however many coups ago."""


def _form() -> str:
    parts = (Memory, OwnCoup, LastCoup, Ruled, Saying, Bead, e.StakeSettled)
    fields = "\n".join(
        f"{part.__name__}{sorted(get_type_hints(part).items(), key=str)}" for part in parts
    )
    return hashlib.sha256(fields.encode()).hexdigest()[:16]


FORM = _form()
"""Names the fields of a state: one of another form is not restored, the log is folded instead."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Memory)


class Reading:
    """A table as its readers know it after the last event."""

    def __init__(self, rules: HouseRules, setup: Setup) -> None:
        self.setup = setup
        self.table = Table()
        self.memory = Memory()
        self.roads_form: RoadsForm | None = None
        """Kept by whoever builds it, until the results change."""
        self.table_form: tuple[HouseRules, Setup, TableForm] | None = None
        self._rules = rules

    @classmethod
    def restored(cls, rules: HouseRules, setup: Setup, table: Table, state: bytes) -> Reading:
        """The reading that `state` was taken of, with its table."""
        reading = cls(rules, setup)
        reading.table = table
        reading.memory = _decoder.decode(state)
        return reading

    def state(self) -> bytes:
        """What must be kept beside the table's state so that nothing need be read again."""
        return _encoder.encode(self.memory)

    @property
    def rules(self) -> HouseRules:
        """The rules in force: with what the operator has changed at the open table."""
        return in_force(self._rules, self.table)

    def use(self, rules: HouseRules) -> None:
        """Read by other rules from now on: the house has changed the table's settings."""
        self._rules = rules

    def coups_per_hour(self, now: int) -> int | None:
        """How fast it goes, over the last hour or what is remembered of it; None: nothing yet."""
        calls = [time for time in self.memory.calls if time > now - HOUR]
        if len(calls) < 2:
            return None
        return (len(calls) - 1) * HOUR // max(now - calls[0], 1)

    def take(self, event: e.Event, time: int, actor: str) -> None:
        """Fold one event, recorded at this time by this person."""
        self.follow(event, evolve(self.table, event), time, actor)

    def follow(self, event: e.Event, after: Table, time: int, actor: str) -> None:
        """Take an event that somebody has folded already."""
        before, self.table = self.table, after
        remember = _REMEMBER.get(type(event))
        if remember is not None:
            remember(self, before, event, time, actor)

    def _results_changed(self, beads: dict[int, Bead]) -> None:
        self.memory.beads = beads
        self.roads_form = None


# --- what each event leaves behind --------------------------------------------------------------


def _dealer_acts(reading: Reading, before: Table, event: Any, time: int, actor: str) -> None:
    reading.memory.dealer = actor


def _shoe_started(
    reading: Reading, before: Table, event: e.ShoeStarted, time: int, actor: str
) -> None:
    reading.memory.shoe = event.shoe
    reading.memory.last = None
    reading._results_changed({})  # noqa: SLF001  # this file folds it


def _betting_opened(
    reading: Reading, before: Table, event: e.BettingOpened, time: int, actor: str
) -> None:
    memory = reading.memory
    memory.dealer, memory.opened_at = actor, time
    memory.calls = (*memory.calls[-CALLS_KEPT + 1 :], time)
    memory.ruled, memory.stakers = (), {}


def _betting_reopened(
    reading: Reading, before: Table, event: e.BettingReopened, time: int, actor: str
) -> None:
    reading.memory.opened_at = time


def _stakers(reading: Reading) -> None:
    stage = reading.table.stage
    if isinstance(stage, Betting | Dealing):
        staked = dict.fromkeys((key[0] for key in stage.stakes), 0)
        for key, stake in stage.stakes.items():
            staked[key[0]] += stake
        reading.memory.stakers = staked


def _betting_closed(
    reading: Reading, before: Table, event: e.BettingClosed, time: int, actor: str
) -> None:
    reading.memory.dealer = actor
    _stakers(reading)


def _coup_settled(
    reading: Reading, before: Table, event: e.CoupSettled, time: int, actor: str
) -> None:
    memory, stage = reading.memory, before.stage
    assert isinstance(stage, Dealing), stage
    memory.dealer, memory.lines = actor, stage.settled
    own = {
        patron: OwnCoup(event.coup, ante=stage.antes.get(patron, 0))
        for patron in (*(line.patron for line in stage.settled), *stage.antes)
    }
    for line in stage.settled:
        own[line.patron] = replace(own[line.patron], lines=(*own[line.patron].lines, line))
    memory.own = {**memory.own, **own}
    coup = coup_of(stage.tape)
    if coup is not None and before.shelved is None:
        memory.last = _last_coup(event.coup, stage.tape, coup, stage.result)
        beads = {**memory.beads, event.coup: bead_of(coup, stage.result)}
        reading._results_changed(beads)  # noqa: SLF001  # as above


def _forget_coup(reading: Reading, coup: int) -> None:
    memory = reading.memory
    memory.lines = ()
    if memory.last is not None and memory.last.coup == coup:
        memory.last = None
    memory.own = {name: own for name, own in memory.own.items() if own.coup != coup}
    if coup in memory.beads:
        beads = {number: bead for number, bead in memory.beads.items() if number != coup}
        reading._results_changed(beads)  # noqa: SLF001  # as above


def _coup_reopened(
    reading: Reading, before: Table, event: e.CoupReopened, time: int, actor: str
) -> None:
    _forget_coup(reading, event.coup)
    _stakers(reading)


def _coup_voided(
    reading: Reading, before: Table, event: e.CoupVoided, time: int, actor: str
) -> None:
    _forget_coup(reading, event.coup)
    memory = reading.memory
    why = memory.ruled[-1].irregularity if memory.ruled else None
    memory.own = memory.own | {
        patron: OwnCoup(
            event.coup, voided=True, returned=staked, why=why, clauses=tuple(event.clauses)
        )
        for patron, staked in memory.stakers.items()
    }


def _irregularity_found(
    reading: Reading, before: Table, event: e.IrregularityFound, time: int, actor: str
) -> None:
    memory = reading.memory
    found = memory.latest = Ruled(
        event.irregularity,
        event.coup,
        event.clauses,
        time=time,
        note=event.note,
        by=event.by,
    )
    memory.ruled = (*(memory.ruled if before.halts else ()), found)
    _stakers(reading)


def _follows(
    reading: Reading,
    before: Table,
    event: e.RemedyApplied | e.RemedyDeclined,
    time: int,
    actor: str,
) -> None:
    *earlier, latest = reading.memory.ruled
    remedy = WHAT_IS_DONE[event.remedy]
    said = say("sentence", words=remedy)
    if isinstance(event, e.RemedyDeclined):
        said = say("told.declined", remedy=remedy)
    clauses = tuple(dict.fromkeys((*latest.clauses, *event.clauses)))
    latest = replace(latest, clauses=clauses, follows=(*latest.follows, said))
    reading.memory.ruled, reading.memory.latest = (*earlier, latest), latest


def _answered(
    reading: Reading, before: Table, event: e.QuestionAnswered, time: int, actor: str
) -> None:
    """Staff's answer is told with the ruling; a patron's choice is nobody else's business."""
    if event.question is Question.CHOICE or not reading.memory.ruled:
        return
    *earlier, latest = reading.memory.ruled
    is_order = event.question is Question.ORDER
    answer = _in_order(before, event.answer) if is_order else answer_said(event)
    said = say("told.answered", who=reading.rules.book.posts.said(event.by), answer=answer)
    latest = replace(latest, follows=(*latest.follows, said))
    reading.memory.ruled, reading.memory.latest = (*earlier, latest), latest


def _in_order(table: Table, answer: str) -> Saying:
    """Cards that came out together, in the order in which they count."""
    stage, places = table.stage, together(table)
    lying = stage.tape if isinstance(stage, Betting | Dealing) else ()
    if isinstance(stage, Resolved | Ready):
        lying = stage.carried
    cards = [lying[places[int(word) - 1]] for word in answer.split(",")]
    shown = listed(card_said(each.card if each.face_up else None) for each in cards)
    return say("answer.order", cards=shown)


def _resumed(reading: Reading, before: Table, event: e.Resumed, time: int, actor: str) -> None:
    *earlier, latest = reading.memory.ruled
    if earlier:  # what interrupted an older question is told with it
        older = earlier[-1]
        older = replace(older, follows=(*older.follows, *latest.follows))
        reading.memory.ruled = (*earlier[:-1], older)


def _patron_came(
    reading: Reading, before: Table, event: e.PatronCame, time: int, actor: str
) -> None:
    left = reading.memory.left
    if event.patron in left:
        reading.memory.left = {name: left[name] for name in left if name != event.patron}


def _patron_went(
    reading: Reading, before: Table, event: e.PatronWent, time: int, actor: str
) -> None:
    place = before.patrons[event.patron].place
    if place is not None:
        reading.memory.left = {**reading.memory.left, event.patron: place}


_REMEMBER: dict[type[Any], Callable[[Reading, Table, Any, int, str], None]] = {
    e.TableOpened: _dealer_acts,
    e.CardsReceived: _dealer_acts,
    e.ShoeStarted: _shoe_started,
    e.BettingOpened: _betting_opened,
    e.BettingReopened: _betting_reopened,
    e.BettingClosed: _betting_closed,
    e.CoupSettled: _coup_settled,
    e.CoupReopened: _coup_reopened,
    e.CoupVoided: _coup_voided,
    e.IrregularityFound: _irregularity_found,
    e.QuestionAnswered: _answered,
    e.RemedyApplied: _follows,
    e.RemedyDeclined: _follows,
    e.Resumed: _resumed,
    e.PatronCame: _patron_came,
    e.PatronWent: _patron_went,
}
"""Only events of staff name a dealer: nobody else can open, close or settle."""
