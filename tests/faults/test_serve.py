"""`punto serve` with several processes on one PostgreSQL: opened, mistreated and closed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from puntobanco.server.casino.plan import PARK_SECONDS
from puntobanco.server.serve import WANTED
from tests import patience
from tests.cli.conftest import Punto
from tests.record.conftest import PostgresPlace

SOURCE = Path(__file__).parents[2] / "src"
PUNTO = (sys.executable, "-m", "puntobanco", "serve")
IMPATIENT = """
from puntobanco.cli.app import main
from puntobanco.server import serve
serve.END_SECONDS = 2.0
main()
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}
SOON_SECONDS = PARK_SECONDS / 2
"""Far less than a house takes that waits for its coups, however slow the machine is."""
CLOSING = ("Closing the house.", "The house is closed.")


def until(is_so: Callable[[], Any], seconds: float = patience.SECONDS) -> Any:
    """What a question is answered with once that is anything."""
    last = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < last, f"not so after {seconds} seconds"
        time.sleep(0.02)
    return found


@dataclass
class Served:
    """The command, running."""

    process: subprocess.Popen[str]
    folder: Path
    said: list[str]
    """What it printed until the house was open."""

    @property
    def address(self) -> str:
        return self.said[-1].split(" at ")[1].split()[0]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def journal(self) -> list[dict[str, Any]]:
        lines = (self.folder / "server.log").read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def children(self) -> dict[int, int]:
        """The living processes of the house, by their number."""
        pid, found = self.process.pid, {}
        for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
            if wanted := wanted_of(child):
                found[json.loads(wanted)["number"]] = child
        return found

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, str]:
        """The answer over a connection of its own, whichever process takes it."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=patience.SECONDS)
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    def is_ready(self) -> bool:
        with suppress(OSError, HTTPException):
            return self.call("GET", "/ready")[0] == 200
        return False

    def rest(self) -> tuple[int, tuple[str, ...], str]:
        """How it ended, what it printed after it was open, and what went wrong."""
        out, err = self.process.communicate(timeout=patience.SECONDS)
        return self.process.returncode, tuple(out.splitlines()), err


def words_of(pid: int) -> list[str]:
    """The command line of a process; empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode().rstrip("\0").split("\0")
    except OSError:
        return []


def wanted_of(pid: int) -> str:
    """What a process was started to serve; empty when it has ended or serves nothing."""
    try:
        words = Path(f"/proc/{pid}/environ").read_bytes().decode().split("\0")
    except OSError:
        return ""
    return next((each.partition("=")[2] for each in words if each.startswith(f"{WANTED}=")), "")


@contextmanager
def served(
    folder: Path, *words: str, processes: int = 2, punto: tuple[str, ...] = PUNTO
) -> Iterator[Served]:
    """The house served by so many processes, in a terminal's group of its own."""
    process = subprocess.Popen(
        (*punto, str(folder), "--processes", str(processes), *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    assert process.stdout is not None
    children: set[int] = set()
    try:
        said = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if "The house is open at" in line:
                break
        else:
            raise AssertionError(process.communicate()[1])
        found = Served(process, folder, said)
        until(lambda: processes == 1 or len(found.children()) == processes)
        children.update(found.children().values())
        yield found
        assert not [pid for pid in children if words_of(pid)], "a child was left"
    finally:
        for pid in (process.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.communicate()


def signed_in(house: Served, name: str, password: str) -> str:
    status, text = house.call("POST", "/api/session", {"name": name, "password": password})
    assert status == 200, text
    return str(json.loads(text)["token"])


def password_of(house: Served, name: str) -> str:
    """What was printed for somebody, which must be once."""
    (row,) = [line.split() for line in house.said if line.startswith(f"{name} ")]
    return row[1]


def administrator(house: Served) -> str:
    """The token of the administrator whose password was printed."""
    once, own = password_of(house, "admin"), "a password of my own"
    changed = {"old": once, "new": own}
    token = signed_in(house, "admin", once)
    status, text = house.call("POST", "/api/session/password", changed, token)
    assert status == 204, text
    return signed_in(house, "admin", own)


@pytest.mark.long
def test_one_of_two_is_killed_and_replaced_and_sigterm_closes_the_house(
    folder: Path, postgres: PostgresPlace
) -> None:
    with served(folder, "--database", postgres.source, "--port", "0") as house:
        until(house.is_ready)
        token = administrator(house)
        before = house.children()
        os.kill(before[1], signal.SIGKILL)
        assert house.call("GET", "/api/session", token=token)[0] == 200, "the other goes on"
        after = until(lambda: (now := house.children()).get(1, before[1]) != before[1] and now)
        assert after[2] == before[2]
        os.kill(after[2], signal.SIGSTOP)  # so that whoever answers now is the new one
        try:
            until(house.is_ready)
            status, text = house.call("GET", "/metrics", token=token)
        finally:
            os.kill(after[2], signal.SIGCONT)
        assert status == 200, text
        assert set(re.findall(r'process="(\d+)"', text)) == {"1"}
        os.kill(house.process.pid, signal.SIGTERM)
        assert house.rest() == (0, CLOSING, "")
        until(lambda: not [pid for pid in after.values() if words_of(pid)], SOON_SECONDS)
        anew = [each for each in house.journal if "is started anew" in each["event"]]
        assert [(each["number"], each["code"]) for each in anew] == [(1, -signal.SIGKILL)]


@pytest.mark.long
def test_a_killed_supervisor_leaves_nobody_and_ctrl_c_closes_the_next(
    folder: Path, postgres: PostgresPlace
) -> None:
    with served(folder, "--database", postgres.source, "--port", "0") as house:
        until(house.is_ready)
        children = house.children().values()
        os.kill(house.process.pid, signal.SIGKILL)
        until(lambda: not [pid for pid in children if words_of(pid)])  # one may still be opening
        said = [each.get("sentence") for each in house.journal]
        assert said.count("the process that supervises this one is gone") == 2
    words = ("--database", postgres.source, "--port", str(house.port), "--demo")
    with served(folder, *words) as again:
        assert again.port == house.port
        until(again.is_ready)
        assert not [line for line in again.said if line.startswith("admin ")], "told only once"
        bet(again, "guest1")
        os.killpg(again.process.pid, signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            again.process.wait(1)  # a coup is open
        os.killpg(again.process.pid, signal.SIGINT)
        again.process.wait(SOON_SECONDS)
        assert again.rest() == (0, CLOSING, "")


def bet(house: Served, name: str) -> None:
    """Somebody of the demonstration has a stake on the layout of T1."""
    token = signed_in(house, name, password_of(house, name))

    def ask(number: int, request: str, **fields: Any) -> bool:
        body = {"id": f"{name}-{number}", "request": {"request": request, "by": name, **fields}}
        status, text = house.call("POST", "/api/tables/T1/requests", body, token)
        assert status == 200, text
        return bool(json.loads(text)["accepted"])

    assert ask(1, "take-place", place=1)
    assert ask(2, "buy-in", amount=1_000_00)
    stake = {"patron": name, "place": 1, "wager": "banker", "amount": 100_00}
    numbers = count(3)
    until(lambda: ask(next(numbers), "place-stake", **stake))


@pytest.mark.long
def test_one_that_does_not_end_is_killed(folder: Path, postgres: PostgresPlace) -> None:
    words = ("--database", postgres.source, "--port", "0")
    with served(folder, *words, punto=(sys.executable, "-c", IMPATIENT, "serve")) as house:
        until(house.is_ready)
        os.kill(house.children()[1], signal.SIGSTOP)
        os.kill(house.process.pid, signal.SIGTERM)
        assert house.rest() == (0, CLOSING, "")
        killed = [each["number"] for each in house.journal if "is killed" in each["event"]]
        assert 1 in killed


def test_one_process_is_closed_in_the_same_words(folder: Path) -> None:
    with served(folder, "--port", "0", processes=1) as house:
        until(house.is_ready)
        assert password_of(house, "admin")
        os.kill(house.process.pid, signal.SIGTERM)
        assert house.rest() == (0, CLOSING, "")


UNREACHABLE = ("--processes", "2", "--database", "postgresql://127.0.0.1:1/nothing")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--processes", "2"), "more than one process needs --database postgresql://..."),
        (("--processes", "0"), "--processes is a number from 1 to 64"),
        (
            ("--processes", "2", "--database", "house.db"),
            "--database is an address that begins with postgresql://",
        ),
        ((*UNREACHABLE, "--port", "65536"), "--port is a number from 0 to 65535"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_sentence(
    folder: Path, punto: Punto, words: tuple[str, ...], sentence: str
) -> None:
    assert punto("serve", str(folder), *words) == (2, "", f"punto: {sentence}\n")
    assert not folder.exists(), "nothing was made"


def test_a_port_in_use_and_a_folder_that_is_none_are_told_in_one_sentence(
    tmp_path: Path, punto: Punto
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = punto("serve", str(tmp_path / "house"), "--port", port, *UNREACHABLE)
    said = f"port {port} of 127.0.0.1 cannot be used: Address already in use"
    assert ran == (2, "", f"punto: {said}; choose another with --port\n")
    file = tmp_path / "file"
    file.touch()
    ran = punto("serve", str(file), "--port", "0", *UNREACHABLE)
    assert ran == (
        2,
        "",
        f"punto: {file} cannot be the folder of a house: there is a file of that name\n",
    )


def test_a_database_out_of_reach_is_told_in_one_sentence(folder: Path) -> None:
    ran = subprocess.run(
        (*PUNTO, str(folder), "--port", "0", *UNREACHABLE),
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
        timeout=patience.SECONDS,
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    assert ran.stderr.startswith("punto: the database cannot be reached: ")
    assert ran.stdout == f"Opening the house in {folder} ...\n"
