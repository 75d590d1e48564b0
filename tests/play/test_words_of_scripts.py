"""Whatever stands in a script, what is wrong with it is said where it stands: nothing breaks."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from tests.sizes import size_of

from puntobanco.books import BOOKS
from puntobanco.notation.expectations import EXPECTATIONS
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError
from puntobanco.notation.verbs import VERBS

WORDS = (
    *("S1", "S\N{SUPERSCRIPT TWO}", "S", "ann", "dealer", "game-supervisor", "player", "banker"),
    *("0", "1", "15", "-1", "1.5", "9" * 5_000, "\N{SUPERSCRIPT TWO}", "abc", "100.00", "1,"),
    *("P1", "B3", "9h", "??", "1x", "\N{MIDDLE DOT}", "up", "down", "tie", "player-pair"),
    *("on", "by", "to", "coup", "patron", "wager", "staff", "lift", "mix", "spoken", "known"),
    *("other", "seen=yes", "seen=perhaps", "=", "decks=8", "decks=x", "void", "wagers", "refused"),
    *(
        "stake-placed",
        "amount=100",
        "[5.1]",
        "[",
        "]",
        "#",
        "differential=-1",
        "limits.player=1-0",
        "\N{BLACK SPADE SUIT}",
    ),
)
"""What people write, and what nobody should."""
LINES = size_of("script_lines")


@pytest.mark.parametrize("verb", [*VERBS, *EXPECTATIONS, "book", "set", "nothing-known"])
def test_no_words_break_a_script(verb: str) -> None:
    chance = random.Random(verb)
    for _ in range(LINES):
        book = chance.choice(list(BOOKS))
        words = " ".join(chance.choices(WORDS, k=chance.randint(0, 5)))
        bet = chance.choice(["", "bet S1 player 100.00\n"])
        with suppress(ScriptError):
            run_script(f"book {book}\n{bet}{verb} {words}\n", BOOKS)
