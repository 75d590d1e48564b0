"""`punto log show`, `verify` and `export` through the server of a running house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.cli.log import sources as log_sources
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import StoreFailedError
from puntobanco.record.transfer import export
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations import exporting
from tests.cli.conftest import Punto, Ran
from tests.record.conftest import SqlitePlace
from tests.server.conftest import add_table, betting, table_added
from tests.server.contract import Served, served
from tests.server.journal import Journal

Ask = Callable[..., Ran]
Export = Callable[..., AsyncIterator[str]]


async def _begun(casino: Casino) -> None:
    """A table in play, and one where a word is said that some split lines at."""
    await add_table(casino, table_added())
    await add_table(casino, table_added("T2", title="one\u2028two\u0085three"))
    await betting(casino)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("distance") / "house", begun=_begun) as found:
        yield found


@pytest.fixture
def ask(house: Served, punto: Punto, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run `punto log` at the house as somebody who is signed in."""

    def run(*words: object, who: str = "watch1") -> Ran:
        monkeypatch.setenv("PUNTO_TOKEN", house.headers(who)["Authorization"].split()[1])
        return punto("log", *map(str, words), "--at", house.address)

    return run


def _database(house: Served) -> Path:
    return house.casino.plan.folder / "house.db"


def test_what_is_carried_away_is_what_the_folder_has(
    ask: Ask, punto: Punto, house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PIECE_BYTES", 1000)  # many pieces, cut anywhere
    far, near, copy = tmp_path / "far.jsonl", tmp_path / "near.jsonl", tmp_path / "copy.db"
    code, out, err = ask("export", far)
    lines = far.read_bytes().count(b"\n")
    assert (code, out) == (0, f"{lines:,} lines written to {far}.\n"), err
    assert punto("log", "export", str(_database(house)), str(near)).code == 0
    assert far.read_bytes() == near.read_bytes()
    assert "one\u2028two\u0085three" in far.read_text("utf-8")
    assert ask("export").out == far.read_text("utf-8")
    named = tmp_path / "named.jsonl"
    assert ask("export", "--file", named).code == 0
    assert named.read_bytes() == far.read_bytes()
    assert punto("log", "verify", str(far)).code == 0
    assert punto("log", "import", str(far), str(copy)).code == 0
    assert punto("log", "export", str(copy)).out == far.read_text("utf-8")


def test_no_secret_is_carried_away(ask: Ask, house: Served) -> None:
    path, headers = f"{house.address}/api/people/cashier1/password", house.headers("admin1")
    made = house.session.post(path, json={"id": "once"}, headers=headers).json()
    out = ask("export").out
    assert '"event":"password-made"' in out
    assert made["secret"] not in out
    assert "argon2" not in out
    assert not [token for token in house.tokens.values() if token in out]


def test_some_logs_are_carried_away(ask: Ask, punto: Punto, house: Served) -> None:
    words = ("--table", "T1", "--table", "account:T1p1", "--table", "T1")
    far = ask("export", *words)
    assert far.code == 0, far.err
    assert far.out == punto("log", "export", str(_database(house)), *words).out
    assert far.out.count('"table":"T1","sequence":1,') == 1
    assert '"table":"house"' not in far.out
    code, _, err = ask("export", "--table", "T9")
    assert (code, err) == (2, "punto: There is no log T9.\n")


@pytest.mark.parametrize("words", [(), ("--table", "T1", "--after", "4"), ("--limit", "7")])
def test_what_is_shown_is_what_the_folder_shows(
    ask: Ask,
    punto: Punto,
    house: Served,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
) -> None:
    monkeypatch.setattr(log_sources, "PAGE", 3)  # several pages of events, and of logs
    source = str(_database(house))
    for form in ((), ("--json",)):
        near = punto("log", "show", source, *words, *form)
        far = ask("show", *words, *form)
        assert (far.code, far.out) == (0, near.out), far.err
        assert far.out.count("\n") > 2 * log_sources.PAGE


@pytest.mark.parametrize(
    ("log", "sentence"),
    [("house", "adds admin1."), ("account:T1p1", "was paid in at the cage.")],
)
def test_logs_that_are_no_tables_are_told_in_sentences(ask: Ask, log: str, sentence: str) -> None:
    assert sentence in ask("show", "--table", log, "--limit", "500").out


def test_nothing_is_shown_of_what_is_not_there(ask: Ask, kept: Journal) -> None:
    assert ask("show", "--table", "T9")[::2] == (2, "punto: There is no log T9.\n")
    assert ask("show", "--table", "T1?limit=1")[:2] == (2, "")
    assert [line["code"] for line in kept.lines()] == ["not_found", "not_understood"]


def test_a_house_is_verified_at_a_distance(ask: Ask, punto: Punto, house: Served) -> None:
    near = punto("log", "verify", str(_database(house)))
    code, out, err = ask("verify")
    assert (code, "nothing wrong." in out) == (0, True), err
    assert out.split(",")[0] == near.out.split(",")[0]


def test_a_short_name_for_it(ask: Ask, punto: Punto, house: Served) -> None:
    assert ask("verify").code == 0  # leaves the token
    assert punto("verify", "--at", house.address).out == ask("verify").out
    assert punto("verify", str(_database(house))).code == 0


def test_a_change_is_found_at_a_distance(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "house", begun=_begun) as house:
        place = SqlitePlace(_database(house))
        asyncio.run(place.unlock())
        change = """UPDATE event SET envelope = replace(envelope, '"cause":"', '"cause":"x')"""
        asyncio.run(place.run(f"{change} WHERE table_id = 'house' AND sequence = 2"))
        monkeypatch.setenv("PUNTO_TOKEN", house.headers("watch1")["Authorization"].split()[1])
        code, out, _ = punto("log", "verify", "--at", house.address)
    assert (code, "event 2: was changed" in out) == (1, True)


def test_mistakes_are_told_in_a_sentence(ask: Ask, house: Served, tmp_path: Path) -> None:
    source = str(_database(house))
    one = "punto: name one source of logs, or a running house with --at\n"
    assert ask("show", source)[::2] == (2, one)
    assert ask("verify", source)[::2] == (2, one)
    refused = f"punto: --at already names the house; leave out {source}\n"
    assert ask("export", source, tmp_path / "x")[::2] == (2, refused)
    there = f"punto: {source} is already there; name a new file\n"
    assert ask("export", source)[::2] == (2, there)
    for words in (("show",), ("verify",), ("export", tmp_path / "far.jsonl")):
        found = ask(*words, who="guest1")
        assert found[::2] == (2, "punto: Your roles do not permit this.\n"), words
    assert not [*tmp_path.iterdir()]


def test_somewhere_must_be_named(punto: Punto) -> None:
    one = "punto: name one source of logs, or a running house with --at\n"
    assert punto("log", "show")[::2] == (2, one)
    assert punto("verify")[::2] == (2, one)
    export = "punto: name a database to export, or a running house with --at\n"
    assert punto("log", "export")[::2] == (2, export)


# --- what ends early --------------------------------------------------------------------------


def _after_five_lines(happens: Callable[[], Any]) -> Export:
    """An export in the middle of which something happens."""

    async def interrupted(store: SqliteStore, tables: Any = None) -> AsyncIterator[str]:
        number = 0
        async for line in export(store, tables):
            number += 1
            if number == 5:
                await happens()
            yield line

    return interrupted


def test_a_session_that_ends_ends_its_export(
    ask: Ask, house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sign_out() -> None:
        await house.casino.credentials.end_all("watch1")

    monkeypatch.setattr(exporting, "PIECE_BYTES", 1)
    monkeypatch.setattr(exporting, "export", _after_five_lines(sign_out))
    ended = f"punto: the house at {house.address} ended before the logs did; ask again\n"
    assert ask("export", tmp_path / "far.jsonl")[::2] == (2, ended)
    assert ask("verify")[::2] == (2, ended)
    assert not [*tmp_path.iterdir()]


def test_a_store_that_fails_is_not_taken_for_the_end(
    ask: Ask, house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise StoreFailedError("planted")

    monkeypatch.setattr(exporting, "export", _after_five_lines(fail))
    code, _, err = ask("export", tmp_path / "far.jsonl")
    assert (code, "ended before the logs did" in err) == (2, True)
    assert not [*tmp_path.iterdir()]
    monkeypatch.setattr(exporting, "export", export)
    assert ask("export", tmp_path / "far.jsonl").code == 0
