"""The commands whose code is loaded only when one of them runs."""

from __future__ import annotations

from cyclopts import App

COMMANDS = {
    "punto": {
        "book": ("book:app", "Read, write, check and compare rule books."),
        "coup": ("coup:coup", "Deal one coup from given cards and settle bets."),
        "odds": ("odds.command:app", "Exact odds of every wager, for any shoe."),
        "play": ("play.command:app", "Play: a script, whole shoes by themselves, or yourself."),
        "replay": ("replay:replay", "Study a recorded shoe: roads, statistics, edges, bets."),
        "roads": ("roads:draw", "Draw the roads of a shoe. They are history, not a forecast."),
        "sim": ("sim.command:app", "Simulate shoes by the million, sessions and staking plans."),
        "explain": ("explain:explain", "Explain a log in plain words."),
        "log": ("log.command:app", "Read, export, verify and witness the logs of a house."),
        "verify": (
            "log.command:verify",
            "Verify logs from the first event to the last; short for `punto log verify`.",
        ),
        "serve": (
            "house.serve:serve",
            "Open a house: tables in the browser, everything in one folder.",
        ),
        "fair": ("fair:app", "Check random shoes against what the house promised."),
        "admin": ("house.admin:app", "Manage a running house: people, tables, money, reports."),
        "software": (
            "house.software:app",
            "Approve this program for a house, and check that it is unchanged.",
        ),
        "backup": ("house.backup:backup", "Back up a house, running or closed."),
        "restore": ("house.backup:restore", "Restore a house from a verified backup and its keys."),
        "rule": ("rule:rule", "Give the ruling for something that went wrong."),
        "completion": ("completion:completion", "Write shell completion for the commands."),
        "train": ("train:train", "Practise dealing: draws, payouts and rulings of a book."),
    },
    "book": {
        "check": ("book_file:check", "Check a book file."),
        "new": ("book_file:new", "Write the start of a book file."),
        "diff": ("book_file:diff", "Compare two editions."),
        "export": ("book_file:export", "Write a book as text."),
    },
    "odds": {
        "try": ("odds.try_wager:try_wager", "Design a wager and price it."),
        "sheet": ("odds.sheet:sheet", "Write a par sheet."),
        "removal": ("odds.study:removal", "What removing a card changes."),
        "decks": ("odds.study:decks", "Edge by number of decks."),
        "scales": ("odds.study:scales", "All scales a book offers."),
        "count": ("odds.study:count", "The best count of a wager."),
        "along": ("odds.study:along", "Odds along a whole shoe."),
        "table": ("odds.table:table", "What a table wins, and its risk."),
        "bankroll": ("odds.table:bankroll", "The bankroll for a risk of ruin."),
    },
    "sim": {
        "sessions": ("sim.sessions:sessions", "Play sessions by a staking plan."),
        "streaks": ("sim.studies:streaks", "How long streaks last."),
        "hits": ("sim.studies:hits", "How often a shoe hits a wager."),
        "differential": (
            "sim.studies:differential",
            "Many patrons at one table: what a Differential changes.",
        ),
        "cut": ("sim.studies:cut", "What the cut card's place changes."),
    },
    "admin": {
        "book": ("house.admin_book:app", "Rule books of the house."),
        "cage": ("house.admin_cage:app", "Accounts, approvals and reports."),
    },
}
"""By the command above them: where below `puntobanco.cli` its code is, and its line in the help."""


def add_commands(app: App, above: str) -> None:
    """Add the commands below a command."""
    for name, (place, sentence) in COMMANDS[above].items():
        app.command(f"puntobanco.cli.{place}", name=name, help=sentence)
