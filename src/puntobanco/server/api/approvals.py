"""Requests that wait for a second person, and alerts."""

from __future__ import annotations

from fastapi import Response
from msgspec.structs import asdict

from puntobanco.house.account import DAY
from puntobanco.house.alerts import alert_said
from puntobanco.house.approvals import acknowledge, give_approval, refuse_approval
from puntobanco.house.events import ApprovalAsked
from puntobanco.house.house import Alert, Approval
from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter, house_changed, in_house
from puntobanco.server.api.handling.errors import (
    ANSWERED_WITH,
    NOT_PERMITTED,
    HouseError,
    not_found,
)
from puntobanco.server.api.handling.guard import Caller, SignedIn, somewhere
from puntobanco.server.casino.two_people import asked_for, carry_out, done_later, foreseen
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.wire import bodies as b
from puntobanco.wire import house as f
from puntobanco.wire.messages import Reply

router = FormRouter(prefix="/api", tags=["approvals"])
DECIDED_SHOWN = 50


@router.shows(
    "/approvals",
    "Requests that wait for a second person",
    "The oldest first",
    somewhere(Act.APPROVE),
)
async def approvals(caller: SignedIn) -> f.ApprovalsForm:
    """Everything that waits, and whether you may decide it."""
    house = await caller.casino.house_log.catch_up()  # tables write into the house's log too
    waiting = tuple(
        _waiting(caller, each)
        for each in house.approvals.values()
        if each.by == caller.name or caller.may(Act.APPROVE, each.table)
    )
    decided = list(house.decided.items())[-DECIDED_SHOWN:]
    return f.ApprovalsForm(
        time=caller.casino.clock(),
        waiting=waiting,
        decided=tuple(
            f.DecidedForm(approval=name, given=each.given, by=each.by, reason=each.reason)
            for name, each in reversed(decided)
        ),
    )


def _waiting(caller: Caller, asked: Approval) -> f.ApprovalForm:
    may = asked.by != caller.name and caller.may(Act.APPROVE, asked.table)
    return f.ApprovalForm(
        follows=foreseen(caller.casino, asked),
        ends_at=asked.asked_at + DAY,
        may_decide=may,
        **asdict(asked),
    )


async def decider(caller: SignedIn, approval: q.ThingId) -> Caller:
    """A caller who may agree somewhere, or who asked and may take it back."""
    asked = (await caller.casino.house_log.catch_up()).approvals.get(approval)
    if caller.may_somewhere(Act.APPROVE) or (asked is not None and asked.by == caller.name):
        return caller
    raise NOT_PERMITTED


@router.shows(
    "/approvals/{approval}",
    "Approve or reject a request",
    "The result",
    decider,
    409,
    method="POST",
)
async def decide(caller: SignedIn, approval: q.ThingId, body: b.Decide) -> f.DecisionForm:
    """Agree, and it is done; or do not, and it is forgotten.

    Agreeing again, to what was agreed to and perhaps not done, completes it and does nothing twice.
    """
    house_log = caller.casino.house_log
    asked = await asked_for(caller.casino.store, house_log.house, approval)
    if asked is None:
        raise not_found(say("refused.no-approval", id=approval))
    before = house_log.house.decided.get(approval)
    repeated = before is not None
    if before is None or not (before.given and body.agree):
        _, repeated = await house_changed(
            caller,
            body.id,
            lambda house, now: (
                give_approval(house, approval, caller.name, now)
                if body.agree
                else refuse_approval(house, approval, caller.name, body.reason)
            ),
        )
    if not body.agree:
        nothing = Reply(accepted=False, first=0, last=0)
        return _decision(caller, body, asked, nothing, repeated=repeated)
    second = house_log.house.decided[approval].by
    try:
        done, again = await carry_out(caller.casino, asked, second)
    except (TableStoppedError, BusyError) as error:
        said = say("error.agreed-not-done", why=error.said)
        raise HouseError(*ANSWERED_WITH[type(error)], said) from None
    return _decision(caller, body, asked, done, repeated=repeated and again)


def _decision(
    caller: Caller, body: b.Decide, asked: ApprovalAsked, done: Reply, *, repeated: bool
) -> f.DecisionForm:
    decided = caller.casino.house_log.house.decided[asked.approval]
    return f.DecisionForm(
        id=body.id,
        approval=asked.approval,
        agreed=body.agree,
        done=done.accepted,
        by=decided.by,
        decided_at=decided.at,
        later=done_later(caller.casino, asked),
        first=done.first,
        last=done.last,
        refusal=done.refusal,
        repeated=repeated,
    )


# --- alerts -----------------------------------------------------------------------------------


async def looker(caller: SignedIn, alert: q.ThingId) -> Caller:
    """A caller who may look at this alert, where it was raised."""
    raised = (await caller.casino.house_log.catch_up()).alerts.get(alert)
    fits = (
        caller.may_somewhere(Act.ALERT_ACKNOWLEDGE)
        if raised is None
        else caller.may(Act.ALERT_ACKNOWLEDGE, raised.table)
    )
    if not fits:
        raise NOT_PERMITTED
    return caller


@router.shows("/alerts", "Alerts", "The oldest first", somewhere(Act.VIEW_FLOOR))
async def alerts(caller: SignedIn) -> f.AlertsForm:
    """What nobody has looked at yet."""
    house = await caller.casino.house_log.catch_up()
    seen = [each for each in house.alerts.values() if caller.may(Act.VIEW_FLOOR, each.table)]
    return f.AlertsForm(time=caller.casino.clock(), alerts=tuple(map(_alert, seen)))


def _alert(alert: Alert) -> f.AlertForm:
    fields = asdict(alert)
    values = fields.pop("values")
    return f.AlertForm(said=alert_said(alert.kind, values) if values else None, **fields)


@router.changes("/alerts/{alert}", "Acknowledge an alert", looker, 404)
async def look(caller: SignedIn, alert: q.ThingId, body: b.Plain) -> Response:
    """Acknowledge an alert; it is shown no more."""
    house = caller.casino.house_log.house
    if alert not in house.alerts and alert not in house.acknowledged:
        raise not_found(say("refused.no-alert", id=alert))
    return await in_house(caller, body.id, acknowledge, alert, caller.name)
