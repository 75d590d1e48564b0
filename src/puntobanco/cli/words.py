"""Reading the words that several commands share: a book, options, cards, bets, a seed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeAlias

from cyclopts import Parameter, Token

from puntobanco.base.cards import Card, UnreadableCardError, card
from puntobanco.base.money import Currency, Units, UnreadableAmountError
from puntobanco.base.usage import UsageError
from puntobanco.books import BOOKS
from puntobanco.cli.errors import refused, user_errors
from puntobanco.cli.wager_words import wager_named
from puntobanco.library.finding import find_book, is_path
from puntobanco.notation.setting_words import SETTING_NAMES, change_setting
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.configure import closest
from puntobanco.rules.options import value_meant
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.settings import TableSettings


def read_book(name: str) -> RuleBook:
    """The book a user named, whatever the case."""
    return find_book(name.lower() if name.lower() in BOOKS else name)


def edition_of(name: str) -> str:
    """What a house knows a book by: the digest of a file, any other name as it is."""
    return read_book(name).digest() if is_path(name) else name


def read_rules(
    book: str, words: Iterable[str], settings: TableSettings | None = None
) -> HouseRules:
    """A table's rules from a book's name and `name=value` words: its options, table settings."""
    settings = settings or TableSettings()
    found = read_book(book)
    names = {option.name: option for option in found.options}
    chosen: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        name = name.lower()
        if not name or not value:
            several = "; to compare numbers of decks: punto odds decks" if word.isdigit() else ""
            right = f"write NAME=VALUE, such as decks=6{several}"
            raise UsageError(f"`{word}` is not an option; {right}")
        if name in names:
            if name in chosen:
                raise UsageError(f"option {name} is given twice; give it once")
            chosen[name] = value_meant(names[name], value)
        elif name in SETTING_NAMES:
            with user_errors(ValueError, about=name):
                settings = change_setting(settings, f"{name}={value}")
        elif name in {case.thing.name for case in found.wagers}:
            raise UsageError(
                f"{name} is a wager, not an option; in `punto odds`, --pay {word} changes what it "
                f"pays and --bet {word} stakes on it"
            )
        else:
            known = sorted({*names, *SETTING_NAMES})
            raise UsageError(f"there is no option or setting {name!r}; {closest(name, known)}")
    rules = found.configure(chosen, settings)
    if isinstance(rules, Refusal):
        raise refused(rules)
    return rules


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Options (`name=value`) and the other words, each in order."""
    flat = [part for word in words for part in word.split()]
    return [word for word in flat if "=" in word], [word for word in flat if "=" not in word]


def read_cards(words: Iterable[str]) -> tuple[Card, ...]:
    """Cards in the order they leave the shoe; a wrong one is named with its place."""
    found = []
    for place, word in enumerate(words, start=1):
        with user_errors(UnreadableCardError, about=f"card {place}"):
            found.append(card(word))
    return tuple(found)


def read_bets(rules: HouseRules, bets: Iterable[str]) -> Mapping[str, Units]:
    """Stakes by wager, from words such as banker=100."""
    stakes: dict[str, Units] = {}
    for word in bets:
        wager, equals, amount = word.partition("=")
        if not equals:
            raise UsageError(f"`{word}` is not a bet; write WAGER=AMOUNT, such as banker=100")
        wager = wager_named(rules, wager)
        if wager in stakes:
            raise UsageError(f"wager {wager} is bet twice; give one amount for it")
        stakes[wager] = read_amount(rules.settings.currency, amount, f"bet on {wager}")
    return stakes


def read_amount(currency: Currency, words: str, about: str = "") -> Units:
    """Read an amount of money; a mistake names what it is about."""
    with user_errors(UnreadableAmountError, about=about):
        return currency.read(words)


_WHOLE_MOST = 10**18


def read_whole(text: str) -> int:
    """Read a whole number: digits, or a short form such as 1e6; 2.5 is refused, not cut off."""
    match = re.fullmatch(r"(-?\d{1,40})(?:e(\d{1,2}))?", re.sub(r"[,_]", "", text), re.ASCII)
    if match is None:
        raise UsageError(f"`{text}` is not a whole number; write digits, such as 8 or 1e6")
    number = int(match[1]) * int(10 ** int(match[2] or 0))
    if abs(number) > _WHOLE_MOST:
        raise UsageError(f"{text} is too large; give at most {_WHOLE_MOST:,}")
    return number


def _whole(_: object, tokens: Sequence[Token]) -> int:
    return read_whole(tokens[0].value)


Whole: TypeAlias = Annotated[int, Parameter(converter=_whole)]
MaybeWhole: TypeAlias = Annotated[int | None, Parameter(converter=_whole)]
Decks: TypeAlias = Annotated[
    MaybeWhole, Parameter(help="Decks in the shoe, 1 to 16, instead of the table's.")
]

_SEED_MOST = 2**64 - 1


def _seed(_: object, tokens: Sequence[Token]) -> int:
    """Read a seed: any whole number that 64 bits hold."""
    text = tokens[0].value
    digits = text.isascii() and text.isdigit() and len(text) < 40
    if not digits or int(text) > _SEED_MOST:
        raise UsageError(f"`{text}` is not a seed; give a whole number from 0 to {_SEED_MOST}")
    return int(text)


Seed: TypeAlias = Annotated[int, Parameter(converter=_seed)]
MaybeSeed: TypeAlias = Annotated[int | None, Parameter(converter=_seed)]
"""The number that repeats what was shuffled, or None to shuffle anew."""


def read_seed(seed: int | None, bits: int = 63) -> int:
    """The seed given, or a fresh one."""
    return secrets.randbits(bits) if seed is None else seed
