"""The GPU's kernels, compiled for the processor and compared with the compiled ones.

`python benchmarks/gpu.py` compares them on a GPU, where there is one.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puntobanco.books import book_named
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.sim import cuda, engines, gpu, session_kernel, sessions
from puntobanco.sim.card_count import count_for
from puntobanco.sim.cuda import NoGpuError
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.executors import LocalThreads
from puntobanco.sim.gpu import COUNT, SESSIONS, Gpu, Launch
from puntobanco.sim.plan import ShoePlan, shoe_plan
from puntobanco.sim.sessions import Pick, SessionPlan, play_sessions
from puntobanco.sim.staking import Staking

_KERNELS = Path(gpu.__file__).parent
_STANDARD = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8)


def _compiler() -> str:
    found = shutil.which("g++") or shutil.which("clang++")
    if found is None:
        missing = "the GPU's kernels are tested with a C++ compiler; install g++"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


class _Processor:
    """`Cuda`, done by g++ and the processor."""

    name, processors = "a processor", 2

    def __init__(self, folder: Path) -> None:
        self._folder, self._numbers = folder, count()
        self._kept: list[Any] = []

    def kernel(self, source: str, name: str, options: Sequence[str], shared_bytes: int) -> Any:
        assert shared_bytes <= 4 << 16
        device = (_KERNELS / "device.cu").read_text(encoding="utf-8")
        assert source.startswith(device)
        shim = Path(__file__).with_name("processor.cpp").read_text(encoding="utf-8")
        end = f"static void one_lane() {{ call({name}, arguments); over[threadIdx.x] = true; }}\n"
        library = self._folder / f"kernel{next(self._numbers)}.so"
        flags = ("-x", "c++", "-std=c++17", "-O1", "-w", "-shared", "-fPIC", *options)
        subprocess.run(  # our own kernel
            [_compiler(), *flags, "-", "-o", library],
            input=shim + source.removeprefix(device) + end, text=True, check=True,
        )  # fmt: skip
        return ctypes.CDLL(str(library)).launch

    def launch(
        self, kernel: Any, blocks: int, threads: int, _shared: int, arguments: Sequence[Any]
    ) -> None:
        assert threads == 32
        kernel(blocks, (ctypes.c_void_p * len(arguments))(*map(cuda._address, arguments)))

    def memory(self, _name: str, size: int) -> ctypes.c_uint64:
        self._kept.append(np.full(size, 0xAA, np.uint8))
        return ctypes.c_uint64(self._kept[-1].ctypes.data)

    def clear(self, place: ctypes.c_uint64, size: int) -> None:
        ctypes.memset(place.value or 0, 0, size)

    def upload(self, array: Any, place: ctypes.c_uint64) -> None:
        ctypes.memmove(place.value or 0, array.ctypes.data, array.nbytes)

    def download(self, place: ctypes.c_uint64, array: Any) -> None:
        ctypes.memmove(array.ctypes.data, place.value or 0, array.nbytes)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> _Processor:
    """One for all tests: a library loaded from the place of a removed one would be that one."""
    return _Processor(tmp_path_factory.mktemp("kernels"))


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch, compiled: _Processor) -> Iterator[Gpu]:
    """A GPU played by the processor, which every part of the simulator finds."""
    for name in ("COUNT", "SESSIONS"):
        monkeypatch.setattr(gpu, name, replace(getattr(gpu, name), threads=32))
    found = Gpu(compiled)  # type: ignore[arg-type]  # does what Cuda does
    monkeypatch.setattr(sessions, "gpu", lambda: found)
    monkeypatch.setattr(engines, "gpu", lambda: found)
    engines.count_shoes.cache_clear()
    yield found
    engines.count_shoes.cache_clear()


@pytest.mark.parametrize(
    "plan",
    [
        ShoePlan(8, Burn.BY_VALUE, 20, _STANDARD),
        ShoePlan(4, Burn.ONE, 30, (3, 3, 4, 4, 5, -1, 6, 6, 2, 3, 5, 5, 8), one_more=False),
    ],
)
@pytest.mark.usefixtures("processor")
def test_the_gpu_counts_what_the_compiled_kernel_counts(plan: ShoePlan) -> None:
    for first, shoes in (5, 200), (2**40, 33):
        found = counted(plan, 2**63, first, shoes, Engine.GPU)
        assert np.array_equal(found, counted(plan, 2**63, first, shoes, Engine.COMPILED))


def _rules(book: str, **options: str) -> HouseRules:
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    rules = book_named(book).configure(chosen)
    assert isinstance(rules, HouseRules)
    return rules


def _plans() -> Iterator[SessionPlan]:
    """Every staking plan and pick, with suits, an Ante, goals and a count."""
    rules = _rules("nz-division", dragon_bonus="1", perfect_pair="1", ante="10", ante_waiver="200")
    plan = SessionPlan(
        rules, shoe_plan(rules), ("banker",), 2_000_00, 100_00, 120, clamp=True, win_goal=1_000_00
    )
    yield from (replace(plan, staking=each) for each in Staking if each is not Staking.BY_COUNT)
    pair = replace(plan, wagers=("perfect-pair:banker",), bankroll=20_000_00, stop_loss=5_000_00)
    yield pair
    for pick in (Pick.FOLLOW, Pick.OPPOSE):
        yield replace(plan, wagers=("player", "banker"), pick=pick, staking=Staking.PAROLI)
    tags, threshold = count_for(rules, "dragon-bonus:banker")
    yield replace(
        pair, wagers=("dragon-bonus:banker",), staking=Staking.BY_COUNT, tags=tags,
        threshold=threshold // 3,
    )  # fmt: skip


def _compare(plan: SessionPlan, sessions_played: int) -> None:
    executor = LocalThreads(1)
    try:
        expected = play_sessions(plan, 3, sessions_played, executor)
        found = play_sessions(plan, 3, sessions_played, executor, engine=Engine.GPU)
    finally:
        executor.close()
    assert np.array_equal(found, expected), (plan.staking, plan.pick, plan.wagers)
    assert found[:, session_kernel.BETS].any()


@pytest.mark.usefixtures("processor")
def test_the_gpu_plays_the_sessions_of_the_compiled_kernel() -> None:
    for plan in _plans():
        _compare(plan, 200)


@pytest.mark.usefixtures("processor")
def test_the_gpu_deals_from_a_continuous_shuffler() -> None:
    rules = _rules("nz-division", equipment="continuous-shuffler", banker="half-on-six")
    shoes = shoe_plan(rules)
    _compare(SessionPlan(rules, shoes, ("banker",), 2_000_00, 100_00, 100), 40)


def test_constants_of_the_session_kernel_are_those_known_without_it() -> None:
    assert sessions._RECORD == session_kernel.RECORD
    assert sessions._LINE_ROOM == session_kernel.MEMORY - session_kernel.LINE
    assert sessions._KINDS == {
        Staking.LABOUCHERE: session_kernel.LABOUCHERE,
        Staking.BY_COUNT: session_kernel.BY_COUNT,
    }


@pytest.mark.parametrize("launch", [COUNT, SESSIONS])
def test_a_block_fits_into_a_multiprocessor(launch: Launch) -> None:
    assert launch.blocks_per_processor * (launch.shared_bytes + 1024) <= 228 * 1024


class _Driver:
    """A driver that finds no GPU."""

    def cuInit(self, _flags: int) -> int:  # noqa: N802  # its name
        return 100


def _missing(name: str) -> ctypes.CDLL:
    raise OSError(name)


@pytest.mark.parametrize(
    ("load", "message"),
    [
        (_missing, "there is no NVIDIA driver on this machine"),
        (lambda _name: _Driver(), "the NVIDIA driver finds no GPU on this machine"),
    ],
)
def test_a_machine_without_a_gpu_says_so(
    load: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.sim.cuda.ctypes.CDLL", load)
    with pytest.raises(NoGpuError, match=message):
        Gpu()
    cuda.wake().join()  # in silence: an error in a thread would fail the test


def test_a_gpu_wakes_up_before_anything_slow_is_loaded() -> None:
    program = "import sys, puntobanco.sim.cuda; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    own = {each for each in ran.stdout.decode().split() if each.startswith(("punto", "numpy"))}
    assert own == {"puntobanco", "puntobanco.caches", "puntobanco.sim", "puntobanco.sim.cuda"}
