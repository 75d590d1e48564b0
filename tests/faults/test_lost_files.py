"""A lost log never becomes a new house, and a closed house is whole in one file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.fair.sealing import KeyFileError
from puntobanco.record.signing import Signer
from puntobanco.record.snapshot import vouch
from puntobanco.record.sqlite import rows as sqlite_rows
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import StoreFailedError, WrongStoreError
from puntobanco.server.casino.founding import found
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations.house_folder import FOUNDING, FolderError
from tests.record.child import append
from tests.server.conftest import Asking, add_person, add_table, house, plan, run, table_added
from tests.server.test_at_rest import begin


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "house"


async def opened(folder: Path, **given: object) -> str:
    """What comes of opening a house: its administrator's name, nothing, or why it did not open."""
    try:
        async with house(folder, **given) as casino:
            invited = await found(casino)
            return invited.name if invited else "known"
    except (FolderError, KeyFileError, WrongStoreError) as error:
        return str(error)


def test_a_house_is_founded_once(folder: Path) -> None:
    assert run(opened(folder)) == "admin"
    assert run(opened(folder)) == "known"
    assert not (folder / FOUNDING).exists()


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        (("house.db",), "its log is missing or empty"),
        (("house.key",), "has no house.key, but its log has a house"),
        (("shoes.key",), "has no shoes.key, but its log has a house"),
        (("house.db", "house.key"), "its log is missing or empty"),
        (("house.key", "shoes.key"), "has no house.key and no shoes.key"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_founded(
    folder: Path, gone: tuple[str, ...], words: str
) -> None:
    run(opened(folder))
    for name in gone:
        (folder / name).unlink()
    before = sorted(each.name for each in folder.iterdir())
    for _ in range(2):  # refusing it makes nothing that would let it pass the next time
        assert words in run(opened(folder))
    assert sorted(each.name for each in folder.iterdir()) == before


def test_an_empty_log_beside_keys_is_a_lost_one(folder: Path) -> None:
    run(opened(folder))
    (folder / "house.db").write_bytes(b"")
    assert "its log is missing or empty" in run(opened(folder))
    assert "its log is missing or empty" in run(opened(folder))


def test_founding_that_was_interrupted_is_completed(folder: Path) -> None:
    async def interrupted() -> None:
        async with house(folder):
            pass

    run(interrupted())
    assert (folder / FOUNDING).exists()
    assert run(opened(folder)) == "admin"


def test_keys_are_made_anew_only_where_that_is_wanted(folder: Path) -> None:
    run(opened(folder))
    (folder / "house.key").unlink()
    assert "start once with --renew-keys" in run(opened(folder))
    assert run(opened(folder, may_renew_keys=True)) == "known"
    assert run(opened(folder)) == "known"


def test_a_foreign_key_of_the_shoes_does_not_open_the_house(folder: Path) -> None:
    async def promise() -> None:
        async with house(folder) as casino:
            await found(casino)
            await add_table(casino, table_added(cards="random"))
            await add_person(casino, "ann", "patron")
            await begin(casino, Asking(casino))

    run(promise())
    key = (folder / "shoes.key").read_bytes()
    (folder / "shoes.key").write_bytes(bytes(32))
    assert "shoes.key is not the key of this house" in run(opened(folder))
    (folder / "shoes.key").unlink()
    assert "shoes.key is not the key" in run(opened(folder, may_renew_keys=True))
    (folder / "shoes.key").write_bytes(key)
    assert run(opened(folder)) == "known"


@pytest.mark.parametrize("is_remembered", [True, False])
@pytest.mark.parametrize("name", ["house.key", "shoes.key"])
def test_a_foreign_key_does_not_open_the_house(
    folder: Path, name: str, is_remembered: bool
) -> None:
    """A house from before keys were remembered is known by what it has signed."""
    run(opened(folder))
    run(opened(folder.parent / "other"))

    if not is_remembered:

        async def forget() -> None:
            store = SqliteStore.open(folder / "house.db")
            await vouch(store, "house", Signer((folder / "house.key").read_bytes()), 1)
            for each in ("house.key", "shoes.key"):
                await store.drop("key", each)
            await store.close()

        run(forget())
    own = (folder / name).read_bytes()
    (folder / name).write_bytes((folder.parent / "other" / name).read_bytes())
    if is_remembered or name == "house.key":
        assert f"{name} is not the key of this house" in run(opened(folder))
        assert f"{name} is not the key of this house" in run(opened(folder))
        (folder / name).write_bytes(own)
        assert run(opened(folder)) == "known"
        (folder / name).write_bytes((folder.parent / "other" / name).read_bytes())
        assert run(opened(folder, may_renew_keys=True)) == "known"
    assert run(opened(folder)) == "known"


@pytest.mark.parametrize("held", [b"", b"-----BEGIN PRIVATE KEY-----\n", bytes(119)])
def test_a_key_file_that_is_spoilt_is_told_in_a_sentence(folder: Path, held: bytes) -> None:
    run(opened(folder))
    (folder / "house.key").write_bytes(held)
    assert "Put the file back" in run(opened(folder))


# --- files that are taken away ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["house.db", "house.db-wal", "house.db-shm"])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(tmp_path: Path, name: str) -> None:
    """What is written to a deleted file is kept by nobody; what was there before is rescued."""
    path = tmp_path / "house.db"

    async def write() -> None:
        store = SqliteStore.open(path)
        await store.append(append("T1", 0))
        assert not store.failure
        (tmp_path / name).unlink()
        with pytest.raises(StoreFailedError, match="was moved, deleted or replaced"):
            await store.append(append("T1", 1))
        assert "house.db-rescued" in store.failure
        await store.close()

    async def read(where: Path) -> int:
        store = SqliteStore.open_to_read(where)
        try:
            return (await store.heads())["T1"].sequence
        finally:
            await store.close()

    run(write())
    assert run(read(tmp_path / "house.db-rescued")) >= 2


# --- the write-ahead log ----------------------------------------------------------------------


def test_a_closed_house_is_whole_in_its_file(folder: Path) -> None:
    run(opened(folder))
    beside = {each.name.removeprefix("house.db") for each in folder.glob("house.db*")}
    assert beside == {"", "-end", "-owner"}
    shutil.copy(folder / "house.db", folder.parent / "alone.db")
    with closing(sqlite3.connect(folder.parent / "alone.db")) as file:
        (events,) = file.execute("SELECT count(*) FROM event").fetchone()
    assert events >= 3


PROGRAM = """
import asyncio, os, sys
from pathlib import Path
from puntobanco.record.sqlite.store import SqliteStore
from tests.record.child import append

async def main():
    store = SqliteStore.open(Path(sys.argv[1]))
    await store.append(append("T1", 0))
    os._exit(9)

asyncio.run(main())
"""


def test_a_killed_house_without_its_wal_does_not_open(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        check=False,
        env={**os.environ, "PYTHONPATH": f"src{os.pathsep}."},
        cwd=Path(__file__).resolve().parents[2],
    )
    assert ended.returncode == 9
    wal = tmp_path / "house.db-wal"
    held = wal.read_bytes()
    wal.unlink()
    with pytest.raises(WrongStoreError, match="-wal is missing"):
        SqliteStore.open(path)
    wal.write_bytes(held)

    async def read() -> int:
        store = SqliteStore.open(path)
        try:
            return (await store.heads())["T1"].sequence
        finally:
            await store.close()

    assert run(read()) == 2


def test_the_wal_is_bounded_while_the_house_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 200_000
    monkeypatch.setattr(sqlite_rows, "WAL_BYTES_MAX", most)

    async def write() -> list[int]:
        store = SqliteStore.open(tmp_path / "house.db")
        sizes = []
        for number in range(40):
            await store.append(append("T1", number))
            sizes.append((tmp_path / "house.db-wal").stat().st_size)
        await store.close()
        return sizes

    sizes = run(write())
    assert max(sizes) > most // 2
    assert max(sizes) < 2 * most


# --- who else has it --------------------------------------------------------------------------


def test_a_second_owner_is_kept_out_though_the_lock_beside_the_file_was_deleted(
    folder: Path,
) -> None:
    async def both() -> None:
        async with house(folder) as casino:
            await found(casino)
            (folder / "house.db-owner").unlink()
            with pytest.raises(WrongStoreError, match="another process has it"):
                await Casino.open(plan(folder))

    run(both())


def test_another_owner_is_named_only_where_there_is_one(folder: Path) -> None:
    """A disk that is full or a folder that is gone is not another process."""
    with pytest.raises(WrongStoreError, match=r"writing: unable to open database file$"):
        sqlite_rows.own(folder / "gone" / "house.db")
    folder.mkdir()
    with (
        closing(sqlite_rows.own(folder / "house.db")),
        pytest.raises(WrongStoreError, match=r"writing, another process has it$"),
    ):
        sqlite_rows.own(folder / "house.db")


def test_a_folder_that_others_can_read_is_narrowed(folder: Path) -> None:
    run(opened(folder))
    folder.chmod(0o755)
    (folder / "house.db").chmod(0o644)
    assert run(opened(folder)) == "known"
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "house.db").stat().st_mode & 0o077 == 0
    (folder / "house.key").chmod(0o644)
    assert "others may read the key file" in run(opened(folder))
