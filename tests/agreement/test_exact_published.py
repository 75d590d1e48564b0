"""The exact odds are the published ones.

Combinations and the edges of Player, Banker and Tie: Wizard of Odds, baccarat appendix 1
(wizardofodds.com/games/baccarat/appendix/1/). The same site's pages on side bets print Dragon
Bonus at 2.65 % and 9.37 %, a pair at 11 to 1 at 10.36 % and half on six at 1.46 %; the six
decimals, Super Six Plus and 2 to 1 are the figures this project was asked to reproduce. Shares of
the outcomes and Dragon Bonus were also printed by three independent solvers.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from puntobanco.odds.composition import full_shoe
from puntobanco.odds.figures import percent
from puntobanco.odds.pricing import odds
from puntobanco.odds.weights import weigh
from puntobanco.rules.outcomes import outcome
from tests.odds.tables import table


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    ],
)
def test_combinations(decks: int, banker: int, player: int, tie: int) -> None:
    won = {"banker": 0, "player": 0, "tie": 0}
    for number, weight in weigh(full_shoe(decks), table("mbs").tableau).as_mapping().items():
        seen = outcome(number)
        margin = seen.player.total - seen.banker.total
        won["tie" if margin == 0 else "player" if margin > 0 else "banker"] += weight
    assert won == {"banker": banker, "player": player, "tie": tie}


@pytest.mark.parametrize(
    ("book", "options", "wager", "edge"),
    [
        ("mbs", {}, "banker", "1.057906"),
        ("rws-super-six-plus", {}, "banker", "1.057906"),
        ("nz-division", {}, "banker", "1.057906"),
        ("mbs", {}, "player", "1.235081"),
        ("mbs", {}, "tie", "14.359629"),
        ("nz-division", {"tie": "9"}, "tie", "4.844032"),
        ("rws-wins-on", {}, "banker", "1.458104"),
        ("nz-division", {"banker": "half-on-six"}, "banker", "1.458104"),
        ("mbs", {}, "player-pair", "10.361446"),
        ("mbs", {}, "banker-pair", "10.361446"),
        ("nz-division", {"any-pair": "1"}, "any-pair:player", "10.361446"),
        ("nz-division", {"dragon-bonus": "1"}, "dragon-bonus:player", "2.651675"),
        ("nz-division", {"dragon-bonus": "1"}, "dragon-bonus:banker", "9.373074"),
        ("rws-super-six-plus", {}, "super-six-plus", "16.683572"),
        ("nz-division", {"two-to-one": "on"}, "player", "3.624152"),
        ("nz-division", {"two-to-one": "on"}, "banker", "2.196973"),
    ],
)
def test_edges_of_eight_decks(book: str, options: dict[str, str], wager: str, edge: str) -> None:
    assert percent(odds(table(book, **options))[wager].edge, 6) == edge


@pytest.mark.parametrize(
    ("side", "edges"),
    [
        ("player", [None, "20.6", "28.2", "35.8", "12.1", "23.8", "24.9", "26.5", "22.2", "26.4"]),
        ("banker", [None, "21.8", "27.6", "25.6", "15.0", "30.6", "35.4", "30.8", "25.8", "29.6"]),
        ("tie", ["35.6", "34.0", "35.6", "32.8", "26.7", "27.8", "30.7", "26.7", "33.0", "32.7"]),
    ],
)
def test_wins_on_of_eight_decks(side: str, edges: list[str | None]) -> None:
    # The check values drawn up with the clause registers against slips of the OCR.
    found = odds(table("rws-wins-on"))
    for total, edge in enumerate(edges):
        if edge is not None:
            assert percent(found[f"{side}-wins-on:{total}"].edge, 1) == edge


def test_pairs_have_a_closed_form() -> None:
    for decks in range(1, 17):
        pair = odds(table("mbs"), full_shoe(decks))["player-pair"]
        assert pair.win == Fraction(4 * decks - 1, 52 * decks - 1)
