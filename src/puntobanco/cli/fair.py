"""`punto fair`: check that the random shoes of a table were what was promised."""

from __future__ import annotations

import json as json_text
import sys
from pathlib import Path
from typing import Any

from cyclopts import App

from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError, file_errors
from puntobanco.cli.json_output import write_json
from puntobanco.cli.options import JsonOrSentences
from puntobanco.cli.progress import working
from puntobanco.cli.screen import console, print_findings
from puntobanco.fair.check import Check, check_card, check_lines
from puntobanco.record.opening import is_database_file

app = App(name="fair")


@app.command
def verify(file: Path, *, table: str | None = None, json: JsonOrSentences = False) -> None:
    """Check every shoe of an exported log: promised before the bets, dealt as promised, opened.

    Exit code 1 if anything is wrong. Where cards come from a continuous shuffler every coup is a
    shoe of its own. The check is one file that needs only Python: `python check.py FILE`.

    Examples:
        punto fair verify house.jsonl --table T1

    Args:
        file: What `punto log export` wrote, with the log of the table and of its shoes.
        table: Only this table.
    """
    try:
        with file_errors(file):
            if is_database_file(file):
                raise UserError(f"{file} is a database; export it first with `punto log export`")
            with file.open(encoding="utf-8", newline="\n") as lines, working("checking shoes"):
                check = check_lines(lines, table)
    except UnicodeDecodeError:
        raise UserError(
            f"{file} is not an exported log; make one with `punto log export`"
        ) from None
    if not check.tables and not check.problems:
        raise UserError(f"{file} has no log of random shoes; export the whole house")
    if json:
        write_json(_form(check))
    else:
        _print(check)
    if check.problems:
        sys.exit(1)


def _form(check: Check) -> dict[str, Any]:
    return {
        "tables": check.tables,
        "shoes": check.shoes,
        "opened": check.opened,
        "cards_compared": check.compared,
        "given_up": check.given_up,
        "findings": check.problems,
    }


def _print(check: Check) -> None:
    out = console()
    for each in check.given_up:
        out.print(f"Given up: {each}.", markup=False)
    print_findings(check.problems)
    wrong = f"findings: {len(check.problems)}." if check.problems else "nothing wrong."
    out.print(
        f"{how_many(check.shoes, 'shoe')} promised, {check.opened} opened, "
        f"{how_many(check.compared, 'card')} compared: {wrong}",
        markup=False,
    )
    if check.shoes > check.opened and not check.problems:
        out.print("A shoe in play is opened when it leaves play; check again then.")


@app.command
def card(file: Path, *, table: str | None = None, json: JsonOrSentences = False) -> None:
    """Check opened cards against the root that was published before the first bet.

    FILE has what a table shows of its shoe: `shoe`, `size`, `root` and `opened`, a list of cards
    with position, salt and path. Exit code 1 if any is not what was promised.

    Examples:
        punto fair card fairness.json --table T1

    Args:
        file: The section `fairness` of a table's view, as JSON.
        table: The table's name, where the file does not say it.
    """
    try:
        with file_errors(file):
            held = json_text.loads(file.read_text("utf-8"))
        name = table or held.get("table")
        shoe, size, root, opened = held["shoe"], held["size"], held["root"], list(held["opened"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError(
            f"{file} is not a fairness section; it needs shoe, size, root and opened"
        ) from None
    if not isinstance(name, str):
        raise UserError(f"{file} does not name the table; say --table T1")
    if not opened:
        raise UserError(f"{file} shows no card; save it while cards lie on the table")
    wrong = [told for each in opened if (told := check_card(name, shoe, size, root, each))]
    if json:
        write_json({"table": name, "shoe": shoe, "cards": len(opened), "findings": wrong})
    else:
        print_findings(wrong)
        if not wrong:
            shown = " ".join(f"{each['card']} at {each['position']}" for each in opened)
            console().print(f"Promised under {root}: {shown}.", markup=False)
    if wrong:
        sys.exit(1)
