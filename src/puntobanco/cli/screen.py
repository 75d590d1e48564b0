"""Output for people: colours on a terminal, plain when piped; and for machines, JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from puntobanco.base.cards import Card
from puntobanco.cli.json_output import write_json
from puntobanco.cli.plain import is_plain


class _Console(Console):
    """A console that lets the command decide what a reader who went away means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Where a command writes; wide when piped, so that little is folded and nothing cut.

    COLUMNS says how wide where it is set.
    """
    return _Console(
        width=None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 200,
        highlight=False,
        soft_wrap=False,
        force_terminal=False if is_plain(sys.stdout) else None,
    )


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def minute(time: int) -> str:
    """Microseconds since 1970 as people write a moment, in UTC."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=time)
    return f"{moment:%Y-%m-%d %H:%M}"


def tell(form: Any, sentence: str, *, json: bool) -> None:
    """Say what has been done, for machines or for people."""
    if json:
        write_json(form)
    else:
        console().print(sentence, markup=False)


def print_findings(findings: Iterable[str]) -> None:
    """Print what is wrong, a line each."""
    for each in findings:
        console().print(each, style="red", markup=False)


def card_text(card: Card) -> Text:
    """A card as on the felt: rank and suit sign, hearts and diamonds red."""
    rank = "10" if card.rank.value == "T" else card.rank.value
    suit = card.suit.symbol if _can_write(card.suit.symbol) else card.suit.value
    return Text(f"{rank}{suit}", style="bold red" if card.suit.is_red else "bold")


def hand_text(hand: Iterable[Card]) -> Text:
    """A hand's cards, separated by blanks."""
    return Text(" ").join(card_text(card) for card in hand)


def grid(
    *headings: str,
    rows: Iterable[Iterable[str | Text]] = (),
    title: str | None = None,
    header: bool = True,
) -> Table:
    """A table in the house style; a heading that ends in > is for numbers."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        show_header=header,
    )
    for heading in headings:
        numeric = heading.endswith(">")
        table.add_column(
            heading.removesuffix(">"),
            justify="right" if numeric else "left",
            header_style="dim",
            no_wrap=numeric,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    return table
