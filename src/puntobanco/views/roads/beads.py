"""A finished coup as the roads and the boards above a table see it."""

from __future__ import annotations

from puntobanco.play.events import ResultAnnounced
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.outcomes import CardMatch, hand_outcome
from puntobanco.views.roads.shoe_roads import Bead, Result

_LETTERS: dict[Winner, Result] = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}


def bead_of(coup: DealtCoup, said: ResultAnnounced | None = None) -> Bead:
    """The coup's result as it was announced, its pairs, its natural and the total that won."""
    player, banker, ended = hand_outcome(coup.player), hand_outcome(coup.banker), said or coup
    return Bead(
        outcome=_LETTERS[ended.winner],
        player_pair=player.match is not CardMatch.NONE,
        banker_pair=banker.match is not CardMatch.NONE,
        natural=player.is_natural or banker.is_natural,
        total=max(ended.player_total, ended.banker_total),
    )
