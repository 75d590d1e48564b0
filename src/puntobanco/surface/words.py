"""Reading what a Python user hands in: names, amounts, cards. Mistakes end in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from puntobanco.base.cards import Card
from puntobanco.base.cards import card as read_card
from puntobanco.base.money import Currency, Units, UnreadableAmountError
from puntobanco.base.usage import UsageError
from puntobanco.odds.composition import DECKS_MAX
from puntobanco.rules.configure import closest

Amount: TypeAlias = int | str | Decimal
"""Money as a user writes it: 100, "10.50" or Decimal("10.50"). Never a float."""

Cards: TypeAlias = str | Iterable[str | Card]
"""Cards as a user writes them: "9s 2h 4d" or a list."""


@contextmanager
def usage_errors() -> Iterator[None]:
    """Raise what inner rooms refuse as `UsageError`, with the same sentence."""
    try:
        yield
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None


@usage_errors()
def cards(some: Cards) -> tuple[Card, ...]:
    """Read cards, in the order written: "9s 2h 4d", "9♠ 2♥ 4♦" or a list.

    >>> cards("9s 10h") == cards(["9♠", "Th"])
    True
    """
    if isinstance(some, str):
        return tuple(read_card(word) for word in some.replace(",", " ").split())
    if isinstance(some, bytes) or not isinstance(some, Iterable):
        raise TypeError(f"{some!r} are not cards; write them as text, such as '9s 2h 4d'")
    found: list[Card] = []
    for each in some:
        if isinstance(each, Card):
            found.append(each)
        elif isinstance(each, str):
            found.append(read_card(each))
        else:
            raise TypeError(f"{each!r} is not a card; write rank and suit, such as '9s'")
    return tuple(found)


def units(currency: Currency, amount: Amount, what: str) -> Units:
    """Read an amount exactly."""
    if isinstance(amount, bool) or not isinstance(amount, int | str | Decimal):
        raise TypeError(
            f"{what}: {amount!r} is a {type(amount).__name__}, which may not be exact; "
            f"write a whole number, a text such as '100.50' or Decimal('100.50')"
        )
    try:
        return currency.read(format(amount, "f") if isinstance(amount, Decimal) else str(amount))
    except UnreadableAmountError as error:
        raise UsageError(f"{what}: {error}") from None


def money(currency: Currency, amount: Units) -> Decimal:
    """An amount as a decimal number with the currency's digits."""
    return Decimal(currency.write(amount))


def _bare(name: str) -> str:
    return re.sub(r"[-_:. ]", "", name.lower())


def name_in(name: str, known: Iterable[str], what: str) -> str:
    """The known name that a user means, whatever its case and hyphens; else a suggestion.

    >>> name_in("Tie_Wins_On_6", ["tie-wins-on:6"], "wager")
    'tie-wins-on:6'
    """
    if not isinstance(name, str):
        raise TypeError(f"{name!r} does not name a {what}; write its name as text")
    names = list(known)
    by_bare = {_bare(each): each for each in names}
    found = by_bare.get(_bare(name))
    if found is not None:
        return found
    raise UsageError(f"there is no {what} {name!r}; {closest(name.lower(), names)}")


def names_in(names: Iterable[str], known: Iterable[str], what: str) -> list[str]:
    """The known names that a user means with several."""
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise UsageError(f"{what}s must be a list of names; write {what}s=[{names!r}]")
    listed = list(known)
    return [name_in(name, listed, what) for name in names]


def file_named(path: str | PathLike[str]) -> Path:
    """The file that a user names."""
    if not isinstance(path, str | PathLike) or not str(path).strip("\0"):
        raise TypeError(f"{path!r} does not name a file; write its name as text")
    return Path(path)


def stakes_of(
    bets: Mapping[str, Amount] | None,
    more: Mapping[str, Amount],
    wagers: Iterable[str],
    currency: Currency,
) -> dict[str, Units]:
    """Stakes by wager from a mapping and keywords; `player_pair` is player-pair."""
    if not isinstance(bets, Mapping | None):
        raise TypeError(f"bets are wagers with amounts, such as banker=100, not {bets!r}")
    known, found = list(wagers), dict[str, Units]()
    for name, amount in [*(bets or {}).items(), *more.items()]:
        wager = name_in(name, known, "wager")
        if wager in found:
            raise UsageError(f"{wager} is bet twice; give one amount for it")
        found[wager] = units(currency, amount, wager)
    return found


def whole_number(given: object, what: str, least: int, most: int) -> int:
    """Read a whole number within bounds; 1e6 is one too.

    >>> whole_number(1e6, "coups", 1, 10**9)
    1000000
    """
    if (
        isinstance(given, int | float)
        and not isinstance(given, bool)
        and least <= given <= most
        and given == int(given)
    ):
        return int(given)
    raise UsageError(f"{what} must be a whole number from {least:,} to {most:,}, not {given!r}")


def seed_number(given: object) -> int:
    """Read a seed: any whole number that 64 bits hold."""
    return whole_number(given, "seed", 0, 2**64 - 1)


def number_of_decks(given: object, usual: int) -> int:
    """The number of decks that was given, or the usual one where it is None."""
    return usual if given is None else whole_number(given, "decks", 1, DECKS_MAX)
