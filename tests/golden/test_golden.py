"""Long playthroughs record exactly the events that are kept, and those make the same table."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.books import BOOKS
from puntobanco.notation.codec import decode_table_event
from puntobanco.play.evolve import evolve_all
from puntobanco.play.postings import FELT, rack
from puntobanco.play.table import Table

from . import shoes
from .regenerate import SCRIPTS, difference, kept_file, log_of, play

NAMES = [script.stem for script in SCRIPTS]


def test_no_playthrough_is_missing_and_no_log_is_left_over() -> None:
    assert NAMES == ["irregularities-mbs", "irregularities-nz", "irregularities-rws"]
    kept = sorted(file.stem for file in Path(__file__).parent.glob("*.jsonl"))
    assert kept == NAMES, "run tests/golden/regenerate.py, or remove the log that has no script"


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_a_playthrough_records_the_kept_events(script: Path) -> None:
    changed = difference(script, log_of(play(script)))
    assert not changed, (
        f"{script.name} records other events than those kept; if that is meant, run "
        f"tests/golden/regenerate.py:\n{changed}"
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_the_kept_events_alone_make_the_same_table(script: Path) -> None:
    lines = kept_file(script).read_text("utf-8").splitlines()
    assert evolve_all(Table(), map(decode_table_event, lines)) == play(script).table


@pytest.mark.parametrize("script", SCRIPTS, ids=NAMES)
def test_the_ledger_ends_with_the_racks_of_the_table_and_an_empty_felt(script: Path) -> None:
    playing = play(script)
    racks = {name: patron.rack for name, patron in playing.table.patrons.items()}
    assert {name: playing.ledger.balance(rack(name)) for name in racks} == racks
    assert playing.ledger.balance(FELT) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_shoe_is_told_as_kept(book: str) -> None:
    kept = shoes.kept_file(book).read_text("utf-8")
    assert shoes.told_shoe(book).splitlines() == kept.splitlines(), "run tests/golden/regenerate.py"
