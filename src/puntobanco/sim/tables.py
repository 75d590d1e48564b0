"""Results as Parquet or CSV files: classes with their counts, or sessions one to a row."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.rules.outcomes import CLASSES, OutcomeClass, outcome

Integers = npt.NDArray[np.int64]
_SESSION_COLUMNS = ("bankroll", "peak", "lowest", "drawdown", "staked", "coups", "bets", "ending")


class CannotWriteError(OSError):
    """A result that could not be written; the message names the file and the reason."""


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
    _write(rows, path)


def write_sessions(records: Integers, path: Path) -> None:
    """A row for each session, money in units."""
    _write(dict(zip(_SESSION_COLUMNS, records.T, strict=False)), path)


def _write(data: Any, path: Path) -> None:
    try:
        import polars as pl  # noqa: PLC0415  # an optional extra, slow to import
    except ImportError as error:
        message = f"{path} needs polars to be written; install puntobanco[plots]"
        raise CannotWriteError(message) from error
    written = BytesIO()  # a file straight from polars would hide why it could not be written
    if path.suffix == ".csv":
        pl.DataFrame(data).write_csv(written)
    else:
        pl.DataFrame(data).write_parquet(written, compression="zstd")
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_bytes(written.getbuffer())
        beside.replace(path)
    except OSError as error:
        if beside.is_file():
            beside.unlink()
        raise CannotWriteError(f"{path} cannot be written: {error.strerror}") from error
