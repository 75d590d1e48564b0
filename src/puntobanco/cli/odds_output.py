"""Tables of odds as text, CSV, Markdown or JSON; light, because a full shoe is answered at once."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Annotated, Any

from cyclopts import Parameter

from puntobanco.cli.errors import UserError
from puntobanco.cli.plain import is_plain


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Form:
    """In which form a command writes."""

    json: Annotated[bool, Parameter(negative=())] = False
    """Write JSON."""
    csv: Annotated[bool, Parameter(negative=())] = False
    """Write comma-separated values."""
    markdown: Annotated[bool, Parameter(negative=())] = False
    """Write Markdown tables."""

    def __post_init__(self) -> None:
        if self.json + self.csv + self.markdown > 1:
            raise UserError("give one of --json, --csv and --markdown, not several")


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows under headings; a heading that ends in > is for numbers."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    notes: Sequence[str] = field(default=())


def write_json(value: Any) -> None:
    """Write one JSON value and a newline."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def write_grids(grids: Iterable[Grid], form: Form) -> None:
    """Write tables in the form asked for, a blank line between them."""
    writer = _as_csv if form.csv else _as_markdown if form.markdown else _as_text
    sys.stdout.write("\n".join(writer(grid) for grid in grids))


def _plain(headings: Sequence[str]) -> list[str]:
    return [heading.removesuffix(">") for heading in headings]


def _as_csv(grid: Grid) -> str:
    written = StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(_plain(grid.headings))
    rows.writerows(grid.rows)
    return written.getvalue()


def _as_markdown(grid: Grid) -> str:
    cells = [_plain(grid.headings)]
    cells.append(["---:" if heading.endswith(">") else "---" for heading in grid.headings])
    cells += [[text.replace("|", "\\|") for text in row] for row in grid.rows]
    lines = [f"### {grid.title}", ""] if grid.title else []
    lines += [f"| {' | '.join(row)} |" for row in cells]
    lines += [line for note in grid.notes for line in ("", note)]
    return "\n".join(lines) + "\n"


def _as_text(grid: Grid) -> str:
    rows = [_plain(grid.headings), *grid.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numeric = [heading.endswith(">") for heading in grid.headings]
    lines = [_bold(grid.title)] if grid.title else []
    for place, row in enumerate(rows):
        cells = [
            text.rjust(width) if number else text.ljust(width)
            for text, width, number in zip(row, widths, numeric, strict=True)
        ]
        line = "  ".join(cells).rstrip()
        lines.append(line if place else _dim(line))
    return "\n".join([*lines, *grid.notes]) + "\n"


def _bold(text: str) -> str:
    return text if is_plain(sys.stdout) else f"\x1b[1m{text}\x1b[0m"


def _dim(text: str) -> str:
    return text if is_plain(sys.stdout) else f"\x1b[2m{text}\x1b[0m"
