"""The par sheet: its tables equal the exact odds, and its PDF is one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import puntobanco as pb
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.par_sheet import par_frames


@pytest.mark.parametrize("book", ["mbs", "rws-super-six-plus", "nz-division"])
def test_every_table_equals_the_exact_odds(book: str) -> None:
    rules = pb.book(book).rules()
    shoe = full_shoe(rules.decks)
    odds = rules.odds()
    tables = par_frames(rules.core, shoe)[1:-1]
    for name, frame in zip(rules.wagers, tables, strict=True):
        *events, last = frame.records()
        assert sum(int(str(row["combinations"])) for row in events) == last["combinations"]
        assert sum(Fraction(row["probability"] or 0) for row in events) == 1
        assert -sum(Fraction(row["return"] or 0) for row in events) == odds[name].edge
        assert last["return"] == -odds[name].edge
        assert all(row["clauses"] for row in events)


def test_a_pdf_is_one(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    pb.book("mbs").rules().pay(tie=9).sheet(file)
    data = file.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
