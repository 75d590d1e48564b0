"""The law of a house: every edition that its logs name, read from its store.

A table runs under the edition that the house's log names for it. What the program ships is only
offered to new tables, and to those whose floor adopts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import structlog
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.house.events import HouseEvent, TableAdded
from puntobanco.library.accounting import accounted
from puntobanco.library.errors import BookNotFoundError
from puntobanco.record.editions import EARLIER_NAMES, edition_named, editions_in
from puntobanco.record.store import KeptEdition
from puntobanco.rules.book import RuleBook
from puntobanco.rules.canonical import BadEditionError, read_edition
from puntobanco.rules.configure import closest

_log = structlog.get_logger(__name__)


class KeepsEditions(Protocol):
    """A store, as far as its editions go."""

    async def editions(self) -> list[KeptEdition]:
        """Every edition kept."""

    async def edition(self, digest: str) -> KeptEdition | None:
        """The edition of a digest."""


class EditionError(ValueError):
    """An edition that the house does not keep or this program cannot read; nothing is opened."""


class Law:
    """Editions by their digest, read when they are first asked for."""

    def __init__(self, store: KeepsEditions) -> None:
        self._store = store
        self._kept: dict[str, bytes] = {}
        """What the store has."""
        self._new: dict[str, bytes] = {}
        """What the store gets with the first event that names it."""
        self._read: dict[str, RuleBook | EditionError] = {}

    async def load(self) -> None:
        """Take up what the store has."""
        self._kept.update((each.digest, each.text) for each in await self._store.editions())

    async def learn(self, digests: Iterable[str]) -> None:
        """Take up editions that another process may have brought."""
        for digest in digests:
            if digest not in self._kept:
                found = await self._store.edition(digest)
                if found is not None:
                    self._kept[digest] = found.text
                    self._read.pop(digest, None)

    def offer(self, book: RuleBook) -> str:
        """Have a book at hand, so that an event may name it; its digest comes back."""
        digest = book.digest()
        self._read[digest] = book
        if digest not in self._kept:
            self._new[digest] = book.text
        return digest

    def book(self, digest: str) -> RuleBook:
        """The book of an edition; an EditionError says why there is none."""
        found = self._read.get(digest)
        if found is None:
            found = self._read[digest] = self._made(digest)
        if isinstance(found, EditionError):
            raise found
        return found

    def _made(self, digest: str) -> RuleBook | EditionError:
        own = next((each for each in BOOKS.values() if each.digest() == digest), None)
        if own is not None:
            self.offer(own)
            return own
        text = self._kept.get(digest)
        if text is None:
            return EditionError(f"the house does not keep the edition {digest[:16]}")
        if edition_named(text) not in (digest, EARLIER_NAMES.get(digest)):
            _log.error("edition does not fit its digest", edition=digest)
            return EditionError(f"the edition {digest[:16]} is another text than its digest says")
        try:
            return accounted(read_edition(text, RuleBook))
        except BadEditionError as error:
            _log.error("edition cannot be read", edition=digest, sentence=error.sentence)
            return EditionError(f"the edition {digest[:16]} cannot be read: {error.sentence}")

    @staticmethod
    def named(name: str) -> RuleBook:
        """The book that a new table of this name has: the edition that the program ships."""
        if name not in BOOKS:
            raise BookNotFoundError(f"there is no book {name!r}; {closest(name, BOOKS)}")
        return BOOKS[name]

    # --- what is written ----------------------------------------------------------------------

    def completed(self, event: HouseEvent) -> HouseEvent:
        """An event as it is written: a new table names the edition that it runs under."""
        if not isinstance(event, TableAdded) or event.edition:
            return event
        try:
            book = self.named(event.book)
        except ValueError:
            return event  # whoever adds a table checks its book; it is told when it opens
        return replace(event, edition=self.offer(book))

    def texts_for(self, events: Iterable[HouseEvent]) -> tuple[KeptEdition, ...]:
        """The editions that these events name and the store may not have."""
        digests = dict.fromkeys(each for event in events for each in editions_in(event))
        return tuple(
            KeptEdition(digest, self._new[digest]) for digest in digests if digest in self._new
        )

    def written(self, events: Iterable[HouseEvent]) -> None:
        """These events are in the log, and so are the editions that they name."""
        for event in events:
            for digest in editions_in(event):
                if digest in self._new:
                    self._kept[digest] = self._new.pop(digest)
