"""Who may sign in, and in which roles; passwords for one use and tokens of devices."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from puntobanco.house import people
from puntobanco.house.house import House, HouseEvents, Person
from puntobanco.house.permissions import Act
from puntobanco.house.roles import Role
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.doing import house_changed, in_house, json
from puntobanco.server.api.handling.errors import HouseError, answers, changed, not_found, responses
from puntobanco.server.api.handling.guard import Caller, permitted
from puntobanco.wire import bodies as b
from puntobanco.wire.house import PeopleForm, PersonForm, RoleForm, SecretForm

router = APIRouter(prefix="/api/people", tags=["people"])
Reader = Annotated[Caller, Depends(permitted(Act.PEOPLE_READ))]

Manager = Annotated[Caller, Depends(permitted(Act.PEOPLE_MANAGE))]
RoleGiver = Annotated[Caller, Depends(permitted(Act.ROLES_MANAGE))]
TokenMaker = Annotated[Caller, Depends(permitted(Act.TOKENS_MANAGE))]
_DONE = changed(404, 409)
_SECRET = answers("SecretForm", "Shown once", 404, 409)


def known(caller: Caller, name: str) -> Person:
    """The person of this name."""
    person = caller.casino.house_log.house.people.get(name)
    if person is None:
        raise not_found(say("refused.no-person", who=name))
    return person


@router.get(
    "", summary="People and devices", responses=answers("PeopleForm", "All people of the house")
)
async def everybody(caller: Reader) -> Response:
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
    return json(PeopleForm(people=some, roles=tuple(role.value for role in Role)))


@router.post("", summary="Add a person", responses=changed(409))
async def add(caller: Manager, body: b.AddPerson) -> Response:
    """Add a person or device, without any role yet."""
    house_log = caller.casino.house_log
    return await in_house(
        caller,
        body.id,
        lambda house, now: people.add_person(
            house, body.name, caller.name, house_log.editions.posts(), is_device=body.is_device
        ),
    )


@router.post("/{name}/suspension", summary="Suspend a person", responses=_DONE)
async def suspend(caller: Manager, name: q.PersonName, body: b.WithReason) -> Response:
    """A person may not sign in any more; their sessions end before this answers."""
    known(caller, name)
    done = await in_house(
        caller, body.id, lambda house, now: people.suspend(house, name, caller.name, body.reason)
    )
    await caller.casino.credentials.end_all(name)
    return done


@router.delete("/{name}/suspension", summary="Lift a suspension", responses=_DONE)
async def restore(caller: Manager, name: q.PersonName, request_id: q.QueryId) -> Response:
    """A person may sign in again."""
    known(caller, name)
    return await in_house(
        caller, request_id, lambda house, now: people.restore(house, name, caller.name)
    )


@router.post("/{name}/roles", summary="Give a role", responses=_DONE)
async def give_role(caller: RoleGiver, name: q.PersonName, body: b.GiveRole) -> Response:
    """A role at one table or everywhere, where duties stay apart."""
    known(caller, name)
    return await in_house(
        caller,
        body.id,
        lambda house, now: people.give_role(house, name, body.role, body.table, caller.name),
    )


@router.delete("/{name}/roles", summary="Take a role", responses=_DONE)
async def take_role(
    caller: RoleGiver,
    name: q.PersonName,
    request_id: q.QueryId,
    role: Annotated[str, Query(max_length=32)],
    table: Annotated[str, Query(pattern=b.WHERE_PATTERN)],
) -> Response:
    """Take a role where it was given."""
    known(caller, name)
    return await in_house(
        caller,
        request_id,
        lambda house, now: people.take_role(house, name, role, table, caller.name),
    )


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


@router.post("/{name}/password", summary="Make a password for one use", responses=_SECRET)
async def one_time_password(caller: Manager, name: q.PersonName, body: b.Plain) -> Response:
    """A password with which a person signs in once, and then chooses another."""
    await _made(caller, body.id, people.make_password, name)
    password = secrets.token_urlsafe(12)
    await caller.casino.credentials.set_password(name, password, once=True)
    return json(SecretForm(name=name, secret=password))


@router.post("/{name}/token", summary="Make a device's token", responses=_SECRET)
async def device_token(caller: TokenMaker, name: q.PersonName, body: b.Plain) -> Response:
    """A token for a device, good until it is ended."""
    await _made(caller, body.id, people.make_token, name)
    token = await caller.casino.credentials.device_token(name)
    return json(SecretForm(name=name, secret=token))


@router.delete(
    "/{name}/token", summary="End a device's tokens", status_code=204, responses=responses(404, 409)
)
async def end_tokens(caller: TokenMaker, name: q.PersonName, request_id: q.QueryId) -> None:
    """Every token and session of a device ends; to end them again changes nothing."""
    known(caller, name)
    await in_house(
        caller, request_id, lambda house, now: people.end_tokens(house, name, caller.name)
    )
    await caller.casino.credentials.end_all(name)
