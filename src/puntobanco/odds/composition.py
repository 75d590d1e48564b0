"""What a coup may be dealt from: how many of each card are unseen, and how many can come out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from puntobanco.base.cards import DECK, Card, UnreadableCardError, card, cards
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.text_file import read_text

DECKS_MAX = 16
COUP_CARDS_MIN = 4
COUP_CARDS_MAX = 6


class BadCompositionError(UsageError):
    """A composition from which no coup can be weighed; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Counts of the unseen cards by `Card.number`, and how many of them are in the shoe.

    Cards burnt unseen belong to the unseen cards: nobody knows which they are, so that every
    unseen card is as likely as any other to come next. They only bring the end of the shoe
    nearer, which matters when fewer than six are left in it.

    >>> full_shoe(8).without(cards("As As Kh")).cards
    413
    """

    counts: tuple[int, ...]
    in_shoe: int

    def __post_init__(self) -> None:
        assert len(self.counts) == len(DECK), self
        for each, count in zip(DECK, self.counts, strict=True):
            if count < 0:
                raise BadCompositionError(
                    f"{count} of {each} is not possible; give 0 to {DECKS_MAX}"
                )
            if count > DECKS_MAX:
                raise BadCompositionError(
                    f"{count} of {each} are more than {DECKS_MAX} decks have; give 0 to {DECKS_MAX}"
                )
        if self.in_shoe > self.cards:
            raise BadCompositionError(
                f"{self.in_shoe} cards in the shoe are more than the {self.cards} unseen; "
                f"give at most {self.cards}"
            )
        if self.in_shoe < COUP_CARDS_MIN:
            raise BadCompositionError(
                f"a complete coup needs at least {COUP_CARDS_MIN} cards, not {self.in_shoe}"
            )

    @property
    def cards(self) -> int:
        """How many cards are unseen."""
        return sum(self.counts)

    @property
    def dealt(self) -> int:
        """How many cards a coup can have: six, or what the shoe still holds."""
        return min(COUP_CARDS_MAX, self.in_shoe)

    @property
    def decks(self) -> int | None:
        """Of how many complete decks this consists, or none when it is no full shoe."""
        first = self.counts[0]
        full = self.counts.count(first) == len(DECK) and self.in_shoe == self.cards
        return first if full else None

    def without(self, seen: Iterable[Card]) -> Composition:
        """What is left when these cards have been seen to leave the shoe."""
        counts = list(self.counts)
        gone = 0
        for each in seen:
            counts[each.number] -= 1
            gone += 1
            if counts[each.number] < 0:
                raise BadCompositionError(
                    f"{each} was seen more often than the shoe has it "
                    f"({how_many(self.counts[each.number], 'time')})"
                )
        return Composition(tuple(counts), self.in_shoe - gone)

    def holding(self, in_shoe: int) -> Composition:
        """The same unseen cards with so many in the shoe, the others burnt unseen."""
        return Composition(self.counts, in_shoe)

    def as_mapping(self) -> dict[str, int]:
        """The cards present with their counts, in the text form of cards."""
        return {each.text: count for each, count in zip(DECK, self.counts, strict=True) if count}


def composition_of(counts: Mapping[Card, int]) -> Composition:
    """A composition from counts by card; cards not named are absent."""
    by_number = tuple(counts.get(each, 0) for each in DECK)
    return Composition(by_number, sum(by_number))


def full_shoe(decks: int) -> Composition:
    """So many complete decks, 1 to 16.

    >>> full_shoe(8).decks, full_shoe(8).cards
    (8, 416)
    """
    if not 1 <= decks <= DECKS_MAX:
        raise BadCompositionError(f"a shoe has 1 to {DECKS_MAX} decks, not {decks}")
    return Composition((decks,) * len(DECK), decks * len(DECK))


def read_composition(text: str) -> Composition:
    """Read a composition: a JSON object, the name of a file with one, or cards one by one.

    >>> read_composition('{"As": 3, "9h": 4}').cards, read_composition("As As 9h Td Kc").cards
    (7, 5)
    """
    stripped = text.strip()
    if stripped.startswith("{"):
        return _from_json(stripped)
    try:
        some = cards(stripped)
    except UnreadableCardError:
        if not _names_a_file(stripped):
            raise
        return _from_json(read_text(stripped))
    return composition_of(Counter(some))


def _names_a_file(text: str) -> bool:
    try:
        return text.endswith(".json") or Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with characters that none has
        return False


def _from_json(text: str) -> Composition:
    try:
        read = json.loads(text, object_pairs_hook=tuple)  # pairs, so that no name is lost
    except (ValueError, RecursionError) as error:
        raise BadCompositionError(
            f'the composition is not a JSON object of counts such as {{"As": 8}}: {error}'
        ) from error
    if not isinstance(read, tuple):
        raise BadCompositionError('the composition must be an object of counts such as {"As": 8}')
    counts: dict[Card, int] = {}
    for name, count in read:
        each = card(name)
        if isinstance(count, bool) or not isinstance(count, int):
            raise BadCompositionError(
                f"{count!r} of {each} is not a whole number; give 0 to {DECKS_MAX}"
            )
        if each in counts:
            raise BadCompositionError(f"{each} is counted twice; name each card once")
        counts[each] = count
    return composition_of(counts)
