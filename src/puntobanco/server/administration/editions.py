"""The law of a house: every edition that its logs name, read from its store.

A table runs under the edition that the house's log names for it. What the program ships is only
offered to new tables, and to those whose floor adopts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import structlog
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.house.events import BookAdded, BookRemoved, HouseEvent, TableAdded
from puntobanco.library.errors import BookNotFoundError
from puntobanco.library.finding import is_digest
from puntobanco.record.editions import editions_in, is_called
from puntobanco.record.store import EventStore, KeptEdition
from puntobanco.rules.book import RuleBook
from puntobanco.rules.configure import hint
from puntobanco.rules.text.canonical import BadEditionError, read_edition
from puntobanco.sayings.saying import SaidError, say

_log = structlog.get_logger(__name__)


class EditionError(SaidError, ValueError):
    """An edition that the house does not keep or this program cannot read; nothing is opened."""


class NoSuchBookError(SaidError, BookNotFoundError):
    """The house has no book of this name or digest."""


class HouseEditions:
    """Editions by their digest, read when they are first asked for."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[str, bytes] = {}
        """What the store has."""
        self._new: dict[str, bytes] = {}
        """What the store gets with the first event that names it."""
        self._read: dict[str, RuleBook | EditionError] = {}
        self._brought: dict[str, str] = {}
        """Names of the books that the house has brought itself, by digest, the oldest first."""

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
            return EditionError(say("error.edition-not-kept", edition=digest[:16]))
        if not is_called(text, digest):
            _log.error("edition does not fit its digest", edition=digest)
            return EditionError(say("error.edition-altered", edition=digest[:16]))
        try:
            return read_edition(text, RuleBook)
        except BadEditionError as error:
            _log.error("edition cannot be read", edition=digest, sentence=error.sentence)
            said = say("error.edition-unreadable", edition=digest[:16], why=error.sentence)
            return EditionError(said)

    # --- what is offered ----------------------------------------------------------------------

    @property
    def shipped(self) -> dict[str, str]:
        """The digests of the program's own books, by name."""
        return {name: book.digest() for name, book in BOOKS.items()}

    def offered(self) -> dict[str, str]:
        """Names of the books that a new table may have, by digest: the program's, the house's."""
        return {**{digest: name for name, digest in self.shipped.items()}, **self._brought}

    def readable(self) -> list[RuleBook]:
        """The books that a new table may have, without those that this program cannot read."""
        return list(self._readable(self.offered()))

    def _readable(self, digests: Iterable[str]) -> Iterator[RuleBook]:
        for digest in digests:
            try:
                yield self.book(digest)
            except EditionError:
                continue  # its table is not open; `punto admin book list` says why

    def named(self, name: str) -> RuleBook:
        """The book that a new table of this name has, or that begins with this digest.

        Of two books that the house has brought under one name it is the newer. The house's book
        goes before one of the same name that the program ships.
        """
        brought = [digest for digest, each in self._brought.items() if each == name]
        if brought:
            return self.book(brought[-1])
        if name in BOOKS:
            return BOOKS[name]
        if is_digest(name):
            found = [digest for digest in self.offered() if digest.startswith(name)]
            if len(found) == 1:
                return self.book(found[0])
            code = "error.many-editions-begin" if found else "error.no-edition-begins"
            raise NoSuchBookError(say(code, digits=name))
        names = dict.fromkeys(self.offered().values())
        raise NoSuchBookError(say("error.no-book", book=name, hint=hint(name, names)))

    def found(self, name: str) -> RuleBook:
        """The book of a name or digest, also one that is kept and offered no more."""
        if name in self._kept or name in self._new:
            return self.book(name)
        return self.named(name)

    def posts(self) -> frozenset[str]:
        """The posts of every book that is shipped or kept: nobody is called like one."""
        books = (*BOOKS.values(), *self._readable(self._kept))
        return frozenset(post.name for book in books for post in book.posts.ladder)

    # --- what is written ----------------------------------------------------------------------

    def completed(self, event: HouseEvent) -> HouseEvent:
        """An event as it is written: a new table names the edition that it runs under."""
        if not isinstance(event, TableAdded) or event.edition:
            return event
        try:
            book = self.named(event.book)
        except ValueError:
            return event  # adding a table checks its book; opening it says what is wrong
        return replace(event, book=book.name, edition=self.offer(book))

    def texts_for(self, events: Iterable[HouseEvent]) -> tuple[KeptEdition, ...]:
        """The editions that these events name and the store may not have."""
        digests = dict.fromkeys(each for event in events for each in editions_in(event))
        return tuple(
            KeptEdition(digest, self._new[digest]) for digest in digests if digest in self._new
        )

    async def follow(self, event: HouseEvent) -> None:
        """Take up an event that is in the log, and so are the editions that it names."""
        for digest in editions_in(event):
            if digest in self._new:
                self._kept[digest] = self._new.pop(digest)
        await self.learn(editions_in(event))
        match event:
            case BookAdded():
                self._brought[event.edition] = event.book
            case BookRemoved():
                self._brought.pop(event.edition, None)
            case _:
                pass
