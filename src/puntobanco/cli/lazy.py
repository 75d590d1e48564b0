"""The commands whose code is loaded only when one of them runs."""

from __future__ import annotations

from cyclopts import App

COMMANDS = {
    "punto": {
        "book": ("puntobanco.cli.book:app", "Read, write, check and compare rule books."),
        "coup": ("puntobanco.cli.coup:coup", "Deal one coup from given cards and settle bets."),
        "odds": ("puntobanco.cli.odds.command:app", "Exact odds of every wager, for any shoe."),
        "play": (
            "puntobanco.cli.play.command:app",
            "Play: a script, whole shoes by themselves, or yourself.",
        ),
        "replay": (
            "puntobanco.cli.replay:replay",
            "Study a recorded shoe: roads, statistics, edges, bets.",
        ),
        "roads": (
            "puntobanco.cli.roads:draw",
            "Draw the roads of a shoe. They are history, not a forecast.",
        ),
        "sim": (
            "puntobanco.cli.sim.command:app",
            "Simulate shoes by the million, sessions and staking plans.",
        ),
        "explain": ("puntobanco.cli.explain:explain", "Explain a log in plain words."),
        "log": (
            "puntobanco.cli.log.command:app",
            "Read, export, verify and witness the logs of a house.",
        ),
        "verify": (
            "puntobanco.cli.log.command:verify",
            "Verify logs from the first event to the last; short for `punto log verify`.",
        ),
        "serve": (
            "puntobanco.cli.house.serve:serve",
            "Open a house: tables in the browser, everything in one folder.",
        ),
        "fair": ("puntobanco.cli.fair:app", "Check random shoes against what the house promised."),
        "admin": (
            "puntobanco.cli.house.admin:app",
            "Manage a running house: people, tables, money, reports.",
        ),
        "software": (
            "puntobanco.cli.house.software:app",
            "Approve this program for a house, and check that it is unchanged.",
        ),
        "backup": ("puntobanco.cli.house.backup:backup", "Back up a house, running or closed."),
        "restore": (
            "puntobanco.cli.house.backup:restore",
            "Restore a house from a verified backup and its keys.",
        ),
        "rule": ("puntobanco.cli.rule:rule", "Give the ruling for something that went wrong."),
        "completion": (
            "puntobanco.cli.completion:completion",
            "Write shell completion for the commands.",
        ),
        "train": (
            "puntobanco.cli.train:train",
            "Practise dealing: draws, payouts and rulings of a book.",
        ),
    },
    "book": {
        "check": ("puntobanco.cli.book_file:check", "Check a book file."),
        "new": ("puntobanco.cli.book_file:new", "Write the start of a book file."),
        "diff": ("puntobanco.cli.book_file:diff", "Compare two editions."),
        "export": ("puntobanco.cli.book_file:export", "Write a book as text."),
    },
    "odds": {
        "try": ("puntobanco.cli.odds.try_wager:try_wager", "Design a wager and price it."),
        "sheet": ("puntobanco.cli.odds.sheet:sheet", "Write a par sheet."),
        "removal": ("puntobanco.cli.odds.study:removal", "What removing a card changes."),
        "decks": ("puntobanco.cli.odds.study:decks", "Edge by number of decks."),
        "scales": ("puntobanco.cli.odds.study:scales", "All scales a book offers."),
        "count": ("puntobanco.cli.odds.study:count", "The best count of a wager."),
        "along": ("puntobanco.cli.odds.study:along", "Odds along a whole shoe."),
        "table": ("puntobanco.cli.odds.table:table", "What a table wins, and its risk."),
        "bankroll": ("puntobanco.cli.odds.table:bankroll", "The bankroll for a risk of ruin."),
    },
    "sim": {
        "sessions": ("puntobanco.cli.sim.sessions:sessions", "Play sessions by a staking plan."),
        "streaks": ("puntobanco.cli.sim.studies:streaks", "How long streaks last."),
        "hits": ("puntobanco.cli.sim.studies:hits", "How often a shoe hits a wager."),
        "differential": (
            "puntobanco.cli.sim.studies:differential",
            "Many patrons at one table: what a Differential changes.",
        ),
        "cut": ("puntobanco.cli.sim.studies:cut", "What the cut card's place changes."),
    },
    "admin": {
        "book": ("puntobanco.cli.house.admin_book:app", "Rule books of the house."),
        "cage": ("puntobanco.cli.house.admin_cage:app", "Accounts, approvals and reports."),
    },
}
"""By the command above them: where the code of each is, and its line in the help."""


def add_commands(app: App, above: str) -> None:
    """Add the commands below a command."""
    for name, (place, sentence) in COMMANDS[above].items():
        app.command(place, name=name, help=sentence)
