"""The New Zealand division rules: mini, midi and full; 2 to 1, Ante Up, International."""

from __future__ import annotations

from itertools import combinations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import nz_conduct, nz_rulings, nz_wagers
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.fees import AnteRule
from puntobanco.rules.options import (
    Case,
    Choice,
    ForbiddenChoices,
    HouseWide,
    NumberOption,
    Sum,
    given,
)
from puntobanco.rules.places import Places
from puntobanco.rules.points import PointRow
from puntobanco.rules.posts import Post, Posts
from puntobanco.rules.tableau import Row, Tableau

POINTS = (
    PointRow("A", (1,), c("4.1", "4.1(c)")),
    PointRow("23456789", (2, 3, 4, 5, 6, 7, 8, 9), c("4.1", "4.1(a)")),
    PointRow("TJQK", (0, 0, 0, 0), c("4.1", "4.1(b)")),
)

TABLEAU = Tableau(
    player_natural_clauses=c("9.2", "9.3[8-9]"),
    banker_natural_clauses=c("9.2", "9.4[8-9]"),
    player=(
        Row("0-5", "D", c("9.3[0-5]", "9.3", "9.3(a)")),
        Row("6-7", "S", c("9.3[6-7]", "9.3", "9.3(b)")),
    ),
    banker=(
        #          0123456789  value of Player's third card
        Row("0-2", "D", c("9.4[0-2]", "9.4", "9.4(a)")),
        Row("3", "DDDDDDDDSD", c("9.4[3]", "9.4"), c("9.4(a)"), c("9.4(b)")),
        Row("4", "SSDDDDDDSS", c("9.4[4]", "9.4"), c("9.4(a)"), c("9.4(b)")),
        Row("5", "SSSSDDDDSS", c("9.4[5]", "9.4"), c("9.4(a)"), c("9.4(b)")),
        Row("6", "SSSSSSDDSS", c("9.4[6]", "9.4"), c("9.4(a)"), c("9.4(b)")),
        Row("7", "S", c("9.4[7]", "9.4", "9.4(b)")),
    ),
    banker_alone=(
        Row("0-5", "D", c("9.5")),
        Row("6-7", "S", c("9.5")),
    ),
)

OPTIONS = (
    NumberOption("decks", 4, 8, "8", "decks of 52 cards in each set", c("3.4(a)(i)")),
    Choice("version", ("midi", "mini", "full"), "which game is played", c("2.2")),
    Choice("banker", ("commission", "half-on-six"), "how Banker is paid", c("5.10(b)", "5.11")),
    Choice("tie", ("8", "9"), "what Tie pays to 1, as the layout says", c("5.10(c)")),
    Choice("perfect-pair", ("off", "1", "2", "3"), "Perfect Pair and its scale", c("11A.7[One]")),
    Choice("any-pair", ("off", "1", "2"), "Any Pair and its scale", c("11C.8[One]")),
    Choice("lucky-match", ("off", "1", "2"), "Lucky Match and its scale", c("11D.8[One]")),
    Choice("dragon-bonus", ("off", "1", "2", "3"), "Dragon Bonus and its table", c("11B.8[1]")),
    Choice("two-to-one", ("off", "on", "half-on-six"), "2 to 1 Baccarat", c("13.1", "13.4")),
    Sum("ante", "the Ante of Ante Up Baccarat", c("14.1", "def:Ante")),
    Sum("ante-waiver", "wager from which no Ante is due", c("14.4")),
    Choice("international", ("off", "on"), "International Baccarat", c("15.1")),
    Choice("style", ("A", "B", "C"), "dealing style", c("8.5")),
    Choice(
        "equipment",
        ("shoe", "batch-shuffler", "continuous-shuffler"),
        "what the cards are dealt from",
        c("3.4(a)"),
    ),
    Choice("burn", ("by-value", "one-card"), "which cards are burnt first", c("7.7")),
)

_ONE_OF_THESE = (
    ("Perfect Pair", {"perfect_pair": "1 2 3"}, "11A.1A"),
    ("Any Pair", {"any_pair": "1 2"}, "11C.2"),
    ("Lucky Match", {"lucky_match": "1 2"}, "11D.2"),
)
EXCLUSIONS = (
    *(
        ForbiddenChoices(
            given(**offered, **also_offered),
            f"a table offers {one} or {other}, not both; switch one of them off",
            c(clause, other_clause),
        )
        for (one, offered, clause), (other, also_offered, other_clause) in combinations(
            _ONE_OF_THESE, 2
        )
    ),
    ForbiddenChoices(
        given(style="B", equipment="continuous-shuffler"),
        "Style B is not dealt from a continuous shuffler; choose another style or equipment",
        c("3.4(a)(iii)"),
    ),
    ForbiddenChoices(
        given(two_to_one="on half-on-six", banker="half-on-six"),
        "2 to 1 Baccarat pays Banker by its own rules; say two-to-one=half-on-six instead",
        c("13.1", "13.4"),
    ),
)


def _places(letter: str, version: str, most: int) -> Places:
    part = letter.lower()
    clauses = c(f"3.1({part})", f"2.2({part})", f"3.2({part})")
    return Places(f"Appendix {letter}, {version}", most, clauses, shape=version)


BOOK = RuleBook(
    name="nz-division",
    title="New Zealand division rules: Baccarat",
    edition="version not stated",
    points=POINTS,
    tableau=TABLEAU,
    options=OPTIONS,
    exclusions=EXCLUSIONS,
    wagers=(*nz_wagers.MAIN, *nz_wagers.SIDE),
    places=(
        Case(_places("A", "mini", 7), given(version="mini")),
        Case(_places("B", "midi", 9), given(version="midi")),
        Case(_places("C", "full", 14), given(version="full")),
    ),
    posts=Posts(
        (
            Post("dealer", "Dealer", c("4.3")),
            Post("game-supervisor", "Game Supervisor", c("2.3(a)")),
            Post("casino-supervisor", "Casino Supervisor", c("2.3(a)", "8.17")),
            Post("casino-operator", "Casino Operator", c("8.5")),
        )
    ),
    conduct=nz_conduct.CONDUCT,
    rulings=nz_rulings.RULINGS,
    void_clauses=c("12.6"),
    register=register_of("nz-division"),
    ante=AnteRule(
        cap=Payoff(1, 8),
        cap_clauses=c("def:Ante"),
        shown_clauses=c("14.3"),
        placed_clauses=c("14.5"),
        waiver_clauses=c("14.4"),
        collected_clauses=c("14.6"),
    ),
    house_wide=(
        HouseWide("perfect-pair", c("11A.8")),
        HouseWide("dragon-bonus", c("11B.9")),
    ),
)
