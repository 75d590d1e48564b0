"""Whatever a client can choose is tried with values that the program itself makes.

An id, a name, a reason or a number that the house uses for its own purposes must mean nothing
special when somebody else sends it: nothing breaks, and every table goes on.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from puntobanco.base.money import UNITS_MAX
from puntobanco.play import requests as r
from puntobanco.record.store import read_on
from puntobanco.server.casino import running as casino_module
from puntobanco.server.tables.croupier import Tempo
from tests.attack.stage import Stage, opened
from tests.attack.test_liveness import automatic, coups
from tests.server.conftest import add_person, run

TEMPO = Tempo(0.01, 0.01, 0.05, 0.0, 0.05, 0.01, 0.2)
EACH = 3
"""So often each request is sent, with other values."""
REASONS = 12
LONGEST = 500
"""A reason may have so many characters."""
NUMBERS = (0, -1, 1, UNITS_MAX, UNITS_MAX + 1, 2**63 - 1, 2**63, -(2**63))


def _values(form: Any, found: set[Any]) -> None:
    """Every text and number in a form, keys too."""
    match form:
        case dict():
            found.update(form)
            for each in form.values():
                _values(each, found)
        case list():
            for each in form:
                _values(each, found)
        case bool() | None:
            pass
        case str() | int():
            found.add(form)
        case _:
            raise TypeError(form)


async def made(stage: Stage) -> tuple[list[str], list[int]]:
    """The texts and the numbers in all logs of a house, and those that stand in its code."""
    found: set[Any] = {casino_module.AWAY, "table", "founding", "system", "*", "house", "cage", ""}
    for log in await stage.casino.store.heads():
        found.add(log)
        found |= {f"rack:{log}", f"account:{log}"}
        async for kept in read_on(stage.casino.store, log):
            _values(msgspec.json.decode(kept.text), found)
    numbers = {each for each in found if isinstance(each, int)} | {*NUMBERS}
    numbers |= {stage.casino.running_tables["T1"].desk.table.sequence + each for each in range(3)}
    texts = {each for each in found if isinstance(each, str)}
    return sorted(texts), sorted(numbers)


def requests() -> list[type[r.RequestBase]]:
    """Every kind of request."""
    return sorted(get_args(r.Request), key=lambda each: each.__name__)


def _body(
    kind: type[r.RequestBase], by: str, texts: list[str], numbers: list[int], chance: random.Random
) -> dict[str, Any]:
    body: dict[str, Any] = {"request": kind.__struct_config__.tag, "by": by}
    for field in msgspec.structs.fields(kind):
        if field.name == "by":
            continue
        kinds = str(field.type)
        if "int" in kinds or "Units" in kinds:
            body[field.encode_name] = chance.choice(numbers)
        elif "str" in kinds and "tuple" not in kinds and "dict" not in kinds:
            body[field.encode_name] = chance.choice(texts)
    return body


@pytest.mark.parametrize("who", ["mallory", "dee"])
def test_requests_with_values_that_the_house_makes(folder: Path, who: str) -> None:
    """A patron, and a dealer under his post."""

    async def main() -> None:
        async with opened(folder, tables=0, tempo=TEMPO) as stage:
            await automatic(stage.casino)
            await add_person(stage.casino, "dee", "dealer")
            await coups(stage.casino, 1, 20)
            texts, numbers = await made(stage)
            chance, token = random.Random(5), await stage.token(who)
            names, answered = (who, "dealer") if who == "dee" else (who,), 0
            for kind in requests():
                for _ in range(EACH):
                    body = _body(kind, chance.choice(names), texts, numbers, chance)
                    ask: dict[str, Any] = {"id": stage.next_id(), "request": body}
                    if chance.random() < 0.3:
                        ask["expected"] = chance.choice([n for n in numbers if 0 <= n < 2**63])
                    answer = await stage.call(token, "POST", "/api/tables/T1/requests", ask)
                    assert answer.status_code < 500, (ask, answer.text)
                    answered += answer.status_code == 200
            assert answered > 10, "many were understood"
            assert not stage.casino.running_tables["T1"].desk.stopped
            await coups(stage.casino, 2, 30)

    run(main())


def test_reasons_that_the_house_gives_itself(folder: Path) -> None:
    """Stopping, releasing and closing a table in words that the program uses."""

    async def main() -> None:
        async with opened(folder, tables=0, tempo=TEMPO) as stage:
            await automatic(stage.casino)
            await add_person(stage.casino, "sue", "shift-manager")
            await coups(stage.casino, 1, 20)
            texts, _ = await made(stage)
            token, desk = (
                await stage.token("sue", is_staff=True),
                stage.casino.running_tables["T1"].desk,
            )
            chance = random.Random(6)
            reasons = [
                casino_module.AWAY,
                *chance.sample([each for each in texts if 0 < len(each) <= LONGEST], REASONS),
            ]
            for reason in reasons:
                for act in ("stop", "release"):
                    body = {"id": stage.next_id(), "reason": reason}
                    answer = await stage.call(token, "POST", f"/api/tables/T1/{act}", body)
                    assert answer.status_code == 200, (act, reason, answer.text)
                    stage.casino._go_on()  # as after every lease
                    assert bool(desk.stopped) is (act == "stop"), (act, reason)
            await coups(stage.casino, 2, 30)

    run(main())
