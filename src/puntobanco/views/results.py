"""The results of a shoe, folded from its log: what a board above the table may show.

A void coup has no result. A coup dealt without bets, or on which nobody had bet, keeps its result
and is marked. A coup that was undone and settled anew shows what it came to in the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, unique

from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Dealing, Table, coup_of
from puntobanco.rules.coup import Coup, Winner
from puntobanco.views.roads import Bead
from puntobanco.views.roads import Result as Letter

_LETTERS: dict[Winner, Letter] = {Winner.PLAYER: "P", Winner.BANKER: "B", Winner.TIE: "T"}


@unique
class Dealt(Enum):
    """On what terms a coup was dealt."""

    WITH_BETS = "with-bets"
    FREE = "free"
    NO_BET = "no-bet"


@dataclass(frozen=True, slots=True)
class CoupResult:
    """One coup's result."""

    shoe: int
    number: int
    coup: Coup
    dealt: Dealt

    @property
    def bead(self) -> Bead:
        """The coup as the roads see it."""
        player, banker = self.coup.player, self.coup.banker
        return Bead(
            outcome=_LETTERS[self.coup.winner],
            player_pair=player[0].rank is player[1].rank,
            banker_pair=banker[0].rank is banker[1].rank,
            natural=len(player) == len(banker) == 2
            and max(self.coup.player_total, self.coup.banker_total) >= 8,
            total=max(self.coup.player_total, self.coup.banker_total),
        )


def results(events: Iterable[e.Event]) -> tuple[CoupResult, ...]:
    """Every coup of a log that has a result, in order."""
    table, found = Table(), dict[int, CoupResult]()
    for event in events:
        stage = table.stage
        if isinstance(event, e.CoupSettled) and isinstance(stage, Dealing):
            coup = coup_of(stage.tape)
            assert coup is not None, stage.tape
            dealt = Dealt.WITH_BETS if stage.stakes else Dealt.FREE
            result = CoupResult(table.shoe.number, event.coup, coup, dealt)
            found[event.coup] = replace(result, dealt=Dealt.NO_BET) if stage.no_bet else result
        if isinstance(event, e.CoupReopened | e.CoupVoided):
            found.pop(event.coup, None)
        table = evolve(table, event)
    return tuple(found.values())
