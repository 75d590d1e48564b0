"""The kept weights of full shoes are what the kernel counts."""

from __future__ import annotations

from importlib.resources import files

import pytest
from tests.odds.plain import TABLEAU
from tests.odds.tables import EVERY_TABLE

from puntobanco.odds.composition import full_shoe
from puntobanco.odds.full_shoes import full_shoes, write
from puntobanco.odds.kernel import VOID, weigh_classes
from puntobanco.odds.weights import Weigher, initial_states


@pytest.mark.parametrize("decks", range(1, 17))
def test_kept_weights_are_counted_weights(decks: int) -> None:
    states, starts = initial_states(kinds=True)
    counted = weigh_classes([decks] * 52, 6, TABLEAU, states, starts, True)  # noqa: FBT003
    kept = dict(zip(full_shoes().classes, full_shoes().weights(decks), strict=True))
    assert [kept.get(number, 0) for number in range(VOID + 1)] == counted


def test_the_file_is_written_as_it_is_read() -> None:
    kept = full_shoes()
    packed = files("puntobanco.odds").joinpath("full_shoes.txt.gz").read_bytes()
    assert write(kept.tableau, kept.classes, kept.polynomials) == packed


def test_every_book_draws_by_the_tableau_of_the_file() -> None:
    for rules in EVERY_TABLE.values():
        rows = [rules.tableau.player_draws, *rules.tableau.banker_draws]
        assert "".join(str(int(d)) for row in rows for d in row) == full_shoes().tableau


def test_without_kinds_the_kept_weights_are_merged() -> None:
    tableau = EVERY_TABLE["mbs"].tableau
    merged = Weigher(tableau, kinds=False).weigh(full_shoe(3))
    nearly = full_shoe(3).holding(100)  # not a full shoe, so it is counted
    counted = Weigher(tableau, kinds=False).weigh(nearly)
    assert merged.as_mapping() == counted.as_mapping()
    assert len(merged.classes) < 400
