"""A finished coup as the roads and the boards above a table see it."""

from __future__ import annotations

from puntobanco.rules.coup import Coup, Winner
from puntobanco.rules.outcomes import Match, hand_outcome
from puntobanco.views.roads import Bead, Result

_LETTERS: dict[Winner, Result] = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}


def bead_of(coup: Coup) -> Bead:
    """The coup's result, with its pairs, its natural and the total that won."""
    player, banker = hand_outcome(coup.player), hand_outcome(coup.banker)
    return Bead(
        outcome=_LETTERS[coup.winner],
        player_pair=player.match is not Match.NONE,
        banker_pair=banker.match is not Match.NONE,
        natural=player.is_natural or banker.is_natural,
        total=max(player.total, banker.total),
    )
