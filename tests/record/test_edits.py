"""No edit of a log goes unnoticed: `edits` of them, at random, one in ten of a database.

An edit is found when `punto log verify`, given the house's public key and a witness's file, says
that something is wrong. Of what happened, nothing may be another without that; whoever has the
house's key can only let more happen. Beside the events a store keeps answers, signed statements and
a snapshot. None of them may claim anything false of the events. But that a statement, a snapshot or
the answer to a refused wish is missing is not found, nor that the words of an answer are others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from puntobanco.record import signing
from puntobanco.record.audit import audit_lines, audit_store
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import StoreError
from puntobanco.record.verify import Verifier
from tests.record import column_edits as columns
from tests.record.edits import CAREFUL, CLUMSY, as_bytes, lines_of, sealed, told
from tests.record.evidence import Evidence, gathered
from tests.sizes import first_seed, size_of

EDITS = size_of("edits")
SEED = str(first_seed(0))
"""Another seed, other edits."""
is_signed = cache(signing.is_signed)


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return asyncio.run(gathered(tmp_path_factory.mktemp("evidence")))


def findings(
    evidence: Evidence, lines: Sequence[str], witnessed: Sequence[Checkpoint]
) -> list[str]:
    """What verify says of a file."""
    return audit_lines(lines, Verifier(is_signed, [evidence.house.public], witnessed)).findings


def test_the_log_as_it_is_passes(evidence: Evidence) -> None:
    whole = told(evidence.lines)
    assert whole is not None
    assert findings(evidence, evidence.lines, evidence.witnessed) == []
    assert sealed(whole, evidence.house) == lines_of(whole)
    assert {len(kept) for kept in whole.events.values()} == {1, 3, 33}


def test_every_clumsy_edit_of_a_file_is_found(evidence: Evidence) -> None:
    chance, ends = Random(f"clumsy {SEED}"), Counter[str]()
    for _ in range(EDITS * 5 // 10):
        kind = chance.choice(CLUMSY)
        ends[_clumsy(evidence, kind(chance, evidence.lines))] += 1
    assert ends["found"] > ends.total() // 2, ends


def _clumsy(evidence: Evidence, data: bytes) -> str:
    """How an edited file ends: found, or the same as before in all that verify vouches for."""
    try:
        lines = data.decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        return "unreadable"  # punto says so, and reads no further
    if findings(evidence, lines, evidence.witnessed):
        return "found"
    before, now = told(evidence.lines), told(lines)
    assert before is not None
    assert now is not None, "a line cannot be read, and nobody said so"
    assert now.grew_from(before), data
    assert now.ends == before.ends, data
    assert now.claims <= before.claims, data
    assert now.causes == before.causes, data
    return "beside the log" if data != as_bytes(evidence.lines) else "nothing was edited"


def test_every_careful_edit_is_found_by_the_witness_at_the_latest(evidence: Evidence) -> None:
    """Everything fits again and is signed with the house's own key: often verify alone passes."""
    chance, ends = Random(f"careful {SEED}"), Counter[str]()
    for number in range(EDITS * 4 // 10):
        kind = chance.choice(CAREFUL)
        whole, before = told(evidence.lines), told(evidence.lines)
        assert whole is not None
        assert before is not None
        kind(chance, whole)
        lines = sealed(whole, evidence.house)
        found = findings(evidence, lines, evidence.witnessed)
        now = told(lines)
        grew = now is not None and now.grew_from(before)
        assert found or grew, (kind.__name__, number)
        ends["found" if found else "more has happened since"] += 1
        if found and (number < 40 or number % 20 == 0):
            ends["by the witness alone"] += not findings(evidence, lines, ())
    assert ends["found"] > 5 * ends["more has happened since"], ends
    assert ends["by the witness alone"], ends


def test_every_edit_of_a_database_is_found(tmp_path: Path) -> None:
    chance, ends = Random(f"database {SEED}"), Counter[str]()

    async def run() -> None:
        evidence = await gathered(tmp_path)
        connection = columns.unlocked(tmp_path / "house.db")
        store = SqliteStore.open_to_read(tmp_path / "house.db")
        store._reader.close()
        store._reader = connection  # which sees what was edited, and takes it back
        before = columns.rows_in(connection)
        for number in range(EDITS // 10):
            connection.execute("BEGIN")
            deed = columns.edit(chance, connection, before)
            now = columns.rows_in(connection)
            found = await _audited(store, evidence)
            connection.execute("ROLLBACK")
            if not found:
                assert columns.history(now) == columns.history(before), (number, deed)
                assert columns.causes(now) == columns.causes(before), (number, deed)
                assert columns.claims(now) <= columns.claims(before), (number, deed)
                assert columns.states(now) <= columns.states(before), (number, deed)
            ends["found" if found else "same" if now == before else "beside the log"] += 1
        assert await _audited(store, evidence) == []
        await store.close()

    asyncio.run(run())
    assert ends["found"] > ends.total() // 4, ends


async def _audited(store: SqliteStore, evidence: Evidence) -> list[str]:
    """What verify says of a database."""
    verifier = Verifier(is_signed, [evidence.house.public], evidence.witnessed)
    try:
        return (await audit_store(store, verifier)).findings
    except StoreError as error:
        return [str(error)]
