"""Reading `--pay` and `--wager`: other payoffs, chosen wagers, and wagers that no book has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import say
from puntobanco.cli.options import Words
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.revision import (
    edge_remarks,
    is_definition,
    pays_otherwise,
    read_definition,
    revised,
    warnings,
    with_wagers,
)
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import closest, nearest
from puntobanco.rules.wagers import Wager


@dataclass(frozen=True, slots=True)
class ChosenWagers:
    """A table's rules as changed for this run, and the wagers asked for."""

    rules: HouseRules
    wagers: Mapping[str, Wager]
    changes: tuple[str, ...]
    """What differs from the book, in words."""

    def only(self) -> HouseRules:
        """The table offering nothing but the wagers asked for."""
        if list(self.wagers) == list(self.rules.wagers):
            return self.rules
        return with_wagers(self.rules, self.wagers.values())


def changed(choice: ChosenWagers) -> tuple[str, ...]:
    """A note on what differs from the book, where something does."""
    return (f"Differs from the book: {', '.join(choice.changes)}.",) if choice.changes else ()


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class WagerWords:
    """Which wagers, and what they pay."""

    wager: Words = ()
    """Only these wagers. "NAME: CONDITION pays 40" is one that the book does not have; `all` is
    every wager of the table."""
    pay: Words = ()
    """Other payoffs: tie=9, banker="1 less 4%", super-six-plus=15,25."""

    def read(self, rules: HouseRules) -> ChosenWagers:
        """The rules and wagers that `--wager` and `--pay` describe."""
        new = [read_definition(words) for words in self.wager if is_definition(words)]
        _once([each.name for each in new], "--wager", "defined")
        said = [_payoff(words, rules, new) for words in self.pay]
        _once([name for name, _ in said], "--pay", "given a payoff")
        payoffs = dict(said)
        table = revised(revised(rules, {}, new), payoffs)
        for each in new:
            defined = table.wagers[each.name]
            for warning in (*warnings(rules.tableau, defined), *_remarks(rules, defined)):
                say(f"{each.name}: {warning}")
        changes = [
            f"{name} pays {words}"
            for name, words in payoffs.items()
            if name not in rules.wagers or pays_otherwise(rules.wagers[name], table.wagers[name])
        ]
        for each in new:
            known = each.name in rules.wagers
            changes.append(f"{each.name} is {'redefined' if known else 'not a wager of the book'}")
        names: list[str] = []
        for words in self.wager:
            if words.lower() == "all":
                names += rules.wagers
            else:
                names.append(new.pop(0).name if is_definition(words) else _chosen(table, words))
        chosen = dict.fromkeys(names) if names else table.wagers
        return ChosenWagers(table, {name: table.wagers[name] for name in chosen}, tuple(changes))


def _once(names: Sequence[str], option: str, done: str) -> None:
    """Refuse a wager that an option names twice, where the second would replace the first."""
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} is {done} twice; give {option} once for each wager")


def _remarks(rules: HouseRules, wager: Wager) -> list[str]:
    """What is odd about the edge of a wager that the user defined."""
    return edge_remarks(Pricer(rules.tableau, [wager]).price(full_shoe(rules.decks))[wager.name])


def _chosen(rules: HouseRules, words: str) -> str:
    """A wager of the table; where no name is near to it, how to define one."""
    try:
        return wager_named(rules, words)
    except UsageError as error:
        if nearest(words, [case.thing.name for case in rules.book.wagers]):
            raise
        name = words or "NAME"
        how = f'to add it, say when it wins: --wager "{name}: CONDITION pays 40"'
        raise UsageError(f"{error}; {how}") from None


def _payoff(words: str, rules: HouseRules, new: Iterable[Wager]) -> tuple[str, str]:
    name, equals, value = words.rpartition("=")
    if not equals or not value:
        raise UsageError(f"`--pay {words}` does not say what it pays; write WAGER=PAYOFF, as tie=9")
    known = {each.name for each in new}
    return (name if name in known else wager_named(rules, name)), value


def wager_named(rules: HouseRules, words: str) -> str:
    """The wager that a user named, whatever the case; else a suggestion."""
    by_name = {name.lower(): name for name in rules.wagers}
    found = by_name.get(words.lower().replace("_", "-"))
    if found is None:
        raise UsageError(f"this table offers no wager `{words}`; {wager_hint(rules, words)}")
    return found


def wager_hint(rules: HouseRules, wager: str) -> str:
    """What would be right: the option that offers it, or the nearest name."""
    for case in rules.book.wagers:
        if case.thing.name == wager and not case.when.holds(rules.options):
            return f"it is offered with {case.when}"
    return closest(wager, rules.wagers)
