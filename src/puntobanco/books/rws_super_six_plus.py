"""RWS Commission Baccarat with Super Six Plus, version 4."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.books import rws, rws_conduct, rws_rulings, silent
from puntobanco.books.registers import register_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.conditions import BANKER_WINS, Is
from puntobanco.rules.options import Case, Choice, NumberOption, given
from puntobanco.rules.places import Places
from puntobanco.rules.shapes import COMMISSION, even_money, side_wager
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Line, Lose, Otherwise, Side, Win

MAIN = rws.main_wagers(
    "4.1.2",
    "1.13",
    even_money(Hand.BANKER, c("4.1.2[Banker]", "4.1.1", "3.13"), COMMISSION),
    tie="Tie",
)

_BANKER_WINS_ON_SIX = BANKER_WINS & Is("banker_total", 6)
SUPER_SIX_PLUS = side_wager(
    "super-six-plus",
    "Super Six Plus",
    Side.BANKER,
    Line(
        _BANKER_WINS_ON_SIX & Is("banker_cards", 2),
        Win(Payoff(12)),
        c("4.1.2[SSP two cards]", "1.19"),
        "Banker wins on 6 with two cards",
    ),
    Line(
        _BANKER_WINS_ON_SIX & Is("banker_cards", 3),
        Win(Payoff(20)),
        c("4.1.2[SSP three cards]", "1.19"),
        "Banker wins on 6 with three cards",
    ),
    otherwise=Otherwise(Lose(), c("1.19"), "Banker does not win on 6"),
    terms=rws.ALONE,
)

_PRINTED = (
    "Super Six Plus Pays",
    "Banker wins on six points with two cards - 12 to 1",
    "Banker wins on six points with three cards - 20 to 1",
)
"""What Appendices A to F print."""

BOOK = RuleBook(
    name="rws-super-six-plus",
    title="RWS Commission Baccarat with Super Six Plus",
    edition="version 4",
    points=rws.POINTS,
    tableau=rws.TABLEAU,
    options=(
        NumberOption("decks", 4, 8, "8", "decks of 52 cards in the shoe", c("2.2.1")),
        Choice(
            "layout",
            ("bean-9", "bean-8", "bean-7", "mini-7", "mini-6", "mini-5"),
            "the printed layout, with its number of boxes",
            c("2.1.1", "2.1.1(a)"),
        ),
        Choice("style", ("face-up", "face-down"), "how the cards are dealt", c("3.9")),
        silent.equipment("1.3", "1.6"),
    ),
    exclusions=(),
    wagers=tuple(Case(wager) for wager in (*MAIN, SUPER_SIX_PLUS)),
    places=tuple(
        Case(
            Places(
                f"Appendix {letter}, {kind} Baccarat ({boxes} Players)",
                boxes,
                c("2.1.1(a)", f"App.{letter}"),
                _PRINTED,
                kind.lower(),
            ),
            given(layout=f"{kind.lower()}-{boxes}"),
        )
        for letter, kind, boxes in (
            ("A", "Bean", 9),
            ("B", "Bean", 8),
            ("C", "Bean", 7),
            ("D", "Mini", 7),
            ("E", "Mini", 6),
            ("F", "Mini", 5),
        )
    ),
    posts=rws.posts("1.11"),
    conduct=rws_conduct.conduct("1.18"),
    rulings=rws_rulings.RULINGS,
    void_clauses=c("5.15"),
    register=register_of("rws-super-six-plus"),
)
