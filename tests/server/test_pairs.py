"""Pairs of houses with one public history and different hidden cards send the same bytes.

`PUNTO_SECRETS` says how many steps are compared; each is a pair of its own, because the hidden
cards are drawn anew for it. `test_secrecy.py` has the reveal: there a difference must be seen.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.server.conftest import run
from tests.server.pairs import pair

STEPS = int(os.environ.get("PUNTO_SECRETS", "480"))
SEED = int(os.environ.get("PUNTO_SEED", "0"))
STYLES = [
    ("rws-super-six-plus", {"style": "face-down"}),
    ("rws-wins-on", {"style": "face-down"}),
    ("mbs", {}),
    ("nz-division", {"style": "B"}),
]


@pytest.mark.parametrize(("book", "options"), STYLES)
def test_no_byte_tells_a_hidden_card_in_any_pair(
    folder: Path, book: str, options: dict[str, str]
) -> None:
    async def main() -> None:
        random = Random(f"{SEED} {book}")
        async with pair(folder, book, options, random) as both:
            for _ in range(STEPS // len(STYLES)):
                await both.step()
            assert both.one.station.desk.stopped == ""
            if options:
                assert both.face_down > both.steps // 20, (both.face_down, both.steps)

    run(main())
