"""Help where nobody sits at a terminal: plain lines that fit into 80 columns."""

from __future__ import annotations

import textwrap

from cyclopts.help.formatters.plain import PlainFormatter
from rich.console import Console

WIDTH = 80


class PlainHelp(PlainFormatter):
    """Plain text, folded between words; what goes on is indented."""

    def _print_plain(self, console: Console, text: str) -> None:
        for number, paragraph in enumerate(text.split("\n\n")):
            indent = paragraph[: len(paragraph) - len(paragraph.lstrip())]
            folded = textwrap.fill(
                " ".join(paragraph.split()),
                WIDTH,
                initial_indent=indent,
                subsequent_indent=f"{indent}    " if indent else "",
                break_long_words=False,
                break_on_hyphens=False,
            )
            console.print(f"\n{folded}" if number else folded, highlight=False, markup=False)
