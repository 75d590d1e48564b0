"""The drawing rules, written as rows of D and S, and the one function that applies them.

Three documents state their chart so that a literal reader could let Banker draw against a
Natural; all four mean that 8 or 9 on two cards in either hand ends the drawing. So naturals are
not a row here, they come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from puntobanco.base.clauses import Clauses
from puntobanco.rules.slots import INITIAL_SLOTS, Hand, Slot
from puntobanco.rules.words import HANDS
from puntobanco.sayings.saying import Saying, english, say


@dataclass(frozen=True, slots=True)
class Row:
    """One printed row: totals it speaks of, `D` or `S` for each column, the clauses that print it.

    A row with one letter holds whatever the other hand does.
    """

    totals: str
    letters: str
    clauses: Clauses
    draw_clauses: Clauses = ()
    """What says "draw" for the row's D."""
    stand_clauses: Clauses = ()
    """What says "stand" for the row's S."""

    @property
    def span(self) -> range:
        """The totals as numbers: "0-2" is 0, 1, 2."""
        first, _, last = self.totals.partition("-")
        return range(int(first), int(last or first) + 1)

    def why(self, *, draws: bool) -> Clauses:
        """The clauses behind a decision of this row."""
        return (*self.clauses, *(self.draw_clauses if draws else self.stand_clauses))

    def draws(self, column: int) -> bool:
        """Whether the hand draws in this column."""
        return self.letters[column if len(self.letters) > 1 else 0] == "D"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a hand takes a third card, and why."""

    hand: Hand
    draws: bool
    said: Saying
    clauses: Clauses

    @property
    def sentence(self) -> str:
        """Why, in English, as it stands within a sentence."""
        return english(self.said).removesuffix(".")


_VERB = {True: "draws", False: "stands"}


@dataclass(frozen=True)
class Tableau:
    """A document's compulsory drawing rules ("Table of Play")."""

    player_natural_clauses: Clauses
    banker_natural_clauses: Clauses
    player: tuple[Row, ...]
    """By Player's total 0-7."""
    banker: tuple[Row, ...]
    """By Banker's total 0-7; columns are the value 0-9 of Player's third card."""
    banker_alone: tuple[Row, ...]
    """By Banker's total 0-7, when Player stands."""

    @property
    def natural_clauses(self) -> Clauses:
        """What ends the drawing on a natural in either hand, each clause once."""
        return tuple(dict.fromkeys((*self.player_natural_clauses, *self.banker_natural_clauses)))

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the rows: gaps, overlaps, letters or columns."""
        found = []
        for name, rows, widths in (
            ("player", self.player, (1,)),
            ("banker", self.banker, (1, 10)),
            ("banker_alone", self.banker_alone, (1,)),
        ):
            totals = sorted(total for row in rows for total in row.span)
            if totals != list(range(8)):
                found.append(f"tableau.{name} speaks of totals {totals}, not of 0-7 once each")
            found += [
                f"tableau.{name} row {row.totals} has {len(row.letters)} columns"
                for row in rows
                if len(row.letters) not in widths or set(row.letters) - set("DS")
            ]
        return tuple(found)

    @cached_property
    def _player_rows(self) -> dict[int, Row]:
        return {total: row for row in self.player for total in row.span}

    @cached_property
    def _banker_rows(self) -> dict[int, Row]:
        return {total: row for row in self.banker for total in row.span}

    @cached_property
    def _banker_alone_rows(self) -> dict[int, Row]:
        return {total: row for row in self.banker_alone for total in row.span}

    @cached_property
    def player_draws(self) -> tuple[bool, ...]:
        """By Player's total 0-9, when neither hand has a natural."""
        return tuple(total < 8 and self._player_rows[total].draws(0) for total in range(10))

    @cached_property
    def banker_draws(self) -> tuple[tuple[bool, ...], ...]:
        """By Banker's total 0-9, then by Player's third value 0-9 or 10 for none."""
        return tuple(
            (
                *(total < 8 and self._banker_rows[total].draws(third) for third in range(10)),
                total < 8 and self._banker_alone_rows[total].draws(0),
            )
            for total in range(10)
        )

    def player_decision(self, player_total: int, banker_total: int) -> Decision:
        """Whether Player takes a third card, from both totals of the first four cards."""
        natural = self._natural(Hand.PLAYER, player_total, banker_total)
        if natural is not None:
            return natural
        row = self._player_rows[player_total]
        draws = row.draws(0)
        said = say(f"third.player-{_VERB[draws]}", total=player_total)
        return Decision(Hand.PLAYER, draws, said, row.why(draws=draws))

    def banker_decision(
        self, player_total: int, banker_total: int, player_third: int | None
    ) -> Decision:
        """Whether Banker takes a third card, from both two-card totals and Player's third value."""
        natural = self._natural(Hand.BANKER, player_total, banker_total)
        if natural is not None:
            return natural
        if player_third is None:
            row = self._banker_alone_rows[banker_total]
            draws = row.draws(0)
            said = say(f"third.banker-{_VERB[draws]}-alone", total=banker_total)
        else:
            row = self._banker_rows[banker_total]
            draws = row.draws(player_third)
            if len(row.letters) == 1:
                said = say(f"third.banker-{_VERB[draws]}-anyway", total=banker_total)
            else:
                code = f"third.banker-{_VERB[draws]}-against"
                said = say(code, total=banker_total, third=player_third)
        return Decision(Hand.BANKER, draws, said, row.why(draws=draws))

    def _natural(self, hand: Hand, player_total: int, banker_total: int) -> Decision | None:
        if player_total < 8 and banker_total < 8:
            return None
        holder, total, clauses = (
            (Hand.PLAYER, player_total, self.player_natural_clauses)
            if player_total >= 8
            else (Hand.BANKER, banker_total, self.banker_natural_clauses)
        )
        said = say("third.natural", hand=HANDS[hand], holder=HANDS[holder], total=total)
        return Decision(hand, draws=False, said=said, clauses=clauses)

    def next_slot(self, player: Sequence[int], banker: Sequence[int]) -> Slot | None:
        """Where the next card lawfully goes, given the values dealt; None when it is over."""
        dealt = len(player) + len(banker)
        if dealt < 4:
            return INITIAL_SLOTS[dealt]
        player_total, banker_total = sum(player[:2]) % 10, sum(banker[:2]) % 10
        if player_total >= 8 or banker_total >= 8:
            return None
        third = player[2] if len(player) > 2 else None
        if third is None and self.player_draws[player_total]:
            return Slot.P3
        if len(banker) == 2 and self.banker_draws[banker_total][10 if third is None else third]:
            return Slot.B3
        return None
