"""Results as CSV, Parquet, Excel or JSON: classes with counts, or a row for each session."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from puntobanco.base.money import Currency
from puntobanco.odds.files import check_path, workbook, write_bytes
from puntobanco.odds.frame import Column, Frame, amount
from puntobanco.rules.outcomes import CLASSES, OutcomeClass, outcome
from puntobanco.sim.plan import Integers
from puntobanco.sim.sessions import Ending

_SESSION_MONEY = ("bankroll", "peak", "lowest", "drawdown", "staked")
_SESSION_COLUMNS = (*_SESSION_MONEY, "coups", "bets", "ending")


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


def write_sessions(records: Integers, currency: Currency, path: Path) -> None:
    """A row for each session: what it came to in money, how long it was and how it ended."""
    import polars as pl  # noqa: PLC0415  # an optional extra, slow to import

    columns = {name: pl.Series(records[:, place]) for place, name in enumerate(_SESSION_COLUMNS)}
    for name in _SESSION_MONEY:
        exact = columns[name].cast(pl.Decimal(38, currency.digits))
        columns[name] = exact / currency.units_per_one
    endings = {each.value: each.word for each in Ending}
    columns["ending"] = columns["ending"].replace_strict(endings, return_dtype=pl.String)
    _write(columns, path, "Sessions")


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
            columns = [
                amount(name) if kind.is_decimal() else Column(name)
                for name, kind in frame.schema.items()
            ]
            written.write(workbook([Frame(columns, frame.rows(), title)]))
        case _:
            frame.write_parquet(written, compression="zstd")
    write_bytes(path, bytes(written.getbuffer()))
