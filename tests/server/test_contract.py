"""The whole API keeps its contract: generated calls, lawful and not, of everybody, all checks.

`PUNTO_EXAMPLES` says how many cases an endpoint gets; each is called by every role and by nobody.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, find, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from tests.server.contract import NOBODY, PEOPLE, Served, served

EXAMPLES = int(os.environ.get("PUNTO_EXAMPLES", "4"))
CALLERS = (*PEOPLE, NOBODY)
ALL_CHECKS = 14
QUIET = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

load_all_checks()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that is asked everything."""
    with served(tmp_path_factory.mktemp("contract") / "house") as found:
        yield found


def _schema(house: Served, described: dict[str, Any]) -> Any:
    schema = schemathesis.openapi.from_dict(copy.deepcopy(described))
    schema.config.update(base_url=house.address)
    return schema


def _whole(value: Any) -> Any:
    """Whole numbers without a point: to JSON Schema 5.0 is one, but money is never written so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole(each) for key, each in value.items()}
        case list():
            return [_whole(each) for each in value]
        case _:
            return value


def _lawful(case: Case[Any]) -> Case[Any]:
    case.body = _whole(case.body)
    return case


def _cases(operation: Any) -> Any:
    lawful = operation.as_strategy(generation_mode=GenerationMode.POSITIVE).map(_lawful)
    return lawful | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


def _call(house: Served, case: Case[Any], caller: str) -> None:
    headers = house.headers(caller)
    answer = case.call(headers=headers, session=house.session)
    case.validate_response(
        answer,
        checks=cast("Any", CHECKS.get_all()),
        headers=headers,
        transport_kwargs={"session": house.session},
    )


def _operations(described: dict[str, Any]) -> set[tuple[str, str]]:
    return {(method, path) for path, found in described["paths"].items() for method in found}


def test_the_api_keeps_its_contract(house: Served) -> None:
    """Every endpoint, every check, everybody."""
    assert len(CHECKS.get_all()) == ALL_CHECKS
    seen = set()
    for result in _schema(house, house.described).get_all_operations():
        operation = result.ok()
        seen.add((operation.method, operation.path))

        @QUIET
        @given(_cases(operation))
        def keeps(case: Case[Any]) -> None:
            for caller in CALLERS:
                _call(house, case, caller)

        keeps()
    assert seen == _operations(house.described)
    assert len(seen) > 60
    assert all(not station.desk.stopped for station in house.casino.stations.values())


# --- it can fail ------------------------------------------------------------------------------


def _broken(house: Served, described: dict[str, Any], method: str, path: str) -> set[str]:
    """The names of what the checks find at one endpoint."""
    operation = _schema(house, described)[path][method]
    found: set[str] = set()

    def fails(case: Case[Any]) -> bool:
        try:
            _call(house, case, "admin1")
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
