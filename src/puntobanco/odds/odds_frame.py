"""The table of odds that the terminal, a notebook and every file show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from puntobanco.base.forms import form_of
from puntobanco.base.nouns import how_many
from puntobanco.odds.composition import Composition
from puntobanco.odds.figures import pays
from puntobanco.odds.frame import Column, Frame, Value, number, share, text
from puntobanco.odds.wager_odds import WagerOdds

WORDS = "deviation, skew: of the gain on one unit staked; per resolved: the edge without pushes."

_COLUMNS = (
    text("wager"),
    text("pays", spare=1),
    share("win", "win %"),
    share("push", "push %"),
    share("lose", "lose %"),
    number("deviation", spare=2),
    number("skew", "", ".3f", spare=4),
    share("edge", "edge %", 6),
    share("edge_per_resolved", "per resolved %", 6, spare=3),
    Column("edge", "edge, exact", str, numeric=True, spare=5, in_files=False),
    Column("variance", on_screen=False),
)


def odds_frame(odds: Iterable[WagerOdds], title: str = "", notes: Sequence[str] = ()) -> Frame:
    """Every wager with its chances, its edge and how much it swings."""
    rows: list[list[Value]] = [
        [
            each.wager.name,
            pays(each.wager),
            each.win,
            each.push,
            each.lose,
            each.deviation,
            each.skew,
            each.edge,
            each.edge_per_resolved,
            each.edge,
            each.variance,
        ]
        for each in odds
    ]
    return Frame(_COLUMNS, rows, title, notes)


def shoe_words(composition: Composition) -> str:
    """What is dealt from, in words."""
    decks = composition.decks
    shoe = f"a full shoe of {how_many(decks, 'deck')}" if decks else "the cards left"
    return f"{how_many(composition.cards, 'card')}, {shoe}"


def wager_form(odds: WagerOdds) -> dict[str, Any]:
    """One wager's odds for programs."""
    payoffs = {str(profit): chance for profit, chance in odds.payoffs.items()}
    return {**form_of(odds, "edge", "win", "push", "lose", "variance"), "payoffs": payoffs}
