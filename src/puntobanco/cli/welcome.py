"""What `punto` alone says: what one can do next, by who one is."""

from __future__ import annotations

import sys

WELCOME = """\
Casino baccarat under four real rule books: dealt, settled, ruled upon and analysed.

Curious    punto play mbs                               a game in this terminal
           punto serve --demo                           a house in the browser, with play money
Analyst    punto odds mbs                               the exact edge of every wager
           punto odds sheet mbs -o sheet.html           a par sheet on one page
           punto odds table mbs --bet 6x banker=200     what a table wins in a month, and its risk
           punto sim mbs --coups 1e7                    ten million coups beside the exact odds
Trainer    punto coup mbs 9s 2h 4d 3c Kd --bet tie=10   one coup: why each card, what was paid
           punto rule nz-division foreign-card          the ruling, with clause and whom to call
           punto train mbs                              questions of a dealer school, marked
Operator   punto serve house                            open a house, kept in one folder
           punto backup house                           copy a house
Developer  punto play auto mbs --log game.log           a whole shoe as events, one JSON line each
           punto explain game.log --coup 3              the same in plain words
Auditor    punto log verify house/house.db              check every log from first event to last
           punto book clauses mbs                       every clause and what became of it

punto COMMAND --help says more, with examples; punto --help names every command.
"""


def welcome() -> None:
    """Say it."""
    sys.stdout.write(WELCOME)
