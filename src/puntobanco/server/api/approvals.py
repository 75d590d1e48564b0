"""Requests that wait for a second person, and alerts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from msgspec.structs import asdict

from puntobanco.house.account import DAY
from puntobanco.house.alerts import alert_said
from puntobanco.house.approvals import acknowledge, give_approval, refuse_approval
from puntobanco.house.events import ApprovalAsked
from puntobanco.house.house import Alert, Approval
from puntobanco.house.permissions import Act
from puntobanco.house.roles import EVERYWHERE
from puntobanco.sayings.saying import SaidError, Saying, say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.doing import house_changed, in_house, json
from puntobanco.server.api.handling.errors import (
    NOT_PERMITTED,
    HouseError,
    answers,
    changed,
    not_found,
)
from puntobanco.server.api.handling.guard import Caller, SignedIn, permitted_somewhere
from puntobanco.server.casino.two_people import asked_for, carry_out, done_later, foreseen
from puntobanco.server.commands import BusyError, TableStoppedError
from puntobanco.wire import bodies as b
from puntobanco.wire.house import (
    AlertForm,
    AlertsForm,
    ApprovalForm,
    ApprovalsForm,
    DecidedForm,
    DecisionForm,
)
from puntobanco.wire.messages import Reply

router = APIRouter(prefix="/api", tags=["approvals"])
Overseer = Annotated[Caller, Depends(permitted_somewhere(Act.VIEW_FLOOR))]
DECIDED_SHOWN = 50

Approver = Annotated[Caller, Depends(permitted_somewhere(Act.APPROVE))]


@router.get(
    "/approvals",
    summary="Requests that wait for a second person",
    responses=answers("ApprovalsForm", "The oldest first"),
)
async def approvals(caller: Approver) -> Response:
    """Everything that waits, and whether you may decide it."""
    await caller.casino.house_log.catch_up()  # a table writes into the house's log by itself
    house = caller.casino.house_log.house
    waiting = tuple(
        _waiting(caller, each)
        for each in house.approvals.values()
        if each.by == caller.name or caller.may(Act.APPROVE, each.table or EVERYWHERE)
    )
    decided = list(house.decided.items())[-DECIDED_SHOWN:]
    return json(
        ApprovalsForm(
            time=caller.casino.clock(),
            waiting=waiting,
            decided=tuple(
                DecidedForm(approval=name, given=each.given, by=each.by, reason=each.reason)
                for name, each in reversed(decided)
            ),
        )
    )


def _waiting(caller: Caller, asked: Approval) -> ApprovalForm:
    may = asked.by != caller.name and caller.may(Act.APPROVE, asked.table or EVERYWHERE)
    return ApprovalForm(
        follows=foreseen(caller.casino, asked),
        ends_at=asked.asked_at + DAY,
        may_decide=may,
        **asdict(asked),
    )


async def decider(caller: SignedIn, approval: q.ThingId) -> Caller:
    """A caller who may agree somewhere, or who asked and may take it back."""
    await caller.casino.house_log.catch_up()
    asked = caller.casino.house_log.house.approvals.get(approval)
    if caller.may_somewhere(Act.APPROVE) or (asked is not None and asked.by == caller.name):
        return caller
    raise NOT_PERMITTED


@router.post(
    "/approvals/{approval}",
    summary="Approve or reject a request",
    responses=answers("DecisionForm", "The result", 404, 409),
)
async def decide(
    caller: Annotated[Caller, Depends(decider)], approval: q.ThingId, body: b.Decide
) -> Response:
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
        return json(_decision(caller, body, asked, nothing, repeated=repeated))
    second = house_log.house.decided[approval].by
    try:
        done, again = await carry_out(caller.casino, asked, second)
    except TableStoppedError as error:
        raise HouseError(409, "table_stopped", _agreed(error)) from None
    except BusyError as error:
        raise HouseError(503, "busy", _agreed(error)) from None
    return json(_decision(caller, body, asked, done, repeated=repeated and again))


def _agreed(error: SaidError) -> Saying:
    return say("error.agreed-not-done", why=error.said)


def _decision(
    caller: Caller, body: b.Decide, asked: ApprovalAsked, done: Reply, *, repeated: bool
) -> DecisionForm:
    decided = caller.casino.house_log.house.decided[asked.approval]
    return DecisionForm(
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
    await caller.casino.house_log.catch_up()
    raised = caller.casino.house_log.house.alerts.get(alert)
    fits = (
        caller.may_somewhere(Act.ALERT_ACKNOWLEDGE)
        if raised is None
        else caller.may(Act.ALERT_ACKNOWLEDGE, raised.table or EVERYWHERE)
    )
    if not fits:
        raise NOT_PERMITTED
    return caller


@router.get("/alerts", summary="Alerts", responses=answers("AlertsForm", "The oldest first"))
async def alerts(caller: Overseer) -> Response:
    """What nobody has looked at yet."""
    await caller.casino.house_log.catch_up()
    house = caller.casino.house_log.house
    some = tuple(
        _alert(each)
        for each in house.alerts.values()
        if caller.may(Act.VIEW_FLOOR, each.table or EVERYWHERE)
    )
    return json(AlertsForm(time=caller.casino.clock(), alerts=some))


def _alert(alert: Alert) -> AlertForm:
    fields = asdict(alert)
    values = fields.pop("values")
    return AlertForm(said=alert_said(alert.kind, values) if values else None, **fields)


@router.post("/alerts/{alert}", summary="Acknowledge an alert", responses=changed(404, 409))
async def look(
    caller: Annotated[Caller, Depends(looker)], alert: q.ThingId, body: b.Plain
) -> Response:
    """Acknowledge an alert; it is shown no more."""
    house = caller.casino.house_log.house
    if alert not in house.alerts and alert not in house.acknowledged:
        raise not_found(say("refused.no-alert", id=alert))
    return await in_house(
        caller, body.id, lambda house, now: acknowledge(house, alert, caller.name)
    )
