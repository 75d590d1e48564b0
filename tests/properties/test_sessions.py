"""Seeded sessions by the thousand: the size `coups`, from `--seed` on.

A failure names its seed, which repeats it alone: `pytest --seed 17 --size coups=1 ...`; and the
shortest sequence of requests and reports that still breaks the same law.
"""

from __future__ import annotations

from itertools import count

import pytest

from tests.sizes import first_seed, size_of

from .session import failure_of, kind_of, session_of, shortened, written

COUPS = size_of("coups")
SEED = first_seed()
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
        rules, commands = session.watched.rules, session.watched.commands
        kind = kind_of(error)
        if failure_of(rules, commands) == kind:
            commands = shortened(rules, commands, kind)
        options = " ".join(f"{name}={value}" for name, value in rules.options.items())
        raise SessionFailedError(
            f"seed {seed}: {kind}: {error}\n{rules.book.name} {options}\n{rules.settings}\n"
            f"{written(commands)}\nrepeat it with --seed {seed} --size coups=1"
        ) from error


@pytest.mark.parametrize("part", range(PARTS))
def test_no_session_breaks_a_law(part: int) -> None:
    played = 0
    for seed in count(SEED + part, PARTS):
        played += play(seed)
        if played >= COUPS // PARTS:
            break
    assert played >= COUPS // PARTS
