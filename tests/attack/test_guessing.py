"""Nobody learns from signing in who has an account here: neither by words nor by the clock."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from argon2 import PasswordHasher

from puntobanco.server.people.guesses import FAILURES_MAX, FAILURES_SECONDS
from puntobanco.server.people.hashing import Hashing
from tests.attack.stage import Stage, opened
from tests.server.conftest import add_person, run
from tests.sizes import is_long, size_of

GUESSES = size_of("guesses")
"""Of each kind."""
SECONDS_MOST = 0.001
"""By so much the median may differ, or by what chance does on a machine as busy as it was."""
NAMES = 3
ENTRIES = 300
"""What an account has seen: its log is not read for somebody who only guesses."""


async def _peopled(stage: Stage) -> list[tuple[str, str]]:
    """Names that there are, each beside one that there is not."""
    # dear enough that leaving the work out would show
    stage.casino.credentials._hashing = Hashing(PasswordHasher(1, 8192, 1))
    pairs = [(f"known-{number}", f"never-{number}") for number in range(NAMES)]
    for name, _ in pairs:
        await add_person(stage.casino, name, "patron")
        for _ in range(ENTRIES):
            await stage.pay_in(name, 100)
        await stage.casino.credentials.set_password(name, "right horse battery")
    return pairs


async def _guessed(stage: Stage, name: str) -> tuple[float, tuple[int, str]]:
    """How long a wrong password takes, and what is said."""
    stage.casino.accounts._known.clear()  # as after a restart
    body = {"name": name, "password": "wrong horse battery"}
    began = time.perf_counter()
    answer = await stage.call("", "POST", "/api/session", body)
    return time.perf_counter() - began, (answer.status_code, answer.text)


def test_a_wrong_password_and_an_unknown_name_are_alike(folder: Path) -> None:
    """Asked in turns, so that both find the machine as busy as the other."""

    async def main() -> None:
        async with opened(folder) as stage:
            pairs = await _peopled(stage)
            took: dict[bool, list[float]] = {True: [], False: []}
            told = set[tuple[int, str]]()
            for number in range(GUESSES):
                if number % (NAMES * (FAILURES_MAX - 1)) == 0:  # before anybody is locked out
                    stage.clock.move(FAILURES_SECONDS + 1)
                known, unknown = pairs[number % NAMES]
                for is_known in (True, False) if number % 4 < 2 else (False, True):
                    name = known if is_known else unknown
                    seconds, words = await _guessed(stage, name)
                    took[is_known].append(seconds)
                    told.add(words)
            assert stage.hasher.verified == 0, "the dear one was asked"
            assert len(told) == 1, told
            assert {status for status, _ in told} == {401}
            _judge(took[True], took[False])

    run(main())


def _judge(known: list[float], unknown: list[float]) -> None:
    """Hold the median difference of neighbours against what it may be."""
    differences = [one - other for one, other in zip(known, unknown, strict=True)]
    apart = statistics.median(differences)
    scatter = statistics.median(abs(each - apart) for each in differences)
    chance = 4 * 1.86 * scatter / len(differences) ** 0.5  # four standard errors of a median
    medians = [statistics.median(each) * 1e3 for each in (known, unknown)]
    print(  # noqa: T201 - for `-s`
        f"{len(known)} of each: known {medians[0]:.3f} ms, unknown {medians[1]:.3f} ms; "
        f"{apart * 1e3:+.3f} ms apart, by chance up to {chance * 1e3:.3f} ms"
    )
    if is_long():
        assert abs(apart) < max(SECONDS_MOST, chance), apart
