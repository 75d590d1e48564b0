"""Seeded sessions by the thousand: `PUNTO_COUPS` says how many coups, `PUNTO_SEED` where to begin.

A failure names its seed, which repeats it alone: `PUNTO_SEED=17 PUNTO_COUPS=1 pytest ...`; and the
shortest sequence of requests and reports that still breaks the same law.
"""

from __future__ import annotations

import os
from itertools import count

import pytest

from .session import failure_of, kind_of, session_of, shortened, written

COUPS = int(os.environ.get("PUNTO_COUPS", "20000"))
SEED = int(os.environ.get("PUNTO_SEED", "0"))
PARTS = 4
"""Every fourth seed is a test of its own, so that several workers share them."""


class SessionFailedError(AssertionError):
    """A session that broke a law, with everything needed to see it again."""


def play(seed: int) -> int:
    """Play the session of a seed; how many coups it had."""
    session = session_of(seed)
    try:
        return session.play()
    except Exception as error:
        rules, wishes = session.watched.rules, session.watched.wishes
        kind = kind_of(error)
        if failure_of(rules, wishes) == kind:
            wishes = shortened(rules, wishes, kind)
        options = " ".join(f"{name}={value}" for name, value in rules.options.items())
        raise SessionFailedError(
            f"seed {seed}: {kind}: {error}\n{rules.book.name} {options}\n{rules.settings}\n"
            f"{written(wishes)}\nrepeat it with PUNTO_SEED={seed} PUNTO_COUPS=1"
        ) from error


@pytest.mark.parametrize("part", range(PARTS))
def test_no_session_breaks_a_law(part: int) -> None:
    played = 0
    for seed in count(SEED + part, PARTS):
        played += play(seed)
        if played >= COUPS // PARTS:
            break
    assert played >= COUPS // PARTS
