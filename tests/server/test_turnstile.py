"""Many who come at once are let in a few at a time, in order, and keep nobody else waiting."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from puntobanco.server.traffic.admission import Admission


async def _rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_few_come_in_each_round_in_the_order_in_which_they_came() -> None:
    async def run() -> None:
        admission, came = Admission(at_once=3), list[int]()

        async def come(number: int) -> None:
            await admission.come_in()
            came.append(number)

        tasks = [asyncio.create_task(come(number)) for number in range(20)]
        seen = []
        while len(came) < 20:
            await asyncio.sleep(0)
            seen.append(len(came))
        assert came == list(range(20))
        assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) == 3
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_who_comes_alone_need_not_wait() -> None:
    async def run() -> None:
        admission = Admission(at_once=1)
        for _ in range(5):
            coming = admission.come_in()
            with suppress(StopIteration):
                coming.send(None)
                raise AssertionError("he had to wait")
            await _rounds(2)

    asyncio.run(run())


def test_who_goes_away_takes_nobodys_turn() -> None:
    async def run() -> None:
        admission = Admission(at_once=1)
        tasks = [asyncio.create_task(admission.come_in()) for _ in range(6)]
        await asyncio.sleep(0)
        for each in tasks[1:5]:
            each.cancel()
        await _rounds(4)
        assert tasks[5].done()
        assert not tasks[5].cancelled()

    asyncio.run(run())


def test_an_act_is_done_while_a_thousand_come_in() -> None:
    async def run() -> None:
        admission, came = Admission(), 0

        async def come() -> None:
            nonlocal came
            await admission.come_in()
            came += 1

        tasks = [asyncio.create_task(come()) for _ in range(1000)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert came < 100  # whoever acts now is not behind all the others
        await asyncio.gather(*tasks)
        assert came == 1000

    asyncio.run(run())
