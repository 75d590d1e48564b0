"""Reading what the odds commands are asked: which shoe, which cards were seen, which wagers."""

from __future__ import annotations

from dataclasses import dataclass

from cyclopts import Parameter

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.options import Words
from puntobanco.cli.words import MaybeWhole, Whole, read_cards
from puntobanco.odds.composition import (
    COUP_CARDS_MIN,
    Composition,
    full_shoe,
    read_composition,
)
from puntobanco.rules.book import HouseRules


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ShoeWords:
    """What the coup is dealt from."""

    decks: MaybeWhole = None
    """Full shoe of so many decks, 1 to 16, instead of the table's."""
    shoe: str | None = None
    """Cards left: a JSON object such as {"As": 8}, a file with one, or cards in quotes."""
    seen: Words = ()
    """Cards already seen to leave the shoe."""
    burnt: Whole = 0
    """Cards burnt unseen: they stay among the possible cards, but cannot be dealt."""

    def read(self, rules: HouseRules) -> Composition:
        """Parse the options about the shoe."""
        if self.decks is not None and self.shoe is not None:
            raise UsageError("give --decks or --shoe, not both")
        within("--burnt", self.burnt, 0)
        if self.shoe is not None:
            start = read_composition(self.shoe)
        else:
            start = full_shoe(rules.decks if self.decks is None else self.decks)
        seen = read_cards(word for words in self.seen for word in words.split())
        left = start.without(seen) if seen else start
        if self.burnt > left.in_shoe - COUP_CARDS_MIN:
            raise UsageError(
                f"--burnt {self.burnt} leaves no coup in {how_many(left.in_shoe, 'card')}; "
                f"give 0 to {left.in_shoe - COUP_CARDS_MIN}"
            )
        return left.holding(left.in_shoe - self.burnt) if self.burnt else left

    def options(self, rules: HouseRules) -> dict[str, str]:
        """The table's options, with the number of decks that was asked for."""
        decks = {} if self.decks is None else {"decks": str(self.decks)}
        return {**rules.options, **decks}
