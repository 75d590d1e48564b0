"""How long a test waits for another process: far longer than it takes on a busy machine.

A test that waits in vain fails all the same, long before the limit of `pytest-timeout`.
"""

import asyncio
import time
from collections.abc import Callable

SECONDS = 100
MILLISECONDS = 1000 * SECONDS
PAUSE_SECONDS = 0.01


async def until(holds: Callable[[], object]) -> None:
    """Let others run until this holds."""
    async with asyncio.timeout(SECONDS):
        while not holds():
            await asyncio.sleep(PAUSE_SECONDS)


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until this holds, where no event loop runs."""
    last = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < last, f"not so after {SECONDS} seconds"
        time.sleep(PAUSE_SECONDS)
