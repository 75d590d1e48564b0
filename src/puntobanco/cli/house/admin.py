"""`punto admin`: run a house from the command line, as far as one's roles permit."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, Literal

from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError, cite
from puntobanco.cli.house.client import At, ask_new_secret, ask_secret, line
from puntobanco.cli.json_output import write_json
from puntobanco.cli.lazy import add_commands
from puntobanco.cli.progress import working
from puntobanco.cli.screen import console, grid
from puntobanco.cli.words import edition_of
from puntobanco.house.roles import Role
from puntobanco.library.finding import is_path
from puntobanco.notation.setting_words import SETTING_NAMES

app = App(name="admin")
_HERE = At()


# --- people -----------------------------------------------------------------------------------


@app.command
def people(*, at: At = _HERE) -> None:
    """Name everybody with roles.

    Examples:
        punto admin people --at http://127.0.0.1:8000
    """
    with line(at) as house:
        found = house.get("/people")
    if at.json:
        write_json(found)
        return
    rows = grid("name", "roles", "")
    for each in found["people"]:
        roles = ", ".join(f"{role['role']} at {role['table']}" for role in each["roles"])
        state = "suspended" if each["suspended"] else "device" if each["is_device"] else ""
        rows.add_row(each["name"], roles, state)
    console().print(rows)


@app.command
def add_person(
    person: str,
    role: Role | None = None,
    *,
    table: str = "*",
    device: bool = False,
    at: At = _HERE,
) -> None:
    """Add somebody, with a role and a password for one use; a device gets a token.

    Examples:
        punto admin add-person dealer7 dealer --table T1

        punto admin add-person guest9 patron

        punto admin add-person scanner1 scanner --table T1 --device

    Args:
        person: The name to sign in with.
        role: A role to begin with.
        table: Where the role is held; `*` is everywhere.
        device: Whether it is a device.
    """
    without = None
    with line(at) as house:
        house.post("/people", {"name": person, "is_device": device})
        if role is not None:
            try:
                house.post(f"/people/{person}/roles", {"role": role.value, "table": table})
            except UserError as error:  # he is there now, and needs a way in
                without = error
        kind = "token" if device else "password"
        secret = house.post(f"/people/{person}/{kind}")["secret"]
    word = "token" if device else "password for one use"
    at.tell({"name": person, kind: secret}, f"{person} is added; {word}: {secret}")
    if without is not None:
        raise UserError(f"{person} has no role yet: {without}; use `punto admin give-role`")


@app.command
def give_role(person: str, role: Role, *, table: str = "*", at: At = _HERE) -> None:
    """Give a role at a table or everywhere.

    Examples:
        punto admin give-role dealer7 supervisor --table T1

    Args:
        person: The person's name.
        role: What he is there.
        table: Where the role is held; `*` is everywhere.
    """
    with line(at) as house:
        house.post(f"/people/{person}/roles", {"role": role.value, "table": table})
    given = {"name": person, "role": role.value, "table": table}
    at.tell(given, f"{person} is {role.value} at {table}.")


@app.command
def take_role(person: str, role: Role, *, table: str = "*", at: At = _HERE) -> None:
    """Take a role where it was given.

    Examples:
        punto admin take-role dealer7 supervisor --table T1

    Args:
        person: The person's name.
        role: What he is there.
        table: Where the role is held; `*` is everywhere.
    """
    with line(at) as house:
        house.delete(f"/people/{person}/roles", role=role.value, table=table)
    taken = {"name": person, "role": None, "taken": role.value, "table": table}
    at.tell(taken, f"{person} is no longer {role.value} at {table}.")


@app.command
def suspend(person: str, *, reason: str, at: At = _HERE) -> None:
    """Keep somebody from signing in; his sessions end at once.

    Examples:
        punto admin suspend dealer7 --reason "left the house"

    Args:
        person: The person's name.
        reason: Why, in writing.
    """
    with line(at) as house:
        house.post(f"/people/{person}/suspension", {"reason": reason})
    at.tell({"name": person, "suspended": True}, f"{person} is suspended.")


@app.command
def restore(person: str, *, at: At = _HERE) -> None:
    """Let somebody sign in again.

    Examples:
        punto admin restore dealer7

    Args:
        person: The person's name.
    """
    with line(at) as house:
        house.delete(f"/people/{person}/suspension")
    at.tell({"name": person, "suspended": False}, f"{person} may sign in again.")


@app.command
def password(
    person: str, *, folder: Path | None = None, database: str = "", at: At = _HERE
) -> None:
    """Make a password for one use; where nobody can sign in to make one, use --folder.

    Examples:
        punto admin password dealer7

        punto admin password admin --folder house

    Args:
        person: The person's name.
        folder: The folder of a house that is closed, on this machine; nobody signs in for it.
        database: The postgresql:// address, where the house of that folder is in one.
    """
    if folder is not None:
        secret = _at_the_machine(folder, person, database)
    else:
        with line(at) as house:
            secret = house.post(f"/people/{person}/password")["secret"]
    told = f"Password of {person} for one use: {secret}"
    at.tell({"name": person, "password": secret}, told)


def _at_the_machine(folder: Path, person: str, database: str) -> str:
    try:
        from puntobanco.server.people import recovering  # noqa: PLC0415 - an extra, and slow
    except ModuleNotFoundError as error:
        raise UserError(
            f"a house is opened with the package {error.name}; install puntobanco[server]"
        ) from None
    from puntobanco.record.store import StoreError  # noqa: PLC0415
    from puntobanco.server.operations.approved import NotApprovedError  # noqa: PLC0415

    try:
        return asyncio.run(recovering.new_password(folder, person, database))
    except StoreError as error:
        raise UserError(f"{error}; close the house first") from None
    except (recovering.NotRecoveredError, NotApprovedError) as error:
        raise UserError(str(error)) from None


@app.command
def own_password(*, at: At = _HERE) -> None:
    """Choose a password of one's own, as everybody must after one for one use.

    The old one is taken from PUNTO_PASSWORD or asked for, the new one from PUNTO_NEW_PASSWORD or
    asked for twice.

    Examples:
        punto admin own-password --name admin
    """
    old = ask_secret("PUNTO_PASSWORD", f"Password of {at.name}")
    with line(at, old) as house:
        new = ask_new_secret("PUNTO_NEW_PASSWORD", "New password")
        house.change_password(old, new)
    at.tell({"name": at.name, "changed": True}, "The password is changed; sign in with it.")


@app.command
def token(device: str, *, at: At = _HERE) -> None:
    """Make a token for a device, good until it is ended.

    Examples:
        punto admin token scanner1

    Args:
        device: The name of the device.
    """
    with line(at) as house:
        secret = house.post(f"/people/{device}/token")["secret"]
    at.tell({"name": device, "token": secret}, f"Token of {device}: {secret}")


@app.command
def end_tokens(device: str, *, at: At = _HERE) -> None:
    """End every token of a device.

    Examples:
        punto admin end-tokens scanner1

    Args:
        device: The name of the device.
    """
    with line(at) as house:
        house.delete(f"/people/{device}/token")
    at.tell({"name": device, "token": None}, f"Every token of {device} has ended.")


# --- tables -----------------------------------------------------------------------------------


@app.command
def tables(*, at: At = _HERE) -> None:
    """Name every table with where its game stands.

    Examples:
        punto admin tables
    """
    with line(at) as house:
        found = house.get("/tables")
    if at.json:
        write_json(found)
        return
    rows = grid("table", "book", "cards", "stage", "coup>", "taken>", "watching>", "")
    for each in found["tables"]:
        counts = (str(each[name]) for name in ("coup", "taken", "watching"))
        rows.add_row(
            each["table"], each["book"], each["cards"], each["stage"], *counts, each["stopped"]
        )
    console().print(rows)


@app.command
def add_table(
    table: str,
    book: str,
    *options: str,
    title: str = "",
    cards: Literal["random", "physical"] = "random",
    pace: Literal["clock", "dealer"] = "clock",
    seconds: int = 15,
    check: bool = False,
    at: At = _HERE,
) -> None:
    """Add a table, or only try out whether it could be.

    Examples:
        punto admin add-table T7 nz-division perfect-pair=1 minimum=25

        punto admin add-table T8 mbs --cards physical --pace dealer --seconds 0 --check

    Args:
        table: Its name.
        book: A book: a name that `punto admin book list` shows, a digest, or the path of a file
            that was added.
        options: Choices of the operator and table settings as name=value.
        title: What people read; without it, the name.
        cards: Shuffled and dealt by the house, or reported by a keypad or scanner.
        pace: Whether the server conducts, or a dealer.
        seconds: How long betting is open; 0 for a dealer who closes it.
        check: Only say whether it could be.
    """
    words = pairs(options)
    body: dict[str, Any] = {
        "table": table,
        "title": title or table,
        "book": edition_of(book),
        "options": {name: words[name] for name in words if name not in SETTING_NAMES},
        "settings": {name: words[name] for name in words if name in SETTING_NAMES},
        "cards": cards,
        "pace": pace,
        "betting_seconds": seconds,
    }
    with line(at) as house:
        offered = [each["digest"] for each in house.get("/books")["books"]]
        if is_path(book) and body["book"] not in offered:
            raise UserError(f"The house has no copy of {book}. Add it: punto admin book add {book}")
        if not check:
            house.post("/tables", body)
            at.tell({"table": table, "added": True}, f"{table} is added.")
            return
        found = house.post("/tables/check", body, with_id=False)
    if found["refusal"] is not None:
        refusal = found["refusal"]
        raise UserError(f"{refusal['sentence']} {cite(refusal['clauses'])}".rstrip())
    wagers = ", ".join(each["name"] for each in found["table"]["wagers"])
    at.tell(found, f"{table} could be added; it would offer {wagers}.")


def pairs(words: tuple[str, ...]) -> dict[str, str]:
    """Words such as minimum=25 by name."""
    for word in words:
        if "=" not in word:
            raise UserError(f"{word!r} is not understood; write name=value")
    return {name: value for name, _, value in (word.partition("=") for word in words)}


@app.command
def stop(table: str, *, reason: str, at: At = _HERE) -> None:
    """Take nothing more at a table.

    Examples:
        punto admin stop T7 --reason "a spill" --name shift1

    Args:
        table: The name of the table.
        reason: Why, in writing; everybody at the table reads it.
    """
    with line(at) as house:
        house.post(f"/tables/{table}/stop", {"reason": reason})
    at.tell({"table": table, "stopped": reason}, f"{table} is stopped.")


@app.command
def release(table: str, *, reason: str, at: At = _HERE) -> None:
    """Let a stopped table go on.

    Examples:
        punto admin release T7 --reason "dry again" --name shift1

    Args:
        table: The name of the table.
        reason: Why, in writing.
    """
    with line(at) as house:
        house.post(f"/tables/{table}/release", {"reason": reason})
    at.tell({"table": table, "stopped": None}, f"{table} goes on.")


@app.command
def verify(*, at: At = _HERE) -> None:
    """Have both verifiers go through every log of the running house; exit code 1 if any is wrong.

    Examples:
        punto admin verify --name watch1
    """
    with working("verifying"), line(at) as house:
        found = house.post("/audit/verify")
    wrong = "\n".join(found["findings"]) or "nothing is wrong."
    at.tell(
        found, f"{how_many(found['events'], 'event')} in {how_many(found['logs'], 'log')}: {wrong}"
    )
    if not found["good"]:
        sys.exit(1)


add_commands(
    app,
    {
        "book": ("house.admin_book:app", "Rule books of the house."),
        "cage": ("house.admin_cage:app", "Accounts, approvals and reports."),
    },
)
