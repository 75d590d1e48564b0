"""Pace counts what a call costs, and long answers come in pages."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from puntobanco.play import requests as r
from puntobanco.server.api import history, sockets
from puntobanco.server.casino import running
from puntobanco.server.traffic import pace, turned_away
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.server.traffic.metering import Metered
from puntobanco.server.traffic.pace import (
    BUSY_SECONDS,
    BUSY_SHARE,
    FREE_SECONDS,
    SHARE,
    Pace,
)
from tests.attack.calls import Calls
from tests.attack.stage import opened
from tests.server.conftest import betting, run


def test_a_call_is_paid_for_by_the_time_it_keeps_the_loop() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def costly() -> None:
            await asyncio.sleep(0.01)
            ends = time.thread_time() + 0.03
            while time.thread_time() < ends:
                pass
            await loop.run_in_executor(None, time.sleep, 0.01)

        work = Metered(costly())
        await work
        assert 0.03 <= work.seconds < 1.0
        turns = Pace(per_second=500, burst=200).of("ann")
        turns.spend(FREE_SECONDS)
        assert turns.is_rested()
        turns.spend(FREE_SECONDS + 1.0)
        assert turns.wait() > 1 / SHARE - 200 / 500 - 0.5
        assert not await turns.take_in_time()

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

        async def metered(work: Metered) -> None:
            await work

        with pytest.raises(KeyError):
            await Metered(fails())
        task = asyncio.create_task(metered(Metered(lasts())))
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
        async with opened(folder, tables=1) as stage:
            await betting(stage.casino)
            one, other = await stage.token("T1p1"), await stage.token("T1p2")
            right = history.record_form

            def costly(*given: object) -> object:
                ends = time.thread_time() + 0.1
                while time.thread_time() < ends:
                    pass
                return right(*given)  # type: ignore[arg-type]

            monkeypatch.setattr(history, "record_form", costly)
            monkeypatch.setattr(pace, "SHARE", 0.005)  # a debt that lasts, however slow this runs
            statuses = [
                (await stage.call(one, "GET", "/api/tables/T1/coups/1")).status_code
                for _ in range(2)
            ]
            assert statuses == [200, 429]
            assert stage.casino.pace.of("T1p2").wait() < 0
            assert (await stage.call(other, "GET", "/api/session")).status_code == 200

    run(main())


def test_one_person_is_answered_a_few_at_a_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another person is answered meanwhile; a call that takes long holds nobody up for ever."""

    async def main() -> None:
        async with opened(folder, tables=1, limits=TrafficLimits(calls_together=2)) as stage:
            await betting(stage.casino)
            one, other = await stage.token("T1p1"), await stage.token("T1p2")
            right, held, entered = history.fold_coup, asyncio.Event(), 0

            async def slow(*given: object) -> object:
                nonlocal entered
                entered += 1
                await held.wait()
                return await right(*given)  # type: ignore[arg-type]

            monkeypatch.setattr(history, "fold_coup", slow)
            monkeypatch.setattr(sockets, "LANE_SECONDS", 100)
            headers, path = {"Authorization": f"Bearer {one}"}, "/api/tables/T1/coups/1"
            lines = [Calls(stage.port) for _ in range(6)]
            asked = [asyncio.create_task(each.call("GET", path, b"", headers)) for each in lines]
            while entered < 2:
                await asyncio.sleep(0.01)
            assert (await stage.call(other, "GET", "/api/session")).status_code == 200
            assert entered == 2
            held.set()
            assert {each.status_code for each in await asyncio.gather(*asked)} == {200}
            held.clear()
            monkeypatch.setattr(sockets, "LANE_SECONDS", 0.01)
            asked = [asyncio.create_task(each.call("GET", path, b"", headers)) for each in lines]
            async with asyncio.timeout(10):
                while entered < 12:
                    await asyncio.sleep(0.01)
            held.set()
            await asyncio.gather(*asked)
            for each in lines:
                each.close()

    run(main())


def test_who_keeps_the_house_busy_is_known_and_forgotten() -> None:
    async def main() -> None:
        turns = Pace().of("ann")
        assert not turns.is_busy(BUSY_SECONDS / 2)
        assert turns.is_busy(BUSY_SECONDS)
        turns._spent_at -= 2 * BUSY_SECONDS / BUSY_SHARE  # so much later
        assert not turns.is_busy(BUSY_SECONDS / 2)

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
            async with asyncio.timeout(10):
                while len(kept := set(asked) & set(await stage.casino.store.requests("T1"))) > most:
                    await asyncio.sleep(0.01)
            assert kept == set(asked[-most:]), "the newest stay"
            again = (await stage.call(token, "POST", path, bet)).json()
            assert again["repeated"], "its one effect is not had twice"

    run(main())
