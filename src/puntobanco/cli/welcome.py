"""What `punto` alone says: what to do next, by kind of user."""

from __future__ import annotations

import sys

WELCOME = """\
Run, settle, referee and analyse casino baccarat under four real rule books.

Curious   punto play mbs                             a game in this terminal
          punto serve --demo                         a house in your browser
Analyst   punto odds mbs                             every wager's exact edge
          punto odds sheet mbs -o sheet.html         a par sheet on one page
          punto odds table mbs --bet 6x banker=200   a table's win, and its risk
          punto sim mbs --coups 1e7                  ten million coups
Trainer   punto coup mbs 9s 2h 4d 3c Kd --bet tie=10 one coup, with the reasons
          punto rule nz-division foreign-card        what the book rules
          punto train mbs                            questions for dealers
Operator  punto serve house                          open a house of your own
          punto backup house                         copy a house
Developer punto play auto mbs --log game.log         a whole shoe as events
          punto explain game.log --coup 3            the same in plain words
Auditor   punto log verify house/house.db            check every event
          punto book clauses mbs                     every clause of a book

punto COMMAND --help says more, with examples; punto --help names every command.
"""


def welcome() -> None:
    """Print the welcome."""
    sys.stdout.write(WELCOME)
