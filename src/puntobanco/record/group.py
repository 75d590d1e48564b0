"""Deciding, without any database, what a group of appends writes and what each is told.

A bundle is what one request does, in one log or in several: all of it is written, or nothing. A
group is the bundles that share a transaction; each sees what those before it will have written.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from puntobanco.base.accounts import is_balanced
from puntobanco.base.money import Units
from puntobanco.record.booking import POSTINGS, must_not_be_negative
from puntobanco.record.envelope import NO_HASH, Envelope, Head, event_form, seal
from puntobanco.record.logs import belongs_to, kind_of
from puntobanco.record.names import is_name
from puntobanco.record.store import (
    AnsweredRequest,
    Append,
    Earlier,
    KeptEdition,
    OverdrawnError,
    Receipt,
    RequestReusedError,
    Rows,
    SequenceConflictError,
    StoreError,
)

BALANCE_MAX = 2**63 - 1
"""What both databases can keep."""
SALT_BYTES = 16
"""Of chance in each envelope."""

_Balances: TypeAlias = dict[tuple[str, str], Units]
_Answers: TypeAlias = dict[tuple[str, str], Earlier]
Outcome: TypeAlias = "list[Receipt] | StoreError"


@dataclass(frozen=True, slots=True)
class StoredState:
    """What the database says before the group, as far as the group touches it."""

    heads: dict[str, Head]
    answers: _Answers
    balances: _Balances


@dataclass
class WritePlan:
    """What to write in one transaction, and what to tell each bundle when that is durable."""

    rows: Rows = field(default_factory=Rows)
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        """Whether every bundle is written, none of them for the second time."""
        return not any(isinstance(each, StoreError) or each[0].repeated for each in self.outcomes)


class Link(msgspec.Struct, frozen=True):
    """An earlier append that must stand right before a part: who it is, and from where on."""

    key: tuple[str, str]
    body: str
    first: int


class Part(msgspec.Struct, frozen=True):
    """What a bundle does in one log, with everything computed that needs no database."""

    append: Append
    key: tuple[str, str]
    """The log and the request."""
    body: str
    moved: dict[str, Units]
    forms: tuple[msgspec.Raw, ...]
    after: Link | None


Bundle: TypeAlias = tuple[Part, ...]


def prepare(*appends: Append) -> Bundle:
    """A bundle of appends to different logs under one request id.

    A programmer's mistake in one of them raises here, before it joins a group with others.
    """
    if len(appends) != 1:
        assert len({each.table for each in appends}) == len(appends) > 0, "each log once"
        assert len({each.request for each in appends}) == 1, "one request"
    return tuple(map(_part, appends))


def _part(append: Append) -> Part:
    sums = moved(append)
    for name in (append.table, append.request, append.actor, *sums):
        assert is_name(name), f"{name!r} is not a name to keep"
    assert len(append.edition) == len(append.rules) == len(NO_HASH), append
    forms = tuple(map(event_form, append.events))
    link = None
    if append.after is not None:
        link = Link(_key(append.after), body_digest(append.after), append.after.expected + 1)
    return Part(append, _key(append), body_digest(append), sums, forms, link)


def _key(append: Append) -> tuple[str, str]:
    return append.table, append.request


def asked_in(group: Sequence[Bundle]) -> list[tuple[str, str]]:
    """The logs and requests whose answers a plan needs to know."""
    parts = [part for bundle in group for part in bundle]
    links = (part.after.key for part in parts if part.after is not None)
    return list(dict.fromkeys((*(part.key for part in parts), *links)))


def body_digest(append: Append) -> str:
    """The digest of who asked and what: another asker under the same id is another body."""
    actor = append.actor.encode()
    return hashlib.sha256(b"%d:%s%s" % (len(actor), actor, append.body)).hexdigest()


def moved(append: Append) -> dict[str, Units]:
    """What the append's events add to each account, in sum."""
    kind = kind_of(append.table)
    book = POSTINGS[kind]
    sums: dict[str, Units] = {}
    for event in append.events:
        assert belongs_to(event) == kind, f"{event} is not an event of a log of kind {kind}"
        booked = book(event)
        assert is_balanced(booked), f"postings do not balance: {booked}"
        for posting in booked:
            sums[posting.account] = sums.get(posting.account, 0) + posting.amount
    return sums


def plan(group: Sequence[Bundle], standing: StoredState, now: int) -> WritePlan:
    """Go through a group in order."""
    made = WritePlan()
    answers = dict(standing.answers)
    salts = _salts(sum(len(part.forms) for bundle in group for part in bundle))
    for bundle in group:
        made.outcomes.append(_decide(made.rows, bundle, standing, answers, now, salts))
    return made


def _salts(count: int) -> Iterator[str]:
    """So many salts, drawn together: each drawing is a call of the system."""
    drawn, size = secrets.token_hex(count * SALT_BYTES), 2 * SALT_BYTES
    return (drawn[number * size : (number + 1) * size] for number in range(count))


def _decide(
    rows: Rows,
    bundle: Bundle,
    standing: StoredState,
    answers: _Answers,
    now: int,
    salts: Iterator[str],
) -> Outcome:
    for part in bundle:
        if part.key in answers:
            return _repeat(bundle, answers)
    found = []
    for part in bundle:  # all are looked at before anything of the first is written
        outcome = _look(rows, part, standing, answers)
        if isinstance(outcome, StoreError):
            return outcome
        found.append((part, outcome))
    receipts = []
    is_refused = not any(part.forms for part in bundle)
    # One time for all its logs, later than everything in them, also while the clock stands still:
    # so what belongs together can be ordered across logs.
    time = max(now, *(head.time + 1 for _, (head, _) in found))
    for part, (head, balances) in found:
        rows.balances |= balances
        answers[part.key] = earlier = _write(rows, part, head, time, salts)
        receipts.append(earlier.receipt())
        if is_refused:
            rows.refused.append((time, *part.key))
    return receipts


def _repeat(bundle: Bundle, answers: _Answers) -> Outcome:
    """The first answers once more; if one log knows the request, all must know it so."""
    known = [part for part in bundle if part.key in answers]
    for part in known:
        if answers[part.key].answered.body != part.body or len(known) < len(bundle):
            return RequestReusedError(*part.key)
    return [answers[part.key].receipt(repeated=True) for part in known]


def _look(
    rows: Rows, part: Part, standing: StoredState, answers: _Answers
) -> tuple[Head, _Balances] | StoreError:
    """Where the log ends and what its accounts will hold, or why the part cannot be."""
    append = part.append
    head = rows.heads.get(append.table) or standing.heads.get(append.table) or Head()
    if head.sequence != append.expected or not _stands(part, answers):
        return SequenceConflictError(append.table, append.expected, head.sequence)
    balances = {}
    for account, amount in part.moved.items():
        key = (append.table, account)
        balance = rows.balances.get(key, standing.balances.get(key, 0)) + amount
        negative = balance < 0 and must_not_be_negative(account)
        if negative or abs(balance) > BALANCE_MAX:
            return OverdrawnError(append.table, account, balance)
        balances[key] = balance
    return head, balances


def _stands(part: Part, answers: _Answers) -> bool:
    """Whether what the part was decided on is what the log has there."""
    if part.after is None:
        return True
    found = answers.get(part.after.key)
    if found is None or found.answered.body != part.after.body:
        return False
    said = found.answered
    return said.first == part.after.first and said.last == part.append.expected


def _write(rows: Rows, part: Part, head: Head, time: int, salts: Iterator[str]) -> Earlier:
    append = part.append
    first = head.sequence + 1
    for form in part.forms:
        envelope = Envelope(
            table=append.table,
            sequence=head.sequence + 1,
            time=time,
            actor=append.actor,
            cause=append.request,
            edition=append.edition,
            rules=append.rules,
            previous=head.hash,
            salt=next(salts),
            event=form,
        )
        kept, head = seal(head, envelope)
        rows.events.append(kept)
    rows.heads[append.table] = head
    rows.editions += [
        KeptEdition(each.digest, each.text, time, append.actor) for each in append.editions
    ]
    answered = AnsweredRequest(*part.key, part.body, first, head.sequence, append.answer)
    rows.answers.append(answered)
    return Earlier(answered, time if part.forms else 0)
