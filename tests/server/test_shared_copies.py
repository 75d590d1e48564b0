"""`punto backup` and `punto restore` of a house in PostgreSQL, into either store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from puntobanco.server.casino.running import Casino
from tests.cli.conftest import Punto
from tests.record.conftest import PostgresPlace
from tests.server.conftest import add_table, betting, house, table_added
from tests.server.contract import served

OWN = "a password that stays"


async def _begun(casino: Casino) -> None:
    await add_table(casino, table_added())
    await betting(casino)
    await casino.credentials.set_password("cashier1", OWN)


async def _opens(folder: Path, token: str, database: str = "") -> dict[str, int]:
    """What is at the table, once people are there and only passwords have stayed good."""
    async with house(folder, database=database) as casino:
        assert {"admin1", "T1p1"} <= casino.house_log.house.people.keys()
        assert await casino.credentials.session_of(token) is None
        assert await casino.credentials.is_right("cashier1", OWN)
        return await casino.store.balances("T1")


def test_a_house_in_a_database_is_copied_and_made_anew_in_either_store(
    postgres: PostgresPlace, punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, source = tmp_path / "house", postgres.source
    with served(folder, begun=_begun, database=source) as open_house:
        token = open_house.headers("admin1")["Authorization"].split()[1]
        monkeypatch.setenv("PUNTO_TOKEN", token)
        code, out, err = punto("backup", "--at", open_house.address)
        assert code == 0, err
        running = Path(out.splitlines()[0].removeprefix("Copied to "))
        watch = open_house.headers("watch1")["Authorization"].split()[1]
        monkeypatch.setenv("PUNTO_TOKEN", watch)
        carried = punto("log", "export", "--at", open_house.address)
        assert carried.out == punto("log", "export", source).out
        assert carried.out.count("\n") > 50, carried.err
        balances = open_house.within(open_house.casino.store.balances("T1"))
    rested = tmp_path / "rested.db"
    code, _, err = punto("backup", str(folder), "--database", source, "--to", str(rested))
    assert code == 0, err
    keys = ("--keys", str(folder))

    in_file = tmp_path / "in-file"
    code, out, err = punto("restore", str(running), str(in_file), *keys)
    assert (code, "nothing is wrong" in out) == (0, True), err
    assert asyncio.run(_opens(in_file, token)) == balances

    in_database = tmp_path / "in-database"
    wanted = ("restore", str(rested), str(in_database), *keys, "--database", source)
    code, _, err = punto(*wanted)
    assert (code, "there is a house in this database already" in err) == (2, True)
    assert not [*tmp_path.glob("in-database*")], "and nothing is left of it"
    schema = source.partition("search_path=")[2].partition("&")[0]
    asyncio.run(postgres.run(f"DROP SCHEMA {schema} CASCADE", f"CREATE SCHEMA {schema}"))
    code, out, err = punto(*wanted)
    assert (code, "--database ADDRESS`" in out) == (0, True), err
    assert not (in_database / "house.db").exists()
    assert asyncio.run(_opens(in_database, token, source)) == balances
    assert punto("verify", source, "--key", str(folder / "house.key.public")).code == 0


def test_what_is_no_address_is_told(punto: Punto, tmp_path: Path) -> None:
    wrong = "punto: 'here' is not an address of a database; write postgresql://HOST/NAME\n"
    assert punto("backup", str(tmp_path), "--database", "here")[::2] == (2, wrong)
    copy, new = str(tmp_path / "copy.db"), str(tmp_path / "new")
    words = ("restore", copy, new, "--keys", str(tmp_path), "--database", "here")
    assert punto(*words)[::2] == (2, wrong)
