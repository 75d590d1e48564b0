"""`punto explain`: a kept log in plain words."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from puntobanco.base.money import Currency
from puntobanco.base.usage import UsageError
from puntobanco.cli.options import JsonOrPage
from puntobanco.cli.screen import tell
from puntobanco.notation.codec import decode_log, follow_log
from puntobanco.play.events import Event
from puntobanco.text_file import read_text
from puntobanco.views.explain import Teller, coups_in


def explain(
    log: str,
    *,
    table: str = "",
    coup: int | None = None,
    json: JsonOrPage = False,
) -> None:
    """Tell what happened in a log: cards, irregularities, rulings, choices and payments.

    Examples:
        punto explain game.log --coup 3
        punto explain house/house.db --table T1 --coup 3

    Args:
        log: An event log, as `punto play --log FILE` writes it, chained or not; with --table a
            house's database, or what `punto log export` made of it.
        table: Which table of a house.
        coup: Only this coup; 0 is what came before the first.
    """
    if table and _begins(Path(log), b'{"event":'):
        raise UsageError(f"{log} is the log of one game; leave --table out")
    if table:
        from puntobanco.cli.log.command import table_events  # noqa: PLC0415  slow to load

        events = table_events(log, table)
    else:
        events = read_log(Path(log))
    if not events:
        raise UsageError(f"{log} is empty; it holds no event")
    follow_log(events, log)
    coups = coups_in(events)
    if coup is not None and coup not in coups:
        raise UsageError(f"{log} has no coup {coup}; it has 1 to {max(coups)}")
    teller = Teller(Currency())
    told = {
        number: [teller.tell(event) for event in events]
        for number, events in coups.items()
        if coup in (None, number)
    }
    page: list[Text | str] = []
    for number, sentences in told.items():
        page.append(Text(f"Coup {number}" if number else "Before the first coup", style="bold"))
        page += [f"  {sentence}" for sentence in sentences]
    tell(told, *page, json=json)


def _begins(path: Path, *starts: bytes) -> bool:
    """Whether a file is there and begins so."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(16).startswith(starts)


def read_log(path: Path) -> list[Event]:
    """The events of a log file, chained or not; a broken line is named."""
    if _begins(path, b"SQLite format 3"):
        raise UsageError(f"{path} has the logs of a house; say which table, such as --table T1")
    if _begins(path, b'{"puntobanco-log'):
        from puntobanco.record.transfer import events_of_one_table  # noqa: PLC0415  slow to load

        return events_of_one_table(read_text(path), path)
    return decode_log(read_text(path), path)
