"""Cards ignore people: with the same entropy other bets, other people and other times change none.

Houses are run twice on one source of randomness: once with one crowd, once with another, who bet
otherwise, ask for other things and take their time. The n-th shoe must be the same, and so must
every card that leaves it. The size `crowds` is the number of shoes compared.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TypeAlias
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from puntobanco.fair import source
from puntobanco.fair.check import check_lines
from puntobanco.fair.events import ShoeCommitted, ShoeCut
from puntobanco.notation.codec import encode
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table
from puntobanco.play.cards.tape import lying_cards
from puntobanco.play.table import Ready, Resolved
from puntobanco.record.logs import shoe_log
from puntobanco.record.transfer import export
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Command
from tests.properties.people import PATRONS
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.server.pairs import Now, Players, without_faces
from tests.sizes import first_seed, size_of

SHOES = size_of("crowds")
SEED = first_seed()
Kind: TypeAlias = tuple[str, dict[str, str], dict[str, str]]
"""A book with options and settings."""
Mixing: TypeAlias = Callable[[Asking, tuple[str, ...]], Awaitable[None]]
KINDS: list[Kind] = [
    ("nz-division", {"equipment": "continuous-shuffler"}, {}),
    ("rws-wins-on", {}, {"marker": "390"}),
]
"""Each coup has a shoe of its own, or each two or three."""
CUT = 200


class Evening:
    """One house with one crowd, and the cards that it saw."""

    def __init__(self, casino: Casino, clock: Now, random: Random) -> None:
        self.casino, self.clock, self.random = casino, clock, random
        self.desk, port = casino.running_tables["T1"].desk, casino.running_tables["T1"].shoes
        assert port is not None
        self.port = port
        self.players = Players(random, self.desk.rules)
        self.coups: dict[int, dict[int, str]] = {}
        """By shoe and place in it: the cards that were seen."""

    async def play(self, shoes: int) -> None:
        """Until so many shoes are finished."""
        step = 0
        while self.port._latest <= shoes:
            step += 1
            self.clock.now += self.random.choice((1, 50_000, 3_000_000, 600_000_000))
            message = self.players.message(self.desk.table)
            if isinstance(message, r.Prepare) and message.step == "cut":
                message = replace(message, value=CUT)
            if isinstance(message, r.ChangeOption | r.CloseTable):
                continue  # another game, or none
            command = Command(f"w{step}", message.by or "zoe", message, encode(message))
            reply, _ = await self.desk.ask(command)
            if reply.approval:
                await self.desk.ask(replace(command, id=f"w{step}-2", second="wanda"))
            self._look()

    def _look(self) -> None:
        table = self.desk.table
        if isinstance(table.stage, Resolved):
            seen = self.coups.setdefault(self.port._latest, {})
            for lying, left in lying_cards(table):
                if lying.card is not None:
                    seen[left] = lying.card.text

    async def promised(self) -> list[str]:
        """The root of each shoe, which stands for its whole order; all are cut at one place."""
        told = []
        for kept in await self.casino.store.read(shoe_log("T1"), 0, 100_000):
            event = kept.event
            if isinstance(event, ShoeCommitted):
                told.append(event.root)
            elif isinstance(event, ShoeCut):
                assert event.position == CUT, event
        return told


async def evening(
    folder: Path, kind: Kind, crowd: int, entropy: int, shoes: int
) -> tuple[list[str], dict[int, dict[int, str]]]:
    """The shoes and the cards of one house with this crowd and this entropy."""
    book, options, settings = kind
    clock, drawn = Now(), Random(entropy)
    with (
        patch.object(source.system, "_source", drawn.randbytes),
        patch.multiple(source.system, _started=True, _before=b"", _bytes=b"", _bits=b""),
    ):
        async with house(folder, clock=clock) as casino:
            wanted = table_added(
                book=book, options=options, settings={"minimum": "10", **settings}, cards="random"
            )
            await add_table(casino, wanted)
            for name in PATRONS:
                await add_person(casino, name, "patron")
            there = Evening(casino, clock, Random(crowd))
            await there.play(shoes)
            checked = check_lines([line async for line in export(casino.store)])
            told = [each for each in checked.problems if "does not say why" not in each]
            assert told == [], "only what somebody did without a reason may be told"
            return await there.promised(), there.coups


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
def test_the_cards_are_the_same_whoever_plays(folder: Path, kind: Kind) -> None:
    wanted = SHOES // len(KINDS)
    mine, theirs = (
        run(evening(folder / str(crowd), kind, crowd, SEED, wanted))
        for crowd in (SEED + 1, SEED + 2)
    )
    shoes = min(len(mine[0]), len(theirs[0]))
    assert shoes >= wanted
    assert mine[0][:shoes] == theirs[0][:shoes]
    compared = 0
    for shoe in mine[1].keys() & theirs[1].keys():
        one, two = mine[1][shoe], theirs[1][shoe]
        for place in one.keys() & two.keys():
            assert one[place] == two[place], (shoe, place)
            compared += 1
    assert compared >= 2 * shoes, compared
    other, _ = run(evening(folder / "other", kind, SEED + 1, SEED + 7, 0))
    assert other[0] != mine[0][0], "another entropy gives other cards"


async def found_unshuffled(asking: Asking, steps: tuple[str, ...]) -> None:
    """The floor has the cards mixed anew."""
    await asking.granted(p.Noticed(irregularity=Irregularity.NOT_SHUFFLED))


async def found_twice(asking: Asking, steps: tuple[str, ...]) -> None:
    """And once more before anybody has touched them."""
    for _ in range(2):
        await found_unshuffled(asking, steps)


async def mixed_after_the_cut(asking: Asking, steps: tuple[str, ...]) -> None:
    """The dealer does an earlier step again, so that the cut is undone."""
    await asking.granted(r.Prepare(by="dealer", step=steps[steps.index("cut") - 1]))


@pytest.mark.parametrize(
    ("mixed", "shoes", "cuts"),
    [(found_unshuffled, 2, 2), (found_twice, 3, 2), (mixed_after_the_cut, 2, 2)],
)
def test_cards_that_are_mixed_anew_are_promised_anew(
    folder: Path, mixed: Mixing, shoes: int, cuts: int
) -> None:
    """A promised order is cut once: what is mixed after its cut is another shoe."""

    async def main() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(cards="random"))
            await add_person(casino, "ann", "patron")
            asking, desk = Asking(casino), casino.running_tables["T1"].desk
            await asking.granted(open_table(desk.rules))
            await asking.granted(r.TakePlace(by="ann", place=1))
            players, ordered = Players(Random(1), desk.rules), False
            while not isinstance(desk.table.stage, Ready):
                steps = getattr(desk.table.stage, "steps", ())
                if "cut" in steps and not ordered:
                    await mixed(asking, steps)
                    ordered = True
                await asking.granted(without_faces(players.at.dealer.next_command(desk.table)))
            log = await casino.store.read(shoe_log("T1"), 0, 100)
            kinds = [type(kept.event).__name__ for kept in log]
            assert (kinds.count("ShoeCommitted"), kinds.count("ShoeCut")) == (shoes, cuts), kinds
            checked = check_lines([line async for line in export(casino.store)])
            assert checked.problems == []

    run(main())
