"""Roles of people and devices, and the posts of a book that they stand for."""

from __future__ import annotations

from enum import Enum, unique

from puntobanco.rules.posts import Posts
from puntobanco.sayings.saying import Saying, say

EVERYWHERE = "*"
"""In place of a table: at every one."""


@unique
class Role(Enum):
    """What a person is in the house."""

    PATRON = "patron"
    NOMINEE = "nominee"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    MANAGER = "manager"
    SHIFT_MANAGER = "shift-manager"
    CASHIER = "cashier"
    SURVEILLANCE = "surveillance"
    ADMINISTRATOR = "administrator"
    SCANNER = "scanner"
    SIGN = "sign"


RANKS = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.SHIFT_MANAGER)
"""Staff at the tables, the lowest first."""
GUESTS = frozenset({Role.PATRON, Role.NOMINEE})
DEVICES = frozenset({Role.SCANNER, Role.SIGN})


def role_named(name: str) -> Role | None:
    """The role of this name, if there is one."""
    return next((role for role in Role if role.value == name), None)


def post_of(role: Role, posts: Posts) -> str | None:
    """The post of a book in which a role acts at the table; None where it acts in none.

    A ladder that ends early has its highest post for every rank beyond.

    >>> from puntobanco.rules.posts import Post
    >>> short = Posts((Post("dealer", "Dealer", ()), Post("supervisor", "Supervisor", ())))
    >>> [post_of(role, short) for role in (*RANKS, Role.CASHIER)]
    ['dealer', 'supervisor', 'supervisor', 'supervisor', None]
    """
    if role not in RANKS:
        return None
    return posts.ladder[min(RANKS.index(role), len(posts.ladder) - 1)].name


def conflict(roles: frozenset[Role]) -> Saying | None:
    """Why one person may not hold all these roles; None where they may.

    >>> conflict(frozenset({Role.DEALER, Role.SUPERVISOR}))
    >>> conflict(frozenset({Role.PATRON, Role.DEALER})).code
    'conflict.plays-works'
    """
    if roles & GUESTS and roles - GUESTS:
        return say("conflict.plays-works")
    if Role.SURVEILLANCE in roles and len(roles) > 1:
        return say("conflict.surveillance")
    if Role.CASHIER in roles and roles & set(RANKS):
        return say("conflict.cage-deals")
    return None
