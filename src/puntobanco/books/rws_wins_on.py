"""RWS Non-Commission Baccarat with Player, Banker and Tie Wins On (read from a damaged scan)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import rws, rws_conduct, rws_rulings, silent
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.conditions import BANKER_WINS, PLAYER_WINS, Is
from puntobanco.rules.options import Case, Choice, NumberOption, given
from puntobanco.rules.places import Places
from puntobanco.rules.shapes import hand_wager, pair_wager, tie_wager, wins_on_wager
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Line, Win

PLAYER = hand_wager(
    Hand.PLAYER,
    Line(PLAYER_WINS, Win(Payoff(1)), c("4.1.1[Player]", "3.13"), "Player wins"),
    stands_off=c("3.14"),
    loses=c("3.13"),
    terms=rws.ON_A_HAND,
)
BANKER = hand_wager(
    Hand.BANKER,
    Line(
        BANKER_WINS & Is("banker_total", 6),
        Win(Payoff(1, 2)),
        c("4.1.1[Banker on 6]", "1.11", "3.13"),
        "Banker wins on 6",
    ),
    Line(BANKER_WINS, Win(Payoff(1)), c("4.1.1[Banker other]", "1.11", "3.13"), "Banker wins"),
    stands_off=c("3.14"),
    loses=c("3.13"),
    terms=rws.ON_A_HAND,
)
ANY_TIE = tie_wager(
    Payoff(8),
    wins=c("4.1.1[Any Tie]", "3.14"),
    loses=c("4.1.1[Any Tie]", "3.13"),
    title="Any Tie",
    terms=rws.ALONE,
)
PLAYER_PAIR = pair_wager(
    "player-pair",
    "Player Pair",
    Hand.PLAYER,
    Payoff(11),
    wins=c("4.1.1[Pair]", "3.10", "1.15"),
    loses=c("3.10", "1.15"),
    terms=rws.ALONE,
)
BANKER_PAIR = pair_wager(
    "banker-pair",
    "Banker Pair",
    Hand.BANKER,
    Payoff(11),
    wins=c("4.1.1[Pair]", "3.10", "1.15"),
    loses=c("3.10", "1.15"),
    terms=rws.ALONE,
)

PLAYER_WINS_ON = tuple(
    wins_on_wager(
        "player",
        total,
        Payoff(gain),
        wins=c(f"4.1.2[{total}]", "4.1.2", "1.16"),
        loses=c("1.16"),
        terms=rws.ALONE,
    )
    for total, gain in enumerate((160, 80, 50, 50, 30, 11, 8, 6, 5), start=1)
)
BANKER_WINS_ON = tuple(
    wins_on_wager(
        "banker",
        total,
        Payoff(gain),
        wins=c(f"4.1.3[{total}]", "4.1.3", "1.2"),
        loses=c("1.2"),
        terms=rws.ALONE,
    )
    for total, gain in enumerate((160, 80, 50, 25, 15, 11, 8, 6, 5), start=1)
)
TIE_WINS_ON = tuple(
    wins_on_wager(
        "tie",
        total,
        Payoff(gain),
        wins=c(f"4.1.4[{total}]", "4.1.4", "1.23"),
        loses=c("1.23"),
        terms=rws.ALONE,
    )
    for total, gain in enumerate((110, 160, 160, 150, 100, 90, 35, 35, 60, 60))
)

BOOK = RuleBook(
    name="rws-wins-on",
    title="RWS Non-Commission Baccarat with Player, Banker and Tie Wins On",
    edition="version not legible",
    points=rws.POINTS,
    tableau=rws.TABLEAU,
    options=(
        NumberOption("decks", 4, 10, "8", "decks of 52 cards in the shoe", c("2.2.1")),
        Choice(
            "layout",
            ("9", "8", "7", "6", "5"),
            "number of betting boxes; the drawings A to H are lost",
            c("2.1.1", "2.1.1(a)"),
        ),
        Choice("style", ("face-up", "face-down"), "how the cards are dealt", c("3.9")),
        silent.equipment("1.4", "1.7"),
    ),
    exclusions=(),
    wagers=tuple(
        Case(wager)
        for wager in (
            *(PLAYER, BANKER, ANY_TIE, PLAYER_PAIR, BANKER_PAIR),
            *(*PLAYER_WINS_ON, *BANKER_WINS_ON, *TIE_WINS_ON),
        )
    ),
    places=tuple(
        Case(Places(f"with {boxes} boxes", boxes, c("2.1.1(a)")), given(layout=str(boxes)))
        for boxes in range(5, 10)
    ),
    posts=rws.posts("1.13"),
    conduct=rws_conduct.conduct("1.21"),
    rulings=rws_rulings.RULINGS,
    void_clauses=c("5.15"),
    register=register_of("rws-wins-on"),
)
