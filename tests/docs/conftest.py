"""What the pages need: a furnished folder, an open house, somebody who types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from tests.docs.shell import Shell
from tests.docs.workshop import OpenHouse, furnish, open_house
from tests.sharing import made_once

from puntobanco.server.tables.croupier import Tempo


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A folder with a house that has played; made when somebody needs it."""
    return cache(lambda: made_once(tmp_path_factory, "furnished", furnish))


@pytest.fixture(scope="session")
def open_for_all(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], OpenHouse]]:
    """A house that is open while tests run, ten times as fast as a real one; opened when needed."""
    with ExitStack() as closing:

        @cache
        def enter() -> OpenHouse:
            folder = tmp_path_factory.mktemp("open") / "house"
            tempo = Tempo(0.1, 0.1, 0.5, 0.0, 1.2, 0.4, 0.1)
            house = closing.enter_context(open_house(folder, tempo))
            body = {"old": house.passwords["admin"], "new": "a password of my own"}
            with house.sign_in("admin") as admin:
                answer = admin.post("/session/password", json=body)
            assert answer.status_code < 300, answer.text
            house.passwords["admin"] = body["new"]
            return house

        yield enter


@pytest.fixture
def shell(
    tmp_path: Path,
    furnished: Callable[[], Path],
    open_for_all: Callable[[], OpenHouse],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, furnished, open_for_all, monkeypatch, capsys)
