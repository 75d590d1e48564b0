"""A table's money between two times, counted from its events and nothing else."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from puntobanco.audit.log_index import LoggedEvent
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.postings import ANTE, BREAKAGE, CAGE, COMMISSION, FELT, FLOAT, postings
from puntobanco.rules.wagers import Result
from puntobanco.wire.play import HouseReportForm, TableReportForm

ALL_TABLES = "*"
_OF_ONE = {"table", "digits", "begins", "ends", "first", "last"}
"""What a report says of its table and times; all else are sums."""


def in_patrons_hands(ledger: Mapping[str, Units]) -> Units:
    """Chips before patrons and on the layout."""
    racks = sum(amount for name, amount in ledger.items() if name.startswith("rack:"))
    return racks + ledger.get(FELT, 0)


@dataclass
class Tally:
    """Sums of a stretch of a log; `ledger` is the state of every account before it."""

    ledger: Counter[str]
    opening: Units = 0
    moved: Counter[str] = field(default_factory=Counter)
    """What the stretch moved, by account."""
    drop: Units = 0
    cashed: Units = 0
    staked: Units = 0
    lost: Units = 0
    paid: Units = 0
    coups: int = 0
    voids: int = 0
    first: int = 0
    last: int = -1

    def __post_init__(self) -> None:
        self.opening = in_patrons_hands(self.ledger)

    def take(self, step: LoggedEvent) -> None:
        """Count the next event of the stretch."""
        event = step.event
        if not self.first:
            self.first = step.sequence
        self.last = step.sequence
        for posting in postings(event):
            self.ledger[posting.account] += posting.amount
            self.moved[posting.account] += posting.amount
        match event:
            case e.ChipsBought():
                self.drop += event.amount
            case e.ChipsCashed():
                self.cashed += event.amount
            case e.StakeSettled():
                self._line(event, 1)
            case e.SettlementReversed():
                self._line(event, -1)
            case e.CoupSettled():
                self.coups += 1
            case e.CoupReopened():
                self.coups -= 1
            case e.CoupVoided():
                self.voids += 1
            case _:
                pass

    def _line(self, line: e.StakeSettled | e.SettlementReversed, sign: int) -> None:
        self.staked += sign * line.stake
        if line.result is Result.LOSE:
            self.lost += sign * line.stake
        else:
            self.paid += sign * line.profit

    def form(self, table: str, digits: int, begins: int, ends: int) -> TableReportForm:
        """The sums as a report."""
        win = sum(self.moved[each] for each in (FLOAT, COMMISSION, ANTE, BREAKAGE))
        closing = in_patrons_hands(self.ledger)
        assert self.moved[CAGE] == self.cashed - self.drop, "the cage moves by chips alone"
        return TableReportForm(
            table=table,
            digits=digits,
            begins=begins,
            ends=ends,
            opening=self.opening,
            drop=self.drop,
            cashed=self.cashed,
            closing=closing,
            staked=self.staked,
            lost=self.lost,
            paid=self.paid,
            commission=self.moved[COMMISSION],
            ante=self.moved[ANTE],
            breakage=self.moved[BREAKAGE],
            win=win,
            coups=self.coups,
            voids=self.voids,
            difference=self.opening + self.drop - self.cashed - win - closing,
            first=self.first,
            last=self.last,
        )


def total_of(reports: Iterable[TableReportForm], begins: int, ends: int) -> TableReportForm:
    """The sum of several tables."""
    reports = list(reports)
    names = [name for name in TableReportForm.__struct_fields__ if name not in _OF_ONE]
    sums = {name: sum(getattr(each, name) for each in reports) for name in names}
    digits = max((each.digits for each in reports), default=2)
    return TableReportForm(
        table=ALL_TABLES, digits=digits, begins=begins, ends=ends, first=0, last=-1, **sums
    )


def csv_text(reports: Iterable[TableReportForm]) -> str:
    """Reports as rows that a spreadsheet reads; amounts are whole units."""
    target = io.StringIO()
    names = TableReportForm.__struct_fields__
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(names)
    for each in reports:
        # No cell is taken for a formula: a name begins with a letter or a digit.
        writer.writerow(msgspec.structs.astuple(each))
    return target.getvalue()


def house_csv(report: HouseReportForm) -> str:
    """Every table, and the sum of all as the last row."""
    return csv_text((*report.tables, report.total))
