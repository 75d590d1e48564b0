"""The same wager at other numbers of decks, and on every scale its book offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from puntobanco.base.nouns import how_many
from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.figures import pays
from puntobanco.odds.frame import Column, Frame, Value, share, text
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.conditions import Condition
from puntobanco.rules.options import Choice
from puntobanco.rules.wagers import End, Wager

_Pays: TypeAlias = tuple[tuple[Condition | None, End], ...]


def by_decks(pricer: Pricer, decks: Iterable[int]) -> dict[int, Odds]:
    """The odds of full shoes, by number of decks."""
    return {number: pricer.price(full_shoe(number)) for number in decks}


def decks_frame(found: Mapping[int, Odds], title: str) -> Frame:
    """Each wager's edge by number of decks."""
    columns = [text("wager")]
    columns += [share(f"decks_{number}", how_many(number, "deck"), 6) for number in found]
    names = list(next(iter(found.values())))
    rows: list[list[Value]] = [
        [name, *(odds[name].edge for odds in found.values())] for name in names
    ]
    return Frame(columns, rows, title)


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager as an operator may offer it, and the option that makes it so."""

    option: str
    odds: WagerOdds


def offers(book: RuleBook, shoe: Composition) -> dict[str, list[Offer]]:
    """Every different way in which each wager of a book may pay, by the option that decides it.

    Options are tried one at a time from the book's defaults, which are `standard`.
    """
    found: dict[str, list[Offer]] = {}
    known: set[tuple[str, _Pays]] = set()
    for option, rules in _one_option_each(book):
        new = [each for each in rules.wagers.values() if (each.name, _pays(each)) not in known]
        known |= {(each.name, _pays(each)) for each in new}
        if new:
            for name, odds in Pricer(rules.tableau, new).price(shoe).items():
                found.setdefault(name, []).append(Offer(option, odds))
    return found


def _one_option_each(book: RuleBook) -> Iterator[tuple[str, HouseRules]]:
    standard = book.configure()
    assert isinstance(standard, HouseRules), standard
    yield "standard", standard
    for option in book.options:
        if isinstance(option, Choice):
            for value in option.values:
                rules = book.configure({option.name: value})
                if isinstance(rules, HouseRules):
                    yield f"{option.name}={value}", rules


def _pays(wager: Wager) -> _Pays:
    """When a wager pays what, whatever its clauses and labels."""
    return (*((line.when, line.end) for line in wager.lines), (None, wager.otherwise.end))


def break_even(odds: WagerOdds) -> dict[Fraction, Fraction]:
    """For each payoff, what it would have to be, the others unchanged, for no edge at all."""
    return {
        profit: profit + odds.edge / chance
        for profit, chance in odds.payoffs.items()
        if profit > 0 and chance
    }


def offers_frame(found: Mapping[str, Sequence[Offer]], title: str) -> Frame:
    """Every scale of every wager, and where each payoff would have no edge."""
    rows: list[list[Value]] = []
    for name, some in found.items():
        for each in some:
            odds = each.odds
            even = (f"{profit} at {float(at):.3f}" for profit, at in break_even(odds).items())
            rows.append([name, each.option, pays(odds.wager), odds.win, odds.edge, ", ".join(even)])
    columns = [
        text("wager"),
        text("option"),
        text("pays", spare=1),
        share("win", "win %"),
        share("edge", "edge %", 6),
        text("no_edge_at", "each payoff without an edge", spare=2),
    ]
    return Frame(columns, rows, title)


def payoffs_frame(odds: WagerOdds) -> Frame:
    """Each profit of one wager with its chance, and the payoff at which it has no edge."""
    even = break_even(odds)
    rows = [(profit, chance, even.get(profit)) for profit, chance in odds.payoffs.items()]
    columns = [
        Column("profit", numeric=True),
        share("chance", "chance %", 6),
        Column("no_edge_at", "no edge at", lambda value: f"{float(value):.4f}", numeric=True),
    ]
    fair = odds.fair_payoff
    note = f"One payoff for every win would be fair at {float(fair):.4f} to 1." if fair else ""
    return Frame(columns, rows, odds.wager.title, (note,) if note else ())
