"""Many who come at once are let in a few at a time, in order, and keep nobody else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from puntobanco.server.traffic.admission import Admission


async def _rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def _comes(came: list[int], number: int) -> Callable[[], bool]:
    def begin() -> bool:
        came.append(number)
        return True

    return begin


def test_a_few_come_in_each_round_in_the_order_in_which_they_came() -> None:
    async def run() -> None:
        admission, came = Admission(at_once=3), list[int]()
        begun = [admission.come_in(_comes(came, number)) for number in range(20)]
        assert begun == [True] * 3 + [False] * 17
        seen = [len(came)]
        while len(came) < 20:
            await asyncio.sleep(0)
            seen.append(len(came))
        assert came == list(range(20))
        assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) == 3

    asyncio.run(run())


def test_who_comes_alone_need_not_wait() -> None:
    async def run() -> None:
        admission, came = Admission(at_once=1), list[int]()
        for number in range(5):
            assert admission.come_in(_comes(came, number))
            await _rounds(2)
        assert came == list(range(5))

    asyncio.run(run())


def test_who_goes_away_takes_nobodys_turn() -> None:
    async def run() -> None:
        admission, came = Admission(at_once=1), list[int]()
        assert admission.come_in(_comes(came, 0))
        for _ in range(5):
            assert not admission.come_in(lambda: False)
        assert not admission.come_in(_comes(came, 6))
        await _rounds(2)
        assert came == [0, 6]

    asyncio.run(run())


def test_an_act_is_done_while_a_thousand_come_in() -> None:
    async def run() -> None:
        admission, came = Admission(), list[int]()
        for number in range(1000):
            admission.come_in(_comes(came, number))
        await _rounds(2)
        assert len(came) < 100  # whoever acts now is not behind all the others
        while len(came) < 1000:
            await asyncio.sleep(0)

    asyncio.run(run())
