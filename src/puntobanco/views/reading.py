"""A table's log folded for reading: the table itself, and what its readers remember beyond it.

Taking an event costs little more than folding it: sums and roads are made when a section is built,
and roads are kept until a coup ends.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec.structs import replace

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.doors import in_force
from puntobanco.play.evolve import evolve
from puntobanco.play.rulings.remedies import in_doubt
from puntobanco.play.table import Betting, Dealing, Table, coup_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.rules.words import WHAT_IS_DONE
from puntobanco.sayings.saying import Saying, listed, say
from puntobanco.views.roads.beads import bead_of
from puntobanco.views.roads.shoe_roads import Bead
from puntobanco.views.setup import Setup
from puntobanco.views.words import answer_said, card_said
from puntobanco.wire.forms import CardForm, LastCoupForm, RoadsForm, TableForm

HOUR = 3_600_000_000
"""In microseconds."""
CALLS_KEPT = 100
"""Opening calls whose times are remembered: more than a dealer makes in an hour."""


class OwnCoup(msgspec.Struct, frozen=True):
    """How the last coup that a patron had staked on ended for them."""

    coup: int
    lines: tuple[e.StakeSettled, ...] = ()
    ante: Units = 0
    voided: bool = False
    returned: Units = 0
    """What came back of a coup that was voided."""
    why: Irregularity | None = None
    """What it was voided for, where something went wrong in it."""
    clauses: Clauses = ()


class Ruled(msgspec.Struct, frozen=True):
    """An irregularity and what has been ruled of it so far."""

    irregularity: Irregularity
    coup: int
    clauses: Clauses = ()
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
    """By patron who left: the place they had."""
    last: LastCoupForm | None = None
    latest: Ruled | None = None
    """The newest irregularity, however many coups ago."""


def _form() -> str:
    parts = (Memory, OwnCoup, LastCoupForm, CardForm, Ruled, Saying, Bead, e.StakeSettled)
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
        """Kept by the function that builds it, until the results change."""
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
        """Take an event that is folded already."""
        before, self.table = self.table, after
        remember = _REMEMBER.get(type(event))
        if remember is not None:
            remember(self, event, _Recorded(before, time, actor))

    def results_changed(self, beads: dict[int, Bead]) -> None:
        """Keep the results of this shoe, and draw its roads anew."""
        self.memory.beads = beads
        self.roads_form = None


# --- what each event leaves behind --------------------------------------------------------------


class _Recorded(NamedTuple):
    """What is known of an event beside the event itself."""

    before: Table
    time: int
    actor: str


def _dealer_acts(reading: Reading, event: Any, recorded: _Recorded) -> None:
    reading.memory.dealer = recorded.actor


def _shoe_started(reading: Reading, event: e.ShoeStarted, recorded: _Recorded) -> None:
    reading.memory.shoe = event.shoe
    reading.memory.last = None
    reading.results_changed({})


def _betting_opened(reading: Reading, event: e.BettingOpened, recorded: _Recorded) -> None:
    memory = reading.memory
    memory.dealer, memory.opened_at = recorded.actor, recorded.time
    memory.calls = (*memory.calls[-CALLS_KEPT + 1 :], recorded.time)
    memory.ruled, memory.stakers = (), {}


def _betting_reopened(reading: Reading, event: e.BettingReopened, recorded: _Recorded) -> None:
    reading.memory.opened_at = recorded.time


def _stakers(reading: Reading) -> None:
    stage = reading.table.stage
    if isinstance(stage, Betting | Dealing):
        staked: Counter[str] = Counter()
        for (patron, _, _), stake in stage.stakes.items():
            staked[patron] += stake
        reading.memory.stakers = dict(staked)


def _betting_closed(reading: Reading, event: e.BettingClosed, recorded: _Recorded) -> None:
    reading.memory.dealer = recorded.actor
    _stakers(reading)


def _coup_settled(reading: Reading, event: e.CoupSettled, recorded: _Recorded) -> None:
    memory, stage = reading.memory, recorded.before.stage
    assert isinstance(stage, Dealing), stage
    memory.dealer, memory.lines = recorded.actor, stage.settled
    own = {
        patron: OwnCoup(event.coup, ante=stage.antes.get(patron, 0))
        for patron in (*(line.patron for line in stage.settled), *stage.antes)
    }
    for line in stage.settled:
        own[line.patron] = replace(own[line.patron], lines=(*own[line.patron].lines, line))
    memory.own = {**memory.own, **own}
    coup = coup_of(stage.tape)
    if coup is not None and recorded.before.shelved is None:
        bead, ended = bead_of(coup, stage.result), stage.result or coup
        memory.last = LastCoupForm(
            coup=event.coup,
            cards=tuple(
                CardForm(slot=each.slot.value, card=each.card.text, held_by="")
                for each in stage.tape
                if each.slot and each.card
            ),
            winner=ended.winner.value,
            player_total=ended.player_total,
            banker_total=ended.banker_total,
            natural=bead.natural,
        )
        reading.results_changed({**memory.beads, event.coup: bead})


def _forget_coup(reading: Reading, coup: int) -> None:
    memory = reading.memory
    memory.lines = ()
    if memory.last is not None and memory.last.coup == coup:
        memory.last = None
    memory.own = {name: own for name, own in memory.own.items() if own.coup != coup}
    if coup in memory.beads:
        beads = {number: bead for number, bead in memory.beads.items() if number != coup}
        reading.results_changed(beads)


def _coup_reopened(reading: Reading, event: e.CoupReopened, recorded: _Recorded) -> None:
    _forget_coup(reading, event.coup)
    _stakers(reading)


def _coup_voided(reading: Reading, event: e.CoupVoided, recorded: _Recorded) -> None:
    _forget_coup(reading, event.coup)
    memory = reading.memory
    why = memory.ruled[-1].irregularity if memory.ruled else None
    memory.own = memory.own | {
        patron: OwnCoup(
            event.coup, voided=True, returned=staked, why=why, clauses=tuple(event.clauses)
        )
        for patron, staked in memory.stakers.items()
    }


def _irregularity_found(reading: Reading, event: e.IrregularityFound, recorded: _Recorded) -> None:
    memory = reading.memory
    found = memory.latest = Ruled(
        event.irregularity,
        event.coup,
        event.clauses,
        time=recorded.time,
        note=event.note,
        by=event.by,
    )
    memory.ruled = (*(memory.ruled if recorded.before.halts else ()), found)
    _stakers(reading)


def _follows(
    reading: Reading, event: e.RemedyApplied | e.RemedyDeclined, recorded: _Recorded
) -> None:
    is_declined, remedy = isinstance(event, e.RemedyDeclined), WHAT_IS_DONE[event.remedy]
    said = say("told.declined", remedy=remedy) if is_declined else say("sentence", words=remedy)
    _rule_further(reading.memory, said, event.clauses)


def _answered(reading: Reading, event: e.QuestionAnswered, recorded: _Recorded) -> None:
    """Staff's answer is told with the ruling; a patron's choice is told to that patron alone."""
    if event.question is Question.CHOICE or not reading.memory.ruled:
        return
    is_order = event.question is Question.ORDER
    answer = _in_order(recorded.before, event.answer) if is_order else answer_said(event)
    said = say("told.answered", who=reading.rules.book.posts.said(event.by), answer=answer)
    _rule_further(reading.memory, said)


def _rule_further(memory: Memory, said: Saying, clauses: Clauses = ()) -> None:
    *earlier, latest = memory.ruled
    clauses = tuple(dict.fromkeys((*latest.clauses, *clauses)))
    latest = replace(latest, clauses=clauses, follows=(*latest.follows, said))
    memory.ruled, memory.latest = (*earlier, latest), latest


def _in_order(table: Table, answer: str) -> Saying:
    """Cards that came out together, in the order in which they count."""
    lying, places = in_doubt(table)
    cards = [lying[places[int(word) - 1]] for word in answer.split(",")]
    shown = listed(card_said(each.card if each.face_up else None) for each in cards)
    return say("answer.order", cards=shown)


def _resumed(reading: Reading, event: e.Resumed, recorded: _Recorded) -> None:
    *earlier, latest = reading.memory.ruled
    if earlier:  # what interrupted an older question is told with it
        older = earlier[-1]
        older = replace(older, follows=(*older.follows, *latest.follows))
        reading.memory.ruled = (*earlier[:-1], older)


def _patron_came(reading: Reading, event: e.PatronCame, recorded: _Recorded) -> None:
    left = reading.memory.left
    if event.patron in left:
        reading.memory.left = {name: left[name] for name in left if name != event.patron}


def _patron_went(reading: Reading, event: e.PatronWent, recorded: _Recorded) -> None:
    place = recorded.before.patrons[event.patron].place
    if place is not None:
        reading.memory.left = {**reading.memory.left, event.patron: place}


_REMEMBER: dict[type[Any], Callable[[Reading, Any, _Recorded], None]] = {
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
"""Only events of staff name a dealer: only staff open, close or settle."""
