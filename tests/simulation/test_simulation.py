"""Houses that live through everything: the size `commands`, from `--seed` on.

A failure names its seed, which repeats it to the byte: `pytest --seed 17 --size commands=1 ...`
lives through the world of seed 17 alone.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from puntobanco.fair import source
from tests.simulation.house import SimulatedHouse, live
from tests.sizes import first_seed, size_of

COMMANDS = size_of("commands")
SEED = first_seed()
EACH = 4_000
"""How many commands one house lives through."""
ROOT = Path(__file__).resolve().parents[2]


class WorldFailedError(AssertionError):
    """A house that broke a law, with its seed."""


def one(seed: int, folder: Path, commands: int = EACH) -> SimulatedHouse:
    try:
        return live(seed, commands, folder / f"house-{seed}")
    except Exception as error:
        raise WorldFailedError(f"seed {seed}: {error}; --seed {seed} repeats it") from error


def test_no_house_breaks_a_law(tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed in count(SEED):
        counts.update(one(seed, tmp_path).counts)
        if counts["commands"] >= COMMANDS:
            break
    sys.stdout.write(f"{dict(counts)}\n")
    if counts["commands"] >= 8_000:  # what was to happen has happened
        for kind in ("crashes", "interruptions", "answers again", "altered", "lost", "settled"):
            assert counts[kind] > 3, kind
        for kind in ("outages", "pauses", "exclusions", "exclusions with an end"):
            assert counts[kind] > 3, counts
        assert counts["exclusions lifted"], counts
        assert counts["settled for excluded"], counts
        assert counts["undone"], counts
        assert counts["clock steps"], counts
    assert counts["tables went on"] >= 4, counts
    assert counts["ids turned away"], counts


def test_a_seed_repeats_itself_to_the_byte(tmp_path: Path) -> None:
    """Also beside a thread that draws, as houses of other tests do."""
    first = one(SEED + 1, tmp_path / "first", 300)
    ended = Event()
    drawing = Thread(target=_draw_until, args=(ended,))
    drawing.start()
    try:
        again = one(SEED + 1, tmp_path / "again", 300)
    finally:
        ended.set()
        drawing.join()
    assert first.trace.hexdigest() == again.trace.hexdigest()
    assert first.counts == again.counts
    other = one(SEED + 2, tmp_path, 300)
    assert other.trace.hexdigest() != first.trace.hexdigest()


def _draw_until(ended: Event) -> None:
    while not ended.wait(0.001):
        secrets.token_hex()
        source.system(1)


@pytest.mark.long
def test_a_seed_repeats_itself_in_another_process(tmp_path: Path) -> None:
    """Nothing depends on the order in which this process happens to hash words."""
    program = (
        "import sys, logging, structlog, pathlib\n"
        "structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))\n"
        "logging.disable(50)\n"
        "from tests.simulation.house import live\n"
        "sys.stdout.write(live(3, 200, pathlib.Path(sys.argv[1])).trace.hexdigest())\n"
    )
    traces = [
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / hashing)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"src{os.pathsep}.", "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashing in ("1", "2")
    ]
    assert traces[0] == traces[1]
    assert len(traces[0]) == 64
