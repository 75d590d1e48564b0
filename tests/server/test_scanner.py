"""Entering real cards is safe: what cannot be is told, nothing changes silently, two undo a coup.

The size `scans` is the number of coups entered by a scanner that errs in one card of twenty.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from puntobanco.record.audit import audit_store
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from tests.properties.people import PATRONS
from tests.server.conftest import add_person, add_table, house, run, table_added
from tests.server.scanning import Scanning
from tests.sizes import first_seed, size_of

COUPS = size_of("scans")
SEED = first_seed()
BOOKS = ("rws-wins-on", "nz-division")


@pytest.mark.parametrize("book", BOOKS)
def test_a_scanner_that_errs_changes_nothing_silently(folder: Path, book: str) -> None:
    async def main() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book=book))
            for name in PATRONS:
                await add_person(casino, name, "patron")
            scanning = Scanning(casino, Random(f"{SEED} {book}"))
            await scanning.opened()
            for _ in range(COUPS // len(BOOKS)):
                await scanning.coup()
            audit = await audit_store(casino.store, Verifier(is_signed))
            assert audit.findings == []
            if COUPS >= 160:
                for kind in ("misread", "swapped", "twice", "out of turn", "corrected"):
                    assert scanning.done[kind], scanning.done

    run(main())
