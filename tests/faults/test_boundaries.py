"""The house ends at every event boundary of random coups, and each end is taken up by the clause.

After every batch of events the files are copied as they lie: a process killed there leaves these.
Each copy is opened, and what the house does of itself is compared with a model of the clauses that
was written apart (`tests.oracle`).
"""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from puntobanco.base.cards import Card
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Dealing, Table, TapeCard
from puntobanco.rules.slots import Hand
from puntobanco.server.tables.croupier import Tempo
from puntobanco.server.tables.desk import Desk
from tests import patience
from tests.oracle.interruption import FINISH, VOID, interruption
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.test_interruption import FROZEN, clauses, events_of
from tests.server.test_interruption import interruption as ruled_in
from tests.sizes import first_seed, size_of

COUPS = size_of("boundary_coups")
SEED = first_seed(3)
BETS_OPEN = Tempo(0, 0, 0, 0, 0, 0, 0.2)
BOOKS = [
    ("rws-wins-on", {}),
    ("rws-super-six-plus", {"style": "face-down"}),
    ("mbs", {}),
    ("nz-division", {"style": "B"}),
]


class Copies:
    """Files of a house as they lie after each batch, with the state that its log has there."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.kept: list[tuple[Path, Table]] = []
        self._desk, self._folder = desk, folder
        desk.on_change(lambda _: self._copy())

    def _written(self) -> dict[str, tuple[int, int]]:
        files = [each for each in self._folder.iterdir() if each.is_file()]
        kept = [each for each in files if not each.name.endswith(("-shm", "-owner"))]
        return {each.name: (each.stat().st_size, each.stat().st_mtime_ns) for each in kept}

    def _copy(self) -> None:
        table = self._desk.table
        if isinstance(table.stage, Betting | Dealing):
            copy = self._folder.with_name(f"{self._folder.name}-{table.sequence}")
            copy.mkdir()
            before = None
            while before != (before := self._written()):  # another thread may be writing
                for each in before:
                    shutil.copy2(self._folder / each, copy / each)
            self.kept.append((copy, table))


async def play(folder: Path, book: str, options: dict[str, str]) -> list[tuple[Path, Table]]:
    """A few coups with bets on them, copied at every boundary."""
    chance = random.Random(SEED)
    async with house(folder, tempo=BETS_OPEN) as casino:
        await add_table(
            casino,
            table_added(
                book=book, options=options, cards="random", pace="clock", betting_seconds=1
            ),
        )
        desk, asking = casino.running_tables["T1"].desk, Asking(casino)
        copies = Copies(desk, folder)
        for number in (1, 2):
            await add_person(casino, f"p{number}", "patron")
            await asking(r.TakePlace(by=f"p{number}", place=number))
            await asking(r.BuyIn(by=f"p{number}", amount=10_000_00))
        first = desk.table.coup + 1
        while desk.table.coup < first + COUPS:
            if isinstance(desk.table.stage, Betting):
                await bet(asking, chance)
            desk.changed.clear()
            await asyncio.wait_for(desk.changed.wait(), patience.SECONDS)
    return copies.kept


async def bet(asking: Asking, chance: random.Random) -> None:
    for number in (1, 2):
        wager = chance.choice(("banker", "player", "tie"))
        await asking(
            r.PlaceStake(
                by=f"p{number}", patron=f"p{number}", place=number, wager=wager, amount=100_00
            )
        )


def shown(tape: tuple[TapeCard, ...], hand: Hand) -> list[str | None]:
    """A hand as the model wants it: what lies there, unseen cards as None."""
    lying = sorted(
        ((each.slot.number, each.card) for each in tape if each.slot and each.slot.hand is hand),
        key=lambda pair: pair[0],
    )
    return [_text(card) for _, card in lying]


def _text(card: Card | None) -> str | None:
    return None if card is None else card.text


async def taken_up(copy: Path, book: str, options: dict[str, str], before: Table) -> None:
    """Open a copy and compare what it does with the model."""
    async with house(copy, tempo=FROZEN) as casino:
        assert not casino.running_tables["T1"].desk.stopped
        table, stage = casino.running_tables["T1"].desk.table, before.stage
        assert isinstance(stage, Betting | Dealing)
        ruled = ruled_in((await events_of(casino))[before.sequence :])
        model = interruption(
            book, options, shown(stage.tape, Hand.PLAYER), shown(stage.tape, Hand.BANKER)
        )
        voided = any(isinstance(event, e.CoupVoided) for event in ruled)
        assert ruled, "the interruption is in the log"
        assert voided == (model == VOID), (model, before.stage)
        if model in (FINISH, VOID):
            assert ("5.4.1" if model == FINISH else "5.4.2") in clauses(ruled)
        else:
            assert "default:28" in clauses(ruled)
        racks = {name: patron.rack for name, patron in before.patrons.items()}
        for (name, _, _), amount in stage.stakes.items():
            racks[name] += amount if voided else 0
        assert {name: patron.rack for name, patron in table.patrons.items()} == racks
        if not voided:
            assert isinstance(table.stage, Betting | Dealing)
            assert table.stage.stakes == stage.stakes


@pytest.mark.parametrize(("book", "options"), BOOKS, ids=lambda each: str(each)[:20])
def test_every_boundary_is_taken_up_as_the_clause_says(
    folder: Path, book: str, options: dict[str, str]
) -> None:
    kept = run(play(folder, book, options))
    assert len(kept) >= 8 * COUPS
    for copy, before in kept:
        run(taken_up(copy, book, options, before))
        shutil.rmtree(copy)
