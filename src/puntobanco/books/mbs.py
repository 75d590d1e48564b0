"""MBS Baccarat, version 7."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import mbs_conduct, mbs_rulings, silent
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.options import Case, Choice, NumberOption, given
from puntobanco.rules.places import Places
from puntobanco.rules.points import PointRow
from puntobanco.rules.posts import Post, Posts
from puntobanco.rules.shapes import COMMISSION, even_money, hand_wager, pair_wager, tie_wager
from puntobanco.rules.slots import Hand
from puntobanco.rules.tableau import Row, Tableau
from puntobanco.rules.wagers import Terms

POINTS = (
    PointRow("A", (1,), c("3.3", "3.3.1")),
    PointRow("23456789", (2, 3, 4, 5, 6, 7, 8, 9), c("3.3", "3.3.1")),
    PointRow("TJQK", (0, 0, 0, 0), c("3.3", "3.3.2")),
)

TABLEAU = Tableau(
    player_natural_clauses=c("3.9.1", "3.9.2[8-9]"),
    banker_natural_clauses=c("3.9.1"),
    player=(
        Row("0-5", "D", c("3.9.2[0-5]")),
        Row("6-7", "S", c("3.9.2[6-7]")),
    ),
    banker=(
        #          0123456789  value of Player's third card
        Row("0-2", "D", c("3.9.4[0-2]")),
        Row("3", "DDDDDDDDSD", c("3.9.4[3]"), (), c("3.9.4[otherwise]")),
        Row("4", "SSDDDDDDSS", c("3.9.4[4]"), (), c("3.9.4[otherwise]")),
        Row("5", "SSSSDDDDSS", c("3.9.4[5]"), (), c("3.9.4[otherwise]")),
        Row("6", "SSSSSSDDSS", c("3.9.4[6]"), (), c("3.9.4[otherwise]")),
        Row("7", "S", c("3.9.4[otherwise]")),
    ),
    banker_alone=(
        Row("0-5", "D", c("3.9.3")),
        Row("6-7", "S", c("3.9.3")),
    ),
)

PLAYER = hand_wager(
    Hand.PLAYER,
    even_money(Hand.PLAYER, c("4.1[Player]", "3.10")),
    stands_off=c("3.10.1"),
    loses=c("3.10"),
    terms=Terms(c("3.5"), c("2.2.2")),
)
BANKER = hand_wager(
    Hand.BANKER,
    even_money(Hand.BANKER, c("4.1[Banker]", "1.1.1", "3.10"), COMMISSION),
    stands_off=c("3.10.1"),
    loses=c("3.10"),
    terms=Terms(c("3.5"), c("2.2.1")),
)
TIE = tie_wager(
    Payoff(8), wins=c("4.1[Tie]", "3.10.1"), loses=c("3.10"), terms=Terms(c("3.5"), c("2.2.3"))
)
PAIRS = tuple(
    pair_wager(
        f"{hand.value}-pair",
        f"{hand.value.capitalize()} pair",
        hand,
        Payoff(11),
        wins=c("4.1[Pair]", clause, "1.1.5"),
        loses=c("3.8", clause, "1.1.5"),
        terms=Terms(c("3.5"), c("2.2.4")),
    )
    for hand, clause in ((Hand.PLAYER, "3.8.1"), (Hand.BANKER, "3.8.2"))
)

BOOK = RuleBook(
    name="mbs",
    title="MBS Baccarat",
    edition="version 7",
    points=POINTS,
    tableau=TABLEAU,
    options=(
        NumberOption("decks", 4, 10, "8", "decks of 52 cards in the shoe", c("2.1")),
        NumberOption(
            "places", 5, 14, "9", "betting places; the drawings A to I are lost", c("2.2")
        ),
        Choice("style", ("face-up", "face-down"), "how the cards are dealt", c("3.7")),
        silent.equipment("5.3"),
    ),
    exclusions=(),
    wagers=tuple(Case(wager) for wager in (PLAYER, BANKER, TIE, *PAIRS)),
    places=tuple(
        Case(Places(f"with {count} places", count, c("2.2")), given(places=str(count)))
        for count in range(5, 15)
    ),
    posts=Posts((Post("dealer", "Dealer", c("1.1.1")), Post("supervisor", "Supervisor", ()))),
    conduct=mbs_conduct.CONDUCT,
    rulings=mbs_rulings.RULINGS,
    void_clauses=c("default:1"),
    register=register_of("mbs"),
)
