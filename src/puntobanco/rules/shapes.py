"""Shapes that wagers of several books share; the figures and clauses are the book's."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Payoff
from puntobanco.rules.conditions import TIE, AtLeast, Is
from puntobanco.rules.outcomes import CardMatch
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Line, Lose, Otherwise, Push, Side, Terms, Wager, WagerKind, Win

_Clauses = tuple[ClauseId, ...]


def hand_wager(
    hand: Hand,
    *wins: Line,
    stands_off: _Clauses | None,
    loses: _Clauses,
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
    wins: _Clauses,
    loses: _Clauses,
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


def pair_wager(
    name: str,
    title: str,
    hand: Hand,
    payoff: Payoff,
    *,
    wins: _Clauses,
    loses: _Clauses,
    terms: Terms,
) -> Wager:
    """A wager that a hand's first two cards are of one rank, whatever their suits."""
    return Wager(
        name,
        title,
        WagerKind.SIDE,
        lines=(Line(Is(f"{hand.value}_pair"), Win(payoff), wins, "pair"),),
        otherwise=Otherwise(Lose(), loses, "no pair"),
        terms=terms,
        side=Side(hand.value),
    )


def graded_pair_wager(
    name: str,
    title: str,
    hand: Hand,
    grades: Mapping[CardMatch, tuple[Payoff, _Clauses, str]],
    *,
    loses: _Clauses,
    terms: Terms,
) -> Wager:
    """A wager on a pair that pays by how alike the two cards are; the highest grade alone pays."""
    fact = f"{hand.value}_match"
    ranked = sorted(grades.items(), reverse=True)
    return Wager(
        name,
        title,
        WagerKind.SIDE,
        lines=tuple(
            Line(AtLeast(fact, int(match)), Win(payoff), clauses, label)
            for match, (payoff, clauses, label) in ranked
        ),
        otherwise=Otherwise(Lose(), loses, "no pair"),
        terms=terms,
        side=Side(hand.value),
    )


def margin_wager(
    name: str,
    title: str,
    hand: Hand,
    margins: Mapping[int, Payoff],
    *,
    natural: Payoff,
    pays: _Clauses,
    wins: _Clauses,
    terms: Terms,
) -> Wager:
    """A wager that pays by how far a hand wins; a natural win pays flat, a natural tie pushes."""
    side = hand.value
    natural_win = Is(f"{side}_natural") & Is(f"{side}_wins")
    natural_tie = TIE & Is("player_natural") & Is("banker_natural")
    return Wager(
        name,
        title,
        WagerKind.SIDE,
        lines=(
            Line(natural_win, Win(natural), (*wins, *pays), "natural win"),
            Line(natural_tie, Push(), pays, "natural tie"),
            *(
                Line(Is(f"{side}_margin", margin), Win(payoff), (*wins, *pays), f"win by {margin}")
                for margin, payoff in sorted(margins.items(), reverse=True)
            ),
        ),
        otherwise=Otherwise(Lose(), wins, "no such win"),
        terms=terms,
        side=Side(hand.value),
    )


def wins_on_wager(
    side: str, total: int, payoff: Payoff, *, wins: _Clauses, loses: _Clauses, terms: Terms
) -> Wager:
    """A wager that `side` (player, banker or tie) has it with exactly this total."""
    happens = TIE if side == "tie" else Is(f"{side}_wins")
    fact = "player_total" if side == "tie" else f"{side}_total"
    return Wager(
        f"{side}-wins-on:{total}",
        f"{side.capitalize()} Wins On {total}",
        WagerKind.SIDE,
        lines=(Line(happens & Is(fact, total), Win(payoff), wins, f"{side} on {total}"),),
        otherwise=Otherwise(Lose(), loses, f"not {side} on {total}"),
        terms=terms,
        side=Side(side),
    )
