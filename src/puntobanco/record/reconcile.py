"""Whether tables and accounts booked the same between them, to the unit and request by request.

A table's log alone knows no accounts and an account's log alone no tables: only where both kinds
are shown is there something to compare, and then everything must be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from puntobanco.base.money import Units
from puntobanco.house.events import MoneyFromTable, MoneyToTable
from puntobanco.notation.codec import AnyEvent
from puntobanco.play.events import ChipsBought, ChipsCashed
from puntobanco.play.postings import CAGE
from puntobanco.record.logs import kind_of


@dataclass(frozen=True, slots=True)
class _Move:
    """Money between an account and a table, as either of them may have booked it."""

    table: str
    cause: str
    into_table: bool
    amount: Units


class Reconciliation:
    """Collects what tables and accounts say of each other."""

    def __init__(self) -> None:
        self._by_tables: dict[_Move, list[tuple[str, int]]] = {}
        self._by_accounts: dict[_Move, list[tuple[str, int]]] = {}

    def take(self, log: str, sequence: int, cause: str, event: AnyEvent) -> None:
        """Note an event that moves money between an account and a table."""
        if isinstance(event, ChipsBought | ChipsCashed):
            move = _Move(log, cause, isinstance(event, ChipsBought), event.amount)
            self._by_tables.setdefault(move, []).append((log, sequence))
        else:
            assert isinstance(event, MoneyToTable | MoneyFromTable), event
            move = _Move(event.table, cause, isinstance(event, MoneyToTable), event.amount)
            self._by_accounts.setdefault(move, []).append((log, sequence))

    def join(self, part: Reconciliation) -> None:
        """Take what was noted in other logs."""
        for mine, theirs in (
            (self._by_tables, part._by_tables),
            (self._by_accounts, part._by_accounts),
        ):
            for move, places in theirs.items():
                mine.setdefault(move, []).extend(places)

    def finish(
        self, ledgers: Mapping[str, Mapping[str, Units]]
    ) -> Iterator[tuple[str, int | None, str]]:
        """What does not fit: the log, the event, and a sentence."""
        if not {"table", "account"} <= {kind_of(log) for log in ledgers}:
            return
        for move in {**self._by_tables, **self._by_accounts}:
            chips = self._by_tables.get(move, [])
            money = self._by_accounts.get(move, [])
            for log, sequence in chips[len(money) :]:
                yield log, sequence, _unmatched(move, "no account did")
            for log, sequence in money[len(chips) :]:
                yield log, sequence, _unmatched(move, "the table did not")
        yield from self._cages(ledgers)

    def _cages(
        self, ledgers: Mapping[str, Mapping[str, Units]]
    ) -> Iterator[tuple[str, int | None, str]]:
        at_table: Counter[str] = Counter()
        for move, booked in self._by_accounts.items():
            at_table[move.table] += len(booked) * (move.amount if move.into_table else -move.amount)
        tables = {log for log in ledgers if kind_of(log) == "table"}
        for table in sorted({*tables, *at_table}):
            cage = ledgers.get(table, {}).get(CAGE, 0)
            if cage + at_table[table]:
                sentence = f"the cage has {cage}, but the accounts have {at_table[table]} there"
                yield table, None, sentence


def _unmatched(move: _Move, then: str) -> str:
    way = "to" if move.into_table else "from"
    return f"request {move.cause} moves {move.amount} {way} table {move.table}, but {then}"
