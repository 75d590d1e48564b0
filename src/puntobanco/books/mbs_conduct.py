"""How MBS Baccarat conducts the game."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.books import silent
from puntobanco.rules.conduct import BettingRule, DealingRule, Sharing, StandOff

CONDUCT = silent.conduct(
    BettingRule(
        opening_clauses=c("3.1"),
        closing_clauses=c("3.2"),
        late_clauses=c("5.6", "3.2"),
        late_withdrawal_clauses=c("5.7"),
        offer_clauses=c("3.5"),
        minimum_clauses=c("default:22"),
        maximum_clauses=c("default:22"),
        stand_off=StandOff.RETURNED,
        stand_off_clauses=c("3.10.1"),
        commission_later_clauses=c("1.1.1"),
    ),
    DealingRule(
        hands_clauses=c("3.6", "3.7"),
        player_cards_clauses=c("3.7", "3.7.1"),
        banker_cards_clauses=c("3.7", "3.7.2"),
        call_first_clauses=c("3.2"),
        totals_first_clauses=c("3.9"),
        result_clauses=c("3.10"),
        pay_clauses=c("1.1.7"),
        free_coup_clauses=c("default:16"),
        style_clauses=c("default:26"),
        dealer_keeps_clauses=c("default:18"),
    ),
    styles=silent.face_up_or_down(
        deal=c("3.7"), announce=c("3.9"), third=c("3.9"), touch=c("default:18")
    ),
    sharing=Sharing(
        patrons_most=None,
        standing_area=False,
        clauses=c("default:24"),
        standing_clauses=c("default:24"),
    ),
    post="supervisor",
    backs=c("2.1"),
    shuffled=(),
    limits=c("default:22"),
)
