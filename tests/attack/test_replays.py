"""Every wish acts once: sent again, late, from elsewhere, with another body, after a restart."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from tests.attack.stage import Stage, hurried
from tests.attack.test_races import _open, _sit, _stake
from tests.attack.wire import Wire
from tests.server.conftest import run
from tests.sizes import size_of

WISHES = size_of("replays")


async def _send(stage: Stage, wires: list[Wire], token: str, body: dict[str, Any], way: int) -> Any:
    """Over one of the sockets, or over HTTP."""
    if way < len(wires):
        await wires[way].say({"type": "request", **body})
        return await wires[way].answer(body["id"])
    answer = await stage.call(token, "POST", "/api/tables/T1/requests", body)
    found = answer.json()
    return {"type": "error", **found} if answer.status_code == 409 else found


def test_a_wish_sent_often_acts_once_and_another_under_its_id_is_refused(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder) as stage:
            chance, token = random.Random(5), await _sit(stage, "ann", 50_000_00)
            await _open(stage)
            wires = [await stage.socket(token) for _ in range(2)]
            first: dict[str, tuple[dict[str, Any], Any]] = {}
            for number in range(WISHES):
                body: dict[str, Any] = {
                    "id": f"w{number}",
                    "request": _stake("ann", 10_00 * (1 + number % 2000)),
                }
                answers = [
                    await _send(stage, wires, token, body, chance.randrange(3))
                    for _ in range(chance.randrange(1, 6))
                ]
                assert all(each["type"] == "answer" for each in answers), answers
                first[body["id"]] = (body, answers[0])
                assert [each["repeated"] for each in answers] == [
                    False,
                    *[True] * (len(answers) - 1),
                ]
                assert len({_bare(each) for each in answers}) == 1
                await _altered(stage, wires, token, chance, first)
            placed = [each.envelope.cause for each in await stage.events("T1")]
            accepted = [name for name, (_, answer) in first.items() if answer["accepted"]]
            assert accepted
            for name in first:
                assert (name in placed) == (name in accepted)
            before = await stage.heads()
            for wire in wires:
                await wire.drop()
        async with hurried(folder, tables=0) as stage:
            for body, answer in first.values():
                again = await _send(stage, [], token, body, 0)
                assert again["repeated"]
                assert _bare(again) == _bare(answer)
            assert (await stage.heads())["account:ann"] == before["account:ann"]

    run(main())


async def _altered(
    stage: Stage,
    wires: list[Wire],
    token: str,
    chance: random.Random,
    first: dict[str, tuple[dict[str, Any], Any]],
) -> None:
    """Another body under an id that was used, perhaps long ago."""
    old, _ = chance.choice(list(first.values()))
    request = {**old["request"], "amount": old["request"]["amount"] + 10_00}
    before = await stage.heads()
    answer = await _send(stage, wires, token, {**old, "request": request}, chance.randrange(3))
    assert answer["code"] == "id_reused", answer
    assert await stage.heads() == before


def _bare(answer: dict[str, Any]) -> str:
    return str(
        {name: answer[name] for name in ("accepted", "first", "last", "refusal", "approval")}
    )


def test_the_same_wish_at_the_same_moment_from_everywhere_acts_once(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder) as stage:
            token = await _sit(stage, "ann", 50_000_00)
            await _open(stage)
            for number in range(max(WISHES // 10, 10)):
                body = {"id": f"same{number}", "request": _stake("ann", 10_00)}
                answers = await asyncio.gather(
                    *(_send(stage, [], token, body, 0) for _ in range(8))
                )
                assert sorted(each["repeated"] for each in answers) == [False, *[True] * 7]
                assert len({_bare(each) for each in answers}) == 1
            causes = [each.envelope.cause for each in await stage.events("T1")]
            assert len([cause for cause in causes if cause.startswith("same")]) == len(
                {cause for cause in causes if cause.startswith("same")}
            )

    run(main())


def test_nobody_takes_anothers_answer_by_his_id(folder: Path) -> None:
    """A guessed id brings neither the other's answer nor an effect of one's own."""

    async def main() -> None:
        async with hurried(folder) as stage:
            ann = await _sit(stage, "ann", 1000_00)
            bob = await _sit(stage, "bob", 1000_00, place=None)
            await _open(stage)
            body = {"id": "secret", "request": _stake("ann", 10_00)}
            assert (await _send(stage, [], ann, body, 0))["accepted"]
            before = await stage.heads()
            copied = await stage.call(bob, "POST", "/api/tables/T1/requests", body)
            assert copied.status_code == 403
            own = {"id": "secret", "request": _stake("bob", 10_00)}
            taken = await stage.call(bob, "POST", "/api/tables/T1/requests", own)
            assert taken.status_code == 409
            assert await stage.heads() == before

    run(main())
