"""The stand-alone check knows by itself which card lies where, through every irregularity.

It has its own small picture of the table. Every script of every book is played, and after each
event that picture is compared with the engine's.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from puntobanco.books import BOOKS
from puntobanco.fair.check import Lying, Promise, Promises, TableCheck
from puntobanco.notation.codec import encode
from puntobanco.notation.runner import run_script
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Closed, Dealing, Ready, Resolved, Table, TapeCard

TESTS = Path(__file__).parents[1]
SCRIPTS = sorted(
    script
    for folder in ("books/*", "golden", "play/*")
    for script in TESTS.glob(f"{folder}/*.play")
)


def engine(cards: tuple[TapeCard, ...]) -> list[tuple[str | None, str | None]]:
    return [
        (each.slot.value if each.slot else None, each.card.text if each.card else None)
        for each in cards
    ]


def follower(cards: list[Lying]) -> list[tuple[str | None, str | None]]:
    return [(each.slot, each.card) for each in cards]


def always_promised(promises: Promises, time: int) -> None:
    """Have a shoe ready, whenever the table may want one."""
    if all(each.came for each in promises.shoes):
        number = len(promises.shoes) + 1
        event = {"shoe": number, "cards": "", "size": 416, "root": f"{number}"}
        promises.add(Promise(event, time))


def test_the_check_sees_the_same_cards_as_the_engine() -> None:
    compared: Counter[str] = Counter()
    for script in SCRIPTS:
        table = Table()
        check = TableCheck(Promises("T1"))
        for time, event in enumerate(run_script(script.read_text("utf-8"), BOOKS).log, start=1):
            form = json.loads(encode(event))
            if form["event"] == "table-opened" and not isinstance(table.stage, Closed):
                table, check = Table(), TableCheck(Promises("T1"))
            table = evolve(table, event)
            always_promised(check.promises, time)
            check.take(time, time, form)
            stage, where = table.stage, f"{script.name}, event {time} {form['event']}"
            if isinstance(stage, Betting | Dealing | Resolved):
                assert follower(check.tape) == engine(stage.tape), where
            if isinstance(stage, Dealing | Resolved | Ready):
                carried = [each.card for each in check.carried]
                assert carried == [card for _, card in engine(stage.carried)], where
            if check.shoe is not None:
                assert check.shoe.out == table.shoe.out, where
            compared[form["event"]] += 1
    for kind in (
        "cards-rebuilt",
        "card-carried",
        "coup-reopened",
        "card-turned",
        "cards-discarded",
    ):
        assert compared[kind] > 1, kind
