"""The API keeps its contract when calls build on answers: tables opened, people suspended, undone.

Chains follow the links of the description and those that schemathesis finds itself; every step is
called by everybody, and the first answer that is a good one goes on. There are half as many chains
as `chains` in tests/sizes.toml says.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.errors import Flaky
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.stateful.state_machine import StepInput, StepOutput, normalize_name

from puntobanco.base.cards import card
from puntobanco.house import people
from puntobanco.house.house import House, HouseEvents
from puntobanco.house.roles import EVERYWHERE
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.rules.coup import Winner
from puntobanco.rules.refusals import Refusal
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Message
from puntobanco.server.tables.croupier import Tempo
from tests.server.conftest import FOUNDER, add_table, betting, table_added
from tests.server.contract import (
    ALL_CHECKS,
    NOBODY,
    PEOPLE,
    QUIET,
    Served,
    call,
    lawful,
    operations_of,
    schema_of,
    served,
)
from tests.sizes import size_of

CHAINS = size_of("chains")
STEPS = 50
EVERYBODY = PEOPLE | {"dealer1": "dealer"}
CALLERS = (*EVERYBODY, NOBODY)


async def _begun(casino: Casino) -> None:
    """A table with a coup behind it, and one that deals random cards by itself."""
    await add_table(casino, table_added())
    asking = await betting(casino)
    stake = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="player", amount=100_00)
    called = p.ResultCalled(player_total=9, banker_total=5, winner=Winner.PLAYER)
    coup: tuple[Message, ...] = (
        stake,
        r.CloseBetting(by="dealer"),
        *(p.CardLeftShoe(card=card(face)) for face in ("9s", "2h", "Kd", "3c")),
        called,
        r.Settle(by="dealer"),
        r.OpenBetting(by="dealer"),
    )
    for message in coup:
        await asking.granted(message)
    random = table_added("T2", "mbs", cards="random", pace="clock", betting_seconds=1)
    await add_table(casino, random)


async def _restored(casino: Casino, turn: int) -> None:
    """Have everybody back whom a chain has suspended or left without his role."""
    for name, role in EVERYBODY.items():

        def back(house: House, now: int, name: str = name) -> HouseEvents | Refusal:
            return people.restore(house, name, FOUNDER)

        def again(
            house: House, now: int, name: str = name, role: str = role
        ) -> HouseEvents | Refusal:
            return people.give_role(house, name, role, EVERYWHERE, FOUNDER)

        for what in (back, again):
            request = f"{what.__name__}-{name}-{turn}"
            await casino.house_log.change(request, FOUNDER, b"", what)


def _linked(described: dict[str, Any]) -> dict[str, Any]:
    """A description by which any of a list goes on, not the first alone, and all is linked.

    What needs no name may follow once one knows who one is.
    """
    linked: dict[str, Any] = json.loads(json.dumps(described).replace("/0/", "/*/"))
    operations = [linked["paths"][path][method] for method, path in operations_of(linked)]
    for answer in (each for operation in operations for each in operation["responses"].values()):
        for link in answer.get("links", {}).values():
            link["x-schemathesis"] = {"is_inferred": True}  # then `*` is any
    links = linked["paths"]["/api/session"]["get"]["responses"]["200"].setdefault("links", {})
    for method, path in sorted(operations_of(described)):
        if "{" not in path:
            name = described["paths"][path][method]["operationId"]
            links[name] = {"operationId": name}
    return linked


@dataclass
class Made:
    """What came of the chains so far."""

    chains: int = 0
    well: Counter[str] = field(default_factory=Counter)
    """By operation: how often somebody was answered as he wished."""
    failures: list[BaseException] = field(default_factory=list)


def _machine(house: Served, described: dict[str, Any], made: Made) -> Any:
    """What makes chains of calls."""
    machine: Any = schema_of(house, _linked(described)).as_state_machine()

    class Chain(machine):  # type: ignore[misc]
        def setup(self) -> None:
            made.chains += 1
            self.steps = 0
            house.within(_restored(house.casino, made.chains))

        def step(self, input: StepInput) -> StepOutput:  # noqa: A002 - its name there
            case = input.case
            if case.meta is None or case.meta.generation.mode is GenerationMode.POSITIVE:
                lawful(case)
            first = self.steps % len(CALLERS)
            self.steps += 1
            order = (*CALLERS[first:], *CALLERS[:first])
            try:
                answers = [call(house, case, caller, self.recorder) for caller in order]
            except (Exception, FailureGroup) as error:  # which is no Exception
                made.failures.append(error)
                raise
            good = [each for each in answers if each.status_code < 300]
            made.well[case.operation.label] += bool(good)
            answer = (good or answers)[0]
            self.recorder.record_response(case_id=case.id, response=answer)
            return StepOutput(answer, case)

    for label in machine._root_labels:  # what needs a name does not begin with a made up one
        if "{" in label:
            setattr(Chain, normalize_name(f"RANDOM -> {label}"), None)
    return Chain


def _run(house: Served, described: dict[str, Any], number: int, steps: int = STEPS) -> Made:
    """So many chains, or fewer where something was found."""
    made = Made()
    machine = _machine(house, described, made)
    while made.chains < number and not made.failures:
        quiet = settings(QUIET, max_examples=number - made.chains, stateful_step_count=steps)
        with suppress(Flaky, FailureGroup):  # flaky: the house remembers, so nothing is as before
            machine.run(settings=quiet)
    return made


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is asked everything, where something has happened already."""
    folder = tmp_path_factory.mktemp("chains") / "house"
    with served(folder, EVERYBODY, _begun, tempo=Tempo()) as found:
        yield found


@pytest.mark.long
def test_chains_of_calls_keep_the_contract(house: Served) -> None:
    """Every endpoint, every check, everybody, one call building on the other."""
    assert len(CHECKS.get_all()) == ALL_CHECKS
    every = {f"{method.upper()} {path}" for method, path in operations_of(house.described)}
    assert set(_machine(house, house.described, Made())._transitions.operations) == every
    before = house.requests_taken
    made = _run(house, house.described, CHAINS)
    asked, well = house.requests_taken - before, +made.well
    done = f"{len(well)} of {len(every)} operations done"
    print(f"{asked} requests in {made.chains} chains, {done}")  # noqa: T201 - for `-s`
    if made.failures:
        raise made.failures[0]
    assert asked > CHAINS * STEPS * len(CALLERS) // 4
    for running in house.casino.running_tables.values():
        assert "for safety" not in running.desk.stopped


# --- it can fail ------------------------------------------------------------------------------


def _only(described: dict[str, Any], *paths: str) -> dict[str, Any]:
    """A description of a few paths, linked among themselves."""
    kept = {**described, "paths": {path: described["paths"][path] for path in paths}}
    kept = copy.deepcopy(kept)
    operations = [kept["paths"][path][method] for method, path in operations_of(kept)]
    known = {each["operationId"] for each in operations}
    for answer in (each for operation in operations for each in operation["responses"].values()):
        links = answer.get("links", {})
        answer["links"] = {name: link for name, link in links.items() if name in known}
    return kept


def test_what_only_a_chain_reaches_is_found(house: Served) -> None:
    described = _only(house.described, "/api/session", "/api/books", "/api/books/{book}/clauses")
    described["components"]["schemas"]["ClausesForm"]["properties"]["book"] = {"type": "integer"}
    failure = _run(house, described, 50, steps=6).failures[0]
    assert isinstance(failure, FailureGroup)
    assert {type(each).__name__ for each in failure.exceptions} == {"JsonSchemaError"}
