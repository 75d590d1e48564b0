"""Designs a wager: from conditions and payoffs to a wager, its odds and its lines for a book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.base.usage import UsageError
from puntobanco.odds.composition import Composition
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.wagers import End, Line, Lose, Otherwise, Push, Wager, WagerKind, Win


class BadWagerError(UsageError):
    """A wager that cannot be priced as asked; the message says what would be right."""


def read_percentage(text: str) -> Fraction:
    """Read a percentage as a share of one: "5" and "5%" are both a twentieth."""
    match = re.fullmatch(r"(-?\d{1,3}(?:\.\d{1,9})?)\s*%?", text.strip())
    if match is None:
        raise BadWagerError(f"`{text}` is not a percentage; write 5 or 2.5%")
    share = Fraction(match[1]) / 100
    if not -10 <= share < 1:
        raise BadWagerError(
            f"an edge of {text} cannot be: the House keeps less than 100 % of a stake; "
            "write an edge such as 5%"
        )
    return share


_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*")


def read_name(name: str) -> str:
    """What a new wager is called: "Dragon 7" and "dragon_7" are both dragon-7."""
    bare = name.lower().replace("_", "-").replace(" ", "-")
    if not _NAME.fullmatch(bare):
        raise BadWagerError(
            f"{bare!r} cannot name a wager; use letters, digits and hyphens, such as dragon-7"
        )
    return bare


def design(
    wins: Sequence[tuple[Condition, Payoff]],
    pushes: Sequence[Condition] = (),
    *,
    name: str = "tried",
) -> Wager:
    """A wager that wins on the first condition that holds, pushes on others, else loses."""
    if not wins:
        raise BadWagerError("a wager needs a condition on which it wins")
    clause = c("CLAUSE")
    lines = [Line(when, Win(payoff), clause, str(when)) for when, payoff in wins]
    lines += [Line(when, Push(), clause, str(when)) for when in pushes]
    title = name.replace("-", " ").replace(":", " ").title()
    return Wager(name, title, WagerKind.SIDE, tuple(lines), Otherwise(Lose(), clause))


def nearest_payoff(odds: WagerOdds, wanted_edge: Fraction, chance: Fraction) -> Payoff:
    """The whole payoff to 1 of the first line, of this chance, that comes nearest an edge.

    Of two that are equally near, the lower one, which favours the House.
    """
    if not chance:
        raise BadWagerError("no coup satisfies the first condition; nothing it pays has an effect")
    first = odds.wager.lines[0].end
    assert isinstance(first, Win), first
    exact = first.net + (odds.edge - wanted_edge) / chance
    low = max(1, exact.__floor__())
    near = low if exact - low <= low + 1 - exact else low + 1
    return Payoff(near)


def tried(
    tableau: Tableau,
    shoe: Composition,
    wins: Sequence[tuple[Condition, Payoff]],
    pushes: Sequence[Condition],
    name: str,
    edge: Fraction | None,
) -> WagerOdds:
    """The odds of a wager; where an edge is wanted, its first payoff is the one nearest to it."""
    odds = _priced(design(wins, pushes, name=name), tableau, shoe)
    if edge is None:
        return odds
    chance = _priced(design(wins[:1], name=name), tableau, shoe).win
    (condition, _), *others = wins
    found = (condition, nearest_payoff(odds, edge, chance))
    return _priced(design([found, *others], pushes, name=name), tableau, shoe)


def _priced(wager: Wager, tableau: Tableau, shoe: Composition) -> WagerOdds:
    return Pricer(tableau, [wager]).price(shoe)[wager.name]


def as_code(wager: Wager) -> str:
    """The wager as a book would write it."""
    lines = "".join(
        f"        Line(\n            {_condition_code(line.when)},\n"
        f"            {_end_code(line.end)},\n"
        f'            c("CLAUSE"),\n            "{line.label}",\n        ),\n'
        for line in wager.lines
    )
    return (
        f'Wager(\n    "{wager.name}",\n    "{wager.title}",\n    WagerKind.SIDE,\n'
        f"    lines=(\n{lines}    ),\n"
        f'    otherwise=Otherwise(Lose(), c("CLAUSE")),\n)'
    )


def _end_code(end: End) -> str:
    match end:
        case Win():
            payoff = end.payoff
            numbers = f"{payoff.gain}" if payoff.stake == 1 else f"{payoff.gain}, {payoff.stake}"
            return f"Win(Payoff({numbers}))"
        case Push():
            return "Push()"
        case Lose():
            return "Lose()"


def _condition_code(condition: Condition) -> str:
    match condition:
        case Is():
            value = "" if condition.value is None else f", {condition.value}"
            return f'Is("{condition.fact}"{value})'
        case AtLeast():
            return f'AtLeast("{condition.fact}", {condition.value})'
        case AllOf():
            return f"AllOf(({', '.join(map(_condition_code, condition.parts))}))"
        case AnyOf():
            return f"AnyOf(({', '.join(map(_condition_code, condition.parts))}))"
        case Not():
            return f"~{_condition_code(condition.part)}"
        case _:
            raise AssertionError(condition)
