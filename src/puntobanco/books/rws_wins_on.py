"""RWS Non-Commission Baccarat with Player, Banker and Tie Wins On (read from a damaged scan)."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import rws, rws_conduct, rws_rulings, silent
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.options import Case, Choice, NumberOption, given
from puntobanco.rules.places import Places
from puntobanco.rules.shapes import even_money, half_on_six, wins_on_wager
from puntobanco.rules.slots import Hand

BANKER = (
    half_on_six(c("4.1.1[Banker on 6]", "1.11", "3.13")),
    even_money(Hand.BANKER, c("4.1.1[Banker other]", "1.11", "3.13")),
)
MAIN = rws.main_wagers("4.1.1", "1.15", *BANKER, tie="Any Tie")
PLAYER_WINS_ON, BANKER_WINS_ON, TIE_WINS_ON = (
    tuple(
        wins_on_wager(
            side,
            total,
            Payoff(gain),
            wins=c(f"{schedule}[{total}]", schedule, defined),
            loses=c(defined),
            terms=rws.ALONE,
        )
        for total, gain in enumerate(gains, start=first)
    )
    for side, schedule, defined, first, gains in (
        ("player", "4.1.2", "1.16", 1, (160, 80, 50, 50, 30, 11, 8, 6, 5)),
        ("banker", "4.1.3", "1.2", 1, (160, 80, 50, 25, 15, 11, 8, 6, 5)),
        ("tie", "4.1.4", "1.23", 0, (110, 160, 160, 150, 100, 90, 35, 35, 60, 60)),
    )
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
    wagers=tuple(Case(wager) for wager in (*MAIN, *PLAYER_WINS_ON, *BANKER_WINS_ON, *TIE_WINS_ON)),
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
