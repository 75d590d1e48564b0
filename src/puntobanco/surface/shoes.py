"""A recorded shoe: its roads, what happened beside what was expected, edges, and bets on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from os import PathLike

from puntobanco.base.cards import Card, write_cards
from puntobanco.base.money import Units
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.odds.columns import ClassSet, FactColumns
from puntobanco.odds.composition import BadCompositionError, full_shoe
from puntobanco.odds.frame import Frame, Tabular, Value, amount, number, share, text, whole
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.weights import Weights, weigh
from puntobanco.rules.outcomes import OutcomeClass
from puntobanco.rules.settlement import settle
from puntobanco.rules.wagers import Wager
from puntobanco.surface.books import Book, Rules, table_of
from puntobanco.surface.roads import Roads, roads_of
from puntobanco.surface.words import Amount, file_named, money, names_in, stakes_of
from puntobanco.text_file import read_text
from puntobanco.views.roads.recorded_shoe import (
    Problem,
    RecordedCoup,
    RecordedShoe,
    read_shoe,
)
from puntobanco.views.roads.shoe_roads import Bead

_WINNERS = {"B": "banker_wins", "P": "player_wins", "T": "tie"}
_NAMES = {"B": "banker", "P": "player", "T": "tie"}


@dataclass(frozen=True, repr=False)
class Shoe(Tabular):
    """A recorded shoe, under the rules of a table."""

    rules: Rules
    record: RecordedShoe

    @property
    def coups(self) -> tuple[RecordedCoup, ...]:
        """Its coups, in order."""
        return self.record.coups

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What in it cannot have happened: the row and the reason."""
        return self.record.problems

    @property
    def roads(self) -> Roads:
        """Its roads; of several shoes, those of the last."""
        return roads_of(each.bead for each in self.record.shoes[-1])

    @property
    def has_cards(self) -> bool:
        """Whether the cards of every coup are known."""
        return all(each.coup is not None for each in self.coups)

    @cached_property
    def statistics(self) -> Frame:
        """How often each thing happened, beside what is expected of a full shoe."""
        columns = FactColumns(self._weights.classes)
        facts = {
            "banker wins": ("banker_wins", [each.bead.outcome == "B" for each in self.coups]),
            "player wins": ("player_wins", [each.bead.outcome == "P" for each in self.coups]),
            "tie": ("tie", [each.bead.outcome == "T" for each in self.coups]),
        }
        if self.has_cards or any(each.bead.banker_pair for each in self.coups):
            facts["banker pair"] = ("banker_pair", [each.bead.banker_pair for each in self.coups])
        if self.has_cards or any(each.bead.player_pair for each in self.coups):
            facts["player pair"] = ("player_pair", [each.bead.player_pair for each in self.coups])
        if self.has_cards or any(each.bead.natural for each in self.coups):
            facts["natural"] = ("natural", [each.bead.natural for each in self.coups])
        rows: list[list[Value]] = []
        for name, (fact, seen) in facts.items():
            chance = self._chance(columns, fact)
            happened, expected = sum(seen), len(self.coups) * chance
            deviation = math.sqrt(len(self.coups) * chance * (1 - chance))
            z = float(happened - expected) / deviation if deviation else 0.0
            rows.append([name, happened, Fraction(happened, len(self.coups)), expected, chance, z])
        shown = [
            text("event"),
            whole("times"),
            share("share", "share %", 2),
            number("expected", "", ",.1f"),
            share("chance", "chance %", 2),
            number("z", "", "+.2f"),
        ]
        notes = ["z: how many standard deviations from the expected number; beyond 3 is rare."]
        if self.record.unread:
            notes.append(f"Columns that were not read: {', '.join(self.record.unread)}.")
        shoes = self.record.shoes
        of = f" of {how_many(len(shoes), 'shoe')}" if len(shoes) > 1 else ""
        title = f"Statistics: {how_many(len(self.coups), 'coup')}{of}"
        return Frame(shown, rows, title, notes)

    @cached_property
    def _weights(self) -> Weights:
        return weigh(full_shoe(self.rules.decks), self.rules.core.tableau)

    def _chance(self, columns: FactColumns, fact: str) -> Fraction:
        if fact == "natural":
            some = (columns["player_natural"] == 1) | (columns["banker_natural"] == 1)
        else:
            some = columns[fact] == 1
        weights = self._weights
        return Fraction(sum(int(weights.by_class[place]) for place in some), weights.total)

    def edges(self, wagers: Iterable[str] | None = None) -> Frame:
        """The exact edge of each wager before every coup, from the cards seen until then."""
        if not self.has_cards:
            raise UsageError("edges along a shoe need its cards; this record has results only")
        core = self.rules.core
        wanted = _main(self.rules) if wagers is None else wagers
        names = names_in(wanted, self.rules.wagers, "wager")
        pricer = Pricer(core.tableau, [core.wagers[name] for name in names])
        rows: list[list[Value]] = []
        notes = ["Edge before the coup, in per cent of a unit; below zero it favours the patron."]
        for coups in self.record.shoes:
            unseen, seen = full_shoe(self.rules.decks), list[Card]()
            for place, each in enumerate(coups, start=1):
                assert each.coup is not None
                hands = f"{write_cards(each.coup.player)} - {write_cards(each.coup.banker)}"
                edges = [odds.edge for odds in pricer.price(unseen).values()]
                result = _NAMES[each.bead.outcome]
                rows.append([each.shoe, place, unseen.cards, hands, result, *edges])
                seen += each.cards
                try:
                    unseen = full_shoe(self.rules.decks).without(seen)
                except BadCompositionError as error:
                    notes.append(f"Edges end with row {each.row}: {error}.")
                    break
        columns = [text("shoe"), whole("coup"), whole("unseen", spare=1), text("cards")]
        columns += [text("result", spare=2), *(share(name, f"{name} %", 3) for name in names)]
        if len(self.record.shoes) == 1:
            columns, rows = columns[1:], [row[1:] for row in rows]
        return Frame(columns, rows, "Edges along the shoe", notes)

    def bets(self, bets: Mapping[str, Amount] | None = None, /, **more: Amount) -> Frame:
        """What the same bets on every coup would have won: `shoe.bets(banker=100)`."""
        core = self.rules.core
        currency = core.settings.currency
        stakes = stakes_of(bets, more, self.rules.wagers, currency)
        rows: list[list[Value]] = []
        for name, stake in stakes.items():
            rows.append(self._bet(name, stake))
        columns = [
            text("wager"),
            amount("stake"),
            whole("wins"),
            whole("pushes"),
            whole("losses"),
            amount("net"),
            amount("expected"),
        ]
        note = "expected: at the edge of a full shoe."
        return Frame(columns, rows, "Bets on every coup", (note,))

    def _bet(self, name: str, stake: Units) -> list[Value]:
        core, currency = self.rules.core, self.rules.core.settings.currency
        wager = core.wagers[name]
        results = {"win": 0, "push": 0, "lose": 0}
        net = 0
        for each in self.coups:
            line = settle(core, self._class(each, wager), {name: stake}).stakes[0]
            results[line.result.value] += 1
            net += line.profit
        edge = Pricer(core.tableau, [wager]).price(full_shoe(self.rules.decks))[name].edge
        expected = round(-edge * stake * len(self.coups))
        stakes = [money(currency, each) for each in (stake, net, expected)]
        return [name, stakes[0], *results.values(), *stakes[1:]]

    def _class(self, each: RecordedCoup, wager: Wager) -> OutcomeClass:
        """An outcome class that decides the wager as this coup did."""
        if each.coup is not None:
            return each.coup.outcome_class
        weights = self._weights
        columns = self._columns
        places = list(_like(columns, each.bead))
        if not places:
            raise UsageError(f"row {each.row}: no coup can have this result")
        ends = {wager.verdict(weights.classes[place]).end for place in places}
        if len(ends) > 1:
            raise UsageError(
                f"row {each.row}: what {wager.name} pays depends on the cards, "
                "and this record has the result only"
            )
        found: OutcomeClass = weights.classes[places[0]]
        return found

    @cached_property
    def _columns(self) -> FactColumns:
        return FactColumns(self._weights.classes)

    @property
    def frame(self) -> Frame:
        """The shoe in figures."""
        return self.statistics

    def __repr__(self) -> str:
        wrong = [f"row {each.row}: {each.reason}" for each in self.problems]
        return "\n".join([self.statistics.at_prompt(), *wrong])

    def _repr_html_(self) -> str:
        return self.statistics.html() + self.roads.svg()


def _like(columns: FactColumns, bead: Bead) -> ClassSet:
    """The classes that a result may stand for; what is not marked in it is not known."""
    found = columns[_WINNERS[bead.outcome]] == 1
    if bead.banker_pair:
        found = found & (columns["banker_pair"] == 1)
    if bead.player_pair:
        found = found & (columns["player_pair"] == 1)
    if bead.natural:
        natural = (columns["player_natural"] == 1) | (columns["banker_natural"] == 1)
        found = found & natural
    if bead.total is not None:
        side = "banker_total" if bead.outcome == "B" else "player_total"
        found = found & (columns[side] == bead.total)
    return found


def _main(rules: Rules) -> list[str]:
    return [name for name, wager in rules.core.wagers.items() if wager.kind.is_main]


def read_recorded(words: str, rules: Rules) -> Shoe:
    """A recorded shoe from its text."""
    return Shoe(rules, read_shoe(words, rules.core.tableau, rules.decks))


def shoe(path: str | PathLike[str], rules: str | Book | Rules = "mbs") -> Shoe:
    """Read a recorded shoe from a file: results or cards, one coup a row.

    `shoe.problems` names what is impossible in it.
    """
    return read_recorded(read_text(file_named(path)), table_of(rules))
