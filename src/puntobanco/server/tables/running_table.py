"""Everything that one table needs in this process: desk, shoes, clock, viewers, croupier."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

import structlog
from msgspec.structs import replace

from puntobanco.base.money import Units
from puntobanco.house.house import HouseTable
from puntobanco.notation.codec import encode
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.events import EditionAdopted
from puntobanco.play.operating import can_adopt
from puntobanco.play.table import Betting, Dealing
from puntobanco.record.names import MACHINE, own_id
from puntobanco.record.snapshot import LogBrokenError, must_have_grown
from puntobanco.record.store import RestartPoint, StoreError
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot
from puntobanco.server.administration.table_entries import rules_of, setup_of
from puntobanco.server.commands import (
    Answer,
    BusyError,
    Command,
    TableStoppedError,
    future_of,
)
from puntobanco.server.tables.alarms import Alarms
from puntobanco.server.tables.audience import Audience
from puntobanco.server.tables.croupier import Croupier, at_stake
from puntobanco.server.tables.desk import Desk, RecordedEvent
from puntobanco.server.tables.invariants import BrokenInvariantError, booked, broken
from puntobanco.server.tables.linked_logs import LinkedLogs, adapted
from puntobanco.server.tables.restoring import keep_reading, restored_reading
from puntobanco.server.tables.shared_tools import SharedTools
from puntobanco.server.tables.shoes import ShoePort
from puntobanco.server.tables.timing import Timing
from puntobanco.wire.forms import FairnessForm
from puntobanco.wire.messages import Reply

_log = structlog.get_logger(__name__)

SNAPSHOT_EVENTS = 1_000
"""After so many events a table's state is kept and signed for."""


class RunningTable:
    """One table, served."""

    def __init__(
        self, entry: HouseTable, desk: Desk, shoes: ShoePort | None, tools: SharedTools
    ) -> None:
        self.entry = entry
        self.desk = desk
        self.shoes = shoes
        self._tools = tools
        tempo = tools.tempo
        self.timing = Timing(
            desk, setup_of(entry), tools.clock, tempo.thinking, tempo.squeeze_asked
        )
        self.audience = Audience(desk, self.timing, tools.clock, self._fairness, self.held)
        self._alarms = Alarms(desk, tools.house_log)
        self.croupier: Croupier | None = None
        self.parking = False
        """Whether the house closes and no further coup is to be opened."""
        self._interruption: Command | None = None
        """What the book's clause waits for while the table is stopped."""
        self._applying: asyncio.Future[tuple[Reply, bool]] | None = None
        """The answer to it, once the table has gone on."""
        self._has_grown = False
        """Whether the log was held against what was signed for before this process."""
        self._kept_at = desk.table.sequence
        self._keeping: asyncio.Task[None] | None = None
        self._edition: Command | None = None
        """The edition that is adopted as soon as no coup is open."""
        desk.rules_under = self._under
        desk.stop(entry.stopped)
        desk.on_change(self._count)
        desk.on_change(lambda _: self._adopt_due())

    @classmethod
    async def open(
        cls, entry: HouseTable, rules: HouseRules, tools: SharedTools, standing: RestartPoint
    ) -> RunningTable:
        """Take a table up where its log ends."""
        setup = setup_of(entry)
        reading = await restored_reading(
            tools.store, entry.table, rules, setup, tools.signer, standing, tools.house_log
        )
        shoes = None
        if entry.cards == "random":
            shoes = ShoePort(entry.table, tools.store, tools.shoe_key)
            await shoes.catch_up()
            shoes.must_open()
        linked_logs = LinkedLogs(entry.table, tools.accounts, tools.house_log, shoes)
        desk = Desk(entry.table, rules, reading, tools.store, linked_logs, tools.fail)
        running = cls(entry, desk, shoes, tools)
        desk.start()
        return running

    def compare(self, balances: Mapping[str, Units]) -> None:
        """Stop the table if the store has booked other money than its log leads to."""
        try:
            booked(self.desk.table, balances)
        except BrokenInvariantError as error:
            self.desk.break_off(error)

    def _under(self, adopted: EditionAdopted) -> HouseRules:
        """The rules under an edition that the table has adopted."""
        entry = replace(
            self.entry, book=adopted.book, edition=adopted.after, options=adopted.options
        )
        rules = rules_of(entry, self._tools.house_log)
        assert isinstance(rules, HouseRules), rules
        self.entry = entry
        return rules

    def cannot_adopt(self, book: RuleBook) -> Refusal | None:
        """Why this table's options and settings are not possible under another book."""
        found = adapted(book, self.desk.rules, self.desk.table)
        return found if isinstance(found, Refusal) else None

    async def adopt(self, edition: str, request: str, by: str, second: str) -> None:
        """Go on under another edition now, or as soon as no coup is open."""
        post = self.desk.rules.book.posts.ladder[-1].name
        message = r.AdoptEdition(by=post, edition=edition)
        own = f"{request}-{self.entry.table}"  # the house's log has a part for each table
        command = Command(own, by, message, encode(message), second=second)
        if not self._is_free_to_adopt:
            self._edition = command
            return
        answer: Answer
        try:
            answer = await self.desk.ask(command)
        except (BusyError, TableStoppedError) as error:
            answer = error
        self._adopted(command, answer)

    @property
    def edition_due(self) -> str | None:
        """The edition that this table adopts as soon as no coup is open."""
        due = self._edition.message if self._edition is not None else None
        return due.edition if isinstance(due, r.AdoptEdition) else None

    @property
    def _is_free_to_adopt(self) -> bool:
        return can_adopt(self.desk.table) and not self.desk.stopped

    def _adopt_due(self) -> None:
        due = self._edition
        if due is not None and self._is_free_to_adopt:
            self._edition = None
            now = replace(due, id=f"{due.id}-{self.desk.table.sequence}")  # an id is asked once
            self.desk.submit(now, lambda answer: self._adopted(due, answer))

    def _adopted(self, command: Command, answer: Answer) -> None:
        """Keep what could not be done because a coup was opened first, or the log was away."""
        if isinstance(answer, Exception):
            self._edition, why = command, str(answer)
        elif answer[0].refusal is not None:
            why = answer[0].refusal.sentence
            if answer[0].refusal.reason == Reason.WRONG_STAGE.value:
                self._edition = command
        else:
            return
        _log.warning("edition not adopted yet", table=self.entry.table, why=why)

    # --- conducting ---------------------------------------------------------------------------

    def conduct(self) -> None:
        """Have this process conduct the table, where it goes by the clock."""
        if self.entry.pace == "clock" and self.croupier is None:
            self.croupier = Croupier(self.desk, self.shoes, self.timing, self._tools.tempo)
            self.croupier.start()

    def park(self) -> None:
        """Have no further coup opened."""
        self.parking = True
        if self.croupier is not None:
            self.croupier.park()

    @property
    def is_parked(self) -> bool:
        """Whether no coup is open in which a patron would lose by an interruption."""
        if self.croupier is not None:
            return self.croupier.parked.is_set()
        return not at_stake(self.desk.table) or bool(self.desk.stopped)

    async def let_go(self) -> None:
        """Another process conducts the table."""
        if self.croupier is not None:
            await self.croupier.stop()
            self.croupier = None

    def interrupted(self, restart: str) -> None:
        """The house was down: what the book says of an interruption is applied, once.

        A table that is stopped moves no money: there it is applied when the table goes on, before
        anything else that waits for that.
        """
        table = self.desk.table
        if isinstance(table.stage, Betting | Dealing):
            note = "the house was down"
            report = p.Noticed(by=MACHINE, irregularity=Irregularity.INTERRUPTION, note=note)
            self._interruption = Command(
                own_id("restart", restart), MACHINE, report, encode(report)
            )
            self._apply_interruption()
        self.timing.restart()

    def _apply_interruption(self) -> None:
        if self._interruption is not None and not self.desk.stopped:
            self._applying = future_of(partial(self.desk.submit, self._interruption))
            self._applying.add_done_callback(_say_if_failed)
            self._interruption = None

    async def interruption_applied(self) -> None:
        """Wait until it is applied, unless the table is stopped."""
        if self._applying is not None:
            await self._applying
            self._applying = None

    def change(self, entry: HouseTable) -> None:
        """The house has changed the table: limits hold from the next coup on."""
        rules = rules_of(entry, self._tools.house_log)
        assert isinstance(rules, HouseRules), rules
        self.entry = entry
        self.desk.next_rules = rules
        self.timing.setup = self.desk.reading.setup = setup_of(entry)
        self.desk.changed.set()
        self.audience.tell_all(("table", "phase"))

    def stop(self, reason: str) -> None:
        """Take nothing, or with an empty reason go on."""
        self.entry = replace(self.entry, stopped=reason)
        self.desk.stop(reason)
        self._apply_interruption()
        self.audience.tell_all(("phase",))

    def hold(self, reason: str) -> None:
        """Take nothing for a while, whatever the house says; with an empty reason, as it says."""
        self.desk.stop(reason or self.entry.stopped)
        self._apply_interruption()
        self.audience.tell_all(("phase",))

    async def send_away(self, patron: str, request: str, *, is_behind: bool = False) -> None:
        """A patron who has excluded themselves leaves; their chips stay theirs.

        Where this process is behind the log, they may be there unseen: then the desk finds out.
        """
        known = self.desk.table.patrons.get(patron)
        if is_behind or (known is not None and known.present):
            leave = r.Leave(by=patron)
            await self.desk.ask(Command(request, MACHINE, leave, encode(leave)))

    # --- seeing -------------------------------------------------------------------------------

    def _fairness(self) -> FairnessForm | None:
        return None if self.shoes is None else self.shoes.form(self.desk.table)

    def held(self, patron: str) -> dict[str, str]:
        """The faces of the cards that a patron has in their hands, and of no other."""
        stage = self.desk.table.stage
        if self.shoes is None or not isinstance(stage, Dealing):
            return {}
        mine = [
            slot.value
            for slot in Slot
            if stage.holders.get(slot.value) == patron
            or (stage.out is slot.hand and stage.handlers.get(slot.hand.value) == patron)
        ]
        if not mine:
            return {}
        return {
            slot: card
            for slot, card in self.shoes.face_down(self.desk.table).items()
            if slot in mine
        }

    # --- keeping ------------------------------------------------------------------------------

    def _count(self, happened: Sequence[RecordedEvent]) -> None:
        self._tools.metrics.events.inc(len(happened))
        behind = self.desk.table.sequence - self._kept_at
        if behind >= SNAPSHOT_EVENTS and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self.keep())

    async def keep(self) -> None:
        """Keep the state as it is now; where that fails, the log has everything all the same."""
        if self.desk.table.sequence > self._kept_at:
            self._kept_at = self.desk.table.sequence
            tools, name = self._tools, self.entry.table
            try:
                if not self._has_grown:  # since others signed for it; what is read here is folded
                    await must_have_grown(tools.store, name, tools.signer)
                    self._has_grown = True
                await keep_reading(
                    tools.store, name, self.desk.reading, tools.signer, tools.clock()
                )
            except LogBrokenError as error:
                self.desk.break_off(broken(14, str(error)))
            except StoreError as error:
                _log.warning("state not kept", table=name, error=str(error))

    async def close(self) -> None:
        """Finish what was taken, and keep the state."""
        await self.let_go()
        self._alarms.close()
        await self.desk.close()
        if self._keeping is not None:
            await self._keeping
        await self.keep()


def _say_if_failed(applied: asyncio.Future[tuple[Reply, bool]]) -> None:
    if not applied.cancelled() and (error := applied.exception()) is not None:
        _log.error("interruption not applied", error=str(error))
