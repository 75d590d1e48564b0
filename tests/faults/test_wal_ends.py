"""A write-ahead log that was cut, spoilt or swapped is not taken for the whole; any other is."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from puntobanco.record.sqlite import rows as sqlite_rows
from puntobanco.record.sqlite.end import EndNote, NotedEnd
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import WrongStoreError
from tests.faults.test_power import scratch
from tests.record.child import append

HEADER, FRAME = 32, 24 + 4096
APPENDS = 24


@dataclass(frozen=True)
class Moment:
    """What a disk has at one moment, and how much of the log was acknowledged by then."""

    files: dict[str, bytes]
    notes: tuple[bytes, ...]
    """What the note may say after a loss of power: the last that was synced, and all since."""
    acknowledged: int


@dataclass
class Watch:
    """Remembers every moment at which a note is about to be written, or just was."""

    folder: Path
    notes: list[bytes] = field(default_factory=lambda: [b""])
    moments: list[Moment] = field(default_factory=list)
    acknowledged: int = 0

    def look(self) -> None:
        """Remember this moment."""
        names = ("house.db", "house.db-wal")
        there = {name: self.folder / name for name in names if (self.folder / name).exists()}
        files = {name: path.read_bytes() for name, path in there.items()}
        self.moments.append(Moment(files, tuple(self.notes), self.acknowledged))

    def wrote(self, is_synced: bool) -> None:
        """The note says something else from now on."""
        written = (self.folder / "house.db-end").read_bytes()
        self.notes = [written] if is_synced else [*self.notes, written]
        self.look()


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    """A log that is written, worked in, begun anew and cut, now and then while somebody reads."""
    with pytest.MonkeyPatch.context() as patch, scratch() as folder:
        watch = Watch(folder)
        write = EndNote._write

        def watched(self: EndNote, end: NotedEnd, *, is_synced: bool = False) -> None:
            watch.look()
            write(self, end, is_synced=is_synced)
            watch.wrote(is_synced)

        patch.setattr(EndNote, "_write", watched)
        patch.setattr(sqlite_rows, "CHECKPOINT_PAGES", 20)
        patch.setattr(sqlite_rows, "WAL_BYTES_MAX", 30 * FRAME)
        asyncio.run(worked(watch))
        return watch.moments


async def worked(watch: Watch) -> None:
    store = SqliteStore.open(watch.folder / "house.db")
    with closing(sqlite3.connect(watch.folder / "house.db", isolation_level=None)) as reader:
        for number in range(APPENDS):
            if number % 8 == 3:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM event").fetchall()
            if number % 8 == 6:
                reader.execute("COMMIT")
            await store.append(append("T1", number))
            watch.acknowledged = 2 * (number + 1)
    await store.close()


def lay_out(folder: Path, files: dict[str, bytes], note: bytes | None) -> Path:
    """Put files into an empty folder."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    if note is not None:
        (folder / "house.db-end").write_bytes(note)
    return folder / "house.db"


async def events(path: Path) -> int:
    """How many events a log has once it is open."""
    store = SqliteStore.open(path)
    try:
        heads = await store.heads()
        return heads["T1"].sequence if "T1" in heads else 0
    finally:
        await store.close()


def frames(note: bytes) -> int:
    return int(note.split()[1]) if note else 0


def generation(note: bytes) -> bytes:
    return note[:8]


def test_what_was_looked_at_is_worth_it(moments: list[Moment]) -> None:
    """The write-ahead log grew, began anew and was cut, and notes lagged behind it."""
    notes = [each.notes[-1] for each in moments]
    assert len({generation(each) for each in notes}) > 4
    assert any(not each.files["house.db-wal"] for each in moments if "house.db-wal" in each.files)
    assert max(len(each.notes) for each in moments) > 4
    assert max(map(frames, notes)) > 20


def test_every_moment_at_which_the_power_may_fail_opens_whole(moments: list[Moment]) -> None:
    with scratch() as folder:
        for number, moment in enumerate(moments):
            for which in {0, len(moment.notes) // 2, len(moment.notes) - 1}:
                note = moment.notes[which]
                path = lay_out(folder / f"{number}-{which}", moment.files, note)
                assert asyncio.run(events(path)) >= moment.acknowledged, (number, note)


def test_a_write_ahead_log_that_is_not_whole_is_refused(moments: list[Moment]) -> None:
    """It is cut anywhere, spoilt anywhere or emptied; the sentence names a way to go on."""
    chance = random.Random(3)
    those = [each for each in moments if frames(each.notes[-1]) > 1]
    with scratch() as folder:
        for number, moment in enumerate(chance.sample(those, 12)):
            whole = moment.files["house.db-wal"]
            noted = frames(moment.notes[-1])
            left = chance.randrange(noted)
            spoilt = bytearray(whole)
            spoilt[HEADER + left * FRAME + chance.randrange(FRAME)] ^= 1 << chance.randrange(8)
            ways = {
                "cut": (whole[: HEADER + left * FRAME + chance.randrange(FRAME)], "lacks its end"),
                "spoilt": (bytes(spoilt), "lacks its end"),
                "emptied": (b"", "is empty"),
            }
            for way, (wal, words) in ways.items():
                files = {**moment.files, "house.db-wal": wal}
                path = lay_out(folder / f"{number}-{way}", files, moment.notes[-1])
                for _ in range(2):  # refusing it changes nothing that would let it pass
                    with pytest.raises(WrongStoreError, match=f"{words}|is empty") as refused:
                        asyncio.run(events(path))
                kept = {name: (path.parent / name).read_bytes() for name in files}
                assert kept == files
                assert f"delete {path}-end" in str(refused.value)


def test_the_write_ahead_log_of_another_house_is_refused(moments: list[Moment]) -> None:
    """After a kill, while nothing was written yet, and beside a house that was closed."""
    with scratch() as folder:
        other = folder / "other.db"
        asyncio.run(another(other))
        foreign = other.with_name("other.db-kept").read_bytes()
        killed = next(each for each in moments if frames(each.notes[-1]) > 10)
        idle = next(each for each in moments if each.notes[-1] and not frames(each.notes[-1]))
        for moment, words in ((killed, "last events"), (idle, "Move"), (moments[-1], "Move")):
            files = {**moment.files, "house.db-wal": foreign}
            path = lay_out(folder / str(moments.index(moment)), files, moment.notes[-1])
            with pytest.raises(WrongStoreError, match=f"of another log.*{words}"):
                asyncio.run(events(path))
            path.with_name("house.db-wal").unlink()
            path.with_name("house.db-end").unlink()
            assert asyncio.run(events(path)) <= moment.acknowledged


def test_the_write_ahead_log_of_a_later_time_is_refused(moments: list[Moment]) -> None:
    """It would change a database that lacks what came between."""
    noted = [each for each in moments if frames(each.notes[-1])]
    pairs = [
        (earlier, later)
        for earlier, later in pairwise(noted)
        if generation(earlier.notes[-1]) != generation(later.notes[-1])
    ]
    assert len(pairs) > 3
    with scratch() as folder:
        for number, (earlier, later) in enumerate(pairs):
            files = {**earlier.files, "house.db-wal": later.files["house.db-wal"]}
            path = lay_out(folder / str(number), files, earlier.notes[-1])
            with pytest.raises(WrongStoreError, match="of another log, or of this one"):
                asyncio.run(events(path))


def test_a_kill_while_a_log_is_opened_is_no_reason_to_refuse(
    moments: list[Moment], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade writes before anything can be noted."""
    closed = moments[-1]
    migrate = sqlite_rows.migrate
    left: dict[str, bytes] = {}

    def upgrade(writer: sqlite3.Connection) -> None:
        migrate(writer)
        writer.execute("CREATE TABLE later (column_of_it)")
        for each in path.parent.iterdir():
            left[each.name] = each.read_bytes()
        raise WrongStoreError("killed")

    with scratch() as folder:
        path = lay_out(folder / "closed", closed.files, closed.notes[-1])
        monkeypatch.setattr(sqlite_rows, "migrate", upgrade)
        with pytest.raises(WrongStoreError, match="killed"):
            SqliteStore.open(path)
        monkeypatch.setattr(sqlite_rows, "migrate", migrate)
        assert left["house.db-wal"]
        left.pop("house.db-shm")
        path = lay_out(folder / "killed", left, left["house.db-end"])
        assert asyncio.run(events(path)) == closed.acknowledged


async def another(path: Path) -> None:
    """Another log that is open, its write-ahead log kept."""
    store = SqliteStore.open(path)
    for number in range(4):
        await store.append(append("T1", number))
    wal = path.with_name(f"{path.name}-wal")
    path.with_name(f"{path.name}-kept").write_bytes(wal.read_bytes())
    await store.close()


def test_a_note_that_is_gone_or_torn_is_no_reason_to_refuse(moments: list[Moment]) -> None:
    moment = next(each for each in moments if frames(each.notes[-1]) > 10)
    torn = moment.notes[-1][:20]
    with scratch() as folder:
        for number, note in enumerate((None, b"", torn, bytes(40), torn + moments[3].notes[-1])):
            path = lay_out(folder / str(number), moment.files, note)
            assert asyncio.run(events(path)) >= moment.acknowledged
