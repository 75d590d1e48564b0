"""The simulator on dask workers of this machine: what a second worker brings, and what is sent.

    python benchmarks/cluster.py

PUNTO_RUNS says how often both clusters deal, five times unless told. Wall time on cores that others
use too says little, so the CPU time of the workers is kept beside it.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing

import cloudpickle
from results import Figure, keep

from puntobanco.sim.counting import CountingRun, Shoes
from puntobanco.sim.engines import Engine
from puntobanco.sim.executors import DaskCluster, DealShard
from puntobanco.sim.plan import Integers, shoe_plan
from puntobanco.sim.shards import Shard
from sim import table

ROUNDS = int(os.environ.get("PUNTO_RUNS", "5"))
SHOES = 1 << 19
"""About 37 million coups."""


class Weighed:
    """A cluster that notes how many bytes its shards and their counts are when they are sent."""

    def __init__(self, cluster: DaskCluster) -> None:
        self._cluster = cluster
        self.shards = self.sent = self.came = 0

    @property
    def workers(self) -> int:
        """How many shards are dealt at a time."""
        return self._cluster.workers

    def run(self, deal: DealShard, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Integers]]:
        """Deal every shard once."""
        for shard, counts in self._cluster.run(deal, shards):
            self.shards += 1
            self.sent += len(cloudpickle.dumps((deal, shard)))
            self.came += len(pickle.dumps(counts, 5))
            yield shard, counts

    def close(self) -> None:
        """Let the workers go."""
        self._cluster.close()


def cpu_seconds(cluster: DaskCluster) -> float:
    """CPU time of all workers so far."""
    return sum(cluster._client.run(time.process_time).values())  # noqa: SLF001 - to measure it


def main() -> None:
    """Have one worker and two deal the same shoes, in turn."""
    plan, rates, costs = shoe_plan(table()), list[list[float]](), list[list[float]]()
    with closing(DaskCluster(workers=1)) as one, closing(DaskCluster(workers=2)) as two:
        for cluster in (one, two):  # compiles or loads the kernel
            CountingRun(plan, 1).go_on(Shoes(1 << 12), cluster, lambda: Engine.COMPILED)
        for number in range(ROUNDS):
            rates.append([])
            costs.append([])
            for cluster in (one, two):
                weighed, before, began = Weighed(cluster), cpu_seconds(cluster), time.perf_counter()
                run = CountingRun(plan, number)
                run.go_on(Shoes(SHOES), weighed, lambda: Engine.COMPILED)
                rates[-1].append(run.coups / (time.perf_counter() - began) / 1e6)
                costs[-1].append(run.coups / (cpu_seconds(cluster) - before) / 1e6)
                sys.stdout.write(
                    f"{cluster.workers} workers: {weighed.shards} shards, for each "
                    f"{weighed.sent / weighed.shards:,.0f} bytes sent and "
                    f"{weighed.came / weighed.shards:,.0f} back; {rates[-1][-1]:,.1f} M coups/s\n"
                )
    twice = [(both, 2 * alone) for alone, both in rates]
    cost = [(both, alone) for alone, both in costs]
    figures = [
        Figure("two workers", "M coups/s", "twice the rate of one", 0.8, twice),
        Figure("two workers: CPU of the workers", "M coups/CPU s", "one worker", 0.95, cost),
    ]
    keep("cluster", figures)


if __name__ == "__main__":
    main()
