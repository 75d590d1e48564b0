"""Settlement: rules, a finished coup and one patron's stakes give one line per stake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from puntobanco.base.clauses import Clauses, c
from puntobanco.base.money import Direction, Rounding, Units
from puntobanco.rules.book import HouseRules
from puntobanco.rules.fees import SettledAnte
from puntobanco.rules.outcomes import VOID, OutcomeClass
from puntobanco.rules.wagers import Line, Lose, Otherwise, Push, Result, Wager, Win


@dataclass(frozen=True, slots=True)
class SettledStake:
    """One stake, settled: complete, so that no reader computes anything again."""

    wager: str
    stake: Units
    result: Result
    profit: Units
    """Net of commission; minus the stake for a loss."""
    commission: Units
    breakage: Units
    """What rounding kept from (or, negative, added to) what was due, in whole units."""
    shortfall: Fraction
    """The exact amount due less the profit paid; zero unless something was rounded."""
    label: str
    clauses: Clauses

    @property
    def returned(self) -> Units:
        """What goes back to the seat: the stake with its profit, the bare stake, or nothing."""
        return self.stake + self.profit


@dataclass(frozen=True, slots=True)
class PatronSettlement:
    """What one patron's coup came to."""

    stakes: tuple[SettledStake, ...]
    ante: SettledAnte | None

    @property
    def net(self) -> Units:
        """What the patron gained or lost."""
        fee = self.ante.amount if self.ante and self.ante.collected else 0
        return sum(line.profit for line in self.stakes) - fee


def settle(
    rules: HouseRules, number: OutcomeClass, stakes: Mapping[str, Units]
) -> PatronSettlement:
    """Settle one patron's stakes, by wager, on a finished coup (or a void one)."""
    if not isinstance(number, int):
        raise TypeError(f"{number!r} is not an outcome class; give coup.outcome_class")
    for name, stake in stakes.items():
        if name not in rules.wagers or stake <= 0:
            raise ValueError(f"{name}={stake} is not a stake on a wager of this table")
    lines = tuple(
        settle_stake(rules, rules.wagers[name], number, stake) for name, stake in stakes.items()
    )
    return PatronSettlement(lines, _ante(rules, number, stakes))


def settle_stake(
    rules: HouseRules, wager: Wager, number: OutcomeClass, stake: Units
) -> SettledStake:
    """Settle one stake on a finished coup."""
    if number == VOID:
        clauses = rules.book.void_clauses
        return SettledStake(wager.name, stake, Result.PUSH, 0, 0, 0, Fraction(0), "void", clauses)
    return settle_line(rules, wager, wager.verdict(number), stake)


def settle_line(
    rules: HouseRules, wager: Wager, line: Line | Otherwise, stake: Units
) -> SettledStake:
    """Settle one stake by the line that decides it."""
    match line.end:
        case Win() as win:
            profit, commission, breakage, shortfall = _winnings(win, stake, rules.settings.rounding)
            clauses = line.clauses + (c("default:2") if shortfall else ())
            return SettledStake(
                wager.name,
                stake,
                Result.WIN,
                profit,
                commission,
                breakage,
                shortfall,
                line.label,
                clauses,
            )
        case Push():
            result, profit = Result.PUSH, 0
        case Lose():
            result, profit = Result.LOSE, -stake
    return SettledStake(
        wager.name, stake, result, profit, 0, 0, Fraction(0), line.label, line.clauses
    )


def _winnings(win: Win, stake: Units, rounding: Rounding) -> tuple[Units, Units, Units, Fraction]:
    """Profit, commission and breakage in whole units, which together are the House's outlay."""
    gross = win.payoff.on(stake)
    if win.commission is None and gross.denominator == 1 and rounding.to == 1:
        return gross.numerator, 0, 0, gross - gross  # nothing to round: by far the usual case
    due = win.net * stake
    profit = rounding.apply(due)
    commission = (gross - due).__floor__()
    outlay = Rounding(1, Direction.DOWN if profit <= due else Direction.UP).apply(gross)
    return profit, commission, outlay - commission - profit, due - profit


def _ante(
    rules: HouseRules, number: OutcomeClass, stakes: Mapping[str, Units]
) -> SettledAnte | None:
    if rules.ante is None:
        return None
    main = {name: stake for name, stake in stakes.items() if rules.wagers[name].kind.is_main}
    due = rules.ante.due(main)
    if number == VOID:
        return SettledAnte(due, collected=False, clauses=rules.book.void_clauses)
    waived = not due and bool(main)
    clauses = rules.ante.rule.waiver_clauses if waived else rules.ante.rule.collected_clauses
    return SettledAnte(due, collected=True, clauses=clauses)
