"""The kept weights of full shoes are what the kernel counts."""

from __future__ import annotations

import pytest
from tests.odds.plain import TABLEAU
from tests.odds.tables import EVERY_TABLE

from puntobanco.odds import kernel
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.full_shoes import full_shoes, write
from puntobanco.odds.weights import Weigher, initial_states


@pytest.mark.parametrize("decks", range(1, 17))
def test_kept_weights_are_counted_weights(decks: int) -> None:
    assert kernel.compile_kernel()
    states, starts = (kernel.row(each) for each in initial_states(kinds=True))
    counted = kernel.weigh_classes(
        kernel.row([decks] * 52),
        6,
        kernel.row(TABLEAU),
        states,
        starts,
        True,  # noqa: FBT003  # the kernel takes arguments by place
    )
    kept = dict(zip(full_shoes().classes, full_shoes().weights(decks), strict=True))
    assert kept == {
        number: int(counted[number])
        for number in range(kernel.VOID)
        if counted[number] or number in kept
    }


def test_the_file_is_written_as_it_is_read() -> None:
    kept = full_shoes()
    from importlib.resources import files  # noqa: PLC0415

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
