"""Who may sign in, with what and in which roles: added, suspended, restored, given and taken."""

from __future__ import annotations

from collections.abc import Collection

from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents, Person
from puntobanco.house.names import bad_name, no_reason, taken
from puntobanco.house.roles import DEVICES, EVERYWHERE, Role, conflict, role_named
from puntobanco.rules.refusals import Reason, Refusal


def add_person(
    house: House, person: str, by: str, posts: Collection[str], *, is_device: bool = False
) -> HouseEvents | Refusal:
    """Somebody new, without any role yet; `posts` are those of every book."""
    refusal = bad_name(person, posts) or taken(person, house.people)
    return refusal or (e.PersonAdded(person=person, by=by, is_device=is_device),)


def suspend(house: House, person: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Somebody may not sign in any more, and has no role meanwhile."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if known.suspended:
        return Refusal(Reason.ALREADY_SO, f"{person} is suspended already")
    return no_reason(reason) or (e.PersonSuspended(person=person, by=by, reason=reason),)


def restore(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """Lift a suspension; nobody lifts his own."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if not known.suspended:
        return Refusal(Reason.ALREADY_SO, f"{person} is not suspended")
    if person == by:
        return Refusal(Reason.NOT_PERMITTED, "nobody lifts his own suspension; somebody else does")
    return (e.PersonRestored(person=person, by=by),)


def give_role(house: House, person: str, role: str, table: str, by: str) -> HouseEvents | Refusal:
    """Give a role at a table or, with `*`, everywhere, where duties stay apart."""
    known, wanted = _known(house, person), role_named(role)
    if isinstance(known, Refusal):
        return known
    if wanted is None:
        return _unknown_role(role)
    if table != EVERYWHERE and table not in house.tables:
        sentence = f"there is no table {table}; name one, or {EVERYWHERE} for all"
        return Refusal(Reason.UNKNOWN_TABLE, sentence)
    if person == by:
        return Refusal(Reason.NOT_PERMITTED, "nobody gives himself a role; somebody else does")
    if (wanted, table) in known.roles:
        return Refusal(Reason.ALREADY_SO, f"{person} is {role} there already")
    if known.is_device != (wanted in DEVICES):
        sentence = f"{role} is no role for {person}; devices are scanners or signs, people neither"
        return Refusal(Reason.ROLES_CONFLICT, sentence)
    why = conflict(frozenset({wanted, *(held for held, _ in known.roles)}))
    if why:
        return Refusal(Reason.ROLES_CONFLICT, f"{person} cannot be {role} as well: {why}")
    return (e.RoleGiven(person=person, role=role, table=table, by=by),)


def take_role(house: House, person: str, role: str, table: str, by: str) -> HouseEvents | Refusal:
    """Take a role away where it was given."""
    known, held = _known(house, person), role_named(role)
    if isinstance(known, Refusal):
        return known
    if held is None:
        return _unknown_role(role)
    if (held, table) not in known.roles:
        return Refusal(Reason.ALREADY_SO, f"{person} is not {role} there")
    return (e.RoleTaken(person=person, role=role, table=table, by=by),)


def make_password(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """A password for one use, for a person."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if known.is_device:
        return Refusal(Reason.NOT_A_PERSON, f"{person} is a device; make a token for it")
    return (e.PasswordMade(person=person, by=by),)


def make_token(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """A token, for a device."""
    known = _known(house, person)
    if isinstance(known, Refusal):
        return known
    if not known.is_device:
        sentence = f"{person} is no device; make a password for one use"
        return Refusal(Reason.NOT_A_DEVICE, sentence)
    return (e.TokenMade(person=person, by=by),)


def end_tokens(house: House, person: str, by: str) -> HouseEvents | Refusal:
    """End every token and session; to end them again is no mistake."""
    known = _known(house, person)
    return known if isinstance(known, Refusal) else (e.TokensEnded(person=person, by=by),)


def _known(house: House, person: str) -> Person | Refusal:
    unknown = Refusal(Reason.UNKNOWN_PERSON, f"nobody here is called {person}; add him first")
    return house.people.get(person, unknown)


def _unknown_role(role: str) -> Refusal:
    names = ", ".join(each.value for each in Role)
    return Refusal(Reason.UNKNOWN_VALUE, f"{role!r} is no role; the roles are {names}")
