"""A flood from one address is held back, and another address hardly notices it.

What is judged is a ratio: the 99th percentile of a patron's waiting while the flood lasts, beside
the larger of that without a flood and that while the same flood goes elsewhere on the machine. The
three take turns, so that a machine that others use is as busy for each.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.outside.client import Client
from tests.outside.conftest import Closed
from tests.outside.machine import Machine, Served
from tests.sizes import first_of, is_long, size_of

ROUNDS = size_of("outside_flood_rounds")
SECONDS = 1.0 if is_long() else 0.4
"""Of each part of a round."""
FLOODER = "127.0.0.2"
CALLS_PER_SECOND, AT_ONCE = 50, 150
"""What docs/security.md promises of one address without a session."""
PERSON_PER_SECOND, PERSON_AT_ONCE = 500, 200
"""And of one person with a session, from wherever."""
KINDS = ("descriptions", "guesses", "pages", "files", "slow", "calls")
TIMES_MOST = 2.0
SHARE = 0.99


def p99(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * SHARE)]


def waited(house: Served, token: str, seconds: float) -> list[float]:
    """How long a calm patron waits for each answer."""
    times, until = list[float](), time.monotonic() + seconds
    with Client(house.port, token) as client:
        while time.monotonic() < until:
            began = time.perf_counter()
            assert client.call("GET", "/api/tables/T1").status == 200
            times.append(time.perf_counter() - began)
            time.sleep(0.005)
    return times


def during(
    house: Served, token: str, kind: str, port: int, flooding: str
) -> tuple[list[float], dict[str, int]]:
    """The same while somebody floods a port; what the flooder was told."""
    program = Path(__file__).with_name("flood.py")
    lead = 1.4 if kind == "calls" else 0.2  # one person has a burst first
    words = [kind, str(port), str(SECONDS + lead + 0.1), FLOODER, flooding]
    flood = subprocess.Popen(
        [sys.executable, str(program), *words], stdout=subprocess.PIPE, text=True
    )
    time.sleep(lead)
    times = waited(house, token, SECONDS)
    said, _ = flood.communicate(timeout=100)
    told: dict[str, int] = json.loads(said)
    return times, told


@pytest.mark.parametrize("kind", first_of(KINDS))
def test_a_flood_is_held_back_and_others_are_answered(
    machine: Machine, closed: Closed, kind: str
) -> None:
    house = machine.serve(machine.copy(closed.folder, f"flood-{kind}"))
    assert house.is_open(), house.said
    token, flooding = closed.tokens["guest1"], closed.tokens["guest2"]
    waited(house, token, 0.1)  # what is slow only once
    alone, elsewhere, flooded = list[float](), list[float](), list[float]()
    told, began = Counter[str](), time.monotonic()
    for _ in range(ROUNDS):
        alone += waited(house, token, SECONDS)
        elsewhere += during(house, token, kind, 0, flooding)[0] if is_long() else alone
        times, statuses = during(house, token, kind, house.port, flooding)
        flooded += times
        told.update(statuses)
    usual = max(p99(alone), p99(elsewhere))
    print(  # noqa: T201 - for `-s`
        f"{kind}: {dict(told)}; p99 {p99(alone) * 1e3:.1f} ms alone, "
        f"{p99(elsewhere) * 1e3:.1f} ms with the flood elsewhere, "
        f"{p99(flooded) * 1e3:.1f} ms here: {p99(flooded) / usual:.2f} times"
    )
    answered = sum(told.get(status, 0) for status in ("200", "401"))
    at_once, per_second = AT_ONCE, CALLS_PER_SECOND
    if kind == "calls":
        at_once, per_second = PERSON_AT_ONCE, PERSON_PER_SECOND
    assert answered <= at_once + per_second * (time.monotonic() - began), told
    if is_long():  # on a machine that others use, the times say nothing
        assert p99(flooded) <= TIMES_MOST * usual
    with Client(house.port, address=FLOODER) as late:  # and whoever flooded is not shut out
        time.sleep(1.0)
        assert late.call("GET", "/health").status in (200, 429)
    assert house.ended(signal.SIGTERM) == 0, house.said
