"""Every failing seed fails again: at the same place, with the same words, after the same history.

The program breaks no law here, so one is made that it breaks sooner or later: nobody may win much
at once. `repeats` houses (tests/sizes.toml) fail twice, and four times as many hostile sessions.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from puntobanco.play import events as e
from puntobanco.record.envelope import read_line
from puntobanco.record.store import Rows
from tests.properties.session import session_of
from tests.properties.test_teeth import one_unit_too_much
from tests.properties.watched import BrokenLawError, broken
from tests.simulation.house import SimulatedHouse
from tests.simulation.world import Streams, run_world
from tests.sizes import first_seed, size_of

REPEATS = size_of("repeats")
SEED = first_seed()
MUCH = 200_00


def _fails(seed: int, folder: Path) -> tuple[str, str, int]:
    """How a house of this seed breaks the law: the words, the history, how many commands."""
    streams, made = Streams(seed), list[SimulatedHouse]()

    async def one() -> None:
        house = SimulatedHouse(folder, streams, 3_000)
        made.append(house)
        right = house.laws.written

        def written(rows: Rows, now: int) -> None:
            right(rows, now)
            for kept in rows.events:
                event = read_line(kept.line).event
                if isinstance(event, e.StakeSettled) and event.profit > MUCH:
                    broken(f"{event.patron} wins {event.profit} with event {kept.sequence}")

        house.laws.written = written  # type: ignore[method-assign]
        with house.serving():
            await house.live()

    try:
        run_world(one, streams)
    except BrokenLawError as error:
        return str(error), made[0].trace.hexdigest(), made[0].counts["commands"]
    raise AssertionError(f"nobody wins much in the house of seed {seed}")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEED, SEED + REPEATS))
def test_a_failing_house_fails_again_alike(tmp_path: Path, seed: int) -> None:
    first, again = (_fails(seed, tmp_path / str(each)) for each in range(2))
    assert first == again


def _session_fails(seed: int) -> tuple[str, str] | None:
    session = session_of(seed)
    session.coups = 5
    try:
        session.play()
    except BrokenLawError as error:
        told = hashlib.sha256(repr(session.watched.commands).encode()).hexdigest()
        return str(error), told
    return None


def test_a_failing_session_fails_again_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    one_unit_too_much(monkeypatch)
    failed = 0
    for seed in range(SEED, SEED + 8 * REPEATS):
        first = _session_fails(seed)
        assert first == _session_fails(seed), seed
        failed += first is not None
    assert failed >= 4 * REPEATS, failed
