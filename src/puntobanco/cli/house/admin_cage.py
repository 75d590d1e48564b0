"""`punto admin cage`: accounts, what waits for a second person, and reports of a running house."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from cyclopts import App

from puntobanco.base.money import Currency, UnreadableAmountError
from puntobanco.cli.errors import UserError
from puntobanco.cli.house.client import At, line
from puntobanco.cli.json_output import write_json
from puntobanco.cli.screen import console, grid, minute

app = App(name="cage", help="Accounts, approvals and reports of a running house.")
_HERE = At()
_CURRENCY = Currency()


def _units(text: str) -> int:
    try:
        return _CURRENCY.read(text)
    except UnreadableAmountError as error:
        raise UserError(str(error)) from None


@app.command
def account(person: str, *, at: At = _HERE) -> None:
    """Show an account and what happened in it lately.

    Examples:
        punto admin cage account guest1 --name cashier1

    Args:
        person: Whose account.
    """
    with line(at) as house:
        found = house.get(f"/accounts/{person}")
        entries = house.get(f"/accounts/{person}/entries", limit=20)["entries"]
    if at.json:
        write_json({"account": found, "entries": entries})
        return
    console().print(f"{person} has {_CURRENCY.write(found['balance'])}.", markup=False)
    rows = grid("event>", "what happened", "balance>", "by")
    for each in entries:
        balance = _CURRENCY.write(each["balance"])
        rows.add_row(str(each["sequence"]), each["sentence"], balance, each["by"])
    console().print(rows)


@app.command
def open_account(person: str, *, at: At = _HERE) -> None:
    """Open an account for a patron.

    Examples:
        punto admin cage open-account guest9 --name cashier1

    Args:
        person: Whose account.
    """
    with line(at) as house:
        house.post("/accounts", {"name": person})
    at.tell({"name": person, "opened": True}, f"{person} has an account.")


@app.command
def pay_in(person: str, amount: str, *, at: At = _HERE) -> None:
    """Take money for an account.

    Examples:
        punto admin cage pay-in guest1 100.00 --name cashier1

    Args:
        person: Whose account.
        amount: How much, such as 100.00.
    """
    _pay(at, person, "paid-in", amount)


@app.command
def pay_out(person: str, amount: str, *, at: At = _HERE) -> None:
    """Hand money out of an account.

    Examples:
        punto admin cage pay-out guest1 100.00 --name cashier1

    Args:
        person: Whose account.
        amount: How much, such as 100.00.
    """
    _pay(at, person, "paid-out", amount)


def _pay(at: At, person: str, way: str, amount: str) -> None:
    units = _units(amount)
    with line(at) as house:
        house.post(f"/accounts/{person}/{way}", {"amount": units})
        found = house.get(f"/accounts/{person}")
    at.tell(found, f"{person} has {_CURRENCY.write(found['balance'])}.")


@app.command
def adjust(person: str, amount: str, *, reason: str, less: bool = False, at: At = _HERE) -> None:
    """Ask for a balance to be set right; another person must agree.

    Examples:
        punto admin cage adjust guest1 25.00 --less --reason "paid twice" --name cashier1

    Args:
        person: Whose account.
        amount: How much to add.
        reason: Why, in writing.
        less: Take it away instead.
    """
    units = -_units(amount) if less else _units(amount)
    with line(at) as house:
        body = {"amount": units, "reason": reason}
        asked = house.post(f"/accounts/{person}/adjustments", body)
    at.tell(asked, waiting_for_another(asked["approval"]))


# --- two people -------------------------------------------------------------------------------


def waiting_for_another(approval: str) -> str:
    """What to do next with something that a second person must agree to."""
    how = f"punto admin cage agree {approval} --name THEIR-NAME"
    return f"Waiting for a second person. To approve: {how}"


@app.command
def approvals(*, at: At = _HERE) -> None:
    """Show what waits for a second person.

    Examples:
        punto admin cage approvals --name shift1
    """
    with line(at) as house:
        found = house.get("/approvals")
    if at.json:
        write_json(found)
        return
    rows = grid("approval", "kind", "table", "by", "what it would do", "reason")
    for each in found["waiting"]:
        names = ("approval", "kind", "table", "by", "sentence", "reason")
        rows.add_row(*(each[name] for name in names))
    console().print(rows if found["waiting"] else "Nothing waits.")


@app.command
def agree(approval: str, *, reason: str = "", at: At = _HERE) -> None:
    """Agree to what somebody else asked for; it is then done.

    Examples:
        punto admin cage agree 1f7e1ab9460a253e --name shift1

    Args:
        approval: Its id, as `punto admin cage approvals` shows it.
        reason: Why, in writing.
    """
    with line(at) as house:
        body = {"agree": True, "reason": reason}
        found = house.post(f"/approvals/{approval}", body)
    if not found["done"]:
        raise UserError(f"agreed, but it could not be done: {found['refusal']['sentence']}")
    at.tell(found, _agreed(found))


def _agreed(found: Mapping[str, Any]) -> str:
    """What agreeing has led to, and what is still to come."""
    if found["repeated"]:
        when = f" at {minute(found['decided_at'])} UTC" if found["decided_at"] else ""
        return f"It was already done: {found['by']} agreed{when}."
    if found["later"]:
        adopt = "adopts" if len(found["later"]) == 1 else "adopt"
        return f"Agreed. {', '.join(found['later'])} {adopt} it when the coup there is over."
    return "Agreed and done."


@app.command
def disagree(approval: str, *, reason: str, at: At = _HERE) -> None:
    """Do not agree, or take back what one has asked for.

    Examples:
        punto admin cage disagree 1f7e1ab9460a253e --reason "not so" --name shift1

    Args:
        approval: Its id, as `punto admin cage approvals` shows it.
        reason: Why, in writing.
    """
    with line(at) as house:
        found = house.post(f"/approvals/{approval}", {"agree": False, "reason": reason})
    at.tell(found, "It is not done.")


# --- reports ----------------------------------------------------------------------------------


def _moment(option: str, text: str) -> datetime:
    """A time that somebody wrote, UTC unless he said otherwise."""
    try:
        if text.isdecimal():
            return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(text))
        found = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        sentence = f"{option} {text}: this is not a time; write 2026-11-15T06:00:00Z"
        raise UserError(sentence) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


@app.command
def report(
    table: str = "",
    *,
    since: str = "0",
    until: str = "",
    csv: bool = False,
    at: At = _HERE,
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
        raise UserError(f"--since {since} is later than --until {until}")
    path = f"/reports/tables/{table}" if table else "/reports/house"
    query = {"from": since} | ({"to": until} if until else {})
    with line(at) as house:
        if csv:
            sys.stdout.write(house.text(path, form="csv", **query))
            return
        found = house.get(path, **query)
    if at.json:
        write_json(found)
        return
    names = ("drop", "cashed", "staked", "paid", "commission", "ante", "breakage", "win")
    rows = grid("table", "coups>", "voids>", *(f"{name}>" for name in names), "difference>")
    for each in (*found["tables"], found["total"]) if not table else (found,):
        sums = (_CURRENCY.write(each[name]) for name in (*names, "difference"))
        rows.add_row(each["table"], str(each["coups"]), str(each["voids"]), *sums)
    out = console()
    out.print(rows)
    if not table:
        difference = _CURRENCY.write(found["difference"])
        out.print(f"Between the cages of all tables and all accounts: {difference}.", markup=False)
