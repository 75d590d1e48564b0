"""The cards and the drawing rules, written out from the rule documents."""

from collections.abc import Sequence

RANKS = "A23456789TJQK"
SUITS = "shdc"
RED = "hd"
CARDS = frozenset(rank + suit for rank in RANKS for suit in SUITS)

# Banker's two-card total -> the values of Player's third card against which Banker draws.
BANKER_DRAWS_AGAINST = {
    0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    2: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set[int](),
}


class TooFewCardsError(Exception):
    """The cards ran out before the coup was complete: every book voids it."""


def value(card: str) -> int:
    """Return the point value of a card in a hand: ace 1, ten and court cards 0."""
    if card not in CARDS:
        raise ValueError(f"{card!r} is not a card; write rank and suit, such as '9s' or 'Th'.")
    if card[0] == "A":
        return 1
    if card[0] in "TJQK":
        return 0
    return int(card[0])


def burn_value(card: str) -> int:
    """Return the value of a card for the burn of NZ 7.7, where ten and court cards count 10."""
    return value(card) or 10


def total(cards: Sequence[str]) -> int:
    """Return the point total of a hand: the units digit of the sum."""
    return sum(value(card) for card in cards) % 10


def deal_values(values: Sequence[int]) -> tuple[int, int, int, int]:
    """Play one coup from card values in shoe order.

    Returns Player's total, Banker's total, Player's number of cards, Banker's number of cards.
    Values beyond those drawn are not looked at, so a short sequence fails only when it must.
    """
    player = (values[0] + values[2]) % 10
    banker = (values[1] + values[3]) % 10
    if player >= 8 or banker >= 8:
        return player, banker, 2, 2
    if player >= 6:
        if banker >= 6:
            return player, banker, 2, 2
        return player, (banker + values[4]) % 10, 2, 3
    third = values[4]
    player = (player + third) % 10
    if third in BANKER_DRAWS_AGAINST[banker]:
        return player, (banker + values[5]) % 10, 3, 3
    return player, banker, 3, 2


def deal(cards: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Deal one coup from cards in shoe order: Player's hand, Banker's hand, cards not used."""
    try:
        _, _, player_count, banker_count = deal_values([value(card) for card in cards])
    except IndexError:
        raise TooFewCardsError(f"{len(cards)} cards do not complete a coup.") from None
    player = [cards[0], cards[2]]
    banker = [cards[1], cards[3]]
    rest = list(cards[4:])
    if player_count == 3:
        player.append(rest.pop(0))
    if banker_count == 3:
        banker.append(rest.pop(0))
    return player, banker, rest


def winner(player: Sequence[str], banker: Sequence[str]) -> str:
    """Return "player", "banker" or "tie"."""
    if total(player) > total(banker):
        return "player"
    if total(player) < total(banker):
        return "banker"
    return "tie"


def is_natural(hand: Sequence[str]) -> bool:
    """Tell whether a final hand is 8 or 9 on its first two cards."""
    return len(hand) == 2 and total(hand) >= 8


def pair_kind(hand: Sequence[str]) -> str:
    """Return "none", "mixed", "coloured" or "perfect", by the first two cards of a hand."""
    first, second = hand[0], hand[1]
    if first[0] != second[0]:
        return "none"
    if first[1] == second[1]:
        return "perfect"
    if (first[1] in RED) == (second[1] in RED):
        return "coloured"
    return "mixed"


def is_triple(hand: Sequence[str]) -> bool:
    """Tell whether a hand is three cards alike in rank and suit."""
    return len(hand) == 3 and hand[0] == hand[1] == hand[2]
