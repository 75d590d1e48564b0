"""What must be true of whoever has excluded himself, from the order of the logs and no clock else.

That money is neither paid in nor made chips, and no place taken, is exact: all that is written into
the account's own log. A bet is not. Until he has left a table, a process that has not heard of it
may take one there; not once he is answered, and not where it is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from puntobanco.house import events as h
from puntobanco.play import events as e
from puntobanco.play.table import Dealing, Table
from puntobanco.record.envelope import Envelope
from puntobanco.record.logs import account_log
from puntobanco.record.store import Append
from puntobanco.wire.messages import read_reply
from tests.properties.watched import law
from tests.simulation.disk import SimStore

NEWS_SECONDS = 0.2
"""How long a process may take to read what it was told of, by its own running time."""
OF_AMOUNTS = ("bad_amount", "not_enough_money", "not_enough_chips", "unknown_person")
"""Why money may stay where it is: there is not so much."""


@dataclass
class Running:
    """An exclusion as the account's log has it."""

    until: int | None
    cause: str
    sequence: int
    is_answered: bool = False
    """Whether its owner was told: by then he has left every table."""

    def binds(self, now: int) -> bool:
        """Whether it has not ended by a clock that says this."""
        return self.until is None or now < self.until


class Exclusions:
    """Follows who is excluded, and what he does all the same."""

    def __init__(self, counts: Counter[str]) -> None:
        self.running: dict[str, Running] = {}
        self._counts = counts

    def find(self, name: str, now: int) -> Running | None:
        """What binds somebody by a clock that says this."""
        found = self.running.get(name)
        return found if found is not None and found.binds(now) else None

    def take_account(self, event: object, envelope: Envelope, now: int) -> None:
        """An event of an account is durable, written by a process whose clock says this."""
        match event:
            case h.MoneyPaidIn(account=name):
                law(not self.find(name, now), f"{name} is excluded and paid in")
            case h.MoneyToTable(account=name):
                law(not self.find(name, now), f"{name} is excluded and bought in")
            case h.MoneyFromTable(account=name) | h.MoneyPaidOut(account=name):
                self._counts["taken out by excluded"] += self.find(name, now) is not None
            case h.Excluded(account=name):
                found = Running(event.until, envelope.cause, envelope.sequence)
                self.running[name] = found
                self._counts["exclusions" if event.until is None else "exclusions with an end"] += 1
            case h.ExclusionEnded(account=name):
                ended = self.running.pop(name, None)
                law(ended and ended.until is None, f"no exclusion of {name} could be lifted")
                two = {event.by, event.second} - {name, ""}
                law(len(two) == 2, f"the exclusion of {name} was lifted by {event}")
                self._counts["exclusions lifted"] += 1
            case _:
                pass

    def take_table(self, table: Table, event: e.Event, now: int) -> None:
        """An event follows at a table that stands so."""
        match event:
            case e.PatronCame(patron=name):
                law(not self.find(name, now), f"{name} is excluded and took a place")
            case e.StakePlaced(patron=name) | e.AntePlaced(patron=name):
                law(table.patrons[name].present, f"{name} has left, and {event} was taken")
                found = self.find(name, now)
                if found is not None:
                    law(not found.is_answered, f"{name} is excluded, was told so, and has {event}")
                    self._counts["bets before leaving"] += 1
            case _:
                pass

    def take_payment(self, table: Table, events: Sequence[e.Event], now: int) -> None:
        """A coup is paid: what an excluded one had lying is settled like any other stake."""
        if not isinstance(table.stage, Dealing):
            return
        if not any(isinstance(each, e.CoupSettled) for each in events):
            return
        ended = {
            (each.patron, each.place, each.wager)
            for each in events
            if isinstance(each, e.StakeSettled | e.StakeTaken)
        }
        ended |= {(each.patron, each.place, each.wager) for each in table.stage.settled}
        for key in table.stage.stakes:
            if self.find(key[0], now):
                law(key in ended, f"{key} of somebody excluded lay, and was not settled")
                self._counts["settled for excluded"] += 1

    def take_decision(self, appends: Sequence[Append], store: SimStore, now: int) -> None:
        """A process wants this written: it takes no bet of whom it must know to be excluded."""
        for append in appends:
            for event in append.events:
                if isinstance(event, e.StakePlaced | e.AntePlaced):
                    found = self.find(event.patron, now)
                    log = account_log(event.patron)
                    law(
                        not found or not store.knows(log, found.sequence, NEWS_SECONDS),
                        f"{event} was taken by a process that knows of the exclusion",
                    )

    def answered(self, name: str, cause: str) -> None:
        """Somebody is about to be told that he is excluded."""
        found = self.running.get(name)
        if found is not None and found.cause == cause:
            found.is_answered = True

    def take_answer(self, answer: bytes) -> None:
        """Somebody wanted to take out what is his: only the amount may stand against it."""
        if answer.startswith(b"{") and (refusal := read_reply(answer).refusal) is not None:
            law(refusal.reason in OF_AMOUNTS, f"money could not be taken out: {refusal}")
