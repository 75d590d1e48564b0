"""`punto admin`: run a house from the command line, as far as the user's roles permit."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from cyclopts import App, Parameter

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import needing, user_errors
from puntobanco.cli.house.client import HERE, At, ask_new_secret, ask_secret, line
from puntobanco.cli.lazy import add_commands
from puntobanco.cli.options import Reason
from puntobanco.cli.progress import working
from puntobanco.cli.screen import grid
from puntobanco.cli.words import edition_of
from puntobanco.house.roles import Role
from puntobanco.library.finding import is_path
from puntobanco.notation.setting_words import SETTING_NAMES
from puntobanco.rules.citing.defaults import with_clauses

app = App(name="admin")

Person: TypeAlias = Annotated[str, Parameter(help="The person's name.")]
RoleHeld: TypeAlias = Annotated[Role, Parameter(help="What the person is there.")]
RolePlace: TypeAlias = Annotated[str, Parameter(help="Where the role is held; `*` is everywhere.")]
Device: TypeAlias = Annotated[str, Parameter(help="The name of the device.")]
TableName: TypeAlias = Annotated[str, Parameter(help="The name of the table.")]


# --- people -----------------------------------------------------------------------------------


@app.command
def people(*, at: At = HERE) -> None:
    """List the people of the house with their roles.

    Examples:
        punto admin people --at http://127.0.0.1:8000
    """
    found = at.get("/people")
    rows = []
    for each in found["people"]:
        roles = ", ".join(f"{role['role']} at {role['table']}" for role in each["roles"])
        state = "suspended" if each["suspended"] else "device" if each["is_device"] else ""
        rows.append((each["name"], roles, state))
    at.tell(found, grid("name", "roles", "", rows=rows))


@app.command
def add_person(
    person: str,
    role: Role | None = None,
    *,
    table: RolePlace = "*",
    device: bool = False,
    at: At = HERE,
) -> None:
    """Add a person, with a role and a password for one use; a device gets a token.

    Examples:
        punto admin add-person dealer7 dealer --table T1
        punto admin add-person guest9 patron
        punto admin add-person scanner1 scanner --table T1 --device

    Args:
        person: The name to sign in with.
        role: A role to begin with.
        device: Whether it is a device.
    """
    without = None
    with line(at) as house:
        house.post("/people", {"name": person, "is_device": device})
        if role is not None:
            try:
                house.post(f"/people/{person}/roles", {"role": role.value, "table": table})
            except UsageError as error:  # the person exists now, and needs a way in
                without = error
        kind = "token" if device else "password"
        secret = house.post(f"/people/{person}/{kind}")["secret"]
    word = "token" if device else "password for one use"
    at.tell({"name": person, kind: secret}, f"{person} is added; {word}: {secret}")
    if without is not None:
        raise UsageError(f"{person} has no role yet: {without}; use `punto admin give-role`")


@app.command
def give_role(person: Person, role: RoleHeld, *, table: RolePlace = "*", at: At = HERE) -> None:
    """Give a role at a table or everywhere.

    Examples:
        punto admin give-role dealer7 supervisor --table T1
    """
    at.post(f"/people/{person}/roles", {"role": role.value, "table": table})
    given = {"name": person, "role": role.value, "table": table}
    at.tell(given, f"{person} is {role.value} at {table}.")


@app.command
def take_role(person: Person, role: RoleHeld, *, table: RolePlace = "*", at: At = HERE) -> None:
    """Take a role where it was given.

    Examples:
        punto admin take-role dealer7 supervisor --table T1
    """
    at.delete(f"/people/{person}/roles", role=role.value, table=table)
    taken = {"name": person, "role": None, "taken": role.value, "table": table}
    at.tell(taken, f"{person} is no longer {role.value} at {table}.")


@app.command
def suspend(person: Person, *, reason: Reason, at: At = HERE) -> None:
    """Keep a person from signing in; their sessions end at once.

    Examples:
        punto admin suspend dealer7 --reason "left the house"
    """
    at.post(f"/people/{person}/suspension", {"reason": reason})
    at.tell({"name": person, "suspended": True}, f"{person} is suspended.")


@app.command
def restore(person: Person, *, at: At = HERE) -> None:
    """Let a person sign in again.

    Examples:
        punto admin restore dealer7
    """
    at.delete(f"/people/{person}/suspension")
    at.tell({"name": person, "suspended": False}, f"{person} may sign in again.")


@app.command
def password(
    person: Person, *, folder: Path | None = None, database: str = "", at: At = HERE
) -> None:
    """Make a password for one use; where nobody can sign in to make one, use --folder.

    Examples:
        punto admin password dealer7
        punto admin password admin --folder house

    Args:
        folder: The folder of a house that is closed, on this machine; nobody signs in for it.
        database: The postgresql:// address, where the house of that folder is in one.
    """
    if folder is not None:
        secret = _at_the_machine(folder, person, database)
    else:
        secret = at.post(f"/people/{person}/password")["secret"]
    at.tell({"name": person, "password": secret}, f"Password of {person} for one use: {secret}")


def _at_the_machine(folder: Path, person: str, database: str) -> str:
    with needing("a house is opened with", "server"):
        from puntobanco.server.people import recovering  # noqa: PLC0415 - an extra, and slow
    from puntobanco.record.store import StoreError  # noqa: PLC0415
    from puntobanco.server.operations.approved import NotApprovedError  # noqa: PLC0415

    try:
        with user_errors(recovering.NotRecoveredError, NotApprovedError):
            return asyncio.run(recovering.new_password(folder, person, database))
    except StoreError as error:
        raise UsageError(f"{error}; close the house first") from None


@app.command
def own_password(*, at: At = HERE) -> None:
    """Choose a password of your own, as you must after a password for one use.

    The old one is taken from PUNTO_PASSWORD or asked for, the new one from PUNTO_NEW_PASSWORD or
    asked for twice.

    Examples:
        punto admin own-password --name admin
    """
    old = ask_secret("PUNTO_PASSWORD", f"Password of {at.name}")
    with line(at, old) as house:
        new = ask_new_secret("PUNTO_NEW_PASSWORD", "New password")
        house.post("/session/password", {"old": old, "new": new}, with_id=False)
    at.tell({"name": at.name, "changed": True}, "The password is changed; sign in with it.")


@app.command
def token(device: Device, *, at: At = HERE) -> None:
    """Make a token for a device, good until it is ended.

    Examples:
        punto admin token scanner1
    """
    secret = at.post(f"/people/{device}/token")["secret"]
    at.tell({"name": device, "token": secret}, f"Token of {device}: {secret}")


@app.command
def end_tokens(device: Device, *, at: At = HERE) -> None:
    """End every token of a device.

    Examples:
        punto admin end-tokens scanner1
    """
    at.delete(f"/people/{device}/token")
    at.tell({"name": device, "token": None}, f"Revoked all tokens of {device}.")


# --- tables -----------------------------------------------------------------------------------


@app.command
def tables(*, at: At = HERE) -> None:
    """Name every table with where its game stands.

    Examples:
        punto admin tables
    """
    found = at.get("/tables")
    names = ("table", "book", "cards", "stage", "coup", "taken", "watching")
    rows = [(*(str(each[name]) for name in names), each["stopped"]) for each in found["tables"]]
    at.tell(found, grid(*names[:4], *(f"{name}>" for name in names[4:]), "", rows=rows))


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
    at: At = HERE,
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
            raise UsageError(
                f"The house has no copy of {book}. Add it: punto admin book add {book}"
            )
        if not check:
            house.post("/tables", body)
            at.tell({"table": table, "added": True}, f"{table} is added.")
            return
        found = house.post("/tables/check", body, with_id=False)
    if found["refusal"] is not None:
        refusal = found["refusal"]
        raise UsageError(with_clauses(refusal["sentence"], refusal["clauses"]))
    wagers = ", ".join(each["name"] for each in found["table"]["wagers"])
    at.tell(found, f"{table} could be added; it would offer {wagers}.")


def pairs(words: tuple[str, ...]) -> dict[str, str]:
    """Words such as minimum=25 by name."""
    for word in words:
        if "=" not in word:
            raise UsageError(f"{word!r} is not understood; write name=value")
    return {name: value for name, _, value in (word.partition("=") for word in words)}


@app.command
def stop(table: TableName, *, reason: str, at: At = HERE) -> None:
    """Take nothing more at a table.

    Examples:
        punto admin stop T7 --reason "a spill" --name shift1

    Args:
        reason: Why, in writing; everyone at the table reads it.
    """
    at.post(f"/tables/{table}/stop", {"reason": reason})
    at.tell({"table": table, "stopped": reason}, f"{table} is stopped.")


@app.command
def release(table: TableName, *, reason: Reason, at: At = HERE) -> None:
    """Let a stopped table go on.

    Examples:
        punto admin release T7 --reason "dry again" --name shift1
    """
    at.post(f"/tables/{table}/release", {"reason": reason})
    at.tell({"table": table, "stopped": None}, f"{table} goes on.")


@app.command
def verify(*, at: At = HERE) -> None:
    """Have both verifiers go through every log of the running house; exit code 1 if any is wrong.

    Examples:
        punto admin verify --name watch1
    """
    with working("verifying"):
        found = at.post("/audit/verify")
    wrong = "\n".join(found["findings"]) or "nothing is wrong."
    checked = f"{how_many(found['events'], 'event')} in {how_many(found['logs'], 'log')}"
    at.tell(found, f"{checked}: {wrong}", failed=not found["good"])


add_commands(app, "admin")
