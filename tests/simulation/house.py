"""A simulated house: processes that crash, pause and come back, people, a network that loses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import ascii_lowercase
from unittest.mock import patch

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from msgspec.structs import replace

from puntobanco.fair.check import check_lines
from puntobanco.house import cage
from puntobanco.house.approvals import give_approval
from puntobanco.notation.codec import encode as encode_message
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Resolved
from puntobanco.record.audit import audit_store
from puntobanco.record.clock import Clock, SteadyClock
from puntobanco.record.signing import is_signed
from puntobanco.record.store import Append, EventStore, Rows, StoreError
from puntobanco.record.transfer import export
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import HouseRules
from puntobanco.server.administration.house_log import HouseLog
from puntobanco.server.administration.table_entries import rules_of
from puntobanco.server.api.handling.asking import put
from puntobanco.server.casino import running as casino_module
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.casino.two_people import asked_for, carry_out
from puntobanco.server.commands import BusyError, Command, Message, awaited
from puntobanco.server.tables.croupier import Tempo
from puntobanco.wire.messages import Reply
from tests.properties.people import PATRONS
from tests.properties.watched import law
from tests.server.conftest import add_person, add_table, table_added
from tests.simulation.disk import Fault, SimStore
from tests.simulation.going_on import must_go_on, take_ids
from tests.simulation.laws import Laws
from tests.simulation.network import Asked, Network, Server
from tests.simulation.people import ROLES, STAFF, AtTable, Somebody
from tests.simulation.reported import check_reports
from tests.simulation.time_outs import excluding, lift, take_out_everything
from tests.simulation.world import Process, Streams, WallClock, current_process, run_world

LEASE_SECONDS = 5.0
FAULTS = {
    Fault.SLOW: 0.01,
    Fault.LOST_BEFORE: 0.004,
    Fault.LOST_AFTER: 0.004,
    Fault.KILLED_BEFORE: 0.0004,
    Fault.KILLED_AFTER: 0.0004,
    Fault.FAILED: 0.0002,
}
SHOE_KEY = bytes(range(32))
SIGNING_KEY = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
"""
TABLES = (
    table_added("T1", "rws-wins-on", cards="random", pace="clock", betting_seconds=6),
    table_added(
        "T2",
        "nz-division",
        options={"perfect-pair": "1", "dragon-bonus": "1", "style": "B"},
        cards="random",
        pace="clock",
        betting_seconds=4,
    ),
    table_added("T3", "mbs"),
    table_added(
        "T4",
        "rws-super-six-plus",
        options={"style": "face-down"},
        cards="random",
        pace="clock",
        betting_seconds=5,
    ),
)
LATE = 60_000_000
"""How far an end must be off, in microseconds, for nobody to wait for it."""
TEMPO = Tempo(0.3, 0.3, 0.5, 0.05, 1.0, 0.5, 1.0)


class SimulatedHouse(Network):
    """Everything of one seed."""

    def __init__(self, folder: Path, streams: Streams, commands: int) -> None:
        super().__init__(streams.of("world"))
        self.folder = folder
        self.commands = commands
        self.wall = WallClock(self.loop)
        self.faults: dict[Fault, float] = {}
        self.sent = 0
        self._ids = streams.of("ids")
        self.old: list[Asked] = []
        self.store_random = streams.of("store")
        rules: dict[str, HouseRules] = {}
        for wanted in TABLES:
            found = rules_of(wanted, HouseLog(self.disk, self.wall))  # type: ignore[arg-type]
            assert isinstance(found, HouseRules), found
            rules[wanted.table] = found
        self.rules = rules
        self.laws = Laws(rules, SHOE_KEY)
        self.disk.written = self.check
        self.disk.decided = self.check_decision
        self.disk.was_down = self.laws.was_down
        self.tables = {name: AtTable(self.random, each) for name, each in rules.items()}

    # --- processes ----------------------------------------------------------------------------

    async def start(self, name: str) -> Server:
        """Start a process; when nobody else served the house, open coups were interrupted."""
        process = Process(name)
        server = Server(process)
        self.servers.append(server)
        process.ended.append(lambda: self.note("dead", name))
        clock = SteadyClock(self.wall)

        plan = Plan(
            self.folder,
            database="postgresql://simulated",
            tempo=TEMPO,
            park_seconds=0.0,
            lease_seconds=LEASE_SECONDS,
            hasher=PasswordHasher.from_parameters(CHEAPEST),
            clock=clock,
        )
        opening = process.spawn(Casino.open(plan, fail=lambda sentence: process.kill()))
        try:
            server.casino = await opening
        except (asyncio.CancelledError, StoreError, BusyError):
            self.note("stillborn", name)
            process.kill()
        self.note("started", name)
        return server

    async def open_store(self, source: str, clock: Clock) -> EventStore:
        """The store of the process that asks, on the one disk."""
        process = current_process.get()
        assert process is not None, source
        return SimStore(self.disk, process, clock, self.store_random, self.faults)

    async def keep_running(self, name: str) -> None:
        """A process that is started again whenever it has died."""
        while True:
            server = await self.start(name)
            while server.process.alive:
                await asyncio.sleep(0.25)
                if self.random.random() < 0.002 and self.faults:
                    server.process.kill()
            self.servers.remove(server)
            self.counts["crashes"] += 1
            await asyncio.sleep(self.random.choice((0.01, 0.5, 2.0, 7.0, 12.0)))

    def check(self, rows: Rows, now: int) -> None:
        """A transaction is durable: the laws look at it."""
        try:
            self.laws.written(rows, now)
        except Exception as error:
            self.fail(error)

    def check_decision(self, appends: Sequence[Append], store: SimStore, now: int) -> None:
        """A process has decided something: the laws look at that too."""
        try:
            self.laws.exclusions.take_decision(appends, store, now)
        except AssertionError as error:
            self.fail(error)

    # --- wishes -------------------------------------------------------------------------------

    def new_id(self, name: str) -> str:
        """An id that nobody used and nobody guesses, as the pages and the client make them."""
        self.sent += 1
        return f"{name}-{''.join(self._ids.choices(ascii_lowercase, k=12))}"

    def at_table(self, table: str, actor: str, message: Message, request: str = "") -> Asked:
        """A message to a table, as it goes over a socket."""
        request, body = request or self.new_id(actor), encode_message(message)

        async def work(casino: Casino) -> tuple[Reply, bool]:
            running, somebody = casino.running_tables[table], Somebody(actor, casino)
            command = Command(request, actor, message, body)
            viewer = somebody.viewer(running)
            return await awaited(lambda told: put(casino, running, somebody, viewer, command, told))

        return Asked(table, request, actor, body, work, self.loop.create_future())

    def at_cage(self, account: str, amount: int, verb: str) -> Asked:
        """Money paid in or out by the cashier."""
        request, body = self.new_id("carl"), f"{verb} {account} {amount}".encode()

        async def work(casino: Casino) -> tuple[Reply, bool]:
            return await casino.accounts.change(
                account,
                request,
                "carl",
                body,
                lambda held, now: (
                    cage.pay_in(held, amount, "carl", now)
                    if verb == "in"
                    else cage.pay_out(held, amount, "carl")
                ),
            )

        return Asked(f"account:{account}", request, "carl", body, work, self.loop.create_future())

    async def decide(self, approval: str, log: str = "") -> None:
        """A second person agrees to what waits, or does not; agreeing is repeated like all else."""
        second = self.random.choice(STAFF)
        request = self.new_id(second)

        async def give(casino: Casino) -> tuple[Reply, bool]:
            return await casino.house_log.change(
                request,
                second,
                approval.encode(),
                lambda house, now: give_approval(house, approval, second, now),
            )

        given = Asked("house", request, second, b"", give, self.loop.create_future())
        if b'"accepted":true' not in await self.ask(given):
            return

        async def carry(casino: Casino) -> tuple[Reply, bool]:
            await casino.house_log.catch_up()
            asked = await asked_for(casino.store, casino.house_log.house, approval)
            assert asked is not None, approval
            return await carry_out(casino, asked, second)

        for kept in self.disk.logs["house"]:
            if f'"{approval}"' in kept.text:
                log = log or kept.event.table  # type: ignore[union-attr]
                break
        done = Asked(log, f"approved-{approval}", second, b"", carry, self.loop.create_future())
        await self.ask(done)
        self.counts["approved"] += 1

    # --- what people do -----------------------------------------------------------------------

    def message(self, name: str) -> tuple[str, Message] | None:
        """Something that somebody wants of a table now, and under whose name it is sent."""
        at, random = self.tables[name], self.random
        table = self.laws.tables[name].table
        at.cards.look(table)
        chance = random.random()
        if chance < 0.10:
            message = at.crowd.request(table)
            if random.random() < 0.5:
                return at.asker_of(message.by), message
            return random.choice(tuple(ROLES)), message
        if chance < 0.105 or (chance < 0.13 and isinstance(table.stage, Resolved)):
            report = at.mishaps.see_irregularity(table)
            return at.asker_of(report.by), report
        if chance < 0.14 and name == "T3":
            clumsy = at.mishaps.report(table)
            return None if clumsy is None else (at.asker_of(clumsy.by), clumsy)
        absent = [each for each in PATRONS if each not in table.patrons]
        patron = random.choice(absent or PATRONS)
        known = table.patrons.get(patron)
        if known is None or not known.present:
            place = random.choice((None, 1, 2, 3, 4))
            return patron, r.TakePlace(by=patron, place=place)
        if known.rack < 1_000_00 or random.random() < 0.02:
            return patron, r.BuyIn(by=patron, amount=random.choice((1_000_00, 5_000_00)))
        if random.random() < 0.03:
            amount = random.choice((known.rack, known.rack // 2, 10**15))
            return patron, r.CashOut(by=patron, amount=amount)
        message = at.crowd.proper_stake(table)
        return at.asker_of(message.by), message

    async def dealer(self, name: str) -> None:
        """Staff of a table with real cards, and whoever must answer at the others."""
        at = self.tables[name]
        while True:
            await asyncio.sleep(self.random.uniform(0.05, 1.5))
            table = self.laws.tables[name].table
            if name != "T3" and not table.halts:
                continue
            if name == "T3" and isinstance(table.stage, Betting) and self.random.random() < 0.7:
                continue
            at.cards.look(table)
            command = at.dealer.next_command(table)
            await self.say(name, at.asker_of(command.by), command)

    async def say(self, name: str, actor: str, message: Message) -> None:
        """Send a message to a table and see it answered; keep it, to be sent again one day."""
        asked = self.at_table(name, actor, message)
        self.note("ask", asked.id, name, message)
        answer = await self.ask(asked)
        if isinstance(message, r.CashOut) and actor == message.by:
            self.laws.exclusions.take_answer(answer)
        if answer not in (b"reused", b"not permitted"):
            self.old.append(asked)
            self.old = self.old[-500:]
        if b'"approval":"' in answer:
            approval = answer.split(b'"approval":"')[1].split(b'"')[0].decode()
            if self.random.random() < 0.6:
                await self.decide(approval)

    async def guest(self) -> None:
        """Somebody who does something, waits, and does something else, at any table."""
        while self.counts["commands"] < self.commands and self.broken is None:
            await asyncio.sleep(self.random.expovariate(1.0))
            chance = self.random.random()
            if chance < 0.03:
                await self.time_out(is_lifted=chance < 0.02)
            elif chance < 0.08:
                account = self.random.choice(PATRONS)
                amount = self.random.choice((1_000_00, 5_000_00, 0, -1, 10**15, 10**15 + 1))
                verb = self.random.choice(("in", "out"))
                answer = await self.ask(self.at_cage(account, amount, verb))
                if verb == "out":
                    self.laws.exclusions.take_answer(answer)
            elif chance < 0.13 and self.old:
                await self.again()
            else:
                name = self.random.choice(self.open_tables() or tuple(self.tables))
                wanted = self.message(name)
                if wanted is not None:
                    await self.say(name, *wanted)

    async def time_out(self, *, is_lifted: bool) -> None:
        """Somebody excludes himself, or is let in again who has no end of it before him."""
        running = self.laws.exclusions.running
        if not is_lifted:
            seconds = self.random.choice((None, self.random.uniform(1, 8)))
            await self.ask(excluding(self, self.random.choice(PATRONS), seconds))
        elif endless := [name for name, each in running.items() if each.until is None]:
            await lift(self, self.random.choice(endless))
        elif late := [name for name, each in running.items() if each.binds(self.wall() + LATE)]:
            await self.ask(excluding(self, late[0], None))  # the clock was set back: it would last

    async def guests(self, many: int) -> None:
        """So many people, until they have asked for everything."""
        await asyncio.gather(*(self.guest() for _ in range(many)))

    def open_tables(self) -> tuple[str, ...]:
        """Mostly people go where bets are taken."""
        if self.random.random() < 0.4:
            return ()
        known = self.laws.tables.items()
        return tuple(name for name, each in known if isinstance(each.table.stage, Betting))

    async def again(self) -> None:
        """Send an old wish once more, or something else under its id."""
        old = self.random.choice(self.old)
        if self.random.random() < 0.5:
            self.counts["replayed"] += 1
            self.loop.call_later(self.latency(), self.arrive, old)
            return
        self.counts["altered"] += 1
        message = r.PlaceStake(
            by=old.actor, patron=old.actor, place=1, wager="tie", amount=self.sent
        )
        actor = old.actor if ROLES[old.actor] == "patron" else self.random.choice(PATRONS)
        message = replace(message, by=actor, patron=actor)
        answer = await self.ask(self.at_table(old.table, actor, message, old.id))
        law(answer == b"reused", f"{old.id} took another body: {answer!r}")

    async def clock_setter(self) -> None:
        """Somebody sets the machine's clock, forward and back."""
        while True:
            await asyncio.sleep(self.random.uniform(5, 60))
            self.wall.skew += self.random.choice((-86_400, -2, -1, 1, 2, 86_400)) * 1_000_000
            self.counts["clock steps"] += 1

    # --- a life -------------------------------------------------------------------------------

    @contextmanager
    def serving(self) -> Iterator[None]:
        """While this lasts, every process that starts works on this world's disk."""
        with patch.object(casino_module, "open_store", self.open_store):
            yield

    async def found(self) -> Server:
        """Tables, people and their money; the process that made them is still up."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, content in (("house.key", SIGNING_KEY), ("shoes.key", SHOE_KEY)):
            path = self.folder / name
            path.write_bytes(content)
            path.chmod(0o600)
        first = await self.start("founder")
        assert first.casino is not None
        for wanted in TABLES:
            await add_table(first.casino, wanted)
        for name, role in ROLES.items():
            await add_person(first.casino, name, role)
        return first

    async def live(self) -> None:
        """Found the house, let everything happen, then look at what is left."""
        first = await self.found()
        assert first.casino is not None
        await first.casino.close()
        first.process.kill()
        self.servers.clear()
        self.faults.update(FAULTS)
        names = ("one", "two", "three")[: self.random.choice((2, 3))]
        running = [asyncio.create_task(self.keep_running(name)) for name in names]
        running += [asyncio.create_task(self.dealer(name)) for name in self.tables]
        running.append(asyncio.create_task(self.clock_setter()))
        running.append(asyncio.create_task(self.outages()))
        running += [asyncio.create_task(self.pauses()) for _ in names[1:]]
        guests = asyncio.create_task(self.guests(40))
        done, _ = await asyncio.wait([guests, *running], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        for task in running:
            task.cancel()
        self.faults.clear()
        self.disk.is_away = False
        await self.end()

    async def end(self) -> None:
        """Everybody is gone: one process opens the house again and everything must agree."""
        if self.broken is not None:
            raise self.broken
        for server in self.servers:
            server.process.kill()
        await asyncio.sleep(LEASE_SECONDS + 5)
        last = await self.start("last")
        assert last.casino is not None
        await asyncio.sleep(3)
        await take_ids(self, last.casino)
        await must_go_on(self, last.casino)
        await take_out_everything(self, last.casino)
        if self.broken is not None:
            raise self.broken
        for name, followed in self.laws.tables.items():
            desk = last.casino.running_tables[name].desk
            for _ in range(1_000):  # tables that go by the clock go on; what is on its way arrives
                if desk.table.sequence == followed.table.sequence:
                    break
                await asyncio.sleep(0.001)
            law(desk.table == followed.table, f"{name} is served otherwise than its log has it")
        audit = await audit_store(last.casino.store, Verifier(is_signed))
        law(not audit.findings, f"verifiers: {audit.findings[:3]}")
        lines = [line async for line in export(last.casino.store)]
        shoes = check_lines(lines)
        law(not shoes.problems, f"shoes: {shoes.problems[:3]}")
        self.counts["cards compared"] += shoes.compared
        self.counts["reports compared"] += await check_reports(last.casino, lines)
        for line in lines:
            self.trace.update(line.encode())
        last.process.kill()


def live(seed: int, commands: int, folder: Path) -> SimulatedHouse:
    """The life of a house, as its seed has it."""
    streams, made = Streams(seed), list[SimulatedHouse]()

    async def one() -> None:
        made.append(SimulatedHouse(folder, streams, commands))
        with made[0].serving():
            await made[0].live()

    run_world(one, streams)
    made[0].counts.update(made[0].laws.counts)
    return made[0]
