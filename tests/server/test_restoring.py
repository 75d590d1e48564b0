"""A reading taken up again: from the memory kept beside the snapshot, or from the log alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from puntobanco.record.signing import Signer, make_key
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.tables import restoring
from puntobanco.views.reading import FORM, Reading
from tests.record.logs import Ticking, record, rules_of
from tests.views.logs import SETUP

HOUSE = Signer(make_key())


@pytest.mark.parametrize(("form", "dealer"), [(FORM, "Kept"), ("older", "dealer")])
def test_a_memory_of_another_form_is_not_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, dealer: str
) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.db", Ticking())
        try:
            await record(store)

            async def read() -> Reading:
                standing = (await store.restart_points(["T1"], restoring.KIND))["T1"]
                rules = rules_of("mbs")
                return await restoring.restored_reading(store, "T1", rules, SETUP, HOUSE, standing)

            whole = await read()
            whole.memory.dealer = "Kept"
            with monkeypatch.context() as past:
                past.setattr(restoring, "FORM", form)
                await restoring.keep_reading(store, "T1", whole, HOUSE, Ticking()())
            found = await read()
            assert (found.table, found.memory.dealer) == (whole.table, dealer)
        finally:
            await store.close()

    asyncio.run(run())
