"""Deciding, without any database, what a group of appends writes and what each is told."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from puntobanco.base.accounts import is_balanced
from puntobanco.base.money import Units
from puntobanco.play.postings import FELT, postings
from puntobanco.record.envelope import NO_HASH, Envelope, Head, event_form, seal
from puntobanco.record.store import (
    Answered,
    Append,
    OverdrawnError,
    Receipt,
    RequestReusedError,
    Rows,
    SequenceConflictError,
    StoreError,
)

NAME_BYTES_MAX = 200
"""What both databases can index."""
BALANCE_MAX = 2**63 - 1
"""What both databases can keep."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the database says before the group, as far as the group touches it."""

    heads: dict[str, Head]
    answers: dict[tuple[str, str], Answered]
    balances: dict[tuple[str, str], Units]


@dataclass
class Plan:
    """What to write in one transaction, and what to tell each append when that is durable."""

    rows: Rows = field(default_factory=Rows)
    outcomes: list[Receipt | StoreError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Prepared:
    """An append with everything computed that cannot hang on the database.

    Whatever is wrong with an append by itself shows here, before it joins a group with others.
    """

    append: Append
    body: str
    moved: dict[str, Units]
    forms: tuple[msgspec.Raw, ...]


def prepare(append: Append) -> Prepared:
    """Compute an append's digest, money and bytes; a programmer's mistake raises."""
    sums = moved(append)
    for name in (append.table, append.request, append.actor, *sums):
        assert 0 < len(name.encode()) <= NAME_BYTES_MAX, f"{name!r} is no name to keep"
        assert "\x00" not in name, f"{name!r} is no name to keep"
    assert len(append.edition) == len(append.rules) == len(NO_HASH), append
    forms = tuple(event_form(event) for event in append.events)
    return Prepared(append, body_digest(append), sums, forms)


def body_digest(append: Append) -> str:
    """The digest of who asked and what: another asker under the same id is another body."""
    actor = append.actor.encode()
    return hashlib.sha256(b"%d:%s%s" % (len(actor), actor, append.body)).hexdigest()


def moved(append: Append) -> dict[str, Units]:
    """What the append's events add to each account, in sum."""
    sums: dict[str, Units] = {}
    for event in append.events:
        booked = postings(event)
        assert is_balanced(booked), f"postings do not balance: {booked}"
        for posting in booked:
            sums[posting.account] = sums.get(posting.account, 0) + posting.amount
    return sums


def must_not_be_negative(account: str) -> bool:
    """Whether an account holds chips that lie there, so that it cannot be overdrawn."""
    return account == FELT or account.startswith("rack:")


def plan(group: Sequence[Prepared], standing: Standing, now: int) -> Plan:
    """Go through a group in order; each sees what those before it will have written."""
    made = Plan()
    answers = dict(standing.answers)
    for prepared in group:
        made.outcomes.append(_one(made.rows, prepared, standing, answers, now))
    return made


def _one(
    rows: Rows,
    prepared: Prepared,
    standing: Standing,
    answers: dict[tuple[str, str], Answered],
    now: int,
) -> Receipt | StoreError:
    append = prepared.append
    before = answers.get((append.table, append.request))
    if before is not None:
        if before.body != prepared.body:
            return RequestReusedError(append.table, append.request)
        return Receipt(before.first, before.last, before.answer, repeated=True)
    head = rows.heads.get(append.table) or standing.heads.get(append.table) or Head()
    if head.sequence != append.expected:
        return SequenceConflictError(append.table, append.expected, head.sequence)
    balances = {}
    for account, amount in prepared.moved.items():
        key = (append.table, account)
        balance = rows.balances.get(key, standing.balances.get(key, 0)) + amount
        negative = balance < 0 and must_not_be_negative(account)
        if negative or abs(balance) > BALANCE_MAX:
            return OverdrawnError(append.table, account, balance)
        balances[key] = balance
    rows.balances |= balances
    first = head.sequence + 1
    rows.heads[append.table] = head = _seal_all(rows, prepared, head, max(head.time, now))
    answered = Answered(
        append.table, append.request, prepared.body, first, head.sequence, append.answer
    )
    rows.answers.append(answered)
    answers[append.table, append.request] = answered
    return Receipt(first, head.sequence, append.answer)


def _seal_all(rows: Rows, prepared: Prepared, head: Head, time: int) -> Head:
    append = prepared.append
    for form in prepared.forms:
        envelope = Envelope(
            table=append.table,
            sequence=head.sequence + 1,
            time=time,
            actor=append.actor,
            cause=append.request,
            edition=append.edition,
            rules=append.rules,
            previous=head.hash,
            event=form,
        )
        kept, head = seal(head, envelope)
        rows.events.append(kept)
    return head
