"""Durable events a second, the cost beside a bare group-commit loop, and the speed of verifying.

Run: python benchmarks/record.py [--seconds 1] [--postgres ADDRESS]. Both loops share a run, so
that their ratio means something on a busy machine; CPU time is given beside the clock's.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import queue
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from results import Figure, keep

from puntobanco.base.cards import DECK
from puntobanco.books import BOOKS
from puntobanco.notation.codec import encode
from puntobanco.play.driver import Driver
from puntobanco.play.events import ChipsBought, Event, PatronCame, StakePlaced
from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record.envelope import Head, opened, rules_digest
from puntobanco.record.group import StoredState, plan, prepare
from puntobanco.record.opening import open_store
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import checkpoint, restore
from puntobanco.record.store import Append
from puntobanco.record.transfer import FIRST_LINE, RUN, answer_line, checked, end_line
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import HouseRules

PRODUCERS = (1, 50, 500)
TURNS = 3
VERIFIED = 250_000.0
"""So many events a CPU second are to be verified."""
VERIFYING = {
    "verifying a log": "verifier",
    "verifying a log, second verifier": "second_verifier",
    "of it: canonical form, hash, order and link of every envelope": "chained",
    "of it: SHA-256 alone": "hashed",
}
"""What is measured, and its name in the figures."""
Work = Callable[[int, int], Awaitable[object]]


async def measure(producers: int, seconds: float, work: Work) -> dict[str, Any]:
    """Let producers work one after the other's answer; rate, latencies and CPU time."""
    latencies: list[float] = []
    end = time.perf_counter() + seconds

    async def produce(who: int) -> None:
        number = 0
        while (start := time.perf_counter()) < end:
            await work(who, number)
            latencies.append(time.perf_counter() - start)
            number += 1

    cpu, start = time.process_time(), time.perf_counter()
    await asyncio.gather(*(produce(who) for who in range(producers)))
    elapsed, cpu = time.perf_counter() - start, time.process_time() - cpu
    latencies.sort()
    return {
        "producers": producers,
        "events_per_second": round(len(latencies) / elapsed),
        "p50_ms": round(latencies[len(latencies) // 2] * 1000, 2),
        "p99_ms": round(latencies[len(latencies) * 99 // 100] * 1000, 2),
        "cpu_us_per_event": round(cpu / len(latencies) * 1e6, 1),
    }


# --- a bare loop ------------------------------------------------------------------------------


class Bare:
    """The least that makes rows durable in groups: a queue, a thread, one insert."""

    def __init__(self, path: Path) -> None:
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(path,))
        self._thread.start()

    async def append(self, row: tuple[str, int, bytes]) -> None:
        """Return when the row is durable."""
        future = asyncio.get_running_loop().create_future()
        self._queue.put((row, future))
        await future

    def close(self) -> None:
        """End the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self, path: Path) -> None:
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE event (t TEXT, n INTEGER, e BLOB, PRIMARY KEY (t, n))")
        item = self._queue.get()
        while item is not None:
            items = [item]
            while (item := self._next()) is not None and len(items) < 1000:
                items.append(item)
            database.execute("BEGIN")
            database.executemany("INSERT INTO event VALUES (?, ?, ?)", [row for row, _ in items])
            database.execute("COMMIT")
            loop = items[0][1].get_loop()
            loop.call_soon_threadsafe(lambda done: [f.set_result(None) for _, f in done], items)
            item = item or self._queue.get()
        database.close()

    def _next(self) -> Any:
        try:
            return self._queue.get_nowait()
        except queue.Empty:
            return None


async def bare(folder: Path, name: str, producers: int, seconds: float) -> dict[str, Any]:
    """Measure the bare loop."""
    loop = Bare(folder / f"{name}.db")
    event = encode(stake(0))
    row = event + b" " * 420  # as long as an envelope
    result = await measure(producers, seconds, lambda who, n: loop.append((f"T{who}", n, row)))
    loop.close()
    return result


# --- the store --------------------------------------------------------------------------------


def stake(who: int) -> StakePlaced:
    """A patron stakes one unit."""
    return StakePlaced(patron=f"P{who}", place=1, wager="banker", amount=1, by=f"P{who}")


def append(who: int, number: int, *events: Event) -> Append:
    """One request of one table."""
    return Append(
        table=f"T{who}",
        expected=number + 1 if number else 0,
        request=f"{who}-{number}",
        body=b"{}",
        answer=b'{"ok":true}',
        actor=f"P{who}",
        edition="e" * 64,
        rules="r" * 64,
        events=events,
    )


async def stored(source: str, producers: int, seconds: float) -> dict[str, Any]:
    """Measure a store, each producer at a table of its own."""
    store = await open_store(source)
    for who in range(producers):
        patron = f"P{who}"
        first = (PatronCame(patron=patron), ChipsBought(patron=patron, amount=10**12))
        await store.append(append(who, 0, *first))

    async def bet(who: int, number: int) -> None:
        await store.append(append(who, number + 1, stake(who)))

    result = await measure(producers, seconds, bet)
    await store.close()
    return result


# --- verifying --------------------------------------------------------------------------------


def game(rules: HouseRules, coups: int) -> list[Append]:
    """A long game as appends, one for each event."""
    events: list[Event] = []
    chance = random.Random(1)  # noqa: S311 - the same game every time
    driver = Driver(rules, events.append)
    shoe = list(DECK) * rules.decks
    for coup in range(coups):
        if driver.shoe_is_over:
            chance.shuffle(shoe)
            driver.start_shoe(tuple(shoe), f"set {coup}")
        if coup == 0:
            for place in range(1, 6):
                driver.seat(f"Patron {place}", place, 10**12)
        driver.open()
        sides = [
            (f"Patron {p}", p, chance.choice(("player", "banker")), 25_00 * chance.randint(2, 40))
            for p in range(1, 6)
        ]
        driver.stakes(sides)
        driver.play()
    edition, digest = rules.book.digest(), rules_digest(rules)
    return [
        Append(
            table="T1",
            expected=number,
            request=f"r{number}",
            body=b"",
            answer=b"",
            actor="dealer",
            edition=edition,
            rules=digest,
            events=(event,),
        )
        for number, event in enumerate(events)
    ]


def verifying(coups: int) -> dict[str, Any]:
    """Measure both verifiers over one long log, each event with a request and an answer."""
    rules = BOOKS["mbs"].configure()
    assert isinstance(rules, HouseRules)
    made = plan([prepare(each) for each in game(rules, coups)], StoredState({}, {}, {}), 1)
    kept = made.rows.events
    head = Head(kept[-1].sequence, kept[-1].hash)
    lines = [FIRST_LINE, *(each.line for each in kept), *map(answer_line, made.rows.answers)]
    lines.append(end_line({"T1": head}))
    cpu = time.process_time()
    for each in kept:
        assert hashlib.sha256(each.text.encode()).hexdigest() == each.hash
    hashing = time.process_time() - cpu
    cpu, head = time.process_time(), Head()
    for begin in range(0, len(kept), RUN):
        run = kept[begin : begin + RUN]
        envelopes = opened(head, run)
        assert envelopes is not None
        head = Head(run[-1].sequence, run[-1].hash, envelopes[-1].time)
    chain = time.process_time() - cpu
    cpu = time.process_time()
    verifier = checked(lines, Verifier(is_signed))
    first = time.process_time() - cpu
    second_verifier = SecondVerifier()
    cpu = time.process_time()
    for line in lines:
        second_verifier.take(line)
    second = time.process_time() - cpu
    assert not verifier.findings, verifier.findings
    assert not second_verifier.finish()
    return {
        "hashed_events_per_cpu_second": round(verifier.events / hashing),
        "chained_events_per_cpu_second": round(verifier.events / chain),
        "events": verifier.events,
        "verifier_events_per_cpu_second": round(verifier.events / first),
        "second_verifier_events_per_cpu_second": round(verifier.events / second),
    }


def side_by_side(folder: Path, producers: int, seconds: float) -> dict[str, Any]:
    """Both loops by turns, the middle one of each, so that a busy moment hurts neither alone."""
    ours, least = [], []
    for turn in range(TURNS):
        least.append(asyncio.run(bare(folder, f"bare-{producers}-{turn}", producers, seconds)))
        path = folder / f"store-{producers}-{turn}.db"
        ours.append(asyncio.run(stored(str(path), producers, seconds)))
    one, other = (sorted(each, key=_rate)[TURNS // 2] for each in (ours, least))
    return {
        "rounds": [(_rate(a), _rate(b)) for a, b in zip(ours, least, strict=True)],
        "store": one,
        "bare": other,
        "rate_ratio": round(_rate(one) / _rate(other), 2),
        "cpu_ratio": round(one["cpu_us_per_event"] / other["cpu_us_per_event"], 2),
    }


def _rate(result: dict[str, Any]) -> float:
    return float(result["events_per_second"])


async def restarting(folder: Path, tables: int, coups: int) -> dict[str, Any]:
    """Measure how long a house takes to come back, with snapshots and without."""
    rules = BOOKS["mbs"].configure()
    assert isinstance(rules, HouseRules)
    path, signer, appends = folder / "house.db", Signer(make_key()), game(rules, coups)
    state = evolve_all(Table(), [event for each in appends for event in each.events])
    store = await open_store(str(path))
    for number in range(tables):
        name = f"T{number}"
        await asyncio.gather(*(store.append(replace(each, table=name)) for each in appends))
        await checkpoint(store, name, state, signer, 1)
    await store.close()
    seconds = []
    for trusted in (signer.public, ""):
        start = time.perf_counter()
        store = await open_store(str(path))
        for name in await store.heads():
            restored = await restore(store, name, trusted.__eq__)
            assert restored.table == state
            assert restored.folded_from == (len(appends) if trusted else 0)
        seconds.append(round(time.perf_counter() - start, 2))
        await store.close()
    events = tables * len(appends)
    return {
        "tables": tables,
        "events": events,
        "from_snapshots_s": seconds[0],
        "from_events_s": seconds[1],
    }


def main() -> None:
    """Measure everything and write JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--postgres", help="an address; its current schema should be empty")
    parser.add_argument("--coups", type=int, default=2000)
    given = parser.parse_args()
    result: dict[str, Any] = {"sqlite": [], "verify": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for producers in PRODUCERS:
            result["sqlite"].append(side_by_side(folder, producers, given.seconds))
        result["restart"] = asyncio.run(restarting(folder, 100, 40))
    if given.postgres:
        result["postgres"] = asyncio.run(stored(given.postgres, 200, given.seconds))
    result["verify"] = [verifying(given.coups) for _ in range(TURNS)]
    sys.stdout.write(json.dumps(result, indent=2) + "\n")
    figures = []
    for producers, each in zip(PRODUCERS, result["sqlite"], strict=True):
        what = f"durable events, {producers} producers"
        figures.append(Figure(what, "events/s", "bare group commit", 0.5, each["rounds"]))
    for what, name in VERIFYING.items():
        rounds = [(each[f"{name}_events_per_cpu_second"], VERIFIED) for each in result["verify"]]
        figures.append(Figure(what, "events/CPU s", "at least", 1.0, rounds))
    keep("record", figures)


if __name__ == "__main__":
    main()
