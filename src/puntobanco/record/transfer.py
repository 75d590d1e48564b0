"""Logs as lines of JSON: out of a store, and into another one.

A file holds, for each table, its signed statements, its envelopes and the answers its requests had,
then the editions of rule books that the envelopes name; a first line with the form, and a last line
that says where each log ends, so that a file that was cut short shows it.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from puntobanco.base.usage import UsageError
from puntobanco.play.events import Event
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.editions import editions_in
from puntobanco.record.envelope import (
    Envelope,
    Head,
    Kept,
    UnreadableLineError,
    cut_line,
    edition_of,
    hash_of,
    read_line,
    rules_digest,
    seal,
)
from puntobanco.record.logs import HOUSE_LOG, is_table_event
from puntobanco.record.store import AnsweredRequest, EventStore, KeptEdition, Rows
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import HouseRules

_GAME_TABLE = "T1"
_GAME_CAUSE = "the-game"
"""The one request that a game follows from: that it be played."""
FIRST_LINE = '{"puntobanco-log":1}'
CHUNK = 5_000
RUN = 100
"""How many lines a verifier checks together; more of them leave the processor's cache."""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each log ends: its length and last hash."""

    tables: dict[str, tuple[int, str]]


class _Checkpoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: Checkpoint


class _Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    answered: AnsweredRequest


class EditionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition as it is exported: by the digest that logs call it."""

    digest: str
    text: str
    time: int
    by: str

    @classmethod
    def of(cls, kept: KeptEdition) -> EditionLine:
        """An edition of a store."""
        return cls(kept.digest, kept.text.decode(), kept.time, kept.by)

    @property
    def kept(self) -> KeptEdition:
        """The edition for a store."""
        return KeptEdition(self.digest, self.text.encode(), self.time, self.by)


class _Editions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: EditionLine


class _Ends(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    end: End


_ENVELOPE = '{"table":"'
_ANSWER = '{"answered":'
_answers = msgspec.json.Decoder(_Answers)
_encode = msgspec.json.Encoder().encode
_KINDS: tuple[tuple[str, str, Any], ...] = (
    ('{"checkpoint":', "checkpoint", msgspec.json.Decoder(_Checkpoints)),
    (_ANSWER, "answered", _answers),
    ('{"edition":', "edition", msgspec.json.Decoder(_Editions)),
    ('{"end":', "end", msgspec.json.Decoder(_Ends)),
)


async def export(store: EventStore, tables: Iterable[str] | None = None) -> AsyncIterator[str]:
    """Every line of a store, or of some of its tables, without newlines."""
    async for piece in pieces(store, tables):
        if isinstance(piece, str):
            yield piece
        else:
            for kept in piece:
                yield kept.line


async def pieces(
    store: EventStore, tables: Iterable[str] | None = None
) -> AsyncIterator[str | list[Kept]]:
    """What is exported: lines, and envelopes in chunks under the place where they are kept.

    Each log is given up to where it stood at the beginning, so that a running house exports. Of
    what it writes a chunk is held at a time, beside the names of one log's requests.
    """
    heads = await store.heads()
    wanted = sorted(heads) if tables is None else list(dict.fromkeys(tables))
    named: set[str] = set()
    yield FIRST_LINE
    for table in wanted:
        async for piece in log_pieces(store, table, heads[table].sequence):
            if isinstance(piece, Answers):
                for answered in piece.answers:
                    yield answer_line(answered)
                continue
            yield piece
            if tables is not None and not isinstance(piece, str):
                named.update(digest for kept in piece for digest in _editions_named(kept))
    among = None if tables is None else named
    async for line in ending(store, {table: heads[table] for table in wanted}, among):
        yield line


async def ending(
    store: EventStore, heads: Mapping[str, Head], among: Container[str] | None = None
) -> AsyncIterator[str]:
    """The last lines: editions, all or those among some, and where each log ends."""
    for edition in await store.editions():
        if among is None or edition.digest in among:
            yield _encode(_Editions(EditionLine.of(edition))).decode()
    yield end_line(heads)


def answer_line(answered: AnsweredRequest) -> str:
    """The line of a request's answer."""
    return _encode(_Answers(answered)).decode()


def end_line(heads: Mapping[str, Head]) -> str:
    """The last line: where each log ends."""
    ends = {table: (head.sequence, head.hash) for table, head in heads.items()}
    return _encode(_Ends(End(ends))).decode()


class Answers(msgspec.Struct, frozen=True):
    """Some answers that requests of one log have had."""

    answers: list[AnsweredRequest]


async def log_pieces(
    store: EventStore, table: str, last: int
) -> AsyncIterator[str | list[Kept] | Answers]:
    """What is exported of one log up to a sequence."""
    for checkpoint in await store.checkpoints(table):
        if checkpoint.size <= last:
            yield _encode(_Checkpoints(checkpoint)).decode()
    done = 0
    while done < last:
        chunk = await store.read(table, after=done, limit=min(CHUNK, last - done))
        if not chunk:
            break  # events are gone that the head still counts: the last line will show it
        yield chunk
        done = chunk[-1].sequence
    requests = await store.requests(table)
    for begin in range(0, len(requests), CHUNK):
        found = await store.answers(table, requests[begin : begin + CHUNK])
        yield Answers([answered for answered in found if answered.last <= last])


def _editions_named(kept: Kept) -> Iterator[str]:
    """The editions that an envelope or its event names; most events need not be read for it."""
    yield edition_of(kept.text)
    if kept.table == HOUSE_LOG or '"edition-adopted"' in kept.text:
        try:
            yield from editions_in(kept.event)
        except ValueError:  # damaged: the reader of the export is told
            return


def read(line: str) -> Kept | Checkpoint | AnsweredRequest | EditionLine | End | None:
    """What a line holds; nothing for the first line.

    A line that is none of them raises ValueError, which msgspec.DecodeError and
    UnreadableLineError are.
    """
    if line.startswith(_ENVELOPE):
        return read_line(line)
    for start, name, decoder in _KINDS:
        if line.startswith(start):
            held: Checkpoint | AnsweredRequest | EditionLine | End = getattr(
                decoder.decode(line), name
            )
            return held
    if line == FIRST_LINE:
        return None
    return read_line(line)


def events_of_one_table(text: str, name: object) -> list[Event]:
    """What happened at the only table of an export, such as the chained log of a game."""
    found: dict[str, list[Event]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            held = read(line)
            if isinstance(held, Kept) and is_table_event(event := held.event):
                found.setdefault(held.table, []).append(event)
        except ValueError as error:
            raise UsageError(f"{name}, line {number} cannot be read: {error}") from None
    if len(found) != 1:
        tables = ", ".join(found) or "no table"
        raise UsageError(
            f"{name} has the logs of a house ({tables}), not of one game; "
            f"`punto explain {name} --table T1` reads those of one table"
        )
    return next(iter(found.values()))


def checked(lines: Iterable[str], verifier: Verifier) -> Verifier:
    """The verifier after it has seen every line and the end."""
    check_lines(verifier, lines)
    verifier.finish()
    return verifier


def check_lines(verifier: Verifier, lines: Iterable[str]) -> None:
    """Show a verifier every line, envelopes of one log together."""
    run: list[str] = []
    start = _ENVELOPE
    number = 0
    for number, line in enumerate(lines, start=1):
        if run and (not line.startswith(start) or len(run) == RUN):
            _check_run(verifier, number - len(run), run)
            run = []
        if not run:
            is_answer = line.startswith(_ANSWER)
            start = _ANSWER if is_answer else line[: line.find('"', len(_ENVELOPE)) + 1]
            if number == 1 or not start.startswith((_ENVELOPE, _ANSWER)):
                check_line(verifier, number, line)
                continue
        run.append(line)
    if run:
        _check_run(verifier, number + 1 - len(run), run)


def _check_run(verifier: Verifier, number: int, lines: list[str]) -> None:
    """Show a verifier envelopes of one log, or answers; one by one where something is wrong."""
    if not (_check_answers if lines[0].startswith(_ANSWER) else _check_envelopes)(verifier, lines):
        for at, line in enumerate(lines, start=number):
            check_line(verifier, at, line)


def _check_answers(verifier: Verifier, lines: list[str]) -> bool:
    try:
        found = _answers.decode_lines("\n".join(lines))
    except ValueError:
        return False
    if len(found) != len(lines):
        return False
    for each in found:
        verifier.answered(each.answered)
    return True


def _check_envelopes(verifier: Verifier, lines: list[str]) -> bool:
    table = lines[0][len(_ENVELOPE) : lines[0].index('"', len(_ENVELOPE))]
    first = verifier.next_sequence(table)
    try:
        run = [Kept(table, first + at, *cut_line(line)) for at, line in enumerate(lines)]
    except UnreadableLineError:
        return False
    return verifier.run(run)


def check_line(verifier: Verifier, number: int, line: str) -> None:
    """Show a verifier one line."""
    if (number == 1) != (line == FIRST_LINE):
        verifier.complain(f"line {number}: a log file begins with {FIRST_LINE}, once")
        return
    try:
        found = read(line)
    except ValueError as error:
        verifier.complain(f"line {number} cannot be read: {error}")
        return
    match found:
        case Kept():
            verifier.event(found)
        case Checkpoint():
            verifier.checkpoint(found)
        case AnsweredRequest():
            verifier.answered(found)
        case EditionLine():
            verifier.edition(found.digest, found.text.encode())
        case End():
            verifier.end(found.tables)
        case None:
            pass


async def bring_in(
    store: EventStore, lines: Callable[[], Iterator[str]], verifier: Verifier
) -> Verifier:
    """Write a log into a store that has none of its tables, if nothing is wrong with it.

    The lines are gone through twice: once to check them, then to write them, all or none.
    """
    checked(lines(), verifier)
    if not verifier.findings:
        await store.adopt(_rows(lines(), verifier))
    return verifier


def _rows(lines: Iterator[str], verifier: Verifier) -> Iterator[Rows]:
    yield Rows(heads=dict.fromkeys(verifier.heads, Head()))  # refused here if a table is known
    rows = Rows()
    for line in lines:
        found = read(line)
        match found:
            case Checkpoint():
                rows.checkpoints.append(found)
            case AnsweredRequest():
                rows.answers.append(found)
            case EditionLine():
                rows.editions.append(found.kept)
            case Kept():
                rows.events.append(found)
            case None | End():
                pass
        if len(rows.events) + len(rows.answers) >= CHUNK:
            yield rows
            rows = Rows()
    yield rows
    yield Rows(heads=verifier.heads, balances=verifier.balances)


# --- a game ------------------------------------------------------------------------------------


class ChainedLog:
    """The log of one game as lines of an export, which `punto verify` checks like a house's."""

    first = FIRST_LINE

    def __init__(self, rules: HouseRules) -> None:
        self._edition, self._rules = rules.book.digest(), rules_digest(rules)
        self._head = Head()

    def line(self, event: bytes) -> str:
        """The line of the next event, in an envelope that names the hash of the one before."""
        envelope = Envelope(
            table=_GAME_TABLE,
            sequence=self._head.sequence + 1,
            time=max(time.time_ns() // 1000, self._head.time),
            actor="dealer",
            cause=_GAME_CAUSE,
            edition=self._edition,
            rules=self._rules,
            previous=self._head.hash,
            event=msgspec.Raw(event),
        )
        kept, self._head = seal(self._head, envelope)
        return kept.line

    @property
    def last(self) -> str:
        """The lines that say what was asked and where the log ends."""
        size = self._head.sequence
        asked = AnsweredRequest(
            _GAME_TABLE, _GAME_CAUSE, hash_of(_GAME_CAUSE.encode()), 1, size, b""
        )
        return f"{answer_line(asked)}\n{end_line({_GAME_TABLE: self._head})}"
