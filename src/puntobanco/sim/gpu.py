"""The kernels on an NVIDIA GPU: the same shoes, sessions and results as the compiled ones.

It needs numpy only, so that a GPU machine may have just that.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from ctypes import c_uint32, c_uint64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.sim.cuda import Cuda

Integers = npt.NDArray[np.int64]

_TABLE = 8104
_RECORD_BYTES = 8
_SUIT_BYTES = 13 * 4
_ONE = c_uint32(1)


@dataclass(frozen=True, slots=True)
class Launch:
    """How a kernel is spread over the GPU; the result does not depend on it."""

    kernel: str
    file: str
    threads: int
    blocks_per_processor: int
    queue: int
    tables: int = 0
    options: tuple[str, ...] = ()

    @property
    def shared_bytes(self) -> int:
        """Shared memory of a block: queues, suits and tables of counts."""
        thread = self.queue * _RECORD_BYTES + _SUIT_BYTES
        return self.threads * thread + self.tables * _TABLE * 4

    def defined(self) -> tuple[str, ...]:
        """What the compiler is told."""
        return (
            f"-DTHREADS={self.threads}",
            f"-DBLOCKS={self.blocks_per_processor}",
            f"-DQUEUE={self.queue}u",
            *self.options,
        )


COUNT = Launch("count_shoes", "count.cu", 1024, 1, 8, 2, ("-DSERVE_EVERY=8", "-DAT_ONCE=4"))
SESSIONS = Launch("play_sessions", "sessions.cu", 1024, 1, 1)


@dataclass(frozen=True, slots=True)
class SessionTables:
    """What sessions.cu must know of a plan beside its shoes."""

    terms: Integers
    """The struct `Terms`."""
    profits: Integers
    """For each wager and class: units won of a stake of so many, or below zero where it is lost."""
    levels: Integers
    """What staking.py says of the plan."""
    line_room: int
    """Numbers that a line of Labouchere may have; 0 for other plans."""
    shoes_most: int
    """The most shoes that a session can need."""


class Gpu:
    """A GPU; `count_shoes` is the compiled kernel's, done there."""

    def __init__(self, cuda: Cuda | None = None) -> None:
        self._cuda = cuda or Cuda()
        self.name = self._cuda.name
        self._kernels: dict[tuple[str, ...], Any] = {}
        self._compiling = threading.Lock()

    def count_shoes(
        self,
        seed: np.uint64,
        first: int,
        shoes: int,
        setup: Integers,
        limits: npt.NDArray[np.int16],
        head: int,
        counts: Integers,
    ) -> None:
        """Deal shoes first to first + shoes - 1 and add their classes to `counts`.

        A block counts in 32 bits: at most 2**28 shoes a call.
        """
        assert shoes <= 1 << 28, shoes
        kernel = self._kernel(COUNT, (*_shoe_defined(setup, limits), f"-DHEAD={head}"))
        found = np.empty((2, _TABLE), np.int64)
        table = self._cuda.memory("table", found.nbytes)
        self._cuda.clear(table, found.nbytes)
        numbers = (c_uint64(int(seed)), c_uint64(first), c_uint64(shoes))
        self._launch(COUNT, kernel, (*numbers, table, _ONE))
        self._cuda.download(table, found)
        counts += found[:, :8101]

    def play_sessions(
        self,
        seed: int,
        first: int,
        setup: Integers,
        limits: npt.NDArray[np.int16],
        tables: SessionTables,
        records: Integers,
    ) -> None:
        """Play sessions from number `first` on and fill in a row of `records` for each."""
        room = f"-DLINE_ROOM={tables.line_room}"
        most = f"-DSHOES_MOST={tables.shoes_most}ull"
        head = f"-DHEAD={setup[4]}"  # all coups: sessions know no tail
        kernel = self._kernel(SESSIONS, (*_shoe_defined(setup, limits), head, most, room))
        there = []
        for name, table in ("profits", tables.profits), ("levels", tables.levels):
            place = self._cuda.memory(name, max(table.nbytes, 8))
            self._cuda.upload(table, place)
            there.append(place)
        written = self._cuda.memory("records", records.nbytes)
        numbers = (c_uint64(seed), c_uint64(first), c_uint64(len(records)))
        self._launch(SESSIONS, kernel, (*numbers, tables.terms, *there, written, _ONE))
        self._cuda.download(written, records)

    def _launch(self, how: Launch, kernel: Any, arguments: Sequence[Any]) -> None:
        blocks = self._cuda.processors * how.blocks_per_processor
        self._cuda.launch(kernel, blocks, how.threads, how.shared_bytes, arguments)

    def _kernel(self, how: Launch, plan: tuple[str, ...]) -> Any:
        """The kernel with the plan compiled in as constants, kept for the next call."""
        options = (*how.defined(), *plan)
        with self._compiling:
            found = self._kernels.get(options)
            if found is None:
                folder = Path(__file__).parent
                files = (folder / name for name in ("device.cu", "deal.cu", how.file))
                source = "\n".join(file.read_text(encoding="utf-8") for file in files)
                found = self._cuda.kernel(source, how.kernel, options, how.shared_bytes)
                self._kernels[options] = found
            return found


def _shoe_defined(setup: Integers, limits: npt.NDArray[np.int16]) -> tuple[str, ...]:
    """The shoe, then Banker's limits plus one as nibbles of one number, and the three others."""
    names = ("DECKS", "BURN", "CUT", "EXTRA", "MOST", "CONTINUOUS")
    shoe = tuple(f"-D{name}={int(setup[at])}" for at, name in enumerate(names))
    nibbles = sum((int(limit) + 1) << (4 * value) for value, limit in enumerate(limits[:10]))
    stood, player, natural = (int(limit) for limit in limits[10:])
    return (
        *shoe,
        f"-DLIMITS={nibbles}ull",
        f"-DLIMIT_STOOD={stood}u",
        f"-DLIMIT_PLAYER={player}u",
        f"-DNATURAL={natural}u",
    )
