"""Hashing gives way to everything else, however low a house stands already."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from puntobanco.server.people.hashing import Hashing
from tests.server.conftest import HASHER, run


def nice() -> int:
    """How far this thread gives way."""
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.parametrize("house", [10, 15, 19])
def test_hashing_never_goes_before_a_house_that_gives_way_itself(house: int) -> None:
    def serve() -> int:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), max(house, nice()))
        return run(Hashing(HASHER)._slowly(nice)) - nice()

    with ThreadPoolExecutor(1) as apart:
        assert apart.submit(serve).result() == 0


def test_a_password_matches_its_hash_and_nothing_matches_where_none_is_kept() -> None:
    async def main() -> None:
        hashing = Hashing(HASHER)
        hashed = await hashing.hash("right horse battery")
        assert await hashing.matches(hashed, "right horse battery")
        assert not await hashing.matches(hashed, "wrong horse battery")
        assert not await hashing.matches("no hash", "right horse battery")
        assert not await hashing.matches(None, "right horse battery")
        hashing._decoy = hashing._threads.submit(lambda: hashed)
        assert not await hashing.matches(None, "right horse battery")

    run(main())
