"""Duties stay apart: nobody plays and deals, agrees to his own, or acts for whom he does not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import permutations
from pathlib import Path
from typing import Any

from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.requests import OpenBetting
from tests.attack.stage import ROLES, Stage, opened, people_at
from tests.attack.wire import Wire
from tests.house.test_permissions import EXPECTED
from tests.server.conftest import Asking, add_person, run

WRITES = ("POST", "PATCH", "DELETE", "PUT")


@asynccontextmanager
async def playing(folder: Path, book: str = "rws-wins-on") -> AsyncIterator[Stage]:
    """A house with everybody in it, two of some, and betting open with stakes at T1."""
    async with opened(folder, book=book) as stage:
        await people_at(stage, "*")
        for role in ("patron", "nominee", "supervisor", "manager", "cashier"):
            await add_person(stage.casino, f"a-{role}", role)
        asking, desk = Asking(stage.casino), stage.casino.running_tables["T1"].desk
        await asking.granted(open_table(desk.rules))
        for place, name in enumerate(("the-patron", "a-patron"), start=1):
            token = await stage.token(name)
            await granted(stage, token, request="take-place", by=name, place=place)
            await granted(stage, token, request="buy-in", by=name, amount=1_000_00)
        for message in (*prepare_cards(desk.rules, desk.table), *burn_cards(desk.rules)):
            await asking.granted(message)
        await asking.granted(OpenBetting(by="dealer"))
        yield stage


async def granted(stage: Stage, token: str, table: str = "T1", **request: Any) -> None:
    answer = await stage.ask(token, table, **request)
    assert answer.get("accepted"), (request, answer)


def _stake(by: str, patron: str, place: int = 1) -> dict[str, Any]:
    return {
        "request": "place-stake",
        "by": by,
        "patron": patron,
        "place": place,
        "wager": "banker",
        "amount": 100_00,
    }


def test_nobody_acts_under_a_name_that_is_not_his(folder: Path) -> None:
    """All pairs: whoever asks, under whosever name, for whomever."""

    async def main() -> None:
        async with playing(folder) as stage:
            names = [f"the-{role}" for role in ROLES] + ["a-patron", "a-nominee"]
            posts = ["dealer", "pit-supervisor", "pit-manager", "shift-manager", "table", ""]
            tokens = {name: await stage.token(name) for name in names}
            before, tried = await stage.heads(), 0
            for asker in names:
                for by in (*names, *posts):
                    for patron, place in (("the-patron", 1), ("a-patron", 2)):
                        if asker == by == patron:
                            continue  # his own stake: anybody's right
                        answer = await stage.ask(tokens[asker], "T1", **_stake(by, patron, place))
                        assert not answer.get("accepted"), (asker, by, patron)
                        tried += 1
            assert tried == 13 * 19 * 2 - 2
            assert await stage.heads() == before
            for name, place in (("the-patron", 1), ("a-patron", 2)):
                await granted(stage, tokens[name], **_stake(name, name, place))

    run(main())


def test_a_nominee_acts_for_the_patron_who_named_him_and_no_other(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder, "nz-division") as stage:
            patron, manager = await stage.token("the-patron"), await stage.token("the-manager")
            nominee = await stage.token("the-nominee")
            early = await stage.ask(nominee, "T1", **_stake("the-nominee", "the-patron"))
            assert not early["accepted"]
            name = {"nominee": "the-nominee"}
            await granted(stage, patron, request="name-nominee", by="the-patron", **name)
            for step in ("approve-nominee", "announce-nominee"):
                answer = await stage.ask(
                    manager, "T1", request=step, by="casino-supervisor", **name
                )
                assert answer["accepted"], answer
            await granted(stage, nominee, **_stake("the-nominee", "the-patron"))
            before = await stage.heads()
            other = await stage.ask(nominee, "T1", **_stake("the-nominee", "a-patron", 2))
            stolen = await stage.ask(
                await stage.token("a-nominee"), "T1", **_stake("a-nominee", "the-patron")
            )
            for answer in (other, stolen):
                assert not answer["accepted"], answer
            for request in ("take-place", "leave", "buy-in", "cash-out"):
                body = {"amount": 100} if request in ("buy-in", "cash-out") else {}
                answer = await stage.ask(nominee, "T1", request=request, by="the-nominee", **body)
                assert answer["code"] == "not_permitted"
            assert await stage.heads() == before

    run(main())


def test_nobody_agrees_to_what_he_asked_for(folder: Path) -> None:
    """All pairs of an asker and whoever says yes, for a balance set right."""

    async def main() -> None:
        async with opened(folder) as stage:
            await people_at(stage, "*")
            for role in ("cashier", "supervisor", "manager"):
                await add_person(stage.casino, f"a-{role}", role)
            names = [*(f"the-{role}" for role in ROLES), "a-cashier", "a-supervisor", "a-manager"]
            tokens = {name: await stage.token(name) for name in names}
            path = "/api/accounts/the-patron/adjustments"
            for asker, second in permutations(names, 2):
                if not EXPECTED[asker.partition("-")[2], "account:adjust"]:
                    continue
                body = {"id": stage.next_id(), "amount": 1, "reason": "counted again"}
                asked = await stage.call(tokens[asker], "POST", path, body)
                approval = asked.json()["approval"]
                before = await stage.heads()
                own = await _agree(stage, tokens[asker], approval)
                assert own in (403, 409)
                assert await stage.heads() == before
                agreed = await _agree(stage, tokens[second], approval)
                may = EXPECTED[second.partition("-")[2], "approve"]
                assert (agreed == 200) == may, (asker, second, agreed)
                paid = (await stage.heads())["account:the-patron"] - before["account:the-patron"]
                assert paid == int(may)
                again = await _agree(stage, tokens[second], approval)
                assert (again == 200) == may
                assert (await stage.heads())["account:the-patron"] - before[
                    "account:the-patron"
                ] == int(may), "agreeing twice pays once"

    run(main())


async def _agree(stage: Stage, token: str, approval: str) -> int:
    body = {"id": stage.next_id(), "agree": True, "reason": "seen"}
    answer = await stage.call(token, "POST", f"/api/approvals/{approval}", body)
    return answer.status_code


def test_a_void_that_somebody_on_the_floor_asks_for_waits_for_another(folder: Path) -> None:
    """A supervisor who reports what voids a coup does not agree to it; another one does."""

    async def main() -> None:
        async with playing(folder) as stage:
            await granted(
                stage, await stage.token("the-patron"), **_stake("the-patron", "the-patron")
            )
            tokens = {name: await stage.token(name) for name in ("the-supervisor", "a-supervisor")}
            report = {
                "report": "noticed",
                "by": "pit-supervisor",
                "irregularity": "interruption",
                "note": "the lights went out",
            }
            sequence = (await stage.heads())["T1"]
            body = {"id": "notice", "report": report}
            path = "/api/tables/T1/reports"
            asked = (await stage.call(tokens["the-supervisor"], "POST", path, body)).json()
            assert asked["approval"], asked
            assert (await stage.heads())["T1"] == sequence, "nothing has happened yet"
            assert await _agree(stage, tokens["the-supervisor"], asked["approval"]) == 409
            assert await _agree(stage, await stage.token("the-dealer"), asked["approval"]) == 403
            assert (await stage.heads())["T1"] == sequence
            assert await _agree(stage, tokens["a-supervisor"], asked["approval"]) == 200
            last = (await stage.events("T1"))[-1]
            assert last.sequence > sequence
            assert last.envelope.actor == "the-supervisor+a-supervisor"

    run(main())


def test_surveillance_writes_nothing_anywhere(folder: Path) -> None:
    """Every path with every method that writes: no log grows by whatever it sends."""

    async def main() -> None:
        async with playing(folder) as stage:
            token = await stage.token("the-surveillance")
            described = (await stage.call("", "GET", "/openapi.json")).json()
            before, tried = await stage.heads(), 0
            for path in described["paths"]:
                if path.startswith("/api/session"):
                    continue  # its own session
                for method in WRITES:
                    named = path.replace("{table}", "T1").replace("{name}", "the-patron")
                    named = named.replace("{approval}", "a").replace("{alert}", "a")
                    body = {"id": stage.next_id(), "reason": "watched", "amount": 1, "until": None}
                    await stage.call(token, method, named, body)
                    tried += 1
            wire: Wire = await stage.socket(token)
            for by in ("the-surveillance", "dealer", "the-patron"):
                await wire.say({"type": "request", "id": "w", "request": _stake(by, "the-patron")})
                answer = await wire.answer("w")
                assert answer is not None
                assert answer["code"] == "not_permitted"
            assert await stage.heads() == before
            assert tried > 200
            await wire.drop()

    run(main())


def test_an_answer_is_read_again_by_whoever_asked_and_by_staff(folder: Path) -> None:
    async def main() -> None:
        async with playing(folder) as stage:
            token = await stage.token("the-patron")
            body = {"id": "mine", "request": _stake("the-patron", "the-patron")}
            await stage.call(token, "POST", "/api/tables/T1/requests", body)
            for role in ROLES:
                path = "/api/tables/T1/answers/mine"
                seen = await stage.call(await stage.token(f"the-{role}"), "GET", path)
                may = role == "patron" or EXPECTED[role, "view:staff"]
                assert seen.status_code == (200 if may else 404), role
            other = await stage.call(await stage.token("a-patron"), "GET", path)
            assert other.status_code == 404

    run(main())
