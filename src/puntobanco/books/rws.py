"""What the two RWS documents say alike: card values, drawing rules, wagers, layouts, posts.

Their clause numbers agree wherever this file cites one.
"""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.rules.points import PointRow
from puntobanco.rules.posts import Post, Posts
from puntobanco.rules.shapes import even_money, hand_wager, pair_wager, tie_wager
from puntobanco.rules.slots import Hand
from puntobanco.rules.tableau import Row, Tableau
from puntobanco.rules.wagers import Line, Terms, Wager

POINTS = (
    PointRow("A", (1,), c("3.2", "3.2.1")),
    PointRow("23456789T", (2, 3, 4, 5, 6, 7, 8, 9, 10), c("3.2", "3.2.2")),
    PointRow("JQK", (0, 0, 0), c("3.2", "3.2.3")),
)

_ON_A_HAND = Terms(offer_clauses=c("3.7"))
ALONE = Terms(offer_clauses=c("3.7", "3.7[standalone]"))


def main_wagers(
    schedule: str, pair_defined: str, *banker: Line, tie: str
) -> tuple[Wager, Wager, Wager, Wager, Wager]:
    """Player, Banker, Tie and both pairs, by the number of the document's schedule of odds."""
    stands_off, loses = c("3.14"), c("3.13")
    player = even_money(Hand.PLAYER, c(f"{schedule}[Player]", "3.13"))
    level = c(f"{schedule}[{tie}]")
    one_pair, other_pair = (
        pair_wager(
            f"{hand.value}-pair",
            f"{hand.value.capitalize()} Pair",
            hand,
            Payoff(11),
            wins=c(f"{schedule}[Pair]", "3.10", pair_defined),
            loses=c("3.10", pair_defined),
            terms=ALONE,
        )
        for hand in Hand
    )
    return (
        hand_wager(Hand.PLAYER, player, stands_off=stands_off, loses=loses, terms=_ON_A_HAND),
        hand_wager(Hand.BANKER, *banker, stands_off=stands_off, loses=loses, terms=_ON_A_HAND),
        tie_wager(
            Payoff(8), wins=(*level, *stands_off), loses=(*level, *loses), title=tie, terms=ALONE
        ),
        one_pair,
        other_pair,
    )


TABLEAU = Tableau(
    player_natural_clauses=c("3.12[P8-9]"),
    banker_natural_clauses=c("3.12[B8-9]"),
    player=(
        Row("0-5", "D", c("3.12[P0-5]")),
        Row("6-7", "S", c("3.12[P6-7]")),
    ),
    banker=(
        #          0123456789  value of Player's third card
        Row("0-2", "D", c("3.12[B0-2]")),
        Row("3", "DDDDDDDDSD", c("3.12[B3]")),
        Row("4", "SSDDDDDDSS", c("3.12[B4]")),
        Row("5", "SSSSDDDDSS", c("3.12[B5]")),
        Row("6", "SSSSSSDDSS", c("3.12[B6]")),
        Row("7", "S", c("3.12[B7]")),
    ),
    banker_alone=(
        Row("0-5", "D", c("3.11")),
        Row("6-7", "S", c("3.11")),
    ),
)


def posts(*pit_employee: str) -> Posts:
    """The posts, the first three being Pit Employees by this document's definition."""
    return Posts(
        (
            Post("dealer", "Dealer", c(*pit_employee)),
            Post("pit-supervisor", "Pit Supervisor", c(*pit_employee)),
            Post("pit-manager", "Pit Manager", c(*pit_employee)),
            Post("shift-manager", "Table Game Shift Manager", c("5.17")),
        )
    )
