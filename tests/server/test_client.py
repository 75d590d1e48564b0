"""The client is typed: views, the lobby and answers come in the forms of the house."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from puntobanco.base.cards import card
from puntobanco.client import (
    CommandFailedError,
    HouseClient,
    HouseSaysNoError,
    LostError,
    SignedIn,
    View,
)
from puntobanco.client.view import SECTIONS
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.server.api.description.schemas import ViewForm
from puntobanco.wire.house import FloorForm, LobbyTableForm
from puntobanco.wire.play import HistoryForm
from tests import patience
from tests.attack.stage import Stage, opened
from tests.server.conftest import betting, run

STAKE = r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="player", amount=100_00)


@asynccontextmanager
async def signed_in(stage: Stage, name: str) -> AsyncIterator[HouseClient]:
    """A client with a session of somebody."""
    async with HouseClient(f"http://127.0.0.1:{stage.port}", await stage.token(name)) as found:
        yield found


def test_what_is_read_has_the_forms_of_the_house(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("dealer", "manager")) as stage:
            await betting(stage.casino)
            async with signed_in(stage, "T1p1") as patron, signed_in(stage, "the-dealer") as dealer:
                one, _ = await patron.tables()
                assert isinstance(one, LobbyTableForm)
                assert (one.table, one.stage, one.taken) == ("T1", "betting", 2)
                mine, theirs = await patron.view("T1"), await dealer.view("T1")
                assert isinstance(mine, View)
                assert mine.phase.stage == "betting"
                assert mine.me is not None
                assert (mine.me.rack, mine.staff) == (10_000_00, None)
                assert theirs.staff is not None
                assert (theirs.staff.step.act, theirs.me) == ("close-betting", None)
                assert (await patron.ask("T1", STAKE)).accepted
                history = await patron.get("/api/tables/T1/history", HistoryForm, limit=1)
                assert history.coups[0].stakes[0].amount == 100_00
                assert (await patron.get("/api/tables/T1/history"))["patron"] == "T1p1"
                with pytest.raises(HouseSaysNoError, match="roles"):
                    await patron.get("/api/floor", FloorForm)
            async with signed_in(stage, "the-manager") as manager:
                floor = await manager.get("/api/floor", FloorForm)
                assert floor.tables[0].staked == 100_00

    run(main())


def test_a_table_is_followed_in_forms(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("dealer",)) as stage:
            await betting(stage.casino)
            async with (
                signed_in(stage, "T1p1") as patron,
                signed_in(stage, "the-dealer") as dealer,
                patron.table("T1") as mine,
                dealer.table("T1") as theirs,
            ):
                plain: list[dict[str, object]] = []
                mine.on_message(plain.append)
                assert mine.viewer.acts_as == ("T1p1",)
                assert (await mine.ask(STAKE)).accepted
                await theirs.ask(r.CloseBetting(by="dealer"))
                assert (await theirs.ask(p.CardLeftShoe(card=card("9s")))).accepted
                seen = await mine.until(lambda view: bool(view.hands.cards))
                assert seen.hands.cards[0].card == "9s"
                assert seen.me is not None
                assert seen.me.rack == 9_900_00
                assert seen.table == (await patron.view("T1")).table
                assert "news" in {message["type"] for message in plain}

    run(main())


def test_a_request_can_say_what_it_was_made_for(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await betting(stage.casino)
            async with signed_in(stage, "T1p1") as patron, patron.table("T1") as table:
                then = table.sequence
                assert (await table.ask(STAKE, expected=then)).accepted
                for answer in (
                    await table.ask(STAKE, expected=then),
                    await patron.ask("T1", STAKE, expected=then),
                ):
                    assert answer.refusal is not None
                    assert (answer.refusal.reason, answer.refusal.acceptable) == ("stale", then + 1)
                assert (await patron.ask("T1", STAKE, expected=then + 1)).accepted
                for ask in (table.ask, lambda *all, **more: patron.ask("T1", *all, **more)):
                    with pytest.raises(ValueError, match="expects no sequence"):
                        await ask(p.CardLeftShoe(), expected=then)

    run(main())


def test_a_view_has_every_section_that_is_sent() -> None:
    assert list(SECTIONS) == [each.name for each in msgspec.structs.fields(ViewForm)]


def test_whoever_signs_in_knows_who_he_is(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            await stage.casino.credentials.set_password("the-patron", "a long word for a test")
            async with HouseClient(f"http://127.0.0.1:{stage.port}") as house:
                found = await house.sign_in("the-patron", "a long word for a test")
                assert isinstance(found, SignedIn)
                assert found.roles == {"*": ("patron",)}
                assert house.token == found.token
                await house.sign_out()
                with pytest.raises(HouseSaysNoError):
                    await house.tables()

    run(main())


def test_the_client_needs_nothing_of_a_server() -> None:
    """Its extra has neither the web framework nor the password hasher of a house."""
    code = (
        "import sys; import puntobanco.client; "
        "print({'fastapi', 'pydantic', 'uvicorn', 'argon2', 'structlog'} & sys.modules.keys())"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def test_what_is_none_of_ours_is_told_at_once(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder) as stage:
            await betting(stage.casino)
            async with signed_in(stage, "T1p1") as patron, asyncio.timeout(patience.SECONDS):
                async with patron.table("T1") as table:
                    for name in ("a b", "approved-1"):
                        with pytest.raises(CommandFailedError, match=r"\bids?\b"):
                            await table.ask(STAKE, name)
                        with pytest.raises(HouseSaysNoError, match=r"\bids?\b"):
                            await patron.ask("T1", STAKE, name)
                    wrong = msgspec.structs.replace(STAKE, amount="300")
                    with pytest.raises(CommandFailedError, match=r"amount must be a whole number"):
                        await table.ask(wrong)
                    assert (await table.ask(STAKE)).accepted
                with pytest.raises(LostError, match="there is no such table"):
                    async with patron.table("T99"):
                        pass

    run(main())
