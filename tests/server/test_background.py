"""Work on the side: waiting for it ends, also where a task has just ended."""

from __future__ import annotations

import asyncio

from puntobanco.server.operations.background import Background


def test_waiting_ends_where_a_task_ended_a_moment_ago() -> None:
    async def wait() -> list[int]:
        background, done = Background(), list[int]()

        async def work() -> None:
            done.append(1)

        background.begin(work())
        await asyncio.sleep(0)  # the task has ended; what follows upon that is still to run
        assert done == [1]
        await background.settled()
        return done

    assert asyncio.run(wait()) == [1]


def test_what_is_begun_meanwhile_is_waited_for_too() -> None:
    async def wait() -> list[int]:
        background, done = Background(), list[int]()

        async def work(number: int) -> None:
            done.append(number)
            if number < 3:
                background.begin(work(number + 1))

        background.begin(work(1))
        await background.settled()
        return done

    assert asyncio.run(wait()) == [1, 2, 3]


def test_a_task_that_fails_keeps_nobody_waiting() -> None:
    async def wait() -> None:
        background, failed = Background(), list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _loop, told: failed.append(told))

        async def work() -> None:
            raise ValueError("on the side")

        background.begin(work())
        await background.settled()

    asyncio.run(wait())
