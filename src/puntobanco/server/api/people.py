"""Who may sign in, and in which roles; passwords for one use and tokens of devices."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import Query, Response

from puntobanco.house import people
from puntobanco.house.house import House, HouseEvents, Person
from puntobanco.house.permissions import Act
from puntobanco.house.roles import Role
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter, house_changed, in_house
from puntobanco.server.api.handling.errors import HouseError, not_found, responses
from puntobanco.server.api.handling.guard import Caller, SignedIn, only
from puntobanco.wire import bodies as b
from puntobanco.wire.house import PeopleForm, PersonForm, RoleForm, SecretForm
from puntobanco.wire.patterns import WHERE_PATTERN

router = FormRouter(prefix="/api/people", tags=["people"])


def known(caller: Caller, name: str) -> Person:
    """The person of this name."""
    person = caller.casino.house_log.house.people.get(name)
    if person is None:
        raise not_found(say("refused.no-person", who=name))
    return person


@router.shows("", "People and devices", "All people of the house", Act.PEOPLE_READ)
async def everybody(caller: SignedIn) -> PeopleForm:
    """People and devices with their roles."""
    some = tuple(
        PersonForm(
            name=each.name,
            is_device=each.is_device,
            suspended=each.suspended,
            roles=tuple(RoleForm(role=role.value, table=table) for role, table in each.roles),
        )
        for each in caller.casino.house_log.house.people.values()
    )
    return PeopleForm(people=some, roles=tuple(role.value for role in Role))


@router.changes("", "Add a person", Act.PEOPLE_MANAGE)
async def add(caller: SignedIn, body: b.AddPerson) -> Response:
    """Add a person or device, without any role yet."""
    posts = caller.casino.house_log.editions.posts()
    return await in_house(
        caller, body.id, people.add_person, body.name, caller.name, posts, is_device=body.is_device
    )


@router.changes("/{name}/suspension", "Suspend a person", Act.PEOPLE_MANAGE, 404)
async def suspend(caller: SignedIn, name: q.PersonName, body: b.WithReason) -> Response:
    """A person may not sign in any more; their sessions end before this answers."""
    known(caller, name)
    done = await in_house(caller, body.id, people.suspend, name, caller.name, body.reason)
    await caller.casino.credentials.end_all(name)
    return done


@router.changes("/{name}/suspension", "Lift a suspension", Act.PEOPLE_MANAGE, 404, method="DELETE")
async def restore(caller: SignedIn, name: q.PersonName, request_id: q.QueryId) -> Response:
    """A person may sign in again."""
    known(caller, name)
    return await in_house(caller, request_id, people.restore, name, caller.name)


@router.changes("/{name}/roles", "Give a role", Act.ROLES_MANAGE, 404)
async def give_role(caller: SignedIn, name: q.PersonName, body: b.GiveRole) -> Response:
    """A role at one table or everywhere, where duties stay apart."""
    known(caller, name)
    return await in_house(
        caller, body.id, people.give_role, name, body.role, body.table, caller.name
    )


@router.changes("/{name}/roles", "Take a role", Act.ROLES_MANAGE, 404, method="DELETE")
async def take_role(
    caller: SignedIn,
    name: q.PersonName,
    request_id: q.QueryId,
    role: Annotated[str, Query(max_length=32)],
    table: Annotated[str, Query(pattern=WHERE_PATTERN)],
) -> Response:
    """Take a role where it was given."""
    known(caller, name)
    return await in_house(caller, request_id, people.take_role, name, role, table, caller.name)


# --- secrets ----------------------------------------------------------------------------------


async def _made(
    caller: Caller,
    request_id: str,
    decide: Callable[[House, str, str], HouseEvents | Refusal],
    name: str,
) -> None:
    """Have the log say that a secret is made, before there is one; an id makes one secret.

    The secret itself is shown once and kept nowhere, so that a repeat has nothing to answer with.
    """
    known(caller, name)
    _, repeated = await house_changed(
        caller, request_id, lambda house, now: decide(house, name, caller.name)
    )
    if repeated:
        raise HouseError(409, "id_reused", say("error.secret-shown"))


@router.shows(
    "/{name}/password",
    "Make a password for one use",
    "Shown once",
    Act.PEOPLE_MANAGE,
    409,
    method="POST",
)
async def one_time_password(caller: SignedIn, name: q.PersonName, body: b.Plain) -> SecretForm:
    """A password with which a person signs in once, and then chooses another."""
    await _made(caller, body.id, people.make_password, name)
    password = secrets.token_urlsafe(12)
    await caller.casino.credentials.set_password(name, password, once=True)
    return SecretForm(name=name, secret=password)


@router.shows(
    "/{name}/token", "Make a device's token", "Shown once", Act.TOKENS_MANAGE, 409, method="POST"
)
async def device_token(caller: SignedIn, name: q.PersonName, body: b.Plain) -> SecretForm:
    """A token for a device, good until it is ended."""
    await _made(caller, body.id, people.make_token, name)
    token = await caller.casino.credentials.device_token(name)
    return SecretForm(name=name, secret=token)


@router.delete(
    "/{name}/token",
    summary="End a device's tokens",
    status_code=204,
    responses=responses(404, 409),
    dependencies=only(Act.TOKENS_MANAGE),
)
async def end_tokens(caller: SignedIn, name: q.PersonName, request_id: q.QueryId) -> None:
    """Every token and session of a device ends; to end them again changes nothing."""
    known(caller, name)
    await in_house(caller, request_id, people.end_tokens, name, caller.name)
    await caller.casino.credentials.end_all(name)
