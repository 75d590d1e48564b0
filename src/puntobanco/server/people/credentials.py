"""Passwords, sessions, tokens of devices and tickets for sockets: what proves who a person is.

Secrets are kept hashed: passwords by argon2, everything that is random by SHA-256, because nothing
can be guessed from the hash of 256 random bits.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

import msgspec
from argon2 import PasswordHasher

from puntobanco.record.cabinet import Cabinet
from puntobanco.record.clock import Clock
from puntobanco.record.store import EventStore
from puntobanco.server.people.guesses import Guesses
from puntobanco.server.people.hashing import Hashing
from puntobanco.server.people.passwords import must_be_good
from puntobanco.server.people.tickets import OwnTickets
from puntobanco.server.traffic.connections import network_of

SECOND = 1_000_000
IDLE_SECONDS = 30 * 60
"""Who does nothing for so long signs in again."""
IDLE_SECONDS_STAFF = 5 * 60
"""A console that others can walk up to locks sooner."""
SESSION_SECONDS = 12 * 3600
"""The longest a session lasts, whatever is done in it."""
TICKET_SECONDS = 30
AGAIN_SECONDS = 10 * 60
"""For so long, and from the same network, a password for one use is taken again: a page that is
loaded anew has forgotten it, and a person who has not chosen another is not locked out by that."""
SESSIONS_MAX = 20
"""In how many places a person is signed in at once; the one left alone longest ends."""
_TOUCH_SECONDS = 30
"""How often being active is written down."""


class Password(msgspec.Struct, frozen=True):
    """How a password is kept."""

    hash: str
    once: bool = False
    """Good for one signing in, at which another must be chosen."""
    used_at: int = 0
    """When it was first signed in with, if it is good once; 0: it was not."""
    used_from: str = ""
    """And from which network."""


class Session(msgspec.Struct, frozen=True):
    """A person who has signed in."""

    id: str
    """The hash of the token; the token itself is nowhere."""
    person: str
    began: int
    active: int
    idle_seconds: int
    must_change: bool = False
    device: bool = False
    net: int = 0
    """What the person had won less lost when it began, so that a session's own can be told."""
    address: str = ""
    """Where it was begun, as far as that is known."""
    is_strangers: bool = False
    """Whether strangers have it: others, whom its owner does not know, use the same name."""

    @property
    def payer(self) -> str:
        """Whose limits it counts for: the person's, or those of a network of strangers."""
        return f"{self.person} {network_of(self.address)}" if self.is_strangers else self.person


class WrongCredentialsError(Exception):
    """Name and password do not belong together; nobody learns which of them was wrong."""


def digest(token: str) -> str:
    """What is kept of a random token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


async def end_everything(cabinet: Cabinet) -> None:
    """End every session, device token and ticket of a house that is made anew from a copy.

    What was ended after the copy was made is in the copy as if it were still good.
    """
    for kind in ("session", "ticket"):
        names = await cabinet.all_kept(kind)
        await asyncio.gather(*(cabinet.drop(kind, name) for name in names))


@dataclass
class _Live:
    session: Session
    checked: int
    written: int
    """When it was last active by what is kept."""


def _newest(found: bytes, live: _Live | None, now: int) -> _Live:
    """A session as it is kept, active when it was last active in any process."""
    session = msgspec.json.decode(found, type=Session)
    written = session.active
    if live is not None and live.session.active > written:
        session = msgspec.structs.replace(session, active=live.session.active)
    return _Live(session, now, written)


class Credentials:
    """Signing in and staying signed in."""

    def __init__(
        self,
        cabinet: EventStore,
        clock: Clock,
        hasher: PasswordHasher | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        """Be told whether other processes may end sessions too: then they are looked up again."""
        self._cabinet = cabinet
        self._clock = clock
        self._hashing = Hashing(hasher)
        self._live: dict[str, _Live] = {}
        self._guesses = Guesses(cabinet, clock)
        self._guessing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_shared = is_shared
        self._tickets = cabinet if is_shared else OwnTickets(clock)
        self._ended: list[Callable[[str], None]] = []

    def on_end(self, told: Callable[[str], None]) -> None:
        """Be told the id of every session that ends, so that its sockets end with it."""
        self._ended.append(told)

    # --- passwords ----------------------------------------------------------------------------

    async def set_password(self, person: str, password: str, *, once: bool = False) -> None:
        """Keep a password; every session of the person ends."""
        must_be_good(password, person)
        hashed = await self._hashing.hash(password)
        await self._cabinet.keep("password", person, msgspec.json.encode(Password(hashed, once)))
        await self.end_all(person)

    # --- signing in ---------------------------------------------------------------------------

    async def sign_in(
        self,
        person: str,
        password: str,
        *,
        is_staff: bool,
        net: Callable[[], Awaitable[int]] | None = None,
        address: str = "",
    ) -> tuple[str, Session]:
        """A token and its session; until the password is right the work is the same for every name.

        So what the person has won by now is asked for only then. Wrong tries count against the
        network that the address is in.
        """
        place = network_of(address)
        kept = await self._checked(person, password, place)
        if kept is None or (kept.once and not await self._use(person, place)):
            raise WrongCredentialsError
        await self._guesses.know(person, place)
        idle = IDLE_SECONDS_STAFF if is_staff else IDLE_SECONDS
        won = 0 if net is None else await net()
        begun = await self._begin(person, idle, must_change=kept.once, net=won, address=address)
        await self._end_oldest(person)
        return begun

    async def _use(self, person: str, place: str) -> bool:
        """Use up a password that is good once; false where it was used up before."""
        now, before = self._clock(), await self._cabinet.kept("password", person)
        if before is None:
            return False
        kept = msgspec.json.decode(before, type=Password)
        if kept.used_at:
            return kept.used_from == place and now - kept.used_at <= AGAIN_SECONDS * SECOND
        used = msgspec.structs.replace(kept, used_at=now, used_from=place)
        return await self._cabinet.exchange("password", person, before, msgspec.json.encode(used))

    async def begin(
        self, person: str, *, address: str, most: int = SESSIONS_MAX, is_strangers: bool = False
    ) -> tuple[str, Session]:
        """A token and its session, for a person whom the house lets in without a password."""
        begun = await self._begin(person, IDLE_SECONDS, address=address, is_strangers=is_strangers)
        await self._end_oldest(person, most)
        return begun

    async def is_right(self, person: str, password: str, session_id: str = "") -> bool:
        """Whether this is the person's password; wrong ones count against the session that asks."""
        place = f"session {session_id}"
        return await self._checked(person, password, place, is_known=True) is not None

    async def _checked(
        self, person: str, password: str, place: str, *, is_known: bool = False
    ) -> Password | None:
        """The kept password, if this is it.

        From one place one guess at a time: hashing is slow, and others wait for one guess of an
        address at most. Signing in many times at once is not held up by one's own tries either.
        """
        guessing = self._guessing.setdefault(place, asyncio.Lock())
        async with guessing:
            await self._guesses.count(person, place, is_known=is_known)
            found = await self._cabinet.kept("password", person)
            kept = None if found is None else msgspec.json.decode(found, type=Password)
            hashed = None if kept is None else kept.hash
            if not await self._hashing.matches(hashed, password):
                return None
            await self._guesses.right(person, place)
            return kept

    async def forgive(self, person: str) -> None:
        """Count no wrong password from before, from anywhere."""
        await self._guesses.forgive(person)

    async def _begin(
        self,
        person: str,
        idle: int,
        *,
        must_change: bool = False,
        net: int = 0,
        address: str = "",
        is_strangers: bool = False,
    ) -> tuple[str, Session]:
        token, now = new_token(), self._clock()
        session = Session(
            digest(token),
            person,
            now,
            now,
            idle,
            must_change,
            net=net,
            address=address,
            is_strangers=is_strangers,
        )
        await self._write(session)
        self._live[session.id] = _Live(session, now, now)
        return token, session

    async def _write(self, session: Session) -> None:
        expires = session.active + (session.idle_seconds + _TOUCH_SECONDS) * SECOND
        await self._cabinet.keep("session", session.id, msgspec.json.encode(session), expires)

    # --- sessions -----------------------------------------------------------------------------

    async def session_of(self, token: str) -> Session | None:
        """Whose token this is, while it is good; using it keeps it good."""
        return await self.session(digest(token), is_activity=True)

    async def session(self, session_id: str, *, is_activity: bool = False) -> Session | None:
        """A session by its id; another process may have ended it up to a second ago."""
        now, live = self._clock(), self._live.get(session_id)
        if live is None or (self._is_shared and now - live.checked > SECOND):
            found = await self._cabinet.kept("session", session_id)
            if found is None:
                self._forget(session_id)
                return None
            live = self._live[session_id] = _newest(found, live, now)
        session = live.session
        if not self._is_good(session, now):
            await self.end(session_id)
            return None
        if is_activity and not session.device:
            live.session = msgspec.structs.replace(session, active=now)
            if now - live.written > _TOUCH_SECONDS * SECOND:
                live.written = now
                await self._write(live.session)
        return live.session

    def is_known(self, session_id: str, *, is_activity: bool) -> bool:
        """Whether a session is good, as far as that is known without asking the store.

        False says only that `session` must be asked: it looks up, and writes down what was done.
        """
        now, live = self._clock(), self._live.get(session_id)
        if live is None or (self._is_shared and now - live.checked > SECOND):
            return False
        session = live.session
        if session.device or not is_activity:
            return self._is_good(session, now)
        if not self._is_good(session, now) or now - live.written > _TOUCH_SECONDS * SECOND:
            return False
        live.session = msgspec.structs.replace(session, active=now)
        return True

    def person_of(self, token: str) -> str:
        """Whose token this is, as far as that is known without asking the store; using it is none.

        Only for words about a person: it proves nothing.
        """
        session = self._live_session(digest(token))
        return session.person if session else ""

    def payer_of(self, token: str, ticket: str = "") -> str:
        """Whose limits a token or else a ticket counts for, as far as that is known at once."""
        session = self._live_session(digest(token))
        if session is None and ticket and isinstance(self._tickets, OwnTickets):
            session = self._live_session(self._tickets.look(digest(ticket)))
        return session.payer if session else ""

    def _live_session(self, session_id: str) -> Session | None:
        live = self._live.get(session_id)
        is_good = live is not None and self._is_good(live.session, self._clock())
        return live.session if live is not None and is_good else None

    def _is_good(self, session: Session, now: int) -> bool:
        if session.device:
            return True
        idle = now - session.active > session.idle_seconds * SECOND
        return not idle and now - session.began <= SESSION_SECONDS * SECOND

    async def end_expired(self) -> None:
        """End every session that has lasted too long, though nothing is asked in it any more."""
        now = self._clock()
        kept = await self._cabinet.all_kept("session") if self._is_shared else {}
        for session_id, known in tuple(self._live.items()):
            if self._is_shared and session_id not in kept:
                self._forget(session_id)
                continue
            if self._is_shared:
                self._live[session_id] = _newest(kept[session_id], known, now)
            if not self._is_good(self._live[session_id].session, now):
                await self.end(session_id)

    async def end(self, session_id: str) -> None:
        """End a session, and with it its sockets."""
        await self._cabinet.drop("session", session_id)
        self._forget(session_id)

    async def sessions_of(self, person: str) -> list[Session]:
        """Every session and device token of a person, the one active last first."""
        found = [each for each in await self._all() if each.person == person]
        return sorted(found, key=lambda session: session.active, reverse=True)

    async def signed_in(self) -> frozenset[str]:
        """All who have a session that is still good."""
        found, now = await self._all(), self._clock()
        return frozenset(each.person for each in found if self._is_good(each, now))

    async def _all(self) -> list[Session]:
        kept = (await self._cabinet.all_kept("session")).items()
        return [_newest(value, self._live.get(name), 0).session for name, value in kept]

    async def _end_oldest(self, person: str, most: int = SESSIONS_MAX) -> None:
        """End the session a person left alone longest, where they have too many."""
        people = [each for each in await self.sessions_of(person) if not each.device]
        for session in people[most:]:
            await self.end(session.id)

    async def end_all(self, person: str) -> None:
        """End every session of a person."""
        for session in await self.sessions_of(person):
            await self.end(session.id)

    def _forget(self, session_id: str) -> None:
        self._live.pop(session_id, None)
        for told in self._ended:
            told(session_id)

    # --- tickets and devices ------------------------------------------------------------------

    async def ticket(self, session: Session) -> str:
        """A ticket for one socket."""
        token = new_token()
        expires = self._clock() + TICKET_SECONDS * SECOND
        await self._tickets.keep("ticket", digest(token), session.id.encode(), expires)
        return token

    async def use_ticket(self, ticket: str) -> Session | None:
        """The session a ticket is of; it is good once."""
        found = await self._tickets.take("ticket", digest(ticket))
        return None if found is None else await self.session(found.decode(), is_activity=True)

    async def device_token(self, person: str) -> str:
        """A token for a device, good until it is ended."""
        token, now = new_token(), self._clock()
        session = Session(digest(token), person, now, now, 0, device=True)
        await self._cabinet.keep("session", session.id, msgspec.json.encode(session))
        return token
