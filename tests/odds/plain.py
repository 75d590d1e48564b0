"""Outcome classes weighed in the plainest way: every deal of the coup, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from puntobanco.base.cards import DECK, Card
from puntobanco.rules.outcomes import VOID, outcome_of
from puntobanco.rules.points import hand_total, hand_value

PLAYER_DRAWS = "DDDDDDSSSS"
BANKER_DRAWS = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDSDD",
    "SSDDDDDDSSD",
    "SSSSDDDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
    "SSSSSSSSSSS",
    "SSSSSSSSSSS",
)
"""By Banker's total; columns are Player's third value 0-9, and "Player stood"."""

TABLEAU = [int(letter == "D") for letter in PLAYER_DRAWS + "".join(BANKER_DRAWS)]


def draws_next(player: Sequence[Card], banker: Sequence[Card]) -> str:
    """Which hand takes the next card, or none."""
    if len(banker) < 2 or len(player) < 2:
        return "player" if len(player) == len(banker) else "banker"
    player_total, banker_total = hand_total(player[:2]), hand_total(banker[:2])
    if player_total >= 8 or banker_total >= 8 or len(banker) == 3:
        return "none"
    if len(player) == 2 and PLAYER_DRAWS[player_total] == "D":
        return "player"
    third = hand_value(player[2]) if len(player) == 3 else 10
    return "banker" if BANKER_DRAWS[banker_total][third] == "D" else "none"


def weigh_plainly(composition: Mapping[Card, int], dealt: int = 6) -> Counter[int]:
    """Ordered deals of so many cards for each class, by dealing every one of them."""
    left = {each: number for each, number in composition.items() if number}
    found: Counter[int] = Counter()

    def deal(player: list[Card], banker: list[Card], ways: int) -> None:
        out = len(player) + len(banker)
        hand = {"player": player, "banker": banker}.get(draws_next(player, banker))
        if hand is None or out == dealt:
            behind = 1
            for used in range(out, dealt):
                behind *= sum(composition.values()) - used
            ended = VOID if hand is not None else outcome_of(player, banker).number
            found[ended] += ways * behind
            return
        for each, number in left.items():
            if number:
                left[each] -= 1
                hand.append(each)
                deal(player, banker, ways * number)
                hand.pop()
                left[each] += 1

    deal([], [], 1)
    return found


def counts_of(composition: Mapping[Card, int]) -> list[int]:
    """A composition as 52 counts by card number."""
    return [composition.get(each, 0) for each in DECK]
