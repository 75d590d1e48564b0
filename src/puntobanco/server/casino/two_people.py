"""Requests that wait for a second person, and how it is done once they have agreed: exactly once.

Agreeing is written into the house's log first. Then the act is done under an id that is made from
the approval's, so that agreeing again after an interruption completes it and does nothing twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from puntobanco.base.money import Currency, Units
from puntobanco.house import cage
from puntobanco.house.account import Account
from puntobanco.house.approvals import ask_approval
from puntobanco.house.cage import AccountEvents
from puntobanco.house.events import ApprovalAsked
from puntobanco.house.house import Approval, House, HouseEvents
from puntobanco.notation.codec import decode_report, decode_request
from puntobanco.play.doors import decide, rule_on
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.store import EventStore, read_on
from puntobanco.rules.book import RuleBook
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say, sentence
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command, Message
from puntobanco.views.explain import Teller
from puntobanco.wire.house import FollowsForm
from puntobanco.wire.messages import APPROVED, Reply

_SOMEBODY = "-"
"""Stands for the second person before there is one."""
HouseChange: TypeAlias = Callable[[House, int], HouseEvents | Refusal]
"""What comes of the house at a time."""


class Adjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A balance to be set right."""

    account: str
    amount: Units


class Lifting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exclusion to be lifted."""

    account: str


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition that every table under another one is to adopt."""

    before: str
    after: str


def approval_id(by: str, request_id: str) -> str:
    """The approval that a request leads to, the same whenever it is repeated."""
    return hashlib.sha256(f"{by}:{request_id}".encode()).hexdigest()[:16]


def asking_adjustment(
    approval: str, by: str, account: Account, name: str, amount: Units, reason: str
) -> HouseChange:
    """Ask for a balance to be set right, where it could be."""
    write = Currency().write
    verb = f"adds {write(amount)} to" if amount > 0 else f"takes {write(-amount)} from"
    sentence = f"It {verb} the account of {name}, which holds {write(account.balance)}."
    wanted = _asked(approval, "adjustment", Adjustment(name, amount), sentence, reason, by)
    return _unless(lambda now: cage.adjust(account, amount, by, _SOMEBODY, reason), wanted)


def asking_exclusion_end(
    approval: str, by: str, account: Account, name: str, reason: str
) -> HouseChange:
    """Ask for an exclusion to be lifted, where it could be."""
    sentence = f"It lifts the exclusion of {name}, who may then bet and pay in again."
    wanted = _asked(approval, "exclusion", Lifting(name), sentence, reason, by)
    return _unless(lambda now: cage.end_exclusion(account, by, _SOMEBODY, now), wanted)


def asking_adoption(
    approval: str, by: str, before: RuleBook, after: RuleBook, reason: str
) -> HouseChange:
    """Ask that every table under one edition adopts another, where there is such a table."""

    def ask(house: House, now: int) -> HouseEvents | Refusal:
        old, new = before.digest(), after.digest()
        tables = [name for name, each in house.tables.items() if each.edition == old]
        if old == new:
            return Refusal(Reason.ALREADY_SO, say("refused.same-edition"))
        if not tables:
            said = say("refused.no-table-under", edition=old[:12], book=before.name)
            return Refusal(Reason.UNKNOWN_VALUE, said)
        sentence = (
            f"Every table under edition {old[:12]} of {before.name} ({', '.join(tables)}) adopts "
            f"edition {new[:12]} of {after.name}, once no coup is open there."
        )
        wanted = _asked(approval, "edition", Adoption(old, new), sentence, reason, by)
        return ask_approval(house, wanted)

    return ask


def _asked(
    approval: str, kind: str, body: msgspec.Struct, sentence: str, reason: str, by: str
) -> ApprovalAsked:
    """Something of the whole house that needs a second person."""
    return ApprovalAsked(
        approval=approval,
        table="",
        kind=kind,
        body=msgspec.json.encode(body).decode(),
        sentence=sentence,
        reason=reason,
        by=by,
    )


def _unless(done: Callable[[int], AccountEvents | Refusal], wanted: ApprovalAsked) -> HouseChange:
    """Ask for something, unless it would be refused."""

    def ask(house: House, now: int) -> HouseEvents | Refusal:
        outcome = done(now)
        return outcome if isinstance(outcome, Refusal) else ask_approval(house, wanted)

    return ask


def foreseen(casino: Casino, asked: Approval) -> tuple[FollowsForm, ...]:
    """What a command would lead to at its table as that stands now; nothing where it is refused."""
    running = casino.running_tables.get(asked.table)
    if running is None:
        return ()
    desk, body = running.desk, asked.body.encode()
    if asked.kind == "request":
        outcome = decide(desk.rules, desk.table, decode_request(body))
    else:
        outcome = rule_on(desk.rules, desk.table, decode_report(body))
    if isinstance(outcome, Refusal):
        return ()
    teller = Teller(desk.rules.settings.currency)
    told = ((event, teller.said(event)) for event in outcome)
    return tuple(
        FollowsForm(sentence=sentence(said), said=said, clauses=event.clauses)
        for event, said in told
    )


# --- once a second person has agreed ----------------------------------------------------------


async def asked_for(store: EventStore, house: House, approval: str) -> ApprovalAsked | None:
    """What was asked under an approval, even when it waits no longer."""
    if approval not in house.approvals and approval not in house.decided:
        return None
    async for kept in read_on(store, HOUSE_LOG):
        event = kept.event
        if isinstance(event, ApprovalAsked) and event.approval == approval:
            return event
    return None


def done_later(casino: Casino, asked: ApprovalAsked) -> tuple[str, ...]:
    """The tables at which something agreed on is done when the coup there is over."""
    if asked.kind != "edition":
        return ()
    after = msgspec.json.decode(asked.body.encode(), type=Adoption).after
    running = casino.running_tables.items()
    return tuple(name for name, each in running if each.edition_due == after)


async def carry_out(casino: Casino, asked: ApprovalAsked, second: str) -> tuple[Reply, bool]:
    """Do what two people have agreed on; done before, it gives the first answer again."""
    request, body = f"{APPROVED}{asked.approval}", asked.body.encode()
    if asked.kind in ("request", "report"):
        running = casino.running_tables.get(asked.table)
        assert running is not None, asked.table
        message: Message = decode_request(body) if asked.kind == "request" else decode_report(body)
        return await running.desk.ask(Command(request, asked.by, message, body, second=second))
    if asked.kind == "edition":
        adoption = msgspec.json.decode(body, type=Adoption)
        tables = [
            each for each in casino.running_tables.values() if each.entry.edition == adoption.before
        ]
        for each in tables:
            await each.adopt(adoption.after, request, asked.by, second)
        return Reply(accepted=True, first=0, last=0), not tables
    kind: Any = Adjustment if asked.kind == "adjustment" else Lifting
    wanted: Adjustment | Lifting = msgspec.json.decode(body, type=kind)

    def agreed(account: Account, now: int) -> AccountEvents | Refusal:
        if isinstance(wanted, Adjustment):
            return cage.adjust(account, wanted.amount, asked.by, second, asked.reason)
        return cage.end_exclusion(account, asked.by, second, now)

    both = f"{asked.by}+{second}"
    return await casino.accounts.change(wanted.account, request, both, body, agreed)
