"""What is counted is exact: how each wish ended, sockets, bad messages, tables, and by whom."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from puntobanco.house import tables
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations.metrics import BUCKETS, Metrics
from tests import patience
from tests.attack.stage import Stage, opened
from tests.attack.wire import Wire, frame
from tests.server.conftest import FOUNDER, betting, house, run

BAD_MESSAGES = (b"", b"{", b"[]", b'{"type":"nothing"}', b'{"type":"time","echo":1,"echo":2}')
Counts = dict[tuple[str, str], float]


def counts_of(text: str, process: str = "1") -> Counts:
    """Every sample by its name and its other label; all must be of one process."""
    found: Counts = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = dict(sample.labels)
            assert labels.pop("process") == process, sample
            found[sample.name, "".join(labels.values())] = sample.value
    return found


async def asked(stage: Stage) -> Counts:
    """What an administrator is told."""
    token = await stage.token("the-administrator", is_staff=True)
    answer = await stage.call(token, "GET", "/metrics")
    assert answer.status_code == 200, answer.text
    return counts_of(answer.text)


def stake(amount: int, by: str = "T1p1") -> dict[str, Any]:
    """A bet; one of nothing is refused."""
    return {
        "request": "place-stake",
        "by": by,
        "patron": "T1p1",
        "place": 1,
        "wager": "banker",
        "amount": amount,
    }


async def told(wire: Wire, request_id: str, request: dict[str, Any]) -> str:
    """How a wish over a socket ended."""
    await wire.say({"type": "request", "id": request_id, "request": request})
    answer = await asyncio.wait_for(wire.answer(request_id), patience.SECONDS)
    assert answer is not None
    if answer["type"] == "error":
        return str(answer["code"])
    ended = "accepted" if answer["accepted"] else "refused"
    return "repeated" if answer["repeated"] else ended


def test_every_wish_socket_and_bad_message_is_counted_once(folder: Path) -> None:
    async def play() -> None:
        async with opened(folder, roles=("administrator",)) as stage:
            await betting(stage.casino, patrons=1)
            token = await stage.token("T1p1")
            wires = [await stage.socket(token) for _ in range(3)]
            commands = [
                *((f"good-{n}", stake(10_00)) for n in range(7)),
                *((f"none-{n}", stake(0)) for n in range(4)),
                *((f"good-{n}", stake(10_00)) for n in range(2)),
                ("none-0", stake(0)),
                ("good-0", stake(20_00)),
                ("other", stake(10_00, by="dealer")),
            ]
            ended = Counter([await told(wires[0], *each) for each in commands])
            body = {"id": "http", "request": stake(10_00)}
            for _ in range(2):  # the second time it is a repeat
                await stage.call(token, "POST", "/api/tables/T1/requests", body)
            for each in BAD_MESSAGES:
                await wires[1].put(frame(each))
                assert (await wires[1].answer() or {})["code"] == "bad_message"
            await wires[2].drop()
            async with asyncio.timeout(patience.SECONDS):
                while (counts := await asked(stage))["punto_sockets", ""] != 2:
                    await asyncio.sleep(0.01)
            await asyncio.gather(*(each.drop() for each in wires[:2]))
        assert ended == {
            "accepted": 7,
            "refused": 4,
            "repeated": 3,
            "id_reused": 1,
            "not_permitted": 1,
        }
        assert {
            label: n for (name, label), n in counts.items() if name == "punto_wishes_total"
        } == {
            "accepted": 7 + 1,
            "refused": 4,
            "repeated": 3 + 1,
            "failed": 1,
        }
        assert counts["punto_wish_seconds_count", ""] == 8 + 4 + 4
        buckets = [counts["punto_wish_seconds_bucket", str(bound)] for bound in BUCKETS]
        assert buckets == sorted(buckets)
        assert counts["punto_wish_seconds_bucket", "+Inf"] == 8 + 4 + 4
        assert counts["punto_refusals_total", "bad_message"] == len(BAD_MESSAGES)
        assert counts["punto_refusals_total", "too_many"] == 0
        log = stage.casino.running_tables["T1"].desk.table.sequence
        assert counts["punto_events_total", ""] == log > 8

    run(play())


async def stopped(casino: Casino, table: str) -> None:
    reply, _ = await casino.house_log.change(
        f"stop-{table}",
        FOUNDER,
        b"",
        lambda house, now: tables.stop_table(house, table, FOUNDER, "a spill"),
    )
    assert reply.accepted, reply


def test_tables_and_stopped_ones_are_counted_after_a_restart_too(folder: Path) -> None:
    async def play() -> None:
        async with opened(folder, tables=3, roles=("administrator",)) as stage:
            for table in ("T1", "T3"):
                await stopped(stage.casino, table)
            await stage.casino.settled()
            seen = await asked(stage)
            assert (seen["punto_tables", ""], seen["punto_tables_stopped", ""]) == (3, 2)
        async with house(folder, number=2) as casino:
            seen = counts_of(casino.metrics.text().decode(), "2")
            assert (seen["punto_tables", ""], seen["punto_tables_stopped", ""]) == (3, 2)

    run(play())


def test_every_sample_says_which_process_counted_it() -> None:
    metrics = Metrics(7)
    metrics.commands.count("accepted", 0.003)
    metrics.events.inc(3)
    lines = [line for line in metrics.text().decode().splitlines() if not line.startswith("#")]
    assert len(lines) > len(BUCKETS)
    assert all('process="7"' in line for line in lines), lines
    assert counts_of("\n".join(lines) + "\n", "7")["punto_events_total", ""] == 3
