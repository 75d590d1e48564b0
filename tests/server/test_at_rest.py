"""Hidden cards are not at rest: after every event nothing on disk or in the process tells them.

A house deals random shoes. After each wish every file of its folder (database, write-ahead log,
journal, server log) is read, and the arguments and the environment of the process, for any eight
cards in a row that have not left the shoe, in every way they might be written down, and for the
key that seals them. The keys have files of their own, which are not looked into.
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from puntobanco.base.cards import DECK, Card
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.table import Betting, Dealing, Preparing, coup_of
from puntobanco.server.casino.running import Casino
from puntobanco.server.commands import Message
from puntobanco.server.operations import journal
from tests.server.conftest import Asking, add_person, add_table, house, run, table_added
from tests.sizes import size_of

POINTS = size_of("at_rest")
WINDOW = 8
KEYS = {"house.key", "shoes.key"}
PLACE = {card: place for place, card in enumerate(DECK)}


@lru_cache(2_000)
def written(cards: tuple[Card, ...]) -> tuple[bytes, ...]:
    """A row of cards in the ways somebody might write it."""
    return tuple(_written(cards))


def _written(cards: tuple[Card, ...]) -> Iterator[bytes]:
    for row in (cards, cards[::-1]):
        texts = [card.text for card in row]
        for between in ("", " ", ",", ", ", '","', '", "', "\n", "\x00"):
            yield between.join(texts).encode()
        yield bytes(PLACE[card] for card in row)
        yield bytes(PLACE[card] + 1 for card in row)
        yield ",".join(str(PLACE[card]) for card in row).encode()
        yield base64.b64encode("".join(texts).encode()).rstrip(b"=")[:-1]
        yield "".join(texts).encode().hex().encode()


def tellers(hidden: list[Card]) -> Iterator[bytes]:
    """Everything that must not be found while these cards are hidden."""
    for at in range(len(hidden) - WINDOW + 1):
        yield from written(tuple(hidden[at : at + WINDOW]))


def of_key(key: bytes) -> list[bytes]:
    return [key, key.hex().encode(), base64.b64encode(key), base64.urlsafe_b64encode(key)]


def at_rest(folder: Path) -> dict[str, bytes]:
    """All that lies around: files, arguments, environment."""
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in KEYS
    }
    for name in ("cmdline", "environ"):
        found[name] = Path(f"/proc/self/{name}").read_bytes()
    return found


def hidden_cards(casino: Casino) -> tuple[list[Card], list[bytes]]:
    """The cards that have not left the shoe, and its secrets."""
    running = casino.running_tables["T1"]
    port, out = running.shoes, running.desk.table.shoe.out
    assert port is not None
    if port._latest not in port._committed:
        return [], []
    shoe = port.shoe
    cards = [shoe.card_at(left) for left in range(out, shoe.size)]
    return cards, of_key(shoe.secret.show())


BLOCK = 4096
OVERLAP = 512


def changed(before: bytes, now: bytes) -> bytes:
    """The blocks of a file that are not as they were, each with a little of what lies around it.

    What did not change was looked through before, for more cards than are hidden now.
    """
    return b"\xff".join(
        now[max(at - OVERLAP, 0) : at + BLOCK + OVERLAP]
        for at in range(0, len(now), BLOCK)
        if before[at : at + BLOCK] != now[at : at + BLOCK]
    )


def found_at_rest(
    casino: Casino, folder: Path, key: bytes, before: dict[str, bytes] | None = None
) -> list[str]:
    """Where something is told that should be hidden."""
    hidden, secrets = hidden_cards(casino)
    lying = at_rest(folder)
    old = {} if before is None else dict(before)
    if before is not None:
        before |= lying
    wanted = [*tellers(hidden), *secrets, *of_key(key)]
    found = []
    for name, text in lying.items():
        new = changed(old.get(name, b""), text)
        if any(each in new for each in wanted):
            found.append(name)
    return found


def next_command(casino: Casino) -> Message:
    """What the dealer does now at a table with random cards."""
    desk = casino.running_tables["T1"].desk
    table, rules = desk.table, desk.rules
    stage = table.stage
    if isinstance(stage, Betting):
        if not stage.stakes:
            return r.PlaceStake(by="ann", patron="ann", place=1, wager="banker", amount=100_00)
        return r.CloseBetting(by="dealer")
    if isinstance(stage, Dealing):
        if lawful_slot(rules.tableau, stage.tape) is not None:
            return p.CardLeftShoe()
        coup = coup_of(stage.tape)
        assert coup is not None, stage.tape
        if stage.result_announced:
            return r.Settle(by="dealer")
        totals = coup.player_total, coup.banker_total
        return p.ResultCalled(player_total=totals[0], banker_total=totals[1], winner=coup.winner)
    return r.OpenBetting(by="dealer")


async def begin(casino: Casino, asking: Asking) -> None:
    desk = casino.running_tables["T1"].desk
    if isinstance(desk.table.stage, Preparing):
        return
    await asking.granted(open_table(desk.rules))
    await asking.granted(r.TakePlace(by="ann", place=1))
    await asking.granted(r.BuyIn(by="ann", amount=50_000_00))
    for message in prepare_cards(desk.rules, desk.table):
        await asking.granted(message)
    for _ in burn_cards(desk.rules):
        await asking.granted(p.CardLeftShoe())


def test_no_card_to_come_lies_anywhere(folder: Path) -> None:
    async def scenario() -> int:
        points = 0
        async with house(folder) as casino:
            with (folder / "server.log").open("w", encoding="utf-8") as log:
                journal.configure(log)
                await add_table(casino, table_added(book="mbs", cards="random"))
                await add_person(casino, "ann", "patron")
                key = (folder / "shoes.key").read_bytes().strip()
                asking = Asking(casino)
                await begin(casino, asking)
                before: dict[str, bytes] = {}
                while points < POINTS and len(hidden_cards(casino)[0]) > 40:
                    reply = await asking(next_command(casino))
                    assert reply.accepted, reply
                    assert found_at_rest(casino, folder, key, before) == []
                    points += 1
        return points

    points = 0
    while points < POINTS:
        folder = folder.with_name(f"house{points}")
        points += run(scenario())


def test_the_search_finds_what_is_written_down(folder: Path) -> None:
    async def scenario() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs", cards="random"))
            await add_person(casino, "ann", "patron")
            key = (folder / "shoes.key").read_bytes().strip()
            await begin(casino, Asking(casino))
            hidden, secrets = hidden_cards(casino)
            leaks = [*written(tuple(hidden[50:58])), *secrets, *of_key(key)]
            before: dict[str, bytes] = {}
            assert found_at_rest(casino, folder, key, before) == []
            for number, leak in enumerate(leaks):
                (folder / "note").write_bytes(b"%d..." % number + leak + b"...")
                assert found_at_rest(casino, folder, key, before) == ["note"], leak

    run(scenario())


def test_a_server_leaves_no_core() -> None:
    program = (
        "import resource; from puntobanco.server.serve import no_core_dumps; no_core_dumps();"
        "print(*resource.getrlimit(resource.RLIMIT_CORE))"
    )
    root = Path(__file__).resolve().parents[2]
    said = subprocess.run(
        (sys.executable, "-c", program),
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "0 0\n"
