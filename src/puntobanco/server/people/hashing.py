"""Hashing of passwords: slow by design, in threads of its own that give way to the tables."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHES_AT_ONCE = 2
_HASHES_NICE = 10
"""How far hashing gives way: on a busy machine it has a tenth of what others have."""

_T = TypeVar("_T")


def _step_back() -> None:
    """Give way to everything else: hashing takes long by design, and no table waits for it."""
    if sys.platform == "linux":  # elsewhere a thread has no nice value of its own
        thread = threading.get_native_id()
        with suppress(OSError):
            nice = max(_HASHES_NICE, os.getpriority(os.PRIO_PROCESS, thread))
            os.setpriority(os.PRIO_PROCESS, thread, nice)


class Hashing:
    """Makes and checks the hashes that are kept of passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(_HASHES_AT_ONCE, "hashing", _step_back)
        self._decoy = self._threads.submit(self._hasher.hash, secrets.token_hex(16))
        """What is checked where no hash is kept; a house that opens does not wait for it."""

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._slowly(lambda: self._hasher.hash(password))

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether this is the password; where none is kept, none is, after the same work."""

        def check() -> bool:
            try:
                return self._hasher.verify(hashed or self._decoy.result(), password)
            except (VerificationError, InvalidHashError):
                return False

        return await self._slowly(check) and hashed is not None

    async def _slowly(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
