"""The GPU's Python side, with a stand-in for cupy that deals by numpy what it is told to compile.

The CUDA kernel itself is compared count by count with the CPU by benchmarks/sim.py, where there
is a GPU.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from puntobanco.rules.conduct import Burn
from puntobanco.sim import fallback
from puntobanco.sim.engines import Engine, counted
from puntobanco.sim.gpu import Gpu, Launch, NoGpuError
from puntobanco.sim.plan import ShoePlan

STANDARD = (3, 3, 4, 4, 5, 5, 6, 6, 2, 3, 5, 5, 8)
PLANS = (
    ShoePlan(8, Burn.BY_VALUE, 20, STANDARD),
    ShoePlan(4, Burn.ONE, 30, STANDARD, one_more=False),
    ShoePlan(8, Burn.NONE, 20, (3, 3, 4, 4, 5, -1, 6, 6, 2, 3, 5, 5, 8)),
)
_TABLE = 8104


class _Table:
    def __init__(self, size: int, dtype: npt.DTypeLike) -> None:
        self.numbers = np.zeros(size, dtype)

    def get(self) -> npt.NDArray[np.uint64]:
        return self.numbers


def _raw_kernel(source: str, name: str, options: tuple[str, ...]) -> Any:
    """A kernel that reads its constants as the CUDA compiler would."""
    assert f"{name}(u64 seed, u64 first, u64 shoes, u64 *counts, u32 one)" in source
    words = (option.removeprefix("-D").split("=") for option in options if "-D" in option)
    told = {name: int(value.rstrip("ul")) for name, value in words}
    setup = [told[each] for each in ("DECKS", "BURN", "CUT", "EXTRA", "MOST", "CONTINUOUS")]
    limits = [(told["LIMITS"] >> (4 * value) & 15) - 1 for value in range(10)]
    limits += [told["LIMIT_STOOD"], told["LIMIT_PLAYER"], told["NATURAL"]]

    def run(grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...], **_: int) -> None:
        seed, first, shoes, table, one = arguments
        assert (grid, block, one) == ((132,), (told["THREADS"],), 1)
        counts = np.zeros((2, 8101), np.int64)
        fallback.count_shoes(
            seed, int(first), int(shoes), np.array(setup), np.array(limits, np.int16),
            told["HEAD"], counts,
        )  # fmt: skip
        table.numbers.reshape(2, _TABLE)[:, :8101] = counts

    run.max_dynamic_shared_size_bytes = 0  # type: ignore[attr-defined]  # cupy's has it
    return run


class _RuntimeError(Exception):
    pass


def _cupy(devices: Callable[[], int]) -> SimpleNamespace:
    properties = {"name": b"a stand-in", "multiProcessorCount": 132}
    runtime = SimpleNamespace(
        getDeviceCount=devices,
        getDeviceProperties=lambda _: properties,
        CUDARuntimeError=_RuntimeError,
    )
    cuda = SimpleNamespace(runtime=runtime, Device=lambda: SimpleNamespace(id=0))
    return SimpleNamespace(cuda=cuda, zeros=_Table, RawKernel=_raw_kernel)


@pytest.mark.parametrize("plan", PLANS)
def test_the_kernel_is_told_the_whole_plan(plan: ShoePlan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", _cupy(lambda: 1))
    gpu = Gpu()
    counts = np.zeros((2, 8101), np.int64)
    for first in (5, 105):  # added up over calls
        gpu.count_shoes(
            np.uint64(2**63), first, 100, plan.setup(), plan.limit_array(), plan.head, counts
        )
    assert np.array_equal(counts, counted(plan, 2**63, 5, 200, Engine.COMPILED))
    assert gpu.name == "a stand-in"


def test_a_block_fits_into_a_multiprocessor() -> None:
    launch = Launch()
    assert launch.blocks_per_processor * (launch.shared_bytes + 1024) <= 228 * 1024
    assert launch.at_once < launch.queue


def _no_driver() -> int:
    raise _RuntimeError


@pytest.mark.parametrize("devices", [lambda: 0, _no_driver])
def test_a_machine_without_a_gpu_says_so(
    devices: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", _cupy(devices))
    with pytest.raises(NoGpuError, match="cupy finds no NVIDIA GPU on this machine"):
        Gpu()
