"""Output for people: colours on a terminal, plain when piped; and for machines, JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from puntobanco.base.cards import Card
from puntobanco.cli.json_output import write_json
from puntobanco.cli.plain import is_plain

if TYPE_CHECKING:
    from puntobanco.odds.frame import Frame


class _Console(Console):
    """A console that lets the command decide what a reader who went away means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Where a command writes; wide when piped, so that little is folded and nothing cut.

    COLUMNS says how wide where it is set. Text is written as it is: clauses have brackets.
    """
    return _Console(
        width=None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 200,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        force_terminal=False if is_plain(sys.stdout) else None,
    )


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def tell(form: Any, *shown: RenderableType, json: bool, failed: bool = False) -> None:
    """Answer: the form for machines, or sentences and tables for people; exit code 1 if failed."""
    if json:
        write_json(form)
    else:
        out = console()
        for each in shown:
            out.print(each)
    if failed:
        sys.exit(1)


def findings_shown(findings: Iterable[str]) -> Iterator[Text]:
    """What is wrong, a line each."""
    return (Text(each, style="red") for each in findings)


def verdict(findings: Sequence[str]) -> str:
    """The end of a sentence on a check."""
    return f"findings: {len(findings)}." if findings else "nothing wrong."


def card_text(card: Card) -> Text:
    """A card as on the felt: rank and suit sign, hearts and diamonds red."""
    rank = "10" if card.rank.value == "T" else card.rank.value
    suit = card.suit.symbol if _can_write(card.suit.symbol) else card.suit.value
    return Text(f"{rank}{suit}", style="bold red" if card.suit.is_red else "bold")


def hand_text(hand: Iterable[Card]) -> Text:
    """A hand's cards, separated by blanks."""
    return Text(" ").join(card_text(card) for card in hand)


def framed(frame: Frame, more: str) -> Text:
    """A table as wide as the screen; `more` says how to see the columns left out."""
    return Text(frame.text(console().width, more=more))


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
