"""What RWS and MBS leave to the operator: preparing cards, the burn, the end of a shoe."""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId, c
from puntobanco.rules.conduct import (
    CutRule,
    EndOfShoe,
    NomineeRule,
    Preparation,
    Requirement,
)
from puntobanco.rules.options import Case


def preparations(shuffled: tuple[ClauseId, ...]) -> tuple[Case[Preparation], ...]:
    """Shuffle, cut, mark and load, from any source."""
    steps = (
        Requirement(("shuffle", "wash", "riffle"), (*shuffled, *c("default:13")), 1),
        Requirement(("cut",), c("default:13"), 2),
        Requirement(("marker",), c("default:13"), 3),
        Requirement(("load",), c("default:13"), 4),
    )
    return tuple(Case(Preparation(source, steps)) for source in ("new", "used"))


CUT = CutRule(
    offer_clauses=c("default:13"),
    place_clauses=c("default:13"),
    from_ends_least=1,
    marker_least=1,
)
END = EndOfShoe(
    first_clauses=c("default:15"),
    later_clauses=c("default:15"),
    over_clauses=c("default:15"),
    retired_clauses=(),
)
NO_NOMINEES = NomineeRule(
    allowed=False,
    post="",
    overall_clauses=c("default:25"),
    approval_clauses=(),
    announce_clauses=(),
    one_patron_clauses=(),
    end_clauses=(),
    bar_wagers_clauses=(),
    bar_cards_clauses=(),
    staff_clauses=(),
)
