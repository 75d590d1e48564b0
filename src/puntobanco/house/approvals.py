"""What waits for people: acts that need a second person, and alerts that a person must see."""

from __future__ import annotations

from puntobanco.house import events as e
from puntobanco.house.account import DAY
from puntobanco.house.house import Approval, House, HouseEvents, roles_at
from puntobanco.house.names import no_reason
from puntobanco.house.permissions import Act, allowed
from puntobanco.house.tables import unknown_table
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say

KINDS = ("request", "report", "adjustment", "exclusion", "edition")
"""What can wait for a second person."""


def ask_approval(house: House, wanted: e.ApprovalAsked) -> HouseEvents | Refusal:
    """Keep something until a second person agrees."""
    if wanted.kind not in KINDS:
        said = say("refused.no-such-approval-kind", kind=wanted.kind[:40], kinds=", ".join(KINDS))
        return Refusal(Reason.UNKNOWN_VALUE, said)
    if wanted.approval in house.approvals or wanted.approval in house.decided:
        return Refusal(Reason.NAME_TAKEN, say("refused.id-used", id=wanted.approval))
    at_table = unknown_table(house, wanted.table) if wanted.table else None
    return at_table or no_reason(wanted.reason) or (wanted,)


def give_approval(house: House, approval: str, by: str, now: int) -> HouseEvents | Refusal:
    """Agree, as another person who has the right to, within a day."""
    asked = _waiting(house, approval)
    if isinstance(asked, Refusal):
        return asked
    if by == asked.by:
        said = say("refused.own-request")
        return Refusal(Reason.NEEDS_SECOND_PERSON, said)
    refusal = _may_decide(house, asked, by)
    if refusal is not None:
        return refusal
    if now >= asked.asked_at + DAY:
        return Refusal(Reason.STALE, say("refused.asked-long-ago"))
    return (e.ApprovalGiven(approval=approval, by=by),)


def refuse_approval(house: House, approval: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Do not agree or, as the asker, take it back."""
    asked = _waiting(house, approval)
    if isinstance(asked, Refusal):
        return asked
    refusal = None if by == asked.by else _may_decide(house, asked, by)
    refusal = refusal or no_reason(reason)
    return refusal or (e.ApprovalRefused(approval=approval, by=by, reason=reason),)


def _waiting(house: House, approval: str) -> Approval | Refusal:
    if approval in house.decided:
        return Refusal(Reason.ALREADY_SO, say("refused.decided", id=approval))
    unknown = Refusal(Reason.UNKNOWN_VALUE, say("refused.no-approval", id=approval[:80]))
    return house.approvals.get(approval, unknown)


def _may_decide(house: House, asked: Approval, by: str) -> Refusal | None:
    if allowed(roles_at(house, by, asked.table), Act.APPROVE):
        return None
    where = asked.table or say("where.every-table")
    said = say("refused.takes-supervisor", where=where)
    return Refusal(Reason.NOT_PERMITTED, said)


# --- alerts -----------------------------------------------------------------------------------


def raise_alert(house: House, wanted: e.AlertRaised) -> HouseEvents | Refusal:
    """Show something until a person has looked at it."""
    if wanted.alert in house.alerts or wanted.alert in house.acknowledged:
        return Refusal(Reason.NAME_TAKEN, say("refused.id-used", id=wanted.alert))
    at_table = unknown_table(house, wanted.table) if wanted.table else None
    return at_table or (wanted,)


def acknowledge(house: House, alert: str, by: str) -> HouseEvents | Refusal:
    """Say that one has looked at it."""
    if alert in house.acknowledged:
        said = say("refused.alert-signed", who=house.acknowledged[alert], id=alert)
        return Refusal(Reason.ALREADY_SO, said)
    if alert not in house.alerts:
        return Refusal(Reason.UNKNOWN_VALUE, say("refused.no-alert", id=alert[:80]))
    return (e.AlertAcknowledged(alert=alert, by=by),)
