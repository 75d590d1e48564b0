"""Reading what the odds commands are asked: which shoe, which cards were seen, which wagers."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from cyclopts import Parameter

from puntobanco.base.cards import UnreadableCardError
from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError, user_errors
from puntobanco.cli.options import Words
from puntobanco.cli.words import MaybeWhole, Whole, read_cards
from puntobanco.odds.composition import (
    COUP_CARDS_MIN,
    BadCompositionError,
    Composition,
    full_shoe,
    read_composition,
)
from puntobanco.odds.house_win import BadMixError
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
        with odds_errors():
            if self.decks is not None and self.shoe is not None:
                raise UserError("give --decks or --shoe, not both")
            if self.burnt < 0:
                raise UserError(f"--burnt must be 0 or more, not {self.burnt}")
            if self.shoe is not None:
                start = read_composition(self.shoe)
            else:
                start = full_shoe(rules.decks if self.decks is None else self.decks)
            seen = read_cards(word for words in self.seen for word in words.split())
            left = start.without(seen) if seen else start
            if self.burnt > left.in_shoe - COUP_CARDS_MIN:
                raise UserError(
                    f"--burnt {self.burnt} leaves no coup in {how_many(left.in_shoe, 'card')}; "
                    f"give 0 to {left.in_shoe - COUP_CARDS_MIN}"
                )
            return left.holding(left.in_shoe - self.burnt) if self.burnt else left

    def options(self, rules: HouseRules) -> dict[str, str]:
        """The table's options, with the number of decks that was asked for."""
        decks = {} if self.decks is None else {"decks": str(self.decks)}
        return {**rules.options, **decks}


def odds_errors() -> AbstractContextManager[None]:
    """Turn what is wrong with a shoe or with bets into a sentence for the user."""
    return user_errors(BadCompositionError, BadMixError, UnreadableCardError)
