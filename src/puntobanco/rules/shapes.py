"""Shapes that wagers of several books share; the figures and clauses are the book's."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Payoff
from puntobanco.rules.conditions import BANKER_WINS, TIE, AtLeast, Is
from puntobanco.rules.outcomes import CardMatch
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Line, Lose, Otherwise, Push, Side, Terms, Wager, WagerKind, Win

COMMISSION = Payoff(1, 20)
"""What a book with commission deducts from a Banker win."""


def even_money(hand: Hand, clauses: Clauses, commission: Payoff | None = None) -> Line:
    """The line of a hand's wager that every win pays 1 to 1."""
    label = f"{hand.value.capitalize()} wins"
    return Line(Is(f"{hand.value}_wins"), Win(Payoff(1), commission=commission), clauses, label)


def half_on_six(clauses: Clauses) -> Line:
    """The line of Banker's wager that a win on 6 pays half."""
    return Line(BANKER_WINS & Is("banker_total", 6), Win(Payoff(1, 2)), clauses, "Banker wins on 6")


def hand_wager(
    hand: Hand,
    *wins: Line,
    stands_off: Clauses | None,
    loses: Clauses,
    terms: Terms,
) -> Wager:
    """A wager on a hand: winning lines, then a stand-off on a tie where the book has one."""
    title = f"{hand.value.capitalize()}"
    push = (Line(TIE, Push(), stands_off, "tie"),) if stands_off else ()
    other = f"{hand.other.value.capitalize()} wins"
    return Wager(
        hand.value,
        title,
        WagerKind(hand.value),
        lines=(*wins, *push),
        otherwise=Otherwise(Lose(), loses, other if push else f"tie, or {other}"),
        terms=terms,
    )


def tie_wager(
    payoff: Payoff,
    *,
    wins: Clauses,
    loses: Clauses,
    title: str = "Tie",
    terms: Terms,
) -> Wager:
    """A wager that both hands finish level."""
    return Wager(
        "tie",
        title,
        WagerKind.TIE,
        lines=(Line(TIE, Win(payoff), wins, "tie"),),
        otherwise=Otherwise(Lose(), loses, "no tie"),
        terms=terms,
    )


def side_wager(
    name: str, title: str, side: Side, *lines: Line, otherwise: Otherwise, terms: Terms
) -> Wager:
    """A wager beside the main ones, drawn on one side of the layout."""
    return Wager(name, title, WagerKind.SIDE, lines, otherwise, terms, side)


def pair_wager(
    name: str,
    title: str,
    hand: Hand,
    payoff: Payoff,
    *,
    wins: Clauses,
    loses: Clauses,
    terms: Terms,
) -> Wager:
    """A wager that a hand's first two cards are of one rank, whatever their suits."""
    pair = Line(Is(f"{hand.value}_pair"), Win(payoff), wins, "pair")
    otherwise = Otherwise(Lose(), loses, "no pair")
    return side_wager(name, title, Side(hand.value), pair, otherwise=otherwise, terms=terms)


def graded_pair_wager(
    name: str,
    title: str,
    hand: Hand,
    grades: Mapping[CardMatch, tuple[Payoff, Clauses, str]],
    *,
    loses: Clauses,
    terms: Terms,
) -> Wager:
    """A wager on a pair that pays by how alike the two cards are; the highest grade alone pays."""
    ranked = sorted(grades.items(), reverse=True)
    lines = [
        Line(AtLeast(f"{hand.value}_match", int(match)), Win(payoff), clauses, label)
        for match, (payoff, clauses, label) in ranked
    ]
    otherwise = Otherwise(Lose(), loses, "no pair")
    return side_wager(name, title, Side(hand.value), *lines, otherwise=otherwise, terms=terms)


def margin_wager(
    name: str,
    title: str,
    hand: Hand,
    margins: Mapping[int, Payoff],
    *,
    natural: Payoff,
    pays: Clauses,
    wins: Clauses,
    terms: Terms,
) -> Wager:
    """A wager that pays by how far a hand wins; a natural win pays flat, a natural tie pushes."""
    side = hand.value
    natural_win = Is(f"{side}_natural") & Is(f"{side}_wins")
    natural_tie = TIE & Is("player_natural") & Is("banker_natural")
    by_margin = [
        Line(Is(f"{side}_margin", margin), Win(payoff), (*wins, *pays), f"win by {margin}")
        for margin, payoff in sorted(margins.items(), reverse=True)
    ]
    return side_wager(
        name,
        title,
        Side(side),
        Line(natural_win, Win(natural), (*wins, *pays), "natural win"),
        Line(natural_tie, Push(), pays, "natural tie"),
        *by_margin,
        otherwise=Otherwise(Lose(), wins, "no such win"),
        terms=terms,
    )


def wins_on_wager(
    side: str, total: int, payoff: Payoff, *, wins: Clauses, loses: Clauses, terms: Terms
) -> Wager:
    """A wager that `side` (player, banker or tie) has it with exactly this total."""
    happens = TIE if side == "tie" else Is(f"{side}_wins")
    fact = "player_total" if side == "tie" else f"{side}_total"
    return side_wager(
        f"{side}-wins-on:{total}",
        f"{side.capitalize()} Wins On {total}",
        Side(side),
        Line(happens & Is(fact, total), Win(payoff), wins, f"{side} on {total}"),
        otherwise=Otherwise(Lose(), loses, f"not {side} on {total}"),
        terms=terms,
    )
