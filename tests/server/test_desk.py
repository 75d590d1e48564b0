"""A table takes wishes in order, each with one effect, and answers what is durable."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import structlog

from puntobanco.house.events import AlertRaised
from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.play.table import Betting
from puntobanco.record.audit import audit_store
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from puntobanco.server.commands import Command, ReusedIdError, TableStoppedError
from puntobanco.server.operations import journal
from puntobanco.server.tables import desk as desk_module
from tests import patience
from tests.server.conftest import add_table, betting, house, run, table_added


def stake(patron: str, amount: int = 100_00, wager: str = "banker") -> r.PlaceStake:
    return r.PlaceStake(by=patron, patron=patron, place=int(patron[-1]), wager=wager, amount=amount)


def test_a_wish_has_one_effect_however_often_it_is_sent(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            desk = casino.running_tables["T1"].desk
            bet = stake("T1p1")
            command = Command("once", "T1p1", bet, encode(bet))
            answers = await asyncio.gather(*(desk.ask(command) for _ in range(20)))
            assert {reply for reply, _ in answers} == {answers[0][0]}
            assert sum(not repeated for _, repeated in answers) == 1
            assert isinstance(desk.table.stage, Betting)
            assert sum(desk.table.stage.stakes.values()) == 100_00
            other = stake("T1p1", 200_00)
            with pytest.raises(ReusedIdError):
                await desk.ask(Command("once", "T1p1", other, encode(other)))
            assert (await asking(stake("T1p2"))).accepted

    run(play())


def test_of_many_bets_on_one_balance_only_those_it_covers_are_taken(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            replies = await asyncio.gather(*(asking(stake("T1p1", 600_00)) for _ in range(50)))
            assert sum(reply.accepted for reply in replies) == 16
            desk = casino.running_tables["T1"].desk
            assert desk.table.patrons["T1p1"].rack == 10_000_00 - 16 * 600_00
            balances = await casino.store.balances("T1")
            assert balances["rack:T1p1"] == 10_000_00 - 16 * 600_00

    run(play())


def test_chips_are_money_of_the_account_to_the_unit(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            refused = await asking(r.BuyIn(by="T1p1", amount=95_000_00))
            assert refused.refusal is not None
            assert refused.refusal.reason == "not_enough_money"
            assert refused.refusal.acceptable == 90_000_00
            await asking.granted(r.CashOut(by="T1p1", amount=4_000_00))
            account = await casino.accounts.fetch("T1p1")
            assert (account.balance, account.at_tables["T1"]) == (94_000_00, 6_000_00)
            audit = await audit_store(casino.store, Verifier(is_signed))
            assert not audit.findings

    run(play())


def test_two_tables_that_want_the_same_money_at_once_get_it_once(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            await add_table(casino, table_added("T2"))
            one, two = await betting(casino, "T1"), await betting(casino, "T2", patrons=0)
            await two.granted(r.TakePlace(by="T1p1", place=1))
            replies = await asyncio.gather(
                *(each(r.BuyIn(by="T1p1", amount=60_000_00)) for each in (one, two) * 5)
            )
            assert sum(reply.accepted for reply in replies) == 1
            assert (await casino.accounts.fetch("T1p1")).balance == 30_000_00

    run(play())


def test_a_stopped_table_takes_nothing_and_disturbs_no_other(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            await add_table(casino, table_added("T2"))
            one, two = await betting(casino, "T1"), await betting(casino, "T2")
            casino.running_tables["T1"].stop("for a test")
            with pytest.raises(TableStoppedError):
                await one(stake("T1p1"))
            assert (await two(stake("T2p1"))).accepted
            casino.running_tables["T1"].stop("")
            assert (await one(stake("T1p1"), request="again")).accepted

    run(play())


def test_a_broken_invariant_stops_its_table_raises_an_alert_and_no_other_notices(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            await add_table(casino, table_added("T2"))
            one, two = await betting(casino, "T1"), await betting(casino, "T2")

            def broken(*_: object) -> None:
                raise AssertionError("the felt holds more than was staked")

            monkeypatch.setattr(casino.running_tables["T1"].desk.reading, "follow", broken)
            with pytest.raises(TableStoppedError):
                await one(stake("T1p1"))
            with pytest.raises(TableStoppedError):
                await one(stake("T1p2"))
            assert (await two(stake("T2p1"))).accepted
            await asyncio.sleep(0.05)
            alerts = casino.house_log.house.alerts.values()
            assert [alert.table for alert in alerts] == ["T1"]

    run(play())


def test_a_table_that_stops_answers_even_when_nothing_can_be_logged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mute:
        def error(self, *_: object, **__: object) -> None:
            raise RuntimeError("the journal cannot be written")

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            asking = await betting(casino, "T1")
            desk = casino.running_tables["T1"].desk
            monkeypatch.setattr(desk_module, "_log", Mute())
            monkeypatch.setattr(desk.reading, "follow", lambda *_: 1 / 0)
            for patron in ("T1p1", "T1p2"):
                with pytest.raises(TableStoppedError, match="ZeroDivisionError"):
                    await asyncio.wait_for(asking(stake(patron)), patience.SECONDS)

    run(play())


def test_settings_change_from_the_next_coup_on(folder: Path) -> None:
    from puntobanco.house.events import TableChanged  # noqa: PLC0415
    from puntobanco.house.tables import change_table  # noqa: PLC0415

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added())
            asking = await betting(casino)
            wanted = TableChanged(
                table="T1", settings={"minimum": "500"}, betting_seconds=30, by="boss", reason="x"
            )
            await casino.house_log.change(
                "change", "boss", b"", lambda h, now: change_table(h, wanted)
            )
            assert (await asking(stake("T1p1", 100_00))).accepted
            desk = casino.running_tables["T1"].desk
            assert desk.next_rules is not None
            assert desk.next_rules.settings.limits.hand.minimum == 500_00
            assert desk.rules.settings.limits.hand.minimum == 10_00

    run(play())


def test_a_journal_that_cannot_be_written_keeps_nothing_from_being_done(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stream = (folder / "server.log").open("w")
    journal.configure(stream)
    stream.close()

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added("T1"))
            fell = AlertRaised(alert="a1", table="T1", kind="call", sentence="a chip fell")
            await casino.house_log.raise_alert(fell)
            assert [alert.table for alert in casino.house_log.house.alerts.values()] == ["T1"]

    try:
        run(play())
    finally:
        structlog.reset_defaults()
