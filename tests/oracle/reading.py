"""Reading of worked cases written as in the clause registers, such as "2,3+K v 2,4"."""

import re

from .game import deal


def cards(text: str) -> list[str]:
    """Read cards such as "10,7" or "6d,6h"; suits not named are spades."""
    return [
        name.replace("10", "T") + ("" if name[-1] in "shdc" else "s")
        for name in re.split(r"[,+]", text)
    ]


def hands(text: str) -> tuple[list[str], list[str]]:
    """Read "2,3+K v 2,4" and make sure that the drawing rules deal exactly these hands."""
    player, banker = (cards(side) for side in text.split(" v "))
    order = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
    assert deal(order) == (player, banker, [])
    return player, banker
