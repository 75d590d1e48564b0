"""A script of a clause, a reading or a situation whose money were otherwise would fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.notation import runner
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError
from puntobanco.play import doors
from puntobanco.play import events as e
from puntobanco.rules.wagers import Result

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("**/*.play"))
FEWEST = 600
"""The payments and returns of all these scripts are more than that."""


def one_more(event: e.Event) -> e.Event | None:
    """The event with one unit more for the patron; None where it gives nobody anything."""
    match event:
        case e.StakeSettled() if event.result is Result.WIN or (
            event.result is Result.PUSH and not event.stays
        ):
            return replace(event, profit=event.profit + 1)
        case e.StakeTaken() | e.StakeReduced() | e.CommissionReturned():
            return replace(event, amount=event.amount - 1)
        case _:
            return None


def run_with(script: str, change_at: int, patch: pytest.MonkeyPatch) -> int:
    """Run a script with one payment or return changed; how many of them there were."""
    met = 0

    def changed(door: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(*given: Any) -> Any:
            nonlocal met
            outcome = door(*given)
            if not isinstance(outcome, tuple):
                return outcome
            events = []
            for event in outcome:
                other = one_more(event)
                events.append(other if other is not None and met == change_at else event)
                met += other is not None
            return tuple(events)

        return wrong

    with patch.context() as now:
        now.setattr(runner, "decide", changed(doors.decide))
        now.setattr(runner, "rule_on", changed(doors.rule_on))
        run_script(script, BOOKS)
    return met


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(HERE).as_posix())
def test_no_payment_or_return_could_be_another(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = script.read_text("utf-8")
    for place in range(run_with(text, -1, monkeypatch)):
        try:
            run_with(text, place, monkeypatch)
        except (ScriptError, AssertionError, ValueError, KeyError):
            continue
        pytest.fail(f"payment or return {place + 1} could be another and the script would pass")


def test_many_payments_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    met = [run_with(script.read_text("utf-8"), -1, monkeypatch) for script in SCRIPTS]
    assert sum(met) > FEWEST
