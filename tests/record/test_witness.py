"""A witness with a key of its own: what no chain of hashes can find by itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from puntobanco.play.evolve import evolve_all
from puntobanco.play.table import Table
from puntobanco.record.audit import audit_store
from puntobanco.record.envelope import Kept, read_line
from puntobanco.record.signing import Signer, is_signed, make_key
from puntobanco.record.snapshot import checkpoint
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.verify import Verifier
from puntobanco.record.witnessing.witness import (
    Witness,
    WitnessFileError,
    append_synced,
    read_witness_file,
)
from tests.record.conftest import Place, opened
from tests.record.logs import Ticking, appends, events_of, record
from tests.record.test_verify import LINES

HOUSE, WITNESS = Signer(make_key()), Signer(make_key())


def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "witness.jsonl", WITNESS, Ticking())


async def rewritten(path: Path, seed: int, coups: int) -> SqliteStore:
    """A whole other history, complete and signed with the house's own key."""
    store = SqliteStore.open(path, Ticking())
    await record(store, "T1", seed=seed, coups=coups)
    state = evolve_all(Table(), events_of(seed=seed, coups=coups)[:50])
    await checkpoint(store, "T1", state, HOUSE, Ticking()())
    return store


def test_a_log_that_only_grew_is_attested_again_and_again(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(place) as store:
            for each in list(appends())[:8]:
                await store.append(each)
            assert await witness(tmp_path).look(store) == []
            for each in list(appends())[8:]:
                await store.append(each)
            await record(store, "T2", seed=2)
            seeing = witness(tmp_path)
            assert await seeing.look(store) == []
            assert await seeing.look(store) == []
            kept = read_witness_file(tmp_path / "witness.jsonl", WITNESS.public)
            assert [(said.table, said.size > 8) for said in kept] == [
                ("T1", True),
                ("T1", True),
                ("T2", True),
            ]
            assert (await audit_store(store, Verifier(is_signed, [], kept))).findings == []

    asyncio.run(run())


@pytest.mark.parametrize(
    ("coups", "sentence"), [(3, "it was cut"), (12, "was rewritten here or before")]
)
def test_a_complete_rewrite_passes_the_chain_but_not_the_witness(
    tmp_path: Path, coups: int, sentence: str
) -> None:
    async def run() -> None:
        true = await rewritten(tmp_path / "true.db", seed=1, coups=6)
        seeing = witness(tmp_path)
        assert await seeing.look(true) == []
        size = (await true.heads())["T1"].sequence
        false = await rewritten(tmp_path / "false.db", seed=2, coups=coups)
        kept = read_witness_file(tmp_path / "witness.jsonl")
        assert (await audit_store(false, Verifier(is_signed, [HOUSE.public]))).findings == []
        found = [str(each) for each in await witness(tmp_path).look(false)]
        (told,) = found
        assert told.startswith(f"table T1, event {size}: ")
        assert sentence in told
        audited = (await audit_store(false, Verifier(is_signed, [HOUSE.public], kept))).findings
        assert any("the witness saw" in each for each in audited), audited
        await true.close()
        await false.close()

    asyncio.run(run())


def test_a_rewritten_end_a_cut_and_a_vanished_table_are_found(place: Place, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(place) as store:
            await record(store)
            assert await witness(tmp_path).look(store) == []
            size = (await store.heads())["T1"].sequence
            await place.unlock()
            await place.run(f"DELETE FROM event WHERE sequence > {size - 3}")  # noqa: S608 - our own test
            await place.run(f"UPDATE head SET sequence = {size - 3}")  # noqa: S608 - our own test
            (cut,) = await witness(tmp_path).look(store)
            assert str(cut) == (
                f"table T1, event {size}: the witness saw {size} events, and they are not there: "
                "it was cut"
            )
            await place.run("DELETE FROM event", "DELETE FROM head")
            (gone,) = await witness(tmp_path).look(store)
            assert gone.table == "T1"
            assert len(read_witness_file(tmp_path / "witness.jsonl")) == 1

    asyncio.run(run())


def envelopes(lines: Iterable[str]) -> list[Kept]:
    return [read_line(line) for line in lines if '"event":{' in line]


def test_a_file_is_witnessed_too(tmp_path: Path) -> None:
    log = envelopes(LINES)
    assert witness(tmp_path).look_at(log[:30]) == []
    assert witness(tmp_path).look_at(log) == []
    (changed,) = witness(tmp_path).look_at(log[:40])
    assert "it was cut" in str(changed)
    swapped = [*log, log[-1]]
    (repeated,) = witness(tmp_path).look_at(swapped)
    assert "does not follow" in repeated.sentence


@pytest.mark.parametrize("attack", ["cut line", "other key", "deleted", "changed", "rubbish"])
def test_the_witness_notices_when_its_own_file_was_changed(tmp_path: Path, attack: str) -> None:
    log = envelopes(LINES)
    file = tmp_path / "witness.jsonl"
    for size in (10, 20, 30):
        assert witness(tmp_path).look_at(log[:size]) == []
    lines = file.read_text("utf-8").splitlines(keepends=True)
    match attack:
        case "cut line":
            text = "".join(lines)[:-5]
        case "other key":
            other = Witness(tmp_path / "other.jsonl", Signer(make_key()), Ticking())
            assert other.look_at(log[:10]) == []
            text = (tmp_path / "other.jsonl").read_text("utf-8")
        case "deleted":
            text = lines[0] + lines[2]
        case "changed":
            text = lines[0].replace('"size":10', '"size":11') + lines[1]
        case _:
            text = "rubbish\n"
    file.write_text(text, "utf-8")
    with pytest.raises(WitnessFileError, match=r"witness\.jsonl"):
        witness(tmp_path)


def test_where_a_folder_cannot_be_synced_the_file_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    append_synced(tmp_path / "kept", ["one"])
    append_synced(tmp_path / "kept", ["two"])
    assert (tmp_path / "kept").read_text("utf-8") == "one\ntwo\n"


def test_what_could_not_be_synced_is_not_attested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    seeing, log = witness(tmp_path), envelopes(LINES)
    assert seeing.look_at(log[:10]) == []
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output error"):
        seeing.look_at(log)
    assert seeing.seen["T1"].size == 10
