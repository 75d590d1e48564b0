"""Pairs of houses with one public history and different hidden cards send the same bytes.

The size `secrets` is the number of steps compared; each is a pair of its own, because the hidden
cards are drawn anew for it. Every tenth step two people, in turn one of every role and each patron,
read every endpoint over HTTP in both houses. `test_secrecy.py` has the reveal: there a difference
must be seen.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from puntobanco.audit.coup_records import CoupFold
from puntobanco.base.cards import Card
from puntobanco.server.api import floor, history
from puntobanco.server.api.handling.guard import Caller
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.views.seat import Viewer
from puntobanco.wire.house import FloorTableForm
from puntobanco.wire.play import CoupRecordForm
from tests.server.conftest import run
from tests.server.pairs import TURN, pair
from tests.server.readers import PATHS, READERS
from tests.sizes import first_of, first_seed, size_of

STEPS = size_of("secrets")
SEED = first_seed()
STYLES = [
    ("rws-super-six-plus", {"style": "face-down"}),
    ("rws-wins-on", {"style": "face-down"}),
    ("mbs", {}),
    ("nz-division", {"style": "B"}),
]


@pytest.mark.parametrize(("book", "options"), first_of(STYLES))
def test_no_byte_tells_a_hidden_card_in_any_pair(
    folder: Path, book: str, options: dict[str, str]
) -> None:
    async def main() -> None:
        random = Random(f"{SEED} {book}")
        async with pair(folder, book, options, random) as both:
            for _ in range(STEPS // len(STYLES)):
                await both.step()
            assert both.one.running.desk.stopped == ""
            if options:
                assert both.face_down > both.steps // 20, (both.face_down, both.steps)
            if both.steps >= TURN:
                assert both.read.keys() == set(READERS)
                assert both.answered == set(PATHS), set(PATHS) - both.answered
            print(f"{sum(both.read.values())} answers over HTTP compared")  # noqa: T201 - for `-s`

    run(main())


# --- it can fail ------------------------------------------------------------------------------


def _next_card(running: RunningTable) -> Card | None:
    """The card that only the shoe knows."""
    port, table = running.shoes, running.desk.table
    assert port is not None
    return port.shoe.card_at(table.shoe.out) if port.promised(table.shoe.cards) else None


def _in_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    real = history.record_form

    def leaks(
        fold: CoupFold, running: RunningTable, viewer: Viewer, after: int = 0
    ) -> CoupRecordForm:
        return replace(real(fold, running, viewer, after), video=str(_next_card(running)))

    monkeypatch.setattr(history, "record_form", leaks)


def _as_a_length_on_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    real = floor._table

    def leaks(running: RunningTable, balances: dict[str, int], caller: Caller) -> FloorTableForm:
        card = _next_card(running)
        spaces = " " * (0 if card is None else card.number)
        return replace(real(running, balances, caller), title=spaces)

    monkeypatch.setattr(floor, "_table", leaks)


PLANTS = {
    "/api/tables/{table}/coups/{coup}": _in_a_record,
    "/api/floor": _as_a_length_on_the_floor,
}


@pytest.mark.parametrize("endpoint", PLANTS)
def test_a_card_that_an_endpoint_tells_is_found(
    folder: Path, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTS[endpoint](monkeypatch)

    async def main() -> None:
        async with pair(folder, "mbs", {}, Random(f"{SEED} planted")) as both:
            for _ in range(2 * TURN):
                await both.step()

    with pytest.raises(AssertionError, match=re.escape(f"endpoint='{endpoint}'")):
        run(main())
