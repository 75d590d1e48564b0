"""An interrupt is answered at once: nobody waits for a shard, a compiler or an import."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest
from tests.odds.tables import table

from puntobanco.cli.sim.progress import Interrupted, Screen
from puntobanco.sim.engines import WarmUp
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.shards import Shard


def test_a_run_ends_while_its_shards_are_still_dealt() -> None:
    """The shard below ends only after the run has: waiting for it would never end."""
    left, threads = threading.Event(), LocalThreads(1)

    def deal(_: Shard) -> np.ndarray:
        assert left.wait(60)
        return np.zeros(1, np.int64)

    def pulse() -> None:
        raise Interrupted

    threads.pulse = pulse
    with pytest.raises(Interrupted):
        list(threads.run(deal, [Shard(0, 1), Shard(1, 1)]))
    threads.close()
    left.set()


def test_nobody_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr("puntobanco.sim.engines.counted", lambda *_: done.wait(60))
    screen = Screen()
    warm = WarmUp(shoe_plan(table("mbs")), screen.pulse)
    screen._interrupt(2, None)
    with pytest.raises(Interrupted):
        [warm.engine() for _ in range(10)]
    done.set()
    warm.finish()


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "SystemExit(130)"])
def test_an_interrupt_while_loading_leaves_no_trace(error: str) -> None:
    program = (
        "import sys\n"
        "class Slow:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == 'puntobanco.cli.app': raise {error}\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from puntobanco.cli.start import main\n"
        "print('begun')\n"
        "main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "begun\n", "")
