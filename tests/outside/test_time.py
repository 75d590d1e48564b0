"""A process that is paused, and a machine whose clock steps: nothing is lost, tables go on."""

from __future__ import annotations

import signal
import threading
import time

from tests.outside.client import Client
from tests.outside.conftest import Closed
from tests.outside.ledger import Tally, rows
from tests.outside.machine import Machine, Served
from tests.outside.test_kills import bettors_of, money_of
from tests.sizes import is_long, size_of

PAUSE_SECONDS = size_of("outside_pause_seconds")
STEPS = (86_400, -86_400, 7, -7) if is_long() else (86_400, -86_400)
"""Seconds by which the clock is set, one after the other."""


def goes_on(house: Served, token: str, seconds: float = 40.0) -> None:
    """Every table that deals by itself completes the coup that is open, and calls another."""
    last = time.monotonic() + seconds
    with Client(house.port, token) as client:

        def coups() -> dict[str, int]:
            tables = client.get("/api/tables")["tables"]
            return {each["table"]: each["coup"] for each in tables if each["pace"] == "clock"}

        before = coups()
        assert len(before) == 4
        while any(coup < before[table] + 2 for table, coup in coups().items()):
            assert time.monotonic() < last, "a table does not go on"
            time.sleep(0.5)


def test_a_paused_process_loses_nothing_and_goes_on(machine: Machine, closed: Closed) -> None:
    folder, bettors = machine.copy(closed.folder, "paused"), bettors_of(closed)
    house = machine.serve(folder)
    assert house.is_open(), house.said
    threads = []
    for each in bettors:
        each.port = house.port
        until = time.monotonic() + PAUSE_SECONDS + 1.0
        threads.append(threading.Thread(target=each.run, args=(until,), daemon=True))
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    house.send(signal.SIGSTOP)
    time.sleep(PAUSE_SECONDS)
    house.send(signal.SIGCONT)
    for thread in threads:
        thread.join(100)
        assert not thread.is_alive()
    for each in bettors:
        each.ask_again()
        each.hang_up()
    goes_on(house, closed.tokens["guest1"])
    with Client(house.port, closed.tokens["supervisor1"]) as client:
        alerts = client.get("/api/alerts")["alerts"]
    assert [each for each in alerts if each["kind"] == "stuck"] == []
    assert house.ended(signal.SIGTERM) == 0, house.said
    tally = Tally.of(rows(folder))
    assert sum(tally.check(each) for each in bettors) > len(bettors)
    assert tally.interruptions == 0, "one process owns its file: a pause is no interruption"


def test_a_clock_that_steps_turns_no_time_back_and_stops_no_table(
    machine: Machine, closed: Closed
) -> None:
    folder, ahead = machine.copy(closed.folder, "clock"), machine.ground / "ahead"
    ahead.write_text("0")
    house = machine.serve(folder, ahead=str(ahead))
    assert house.is_open(), house.said
    wrong, password = 0, closed.passwords["guest1"]
    bettor = bettors_of(closed)[0]
    bettor.port = house.port
    for step in STEPS:
        wrong += step
        ahead.write_text(str(wrong))
        house.send(signal.SIGUSR1)
        time.sleep(0.7)  # sessions that have lasted too long end
        with Client(house.port, bettor.token) as client:
            signed = client.call("GET", "/api/session").status
            assert signed in (200, 401)
            if signed == 401:  # twelve hours have passed, as far as the house can know
                assert step > 0
                assert client.signed_in("guest1", password).status == 200
                bettor.token = client.token
        bettor.run(time.monotonic() + 0.2)
        bettor.ask_again()
    goes_on(house, bettor.token)
    balance, rack = money_of(house, bettor)
    assert house.ended(signal.SIGTERM) == 0, house.said
    tally = Tally.of(rows(folder))  # which sees that no time goes back
    assert tally.check(bettor) > 1
    assert balance + rack <= 10_000_00 + tally.racks["guest1"]
