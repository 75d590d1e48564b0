"""The dealing kernel on an NVIDIA GPU, with the same shoes and results as the compiled one.

It needs numpy and cupy only, so that a GPU machine may have just those.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

_TABLE = 8104
_RECORD_BYTES = 8
_SUIT_BYTES = 13 * 4


class NoGpuError(RuntimeError):
    """There is no GPU to compute on; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How the kernel is spread over the GPU; the result does not depend on it."""

    threads: int = 1024
    blocks_per_processor: int = 1
    queue: int = 8
    serve_every: int = 8
    at_once: int = 4

    @property
    def shared_bytes(self) -> int:
        """Shared memory of a block: queues, suits and both tables."""
        return self.threads * (self.queue * _RECORD_BYTES + _SUIT_BYTES) + 2 * _TABLE * 4


class Gpu:
    """A GPU; `count_shoes` is the compiled kernel's, done there."""

    def __init__(self) -> None:
        self._launch = Launch()
        self._cupy = _cupy()
        self._source = Path(__file__).with_name("deal.cu").read_text(encoding="utf-8")
        self._kernels: dict[tuple[str, ...], Any] = {}
        properties = self._cupy.cuda.runtime.getDeviceProperties(self._cupy.cuda.Device().id)
        self.name: str = properties["name"].decode()
        self._blocks = properties["multiProcessorCount"] * self._launch.blocks_per_processor

    def count_shoes(
        self,
        seed: np.uint64,
        first: int,
        shoes: int,
        setup: npt.NDArray[np.int64],
        limits: npt.NDArray[np.int16],
        head: int,
        counts: npt.NDArray[np.int64],
    ) -> None:
        """Deal shoes first to first + shoes - 1 and add their classes to `counts`.

        A block counts in 32 bits: at most 2**28 shoes a call.
        """
        assert shoes <= 1 << 28, shoes
        table = self._cupy.zeros(2 * _TABLE, dtype=np.uint64)
        arguments = (seed, np.uint64(first), np.uint64(shoes), table, np.uint32(1))
        kernel = self._kernel((*_defined(setup, head), *_tableau_defined(limits)))
        grid, block = (self._blocks,), (self._launch.threads,)
        kernel(grid, block, arguments, shared_mem=self._launch.shared_bytes)
        found = table.get().astype(np.int64).reshape(2, _TABLE)
        counts += found[:, :8101]

    def _kernel(self, plan: tuple[str, ...]) -> Any:
        """The kernel with the plan compiled in as constants, kept for the next call."""
        found = self._kernels.get(plan)
        if found is None:
            options = (
                "--std=c++17",
                f"-DTHREADS={self._launch.threads}",
                f"-DBLOCKS={self._launch.blocks_per_processor}",
                f"-DQUEUE={self._launch.queue}u",
                f"-DSERVE_EVERY={self._launch.serve_every}",
                f"-DAT_ONCE={self._launch.at_once}",
                *plan,
            )
            found = self._cupy.RawKernel(self._source, "count_shoes", options=options)
            found.max_dynamic_shared_size_bytes = self._launch.shared_bytes
            self._kernels[plan] = found
        return found


def _defined(setup: npt.NDArray[np.int64], head: int) -> tuple[str, ...]:
    names = ("DECKS", "BURN", "CUT", "EXTRA", "MOST", "CONTINUOUS")
    shoe = tuple(f"-D{name}={int(setup[at])}" for at, name in enumerate(names))
    return (*shoe, f"-DHEAD={head}")


def _tableau_defined(limits: npt.NDArray[np.int16]) -> tuple[str, ...]:
    """Banker's limits plus one as nibbles of one number, then the three others."""
    nibbles = sum((int(limit) + 1) << (4 * value) for value, limit in enumerate(limits[:10]))
    stood, player, natural = (int(limit) for limit in limits[10:])
    return (
        f"-DLIMITS={nibbles}ull",
        f"-DLIMIT_STOOD={stood}u",
        f"-DLIMIT_PLAYER={player}u",
        f"-DNATURAL={natural}u",
    )


def _cupy() -> Any:
    """cupy, if it is there and finds a GPU."""
    try:
        import cupy  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415  # an extra
    except ImportError as error:
        message = "there is no cupy here; install puntobanco[gpu] on a machine with an NVIDIA GPU"
        raise NoGpuError(message) from error
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        found = 0
    if not found:
        raise NoGpuError("cupy finds no NVIDIA GPU on this machine")
    return cupy
