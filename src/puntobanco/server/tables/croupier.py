"""A dealer who never tires: conducts one table by the clock, one step after the other.

What to do is asked of `play.next_step`, the same that tells a human dealer. Here is only when: how
long bets are taken, how long a patron may think, and the pauses that let people see a card.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.play.doors import in_force
from puntobanco.play.next_step import NextStep
from puntobanco.play.table import Betting, Dealing, Preparing, Table, paid_coup
from puntobanco.record.names import MACHINE, own_id
from puntobanco.record.store import StoreError
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Turner
from puntobanco.server.commands import BusyError, Command, Message, ReusedIdError, TableStoppedError
from puntobanco.server.tables.desk import Desk
from puntobanco.server.tables.shoes import ShoePort
from puntobanco.server.tables.timing import Timing
from puntobanco.views.step_form import step_of

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things take, in seconds, at a table that people watch."""

    card: float = 1.0
    """Between one card and the next."""
    result: float = 1.2
    """Between the last card and the payment."""
    between: float = 5.0
    """From the payment to the next opening call."""
    preparing: float = 0.3
    """A step of mixing and loading."""
    thinking: float = 12.0
    """For an offer, a cut or a choice."""
    squeeze_asked: float = 4.0
    """For asking to turn the cards oneself, after the closing call."""
    betting: float = 1.0
    """By this the time for bets is multiplied."""

    @classmethod
    def at_once(cls) -> Tempo:
        """No pauses: for programs that play."""
        return cls(0, 0, 0, 0, 0, 0, 0)


_PAUSES = {
    "deal": "card",
    "turn": "card",
    "burn": "preparing",
    "prepare": "preparing",
    "announce-totals": "card",
    "announce-result": "card",
    "settle": "result",
    "open-betting": "between",
    "close-table": "between",
    "offer-cut": "thinking",
    "offer-wait": "thinking",
    "grant-squeeze": "card",
    "choice-wait": "thinking",
}


_TIMED = ("close-betting", "offer-wait", "wait-turn")
"""Before these steps `Timing` knows what is left."""
_SCANNED = ("deal", "turn", "burn", "marker", "shoe-ran-dry")
"""Where the cards are real, a scanner or a keypad reports these steps."""


def at_stake(table: Table) -> bool:
    """Whether a coup is open in which a patron has a stake."""
    return isinstance(table.stage, Betting | Dealing) and bool(table.stage.stakes)


class Croupier:
    """Conducts a table until told to stop."""

    def __init__(
        self, desk: Desk, shoes: ShoePort | None, timing: Timing, tempo: Tempo | None = None
    ) -> None:
        self._desk = desk
        self._shoes = shoes
        self._timing = timing
        self._tempo = tempo or Tempo()
        self.parking = False
        """Whether no further coup is to be called."""
        self.parked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._pausing: tuple[object, float] | None = None
        """For what the pause before the next step is, and when it began."""
        self._refused = 0
        """How often the table would not have it at this sequence; each try has an id of its own."""

    def start(self) -> None:
        """Begin to conduct."""
        self._task = asyncio.create_task(self._run(), name=f"croupier {self._desk.name}")

    def park(self) -> None:
        """Call no further coup, and hurry the one in which nobody has a stake.

        `parked` is set when no coup is open, or when the table waits without anything at stake.
        """
        self.parking = True
        self._desk.changed.set()

    async def stop(self) -> None:
        """Stop in the middle, whatever is open."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    @property
    def rules(self) -> HouseRules:
        """The rules in force."""
        return in_force(self._desk.rules, self._desk.table)

    # --- the loop -----------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            try:
                await self._one()
            except BusyError:  # it may have been done: ask again under the same id
                await asyncio.sleep(0.05)
            except ReusedIdError as error:  # the id is taken: go on under the next one
                _log.error("croupier's id is taken", table=self._desk.name, error=str(error))
                await self._step_back()
            except TableStoppedError:
                await self._wait_for_change(None)
            except StoreError:  # the desk says so
                await asyncio.sleep(1)
            except Exception:
                _log.exception("croupier", table=self._desk.name)
                await asyncio.sleep(1)

    async def _one(self) -> None:
        """Wait until the next step is due, then do it, unless the table has changed meanwhile."""
        sequence = self._desk.table.sequence
        step = step_of(self.rules, self._desk.table, self._timing.setup)
        if self._is_between_coups and self.parking:
            self.parked.set()
            await self._wait_for_change(None)
            return
        if self._waits_for_somebody(step):
            if self.parking and (self._desk.stopped or not at_stake(self._desk.table)):
                self.parked.set()
            self._pausing = None
            await self._wait_for_change(None)
            return
        await self._wait_for_change(self._left(step))
        if self._desk.table.sequence == sequence and not self._desk.stopped:
            await self._do(step)

    @property
    def _is_between_coups(self) -> bool:
        return not isinstance(self._desk.table.stage, Betting | Dealing)

    def _waits_for_somebody(self, step: NextStep) -> bool:
        """Whether the next step is not the croupier's, but that of a person or a scanner."""
        if self._desk.stopped or step.act == "answer" or self._has_closed(step):
            return True
        return self._shoes is None and step.act in _SCANNED

    def is_due(self) -> bool:
        """Whether this dealer is to take the next step, and no time of people's own runs still.

        `server.liveness` asks it: a table where this stays so and nothing happens is stuck.
        """
        step = step_of(self.rules, self._desk.table, self._timing.setup)
        if self.parking or self._waits_for_somebody(step):
            return False
        return step.act not in ("close-betting", "wait-turn") or self._pause(step) <= 0

    @property
    def longest(self) -> float:
        """The longest pause, in seconds, before a step that is due."""
        names = {*_PAUSES.values(), "squeeze_asked"}
        return max(float(getattr(self._tempo, name)) for name in names)

    def _has_closed(self, step: NextStep) -> bool:
        """Whether the house wants no coup here, and nothing is left to do but to cash chips."""
        table = self._desk.table
        if step.act == "open-table":
            return self._timing.setup.closing
        paid = paid_coup(table)
        over = paid is None or paid.final
        return step.act == "close-table" and over and any(p.rack for p in table.patrons.values())

    @property
    def progress(self) -> object:
        """How far the deal is: another value after each step, and the same whatever patrons do."""
        table = self._desk.table
        stage, step = table.stage, step_of(self.rules, table, self._timing.setup)
        asked = step if _PAUSES.get(step.act) == "thinking" else None
        at: object = stage if isinstance(stage, Preparing) else type(stage)
        return table.coup, at, stage.tape if isinstance(stage, Dealing) else (), asked

    def _left(self, step: NextStep) -> float:
        """What is left of the pause before a step; what patrons do meanwhile does not renew it."""
        pause, progress, now = self._pause(step), self.progress, asyncio.get_running_loop().time()
        if step.act in _TIMED:
            return pause
        if self._pausing is None or self._pausing[0] != progress:
            self._pausing = (progress, now)
        return self._pausing[1] + pause - now

    def _pause(self, step: NextStep) -> float:
        if self.parking and not at_stake(self._desk.table):
            return 0.0  # the house closes, and nobody has anything to see
        if step.act == "close-betting":
            return self._timing.betting_left() * self._tempo.betting
        if step.act == "offer-wait":
            return self._timing.offer_left()
        if step.act == "wait-turn":
            return self._timing.squeeze_left()
        if step.act == "deal" and self._may_ask_to_squeeze():
            return self._tempo.squeeze_asked
        return float(getattr(self._tempo, _PAUSES.get(step.act, ""), 0.0))

    def _may_ask_to_squeeze(self) -> bool:
        stage, rules = self._desk.table.stage, self.rules
        if not isinstance(stage, Dealing) or stage.tape or stage.handlers:
            return False
        seated = any(self._desk.table.patrons[who].place for who, _, _ in stage.stakes)
        return (
            seated
            and rules.style.turner is Turner.DEALER
            and bool(rules.book.conduct.squeeze_clauses)
        )

    async def _wait_for_change(self, seconds: float | None) -> None:
        if seconds is not None and seconds <= 0:
            return
        self._desk.changed.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._desk.changed.wait(), seconds)

    # --- the steps ----------------------------------------------------------------------------

    async def _do(self, step: NextStep) -> None:
        message = step.unanswered
        assert message is not None, step
        if isinstance(message, r.ReceiveCards) and self._shoes is not None:
            await self._shoes.catch_up()  # the desk has them promised in the same transaction
            name = self._shoes.next_name()
            message = replace(message, cards=name, backs=name)
        if isinstance(message, r.Prepare) and message.step == "cut":
            message = replace(message, value=self._cut_at())
        await self._ask(message)

    def _cut_at(self) -> int:
        """Somewhere in the middle half, where every book allows it."""
        size = self.rules.decks * 52
        return size // 4 + secrets.randbelow(size // 2)

    async def _ask(self, message: Message) -> None:
        sequence = self._desk.table.sequence
        request = self.request_id(sequence, self._refused)
        reply, _ = await self._desk.ask(Command(request, MACHINE, message, encode(message)))
        if reply.refusal is None and self._desk.table.sequence > sequence:
            self._refused, self._pausing = 0, None
            return
        why = "nothing happened" if reply.refusal is None else reply.refusal.sentence
        _log.error("croupier refused", table=self._desk.name, refusal=why)
        await self._step_back()

    @staticmethod
    def request_id(sequence: int, refused: int) -> str:
        """The id of a step at a sequence: the same after a lost answer, another after each no."""
        return own_id("auto", sequence, refused)

    async def _step_back(self) -> None:
        """Wait a little longer after each no, and ask under another id then."""
        self._refused += 1
        await asyncio.sleep(min(0.2 * self._refused, 5))
