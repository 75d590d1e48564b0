"""What RWS and MBS leave to the operator: what cards are dealt from, how they get there, the end.

Both documents know a shoe and a machine that shuffles and is dealt from. The machine takes its
cards back, so that it needs no cut and no marker and comes to no end.
"""

from __future__ import annotations

from puntobanco.base.clauses import ClauseId, c
from puntobanco.rules.conduct import CutRule, EndOfShoe, NomineeRule, Preparation, Requirement
from puntobanco.rules.options import Case, Choice, given

FROM_A_SHOE = given(equipment="shoe")
FROM_A_SHUFFLER = given(equipment="shuffler")


def preparations(shuffled: tuple[ClauseId, ...]) -> tuple[Case[Preparation], ...]:
    """Shuffle and load, from any source; into a shoe the cards are cut and marked first."""
    mixed = Requirement(("shuffle", "wash", "riffle"), (*shuffled, *c("default:13")), 1)
    loaded = Requirement(("load",), c("default:13"), 4)
    cut = Requirement(("cut",), c("default:13"), 2)
    marked = Requirement(("marker",), c("default:13"), 3)
    return tuple(
        Case(Preparation(source, steps), dealt_from)
        for dealt_from, steps in (
            (FROM_A_SHOE, (mixed, cut, marked, loaded)),
            (FROM_A_SHUFFLER, (mixed, loaded)),
        )
        for source in ("new", "used")
    )


def equipment(*clauses: str) -> Choice:
    """What the cards are dealt from, by the clauses that know both."""
    return Choice("equipment", ("shoe", "shuffler"), "what the cards are dealt from", c(*clauses))


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
