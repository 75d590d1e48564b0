"""A table played by hand or by itself, and the log of one that was played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Self

from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import Currency
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.notation.codec import decode_log, encode, follow_log
from puntobanco.odds.files import check_place, write_bytes
from puntobanco.odds.frame import Frame, Tabular, Value, amount, text, whole
from puntobanco.play.events import Event, StakeSettled, TableOpened
from puntobanco.play.evolve import evolve
from puntobanco.play.game import DrivenTable
from puntobanco.play.table import Dealing, Resolved, Table, coup_of
from puntobanco.rules import coup as dealing
from puntobanco.surface.books import Book, Rules, book, table_of
from puntobanco.surface.coups import Coup, Settlement, line_of
from puntobanco.surface.roads import Roads, roads_of
from puntobanco.surface.words import (
    Amount,
    Cards,
    cards,
    file_named,
    name_in,
    seed_number,
    units,
    whole_number,
)
from puntobanco.text_file import read_text
from puntobanco.views.explain import Teller, coups_in
from puntobanco.views.roads.beads import bead_of


def _settlement(currency: Currency, settled: Iterable[StakeSettled]) -> Settlement:
    return Settlement(tuple(line_of(currency, each, each.place) for each in settled), None)


def _told(currency: Currency, events: Sequence[Event], coup: int | None) -> list[str]:
    teller, coups = Teller(currency), coups_in(events)
    if coup is not None and coup not in tuple(coups):
        raise UsageError(f"there is no coup {coup}; this log has 1 to {max(coups)}")
    return [
        teller.tell(event)
        for number, some in coups.items()
        if coup in (None, number)
        for event in some
    ]


class Game:
    """A table in a few words; what the rules forbid raises `RefusedError` with its sentence.

    >>> game = Game("mbs").bet(1, "banker", 100).bet(2, "tie", "10.50").close()
    >>> game.deal("9s 2h 4d 3c Kd").settle().net
    Decimal('84.50')
    """

    def __init__(self, rules: str | Book | Rules, *, seed: int | None = None) -> None:
        self.rules = table_of(rules)
        self._game = DrivenTable(
            self.rules.core.book, dict(self.rules.core.options), self.rules.core.settings
        )
        deck = list(DECK) * self.rules.decks
        random.Random(None if seed is None else seed_number(seed)).shuffle(deck)  # noqa: S311  # play money
        self._shoe: Iterator[Card] = iter(deck)
        self._coups: list[Coup] = []

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened at the table."""
        return tuple(self._game.log)

    @property
    def coups(self) -> list[Coup]:
        """The coups settled so far."""
        return list(self._coups)

    @property
    def roads(self) -> Roads:
        """The roads of those coups."""
        return roads_of(bead_of(each.core) for each in self._coups)

    def bet(self, place: int, wager: str, amount: Amount) -> Self:
        """Stake an amount at a place; the patron there buys chips as needed."""
        name = name_in(wager, self.rules.wagers, "wager")
        if not isinstance(place, int) or isinstance(place, bool):
            raise TypeError(f"{place!r} is not a place; places are numbers, such as 1")
        currency = self.rules.core.settings.currency
        self._game.bet(place, name, currency.write(units(currency, amount, name)))
        return self

    def close(self) -> Self:
        """No more bets."""
        self._game.close()
        return self

    def deal(self, dealt: Cards | None = None) -> Self:
        """Deal these cards, or a coup from the game's own shuffled shoe."""
        tableau = self.rules.core.tableau
        if dealt is None:
            coup = dealing.DealtCoup()
            drawn: list[Card] = []
            while (slot := coup.next_slot(tableau)) is not None:
                card = next(self._shoe, None)
                if card is None:
                    raise UsageError("the shoe is empty; begin another Game")
                coup = coup.with_card(slot, card)
                drawn.append(card)
            dealt = drawn
        if not isinstance(self._game.table.stage, Dealing):
            self.close()
        self._game.cards(" ".join(each.text for each in cards(dealt)))
        return self

    def settle(self) -> Settlement:
        """Announce the result and pay; a table with every bet."""
        stage = self._game.table.stage
        coup = coup_of(stage.tape) if isinstance(stage, Dealing) else None
        if coup is None or coup.next_slot(self.rules.core.tableau) is not None:
            raise UsageError("there is no finished coup to settle; deal its cards first")
        settled = self._game.settle()
        self._coups.append(Coup(self.rules, coup))
        return _settlement(self.rules.core.settings.currency, settled)

    def play(self, coups: int = 1) -> Self:
        """Deal and settle coups from the game's own shoe, without bets."""
        for _ in range(whole_number(coups, "coups", 1, 1000)):
            self.deal().settle()
        return self

    def explain(self, coup: int | None = None) -> list[str]:
        """What happened, in sentences with their clauses; of one coup, or of all."""
        return _told(self.rules.core.settings.currency, self.events, coup)

    def save(self, path: str | PathLike[str]) -> None:
        """Keep the events in a file that `replay` and `punto explain` read."""
        file = file_named(path)
        check_place(file)
        write_bytes(file, b"".join(encode(event) + b"\n" for event in self.events))

    def __repr__(self) -> str:
        stage = type(self._game.table.stage).__name__.lower()
        return (
            f"<Game of {self.rules.book.name}: {how_many(len(self._coups), 'coup')} settled, "
            f"{how_many(len(self.events), 'event')}, stage {stage}>"
        )


@dataclass(frozen=True, repr=False)
class Replay(Tabular):
    """A kept log, played through again."""

    rules: Rules
    events: tuple[Event, ...]

    @cached_property
    def _played(self) -> list[tuple[dealing.DealtCoup, tuple[StakeSettled, ...]]]:
        table, found = Table(), list[tuple[dealing.DealtCoup, tuple[StakeSettled, ...]]]()
        before: object = None
        for event in self.events:
            table = evolve(table, event)
            stage = table.stage
            if isinstance(stage, Resolved) and not isinstance(before, Resolved):
                coup = None if stage.voided else coup_of(stage.tape)
                if coup is not None:
                    found.append((coup, stage.settled))
            before = stage
        return found

    @property
    def coups(self) -> list[Coup]:
        """The coups that were completed, in order."""
        return [Coup(self.rules, coup) for coup, _ in self._played]

    @property
    def settlements(self) -> list[Settlement]:
        """What the bets on each of them came to."""
        currency = self.rules.core.settings.currency
        return [_settlement(currency, settled) for _, settled in self._played]

    @property
    def roads(self) -> Roads:
        """The roads of those coups."""
        return roads_of(bead_of(coup) for coup, _ in self._played)

    def explain(self, coup: int | None = None) -> list[str]:
        """What happened, in sentences with their clauses; of one coup, or of all."""
        return _told(self.rules.core.settings.currency, self.events, coup)

    @property
    def frame(self) -> Frame:
        """The coups as a table."""
        columns = [whole("coup"), text("player"), text("banker"), text("result")]
        columns.append(amount("net"))
        rows: list[list[Value]] = [
            [
                number,
                " ".join(card.text for card in coup.player),
                " ".join(card.text for card in coup.banker),
                f"{coup.winner} {max(coup.player_total, coup.banker_total)}",
                settlement.net,
            ]
            for number, (coup, settlement) in enumerate(
                zip(self.coups, self.settlements, strict=True), start=1
            )
        ]
        notes = ("net: what all patrons together gained.",)
        return Frame(columns, rows, f"Log of {self.rules.book.title}", notes)


def replay(path: str | PathLike[str]) -> Replay:
    """Read a log that `Game.save` or `punto play --log` kept, chained or not, and play it."""
    text = read_text(file_named(path))
    if text and not text.startswith("{"):
        raise UsageError(
            f"{path} is not the log of a game; for a recorded shoe: puntobanco.shoe({str(path)!r})"
        )
    if text.startswith('{"puntobanco-log"'):
        from puntobanco.record.transfer import events_of_one_table  # noqa: PLC0415  # slow to load

        events = events_of_one_table(text, path)
    else:
        events = decode_log(text, path)
    follow_log(events, path)
    opened = next((each for each in events if isinstance(each, TableOpened)), None)
    if opened is None:
        raise UsageError(f"{path} does not begin with an opened table; it is not a whole log")
    return Replay(book(opened.book).rules(None, **opened.options), tuple(events))
