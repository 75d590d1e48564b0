"""Results as CSV, Parquet, Excel or JSON: classes with counts, or a row for each session."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.odds.files import check_path, workbook, write_bytes
from puntobanco.odds.frame import Column, Frame
from puntobanco.rules.outcomes import CLASSES, OutcomeClass, outcome

Integers = npt.NDArray[np.int64]
_SESSION_COLUMNS = ("bankroll", "peak", "lowest", "drawdown", "staked", "coups", "bets", "ending")


def write_classes(counts: Integers, path: Path) -> None:
    """A row for each class that was seen: what it is, and its counts in head and rest."""
    rows: list[dict[str, Any]] = []
    for number in np.flatnonzero(counts.sum(axis=0)).tolist():
        assert number < CLASSES, "a void coup was counted"
        seen = outcome(OutcomeClass(number))
        sides = (("player", seen.player), ("banker", seen.banker))
        facts = {
            f"{side}_{name}": value
            for side, hand in sides
            for name, value in (
                ("total", hand.total),
                ("cards", hand.cards),
                ("match", hand.match.name.lower()),
            )
        }
        head, rest = counts[:, number].tolist()
        rows.append({"class": number, **facts, "head": head, "rest": rest})
    _write(rows, path, "Outcome classes")


def write_sessions(records: Integers, path: Path) -> None:
    """A row for each session, money in units."""
    _write(dict(zip(_SESSION_COLUMNS, records.T, strict=False)), path, "Sessions")


def _write(data: Any, path: Path, title: str) -> None:
    check_path(path, (".csv", ".parquet", ".xlsx", ".json"), [("polars", "files")])
    import polars as pl  # noqa: PLC0415  # an optional extra, slow to import

    frame = pl.DataFrame(data)
    written = BytesIO()  # a file straight from polars would hide why it could not be written
    match path.suffix.lower():
        case ".csv":
            frame.write_csv(written)
        case ".json":
            frame.write_json(written)
        case ".xlsx":
            columns = [Column(name) for name in frame.columns]
            written.write(workbook([Frame(columns, frame.rows(), title)]))
        case _:
            frame.write_parquet(written, compression="zstd")
    write_bytes(path, bytes(written.getbuffer()))
