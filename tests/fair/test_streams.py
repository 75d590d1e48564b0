"""No two shoes begin alike, whoever shuffles them: forks, threads, and processes started anew.

`shoe_forks` children shuffle ten shoes each; a tenth as many shoes come from each of eight
threads, and a process in a hundred is started anew. What cannot be shown here is a machine that is
copied while it runs: then the chance of the operating system is the same twice, until it stirs.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from fractions import Fraction
from math import comb, prod
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

import tests.fair.streams
from puntobanco.fair.shoe import commit
from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import system
from tests.fair.planted import small_seed
from tests.fair.streams import PREFIX, ROW, SHOES, TOGETHER
from tests.sizes import size_of

FORKS = size_of("shoe_forks")
BITS = 3_025
"""The logarithm of the number of orders of 416 cards."""
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", *sys.path])}
Rows: TypeAlias = NDArray[np.uint8]


def streams(source: str, forks: int, shoes_a_thread: int) -> Rows:
    """What one process, its children and its threads shuffle."""
    words = (sys.executable, "-m", "tests.fair.streams", source, str(forks), str(shoes_a_thread))
    done = subprocess.run(words, capture_output=True, check=True, env=ENVIRONMENT)
    rows = np.frombuffer(done.stdout, dtype=np.uint8).reshape(-1, ROW)
    eights = -(-forks // TOGETHER)
    assert len(rows) == SHOES * (forks + 1) + eights + TOGETHER * shoes_a_thread
    return rows


def gathered(source: str, forks: int = 0, shoes_a_thread: int = 0, processes: int = 1) -> Rows:
    """The shoes of one process with all it starts, and of others that are alone."""
    first = streams(source, forks, shoes_a_thread)
    return np.concatenate([first, *(streams(source, 0, 0) for _ in range(processes - 1))])


def repeated(rows: Rows) -> int:
    """How many shoes begin like an earlier one."""
    return len(rows) - len(np.unique(rows[:, :PREFIX], axis=0))


def bits_drawn(rows: Rows) -> int:
    """The fewest bits that any shoe was shuffled with."""
    return 8 * int((rows[:, PREFIX].astype(np.int64) * 256 + rows[:, PREFIX + 1]).min())


def chance_of_a_repeat(shoes: int) -> Fraction:
    """At most so likely two of so many good shoes begin alike.

    Whatever lies before it, a card is of a given kind with a chance of 8 in those left, or less; so
    two shoes begin with the same ten with less than 8/416 x 8/415 ... 8/407, about 8 in 10^18.
    """
    return comb(shoes, 2) * prod((Fraction(8, 416 - at) for at in range(PREFIX)), start=Fraction(1))


def test_no_two_shoes_begin_alike_and_all_are_drawn_with_enough_chance() -> None:
    rows = gathered("system", FORKS, FORKS // 10, processes=1 + max(2, FORKS // 100))
    assert len(rows) >= SHOES * FORKS
    assert chance_of_a_repeat(len(rows)) < Fraction(1, 10_000)
    assert repeated(rows) == 0
    assert bits_drawn(rows) >= BITS


def test_ten_cards_are_enough_to_tell_a_million_shoes_apart() -> None:
    assert chance_of_a_repeat(1_200_000) < Fraction(1, 100_000)
    assert chance_of_a_repeat(10**9) > 1  # then more of each shoe would have to be compared


def test_this_is_what_tables_shuffle_with() -> None:
    for function in (commit, shuffled):
        assert inspect.signature(function).parameters["random"].default is system


@pytest.mark.parametrize(
    ("defect", "made"),
    [
        ("drawn ahead", {"forks": 16}),
        ("seeded before the fork", {"forks": 16}),
        ("seeded alike at every start", {"processes": 2}),
        ("one a thread", {"shoes_a_thread": 5}),
    ],
)
def test_a_shared_stream_is_found(defect: str, made: dict[str, int]) -> None:
    assert repeated(gathered(defect, **made)) >= SHOES


def test_a_shoe_of_few_bits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tests.fair.streams, "shuffled", small_seed)
    row = np.frombuffer(tests.fair.streams.row(system), dtype=np.uint8)
    assert bits_drawn(row.reshape(1, ROW)) == 32 < BITS
