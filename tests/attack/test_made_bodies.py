"""Reports, all other bodies, paths and queries, with values that the program itself makes."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.attack.bodies import REPORTS
from tests.attack.stage import ROLES, Stage, opened, people_at
from tests.attack.test_endpoints import _NAMES, ENDPOINTS, _has
from tests.attack.test_liveness import automatic, coups
from tests.attack.test_made_values import TEMPO, made
from tests.server.conftest import add_person, add_table, run, table_added

EACH = 3
"""So often each body is sent, with other values."""
TELLERS = (("mallory", "mallory", "T1"), ("dee", "dealer", "T2"))
"""Who tells which table something, and as whom."""


def spoil(form: Any, texts: list[str], numbers: list[int], chance: random.Random) -> Any:
    """A form with other values of the same kinds, here and there."""
    match form:
        case dict():
            return {key: spoil(each, texts, numbers, chance) for key, each in form.items()}
        case list():
            return [spoil(each, texts, numbers, chance) for each in form]
        case bool() | None:
            return form
        case int() if chance.random() < 0.4:
            return chance.choice(numbers)
        case str() if chance.random() < 0.4:
            return chance.choice(texts)
        case _:
            return form


def spoilt_path(path: str, texts: list[str], chance: random.Random) -> str:
    """A path whose names, and what is asked behind it, are partly what the house has made."""
    route, _, query = path.partition("?")
    for name, usual in {**_NAMES, "name": "mallory"}.items():
        value = chance.choice(texts) if chance.random() < 0.4 else usual
        route = route.replace(f"{{{name}}}", quote(value or "-", safe=""))
    asked = [each.partition("=")[::2] for each in query.split("&") if each]
    pairs = [
        (key, chance.choice(texts) if chance.random() < 0.5 else value) for key, value in asked
    ]
    return "?".join((route, "&".join(f"{key}={quote(value)}" for key, value in pairs)))


def test_every_body_and_path_with_values_that_the_house_makes(folder: Path) -> None:
    """Each is sent by somebody who may do it. Nothing breaks, and the table goes on."""

    async def main() -> None:
        async with opened(folder, tables=0, tempo=TEMPO) as stage:
            await automatic(stage.casino)
            await people_at(stage, "*")
            await coups(stage.casino, 1, 20)
            texts, numbers = await made(stage)
            acting = {f"the-{role}" for role in ROLES}
            names = [each for each in texts if each not in acting]  # or nobody could go on
            chance, seen = random.Random(7), Counter[int]()
            for method, path, permission, _, body in ENDPOINTS:
                role = next(each for each in ROLES if _has(each, permission))
                token = await stage.token(f"the-{role}")
                for _ in range(EACH):
                    sent = spoil(body, names, numbers, chance)
                    if body is not None and "id" in body and chance.random() < 0.7:
                        sent["id"] = stage.next_id()  # or the door turns most of them away
                    there = spoilt_path(path, names, chance)
                    answer = await stage.call(token, method, there, sent)
                    assert answer.status_code < 500, (method, there, sent, answer.text)
                    seen[answer.status_code] += 1
            assert seen[200] > 60, seen
            assert seen[400] + seen[404] + seen[422] > 60, seen
            await must_go_on(stage)

    run(main())


async def must_go_on(stage: Stage) -> None:
    """A table goes on, once what somebody who may has said of it is taken back."""
    token = await stage.token("the-shift-manager", is_staff=True)
    for act in ("release", "open"):
        body = {"id": stage.next_id(), "reason": "tested"}
        answer = await stage.call(token, "POST", f"/api/tables/T1/{act}", body)
        assert answer.status_code in (200, 409), answer.text
    said = {"request": "answer", "answer": "continue", "reason": "tested"}
    while stage.casino.running_tables["T1"].desk.table.halts:  # the floor was called
        told = await stage.ask(token, "T1", by="shift-manager", **said)
        assert told.get("accepted"), told
    await coups(stage.casino, 2, 30)


def test_reports_with_values_that_the_house_makes(folder: Path) -> None:
    """A dealer tells his own table anything; it rules upon it, and an automatic one goes on."""

    async def main() -> None:
        async with opened(folder, tables=0, tempo=TEMPO) as stage:
            await automatic(stage.casino)
            await add_table(stage.casino, table_added("T2"))
            await add_person(stage.casino, "dee", "dealer")
            await coups(stage.casino, 1, 20)
            texts, numbers = await made(stage)
            chance, seen = random.Random(8), Counter[int]()
            for who, by, table in TELLERS:
                token = await stage.token(who)
                for tag, fields in REPORTS.items():
                    for _ in range(2 * EACH):
                        told = {**spoil(fields, texts, numbers, chance), "by": by, "report": tag}
                        body: dict[str, Any] = {"id": stage.next_id(), "report": told}
                        if chance.random() < 0.3:
                            body["expected"] = chance.choice([n for n in numbers if n >= 0])
                        path = f"/api/tables/{table}/reports"
                        answer = await stage.call(token, "POST", path, body)
                        assert answer.status_code < 500, (body, answer.text)
                        seen[answer.status_code] += 1
            assert min(seen[200], seen[403], seen[422]) > 8, seen
            for each in ("T1", "T2"):
                assert not stage.casino.running_tables[each].desk.stopped, each
            await coups(stage.casino, 2, 30)

    run(main())
