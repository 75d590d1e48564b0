"""Counting runs: the same result on any number of threads, and after any interruption."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.sim.counting import (
    SIZE_MOST,
    CountingRun,
    Coups,
    Shoes,
    Target,
    UntilError,
    worst_error,
)
from puntobanco.sim.engines import Engine, WarmUp, counted, dealt_shoes
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.plan import BadPlanError, ShoePlan
from puntobanco.sim.profits import profit_column
from puntobanco.sim.saved import load, save
from puntobanco.sim.shards import Done, Shard, split

Integers = npt.NDArray[np.int64]
PLAN = ShoePlan(8, Burn.BY_VALUE, 20, (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8))
OTHER = ShoePlan(6, Burn.BY_VALUE, 20, (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8))


def _until_error() -> UntilError:
    rules = book_named("mbs").configure()
    assert isinstance(rules, HouseRules)
    return UntilError(0.002, [profit_column(wager) for wager in rules.wagers.values()])


TARGETS: dict[str, Callable[[], Target]] = {
    "shoes": lambda: Shoes(40_001),
    "coups": lambda: Coups(3_000_001),
    "error": _until_error,
}


def _compiled() -> Engine:
    return Engine.COMPILED


def _run(target: Target, threads: int) -> Integers:
    executor = LocalThreads(threads)
    counts = CountingRun(PLAN, 9).go_on(target, executor, _compiled)
    executor.close()
    return counts


class _StopError(Exception):
    pass


@pytest.mark.parametrize("kind", TARGETS)
def test_one_thread_and_two_count_the_same(kind: str) -> None:
    assert np.array_equal(_run(TARGETS[kind](), 1), _run(TARGETS[kind](), 2))


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("after", [1, 3, 7])
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(
    kind: str, after: int, tmp_path: Path
) -> None:
    target, file = TARGETS[kind](), tmp_path / "run.json"
    executor = LocalThreads(2)
    run = CountingRun(PLAN, 9)
    seen = 0

    def stop(_: CountingRun) -> None:
        nonlocal seen
        seen += 1
        if seen == after:
            raise _StopError

    with pytest.raises(_StopError):
        run.go_on(target, executor, _compiled, stop)
    save(run, file)
    again = load(file, PLAN, 9)
    assert 0 < again.shoes < 400_000
    counts = again.go_on(target, executor, _compiled)
    executor.close()
    assert np.array_equal(counts, _run(target, 1))


def test_coups_are_the_first_ones_in_the_order_of_the_shoes() -> None:
    wanted = 1234
    expected = np.zeros(8101, np.int64)
    codes = next(dealt_shoes(PLAN, 9, 0, 40, Engine.COMPILED))
    in_order = [int(number) for lane in codes.T for number in lane if number < 8101]
    np.add.at(expected, in_order[:wanted], 1)
    executor = LocalThreads(1)
    run = CountingRun(PLAN, 9)
    counts = run.go_on(Coups(wanted), executor, _compiled)
    executor.close()
    assert counts.sum() == wanted
    assert np.array_equal(counts.sum(axis=0), expected)
    # Whole shoes stay in the run, so that it can go on from there.
    assert (run.done.spans, run.begun) == ([(0, run.shoes - 1)], 1)
    assert np.array_equal(run.counts, counted(PLAN, 9, 0, run.shoes - 1, Engine.COMPILED))


@pytest.mark.parametrize("engine", [Engine.COMPILED, Engine.NUMPY])
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_target_at_the_end_of_a_shoe_cuts_none_off(engine: Engine, beyond: int) -> None:
    executor = LocalThreads(1)
    run = CountingRun(PLAN, 9)
    coups = int(counted(PLAN, 9, 0, 5, engine).sum())
    assert run.go_on(Coups(coups + beyond), executor, lambda: engine).sum() == coups + beyond
    executor.close()
    assert (run.done.spans, run.begun) == ([(0, 5)], beyond)


def test_an_aimed_for_error_is_reached_and_not_long_before() -> None:
    target = _until_error()
    counts = _run(target, 1)
    assert 0.9 * target.error < worst_error(target.wagers, counts) <= target.error


def test_numpy_deals_while_the_kernel_is_readied() -> None:
    executor = LocalThreads(1)
    engines: list[Engine] = []

    def engine() -> Engine:
        engines.append(Engine.NUMPY if len(engines) < 2 else Engine.COMPILED)
        return engines[-1]

    counts = CountingRun(PLAN, 9).go_on(Shoes(40_001), executor, engine)
    executor.close()
    assert set(engines) == {Engine.NUMPY, Engine.COMPILED}
    assert np.array_equal(counts, _run(Shoes(40_001), 1))


def test_the_first_figures_do_not_wait_for_the_compiler() -> None:
    warm, threads = WarmUp(PLAN), threading.active_count()
    assert warm.engine() is Engine.NUMPY
    assert threading.active_count() == threads, "the compiler takes time from the first figures"
    warm.finish()  # a run of one shard
    while warm.engine() is Engine.NUMPY:
        pass
    warm.finish()


def test_a_long_run_begins_with_a_short_stretch() -> None:
    executor = LocalThreads(1)
    seen: list[int] = []

    def stop(run: CountingRun) -> None:
        seen.append(run.shoes)
        raise _StopError

    for target in (Shoes(10**9), Coups(10**10)):
        with pytest.raises(_StopError):
            CountingRun(PLAN, 9).go_on(target, executor, lambda: Engine.NUMPY, stop)
    executor.close()
    assert seen == [1024, 1024]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (Shoes(0), "0 shoes cannot be dealt; give 1 to"),
        (Coups(-5), "-5 coups cannot be dealt"),
        (Coups(SIZE_MOST + 1), "coups cannot be dealt"),
        (UntilError(0.0, ()), "an error of 0 is not a possible target"),
        (UntilError(float("nan"), ()), "is not a possible target"),
        (UntilError(1.0, ()), "is not a possible target"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(target: Target, message: str) -> None:
    executor = LocalThreads(1)
    with pytest.raises(BadPlanError, match=message):
        CountingRun(PLAN, 9).go_on(target, executor, _compiled)
    executor.close()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_beyond_64_bits_is_refused(seed: int) -> None:
    with pytest.raises(BadPlanError, match="is out of range"):
        CountingRun(PLAN, seed)


def test_a_file_that_is_no_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    for content in (b"", b"{}", b'{"counts": 3}', b"\xff\xfe", b'[{"plan": {}}]'):
        file.write_bytes(content)
        with pytest.raises(BadPlanError, match="holds no saved run"):
            load(file, PLAN, 9)


def test_a_run_of_other_rules_or_another_seed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    save(CountingRun(PLAN, 9), file)
    assert load(file, PLAN, None).seed == 9
    for plan, seed in ((OTHER, 9), (PLAN, 10)):
        with pytest.raises(BadPlanError, match="other rules or another seed"):
            load(file, plan, seed)


def test_a_saved_run_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    save(CountingRun(PLAN, 9), file)
    before = file.read_bytes()
    (tmp_path / "run.json.part").mkdir()  # so that the new one cannot be written
    with pytest.raises(OSError, match="directory"):
        save(CountingRun(PLAN, 10), file)
    assert file.read_bytes() == before


def test_memory_does_not_grow_with_the_coups() -> None:
    executor = LocalThreads(1)
    run = CountingRun(PLAN, 9)
    run.go_on(Shoes(200_000), executor, _compiled)
    executor.close()
    assert run.counts.shape == (2, 8101)
    assert run.done.spans == [(0, 200_000)]


def test_shards_cover_everything_missing_once() -> None:
    done = Done()
    for shard in (Shard(0, 1000), Shard(5000, 7)):
        done.add(shard)
    shards = list(split(done.missing(100_000), 4096, 2))
    covered = sorted(number for shard in shards for number in range(shard.first, shard.end))
    assert covered == [*range(1000, 5000), *range(5007, 100_000)]
    assert max(shard.shoes for shard in shards) <= 4096
    with pytest.raises(AssertionError, match="dealt twice"):
        done.add(Shard(999, 2))


def test_a_failing_shard_stops_the_run_with_its_error() -> None:
    executor = LocalThreads(2)

    def fail(shard: Shard) -> Integers:
        raise ArithmeticError(shard.first)

    with pytest.raises(ArithmeticError):
        list(executor.run(fail, [Shard(0, 1)]))
    assert counted(PLAN, 0, 0, 1, Engine.COMPILED).sum() > 60
    executor.close()
