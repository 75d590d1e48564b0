"""What a table earns: the exact mean and variance of a coup, for patrons who bet in a known way.

Everything here is a fraction; `odds/risk.py` turns mean and variance into chances.

A patron bets on Player or on Banker or on neither, never on both; every other wager is laid or not
without regard to that. Patrons decide without regard to each other and to the cards. All stakes of
a coup meet the same cards, so wagers vary together: that is in the variance.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from puntobanco.base.money import Units
from puntobanco.base.usage import UsageError
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.rules.book import HouseRules

FEE = "Ante"
"""The name under which fees stand beside the wagers."""


class BadMixError(UsageError):
    """Bets that cannot be made; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class MixedBet:
    """A wager that a patron lays in some of the coups."""

    wager: str
    average: Units
    share: Fraction
    """In which part of the coups it is laid."""


@dataclass(frozen=True, slots=True)
class Group:
    """Patrons who bet alike."""

    patrons: int
    bets: tuple[MixedBet, ...]


@dataclass(frozen=True, slots=True)
class MixLine:
    """What one bet of a group brings the House, a coup, in units."""

    patrons: int
    bet: MixedBet
    edge: Fraction
    staked: Fraction
    win: Fraction


_Vector = dict[str, Fraction]
"""Stakes by wager; fees under `FEE`."""
_Choice = list[tuple[Fraction, _Vector]]
"""The alternatives of one decision of a patron, each with its chance."""


@dataclass(frozen=True)
class HouseWin:
    """The House's result of one coup against all patrons of a table, in units of money."""

    rules: HouseRules
    groups: tuple[Group, ...]
    odds: Odds

    @classmethod
    def of(
        cls, rules: HouseRules, groups: Sequence[Group], *, decks: int | None = None
    ) -> HouseWin:
        """Price the wagers that are laid, for a full shoe."""
        for group in groups:
            _check(rules, group)
        names = dict.fromkeys(bet.wager for group in groups for bet in group.bets)
        pricer = Pricer(rules.tableau, [rules.wagers[name] for name in names])
        return cls(
            rules, tuple(groups), pricer.price(full_shoe(rules.decks if decks is None else decks))
        )

    @property
    def patrons(self) -> int:
        """How many patrons there are."""
        return sum(group.patrons for group in self.groups)

    @cached_property
    def lines(self) -> list[MixLine]:
        """Every bet of every group, with what it brings."""
        found = []
        for group in self.groups:
            for bet in group.bets:
                edge = self.odds[bet.wager].edge
                staked = group.patrons * bet.share * bet.average
                found.append(MixLine(group.patrons, bet, edge, staked, staked * edge))
        return found

    @property
    def staked(self) -> Fraction:
        """What is staked in a coup, on average."""
        return sum((line.staked for line in self.lines), Fraction(0))

    @cached_property
    def fees(self) -> Fraction:
        """What the Ante brings in a coup, on average."""
        return self._mean_stakes.get(FEE, Fraction(0))

    @cached_property
    def mean(self) -> Fraction:
        """The theoretical win of a coup."""
        return sum((line.win for line in self.lines), self.fees)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the House's result of a coup.

        The cards and the patrons' choices are independent, so the mean square is that of the mean
        stakes, plus what each choice varies around its own mean.
        """
        square = self._square(self._mean_stakes)
        for group in self.groups:
            for choice in _choices(self.rules, group):
                varied = sum((chance * self._square(some) for chance, some in choice), Fraction(0))
                square += group.patrons * (varied - self._square(_mean(choice)))
        return square - self.mean**2

    @cached_property
    def _mean_stakes(self) -> _Vector:
        total: _Vector = {}
        for group in self.groups:
            for choice in _choices(self.rules, group):
                for name, stake in _mean(choice).items():
                    total[name] = total.get(name, Fraction(0)) + group.patrons * stake
        return total

    def _square(self, stakes: Mapping[str, Fraction]) -> Fraction:
        """The mean square of the House's result of these stakes."""
        pairs = itertools.product(stakes.items(), repeat=2)
        return sum(
            (one * two * self._moment(name, other) for (name, one), (other, two) in pairs),
            Fraction(0),
        )

    def _moment(self, one: str, two: str) -> Fraction:
        """The mean product of what the House gains of a unit on each; a fee is gained always."""
        if FEE in (one, two):
            rest = [name for name in (one, two) if name != FEE]
            return self.odds[rest[0]].edge if rest else Fraction(1)
        return self._moments[one, two]

    @cached_property
    def _moments(self) -> dict[tuple[str, str], Fraction]:
        found: dict[tuple[str, str], Fraction] = {}
        for one, two in itertools.combinations_with_replacement(self.odds, 2):
            product = self.odds[one].edge * self.odds[two].edge
            found[one, two] = found[two, one] = self.odds.covariance(one, two) + product
        return found


def _check(rules: HouseRules, group: Group) -> None:
    if group.patrons < 1:
        raise BadMixError("a group has 1 patron or more, not 0; write 6x for six patrons")
    names = [bet.wager for bet in group.bets]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadMixError(f"{twice} is given twice for the same patrons; give it once")
    for bet in group.bets:
        if not 0 < bet.share <= 1:
            raise BadMixError(
                f"{bet.wager} cannot be bet in {float(100 * bet.share):g}% of the coups; "
                "give more than 0% and at most 100%"
            )
    hands = [bet for bet in group.bets if rules.wagers[bet.wager].kind.hand is not None]
    shares = sum((bet.share for bet in hands), Fraction(0))
    if shares > 1:
        raise BadMixError(
            f"a patron bets on Player or Banker, not both: the shares add up to "
            f"{float(100 * shares):g} %; give 100 % or less together"
        )


def _choices(rules: HouseRules, group: Group) -> Iterator[_Choice]:
    """The independent decisions of one patron of a group."""
    main = [bet for bet in group.bets if rules.wagers[bet.wager].kind.is_main]
    if main:
        yield _main_choice(rules, main)
    for bet in group.bets:
        if bet not in main:
            laid = {bet.wager: Fraction(bet.average)}
            yield [(bet.share, laid), (1 - bet.share, {})]


def _main_choice(rules: HouseRules, main: Sequence[MixedBet]) -> _Choice:
    """What may lie on the main wagers together, because the Ante looks at all of them."""
    hands = [bet for bet in main if rules.wagers[bet.wager].kind.hand is not None]
    nothing = 1 - sum((bet.share for bet in hands), Fraction(0))
    found: list[tuple[Fraction, dict[str, Units]]] = [(nothing, {})]
    found += [(bet.share, {bet.wager: bet.average}) for bet in hands]
    for bet in main:
        if bet not in hands:
            without = [(chance * (1 - bet.share), stakes) for chance, stakes in found]
            found = [
                (chance * bet.share, {**stakes, bet.wager: bet.average}) for chance, stakes in found
            ] + without
    choice: _Choice = []
    for chance, stakes in found:
        fee = rules.ante.due(stakes) if rules.ante is not None else 0
        fees = {FEE: Fraction(fee)} if fee else {}
        choice.append((chance, {**{name: Fraction(s) for name, s in stakes.items()}, **fees}))
    return choice


def _mean(choice: _Choice) -> _Vector:
    total: _Vector = {}
    for chance, stakes in choice:
        for name, stake in stakes.items():
            total[name] = total.get(name, Fraction(0)) + chance * stake
    return total
