"""A par sheet in tables: each wager's events, payoffs, combinations, probability and return."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from enum import Enum, unique
from fractions import Fraction

from puntobanco.base.clauses import Clauses
from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.frame import Frame, Value, number, share, text, whole
from puntobanco.odds.odds_frame import odds_frame, shoe_words
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.wager_odds import WagerOdds, profit_of
from puntobanco.odds.weights import Weigher, Weights
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import cited
from puntobanco.rules.wagers import Wager
from puntobanco.version import version

HANDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def par_frames(rules: HouseRules, shoe: Composition) -> list[Frame]:
    """The summary of all wagers, then a table of events and one of bounds of the hold for each."""
    odds = Pricer(rules.tableau, rules.wagers.values()).price(shoe)
    weights = Weigher(rules.tableau).weigh(shoe)
    events = [_events(wager, weights) for wager in rules.wagers.values()]
    return [odds_frame(odds.values(), "Wagers"), *events, _bounds(odds)]


def _events(wager: Wager, weights: Weights) -> Frame:
    counted: dict[tuple[str, str, Fraction, Clauses], int] = {}
    for line in wager.ends():
        counted.setdefault((line.label, str(line.end), profit_of(line.end), line.clauses), 0)
    for outcome, weight in zip(weights.classes, weights.by_class, strict=True):
        line = wager.verdict(outcome)
        counted[line.label, str(line.end), profit_of(line.end), line.clauses] += int(weight)
    rows: list[list[Value]] = [
        [
            label,
            pays,
            orders,
            Fraction(orders, weights.total),
            profit * Fraction(orders, weights.total),
            cited(clauses),
        ]
        for (label, pays, profit, clauses), orders in counted.items()
    ]
    if weights.void:
        rows.append(["void", "push", weights.void, Fraction(weights.void, weights.total), 0, ""])
    earned = sum((Fraction(row[4] or 0) for row in rows), Fraction(0))
    rows.append(["all", "", weights.total, Fraction(1), earned, ""])
    columns = [
        text("event"),
        text("pays"),
        whole("combinations"),
        number("probability", "", ".6f"),
        number("return", "", "+.6f"),
        text("clauses"),
    ]
    return Frame(columns, rows, wager.title)


def _bounds(odds: Odds) -> Frame:
    """Within which bounds the hold falls in 95 of 100 cases, by hands dealt at one unit."""
    rows: list[list[Value]] = [[name, *_hold_bounds(each)] for name, each in odds.items()]
    columns = [text("wager"), share("edge", "edge %", 4), share("hit", "hit %", 4)]
    columns += [number("variance"), number("deviation", "SD")]
    columns += [text(f"hands_{hands}", f"{hands:,}") for hands in HANDS]
    note = (
        "Hold by hands dealt, in per cent of what was staked: 95 of 100 cases, by the normal "
        "approximation. SD is the standard deviation, hit the share of hands that win."
    )
    return Frame(columns, rows, "Bounds of the hold", (note,))


def _hold_bounds(odds: WagerOdds) -> list[Value]:
    edge, spread = 100 * float(odds.edge), 196 * odds.deviation
    bounds = [(edge - spread / math.sqrt(n), edge + spread / math.sqrt(n)) for n in HANDS]
    figures: list[Value] = [odds.edge, odds.win, odds.variance, odds.deviation]
    return [*figures, *(f"{low:.2f} to {high:.2f}" for low, high in bounds)]


@unique
class Paper(Enum):
    """What a par sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"


def par_head(rules: HouseRules, shoe: Composition, changes: Sequence[str]) -> list[str]:
    """What the sheet is about: book, digest, options, shoe, program and date."""
    dealt = shoe == full_shoe(rules.decks)
    options = " ".join(
        f"{name}={value}" for name, value in rules.options.items() if dealt or name != "decks"
    )
    today = dt.datetime.now(dt.UTC).date().isoformat()
    lines = [
        f"Book {rules.book.name}, {rules.book.edition}; digest {rules.book.digest()}.",
        f"Options: {options}. Dealt from {shoe_words(shoe)}.",
        f"puntobanco {version()}, {today}. All figures are exact, but for the bounds of the hold.",
    ]
    if changes:
        lines.append(f"Differs from the book: {', '.join(changes)}. The digest includes this.")
    return lines
