"""The served process is killed under load, again and again; an independent tally loses nothing."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time

from tests.outside.client import Client
from tests.outside.conftest import Closed
from tests.outside.ledger import Bettor, Tally, rows
from tests.outside.machine import Machine, Served
from tests.sizes import first_seed, size_of

KILLS = size_of("outside_kills")
SEED = first_seed(3)
TABLES = ("T1", "T2", "T4")
SECONDS = (0.4, 1.2)
"""How long a house lives under load; betting is open most of the time."""


def bettors_of(closed: Closed) -> list[Bettor]:
    """Three patrons, each at a table of another book."""
    return [
        Bettor(name, closed.tokens[name], table, place=1, chance=random.Random(f"{SEED} {name}"))
        for name, table in zip(("guest1", "guest2", "guest3"), TABLES, strict=True)
    ]


def under_load(house: Served, bettors: list[Bettor], seconds: float) -> None:
    """Have everybody bet for so long; then they are still betting."""
    threads = []
    for each in bettors:
        each.port = house.port
        until = time.monotonic() + seconds + 5
        threads.append(threading.Thread(target=each.run, args=(until,), daemon=True))
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    house.ended(signal.SIGKILL)
    for thread in threads:
        thread.join(100)
        assert not thread.is_alive()


def money_of(house: Served, bettor: Bettor) -> tuple[int, int]:
    """What the house says somebody has: at the cage, and as chips at his table."""
    with Client(house.port, bettor.token) as client:
        account = client.get("/api/account")
        view = client.get(f"/api/tables/{bettor.table}")["view"]
    return account["balance"], view["me"]["rack"]


def test_no_acknowledged_bet_is_lost_or_doubled_by_kills(machine: Machine, closed: Closed) -> None:
    folder, chance = machine.copy(closed.folder, "killed"), random.Random(SEED)
    bettors, lost = bettors_of(closed), 0
    for _ in range(KILLS):
        house = machine.serve(folder)
        assert house.is_open(), house.said
        for each in bettors:
            each.port = house.port
            lost += each.ask_again()
        under_load(house, bettors, chance.uniform(*SECONDS))
    house = machine.serve(folder)
    assert house.is_open(), house.said
    for each in bettors:
        each.port = house.port
        lost += each.ask_again()
        each.hang_up()
    said = {each.name: money_of(house, each) for each in bettors}
    tally = Tally.of(rows(folder))
    with_bets = sum(tally.check(each) for each in bettors)
    for each in bettors:
        balance, rack = said[each.name]
        assert rack == tally.racks[each.name], each.name
        bought = sum(
            told["amount"] for told in each.accepted.values() if told["request"] == "buy-in"
        )
        assert balance == 10_000_00 - bought
    assert with_bets > 2 * len(bettors) * KILLS // 3, "there was load"
    assert house.ended(signal.SIGTERM) == 0, house.said
    with sqlite3.connect(folder / "house.db") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    print(f"{KILLS} kills, {with_bets} accepted, {lost} without an answer, asked again")  # noqa: T201
