"""Sessions and tickets: what they end with, how soon, and what guessing brings."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from puntobanco.house import people
from puntobanco.server.casino.founding import FOUNDER
from puntobanco.server.people.credentials import TICKET_SECONDS
from puntobanco.server.people.guesses import FAILURES_MAX, FAILURES_SECONDS
from puntobanco.server.people.tickets import OwnTickets
from tests.attack.stage import Stage, do, opened, suspend
from tests.attack.wire import RefusedError, Wire
from tests.server.conftest import run
from tests.sizes import is_long

PASSWORD, ANOTHER = "right horse battery", "other horse battery"


async def _sign_in(stage: Stage, name: str, password: str) -> Any:
    body = {"name": name, "password": password}
    return await stage.call("", "POST", "/api/session", body)


async def _end(stage: Stage, how: str, token: str) -> None:
    match how:
        case "sign out":
            assert (await stage.call(token, "DELETE", "/api/session")).status_code == 204
        case "password":
            body = {"old": PASSWORD, "new": ANOTHER}
            done = await stage.call(token, "POST", "/api/session/password", body)
            assert done.status_code == 204, done.text
        case "suspension":
            await suspend(stage, "the-patron")
        case "role taken":
            await do(stage, lambda h: people.take_role(h, "the-patron", "patron", "*", FOUNDER))
        case "idle":
            stage.clock.move(31 * 60)
        case _:
            for _ in range(28):  # never idle for long
                stage.clock.move(26 * 60)
                await stage.call(token, "GET", "/api/session")


@pytest.mark.parametrize(
    "how", ["sign out", "password", "suspension", "role taken", "idle", "absolute"]
)
def test_sockets_end_within_a_second_of_their_session(folder: Path, how: str) -> None:
    """A reader, and one who has stopped reading, at two tables."""

    async def main() -> None:
        async with opened(folder, roles=("patron", "dealer")) as stage:
            await stage.casino.credentials.set_password("the-patron", PASSWORD)
            token = (await _sign_in(stage, "the-patron", PASSWORD)).json()["token"]
            wires = [await stage.socket(token, table) for table in ("T1", "T2", "T1")]
            other = await stage.socket(await stage.token("the-dealer"))
            stage.clock.move(5 * 60 - 30)  # the dealer's console is not idle long enough
            await _end(stage, how, token)
            moved = time.monotonic()
            for wire in wires:
                assert await wire.ended()
            tables = stage.casino.running_tables.values()
            while sum(each.audience.watching for each in tables) > 1:  # all but the dealer
                await asyncio.sleep(0.01)
            if is_long():
                assert time.monotonic() - moved < 1.0
            seen = await stage.call(token, "GET", "/api/tables/T1")
            assert seen.status_code == 401
            if how not in ("idle", "absolute"):
                await other.say({"type": "time", "echo": 1})
                assert await other.hear() is not None
            for wire in (*wires, other):
                await wire.drop()

    run(main())


def test_a_page_that_only_keeps_its_clock_becomes_idle(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron", "dealer")) as stage:
            token = await stage.token("the-dealer", is_staff=True)
            wire = await stage.socket(token)
            for _ in range(2):
                stage.clock.move(100)
                await wire.say({"type": "time", "echo": 1})
                while (heard := await wire.hear()) is not None and heard["type"] != "time":
                    pass
                assert heard is not None
            stage.clock.move(101)
            assert await wire.ended()
            acting = await stage.socket(await stage.token("the-dealer", is_staff=True))
            for number in range(4):
                stage.clock.move(100)
                request = {"request": "settle", "by": "dealer"}
                await acting.say({"type": "request", "id": f"s{number}", "request": request})
                assert await acting.answer(f"s{number}") is not None
            await wire.drop()
            await acting.drop()

    run(main())


def test_a_role_that_was_taken_is_seen_no_more(folder: Path) -> None:
    """What a dealer sees ends with his being one, though he is still a supervisor elsewhere."""

    async def main() -> None:
        async with opened(folder, roles=("dealer",)) as stage:
            await do(
                stage, lambda h: people.give_role(h, "the-dealer", "supervisor", "T2", FOUNDER)
            )
            token = await stage.token("the-dealer")
            wire = await stage.socket(token)
            await do(stage, lambda h: people.take_role(h, "the-dealer", "dealer", "*", FOUNDER))
            assert await wire.ended()
            with pytest.raises(RefusedError):
                await stage.socket(token)
            await (await stage.socket(token, "T2")).drop()
            await wire.drop()

    run(main())


# --- tickets ----------------------------------------------------------------------------------


def test_a_ticket_is_good_once_and_for_half_a_minute(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token("the-patron")
            ticket = await stage.ticket(token)
            wire = await Wire.open(stage.port, f"/api/live/T1?ticket={ticket}")
            assert await wire.hear()
            late = await stage.ticket(token)
            stage.clock.move(TICKET_SECONDS + 1)
            ended = await stage.ticket(token)
            for bad in (ticket, late, "", "x" * 1000, token, ticket.lower(), f"{ended}x"):
                with pytest.raises(RefusedError):
                    await Wire.open(stage.port, f"/api/live/T1?ticket={bad}")
            await stage.call(token, "DELETE", "/api/session")
            with pytest.raises(RefusedError):
                await Wire.open(stage.port, f"/api/live/T1?ticket={ended}")
            await wire.drop()

    run(main())


def test_of_many_who_use_one_ticket_one_comes_in(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token("the-patron")
            for _ in range(10):
                path = f"/api/live/T1?ticket={await stage.ticket(token)}"
                tries = (Wire.open(stage.port, path) for _ in range(10))
                found = await asyncio.gather(*tries, return_exceptions=True)
                wires = [each for each in found if isinstance(each, Wire)]
                assert len(wires) == 1
                await wires[0].drop()

    run(main())


# --- guessing ---------------------------------------------------------------------------------


def test_guessing_is_the_same_work_and_the_same_words_for_everybody(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            await stage.casino.credentials.set_password("the-patron", PASSWORD)
            told: dict[str, list[tuple[int, str, int]]] = {}
            for name in ("the-patron", "no-such-name"):
                for _ in range(FAILURES_MAX + 3):
                    worked = stage.hasher.verified
                    answer = await _sign_in(stage, name, "wrong horse battery")
                    work = stage.hasher.verified - worked
                    told.setdefault(name, []).append((answer.status_code, answer.text, work))
            assert told["the-patron"] == told["no-such-name"]
            assert len({(status, text) for status, text, _ in told["the-patron"]}) == 1
            right = await _sign_in(stage, "the-patron", PASSWORD)
            assert right.status_code == 401, "three wrong ones lock even the right one out"
            assert right.text == told["the-patron"][0][1]
            stage.clock.move(FAILURES_SECONDS + 1)
            assert (await _sign_in(stage, "the-patron", PASSWORD)).status_code == 200

    run(main())


@pytest.mark.parametrize("name", ["the-patron", "no-such-name"])
def test_guesses_at_once_are_counted_one_by_one(folder: Path, name: str) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            await stage.casino.credentials.set_password("the-patron", PASSWORD)
            worked = stage.hasher.verified
            guesses = [_sign_in(stage, name, f"wrong horse {number}") for number in range(40)]
            answers = await asyncio.gather(*guesses)
            assert {answer.status_code for answer in answers} == {401}
            assert stage.hasher.verified - worked == FAILURES_MAX
            assert (await _sign_in(stage, name, PASSWORD)).status_code == 401

    run(main())


def test_a_stolen_session_does_not_guess_the_password_either(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            await stage.casino.credentials.set_password("the-patron", PASSWORD)
            token = await stage.token("the-patron")
            worked = stage.hasher.verified
            change = "/api/session/password"
            tries = [
                stage.call(token, "POST", change, {"old": f"wrong {number}", "new": ANOTHER})
                for number in range(20)
            ]
            assert {each.status_code for each in await asyncio.gather(*tries)} == {401}
            assert stage.hasher.verified - worked == FAILURES_MAX
            right = await stage.call(token, "POST", change, {"old": PASSWORD, "new": ANOTHER})
            assert right.status_code == 401

    run(main())


# --- where else one is ------------------------------------------------------------------------


def test_a_second_device_acts_beside_the_first_and_ends_alone(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            tokens = [await stage.token("the-patron") for _ in range(2)]
            first, second = [await stage.socket(token) for token in tokens]
            sit = {"request": "take-place", "by": "the-patron", "place": 1}
            for wire in (first, second):  # the same id is the same wish, from wherever
                await wire.say({"type": "request", "id": "sit", "request": sit})
            answers = [await wire.answer("sit") for wire in (first, second)]
            assert [each and each["repeated"] for each in answers] == [False, True]
            assert len(await stage.events("T1")) == 1
            await stage.call(tokens[0], "DELETE", "/api/session")
            assert await first.ended()
            await second.say({"type": "time"})
            assert await second.hear() is not None
            for wire in (first, second):
                await wire.drop()

    run(main())


def test_tokens_are_long_and_kept_only_as_hashes(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            tokens = [await stage.token("the-patron") for _ in range(5)]
            tokens += [await stage.ticket(tokens[0])]
            assert all(len(token) >= 43 for token in tokens)  # 256 bits
            kept = await stage.casino.store.all_kept("session")
            tickets = stage.casino.credentials._tickets
            assert isinstance(tickets, OwnTickets)
            whole = repr(kept) + repr(tickets._kept)
            assert (len(kept), len(tickets._kept)) == (5, 1)
            assert not [token for token in tokens if token in whole]
        for path in folder.iterdir():
            if path.is_file():
                data = path.read_bytes()
                assert not [token for token in tokens if token.encode() in data], path.name

    run(main())


def test_after_a_restart_a_session_goes_on_and_old_sockets_and_tickets_do_not(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, tables=2, roles=("patron",)) as stage:
            token = await stage.token("the-patron")
            wire = await stage.socket(token)
            used = await stage.ticket(token)
            await (await Wire.open(stage.port, f"/api/live/T1?ticket={used}")).drop()
        assert await wire.ended()
        await wire.drop()
        async with opened(folder, tables=0) as stage:
            assert (await stage.call(token, "GET", "/api/session")).status_code == 200
            with pytest.raises(RefusedError):
                await Wire.open(stage.port, f"/api/live/T1?ticket={used}")
            await (await stage.socket(token)).drop()

    run(main())
