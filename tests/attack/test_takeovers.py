"""Nobody acts as somebody else: whatever he has found, kept, altered or guessed."""

from __future__ import annotations

import asyncio
import string
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from puntobanco.server.people.credentials import SECOND, TICKET_SECONDS, digest
from tests import patience
from tests.attack.stage import Stage, hurried, opened
from tests.attack.wire import RefusedError, Wire
from tests.server.conftest import add_person, run
from tests.sizes import size_of

TAKEOVERS = size_of("takeovers")
VICTIM, THIEF = "the-patron", "another"
"""Both are patrons, each with a session of his own."""
ANEW = 100
"""After so many attempts there are other secrets to try."""
LETTERS = string.ascii_letters + string.digits + "-_"
SIT = {"request": "take-place", "by": VICTIM, "place": 1}
PASSWORD = "right horse battery"  # noqa: S105 - nobody has it


def altered(chance: Random, secret: str) -> str:
    """Something like a secret, and never the same."""
    place = chance.randrange(len(secret))
    letter, neighbours = chance.choice(LETTERS), secret[place : place + 2]
    guesses = (
        secret[:place],
        secret[place + 1 :],
        secret[:place] + letter + secret[place + 1 :],
        secret[:place] + neighbours[::-1] + secret[place + 2 :],
        secret + letter,
        secret.swapcase(),
        secret[::-1],
        secret + secret,
        digest(secret),  # what whoever reads the database has
        "".join(chance.choices(LETTERS, k=len(secret))),
    )
    return chance.choice([each for each in guesses if each != secret])


@dataclass
class Found:
    """What a thief may have come by."""

    token: str
    """Good, and the victim's: only what is like it is tried."""
    ticket: str
    dead_tokens: list[str] = field(default_factory=list)
    dead_tickets: list[str] = field(default_factory=list)


async def found(stage: Stage, before: Found | None = None) -> Found:
    """Secrets of the victim: good ones, and some that were good once, with all from before."""
    token, ended = await stage.token(VICTIM), await stage.token(VICTIM)
    late = await stage.ticket(token)
    stage.clock.move(TICKET_SECONDS + 1)
    used, left = await stage.ticket(token), await stage.ticket(ended)
    await (await Wire.open(stage.port, f"/api/live/T1?ticket={used}")).drop()
    assert (await stage.call(ended, "DELETE", "/api/session")).status_code == 204
    made = Found(token, await stage.ticket(token), [ended], [late, used, left])
    if before is not None:
        made.dead_tokens += before.dead_tokens
        made.dead_tickets += before.dead_tickets
    return made


def tried(chance: Random, has: Found) -> tuple[str, str]:
    """A way in, and what is shown there."""
    way = chance.choice(("bearer", "cookie", "socket"))
    is_ticket = way == "socket"
    guess = (
        altered(chance, has.ticket if is_ticket else has.token),
        chance.choice(has.dead_tickets if is_ticket else has.dead_tokens),
        has.token if is_ticket else has.ticket,  # good elsewhere
        altered(chance, chance.choice(has.dead_tickets + has.dead_tokens)),
    )
    return way, chance.choice(guess)


async def comes_in(stage: Stage, way: str, secret: str) -> bool:
    """Whether somebody is let in by it."""
    if way == "socket":
        try:
            wire = await Wire.open(stage.port, f"/api/live/T1?ticket={quote(secret)}")
        except RefusedError:
            return False
        await wire.drop()
        return True
    shown = f"Bearer {secret}" if way == "bearer" else f"punto_session={secret}"
    headers = {"Authorization" if way == "bearer" else "Cookie": shown}
    answer = await stage.call("", "GET", "/api/session", None, headers)
    return answer.status_code != 401


async def uses_ids(stage: Stage, chance: Random, own: str, has: Found) -> bool:
    """Whether somebody who is signed in himself does anything with the ids of another."""
    requests, fresh = "/api/tables/T1/requests", stage.next_id()
    method, path, body = chance.choice(
        (
            ("DELETE", f"/api/sessions/{digest(has.token)[:16]}", None),
            ("DELETE", f"/api/sessions/{chance.randbytes(8).hex()}", None),
            ("GET", "/api/tables/T1/answers/sit", None),
            ("POST", requests, {"id": "sit", "request": SIT}),
            ("POST", requests, {"id": "sit", "request": {**SIT, "by": THIEF}}),
            ("POST", requests, {"id": fresh, "request": {"request": "leave", "by": VICTIM}}),
            (
                *("POST", requests),
                {"id": fresh, "request": {"request": "buy-in", "by": VICTIM, "amount": 100_00}},
            ),
        )
    )
    answer = await stage.call(own, method, path, body)
    return answer.status_code not in (403, 404, 409)


async def attacked(stage: Stage, chance: Random, attempts: int, before: Found | None) -> Found:
    """Try so many times; nothing comes of it, and the victim notices nothing."""
    own, has, seen = await stage.token(THIEF), await found(stage, before), Counter[str]()
    heads = await stage.heads()
    for number in range(attempts):
        if number % ANEW == ANEW - 1:
            has = await found(stage, has)
        if number % 5 == 0:
            assert not await uses_ids(stage, chance, own, has)
            seen["ids"] += 1
            continue
        way, secret = tried(chance, has)
        assert not await comes_in(stage, way, secret), (way, secret, has)
        seen[way] += 1
    assert await stage.heads() == heads
    assert await comes_in(stage, "bearer", has.token)
    assert await comes_in(stage, "socket", await stage.ticket(has.token))
    assert stage.casino.running_tables["T1"].desk.table.patrons[VICTIM].place == 1
    print(f"{attempts} tries: {dict(seen)}")  # noqa: T201 - for `-s`
    return has


def test_nobody_gets_in_with_what_is_not_his(folder: Path) -> None:
    """Half of the attempts after a restart, with everything from before it."""

    async def main() -> None:
        chance, ahead = Random(TAKEOVERS), 0
        async with hurried(folder, roles=("patron",)) as stage:
            await add_person(stage.casino, THIEF, "patron")
            token = await stage.token(VICTIM)
            body = {"id": "sit", "request": SIT}
            sat = await stage.call(token, "POST", "/api/tables/T1/requests", body)
            assert sat.json()["accepted"], sat.text
            has = await attacked(stage, chance, TAKEOVERS // 2, None)
            ahead = stage.clock._ahead
        async with hurried(folder, tables=0) as stage:
            stage.clock.move(ahead / SECOND)
            await attacked(stage, chance, TAKEOVERS // 2, has)

    run(main())


def test_a_cookie_that_was_planted_is_nobodys_afterwards(folder: Path) -> None:
    """Fixation: whatever cookie a browser had, who signs in there gets another."""

    async def main() -> None:
        async with hurried(folder, roles=("patron",)) as stage:
            await add_person(stage.casino, THIEF, "patron")
            await stage.casino.credentials.set_password(VICTIM, PASSWORD)
            chance, body = Random(TAKEOVERS), {"name": VICTIM, "password": PASSWORD}
            for number in range(max(10, TAKEOVERS // 100)):
                own = await stage.token(THIEF)
                planted = own if number % 2 else "".join(chance.choices(LETTERS, k=43))
                cookie = {"Cookie": f"punto_session={planted}"}
                answer = await stage.call("", "POST", "/api/session", body, cookie)
                assert answer.status_code == 200, answer.text
                assert answer.json()["token"] != planted
                assert not await comes_in(stage, "bearer", planted)
                assert not await comes_in(stage, "cookie", planted)

    run(main())


@pytest.mark.parametrize("how", ["sign out", "restart"])
def test_a_socket_does_nothing_after_its_session_or_its_house(folder: Path, how: str) -> None:
    """What is sent before the end is acted on or not; what is sent after it never is."""

    async def main() -> None:
        rounds = max(3, TAKEOVERS // 500) if how == "sign out" else 1
        async with opened(folder, roles=("patron",)) as stage:
            for _ in range(rounds):
                token = await stage.token(VICTIM)
                wires = [await stage.socket(token) for _ in range(5)]
                await asking(stage, wires, "early")
                async with asyncio.timeout(patience.SECONDS):
                    while not await named(stage, "early"):
                        await asyncio.sleep(0.02)
                if how == "sign out":
                    left = await stage.call(token, "DELETE", "/api/session")
                    assert left.status_code == 204
                    await asking(stage, wires, "late")
                    await ended(wires)
        async with opened(folder, tables=0) as stage:
            if how == "restart":
                await asking(stage, wires, "late")
                await ended(wires)
            assert await named(stage, "early")
            assert not await named(stage, "late")

    run(main())


async def asking(stage: Stage, wires: list[Wire], when: str) -> None:
    """Sit down and stand up: whatever was before, one of both leaves its event."""
    for wire in wires:
        for request in ({**SIT, "place": 2}, {"request": "leave", "by": VICTIM}) * 2:
            with suppress(ConnectionError):
                name = f"{when}-{stage.next_id()}"
                await wire.say({"type": "request", "id": name, "request": request})


async def named(stage: Stage, when: str) -> list[str]:
    """The requests of this kind that left an event."""
    causes = [kept.envelope.cause for kept in await stage.events("T1")]
    return [each for each in causes if each.startswith(when)]


async def ended(wires: list[Wire]) -> None:
    """See every socket end."""
    for wire in wires:
        assert await wire.ended()
        await wire.drop()
