"""A table of results: typed values under named columns, written for a screen, a page or a file.

Every study gives one, so that a terminal, a notebook and a spreadsheet show the same figures.
"""

from __future__ import annotations

import csv
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import zip_longest
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from puntobanco.odds.figures import percent

Value: TypeAlias = str | int | float | Fraction | Decimal | None
"""What a cell holds: odds are fractions, amounts of money decimals."""
Record: TypeAlias = dict[str, Value]

_GAP = "  "
_NARROWEST = 24
"""Sentences are not wrapped to fewer letters."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs, its heading for people, and how a value is shown."""

    name: str
    heading: str = ""
    """As people read it; the name where not given."""
    show: Callable[[Any], str] = str
    numeric: bool = False
    spare: int = 0
    """Left out where a line is too long, the highest number first; 0 is always shown."""
    folds: bool = False
    """Sentences: goes on below where the line is too long, and is never left out."""
    on_screen: bool = True
    in_files: bool = True
    sheet: str = "General"
    """How a spreadsheet shows a number, in its own notation."""

    @property
    def title(self) -> str:
        """The heading."""
        return self.heading or self.name

    @property
    def sheet_title(self) -> str:
        """The heading in a spreadsheet, where each cell of a share has its own %."""
        return self.title.removesuffix(" %") if self.sheet.endswith("%") else self.title


def text(name: str, heading: str = "", *, spare: int = 0) -> Column:
    """A column of words."""
    return Column(name, heading, spare=spare)


def sentences(name: str, heading: str = "") -> Column:
    """A column of sentences, wrapped in a narrow terminal."""
    return Column(name, heading, folds=True)


def whole(name: str, heading: str = "", *, spare: int = 0) -> Column:
    """A column of whole numbers, shown with commas."""
    return Column(
        name, heading, lambda value: f"{value:,}", numeric=True, spare=spare, sheet="#,##0"
    )


def amount(name: str, heading: str = "", *, spare: int = 0) -> Column:
    """A column of amounts, each a `Decimal` with the digits of its currency."""
    return replace(whole(name, heading, spare=spare), sheet="#,##0.00")


def share(name: str, heading: str, digits: int = 4, *, spare: int = 0) -> Column:
    """A column of parts of one, shown in per cent."""

    def show(value: Fraction | float) -> str:
        return percent(Fraction(value), digits)

    sheet = f"0.{'0' * digits}%"
    return Column(name, heading, show, numeric=True, spare=spare, sheet=sheet)


def number(name: str, heading: str = "", pattern: str = ".4f", *, spare: int = 0) -> Column:
    """A column of numbers, shown by a format such as `.4f`, `,.2f` or `+.2f`."""
    thousands, digits = "#,##0" if "," in pattern else "0", int(pattern.strip("+,.f"))
    plain = f"{thousands}.{'0' * digits}" if digits else thousands
    sheet = f"+{plain};-{plain};{plain}" if "+" in pattern else plain

    def show(value: Fraction | Decimal | float) -> str:
        if isinstance(value, Fraction):  # a float has 17 digits, and a month of stakes more
            value = Decimal(round(value * 10**digits)).scaleb(-digits)
        return format(value, pattern)

    return Column(name, heading, show, numeric=True, spare=spare, sheet=sheet)


@dataclass(frozen=True, repr=False)
class Frame:
    """Rows of values under columns, with a title and notes.

    >>> frame = Frame([text("wager"), share("edge", "edge %")], [["tie", Fraction(43, 415)]])
    >>> print(frame)
    wager   edge %
    tie    10.3614
    >>> frame.to_dicts()
    [{'wager': 'tie', 'edge': Fraction(43, 415)}]
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    title: str = ""
    notes: Sequence[str] = field(default=())

    @property
    def name(self) -> str:
        """The title without its figures: `Statistics` where it is `Statistics: 4 coups`."""
        return self.title.partition(":")[0]

    def to_dicts(self) -> list[Record]:
        """The rows as dictionaries, for pandas or polars; exact values stay fractions."""
        return [
            {
                column.name: value
                for column, value in zip(self.columns, row, strict=True)
                if column.in_files
            }
            for row in self.rows
        ]

    def cells(self, columns: Sequence[Column] | None = None) -> list[list[str]]:
        """Every row as it is shown."""
        shown = [column for column in self.columns if column.on_screen]
        wanted = shown if columns is None else columns
        places = [list(self.columns).index(column) for column in wanted]
        return [
            [
                "" if row[place] is None else column.show(row[place])
                for place, column in zip(places, wanted, strict=True)
            ]
            for row in self.rows
        ]

    def fitting(self, width: int | None) -> list[Column]:
        """The columns shown in lines of `width`; spare ones leave first, then those at the end."""
        shown = [column for column in self.columns if column.on_screen]
        while width is not None and len(shown) > 1 and self.width(shown) > width:
            spare = max(shown, key=lambda column: column.spare)
            rigid = [column for column in shown if not column.folds]
            if not spare.spare and not rigid:
                break
            shown.remove(spare if spare.spare else rigid[-1])
        return shown

    def width(self, columns: Sequence[Column]) -> int:
        """How long the lines of these columns are at least."""
        lines = [[column.title for column in columns], *self.cells(columns)]
        return _length(_folded(_widths(lines), columns, 0))

    def text(
        self,
        width: int | None = None,
        *,
        bold: Callable[[str], str] = str,
        dim: Callable[[str], str] = str,
        more: str = "--wide shows all.",
    ) -> str:
        """The table in lines of at most `width`; columns that do not fit are named below it.

        `more` says how to see those.
        """
        columns = self.fitting(width)
        lines = [[column.title for column in columns], *self.cells(columns)]
        widths = _folded(_widths(lines), columns, width)
        written = [bold(line) for line in _wrapped(self.title, width)]
        for place, row in enumerate(lines):
            folds = [
                _wrapped(cell, wide) or [""] if column.folds else [cell]
                for cell, wide, column in zip(row, widths, columns, strict=True)
            ]
            for parts in zip_longest(*folds, fillvalue=""):
                cells = [
                    cell.rjust(wide) if column.numeric else cell.ljust(wide)
                    for cell, wide, column in zip(parts, widths, columns, strict=True)
                ]
                line = _GAP.join(cells).rstrip()
                written.append(line if place else dim(line))
        missing = [each.title for each in self.columns if each.on_screen and each not in columns]
        left_out = (f"Left out to fit the screen: {', '.join(missing)}. {more}",) if missing else ()
        for note in (*self.notes, *left_out):
            written += _wrapped(note, width)
        return "\n".join(written)

    def __str__(self) -> str:
        return self.text()

    def at_prompt(self) -> str:
        """The table as a Python prompt shows it: no wider than the terminal."""
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        return self.text(width, more="print(THIS.frame) shows all.")

    def __repr__(self) -> str:
        return self.at_prompt()

    def _repr_html_(self) -> str:
        return self.html()

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file by its ending: .csv .xlsx .json .parquet .html .md."""
        from puntobanco.odds.files import write_frames  # noqa: PLC0415  # which knows frames

        write_frames([self], Path(path))

    def markdown(self) -> str:
        """The table in Markdown."""
        columns = self.fitting(None)
        lines = [f"### {self.title}", ""] if self.title else []
        lines.append(f"| {' | '.join(column.title for column in columns)} |")
        lines.append(f"| {' | '.join('---:' if each.numeric else '---' for each in columns)} |")
        escaped = ([cell.replace("|", chr(92) + "|") for cell in row] for row in self.cells())
        lines += [f"| {' | '.join(row)} |" for row in escaped]
        lines += [line for note in self.notes for line in ("", note)]
        return "\n".join(lines)

    def html(self) -> str:
        """The table for a notebook."""
        columns = self.fitting(None)

        def cell(tag: str, words: str, column: Column) -> str:
            side = "right" if column.numeric else "left"
            return f'<{tag} style="text-align:{side}">{escape(words)}</{tag}>'

        def line(tag: str, words: Sequence[str]) -> str:
            cells = "".join(cell(tag, *each) for each in zip(words, columns, strict=True))
            return f"<tr>{cells}</tr>"

        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        head = line("th", [column.title for column in columns])
        body = "".join(line("td", row) for row in self.cells())
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>{notes}"

    def csv(self) -> str:
        """Comma-separated values: decimals, and exact numbers in columns named `*_exact`."""
        plain = self.plain()
        written = StringIO()
        lines = csv.writer(written, lineterminator="\n")
        lines.writerow(column.name for column in plain.columns)
        for row in plain.rows:
            lines.writerow(
                undated(value) if column.name.endswith("_exact") else value
                for value, column in zip(row, plain.columns, strict=True)
            )
        return written.getvalue()

    def plain(self) -> Frame:
        """The same table for files: decimals first, then each fraction exactly in `NAME_exact`."""
        places = [place for place, column in enumerate(self.columns) if column.in_files]
        exact = [
            place for place in places if any(isinstance(row[place], Fraction) for row in self.rows)
        ]
        rows: list[list[Value]] = []
        for row in self.rows:
            plain: list[Value] = [
                float(value) if isinstance(value := row[place], Fraction) else value
                for place in places
            ]
            rows.append(
                plain + [None if row[place] is None else str(row[place]) for place in exact]
            )
        columns = [self.columns[place] for place in places]
        columns += [
            text(f"{self.columns[place].name}_exact", f"{self.columns[place].sheet_title}, exact")
            for place in exact
        ]
        return replace(self, columns=columns, rows=rows)


class Tabular:
    """Something that a person reads as a table: at a prompt, in a notebook and in files."""

    @property
    def frame(self) -> Frame:
        """The table."""
        raise NotImplementedError

    def to_dicts(self) -> list[Record]:
        """A dictionary for each row of the table, for pandas or polars; exact values stay exact."""
        return self.frame.to_dicts()

    def __repr__(self) -> str:
        return self.frame.at_prompt()

    def _repr_html_(self) -> str:
        return self.frame.html()


_DATES = re.compile(r"-?(\d{1,4}/\d{1,2}|(0?\d|1[0-2])/\d{1,4})")


def undated(value: Value) -> Value:
    """The value as it is, but a fraction that a spreadsheet takes for a date with larger numbers.

    >>> undated("1/2"), undated("43/415"), undated("tie"), undated(3)
    ('5000/10000', '43/415', 'tie', 3)
    """
    if not isinstance(value, str) or not _DATES.fullmatch(value):
        return value
    above, below = map(int, value.split("/"))
    times = -(-10000 // below)
    return f"{above * times}/{below * times}"


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def _length(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _folded(widths: Sequence[int], columns: Sequence[Column], width: int | None) -> list[int]:
    """The widths of the columns where sentences give way, so that lines are no longer than said."""
    found = list(widths)
    for place, column in enumerate(columns):
        if width is not None and column.folds:
            over = max(_length(found) - width, 0)
            found[place] = max(found[place] - over, min(found[place], _NARROWEST))
    return found


def _wrapped(words: str, width: int | None) -> list[str]:
    if not words:
        return []
    return (
        [words] if width is None else textwrap.wrap(words, max(width, 20), break_on_hyphens=False)
    )
