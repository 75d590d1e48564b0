"""A cluster of two workers counts as one machine does, even when it loses one of them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest

from puntobanco.rules.conduct import Burn
from puntobanco.sim.counting import CountingRun, Coups, Shoes
from puntobanco.sim.engines import Engine
from puntobanco.sim.executors import DaskCluster, LocalThreads, NoClusterError
from puntobanco.sim.plan import ShoePlan

PLAN = ShoePlan(8, Burn.BY_VALUE, 20, (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8))


def _numpy() -> Engine:
    """Spares the workers, fresh processes each, the time to load the compiler."""
    return Engine.NUMPY


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskCluster]:
    made = DaskCluster(workers=2)
    yield made
    made.close()


@pytest.mark.filterwarnings("default")  # the cluster's own libraries warn of each other
def test_two_workers_count_as_one_machine_does(cluster: DaskCluster) -> None:
    assert cluster.workers == 2
    target = Coups(400_001)
    counts = CountingRun(PLAN, 12).go_on(target, cluster, _numpy)
    threads = LocalThreads(1)
    assert np.array_equal(counts, CountingRun(PLAN, 12).go_on(target, threads, _numpy))
    threads.close()


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # a killed worker is much warned about
def test_the_shards_of_a_lost_worker_are_dealt_again(cluster: DaskCluster) -> None:
    pids = list(cluster._client.run(os.getpid).values())
    killed = False

    def kill_one(_: CountingRun) -> None:
        nonlocal killed
        if not killed:
            os.kill(pids[0], signal.SIGKILL)
            killed = True

    target = Shoes(12_000)
    counts = CountingRun(PLAN, 12).go_on(target, cluster, _numpy, kill_one)
    threads = LocalThreads(1)
    assert np.array_equal(counts, CountingRun(PLAN, 12).go_on(target, threads, _numpy))
    threads.close()
    assert killed


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    with pytest.raises(NoClusterError, match=f"no cluster answers at {address}"):
        DaskCluster(address)
