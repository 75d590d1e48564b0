"""Writes results to files that are what their names say; everything else is refused beforehand."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import textwrap
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from puntobanco.base.usage import UsageError
from puntobanco.odds.frame import Frame

TABLES = (".csv", ".xlsx", ".json", ".parquet", ".html", ".md")
"""What a table of figures can be written as."""
SHEETS = (".html", ".pdf")
SHEET_ROWS = 1_048_576
"""The most rows a sheet of a workbook has."""

_NEEDS = {
    ".xlsx": ("openpyxl", "files"),
    ".parquet": ("polars", "files"),
    ".pdf": ("reportlab", "files"),
}


class CannotWriteError(UsageError, OSError):
    """A file that cannot be written: why, and what would be right."""


def check_path(path: Path, kinds: Sequence[str], needs: Sequence[tuple[str, str]] = ()) -> None:
    """Refuse a file that could not be written, before long work begins.

    `kinds` are the endings possible; `needs` are modules with the extra that installs each.
    """
    kind = path.suffix.lower()
    if kind not in kinds:
        said = f"`{path.suffix}` is not possible here" if kind else "its name has no ending"
        raise CannotWriteError(f"{path} cannot be written: {said}; use {', '.join(kinds)}")
    for module, extra in (*needs, *([_NEEDS[kind]] if kind in _NEEDS else [])):
        if importlib.util.find_spec(module) is None:
            raise CannotWriteError(f"{path} needs {module}; install puntobanco[{extra}]")
    check_place(path)


def check_place(path: Path) -> None:
    """Refuse a file whose place cannot be written, before long work begins."""
    folder = path.parent
    if path.is_dir():
        raise CannotWriteError(f"{path} is a folder; name a file in it")
    if not folder.is_dir():
        raise CannotWriteError(f"{path} cannot be written: there is no folder {folder}")
    target = path if path.exists() else folder
    if not os.access(target, os.W_OK):
        raise CannotWriteError(f"{path} cannot be written: permission denied; name another file")


def write_frames(frames: Sequence[Frame], path: Path) -> list[Path]:
    """Write tables by the ending of the file's name, and return the files written.

    A workbook has a sheet for each table; a page and Markdown have them one below the other; JSON
    has them by name where there are several. CSV and Parquet hold one table a file: the others
    go beside it, with their titles in their names.
    """
    check_path(path, TABLES)
    kind = path.suffix.lower()
    if kind in (".csv", ".parquet"):
        files = [path, *(path.with_stem(f"{path.stem}-{_slug(each)}") for each in frames[1:])]
        for each, frame in zip(files, frames, strict=True):
            write_bytes(each, _csv(frame) if kind == ".csv" else _parquet(frame))
        return files
    match kind:
        case ".json":
            data = json_text(frames).encode()
        case ".xlsx":
            data = workbook(frames)
        case ".md":
            data = "\n\n".join(frame.markdown() for frame in frames).encode() + b"\n"
        case _:
            data = _page(frames).encode()
    write_bytes(path, data)
    return [path]


def json_text(frames: Sequence[Frame]) -> str:
    """A table as a list of rows; several by their names. Amounts of money are texts."""
    tables = {frame.name: frame.plain().to_dicts() for frame in frames}
    form = tables if len(frames) > 1 else tables[frames[0].name]
    return json.dumps(form, indent=2, default=str) + "\n"


def _slug(frame: Frame) -> str:
    """A title as part of a file's name: edges-along-the-shoe."""
    return "-".join(re.findall(r"[a-z0-9]+", frame.name.lower()))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or none: a reader never sees half of it."""
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        if beside.is_file():
            beside.unlink()
        raise CannotWriteError(f"{path} cannot be written: {error.strerror}") from None


def _csv(frame: Frame) -> bytes:
    # Spreadsheets take a file without this mark for one of an older encoding.
    return b"\xef\xbb\xbf" + frame.csv().encode()


def _parquet(frame: Frame) -> bytes:
    import polars as pl  # noqa: PLC0415  # an extra, slow to import

    written = BytesIO()
    pl.DataFrame(frame.plain().to_dicts(), infer_schema_length=None).write_parquet(written)
    return written.getvalue()


def workbook(frames: Sequence[Frame]) -> bytes:
    """An Excel workbook: a sheet for each table, and one that says what they are."""
    from openpyxl import Workbook  # noqa: PLC0415  # an extra, slow to import
    from openpyxl.styles import Alignment, Font  # noqa: PLC0415  # as above
    from openpyxl.utils import get_column_letter  # noqa: PLC0415  # as above

    book = Workbook()
    del book[book.sheetnames[0]]
    for place, frame in enumerate(frames, start=1):
        if len(frame.rows) >= SHEET_ROWS:
            raise CannotWriteError(
                f"a workbook cannot hold {len(frame.rows):,} rows; write .csv or .parquet"
            )
        plain, name = frame.plain(), _sheet_name(frame.title)
        sheet = book.create_sheet(f"{place} {name}" if len(frames) > 1 else name)
        sheet.append([column.sheet_title for column in plain.columns])
        for row in plain.rows:
            sheet.append(list(row))
        shown = plain.cells(plain.columns)
        for at, column in enumerate(plain.columns):
            letter = get_column_letter(at + 1)
            cells = sheet[letter]
            cells[0].font = Font(bold=True)
            least = (
                8 if column.numeric else 0
            )  # a sheet may show a sign or a % that a screen does not
            width = max(len(column.sheet_title), least, *(len(row[at]) for row in shown))
            sheet.column_dimensions[letter].width = min(width + 3, 60)
            for cell in cells[1:]:
                cell.number_format = "@" if isinstance(cell.value, str) else column.sheet
        sheet.freeze_panes = "B2"
    notes = book.create_sheet("Notes")
    notes.column_dimensions["A"].width = 120
    for frame in frames:
        notes.append([frame.title])
        notes.cell(notes.max_row, 1).font = Font(bold=True)
        for note in frame.notes:
            notes.append([note])
            notes.cell(notes.max_row, 1).alignment = Alignment(wrap_text=True)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def _sheet_name(title: str) -> str:
    """A title as the name of a sheet, of whole words: Excel takes 31 characters, not these."""
    short = title if len(title) <= 28 else title.partition(":")[0]
    words = "".join(each for each in short if each not in "[]:*?/\\").strip(" '")
    whole = textwrap.wrap(words, 28) or ["figures"]
    return whole[0].rstrip(",")


_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:2rem;color:#16181d;background:#fff}"
    "table{border-collapse:collapse;margin:0 0 1rem;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;font-weight:600;padding:0 0 .4rem}"
    "th,td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid #d8dbe0}"
)


def _page(frames: Sequence[Frame]) -> str:
    title = frames[0].title or "puntobanco"
    body = "\n".join(frame.html() for frame in frames)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>{body}</body></html>\n"
    )
