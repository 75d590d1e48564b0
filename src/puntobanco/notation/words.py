"""A script line's words, taken one after the other, with what is wrong said where it stands."""

from __future__ import annotations

from puntobanco.base.cards import Card, UnreadableCardError, card
from puntobanco.notation.script import ScriptLine, Word
from puntobanco.rules.slots import Hand, Slot

DIGITS_MAX = 18
"""No number of a script is longer."""


def number_in(text: str) -> int | None:
    """The number that a word is, or None where it is none.

    >>> number_in("12"), number_in("twelve"), number_in("-1"), number_in("\u00b2")
    (12, None, None, None)
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX
    return int(text) if is_number else None


class Words:
    """A line's words, taken one after the other."""

    def __init__(self, line: ScriptLine) -> None:
        self.line = line
        self.rest = list(line.words)

    def take(self, what: str) -> Word:
        """The next word; `what` says what is missing where there is none."""
        if not self.rest:
            raise self.line.error(f"{self.line.verb.text} needs {what}")
        return self.rest.pop(0)

    def text(self, what: str) -> str:
        """The next word's text."""
        return self.take(what).text

    def option(self, name: str) -> str | None:
        """The word after `name`, taken out of the line wherever it stands."""
        for place, word in enumerate(self.rest[:-1]):
            if word.text == name:
                value = self.rest[place + 1].text
                del self.rest[place : place + 2]
                return value
        return None

    def by(self, otherwise: str = "dealer") -> str:
        """Who acts: the word after `by`, or the usual post."""
        return self.option("by") or otherwise

    def flag(self, name: str) -> bool:
        """Whether a word stands there; it is taken out."""
        for place, word in enumerate(self.rest):
            if word.text == name:
                del self.rest[place]
                return True
        return False

    def number(self, what: str) -> int:
        """The next word as a number."""
        word = self.take(what)
        number = number_in(word.text)
        if number is None:
            raise self.line.error(f"{word.text!r} is not a number; give {what}", word)
        return number

    def all(self) -> tuple[str, ...]:
        """Every word that is left."""
        texts = tuple(word.text for word in self.rest)
        self.rest = []
        return texts

    def number_after(self, name: str) -> int | None:
        """The number after `name`, wherever it stands."""
        value = self.option(name)
        if value is None:
            return None
        number = number_in(value)
        if number is None:
            raise self.line.error(f"{name} needs a number, not {value!r}")
        return number

    def hand(self) -> Hand:
        """The next word as a hand."""
        word = self.take("player or banker")
        if word.text not in ("player", "banker"):
            raise self.line.error(f"{word.text!r} is not a hand; say player or banker", word)
        return Hand(word.text)

    def done(self) -> None:
        """Nothing may be left over."""
        if self.rest:
            raise self.line.error(
                f"{self.rest[0].text!r} is one word too many; remove it", self.rest[0]
            )


def read_card(line: ScriptLine, word: Word) -> Card | None:
    """The card a word names; `?` is a card that nobody sees."""
    if word.text == "?":
        return None
    try:
        return card(word.text)
    except UnreadableCardError as error:
        raise line.error(str(error), word) from None


def read_slot(line: ScriptLine, word: Word) -> Slot:
    """The slot a word names."""
    if word.text not in Slot.__members__:
        raise line.error(f"{word.text!r} is not a slot; slots are P1 to B3", word)
    return Slot(word.text)
