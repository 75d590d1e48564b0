"""A house needs no book of the program: opened, verified, shown, explained, restored without any.

The books of the program are taken away; what the house keeps, and what a log carries, must do.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from unittest.mock import patch

import pytest

from puntobanco.base.cards import card
from puntobanco.books import BOOKS
from puntobanco.house.books import add_book
from puntobanco.house.events import BookAdded
from puntobanco.library.finding import find_book
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Resolved
from puntobanco.record import second_verifier
from puntobanco.rules.book import RuleBook
from puntobanco.rules.coup import Winner
from puntobanco.server.casino.running import Casino
from tests.cli.conftest import Punto
from tests.record.conftest import PostgresPlace
from tests.server.conftest import FOUNDER, Asking, add_table, betting, house, run, table_added
from tests.server.test_editions import audited

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "books"
COUPS = {
    "ez": ({}, "dragon-7", "Kd 9s 6h 3c 5d", (6, 7, Winner.BANKER), 400_00),
    "tiger": ({}, "small-tiger", "Kd 9s 2h 7c 3s", (5, 6, Winner.BANKER), 220_00),
    "nz-either-pair": (
        {"either-pair": "on"},
        "either-pair",
        "8s 2h 8d 6c Ks",
        (6, 8, Winner.BANKER),
        50_00,
    ),
}
"""By example: options, one of its own wagers, cards, how they end, and what 10 wins."""


@contextmanager
def program_without_books() -> Iterator[None]:
    """Another program, which ships no book at all."""
    none: Mapping[str, RuleBook] = MappingProxyType({})
    with ExitStack() as patched:
        for name, module in list(sys.modules.items()):
            if name.startswith("puntobanco.") and getattr(module, "BOOKS", None) is BOOKS:
                patched.enter_context(patch.object(module, "BOOKS", none))
        yield


async def bring(casino: Casino, name: str) -> str:
    """Have the house add an example; its digest."""
    book = find_book(str(EXAMPLES / f"{name}.toml"))
    law = casino.house_log.editions
    added = BookAdded(book=book.name, title=book.title, edition=law.offer(book), by=FOUNDER)
    reply, _ = await casino.house_log.change(
        f"bring-{name}", FOUNDER, b"", lambda house, now: add_book(house, added, law.shipped, ())
    )
    assert reply.accepted, reply
    return added.edition


async def play_coup(casino: Casino, asking: Asking, name: str) -> int:
    """Play a coup under an example; what 10 on its own wager won."""
    _, wager, cards, (player, banker, winner), _ = COUPS[name]
    for each in ("player", wager):
        stake = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager=each, amount=10_00)
        await asking.granted(stake)
    await asking.granted(r.CloseBetting(by="dealer"))
    for each in cards.split():
        await asking.granted(p.CardLeftShoe(card=card(each)))
    called = p.ResultCalled(player_total=player, banker_total=banker, winner=winner)
    await asking.granted(called, actor="dealer")
    await asking.granted(r.Settle(by="dealer"))
    stage = casino.running_tables["T1"].desk.table.stage
    assert isinstance(stage, Resolved)
    return next(each.profit for each in stage.settled if each.wager == wager)


@pytest.mark.parametrize("name", COUPS)
def test_a_coup_is_played_under_each_example(folder: Path, name: str) -> None:
    options, *_, won = COUPS[name]

    async def play() -> None:
        async with house(folder) as casino:
            await bring(casino, name)
            await add_table(casino, table_added(book=name, options=options))
            assert await play_coup(casino, await betting(casino), name) == won
            assert await audited(casino.store) == []

    run(play())


@pytest.mark.parametrize("place", ["sqlite", "postgres"])
def test_a_house_runs_on_without_any_book_of_the_program(
    folder: Path, tmp_path: Path, place: str, punto: Punto, request: pytest.FixtureRequest
) -> None:
    given: dict[str, str] = {}
    source = str(folder / "house.db")
    if place == "postgres":
        postgres: PostgresPlace = request.getfixturevalue("postgres")
        given, source = {"database": postgres.source}, postgres.source

    async def play() -> str:
        async with house(folder, **given) as casino:
            digest = await bring(casino, "ez")
            await add_table(casino, table_added(book="ez"))
            await add_table(casino, table_added(table="T2", book="mbs"))
            assert await play_coup(casino, await betting(casino), "ez") == 400_00
            return digest

    async def go_on(digest: str) -> None:
        async with house(folder, **given) as casino:
            assert set(casino.running_tables) == {"T1", "T2"}
            assert casino.running_tables["T1"].desk.rules.book.digest() == digest
            asking = Asking(casino)
            asking._count = 100
            await asking.granted(r.OpenBetting(by="dealer"))
            assert await play_coup(casino, asking, "ez") == 400_00
            assert await audited(casino.store) == []

    async def opened_again(restored: Path, digest: str) -> None:
        async with house(restored) as casino:
            assert casino.running_tables["T1"].desk.rules.book.digest() == digest
            assert await audited(casino.store) == []

    digest = run(play())
    with program_without_books():
        run(go_on(digest))
        assert punto("log", "verify", source).code == 0
        shown = punto("log", "show", source, "--table", "T1")
        assert "dragon-7" in shown.out, shown.err
        told = punto("explain", source, "--table", "T1", "--coup", "2")
        assert "400.00" in told.out, told.err
        lines, copy, other = tmp_path / "house.jsonl", tmp_path / "copy.db", tmp_path / "other"
        assert punto("log", "export", source, str(lines)).code == 0
        assert punto("log", "verify", str(lines)).code == 0
        words = ("backup", str(folder), "--to", str(copy))
        copied = punto(*words, *(("--database", source) if given else ()))
        assert copied.code == 0, copied.err
        restored = punto("restore", str(copy), str(other), "--keys", str(folder))
        assert restored.code == 0, restored.err
        run(opened_again(other, digest))
    ran = subprocess.run(
        [sys.executable, "-I", second_verifier.__file__, str(lines)],
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
