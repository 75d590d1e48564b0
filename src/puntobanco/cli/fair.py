"""`punto fair`: check that the random shoes of a table were what was promised."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import RenderableType

from puntobanco.audit.log_files import read_export
from puntobanco.base.forms import form_of
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import file_errors
from puntobanco.cli.options import JsonOrSentences
from puntobanco.cli.progress import working
from puntobanco.cli.screen import findings_shown, tell, verdict
from puntobanco.fair.check import Check, check_card, check_lines
from puntobanco.record.opening import is_database_file
from puntobanco.text_file import read_text

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
                raise UsageError(f"{file} is a database; export it first with `punto log export`")
            with read_export(file) as lines, working("checking shoes"):
                check = check_lines(lines, table)
    except UnicodeDecodeError:
        raise UsageError(
            f"{file} is not an exported log; make one with `punto log export`"
        ) from None
    if not check.tables and not check.problems:
        raise UsageError(f"{file} has no log of random shoes; export the whole house")
    tell(_form(check), *_told(check), json=json, failed=bool(check.problems))


def _form(check: Check) -> dict[str, Any]:
    return {
        **form_of(check, "tables", "shoes", "opened"),
        "cards_compared": check.compared,
        "given_up": check.given_up,
        "findings": check.problems,
    }


def _told(check: Check) -> Iterator[RenderableType]:
    yield from (f"Given up: {each}." for each in check.given_up)
    yield from findings_shown(check.problems)
    yield (
        f"{how_many(check.shoes, 'shoe')} promised, {check.opened} opened, "
        f"{how_many(check.compared, 'card')} compared: {verdict(check.problems)}"
    )
    if check.shoes > check.opened and not check.problems:
        yield "A shoe in play is opened when it leaves play; check again then."


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
    text = read_text(file)
    try:
        held = json_text.loads(text)
        name = table or held.get("table")
        shoe, size, root, opened = held["shoe"], held["size"], held["root"], list(held["opened"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(
            f"{file} is not a fairness section; it needs shoe, size, root and opened"
        ) from None
    if not isinstance(name, str):
        raise UsageError(f"{file} does not name the table; say --table T1")
    if not opened:
        raise UsageError(f"{file} shows no card; save it while cards lie on the table")
    wrong = [told for each in opened if (told := check_card(name, shoe, size, root, each))]
    form = {"table": name, "shoe": shoe, "cards": len(opened), "findings": wrong}
    cards = " ".join(f"{each['card']} at {each['position']}" for each in opened)
    promised = () if wrong else (f"Promised under {root}: {cards}.",)
    tell(form, *findings_shown(wrong), *promised, json=json, failed=bool(wrong))
