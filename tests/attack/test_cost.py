"""Pace counts what a call costs, and long answers come in pages."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from puntobanco.play import requests as r
from puntobanco.server.api import history
from puntobanco.server.casino import running
from puntobanco.server.traffic import turned_away
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.server.traffic.metering import Metered
from puntobanco.server.traffic.pace import (
    PAUSE,
    SENT_PER_SECOND,
    SHARE,
    SPENT_SECONDS,
    Pace,
)
from tests import patience
from tests.attack.stage import opened
from tests.server.conftest import betting, run


def test_a_call_is_paid_for_by_the_time_it_keeps_the_loop() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def costly() -> int:
            await asyncio.sleep(0.01)
            ends = time.thread_time() + 0.03
            while time.thread_time() < ends:
                pass
            await loop.run_in_executor(None, time.sleep, 0.01)
            return 7

        charged = list[tuple[float, float]]()
        assert await Metered(costly(), lambda *each: charged.append(each)) == 7
        busy, held = (sum(each) for each in zip(*charged, strict=True))
        assert 0.03 <= busy < 1.0
        assert held >= 0.03
        turns = Pace(patience=4).of("ann")
        turns.charge(SPENT_SECONDS, 0.1)
        assert 0.05 < turns.wait() <= 0.1
        turns.charge(SPENT_SECONDS * PAUSE, 0.1)
        assert 0.1 * PAUSE < turns.wait() <= 0.1 * (PAUSE + 1)
        turns.charge(1.0, 10.0)
        assert turns.wait() <= 2, "one call alone is never refused for its time"
        assert await turns.take_in_time()

    run(main())


def test_a_payer_begins_one_thing_in_a_round_and_others_go_between() -> None:
    async def main() -> None:
        pace, begun = Pace(pause=0), list[str]()

        async def ask(name: str) -> None:
            assert await pace.of(name).take_in_time()
            begun.append(name)

        asked = [asyncio.create_task(ask("flooding")) for _ in range(24)]
        for _ in range(3):
            await asyncio.sleep(0)
        asked.append(asyncio.create_task(ask("calm")))
        await asyncio.gather(*asked)
        assert begun.count("flooding") == 24
        assert 1 <= begun.index("calm") <= 4, begun

    run(main())


def test_whoever_gives_up_takes_nobodys_turn() -> None:
    async def main() -> None:
        turns = Pace(per_second=10, burst=0.001, patience=0.02).of("ann")
        assert turns.take_at_once()
        refused = await asyncio.gather(*(turns.take_in_time() for _ in range(5)))
        assert not any(refused)
        cancelled = asyncio.create_task(turns.take_in_time())
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.sleep(0.1)
        assert await turns.take_in_time()

    run(main())


def test_what_is_metered_is_cancelled_and_fails_like_anything_else() -> None:
    async def main() -> None:
        ended = []

        async def fails() -> None:
            await asyncio.sleep(0)
            raise KeyError("x")

        async def lasts() -> None:
            try:
                await asyncio.sleep(100)
            finally:
                ended.append(True)

        def charge(busy: float, held: float) -> None:
            assert min(busy, held) >= 0

        async def metered() -> None:
            await Metered(lasts(), charge)

        with pytest.raises(KeyError):
            await Metered(fails(), charge)
        task = asyncio.create_task(metered())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended

    run(main())


def test_whoever_makes_costly_calls_waits_and_others_do_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(folder, tables=1, limits=TrafficLimits()) as stage:
            await betting(stage.casino)
            one, other = await stage.token("T1p1"), await stage.token("T1p2")
            right = history.record_form

            def costly(*given: object) -> object:
                ends = time.thread_time() + 0.1
                while time.thread_time() < ends:
                    pass
                return right(*given)  # type: ignore[arg-type]

            monkeypatch.setattr(history, "record_form", costly)
            path, people = "/api/tables/T1/coups/1", stage.casino.pace
            assert (await stage.call(one, "GET", path)).status_code == 200
            assert people.of("T1p1").wait() > 0
            assert people.of("T1p2").wait() < 0
            assert (await stage.call(other, "GET", "/api/session")).status_code == 200
            assert people.of("T1p1").wait() > 0, "nobody waited for it"
            assert (await stage.call(one, "GET", path)).status_code == 200

    run(main())


def test_who_keeps_the_house_busy_is_known_and_forgotten() -> None:
    async def main() -> None:
        turns = Pace().of("ann")
        turns.charge(SPENT_SECONDS, 0.001)
        assert turns.wait() > 0
        assert not turns.is_rested()
        turns._spent_at -= 2 * SPENT_SECONDS / SHARE  # so much later
        await asyncio.sleep(0.01)
        assert turns.is_rested()
        turns.weigh(SENT_PER_SECOND)
        assert turns.wait() > 0

    run(main())


def test_a_long_coup_is_told_in_pages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "ACTIONS_MAX", 7)

    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            asking = await betting(stage.casino)
            for number in range(20):
                kind = r.TakeStake if number % 2 else r.PlaceStake
                await asking.granted(
                    kind(by="T1p1", patron="T1p1", place=1, wager="player", amount=20_00)
                )
            token, told, after = await stage.token("T1p1"), list[int](), 0
            pages = 0
            while after is not None:
                path = f"/api/tables/T1/coups/1?after={after}"
                page = (await stage.call(token, "GET", path)).json()
                told += [each["sequence"] for each in page["actions"]]
                assert len(page["actions"]) <= 7
                after, pages = page["next"], pages + 1
            assert pages >= 3
            assert told == sorted(set(told))
            assert len(told) == 21  # the opening call, and every bet

    run(main())


def test_refused_requests_are_not_kept_for_ever(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the pace that one patron is allowed they would be 34 GB a day."""
    most = 5
    monkeypatch.setattr(turned_away, "KEPT_MIN", most)
    monkeypatch.setattr(turned_away, "KEPT_MAX", most)
    monkeypatch.setattr(running, "SWEEP_SECONDS", 0.02)

    async def main() -> None:
        async with opened(folder, tables=1) as stage:
            await betting(stage.casino)
            token, path = await stage.token("T1p1"), "/api/tables/T1/requests"
            stake = {"patron": "T1p1", "place": 1, "wager": "player", "amount": 20_00}
            bet = {"id": "bet", "request": {"request": "place-stake", "by": "T1p1", **stake}}
            assert (await stage.call(token, "POST", path, bet)).json()["accepted"]
            asked = []
            for number in range(4 * most):
                too_much = {"request": "cash-out", "by": "T1p1", "amount": 10**9}
                asked.append(f"no{number}")
                body = {"id": asked[-1], "request": too_much}
                assert not (await stage.call(token, "POST", path, body)).json()["accepted"]
            async with asyncio.timeout(patience.SECONDS):
                while len(kept := set(asked) & set(await stage.casino.store.requests("T1"))) > most:
                    await asyncio.sleep(0.01)
            assert kept == set(asked[-most:]), "the newest stay"
            again = (await stage.call(token, "POST", path, bet)).json()
            assert again["repeated"], "its one effect is not had twice"

    run(main())
