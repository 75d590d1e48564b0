"""Why a third card is drawn or not: every cell says what the tableau does, in the right words."""

from __future__ import annotations

import pytest

from puntobanco.books import BOOKS, book_named
from puntobanco.rules.slots import Hand, Slot


@pytest.mark.parametrize("name", BOOKS)
def test_every_decision_is_the_one_that_is_dealt(name: str) -> None:
    tableau = book_named(name).tableau
    assert tableau.problems() == ()
    for player in range(10):
        for banker in range(10):
            natural = player >= 8 or banker >= 8
            first = tableau.player_decision(player, banker)
            due = tableau.next_slot([0, player], [0, banker])
            assert (first.hand, first.draws) == (Hand.PLAYER, due is Slot.P3)
            assert first.clauses
            if natural:
                holder = f"Player's {player}" if player >= 8 else f"Banker's {banker}"
                assert first.sentence == f"Player stands: {holder} is a natural"
                clauses = tableau.player_natural_clauses
                if player < 8:
                    clauses = tableau.banker_natural_clauses
                assert first.clauses == clauses
            else:
                verb = "draws" if first.draws else "stands"
                assert first.sentence == f"Player {verb} on {player}"
            for third in range(10) if first.draws else (None,):
                drawn = [] if third is None else [third]
                second = tableau.banker_decision(player, banker, third)
                due = tableau.next_slot([0, player, *drawn], [0, banker])
                assert (second.hand, second.draws) == (Hand.BANKER, due is Slot.B3)
                assert second.clauses
                verb = "draws" if second.draws else "stands"
                if natural:
                    assert second.sentence == f"Banker stands: {holder} is a natural"
                    assert second.clauses == clauses
                    continue
                told = {f"Banker {verb} on {banker} when Player stands"}
                if third is not None:
                    told = {
                        f"Banker {verb} on {banker} against Player's third card worth {third}",
                        f"Banker {verb} on {banker} whatever Player drew",
                    }
                assert second.sentence in told
