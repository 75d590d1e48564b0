"""The command `punto`: names every command, loads none before it is asked for."""

from __future__ import annotations

import os
import sys

from cyclopts import App, CycloptsError, MissingArgumentError

from puntobanco.cli.errors import UserError
from puntobanco.version import version

BOOK_NAMES = ("rws-super-six-plus", "rws-wins-on", "mbs", "nz-division")
"""Known here so that a mistake is answered without loading the books; a test compares them."""

app = App(
    name="punto",
    help="Casino baccarat under four real rule books: dealt, settled, ruled upon and analysed.",
    version=version,
)
app.command("puntobanco.cli.book:app", name="book", help="Read the rule books.")
app.command(
    "puntobanco.cli.coup:app", name="coup", help="Deal one coup from given cards and settle bets."
)
app.command("puntobanco.cli.odds:app", name="odds", help="Exact odds of every wager, for any shoe.")
app.command(
    "puntobanco.cli.play:app",
    name="play",
    help="Play: a script, whole shoes by themselves, or yourself.",
)
app.command(
    "puntobanco.cli.roads:app",
    name="roads",
    help="Draw the roads of a shoe. They are history, not a forecast.",
)
app.command(
    "puntobanco.cli.sim:app",
    name="sim",
    help="Simulate shoes by the million, sessions and staking plans.",
)
app.command("puntobanco.cli.explain:app", name="explain", help="Tell a kept log in plain words.")
app.command(
    "puntobanco.cli.log:app",
    name="log",
    help="Read, carry, check and witness the logs of a house.",
)
app.command(
    "puntobanco.cli.serve:app",
    name="serve",
    help="Open a house: tables in the browser, everything in one folder.",
)
app.command(
    "puntobanco.cli.fair:app", name="fair", help="Check that random shoes were what was promised."
)
app.command(
    "puntobanco.cli.admin:app",
    name="admin",
    help="Run a house that is open: people, tables, money, reports.",
)
app.command("puntobanco.cli.backup:app", name="backup", help="Copy a house, running or not.")
app.command(
    "puntobanco.cli.backup:restoring",
    name="restore",
    help="Make a house from a copy and its keys, verified before use.",
)
app.command(
    "puntobanco.cli.rule:app", name="rule", help="Give the ruling for something that went wrong."
)
app.command(
    "puntobanco.cli.train:app",
    name="train",
    help="Practise dealing: draws, payouts and rulings of a book.",
)


def _sentence(error: Exception) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, MissingArgumentError) and "--book" in text:
        return f"name a book: {', '.join(BOOK_NAMES)}"
    return text


def main() -> None:
    """Run a command; a user's mistake ends in one sentence and exit code 2."""
    try:
        app(sys.argv[1:], exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (UserError, CycloptsError) as error:
        sys.stderr.write(f"punto: {_sentence(error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away, as `| head` does: what is still unwritten goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        sys.stderr.write(f"punto: the output cannot be written: {error.strerror}\n")
        sys.exit(2)
