"""Tables of figures on the screen, as CSV, Markdown or JSON, or in a file of any kind."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import say
from puntobanco.cli.json_output import write_json
from puntobanco.cli.options import OutFile
from puntobanco.cli.plain import is_plain
from puntobanco.odds.frame import Frame


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class OutputForm:
    """In which form a command writes."""

    json: bool = False
    """Write JSON."""
    csv: bool = False
    """Write comma-separated values: decimals, and exact fractions in columns named *_exact."""
    markdown: bool = False
    """Write Markdown tables."""
    wide: bool = False
    """Show every column, however narrow the terminal is."""
    out: OutFile = None
    """Write to this file: .csv, .xlsx, .json, .parquet, .html or .md, as its name ends. Several
    tables as .csv or .parquet go to several files, which are named."""

    def __post_init__(self) -> None:
        if self.json + self.csv + self.markdown + (self.out is not None) > 1:
            raise UsageError("give one of --json, --csv, --markdown and -o FILE, not several")
        if self.out is not None:
            check_file(self.out)


def check_file(
    path: Path, kinds: Sequence[str] = (), needs: Sequence[tuple[str, str]] = ()
) -> None:
    """Refuse a file that could not be written, before the work begins."""
    from puntobanco.odds import files  # noqa: PLC0415  # only where a file is asked for

    files.check_path(path, kinds or files.TABLES, needs)


def screen_width() -> int | None:
    """How wide lines may be: as the terminal is; without one, as COLUMNS says or as they are."""
    columns = shutil.get_terminal_size((0, 0)).columns
    return columns or None


def write_answer(
    form: OutputForm, page: Any, frames: Sequence[Frame], notes: Sequence[str] = ()
) -> None:
    """Write the answer of a command: `page` as JSON where it is asked for, else tables.

    `notes` hold for all the tables, and stand below the first.
    """
    if form.json:
        write_json(page)
    else:
        first, *others = frames
        write_frames([replace(first, notes=(*notes, *first.notes)), *others], form)


def write_frames(frames: Sequence[Frame], form: OutputForm) -> None:
    """Write tables in the form asked for, a blank line between them."""
    if form.out is not None:
        from puntobanco.odds import files  # noqa: PLC0415  # only where a file is asked for

        written = files.write_frames(frames, form.out)
        sys.stdout.writelines(f"{each}\n" for each in written)
    elif form.csv:
        sys.stdout.write(frames[0].csv())
        if len(frames) > 1:
            say(
                f"--csv shows the first of {len(frames)} tables; "
                "-o FILE.csv writes each to a file of its own"
            )
    elif form.markdown:
        sys.stdout.write("\n\n".join(frame.markdown() for frame in frames) + "\n")
    else:
        width = None if form.wide else screen_width()
        shown = [frame.text(width, bold=_bold, dim=_dim) for frame in frames]
        sys.stdout.write("\n\n".join(shown) + "\n")


def _bold(text: str) -> str:
    return text if is_plain(sys.stdout) else f"\x1b[1m{text}\x1b[0m"


def _dim(text: str) -> str:
    return text if is_plain(sys.stdout) else f"\x1b[2m{text}\x1b[0m"
