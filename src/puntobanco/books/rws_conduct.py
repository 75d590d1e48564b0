"""How both RWS documents conduct the game; their clause numbers agree wherever one is cited."""

from __future__ import annotations

from dataclasses import replace

from puntobanco.base.clauses import c
from puntobanco.books import silent
from puntobanco.rules.conduct import (
    BettingRule,
    Conduct,
    DealingRule,
    DifferentialRule,
    Scope,
    Sharing,
    StandOff,
)


def conduct(standing_player: str) -> Conduct:
    """The conduct of a document, which numbers its definition of a Standing Player."""
    said = silent.conduct(
        BettingRule(
            opening_clauses=c("3.3"),
            closing_clauses=c("3.8"),
            late_clauses=c("5.6", "3.8"),
            late_withdrawal_clauses=c("5.6"),
            offer_clauses=c("3.7"),
            minimum_clauses=c("5.2", "3.5"),
            maximum_clauses=c("3.5"),
            stand_off=StandOff.RETURNED,
            stand_off_clauses=c("3.14"),
            differential=DifferentialRule(
                scope=Scope.BOX,
                excess_clauses=c("5.1"),
                floor_at_minimum=True,
                shown_clauses=c("3.4"),
                required=True,
            ),
            bound_clauses=c("5.12[bound]"),
            staff_places_clauses=c("5.16"),
            staff_posts=("dealer", "pit-supervisor", "pit-manager"),
        ),
        DealingRule(
            hands_clauses=c("3.10"),
            player_cards_clauses=c("3.10"),
            banker_cards_clauses=c("3.10"),
            call_first_clauses=c("3.8"),
            totals_first_clauses=c("default:17"),
            result_clauses=c("3.13"),
            pay_clauses=c("5.13"),
            free_coup_clauses=c("default:16"),
            style_clauses=c("default:26"),
            dealer_keeps_clauses=c("default:18"),
            pass_clauses=c("3.9"),
            one_hand_out_clauses=c("default:18"),
            player_first_clauses=c("default:18"),
        ),
        styles=silent.face_up_or_down(
            deal=c("3.10"), announce=c("default:17"), third=c("3.11"), touch=c("3.9")
        ),
        sharing=Sharing(
            patrons_most=None,
            standing_area=False,
            clauses=c("3.6"),
            standing_clauses=c("3.6"),
            beside_seated_clauses=c(standing_player),
        ),
        post="pit-supervisor",
        backs=c("2.2.1"),
        shuffled=c("5.5.5"),
        limits=c("3.4"),
    )
    return replace(said, squeeze_clauses=c("3.9"))
