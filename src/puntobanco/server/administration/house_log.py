"""The house's own log in this process, and those who wait for its news."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

import structlog
from msgspec.structs import replace

from puntobanco.base.money import Currency
from puntobanco.house.approvals import ask_approval, raise_alert
from puntobanco.house.events import AlertRaised, ApprovalAsked, HouseEvent, TableEdition
from puntobanco.house.house import House, HouseEvents, evolve_house, roles_anywhere, roles_at
from puntobanco.house.permissions import Permission, allowed
from puntobanco.house.roles import EVERYWHERE, Role
from puntobanco.house.tables import stop_table
from puntobanco.notation.codec import encode as encode_message
from puntobanco.play.events import EditionAdopted, Events
from puntobanco.play.reports import ReportBase
from puntobanco.record.clock import Clock
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.names import MACHINE, own_id
from puntobanco.record.store import Append, EventStore, Receipt, read_on
from puntobanco.rules.refusals import Refusal
from puntobanco.server.administration.editions import HouseEditions
from puntobanco.server.commands import Command, append_to, reply_to, undisturbed
from puntobanco.server.operations.background import Background
from puntobanco.views.explain import Teller
from puntobanco.wire.messages import Reply, encode

_log = structlog.get_logger(__name__)


class HouseLog:
    """The house as its log has it."""

    def __init__(
        self, store: EventStore, clock: Clock, editions: HouseEditions | None = None
    ) -> None:
        self.house = House()
        self.editions = editions or HouseEditions(store)
        self.sequence = 0
        self._store = store
        self._clock = clock
        self._told: list[Callable[[HouseEvent], None]] = []
        self._roles: dict[tuple[str, str], frozenset[Role]] = {}
        """By person and table, as far as it was asked since the house last changed."""
        self._reading = asyncio.Lock()
        self._background = Background()

    def on_change(self, told: Callable[[HouseEvent], None]) -> None:
        """Be told every event of the house, in order."""
        self._told.append(told)

    async def catch_up(self) -> House:
        """The house by all that the log has, from any process."""
        async with self._reading:
            async for kept in read_on(self._store, HOUSE_LOG, self.sequence):
                event = kept.event
                assert isinstance(event, HouseEvent), event
                await self.editions.follow(event)
                self.house = evolve_house(self.house, event, kept.envelope.time)
                self.sequence = kept.sequence
                self._roles.clear()
                for told in self._told:
                    told(event)
        return self.house

    def may(self, person: str, permission: Permission, table: str = EVERYWHERE) -> bool:
        """Whether a person has a permission at a table or, with `*`, at all."""
        roles = self._roles.get((person, table))
        if roles is None:
            roles = self._roles[person, table] = roles_at(self.house, person, table)
        return allowed(roles, permission)

    def may_somewhere(self, person: str, permission: Permission) -> bool:
        """Whether a person has a permission at any table."""
        return allowed(roles_anywhere(self.house, person), permission)

    async def change(
        self,
        request: str,
        actor: str,
        body: bytes,
        decide: Callable[[House, int], HouseEvents | Refusal],
    ) -> tuple[Reply, bool]:
        """Do something to the house, once, and say what came of it."""

        async def attempt() -> Receipt:
            await self.catch_up()
            outcome = decide(self.house, self._clock())
            decided = () if isinstance(outcome, Refusal) else outcome
            events = tuple(self.editions.completed(event) for event in decided)
            answer = encode(reply_to(outcome, self.sequence))
            part = self._append(events)
            append = replace(part, request=request, actor=actor, body=body, answer=answer)
            receipt = await self._store.append(append)
            await self.catch_up()
            return receipt

        return await undisturbed(attempt)

    def _append(self, events: HouseEvents) -> Append:
        editions = self.editions.texts_for(events)
        return append_to(HOUSE_LOG, self.sequence, events, editions=editions)

    # --- two people ---------------------------------------------------------------------------

    def asking(self, table: str, command: Command, events: Events) -> tuple[str, Append]:
        """The house's part in a command that needs a second person."""
        teller = Teller(Currency())
        follows = [teller.tell(event) for event in events]
        said = getattr(command.message, "reason", "") or getattr(command.message, "note", "")
        wanted = ApprovalAsked(
            approval=secrets.token_hex(8),
            table=table,
            kind="report" if isinstance(command.message, ReportBase) else "request",
            body=encode_message(command.message).decode(),
            sentence=" ".join(follows)[:2000],
            reason=said or "asked at the table",
            by=command.actor,
        )
        outcome = ask_approval(self.house, wanted)
        assert not isinstance(outcome, Refusal), outcome
        return wanted.approval, self._append(outcome)

    def table_edition(self, adopted: EditionAdopted, table: str, by: str) -> Append:
        """The house's part in a table's adopting another edition."""
        event = TableEdition(
            table=table,
            book=adopted.book,
            before=adopted.before,
            after=adopted.after,
            options=adopted.options,
            by=by,
        )
        return self._append((event,))

    # --- alerts -------------------------------------------------------------------------------

    def stop_soon(self, table: str, reason: str) -> None:
        """Record that a table stopped itself, and alert the floor."""
        self._background.begin(self._stop(table, reason))

    async def settled(self) -> None:
        """Wait until what was begun on the side is written."""
        await self._background.settled()

    async def _stop(self, table: str, reason: str) -> None:
        name = secrets.token_hex(8)
        await self.raise_alert(
            AlertRaised(alert=name, table=table, kind="stopped", sentence=reason[:500])
        )
        request = own_id("stop", name)
        await self.change(
            request, MACHINE, b"", lambda house, now: stop_table(house, table, MACHINE, reason)
        )

    def alert_soon(self, wanted: AlertRaised) -> None:
        """Raise an alert; one of the same name is raised once."""
        self._background.begin(self.raise_alert(wanted))

    async def raise_alert(self, wanted: AlertRaised) -> None:
        """Raise an alert, and write it into the journal."""
        _log.warning("alert", table=wanted.table, kind=wanted.kind, sentence=wanted.sentence)
        await self.change(
            own_id("alert", wanted.alert),
            MACHINE,
            b"",
            lambda house, now: raise_alert(house, wanted),
        )
