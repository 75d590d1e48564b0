"""The whole API keeps its contract: generated calls, lawful and not, of everybody, all checks.

The size `examples` is the number of cases an endpoint gets; each is called by an administrator, a
manager, a cashier, a patron, surveillance and nobody. `tests/attack/test_endpoints.py` has every
role.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import find, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup

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

EXAMPLES = size_of("examples")
CALLERS = (*PEOPLE, NOBODY)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is asked everything."""
    with served(tmp_path_factory.mktemp("contract") / "house") as found:
        yield found


def _cases(operation: Any) -> Any:
    meant = operation.as_strategy(generation_mode=GenerationMode.POSITIVE).map(lawful)
    return meant | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def test_the_api_keeps_its_contract(house: Served) -> None:
    """Every endpoint, every check, everybody."""
    assert len(CHECKS.get_all()) == ALL_CHECKS
    seen, before = set(), house.requests_taken
    for result in schema_of(house, house.described).get_all_operations():
        operation = result.ok()
        seen.add((operation.method, operation.path))

        @settings(QUIET, max_examples=EXAMPLES)
        @given(_cases(operation))
        def keeps(case: Case[Any]) -> None:
            for caller in CALLERS:
                call(house, case, caller)

        keeps()
    assert seen == operations_of(house.described)
    assert len(seen) > 60
    asked = house.requests_taken - before
    print(f"{asked} requests to {len(seen)} operations")  # noqa: T201 - for `-s`
    assert asked > len(seen) * len(CALLERS) * EXAMPLES // 2
    for running in house.casino.running_tables.values():
        assert running.desk.stopped == running.entry.stopped, "only the floor stopped a table"


# --- it can fail ------------------------------------------------------------------------------


def _broken(house: Served, described: dict[str, Any], method: str, path: str) -> set[str]:
    """The names of what the checks find at one endpoint."""
    operation = schema_of(house, described)[path][method]
    found: set[str] = set()

    def fails(case: Case[Any]) -> bool:
        try:
            call(house, case, "admin1")
        except FailureGroup as group:
            found.update(type(each).__name__ for each in group.exceptions)
            return True
        return False

    find(operation.as_strategy(), fails, settings=settings(QUIET, max_examples=40))
    return found


def test_an_undeclared_status_is_found(house: Served) -> None:
    described = copy.deepcopy(house.described)
    answers = described["paths"]["/api/tables/{table}"]["get"]["responses"]
    for status in ("404", "403", "422"):
        del answers[status]
    assert "UndefinedStatusCode" in _broken(house, described, "get", "/api/tables/{table}")


def test_a_broken_form_is_found(house: Served) -> None:
    described = copy.deepcopy(house.described)
    described["components"]["schemas"]["WhoForm"]["properties"]["name"] = {"type": "integer"}
    assert "JsonSchemaError" in _broken(house, described, "get", "/api/session")


def test_an_endpoint_that_does_not_ask_who_calls_is_found(house: Served) -> None:
    described = copy.deepcopy(house.described)
    described["paths"]["/health"]["get"]["security"] = [{"HTTPBearer": []}]
    assert "IgnoredAuth" in _broken(house, described, "get", "/health")


def test_a_server_that_breaks_is_found(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def text() -> str:
        raise AssertionError("planted")

    monkeypatch.setattr(house.casino.metrics, "text", text)
    assert "ServerError" in _broken(house, house.described, "get", "/metrics")
