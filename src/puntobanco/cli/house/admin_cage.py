"""`punto admin cage`: accounts, what waits for a second person, and reports of a running house."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from cyclopts import App, Parameter
from rich.console import RenderableType

from puntobanco.base.money import Currency
from puntobanco.base.usage import UsageError
from puntobanco.cli.house.client import HERE, At, line
from puntobanco.cli.options import Reason
from puntobanco.cli.screen import grid
from puntobanco.cli.words import read_amount
from puntobanco.wire.times import EXAMPLE, read_time, written_minute

app = App(name="cage", help="Accounts, approvals and reports of a running house.")
_CURRENCY = Currency()

AccountOwner: TypeAlias = Annotated[str, Parameter(help="Whose account.")]
Paid: TypeAlias = Annotated[str, Parameter(help="How much, such as 100.00.")]
Approval: TypeAlias = Annotated[
    str, Parameter(help="Its id, as `punto admin cage approvals` shows it.")
]


@app.command
def account(person: AccountOwner, *, at: At = HERE) -> None:
    """Show an account and what happened in it lately.

    Examples:
        punto admin cage account guest1 --name cashier1
    """
    with line(at) as house:
        found = house.get(f"/accounts/{person}")
        entries = house.get(f"/accounts/{person}/entries", limit=20)["entries"]
    rows = (
        (str(each["sequence"]), each["sentence"], _CURRENCY.write(each["balance"]), each["by"])
        for each in entries
    )
    at.tell(
        {"account": found, "entries": entries},
        f"{person} has {_CURRENCY.write(found['balance'])}.",
        grid("event>", "what happened", "balance>", "by", rows=rows),
    )


@app.command
def open_account(person: AccountOwner, *, at: At = HERE) -> None:
    """Open an account for a patron.

    Examples:
        punto admin cage open-account guest9 --name cashier1
    """
    at.post("/accounts", {"name": person})
    at.tell({"name": person, "opened": True}, f"{person} has an account.")


@app.command
def pay_in(person: AccountOwner, amount: Paid, *, at: At = HERE) -> None:
    """Take money for an account.

    Examples:
        punto admin cage pay-in guest1 100.00 --name cashier1
    """
    _pay(at, person, "paid-in", amount)


@app.command
def pay_out(person: AccountOwner, amount: Paid, *, at: At = HERE) -> None:
    """Hand money out of an account.

    Examples:
        punto admin cage pay-out guest1 100.00 --name cashier1
    """
    _pay(at, person, "paid-out", amount)


def _pay(at: At, person: str, way: str, amount: str) -> None:
    units = read_amount(_CURRENCY, amount)
    with line(at) as house:
        house.post(f"/accounts/{person}/{way}", {"amount": units})
        found = house.get(f"/accounts/{person}")
    at.tell(found, f"{person} has {_CURRENCY.write(found['balance'])}.")


@app.command
def adjust(
    person: AccountOwner, amount: str, *, reason: Reason, less: bool = False, at: At = HERE
) -> None:
    """Ask for a balance to be set right; another person must agree.

    Examples:
        punto admin cage adjust guest1 25.00 --less --reason "paid twice" --name cashier1

    Args:
        amount: How much to add.
        less: Take it away instead.
    """
    units = read_amount(_CURRENCY, amount)
    body = {"amount": -units if less else units, "reason": reason}
    asked = at.post(f"/accounts/{person}/adjustments", body)
    at.tell(asked, waiting_for_another(asked["approval"]))


# --- two people -------------------------------------------------------------------------------


def waiting_for_another(approval: str) -> str:
    """What to do next with something that a second person must agree to."""
    how = f"punto admin cage agree {approval} --name THEIR-NAME"
    return f"Waiting for a second person. To approve: {how}"


@app.command
def approvals(*, at: At = HERE) -> None:
    """Show what waits for a second person.

    Examples:
        punto admin cage approvals --name shift1
    """
    found = at.get("/approvals")
    names = ("approval", "kind", "table", "by", "sentence", "reason")
    rows = [[each[name] for name in names] for each in found["waiting"]]
    waiting = grid("approval", "kind", "table", "by", "what it would do", "reason", rows=rows)
    at.tell(found, waiting if rows else "No request is waiting.")


@app.command
def agree(approval: Approval, *, reason: Reason = "", at: At = HERE) -> None:
    """Agree to what another person asked for; it is then done.

    Examples:
        punto admin cage agree 1f7e1ab9460a253e --name shift1
    """
    found = at.post(f"/approvals/{approval}", {"agree": True, "reason": reason})
    if not found["done"]:
        raise UsageError(f"agreed, but it could not be done: {found['refusal']['sentence']}")
    at.tell(found, _agreed(found))


def _agreed(found: Mapping[str, Any]) -> str:
    """What agreeing has led to, and what is still to come."""
    if found["repeated"]:
        when = f" at {written_minute(found['decided_at'])} UTC" if found["decided_at"] else ""
        return f"It was already done: {found['by']} agreed{when}."
    if found["later"]:
        adopt = "adopts" if len(found["later"]) == 1 else "adopt"
        return f"Agreed. {', '.join(found['later'])} {adopt} it when the coup there is over."
    return "Agreed and done."


@app.command
def disagree(approval: Approval, *, reason: Reason, at: At = HERE) -> None:
    """Do not agree, or take back what you have asked for.

    Examples:
        punto admin cage disagree 1f7e1ab9460a253e --reason "not so" --name shift1
    """
    found = at.post(f"/approvals/{approval}", {"agree": False, "reason": reason})
    at.tell(found, "Rejected. Nothing was changed.")


# --- reports ----------------------------------------------------------------------------------


def _moment(option: str, text: str) -> int:
    try:
        return read_time(text)
    except ValueError:
        raise UsageError(f"{option} {text}: this is not a time; write {EXAMPLE}") from None


@app.command
def report(
    table: str = "",
    *,
    since: str = "0",
    until: str = "",
    csv: bool = False,
    at: At = HERE,
) -> None:
    """Report drop, win, commission, Ante and breakage between two times.

    Examples:
        punto admin cage report --since 2026-11-15T06:00:00Z --name manager1
        punto admin cage report T1 --csv --name manager1

    Args:
        table: One table; without it, the house.
        since: The beginning, as 2026-11-15T06:00:00Z; UTC unless it says otherwise.
        until: The end; without it, now.
        csv: Write rows for a spreadsheet, in whole units, as JSON has them too.
    """
    begins = _moment("--since", since)
    if until and begins > _moment("--until", until):
        raise UsageError(f"--since {since} is later than --until {until}")
    path = f"/reports/tables/{table}" if table else "/reports/house"
    query = {"from": since} | ({"to": until} if until else {})
    with line(at) as house:
        if csv:
            sys.stdout.write(house.text(path, form="csv", **query))
            return
        found = house.get(path, **query)
    names = (
        "drop",
        "cashed",
        "staked",
        "paid",
        "commission",
        "ante",
        "breakage",
        "win",
        "difference",
    )
    rows = []
    for each in (found,) if table else (*found["tables"], found["total"]):
        sums = (_CURRENCY.write(each[name]) for name in names)
        rows.append((each["table"], str(each["coups"]), str(each["voids"]), *sums))
    shown: list[RenderableType] = [
        grid("table", "coups>", "voids>", *(f"{name}>" for name in names), rows=rows)
    ]
    if not table:
        difference = _CURRENCY.write(found["difference"])
        shown.append(f"Between the cages of all tables and all accounts: {difference}.")
    at.tell(found, *shown)
