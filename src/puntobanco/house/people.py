"""Who may sign in, with what and in which roles: added, suspended, restored, given and taken."""

from __future__ import annotations

from collections.abc import Collection

from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents, Person
from puntobanco.house.names import bad_name, no_reason, taken
from puntobanco.house.roles import DEVICES, EVERYWHERE, Role, conflict, role_named
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say


def add_person(
    house: House, person: str, by: str, posts: Collection[str], *, is_device: bool = False
) -> HouseEvents | Refusal:
    """A new person, without any role yet; `posts` are those of every book."""
    refusal = bad_name(person, posts) or taken(person, house.people)
    return refusal or (e.PersonAdded(person=person, by=by, is_device=is_device),)


def suspend(house: House, person: str, by: str, reason: str) -> HouseEvents | Refusal:
    """A person may not sign in any more, and has no role meanwhile."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if known.suspended:
        return Refusal(Reason.ALREADY_SO, say("refused.suspended", who=person))
    return no_reason(reason) or (e.PersonSuspended(person=person, by=by, reason=reason),)


def restore(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """Lift a suspension; nobody lifts their own."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if not known.suspended:
        return Refusal(Reason.ALREADY_SO, say("refused.not-suspended", who=person))
    if person == by:
        return Refusal(Reason.NOT_PERMITTED, say("refused.own-suspension"))
    return (e.PersonRestored(person=person, by=by),)


def give_role(house: House, person: str, role: str, table: str, by: str) -> HouseEvents | Refusal:
    """Give a role at a table or, with `*`, everywhere, where duties stay apart."""
    found = _known_with_role(house, person, role)
    if isinstance(found, Refusal):
        return found
    known, wanted = found
    if table != EVERYWHERE and table not in house.tables:
        said = say("refused.no-table-or-all", table=table[:40], all=EVERYWHERE)
        return Refusal(Reason.UNKNOWN_TABLE, said)
    if person == by:
        return Refusal(Reason.NOT_PERMITTED, say("refused.own-role"))
    if (wanted, table) in known.roles:
        return Refusal(
            Reason.ALREADY_SO, say("refused.has-role", who=person, role=say(f"role.{role}"))
        )
    if known.is_device != (wanted in DEVICES):
        said = say("refused.role-kind", who=person, role=say(f"role.{role}"))
        return Refusal(Reason.ROLES_CONFLICT, said)
    why = conflict(frozenset({wanted, *(held for held, _ in known.roles)}))
    if why:
        return Refusal(
            Reason.ROLES_CONFLICT,
            say("refused.roles-conflict", who=person, role=say(f"role.{role}"), why=why),
        )
    return (e.RoleGiven(person=person, role=role, table=table, by=by),)


def take_role(house: House, person: str, role: str, table: str, by: str) -> HouseEvents | Refusal:
    """Take a role away where it was given."""
    found = _known_with_role(house, person, role)
    if isinstance(found, Refusal):
        return found
    known, held = found
    if (held, table) not in known.roles:
        return Refusal(
            Reason.ALREADY_SO, say("refused.lacks-role", who=person, role=say(f"role.{role}"))
        )
    return (e.RoleTaken(person=person, role=role, table=table, by=by),)


def make_password(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """A password for one use, for a person."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if known.is_device:
        return Refusal(Reason.NOT_A_PERSON, say("refused.is-device", who=person))
    return (e.PasswordMade(person=person, by=by),)


def make_token(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """A token, for a device."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if not known.is_device:
        said = say("refused.is-person", who=person)
        return Refusal(Reason.NOT_A_DEVICE, said)
    return (e.TokenMade(person=person, by=by),)


def end_tokens(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """End every token and session; to end them again is no mistake."""
    known = _known(house, person)
    return known if isinstance(known, Refusal) else (e.TokensEnded(person=person, by=by),)


def _known(house: House, person: str) -> Person | Refusal:
    unknown = Refusal(Reason.UNKNOWN_PERSON, say("refused.no-person", who=person[:40]))
    return house.people.get(person, unknown)


def _known_with_role(house: House, person: str, role: str) -> tuple[Person, Role] | Refusal:
    known, named = _known(house, person), role_named(role)
    if isinstance(known, Refusal):
        return known
    return _unknown_role(role) if named is None else (known, named)


def _unknown_role(role: str) -> Refusal:
    names = ", ".join(each.value for each in Role)
    return Refusal(Reason.UNKNOWN_VALUE, say("refused.no-role", role=role[:40], roles=names))
