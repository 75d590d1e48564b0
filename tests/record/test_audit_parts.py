"""An audit in parts says what an audit in one process says, of a sound house and of edited ones."""

from __future__ import annotations

import asyncio
import pickle
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puntobanco.record import audit_notes, audit_parts
from puntobanco.record.audit import Audit, AuditedPart, audit_store
from puntobanco.record.audit_notes import AuditNotes
from puntobanco.record.audit_parts import audit_in_parts, audit_source
from puntobanco.record.envelope import Head
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import StoreError
from puntobanco.record.verify import FINDINGS_MAX, Verifier
from tests.record import column_edits as columns
from tests.record.evidence import Evidence, gathered

EDITS = 40


class Carried(ThreadPoolExecutor):
    """Threads that are given and give back only what can travel between processes."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Do work on copies; what comes back is a copy too."""

        def carried() -> Any:
            return pickle.loads(pickle.dumps(work(*pickle.loads(pickle.dumps(given)))))  # noqa: S301

        return super().submit(carried)


def verifier(evidence: Evidence) -> Verifier:
    return Verifier(is_signed, [evidence.house.public], evidence.witnessed)


async def told(audit: Any) -> set[str]:
    """The findings of an audit; where a log has too many, which are listed depends on the order."""
    try:
        found: Audit = await audit
    except StoreError as error:
        return {str(error)}
    assert len(found.findings) < FINDINGS_MAX or "more problems" in str(found.findings)
    return set(found.findings)


def test_a_sound_house_is_sound_in_processes_too(tmp_path: Path) -> None:
    async def run() -> None:
        evidence = await gathered(tmp_path)
        source = str(tmp_path / "house.db")
        whole = await audit_source(source, verifier(evidence), 1)
        parts = await audit_source(source, verifier(evidence), 2, fewest=1)
        assert whole.findings == parts.findings == []
        one, other = whole.verifier, parts.verifier
        assert (one.heads, one.balances) == (other.heads, other.balances)
        assert one.events == other.events == whole.second.events == parts.second.events
        assert (one.statements, one.states_compared) == (other.statements, other.states_compared)

    asyncio.run(run())


def test_every_edit_is_found_in_parts_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_parts, "_processes", Carried)
    chance, found_in = Random("parts"), 0

    async def run() -> None:
        nonlocal found_in
        evidence = await gathered(tmp_path)
        path = tmp_path / "house.db"
        connection = columns.unlocked(path)
        before = columns.rows_in(connection)
        whole = path.read_bytes()
        for number in range(EDITS):
            connection.execute("BEGIN")
            deed = columns.edit(chance, connection, before)
            connection.execute("COMMIT")
            store = SqliteStore.open_to_read(path)
            try:
                one = await told(audit_store(store, verifier(evidence)))
                many = await told(audit_in_parts(store, str(path), verifier(evidence), 3, fewest=1))
                assert one == many, (number, deed)
                found_in += bool(one)
            finally:
                await store.close()
            connection.close()
            for each in tmp_path.glob("house.db-*"):
                each.unlink()
            path.write_bytes(whole)
            connection = columns.unlocked(path)
        connection.close()

    asyncio.run(run())
    assert found_in > EDITS // 4, found_in


def test_a_witness_of_a_log_that_is_gone_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_parts, "_processes", Carried)

    async def run() -> None:
        evidence = await gathered(tmp_path)
        path = tmp_path / "house.db"
        connection: sqlite3.Connection = columns.unlocked(path)
        for kept in columns.KEYS:
            connection.execute(f"DELETE FROM {kept} WHERE table_id = 'T1'")  # noqa: S608
        connection.close()
        found = await told(audit_source(str(path), verifier(evidence), 3, fewest=1))
        assert any(each.startswith("table T1") and "it was cut" in each for each in found), found

    asyncio.run(run())


class Interrupted(BaseException):
    """What ends a command in the middle."""


async def audited(
    path: Path, notes: AuditNotes, told: Callable[[int], None], house: Signer
) -> Audit:
    """An audit with notes, in as many parts as there are logs, one after the other."""
    store = SqliteStore.open_to_read(path)
    try:
        checking = Verifier(is_signed, [house.public])
        many = 1000  # so many parts, or one for each log
        return await audit_in_parts(
            store, str(path), checking, many, fewest=1, notes=notes, told=told
        )
    finally:
        await store.close()


def test_an_interrupted_audit_goes_on_from_its_notes_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[str] = []
    part_of = audit_parts._audit_part

    def counted(source: str, heads: dict[str, Head], verifier: Verifier) -> AuditedPart:
        worked.extend(heads)
        return part_of(source, heads, verifier)

    monkeypatch.setattr(audit_parts, "_processes", lambda count: ThreadPoolExecutor(1))
    monkeypatch.setattr(audit_parts, "_audit_part", counted)

    async def run() -> None:
        evidence = await gathered(tmp_path)
        path, house = tmp_path / "house.db", evidence.house
        whole = await audit_source(str(path), Verifier(is_signed, [house.public]), 1)
        logs = sorted(whole.verifier.heads)
        notes = AuditNotes(tmp_path / "notes", "the digest", house)
        done: list[int] = []

        def told(events: int) -> None:
            done.append(events)
            if len(done) == 2:
                raise Interrupted

        with pytest.raises(Interrupted):
            await audited(path, notes, told, house)
        noted = len(list((tmp_path / "notes").iterdir()))
        assert noted == 2
        worked.clear()
        done.clear()
        again = await audited(path, notes, done.append, house)
        assert len(worked) == len(logs) - noted
        assert sum(done) == whole.verifier.events == again.verifier.events == again.second.events
        assert again.findings == whole.findings == []
        assert again.verifier.heads == whole.verifier.heads
        assert again.verifier.balances == whole.verifier.balances
        for other in (  # another file, another key, another program: nothing noted counts
            AuditNotes(tmp_path / "notes", "another digest", house),
            AuditNotes(tmp_path / "notes", "the digest", Signer(make_key())),
        ):
            assert not any(other.found({log: whole.verifier.heads[log]}) for log in logs)
        assert all(notes.found({log: whole.verifier.heads[log]}) for log in logs)
        monkeypatch.setattr(audit_notes, "version", lambda: "another")
        newer = AuditNotes(tmp_path / "notes", "the digest", house)
        assert not any(newer.found({log: whole.verifier.heads[log]}) for log in logs)

    asyncio.run(run())


def test_a_note_that_was_changed_or_tells_of_something_wrong_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_parts, "_processes", lambda count: ThreadPoolExecutor(1))

    async def run() -> None:
        evidence = await gathered(tmp_path)
        path, house = tmp_path / "house.db", evidence.house
        notes = AuditNotes(tmp_path / "notes", "the digest", house)
        sound = await audited(path, notes, lambda events: None, house)
        parts = [{log: head} for log, head in sound.verifier.heads.items()]
        for note in (tmp_path / "notes").iterdir():
            kept = note.read_bytes()
            for at in (0, 70, len(kept) - 1):
                note.write_bytes(kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :])
                assert sum(notes.found(part) is None for part in parts) == 1
            note.write_bytes(kept)
        assert all(map(notes.found, parts))
        shutil.rmtree(tmp_path / "notes")
        notes = AuditNotes(tmp_path / "notes", "the digest", house)
        connection = columns.unlocked(path)
        connection.execute("UPDATE balance SET amount = amount + 1 WHERE table_id = 'T1'")
        connection.close()
        for _ in range(2):
            found = await audited(path, notes, lambda events: None, house)
            assert any("is kept as" in each for each in found.findings)
        assert notes.found({"T1": sound.verifier.heads["T1"]}) is None

    asyncio.run(run())
