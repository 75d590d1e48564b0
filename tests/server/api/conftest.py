"""Houses to ask: a new one, and one at which something was played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.api.house import House, opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house of one's own."""
    with opened(tmp_path / "house") as found:
        yield found


@pytest.fixture(scope="package")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house at whose table two guests played three coups; tests leave it as it is."""
    with opened(tmp_path_factory.mktemp("played") / "house") as found:
        found.with_money("guest1", "guest2")
        found.until("open-table")
        found.sit("guest1", 1)
        found.sit("guest2", 2)
        found.coup("9s 2h Kd 3c", ("guest1", "player", 50_00, 1), ("guest2", "banker", 40_00, 2))
        found.coup("2s 4h 3d 3c 6d", ("guest1", "tie", 20_00, 1))
        found.coup("Ks 4h Qd 5c", ("guest2", "banker", 100_00, 2))
        yield found
