"""Words that people write: the names of people, devices and tables, and reasons."""

from __future__ import annotations

import re
from collections.abc import Collection

from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say

RESERVED = frozenset(
    {
        "ante",
        "balance",
        "banker",
        "breakage",
        "cage",
        "clock",
        "commission",
        "dealer",
        "everybody",
        "felt",
        "float",
        "founding",
        "house",
        "nobody",
        "outside",
        "player",
        "rack",
        "server",
        "shoe",
        "system",
        "table",
        "tie",
        "you",
    }
)
"""Words that logs and views already use for other people or things."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", re.ASCII)


def bad_name(name: str, posts: Collection[str] = ()) -> Refusal | None:
    """Why nobody and nothing may have this name; `posts` are those of every book.

    >>> bad_name("Ann-2") is None, bad_name("Dealer").reason, bad_name("a b").reason
    (True, <Reason.NAME_TAKEN: 'name_taken'>, <Reason.BAD_NAME: 'bad_name'>)
    """
    if not _NAME.fullmatch(name):
        said = say("refused.bad-name")
        return Refusal(Reason.BAD_NAME, said)
    if name.lower() in RESERVED or name.lower() in {post.lower() for post in posts}:
        return Refusal(Reason.NAME_TAKEN, say("refused.name-reserved", name=name))
    return None


def taken(name: str, names: Collection[str]) -> Refusal | None:
    """Why a name is not free: another differs from it by capitals at most."""
    if name.lower() not in {each.lower() for each in names}:
        return None
    return Refusal(Reason.NAME_TAKEN, say("refused.name-taken", name=name))


def no_reason(reason: str) -> Refusal | None:
    """Why something is not done: nobody said why it should be."""
    if reason.strip():
        return None
    return Refusal(Reason.NEEDS_REASON, say("refused.needs-reason"))
