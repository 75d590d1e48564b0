"""A flood from one address is held back, and another address hardly notices it.

`make test` counts: the flooder gets no more answers than the pace allows, and a patron at another
address gets every answer. `make prove` also measures how long the house was busy between the
patron's question and its answer: the processor time of its process. Windows with and without the
flood take turns, each flood from its first moment on.
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
CALLS = 150 if is_long() else 40
"""Of the patron in each window."""
PAUSE_SECONDS = 0.04 if is_long() else 0.005
"""Between an answer and the patron's next call. When it is measured, the patron takes less of the
house's time than the tenth from which on they would pause themselves."""
FLOODER = "127.0.0.2"
CALLS_PER_SECOND, AT_ONCE = 50, 150
"""What docs/security.md promises of one address without a session."""
PERSON_PER_SECOND, PERSON_AT_ONCE = 200, 200
"""And of one person with a session, from wherever."""
SIGNED_IN = ("calls", "messages", "bets", "pings", "handshakes")
KINDS = (*SIGNED_IN, "descriptions", "guesses", "pages", "files", "slow", "pipelined")
REST_SECONDS = 1.5
"""Between a flood and the next window: what it has left behind is done by then."""
TIMES_MOST = 2.0
TIMES_MOST_OF_MEDIAN = 3.0


def at_share(times: list[float], share: float) -> float:
    """The time that so many of all do not exceed."""
    return sorted(times)[int(len(times) * share)]


def waited(house: Served, token: str, count: int, seconds: float = 60.0) -> list[float]:
    """How long the house is busy before a calm patron has each answer."""
    clock, times = ~house.pid << 3 | 2, list[float]()  # Linux: the time of another process
    until = time.monotonic() + seconds
    with Client(house.port, token) as client:
        assert client.call("GET", "/health").status == 200
        while len(times) < count and time.monotonic() < until:
            began = time.clock_gettime(clock)
            assert client.call("GET", "/api/tables/T1").status == 200
            times.append(time.clock_gettime(clock) - began)
            time.sleep(PAUSE_SECONDS)
    return times


def during(
    house: Served, token: str, kind: str, flooding: str
) -> tuple[list[float], dict[str, int]]:
    """The same while somebody floods the house; what the flooder was told."""
    program, seconds = Path(__file__).with_name("flood.py"), 6.5 if is_long() else 1.5
    words = [kind, str(house.port), str(seconds), FLOODER, flooding]
    flood = subprocess.Popen(
        [sys.executable, str(program), *words], stdout=subprocess.PIPE, text=True
    )
    assert flood.stdout is not None
    flood.stdout.readline()  # it begins
    times = waited(house, token, CALLS, seconds)
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
    waited(house, token, 20)  # what is slow only once
    alone, flooded = list[float](), list[float]()
    told, began = Counter[str](), time.monotonic()
    for _ in range(ROUNDS):
        alone += waited(house, token, CALLS)
        times, statuses = during(house, token, kind, flooding)
        flooded += times
        told.update(statuses)
        time.sleep(REST_SECONDS)
    figures = [
        (
            at_share(alone, each),
            at_share(flooded, each),
            at_share(flooded, each) / at_share(alone, each),
        )
        for each in (0.5, 0.99)
    ]
    print(  # noqa: T201 - for `-s`
        f"{kind}: {dict(told)}; {len(alone)} and {len(flooded)} calls; "
        + "; ".join(
            f"{name} {before * 1e3:.1f} ms alone, {after * 1e3:.1f} ms flooded, {times:.2f} times"
            for name, (before, after, times) in zip(("median", "p99"), figures, strict=True)
        )
    )
    answered = sum(told.get(status, 0) for status in ("200", "401"))
    at_once, per_second = AT_ONCE, CALLS_PER_SECOND
    if kind in SIGNED_IN:
        at_once, per_second = PERSON_AT_ONCE, PERSON_PER_SECOND
    assert answered <= at_once + per_second * (time.monotonic() - began), told
    assert flooded, "the patron got no answer during the flood"
    if is_long():
        assert figures[0][2] <= TIMES_MOST_OF_MEDIAN
        assert figures[1][2] <= TIMES_MOST
    with Client(house.port, address=FLOODER) as late:  # and whoever flooded is not shut out
        assert late.call("GET", "/health").status in (200, 429)
    assert house.ended(signal.SIGTERM) == 0, house.said
