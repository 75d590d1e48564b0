"""Both verifiers over one log, wherever it is kept, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.store import EventStore
from puntobanco.record.transfer import check_line, export
from puntobanco.record.verify import Verifier


@dataclass
class Audit:
    """What two verifiers found."""

    verifier: Verifier
    second: SecondVerifier

    @property
    def findings(self) -> list[str]:
        """Everything that is wrong, in sentences."""
        return [
            *(str(each) for each in self.verifier.findings),
            *(f"second verifier: {problem}" for problem in self.second.problems),
        ]

    def take(self, number: int, line: str) -> None:
        """Show both a line."""
        check_line(self.verifier, number, line)
        self.second.take(line)

    def finish(self) -> None:
        """Let both say what was missing, and compare what they have counted."""
        self.verifier.finish()
        self.second.finish()
        first = {key: amount for key, amount in self.verifier.balances.items() if amount}
        second = {
            (table, account): amount
            for table, accounts in self.second.balances().items()
            for account, amount in accounts.items()
            if amount
        }
        for table, account in sorted(key for key in {*first, *second}):
            key = (table, account)
            if first.get(key) != second.get(key):
                self.verifier.complain(
                    f"the verifiers disagree on {account}: {first.get(key)}, {second.get(key)}",
                    table,
                )


def audit_lines(lines: Iterable[str], verifier: Verifier) -> Audit:
    """Audit an exported log."""
    audit = Audit(verifier, SecondVerifier())
    for number, line in enumerate(lines, start=1):
        audit.take(number, line)
    audit.finish()
    return audit


async def audit_store(store: EventStore, verifier: Verifier) -> Audit:
    """Audit a store: its log, and the snapshots and balances that it keeps beside it."""
    audit = Audit(verifier, SecondVerifier())
    before = await store.heads()
    for table in before:
        snapshot = await store.snapshot(table)
        if snapshot is not None:
            verifier.snapshot(snapshot)
    number = 0
    async for line in export(store):
        number += 1
        audit.take(number, line)
    audit.finish()
    balances = {
        (table, account): amount
        for table in before
        for account, amount in (await store.balances(table)).items()
    }
    after, logged = await store.heads(), verifier.balances
    for key in sorted({*balances, *logged}):
        table, account = key
        if after.get(table) != before.get(table):
            continue  # a running house: the balances have moved on since
        if balances.get(key, 0) != logged.get(key, 0):
            verifier.complain(
                f"{account} is kept as {balances.get(key, 0)}, "
                f"but the events leave {logged.get(key, 0)}",
                table,
            )
    return audit
