"""The house, running: store, people, accounts and every table, opened, kept going and closed."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress

import structlog

from puntobanco.fair.sealing import read_or_make_key
from puntobanco.house import events as e
from puntobanco.house.house import HouseTable
from puntobanco.play.table import Table
from puntobanco.record.logs import HOUSE_LOG, kind_of, owner_of
from puntobanco.record.opening import is_address, open_store
from puntobanco.record.signing import Signer
from puntobanco.record.store import EventStore, StoreError
from puntobanco.sayings.saying import say
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.keeping_editions import keep_editions
from puntobanco.server.casino.plan import Plan
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.server.money.accounts import Accounts
from puntobanco.server.operations import house_folder
from puntobanco.server.operations.approved import NotApprovedError, must_be_approved
from puntobanco.server.operations.background import Background
from puntobanco.server.operations.ending import end_process
from puntobanco.server.operations.keys import must_be_own, read_or_make_signer, remember
from puntobanco.server.operations.log_contact import SHORTEST, LogContact
from puntobanco.server.operations.metrics import Metrics
from puntobanco.server.operations.presence import Presence
from puntobanco.server.people.credentials import Credentials
from puntobanco.server.tables.croupier import at_stake
from puntobanco.server.tables.indexes import Indexes
from puntobanco.server.tables.liveness import LOOK_SECONDS, Watchdog
from puntobanco.server.tables.opening import open_tables
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.server.tables.shared_tools import SharedTools
from puntobanco.server.traffic.admission import Admission
from puntobanco.server.traffic.connections import Connections, is_among
from puntobanco.server.traffic.pace import Pace
from puntobanco.server.traffic.turned_away import Refusals, forget_old

AWAY = "the log was out of reach for too long"
"""Why tables take nothing until the books' clause is applied."""
PARK_LOOK_SECONDS = 0.05
PROGRAM_SECONDS = 86_400.0
"""How often the program itself is looked at while the house is open."""
SESSIONS_SECONDS = 0.5
"""How often it is looked whose session has lasted too long."""
STORE_SECONDS = 0.5
"""How often it is looked whether the store still keeps what it is given."""
SWEEP_SECONDS = 60.0
"""How often what has run out is forgotten."""

_log = structlog.get_logger(__name__)


class Casino:
    """A house that is open."""

    def __init__(self, plan: Plan, store: EventStore, tools: SharedTools) -> None:
        self.plan = plan
        self.store = store
        self.tools = tools
        self.house_log = tools.house_log
        self.accounts = tools.accounts
        self.metrics = tools.metrics
        self.clock = tools.clock
        self.credentials = Credentials(
            store, tools.clock, plan.hasher, is_shared=is_address(plan.source)
        )
        self.indexes = Indexes(store, tools.house_log)
        limits = plan.limits
        self.pace = Pace(pause=limits.pause)
        """By person: the turns of what comes with a session."""
        self.callers = Pace(
            limits.calls_per_second, limits.calls_at_once, limits.patience, limits.pause
        )
        """By address: the turns of what comes without one."""
        self.admission = Admission()
        """Of new connections, to this process."""
        self.connections = Connections(limits.connections_per_address)
        """By address."""
        self.sockets = Connections(limits.sockets_per_person)
        """By person."""
        self.refusals = Refusals(self.metrics)
        self.watchdog = Watchdog(self.house_log)
        self.locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """For what is done one at a time, by what it is."""
        self.running_tables: dict[str, RunningTable] = {}
        self.metrics.tables.set_function(lambda: len(self.running_tables))
        self.metrics.stopped.set_function(
            lambda: sum(bool(each.desk.stopped) for each in self.running_tables.values())
        )
        self.ready = False
        self.may_found = True
        """Whether this house may be given its first people: it is not one whose log was lost."""
        self.is_closing = False
        self.presence = Presence(store, plan.lease_seconds, is_shared=is_address(plan.source))
        self.contact = LogContact(HOUSE_LOG)
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._unlisten: Callable[[], None] = lambda: None
        self._background = Background()
        self._unopened = list[e.AlertRaised]()

    @classmethod
    async def open(cls, plan: Plan, fail: Callable[[str], None] = end_process) -> Casino:
        """Open a house: read its logs, take up its tables, apply what an interruption demands."""
        house_folder.narrow(plan.folder)
        must_be_approved(plan.folder)
        may_found = house_folder.may_found(plan.folder, plan.source)
        store = await open_store(plan.source, plan.clock)
        try:
            casino = await cls._opened(plan, store, fail)
        except BaseException:
            await store.close()
            raise
        casino.may_found = may_found
        return casino

    @classmethod
    async def _opened(cls, plan: Plan, store: EventStore, fail: Callable[[str], None]) -> Casino:
        if HOUSE_LOG in await store.heads():
            house_folder.must_have_keys(plan.folder, may_renew=plan.may_renew_keys)
        signer: Signer = read_or_make_signer(plan.folder / house_folder.SIGNING)
        shoe_key = read_or_make_key(plan.folder / house_folder.SHOES)
        keys = {house_folder.SIGNING: signer.public, house_folder.SHOES: shoe_key.digest}
        await must_be_own(store, keys, may_renew=plan.may_renew_keys)
        house_log, accounts = HouseLog(store, plan.clock), Accounts(store, plan.clock)
        metrics = Metrics(plan.number)
        tools = SharedTools(
            store, plan.clock, signer, shoe_key, house_log, accounts, metrics, plan.tempo, fail
        )
        casino = cls(plan, store, tools)
        store.may_write = casino.presence.may_write
        await casino._begin()
        await remember(store, keys)
        return casino

    @property
    def tables(self) -> dict[str, Table]:
        """Every table as it stands."""
        return {name: each.desk.table for name, each in self.running_tables.items()}

    async def _begin(self) -> None:
        await self.presence.wait_for_the_door()
        was_down = not self.presence.is_shared or not await self.presence.others()
        await self.house_log.editions.load()
        await self.house_log.catch_up()
        await keep_editions(self.store, self.house_log)
        entries = tuple(self.house_log.house.tables.values())
        await self._add(entries, self.presence.stay_at_the_door)
        if self.presence.is_forgotten():
            await self._come_back()  # the process at the door meanwhile knows what was found there
        else:
            if was_down:
                self._interrupt()
            await self._go_in()
        self.house_log.on_change(self._house_changed)
        if self.presence.is_shared:
            self._unlisten = self.store.listen(self._news)
        watches = (self._look_at_program, self._look_at_store, self._look_at_tables)
        for work in (self._keep_leases, self._sweep, self._end_sessions, *watches):
            self._tasks.append(asyncio.create_task(work(), name=work.__name__))
        with suppress(BusyError):  # silent for too long meanwhile: it comes back by itself
            await self._lease_tables()
        self.ready = True
        self._tell_unopened()

    def _interrupt(self) -> None:
        """Nobody was there: what the books say of it comes first at every table."""
        restart = secrets.token_hex(8)
        for running in self.running_tables.values():
            running.interrupted(restart)

    async def _go_in(self) -> None:
        """Let others open once all that an interruption demands is done."""
        tables = self.running_tables.values()
        await asyncio.gather(*(each.interruption_applied() for each in tables))
        await self.presence.go_in()

    # --- tables -------------------------------------------------------------------------------

    async def _add(
        self,
        entries: Sequence[HouseTable],
        after_each: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        async with self._opening:
            new = [entry for entry in entries if entry.table not in self.running_tables]
            opened, unopened = await open_tables(new, self.tools, after_each)
            self.running_tables |= opened
            self._unopened += unopened
            self._tell_unopened()

    def _tell_unopened(self) -> None:
        while self.ready and self._unopened:
            self.house_log.alert_soon(self._unopened.pop())

    def _house_changed(self, event: e.HouseEvent) -> None:
        match event:
            case e.TableAdded():
                self._do_soon(self._add_and_conduct(self.house_log.house.tables[event.table]))
            case e.TableChanged() | e.TableWatched() | e.TableClosing():
                if (running := self.running_tables.get(event.table)) is not None:
                    running.change(self.house_log.house.tables[event.table])
            case e.TableStopped() | e.TableReleased():
                if (running := self.running_tables.get(event.table)) is not None:
                    running.stop(event.reason if isinstance(event, e.TableStopped) else "")
            case e.PersonSuspended():
                self._do_soon(self.credentials.end_all(event.person))
            case e.RoleGiven() | e.RoleTaken():
                for running in self.running_tables.values():
                    running.audience.cut_person(event.person)
            case _:
                pass

    async def _add_and_conduct(self, entry: HouseTable) -> None:
        await self._add([entry])
        await self._lease_tables()

    def _do_soon(self, work: Coroutine[None, None, object]) -> None:
        self._background.begin(_said_if_lost(work))

    async def settled(self) -> None:
        """Wait until what was begun on the side is done."""
        await self._background.settled()

    # --- more than one process ----------------------------------------------------------------

    def _news(self, log: str, sequence: int) -> None:
        if log == HOUSE_LOG:
            self._do_soon(self.house_log.catch_up())
        elif log in self.running_tables:
            self.running_tables[log].desk.hear(sequence)
        elif kind_of(log) == "shoe" and owner_of(log) in self.running_tables:
            shoes = self.running_tables[owner_of(log)].shoes
            if shoes is not None:
                self._do_soon(shoes.catch_up())
        elif kind_of(log) == "account":
            self.accounts.hear(owner_of(log))

    async def _lease_tables(self) -> None:
        """Conduct the tables that nobody else conducts."""
        if not self.plan.conducts:
            return
        for name, running in list(self.running_tables.items()):
            if running.entry.pace != "clock" or (self.is_closing and running.croupier is None):
                continue
            if await self.presence.conducts(name):
                running.conduct()
            else:
                await running.let_go()

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(self.contact.pause or self.plan.lease_seconds / 4)
            try:
                if self.presence.is_forgotten():
                    await self._come_back()
                await self.presence.live()
                self._go_on()
                if self.presence.is_shared:
                    await self.house_log.catch_up()
                await self._lease_tables()
                self.contact.found()
            except (StoreError, OSError, BusyError, TableStoppedError) as error:
                if self.presence.is_forgotten(self.contact.lost(error)):
                    await self._hold()

    def is_trusted_proxy(self, address: str) -> bool:
        """Whether connections from there are other people's, and counted by what it says."""
        return is_among(address, self.plan.trusted_proxies)

    @property
    def is_within_reach(self) -> bool:
        """Whether the logs could be read and written when that was last tried."""
        return not self.contact.pause and not any(
            each.desk.contact.pause for each in self.running_tables.values()
        )

    async def _hold(self) -> None:
        """Take nothing, and conduct nothing, until it is known whether another process did."""
        for running in tuple(self.running_tables.values()):
            await running.let_go()
            if not running.desk.stopped:
                running.hold(AWAY)

    def _go_on(self) -> None:
        """Take what comes again at every table that was held."""
        for running in self.running_tables.values():
            if running.desk.stopped == AWAY:
                running.hold("")

    async def _come_back(self) -> None:
        """Go on after others took this process for dead; if there were none, the house was down."""
        await self._hold()
        for running in tuple(self.running_tables.values()):
            while running.desk.stopped == AWAY and not running.desk.is_idle:
                await asyncio.sleep(SHORTEST)  # what was decided before must not be written now
        await self.presence.wait_for_the_door()
        was_down = not await self.presence.others()
        _log.warning("silent for too long", process=self.presence.process, alone=was_down)
        heads = await self.store.heads()
        for name, running in tuple(self.running_tables.items()):
            await self._catch_up(running, heads[name].sequence if name in heads else 0)
            await self.presence.stay_at_the_door()
        if self.presence.is_forgotten():
            raise BusyError(say("error.lease-lost"))
        if was_down:
            self._interrupt()  # before anything that waited for a table to go on
        self._go_on()
        await self._go_in()

    async def _catch_up(self, running: RunningTable, sequence: int) -> None:
        """Wait until a held table knows what its log has: the clause is applied to that."""
        desk = running.desk
        desk.hear(sequence)
        while desk.stopped == AWAY and (desk.contact.pause or desk.table.sequence < sequence):
            await asyncio.sleep(SHORTEST)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.refusals.sweep()
            self.callers.sweep()
            self.pace.sweep()
            with suppress(StoreError, OSError):
                await self.store.sweep(self.clock())
                await forget_old(self.store, self.clock())

    async def _look_at_program(self) -> None:
        while True:
            await asyncio.sleep(PROGRAM_SECONDS)
            try:
                await asyncio.to_thread(must_be_approved, self.plan.folder)
            except NotApprovedError as error:
                self.tools.fail(str(error))

    async def _end_sessions(self) -> None:
        while True:
            await asyncio.sleep(SESSIONS_SECONDS)
            with suppress(StoreError, OSError):
                await self.credentials.end_expired()

    async def _look_at_store(self) -> None:
        """End the house when its store has failed, though no table may have written since."""
        while not (failure := self.store.failure):
            await asyncio.sleep(STORE_SECONDS)
        self.tools.fail(failure)

    async def _look_at_tables(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.watchdog.look(self.running_tables)

    # --- closing ------------------------------------------------------------------------------

    async def park(self, waiting: Callable[[list[str]], None] = lambda tables: None) -> None:
        """Open no further coup, and let open ones end in public.

        A coup in which nobody has a stake is hurried. `waiting` is told the tables that still have
        stakes on the layout, whenever that changes.

        What is open after the time for it is parked in its log. Where other processes serve the
        house, they go on with what people conduct; here only what this one conducts is waited for.
        """
        if self.is_closing:
            return
        self.is_closing, self.ready = True, False
        parked = [
            each
            for each in self.running_tables.values()
            if each.croupier is not None or not self.presence.is_shared
        ]
        for running in parked:
            running.park()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.plan.park_seconds):
                told = list[str]()
                while open_ones := [each for each in parked if not each.is_parked]:
                    staked = [each.desk.name for each in open_ones if at_stake(each.desk.table)]
                    if staked and staked != told:
                        _log.info("waiting for coups with stakes", tables=staked)
                        waiting(staked)
                        told = staked
                    await asyncio.sleep(PARK_LOOK_SECONDS)

    async def close(self) -> None:
        """Let open coups end, if that was not done before, and let go of everything."""
        await self.park()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.refusals.sweep()
        await self.settled()
        self._unlisten()
        for running in self.running_tables.values():
            await running.close()
        await self.house_log.settled()
        await self.presence.go_away(self.running_tables)
        await self.store.close()


async def _said_if_lost(work: Coroutine[None, None, object]) -> None:
    """Do what nobody waits for; when the log is back, its readers read it anyhow."""
    try:
        await work
    except (StoreError, BusyError) as error:
        _log.warning("not done now", error=str(error))
