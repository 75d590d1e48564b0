"""What waits for people: acts that need a second person, and alerts that somebody must see."""

from __future__ import annotations

from puntobanco.house import events as e
from puntobanco.house.account import DAY
from puntobanco.house.house import Approval, House, HouseEvents, roles_at
from puntobanco.house.names import no_reason
from puntobanco.house.permissions import Act, allowed
from puntobanco.house.tables import unknown_table
from puntobanco.rules.refusals import Reason, Refusal

KINDS = ("request", "report", "adjustment", "exclusion", "edition")
"""What can wait for a second person."""


def ask_approval(house: House, wanted: e.ApprovalAsked) -> HouseEvents | Refusal:
    """Keep something until a second person agrees."""
    if wanted.kind not in KINDS:
        sentence = f"{wanted.kind!r} is nothing that waits; it is {', '.join(KINDS)}"
        return Refusal(Reason.UNKNOWN_VALUE, sentence)
    if wanted.approval in house.approvals or wanted.approval in house.decided:
        return Refusal(Reason.NAME_TAKEN, f"{wanted.approval} was asked before; use another id")
    at_table = unknown_table(house, wanted.table) if wanted.table else None
    return at_table or no_reason(wanted.reason) or (wanted,)


def give_approval(house: House, approval: str, by: str, now: int) -> HouseEvents | Refusal:
    """Agree, as another person who has the right to, within a day."""
    asked = _waiting(house, approval)
    if isinstance(asked, Refusal):
        return asked
    if by == asked.by:
        sentence = f"{by} asked for this; somebody else must agree"
        return Refusal(Reason.NEEDS_SECOND_PERSON, sentence)
    refusal = _may_decide(house, asked, by)
    if refusal is not None:
        return refusal
    if now >= asked.asked_at + DAY:
        return Refusal(Reason.STALE, "this was asked more than a day ago; it must be asked again")
    return (e.ApprovalGiven(approval=approval, by=by),)


def refuse_approval(house: House, approval: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Do not agree or, as whoever asked, take it back."""
    asked = _waiting(house, approval)
    if isinstance(asked, Refusal):
        return asked
    refusal = None if by == asked.by else _may_decide(house, asked, by)
    refusal = refusal or no_reason(reason)
    return refusal or (e.ApprovalRefused(approval=approval, by=by, reason=reason),)


def _waiting(house: House, approval: str) -> Approval | Refusal:
    if approval in house.decided:
        return Refusal(Reason.ALREADY_SO, f"{approval} was decided before")
    unknown = Refusal(Reason.UNKNOWN_VALUE, f"nothing called {approval!r} waits for approval")
    return house.approvals.get(approval, unknown)


def _may_decide(house: House, asked: Approval, by: str) -> Refusal | None:
    if allowed(roles_at(house, by, asked.table), Act.APPROVE):
        return None
    where = f"at {asked.table}" if asked.table else "at every table"
    sentence = f"{by} may not decide this; it takes a supervisor {where} or somebody above"
    return Refusal(Reason.NOT_PERMITTED, sentence)


# --- alerts -----------------------------------------------------------------------------------


def raise_alert(house: House, wanted: e.AlertRaised) -> HouseEvents | Refusal:
    """Show something until somebody has looked at it."""
    if wanted.alert in house.alerts or wanted.alert in house.acknowledged:
        return Refusal(Reason.NAME_TAKEN, f"{wanted.alert} was raised before; use another id")
    at_table = unknown_table(house, wanted.table) if wanted.table else None
    return at_table or (wanted,)


def acknowledge(house: House, alert: str, by: str) -> HouseEvents | Refusal:
    """Say that one has looked at it."""
    if alert in house.acknowledged:
        sentence = f"{house.acknowledged[alert]} has looked at {alert} already"
        return Refusal(Reason.ALREADY_SO, sentence)
    if alert not in house.alerts:
        return Refusal(Reason.UNKNOWN_VALUE, f"there is no alert {alert!r}")
    return (e.AlertAcknowledged(alert=alert, by=by),)
