"""The books that a house brings itself: added and removed, each known by its digest."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from puntobanco.house import events as e
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.names import no_reason
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.sayings.saying import say


def add_book(
    house: House, wanted: e.BookAdded, shipped: Mapping[str, str], posts: Collection[str]
) -> HouseEvents | Refusal:
    """A book of the house's own.

    `shipped` has the digests of the program's own books by name, `posts` are those of the new one.
    """
    if wanted.edition in shipped.values():
        return Refusal(Reason.ALREADY_SO, say("refused.edition-built-in"))
    if wanted.edition in house.books:
        known = house.books[wanted.edition]
        return Refusal(
            Reason.ALREADY_SO, say("refused.edition-added", who=known.by, book=known.book)
        )
    if wanted.book in shipped:
        said = say("refused.book-name-taken", book=wanted.book)
        return Refusal(Reason.NAME_TAKEN, said)
    names = {name.lower() for name in house.people}
    for post in posts:
        if post.lower() in names:
            said = say("refused.post-like-person", post=post)
            return Refusal(Reason.NAME_TAKEN, said)
    return (wanted,)


def remove_book(house: House, edition: str, by: str, reason: str) -> HouseEvents | Refusal:
    """Offer a book of the house no more; its tables go on, and its text is kept."""
    known = house.books.get(edition)
    if known is None:
        said = say("refused.no-edition", edition=edition[:12])
        return Refusal(Reason.UNKNOWN_VALUE, said)
    refusal = no_reason(reason)
    if refusal is not None:
        return refusal
    return (e.BookRemoved(book=known.book, edition=edition, by=by, reason=reason),)
