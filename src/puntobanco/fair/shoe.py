"""A random shoe: its order and its secret, promised before the first bet, opened card by card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from puntobanco.base.cards import Card
from puntobanco.fair.commitment import Row, leaf_of, path_of, rows_of, salt_of
from puntobanco.fair.events import ShoeCommitted, ShoeRevealed
from puntobanco.fair.secret import Secret
from puntobanco.fair.shuffle import shuffled
from puntobanco.fair.source import RandomSource, system

SECRET_BYTES = 32


class ShoeEmptyError(Exception):
    """A card was asked for and the shoe has none left."""


class BadCutError(ValueError):
    """A shoe is cut once, at one of its positions."""


class Opened(NamedTuple):
    """A card that was shown, with what proves that it was promised there."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RandomShoe:
    """The order of a shoe as promised; its text form shows which shoe it is and nothing more."""

    table: str
    number: int
    order: Secret[tuple[Card, ...]]
    secret: Secret[bytes]
    first: int = 0
    """The position of the first card that leaves."""
    is_cut: bool = False
    _rows: tuple[Row, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def of(cls, table: str, number: int, order: Sequence[Card], secret: bytes) -> RandomShoe:
        """A shoe with this order, its tree grown."""
        assert len(secret) == SECRET_BYTES, len(secret)
        leaves = [
            leaf_of(table, number, position, card.text, salt_of(secret, position))
            for position, card in enumerate(order)
        ]
        return cls(table, number, Secret(tuple(order)), Secret(secret), _rows=rows_of(leaves))

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.order.show())

    @property
    def root(self) -> str:
        """What is published before the first bet."""
        return self._rows[-1][0].hex()

    def cut(self, position: int) -> RandomShoe:
        """The shoe after the cut: the card at this position of the promised order leaves first."""
        if self.is_cut:
            raise BadCutError(f"shoe {self.number} is cut already; a shoe is cut once")
        if not 0 <= position < self.size:
            raise BadCutError(f"a cut lies at 0 to {self.size - 1}, not at {position}")
        return replace(self, first=position, is_cut=True)

    def position_of(self, left: int) -> int:
        """The promised position of the next card when so many have left."""
        if not 0 <= left < self.size:
            raise ShoeEmptyError(f"shoe {self.number} has {self.size} cards; {left} have left it")
        return (self.first + left) % self.size

    def card_at(self, left: int) -> Card:
        """The next card when so many have left the shoe."""
        return self.order.show()[self.position_of(left)]

    def opened(self, left: int) -> Opened:
        """What to show with that card, so that anyone can check it; only once it is shown."""
        position = self.position_of(left)
        salt = salt_of(self.secret.show(), position)
        path = tuple(each.hex() for each in path_of(self._rows, position))
        return Opened(position, self.order.show()[position].text, salt.hex(), path)

    def reveal(self, used: int, reason: str) -> ShoeRevealed:
        """Open everything: the shoe is out of play for good, played out or given up."""
        return ShoeRevealed(
            shoe=self.number,
            cards="".join(card.text for card in self.order.show()),
            secret=self.secret.show().hex(),
            used=used,
            reason=reason,
        )


def commit(
    table: str,
    number: int,
    cards_name: str,
    decks: int,
    seal: Callable[[RandomShoe], str],
    random: RandomSource = system,
) -> tuple[RandomShoe, ShoeCommitted]:
    """Shuffle a shoe and promise it; nothing is dealt before the event is durable.

    `seal` locks the order away, as `partial(sealing.seal, key)` does.
    """
    secret = random(SECRET_BYTES)
    shoe = RandomShoe.of(table, number, shuffled(decks, random), secret)
    promised = ShoeCommitted(
        shoe=number, cards=cards_name, size=shoe.size, root=shoe.root, sealed=seal(shoe)
    )
    return shoe, promised
