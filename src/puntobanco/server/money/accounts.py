"""The cage: people's money, each account a log of its own, moved together with the table's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.house import cage
from puntobanco.house.account import Account, evolve_account
from puntobanco.house.cage import AccountEvents
from puntobanco.house.events import Excluded
from puntobanco.play import requests as r
from puntobanco.record.clock import Clock
from puntobanco.record.logs import account_log, is_account_event
from puntobanco.record.store import Append, EventStore, Receipt, read_on
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import named, say
from puntobanco.server.commands import append_to, reply_to, undisturbed
from puntobanco.wire.messages import Reply, encode


@dataclass(frozen=True, slots=True)
class _Known:
    account: Account
    sequence: int


class Accounts:
    """Every account, as far as its log has been read."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, _Known] = {}
        self._fresh: set[str] = set()
        """Whose log has not grown since it was read, as far as the store has said."""
        self._news: Counter[str] = Counter()
        """How often an account's log has grown, as far as is known here."""
        self._excluding: set[str] = set()
        """Whose exclusion is being written: it binds before it is told."""

    async def fetch(self, name: str) -> Account:
        """An account as its log has it now."""
        return (await self._latest(name)).account

    async def _latest(self, name: str) -> _Known:
        """An account with the sequence that it is decided at: what others read meanwhile counts."""
        news = self._news[name]
        known = await self._read(name)
        if news == self._news[name]:  # and not before it was read: others decide meanwhile
            self._fresh.add(name)
        known = max(known, self._known.get(name, known), key=lambda each: each.sequence)
        if known.sequence:
            self._known[name] = known
        return known

    async def _read(self, name: str) -> _Known:
        known = self._known.get(name) or _Known(Account(), 0)
        async for kept in read_on(self._store, account_log(name), known.sequence):
            event = kept.event
            assert is_account_event(event), event
            account = evolve_account(known.account, event, kept.envelope.time)
            known = _Known(account, kept.sequence)
        return known

    def hear(self, name: str) -> None:
        """News from the store: an account's log has grown, perhaps by another process."""
        self._news[name] += 1
        self._fresh.discard(name)

    def is_fresh(self, name: str) -> bool:
        """Whether what is known here of an account is all that the store has told of."""
        return name in self._fresh

    def barred(self, name: str) -> Refusal | None:
        """Why a patron may not bet now, as far as this process knows."""
        if name in self._excluding:
            return Refusal(Reason.EXCLUDED, say("refused.excluded", who=named(name)))
        known = self._known.get(name)
        if known is None or (known.account.exclusion is None and not known.account.limits):
            return None
        return cage.barred(known.account, self._clock())

    def part(self, table: str, request: r.TakePlace | r.BuyIn | r.CashOut) -> Append | Refusal:
        """The account's part in a patron's command at a table; `fetch` it first."""
        known = self._known.get(request.by)
        if known is None:
            return Refusal(Reason.UNKNOWN_ACCOUNT, say("refused.cashier-opens"))
        now = self._clock()
        outcome: AccountEvents | Refusal = ()
        match request:
            case r.TakePlace():
                outcome = cage.take_place(known.account, table, now)
            case r.BuyIn():
                outcome = cage.to_table(known.account, table, request.amount, now)
            case r.CashOut():
                outcome = cage.from_table(known.account, table, request.amount)
        if isinstance(outcome, Refusal):
            return outcome
        self.hear(request.by)  # what is written now is read before the next bet
        return append_to(account_log(request.by), known.sequence, outcome)

    async def change(
        self,
        name: str,
        request: str,
        actor: str,
        body: bytes,
        decide: Callable[[Account, int], AccountEvents | Refusal],
    ) -> tuple[Reply, bool]:
        """Do something to an account, once, and say what came of it."""

        async def attempt() -> Receipt:
            known = await self._latest(name)
            sequence, outcome = known.sequence, decide(known.account, self._clock())
            events = () if isinstance(outcome, Refusal) else outcome
            append = append_to(
                account_log(name),
                sequence,
                events,
                request=request,
                actor=actor,
                body=body,
                answer=encode(reply_to(outcome, sequence)),
            )
            binds = any(isinstance(event, Excluded) for event in events)
            if binds:
                self._excluding.add(name)
            try:
                receipt = await self._store.append(append)
                await self.fetch(name)
                return receipt
            finally:
                if binds:
                    self._excluding.discard(name)

        return await undisturbed(attempt)
