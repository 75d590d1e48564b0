"""A finished coup as the roads and the boards above a table see it."""

from __future__ import annotations

from puntobanco.rules.coup import Coup, Winner
from puntobanco.views.roads import Bead, Result

_LETTERS: dict[Winner, Result] = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}


def bead_of(coup: Coup) -> Bead:
    """The coup's result, with its pairs, its natural and the total that won."""
    player, banker = coup.player, coup.banker
    total = max(coup.player_total, coup.banker_total)
    return Bead(
        outcome=_LETTERS[coup.winner],
        player_pair=player[0].rank is player[1].rank,
        banker_pair=banker[0].rank is banker[1].rank,
        natural=len(player) == len(banker) == 2 and total >= 8,
        total=total,
    )
