"""Where chance comes from, and the tests that stop play when it stops being chance.

The tests are those of NIST SP 800-90B, 4.4: a repetition count, and an adaptive proportion over
bytes and over single bits. They cannot prove that a source is good; they notice that it has failed.
"""

from __future__ import annotations

import os
import re
from threading import Lock
from typing import Protocol

STARTUP_SAMPLES = 1_024
REPEATED_BYTES = 6
"""So many equal bytes in a row: 1 + 40/8, a false alarm in 2^40 samples."""
WINDOW_BYTES = 512
SAME_BYTES = 20
"""So many of a window equal to its first: a false alarm in less than 2^40 windows."""
WINDOW_BITS = 1_024
SAME_BITS = 627
"""So many ones, or zeros, in a window of bits: a false alarm in less than 2^40 windows."""

_REPEATED = re.compile(rb"(.)\1{%d}" % (REPEATED_BYTES - 1), re.DOTALL)


class RandomSource(Protocol):
    """Gives as many random bytes as it is asked for."""

    def __call__(self, count: int, /) -> bytes:
        """So many bytes."""


class SourceFailedError(Exception):
    """The source of chance cannot be trusted any more: nothing is shuffled."""


class WatchedSource:
    """A source whose every byte is tested before it is used; once failed it stays failed."""

    def __init__(self, source: RandomSource) -> None:
        self._source = source
        self._lock = Lock()
        self._failed = ""
        self._started = False
        self._before = b""
        self._bytes = b""
        self._bits = b""

    def __call__(self, count: int, /) -> bytes:
        """So many bytes that passed; the first call runs the test at start, as `start` does."""
        with self._lock:
            self._start()
            return self._draw(count)

    def start(self) -> None:
        """Test 1,024 samples, which are then thrown away; once is enough."""
        with self._lock:
            self._start()

    def _start(self) -> None:
        if not self._started:
            self._draw(STARTUP_SAMPLES)
            self._started = True

    def _draw(self, count: int) -> bytes:
        if not self._failed:
            try:
                drawn = self._source(count)
            except Exception as error:  # whatever went wrong, nothing is shuffled
                self._failed = f"it raised {type(error).__name__}"
            else:
                self._failed = self._wrong(drawn, count)
        if self._failed:
            raise SourceFailedError(
                f"the random source has failed ({self._failed}); nothing is shuffled until the "
                "process is started again with a sound one"
            )
        return drawn

    def _wrong(self, drawn: bytes, count: int) -> str:
        """What is wrong with the bytes; nothing when they pass."""
        if len(drawn) != count:
            return f"it gave {len(drawn)} of {count} bytes"
        if _REPEATED.search(self._before + drawn):
            return f"{REPEATED_BYTES} equal bytes in a row"
        self._before = (self._before + drawn)[1 - REPEATED_BYTES :]
        self._bytes += drawn
        while self._bytes:
            window, rest = self._bytes[:WINDOW_BYTES], self._bytes[WINDOW_BYTES:]
            if window.count(window[:1]) >= SAME_BYTES:
                return f"{SAME_BYTES} of {WINDOW_BYTES} bytes alike"
            if len(window) < WINDOW_BYTES:
                break  # goes on with the next bytes
            self._bytes = rest
        return self._unbalanced(drawn)

    def _unbalanced(self, drawn: bytes) -> str:
        self._bits += drawn
        while self._bits:
            window = self._bits[: WINDOW_BITS // 8]
            ones = int.from_bytes(window, "big").bit_count()
            if max(ones, 8 * len(window) - ones) >= SAME_BITS:
                return f"{SAME_BITS} of {WINDOW_BITS} bits alike"
            if 8 * len(window) < WINDOW_BITS:
                break
            self._bits = self._bits[WINDOW_BITS // 8 :]
        return ""


system = WatchedSource(os.urandom)
"""The operating system's generator, tested; it keeps no state of ours, so a fork shares none."""
