"""Every file of a house is lost, cut, emptied, swapped or locked away, one at a time."""

from __future__ import annotations

import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.outside.client import Client, LostError
from tests.outside.conftest import Closed
from tests.outside.damage import MONEY, Case, cases, is_whole, sentence_of
from tests.outside.ledger import Tally, rows
from tests.outside.machine import Machine, Served
from tests.sizes import size_of

EVERY = size_of("outside_files_every")
BOUGHT = 500_00
APPROVED = "approved.sha256"
LOG = ("house.db", "house.db-end", "house.db-owner")
AT_REST = (
    *LOG,
    *("house.key", "house.key.public", "shoes.key"),
    *("demo.json", "server.log", APPROVED),
)
IN_USE = ("house.db-wal", "house.db-shm", "house.db-owner-journal")

MUST_REFUSE = {
    *(f"house.db-{way}" for way in ("lost", "cut", "emptied", "swapped", "read_only")),
    *(f"{key}-{way}" for key in ("house.key", "shoes.key") for way in ("lost", "cut", "emptied")),
    *(f"{key}-swapped" for key in ("house.key", "shoes.key")),
    *("demo.json-cut", "demo.json-emptied", "server.log-read_only"),
    *(f"{APPROVED}-{way}" for way in ("cut", "emptied")),
    "house.db-end-read_only",
    *(f"{name}-unreadable" for name in AT_REST if name != "house.key.public"),
}
"""Closed houses that may not open with this."""


@pytest.fixture(scope="session")
def another(the_machine: Machine, ground: Path) -> Path:
    """Another house, killed while it was open, so that it has every file."""
    for ending in (signal.SIGTERM, signal.SIGKILL):
        house = the_machine.serve(ground / "another", "--demo")
        assert house.is_open(), house.said
        house.ended(ending)
    return house.folder


def buy(house: Served, token: str, request_id: str) -> bool:
    """Have guest1 buy chips; whether that was acknowledged."""
    buying = {"request": "buy-in", "by": "guest1", "amount": BOUGHT}
    with Client(house.port, token) as client, suppress(LostError):
        client.ask("T1", f"{request_id}-seat", request="take-place", by="guest1", place=1)
        return bool(client.ask("T1", request_id, **buying).get("accepted"))
    return False


def copied(machine: Machine, closed: Closed, case: Case, when: str) -> Path:
    """A copy of the closed house that has the file of the case."""
    folder = machine.copy(closed.folder, f"{when}-{case}")
    if case.name == APPROVED:
        approve(machine, folder)
    return folder


def approve(machine: Machine, folder: Path) -> None:
    """Approve the program as it is."""
    done = machine.punto("software", "approve", str(folder))
    while not done.has_ended():
        time.sleep(0.01)
    assert done.code == 0, done.said


def test_every_file_that_a_house_has_is_among_them(machine: Machine, closed: Closed) -> None:
    folder = machine.copy(closed.folder, "listed")
    approve(machine, folder)
    at_rest = {each.name for each in folder.iterdir()}
    house = machine.serve(folder, "--demo")
    assert house.is_open(), house.said
    assert buy(house, closed.tokens["guest1"], "a")
    in_use = {each.name for each in folder.iterdir()} - at_rest
    assert house.ended(signal.SIGTERM) == 0, house.said
    assert (at_rest, in_use) == ({*AT_REST}, {*IN_USE})


@pytest.mark.parametrize("case", cases(*AT_REST)[::EVERY], ids=str)
def test_a_closed_house(machine: Machine, closed: Closed, another: Path, case: Case) -> None:
    folder = copied(machine, closed, case, "closed")
    case.do(folder, another)
    for _ in range(2):  # what refuses it makes nothing that would let it pass the next time
        house = machine.serve(folder, "--demo")
        is_open = house.is_open()
        if not is_open:
            assert house.code == 2, house.said
            assert case.name in sentence_of(house) or case.name == "house.db", house.said
        else:
            assert is_whole(house, closed.tokens["guest1"], MONEY)
            assert house.ended(signal.SIGTERM) == 0, house.said
        assert is_open is (str(case) not in MUST_REFUSE), house.said


MUST_REFUSE_KILLED = {
    *(f"house.db-wal-{way}" for way in ("lost", "cut", "emptied", "swapped")),
    "house.db-end-swapped",
}
"""Killed houses that may not open with this: their newest events are gone, or may be."""


@pytest.mark.parametrize("case", cases(*LOG, *IN_USE)[::EVERY], ids=str)
def test_a_killed_house(machine: Machine, closed: Closed, another: Path, case: Case) -> None:
    """Its newest events are in the write-ahead log."""
    folder = machine.copy(closed.folder, f"killed-{case}")
    house = machine.serve(folder)
    assert house.is_open(), house.said
    assert buy(house, closed.tokens["guest1"], "a")
    house.ended(signal.SIGKILL)
    case.do(folder, another)
    house = machine.serve(folder)
    if house.is_open():
        assert str(case) not in MUST_REFUSE_KILLED
        assert is_whole(house, closed.tokens["guest1"], MONEY - BOUGHT), house.said
        assert house.ended(signal.SIGTERM) == 0, house.said
        Tally.of(rows(folder))
    else:
        assert house.code == 2, house.said
        sentence_of(house)


@pytest.mark.parametrize("case", cases(*AT_REST, *IN_USE)[::EVERY], ids=str)
def test_an_open_house(machine: Machine, closed: Closed, another: Path, case: Case) -> None:
    """It goes on, or it ends in a sentence; what it acknowledged is there when it opens again."""
    folder, token = copied(machine, closed, case, "open"), closed.tokens["guest1"]
    house = machine.serve(folder)
    assert house.is_open(), house.said
    case.do(folder, another)
    bought = buy(house, token, "a")
    time.sleep(0.8)  # twice as long as it takes to look at the files
    if not house.has_ended():
        bought |= buy(house, token, "b")
    code = house.ended(signal.SIGTERM)
    if code == -signal.SIGBUS:  # memory that it shared was taken away: the system ends it
        assert str(case) in ("house.db-shm-cut", "house.db-shm-emptied")
    else:
        assert code in (0, 70), house.said
    if code == 70:
        sentence_of(house)
        rescue(folder)
    house = machine.serve(folder)
    if not house.is_open():
        assert house.code == 2, house.said
        sentence_of(house)
        return
    assert is_whole(house, token, *([] if bought else [MONEY]), MONEY - BOUGHT, MONEY - 2 * BOUGHT)
    house.ended(signal.SIGTERM)


def rescue(folder: Path) -> None:
    """Do what the sentence of a house says whose files were taken away while it was open."""
    rescued = folder / "house.db-rescued"
    if rescued.exists():
        rescued.rename(folder / "house.db")
        for name in ("house.db-wal", "house.db-shm", "house.db-end"):
            (folder / name).unlink(missing_ok=True)
