"""Reading what a Python user hands in: names, amounts, cards. Mistakes end in a sentence."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TypeAlias

from puntobanco.base.cards import Card
from puntobanco.base.cards import card as read_card
from puntobanco.base.money import Currency, Units, UnreadableAmountError

Amount: TypeAlias = int | str | Decimal
"""Money as a user writes it: 100, "10.50" or Decimal("10.50"). Never a float."""

Cards: TypeAlias = str | Iterable[str | Card]
"""Cards as a user writes them: "9s 2h 4d" or a list."""


class UsageError(ValueError):
    """Something handed in cannot be used; the message says what would be right."""


def cards(some: Cards) -> tuple[Card, ...]:
    """Read cards, in the order written: "9s 2h 4d", "9♠ 2♥ 4♦" or a list.

    >>> cards("9s 10h") == cards(["9♠", "Th"])
    True
    """
    if isinstance(some, str):
        return tuple(read_card(word) for word in some.replace(",", " ").split())
    if not isinstance(some, Iterable):
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
    near = difflib.get_close_matches(_bare(name), by_bare, n=1)
    hint = f"did you mean {by_bare[near[0]]}?" if near else f"choose from {', '.join(names)}"
    raise UsageError(f"there is no {what} {name!r}; {hint}")


def stakes_of(
    bets: Mapping[str, Amount] | None,
    more: Mapping[str, Amount],
    wagers: Iterable[str],
    currency: Currency,
) -> dict[str, Units]:
    """Stakes by wager from a mapping and keywords; `player_pair` is player-pair."""
    known, found = list(wagers), dict[str, Units]()
    for name, amount in [*(bets or {}).items(), *more.items()]:
        wager = name_in(name, known, "wager")
        if wager in found:
            raise UsageError(f"{wager} is bet twice; give one amount for it")
        found[wager] = units(currency, amount, wager)
    return found


def number_of_decks(given: object, usual: int) -> int:
    """The number of decks that was given, or the usual one where it is None."""
    if given is None:
        return usual
    if not isinstance(given, int):
        raise UsageError(f"decks must be a whole number, not {given!r}")
    return given
