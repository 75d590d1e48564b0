"""A machine for the attacks, and one house that was founded, played at and closed."""

from __future__ import annotations

import json
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.outside.client import Client
from tests.outside.machine import Machine, started

FRESH_SECONDS = 100
"""Sessions end after idle minutes, five for staff: an older house is replaced by a new one."""


@dataclass(frozen=True)
class Closed:
    """A closed house and sessions in it that are still good."""

    folder: Path
    tokens: dict[str, str]
    passwords: dict[str, str]
    made: float


@pytest.fixture(scope="session")
def ground() -> Iterator[Path]:
    """A folder that whoever runs the houses can reach."""
    folder = Path(tempfile.mkdtemp(prefix="outside-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def the_machine(ground: Path) -> Iterator[Machine]:
    with started(ground) as found:
        yield found


@pytest.fixture
def machine(the_machine: Machine) -> Iterator[Machine]:
    """The machine; what a test leaves running on it is killed."""
    yield the_machine
    the_machine.end_all()


@pytest.fixture(scope="session")
def closed_before() -> list[Closed]:
    """The closed houses that earlier tests used."""
    return []


@pytest.fixture
def closed(the_machine: Machine, ground: Path, closed_before: list[Closed]) -> Closed:
    """A demonstration that was opened, signed in to and closed, not long ago."""
    if not closed_before or time.monotonic() - closed_before[-1].made > FRESH_SECONDS:
        closed_before.append(_closed(the_machine, ground / f"closed-{len(closed_before)}"))
    return closed_before[-1]


def _closed(machine: Machine, folder: Path) -> Closed:
    house = machine.serve(folder, "--demo")
    assert house.is_open(), house.said
    invited = json.loads((folder / "demo.json").read_bytes())
    passwords = {each["name"]: each["password"] for each in invited}
    tokens, made = {}, time.monotonic()
    for name in ("guest1", "guest2", "guest3", "supervisor1"):
        client = Client(house.port)
        assert client.signed_in(name, passwords[name]).status == 200
        tokens[name] = client.token
        client.close()
    assert house.ended(signal.SIGTERM) == 0, house.said
    return Closed(folder, tokens, passwords, made)
