"""Who deals the shards: threads of this process, or the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, Protocol

from puntobanco.base.usage import UsageError
from puntobanco.sim.plan import Integers
from puntobanco.sim.shards import Shard

DealShard = Callable[[Shard], Integers]
"""What a shard's shoes come to; for a cluster it must be importable there."""


_PULSE_SECONDS = 0.1


class NoClusterError(UsageError, RuntimeError):
    """A cluster that cannot be used; the message says why."""


class Executor(Protocol):
    """Something that deals shards, in any order, as many at a time as it has workers."""

    @property
    def workers(self) -> int:
        """How many shards are dealt at a time."""
        ...

    def run(self, deal: DealShard, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Integers]]:
        """Deal every shard once and yield each with its result, as they are done."""
        ...

    def close(self) -> None:
        """Let the workers go."""
        ...


class LocalThreads:
    """Threads of this process; the kernels let go of the interpreter while they deal."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or usable_cores()
        self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="shoes")
        self._abandoned = False
        self.pulse: Callable[[], None] = lambda: None
        """Called several times a second while shards are waited for; what it raises ends the run,
        at a moment when no result is half taken."""

    @property
    def workers(self) -> int:
        """How many threads there are."""
        return self._workers

    def run(self, deal: DealShard, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Integers]]:
        """Deal every shard; at most two for each thread are waiting or under way."""
        rest = iter(shards)
        under_way: dict[Future[Integers], Shard] = {}
        try:
            while True:
                for shard in islice(rest, 2 * self._workers - len(under_way)):
                    under_way[self._pool.submit(deal, shard)] = shard
                if not under_way:
                    return
                done, _ = wait(under_way, _PULSE_SECONDS, return_when=FIRST_COMPLETED)
                self.pulse()
                for future in done:
                    yield under_way.pop(future), future.result()
        finally:
            self._abandoned = bool(under_way)
            for future in under_way:
                future.cancel()

    def close(self) -> None:
        """End the threads; shards whose results are no longer needed are abandoned."""
        self._pool.shutdown(wait=not self._abandoned, cancel_futures=True)


class DaskCluster:
    """Workers of dask.distributed: a cluster that is there, or one started here."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        distributed = _distributed()
        self._distributed = distributed
        self._local: Any = None
        if address is None:
            self._local = _local_cluster(distributed, workers)
        try:
            self._client = distributed.Client(self._local or address, timeout="5s")
        except (OSError, TimeoutError, ValueError) as error:
            message = f"no cluster answers at {address}; start a dask scheduler there"
            raise NoClusterError(message) from error
        if not self.workers:
            self.close()
            raise NoClusterError(f"the cluster at {address} has no workers; start some")

    @property
    def workers(self) -> int:
        """How many threads the cluster's workers have now."""
        return sum(self._client.nthreads().values())

    def run(self, deal: DealShard, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Integers]]:
        """Deal every shard; a shard whose worker was lost is dealt again by another."""
        rest = iter(shards)
        finished = self._distributed.as_completed()
        under_way: dict[Any, Shard] = {}
        try:
            while True:
                # There are fewer workers than before when one was lost.
                for shard in islice(rest, max(0, 2 * self.workers - len(under_way))):
                    # The same shard may be asked for twice in a session: never from a cache.
                    future = self._client.submit(deal, shard, pure=False, retries=3)
                    under_way[future] = shard
                    finished.add(future)
                if not under_way:
                    if not self.workers:
                        raise NoClusterError("the cluster has lost all its workers")
                    return
                future = next(finished)
                if future.status == "error" and self._lost_worker(future):
                    self._client.retry([future])
                    finished.add(future)
                    continue
                yield under_way.pop(future), future.result()
        finally:
            self._client.cancel(list(under_way))

    def _lost_worker(self, future: Any) -> bool:
        return isinstance(future.exception(), self._distributed.KilledWorker)

    def close(self) -> None:
        """Leave the cluster; end it if it was started here."""
        self._client.close()
        if self._local is not None:
            self._local.close()


def _local_cluster(distributed: Any, workers: int | None) -> Any:
    try:
        return distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0"
        )
    except (RuntimeError, OSError, TimeoutError) as error:
        raise NoClusterError(f"a cluster cannot be started here: {error}") from error


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415  # an optional extra, slow to import
    except ImportError as error:
        message = "a cluster needs dask.distributed; install puntobanco[cluster]"
        raise NoClusterError(message) from error
    return distributed


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
