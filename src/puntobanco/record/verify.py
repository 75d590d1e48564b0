"""The verifier: goes through a log once and says, in sentences, everything that is wrong with it.

It checks the chain of hashes, that events can follow each other and give the recorded states, that
money only moves and is never owed by a rack, the felt or a person's balance, that no card is seen
more often than its decks hold it, that tables and accounts booked the same between them, that each
request had one answer, and what signed statements say of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from puntobanco.base.money import Units
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.editions import is_called
from puntobanco.record.envelope import Envelope, Head, Kept, canonical, hash_of, opened
from puntobanco.record.logs import in_words
from puntobanco.record.names import HOUSE_ACTORS, OWN_IDS
from puntobanco.record.reconcile import Reconciliation
from puntobanco.record.replaying.read_events import EventReader, ReadEvent
from puntobanco.record.replaying.replay import LogReplay, TableReplay, replay_of
from puntobanco.record.state import FORM, encode_state, state_digest
from puntobanco.record.store import AnsweredRequest, Snapshot

FINDINGS_MAX = 20
"""How many findings of one log are told; a broken log need not be told line by line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, and where."""

    table: str
    sequence: int | None
    sentence: str

    def __str__(self) -> str:
        where = in_words(self.table) if self.table else "the file"
        at = "" if self.sequence is None else f", event {self.sequence}"
        return f"{where}{at}: {self.sentence}"


@dataclass
class _Log:
    """What is known of one log on the way."""

    name: str
    replay: LogReplay
    head: Head = field(default_factory=Head)
    statements: dict[int, list[tuple[str, Checkpoint]]] = field(default_factory=dict)
    requests: dict[str, tuple[int, int]] = field(default_factory=dict)
    answers: set[str] = field(default_factory=set)
    answers_beyond: bool = False
    findings: int = 0


class Verifier:
    """Takes a log piece by piece; `findings` is empty at the end when all is well."""

    def __init__(
        self,
        is_signed: Callable[[Checkpoint], bool],
        trusted_keys: Iterable[str] = (),
        witnessed: Iterable[Checkpoint] = (),
    ) -> None:
        """Take how signatures are checked, the house's keys if known, and a witness's word."""
        self.findings: list[Finding] = []
        self.events = 0
        self.states_compared = 0
        self.statements = 0
        self._logs: dict[str, _Log] = {}
        self._reader = EventReader()
        self._reconciliation = Reconciliation()
        self._is_signed = is_signed
        self._trusted = frozenset(trusted_keys)
        self._ended = False
        self._editions: set[str] = set()
        self._promised: dict[str, tuple[str, int]] = {}
        """By digest of an edition that a log says is kept: where it says so."""
        for each in witnessed:
            self._log(each.table).statements.setdefault(each.size, []).append(("witness", each))

    @property
    def heads(self) -> dict[str, Head]:
        """Where each log ends."""
        return {table: log.head for table, log in self._logs.items() if log.head.sequence}

    @property
    def balances(self) -> dict[tuple[str, str], Units]:
        """What each account holds, by log and account."""
        return {
            (table, account): amount
            for table, log in self._logs.items()
            for account, amount in log.replay.ledger.items()
        }

    # --- what it is shown ---------------------------------------------------------------------

    def complain(self, sentence: str, table: str = "", sequence: int | None = None) -> None:
        """Note something that is wrong."""
        log = self._log(table)
        log.findings += 1
        if log.findings <= FINDINGS_MAX:
            self.findings.append(Finding(table, sequence, sentence))
        elif log.findings == FINDINGS_MAX + 1:
            self.findings.append(
                Finding(table, None, "there are more problems, not listed one by one")
            )

    def event(self, kept: Kept) -> None:
        """Take the next envelope of its log."""
        log = self._log(kept.table)
        try:
            envelope = kept.envelope
            read = self._reader.read(bytes(envelope.event))
        except ValueError as error:
            self.events += 1
            self.complain(f"cannot be read: {error}", kept.table, kept.sequence)
            return
        for sentence in _unchained(log.head, kept, envelope):
            self.complain(sentence, kept.table, kept.sequence)
        log.head = Head(kept.sequence, kept.hash, max(log.head.time, envelope.time))
        self._take(log, kept, envelope, read)

    def run(self, run: Sequence[Kept]) -> bool:
        """Take the next envelopes of one log together, which is quicker than one by one.

        False if they are not all chained and readable; then none was taken.
        """
        log, read = self._log(run[0].table), self._reader.read
        envelopes = opened(log.head, run)
        if envelopes is None:
            return False
        try:
            events = [read(bytes(envelope.event)) for envelope in envelopes]
        except ValueError:
            return False
        for kept, envelope, event in zip(run, envelopes, events, strict=True):
            self._take(log, kept, envelope, event)
        log.head = Head(run[-1].sequence, run[-1].hash, envelopes[-1].time)
        return True

    def next_sequence(self, table: str) -> int:
        """The sequence of the next event of a log."""
        log = self._logs.get(table)
        return 1 if log is None else log.head.sequence + 1

    def _take(self, log: _Log, kept: Kept, envelope: Envelope, read: ReadEvent) -> None:
        """Take what an envelope says, wherever it stands."""
        self.events += 1
        sequence, cause = kept.sequence, envelope.cause
        if cause.startswith(OWN_IDS) and envelope.actor not in HOUSE_ACTORS:
            self._is_not_theirs(envelope.actor, cause, log.name, sequence)
        earlier = log.requests.get(cause)
        log.requests[cause] = (sequence if earlier is None else earlier[0], sequence)
        for digest in read.editions:
            self._promised.setdefault(digest, (log.name, sequence))
        for sentence in log.replay.take(envelope, read):
            self.complain(sentence, log.name, sequence)
        if read.reconciled:
            self._reconciliation.take(log.name, sequence, cause, read.event)
        if sequence in log.statements:
            for who, said in log.statements.pop(sequence):
                self._compare(log, kept, who, said)

    def _is_not_theirs(
        self, who: str, request: str, table: str, sequence: int | None = None
    ) -> None:
        self.complain(f"{who} acted under {request}, an id of the house's own", table, sequence)

    def _compare(self, log: _Log, kept: Kept, who: str, said: Checkpoint) -> None:
        self.statements += said.signature != ""
        if said.hash and said.hash != kept.hash:
            self.complain(
                f"the log was rewritten here or before: the {who} saw it end in "
                f"{said.hash[:16]} on {date_text(said.time)}, now it has {kept.hash[:16]}",
                *(kept.table, kept.sequence),
            )
        replay = log.replay
        if said.form == FORM and isinstance(replay, TableReplay) and replay.follows:
            self.states_compared += 1
            if state_digest(encode_state(replay.table)) != said.state:
                self.complain(
                    f"replaying the events gives another state than the {who} has",
                    *(kept.table, kept.sequence),
                )

    def checkpoint(self, said: Checkpoint) -> None:
        """Take a signed statement of the house; it comes before the events it speaks of."""
        if not self._is_signed(said):
            self.complain("a statement's signature is wrong", said.table, said.size)
        elif self._trusted and said.key not in self._trusted:
            self.complain(
                f"a statement is signed by the unknown key {said.key[:16]}", said.table, said.size
            )
        log = self._log(said.table)
        if said.size <= log.head.sequence:
            self.complain("a statement comes after the events it speaks of", said.table, said.size)
        log.statements.setdefault(said.size, []).append(("house", said))

    def snapshot(self, kept: Snapshot) -> None:
        """Take a state that a store keeps; it comes before the events it sums up."""
        digest = state_digest(kept.state)
        said = Checkpoint(
            table=kept.table, size=kept.sequence, hash="", time=0, form=kept.form, state=digest
        )
        self._log(kept.table).statements.setdefault(said.size, []).append(("snapshot", said))

    def answered(self, answer: AnsweredRequest) -> None:
        """Take what a request was answered; it comes after its events."""
        log = self._log(answer.table)
        if answer.request in log.answers:
            self.complain(f"request {answer.request} has two answers", answer.table)
        log.answers.add(answer.request)
        nothing = (answer.first, answer.first - 1)
        if answer.request.startswith(OWN_IDS) and answer.last < answer.first:
            by = _asker(answer.answer)
            if by and by not in HOUSE_ACTORS:
                self._is_not_theirs(by, answer.request, answer.table)
        if answer.last > log.head.sequence:
            if not log.answers_beyond:
                self.complain("answers were given for events that are missing", answer.table)
            log.answers_beyond = True
        elif log.requests.get(answer.request, nothing) != (answer.first, answer.last):
            self.complain(
                f"request {answer.request} is answered for events {answer.first} to "
                f"{answer.last}, which are not the ones it caused",
                *(answer.table, answer.first),
            )

    def edition(self, digest: str, text: bytes) -> None:
        """Take an edition that is kept beside the logs."""
        if digest in self._editions:
            self.complain(f"the edition {digest[:16]} is there twice")
        self._editions.add(digest)
        if not is_called(text, digest):
            self.complain(f"the edition {digest[:16]} is another text than its digest says")

    def end(self, tables: Mapping[str, tuple[int, str]]) -> None:
        """Take what the last line says of where each log ends."""
        self._ended = True
        for table, (size, hash_) in tables.items():
            head = self._log(table).head
            if (head.sequence, head.hash) != (size, hash_):
                self.complain(
                    f"the log ends at event {head.sequence} with {head.hash[:16]}, but it is said "
                    f"to end at {size} with {hash_[:16]}",
                    *(table, min(size, head.sequence) + 1),
                )
        for table, log in self._logs.items():
            if log.head.sequence and table not in tables:
                self.complain("the last line does not know this log", table)

    def finish(self) -> None:
        """Say what was missing."""
        if not self._ended:
            self.complain("the last line is missing: the file was cut")
        self.finish_logs()
        self._miss_editions()
        ledgers = {
            table: log.replay.ledger for table, log in self._logs.items() if log.head.sequence
        }
        for table, sequence, sentence in self._reconciliation.finish(ledgers):
            self.complain(sentence, table, sequence)

    def finish_logs(self) -> None:
        """Say what was missing in each log by itself; its requests are forgotten."""
        for table, log in tuple(self._logs.items()):
            for sentence in log.replay.finish():
                self.complain(sentence, table, log.head.sequence)
            for size, statements in sorted(log.statements.items()):
                for who, said in statements:
                    self.complain(
                        f"the log ends at event {log.head.sequence}, but the {who} saw {size} "
                        f"events on {date_text(said.time)}: it was cut",
                        *(table, log.head.sequence + 1),
                    )
            for cause, (first, _) in log.requests.items():
                if cause not in log.answers:
                    self.complain(f"request {cause} has no answer", table, first)
            log.statements, log.requests, log.answers = {}, {}, set()

    # --- in parts -----------------------------------------------------------------------------

    def part(self, tables: Iterable[str]) -> Verifier:
        """A verifier for some of the logs, which no other one is shown; `join` takes it back."""
        part = Verifier(self._is_signed, self._trusted)
        part._logs = {table: self._logs.pop(table) for table in tables if table in self._logs}
        return part

    def join(self, part: Verifier) -> None:
        """Take what a part has found."""
        self.findings += part.findings
        self.events += part.events
        self.states_compared += part.states_compared
        self.statements += part.statements
        self._logs |= part._logs
        self._reconciliation.join(part._reconciliation)
        self._promised = {**part._promised, **self._promised}

    def _miss_editions(self) -> None:
        for digest, (table, sequence) in self._promised.items():
            if digest not in self._editions:
                sentence = f"names the edition {digest[:16]}, which is not kept with the log"
                self.complain(sentence, table, sequence)

    def _log(self, table: str) -> _Log:
        log = self._logs.get(table)
        if log is None:
            log = self._logs[table] = _Log(table, replay_of(table))
        return log


class _Asked(msgspec.Struct, frozen=True):
    by: str = ""


_asked = msgspec.json.Decoder(_Asked)


def _asker(answer: bytes) -> str:
    """Who an answer without events says has asked, if it says so."""
    try:
        return _asked.decode(answer).by
    except msgspec.DecodeError:
        return ""


def _unchained(head: Head, kept: Kept, envelope: Envelope) -> Iterable[str]:
    """What is wrong with how an envelope follows the one before it."""
    found: list[str] = []
    text = kept.text.encode()
    due = head.sequence + 1
    if kept.sequence != due:
        found.append(f"event {due} should stand here, after event {head.sequence}")
    if hash_of(text) != kept.hash:
        found.append("was changed: its content does not have the hash that is kept with it")
    if envelope.previous != head.hash:
        found.append(f"does not follow event {head.sequence}: it names another hash before it")
    if canonical(envelope) != text or envelope.sequence != kept.sequence:
        found.append("is not in the form in which envelopes are written")
    if envelope.table != kept.table:
        found.append(f"belongs to {in_words(envelope.table)}")
    if envelope.time < head.time:
        found.append("is dated before the event that it follows")
    return found


def date_text(time: int) -> str:
    """A time of the log, for people.

    >>> date_text(1_800_000_000_000_000), date_text(2**63 - 1)
    ('2027-01-15 08:00:00 UTC', 'after the year 9999')
    """
    try:
        found = datetime.fromtimestamp(time // 1_000_000, UTC)
    except (ValueError, OverflowError):  # an own limit or exclusion may end when no calendar does
        return "after the year 9999"
    return found.strftime("%Y-%m-%d %H:%M:%S UTC")
