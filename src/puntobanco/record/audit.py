"""Both verifiers over one log, wherever it is kept, and whether they agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from puntobanco.base.forms import form_of
from puntobanco.base.money import Units
from puntobanco.record.envelope import Head, Kept
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.store import EventStore
from puntobanco.record.transfer import (
    FIRST_LINE,
    RUN,
    Answers,
    check_line,
    check_lines,
    ending,
    log_pieces,
)
from puntobanco.record.verify import Verifier

AuditedPart: TypeAlias = tuple[Verifier, SecondVerifier, dict[str, list[str]]]
"""What the verifiers know after some logs, and what is wrong beside each."""


@dataclass
class Audit:
    """What two verifiers found."""

    verifier: Verifier
    second: SecondVerifier
    lines: int = 0
    """How many lines were shown."""

    @property
    def findings(self) -> list[str]:
        """Everything that is wrong, in sentences."""
        return [
            *(str(each) for each in self.verifier.findings),
            *(f"second verifier: {problem}" for problem in self.second.problems),
        ]

    @property
    def form(self) -> dict[str, Any]:
        """What was checked and found, for programs."""
        return {
            "tables": {table: head.sequence for table, head in self.verifier.heads.items()},
            **form_of(self.verifier, "events", "statements", "states_compared"),
            "findings": self.findings,
        }

    def seen(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines, each shown to the second verifier on its way."""
        for line in lines:
            self.second.take(line)
            yield line

    def take(self, line: str) -> None:
        """Show both a line."""
        self.lines += 1
        check_line(self.verifier, self.lines, line)
        self.second.take(line)

    def take_run(self, run: Sequence[Kept]) -> None:
        """Show both envelopes of one log; the first compares them with where they are kept."""
        self.lines += len(run)
        for begin in range(0, len(run), RUN):
            some = run[begin : begin + RUN]
            if not self.verifier.run(some):
                for kept in some:
                    self.verifier.event(kept)
        for kept in run:
            self.second.take(kept.line)

    def take_answers(self, piece: Answers) -> None:
        """Show the first what requests were answered; the second one looks at events alone."""
        self.lines += len(piece.answers)
        for answered in piece.answers:
            self.verifier.answered(answered)

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
    check_lines(verifier, audit.seen(lines))
    audit.finish()
    return audit


async def audit_store(store: EventStore, verifier: Verifier) -> Audit:
    """Audit a store: its logs, and the snapshots and balances that it keeps beside them."""
    audit = Audit(verifier, SecondVerifier())
    heads = await store.heads()
    beside = await audit_logs(audit, store, heads)
    await conclude(audit, store, heads, beside)
    return audit


async def audit_logs(
    audit: Audit, store: EventStore, heads: Mapping[str, Head]
) -> dict[str, list[str]]:
    """Show both verifiers logs up to their heads; what is wrong beside each comes back."""
    verifier = audit.verifier
    audit.take(FIRST_LINE)
    for table, head in sorted(heads.items()):
        snapshot = await store.snapshot(table)
        if snapshot is not None and snapshot.sequence <= head.sequence:
            verifier.snapshot(snapshot)  # a later one: `_beside`
        async for piece in log_pieces(store, table, head.sequence):
            if isinstance(piece, str):
                audit.take(piece)
            elif isinstance(piece, Answers):
                audit.take_answers(piece)
            else:
                audit.take_run(piece)
    found, ledgers = verifier.heads, defaultdict[str, dict[str, Units]](dict)
    for (table, account), amount in verifier.balances.items():
        ledgers[table][account] = amount
    return {
        table: await _beside(store, table, head, found.get(table, head), ledgers[table])
        for table, head in heads.items()
    }


async def conclude(
    audit: Audit,
    store: EventStore,
    heads: Mapping[str, Head],
    beside: Mapping[str, Sequence[str]],
) -> None:
    """Check what concerns all logs together, once every log was shown."""
    async for line in ending(store, heads):
        audit.take(line)
    audit.finish()
    after = await store.heads()
    for table, head in heads.items():
        if after.get(table) != head:
            continue  # a running house: what is kept beside the log has moved on since
        for sentence in beside[table]:
            audit.verifier.complain(sentence, table)


async def _beside(
    store: EventStore, table: str, head: Head, found: Head, logged: Mapping[str, Units]
) -> list[str]:
    """What a store keeps beside a log, or after it, that its events do not bear out."""
    wrong = []
    if found.time != head.time:
        wrong.append(f"the last event is dated {found.time}, but it is kept as {head.time}")
    if await store.read(table, after=head.sequence, limit=1):
        wrong.append(f"events are kept after event {head.sequence}, which is said to be the last")
    signed = max((said.size for said in await store.checkpoints(table)), default=0)
    if signed > head.sequence:
        wrong.append(f"the house signed for {signed} events, and it ends at {head.sequence}")
    snapshot = await store.snapshot(table)
    if snapshot is not None and snapshot.sequence > head.sequence:
        wrong.append(f"the snapshot saw {snapshot.sequence} events, and it ends at {head.sequence}")
    if await store.has_answers_after(table, head.sequence):
        wrong.append("answers were given for events that are missing")
    kept = await store.balances(table)
    wrong += [
        f"{account} is kept as {kept.get(account, 0)}, "
        f"but the events leave {logged.get(account, 0)}"
        for account in sorted({*kept, *logged})
        if kept.get(account, 0) != logged.get(account, 0)
    ]
    return wrong
