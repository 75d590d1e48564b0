"""Races: many at once for one balance, one account, one last moment; the log's order decides.

The size `races` is the number of rounds of each.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from puntobanco.house import cage
from puntobanco.house.account import Account
from puntobanco.house.cage import AccountEvents
from puntobanco.play import events as e
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.requests import OpenBetting
from puntobanco.rules.refusals import Refusal
from tests.attack.stage import Stage, hurried
from tests.attack.test_duties import granted
from tests.attack.wire import Wire
from tests.server.conftest import Asking, add_person, run
from tests.sizes import size_of

ROUNDS = size_of("races")
SOCKETS = 50
DAY = 24 * 3600
TEN_YEARS = 10 * 365 * DAY * 1_000_000


async def _open(stage: Stage, table: str = "T1") -> None:
    """Have the dealer make the opening call."""
    asking, desk = Asking(stage.casino, table), stage.casino.running_tables[table].desk
    await asking.granted(open_table(desk.rules))
    for message in (*prepare_cards(desk.rules, desk.table), *burn_cards(desk.rules)):
        await asking.granted(message)
    await asking.granted(OpenBetting(by="dealer"))


async def _sit(stage: Stage, name: str, amount: int, place: int | None = 1) -> str:
    """Have somebody new sit down with chips, or stand (no place); their token."""
    await add_person(stage.casino, name, "patron")
    token = await stage.token(name)
    await granted(stage, token, "T1", request="take-place", by=name, place=place)
    await granted(stage, token, "T1", request="buy-in", by=name, amount=amount)
    return token


def _stake(name: str, amount: int, **more: Any) -> dict[str, Any]:
    return {
        "request": "place-stake",
        "by": name,
        "patron": name,
        "place": 1,
        "wager": "banker",
        "amount": amount,
        **more,
    }


async def _say(wire: Wire, request_id: str, request: dict[str, Any]) -> dict[str, Any]:
    await wire.say({"type": "request", "id": request_id, "request": request})
    answer = await wire.answer(request_id)
    assert answer is not None
    return answer


def test_fifty_sockets_with_money_for_one_bet_place_one(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder) as stage:
            token = await _sit(stage, "ann", 100_00)
            await _open(stage)
            wires = [await stage.socket(token) for _ in range(SOCKETS)]
            take = {"request": "take-stake", "by": "ann", "patron": "ann", "place": 1}
            for turn in range(ROUNDS):
                answers = await asyncio.gather(
                    *(
                        _say(wire, f"r{turn}-{number}", _stake("ann", 100_00))
                        for number, wire in enumerate(wires)
                    )
                )
                assert sum(bool(each.get("accepted")) for each in answers) == 1, turn
                taken = await _say(wires[0], f"take{turn}", {**take, "wager": "banker"})
                assert taken.get("accepted"), taken
            placed = [each for each in await stage.events("T1") if _is_stake(each.event)]
            assert len(placed) == ROUNDS
            for wire in wires:
                await wire.drop()

    run(main())


def _is_stake(event: Any) -> bool:
    return isinstance(event, e.StakePlaced)


def test_two_tables_racing_for_one_account_never_overdraw_it(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder, roles=("patron",)) as stage:
            token, name = await stage.token("the-patron"), "the-patron"
            for table in ("T1", "T2"):
                await granted(stage, token, table, request="take-place", by=name)
            balance = 100_000_00
            for _ in range(max(ROUNDS // 5, 5)):
                amount = balance // 5 * 3
                buys = [
                    stage.ask(token, table, request="buy-in", by=name, amount=amount)
                    for table in ("T1", "T2") * 3
                ]
                answers = await asyncio.gather(*buys)
                accepted = [each["accepted"] for each in answers]
                assert accepted.count(True) == 1, answers
                table = ("T1", "T2")[accepted.index(True) % 2]
                await granted(stage, token, table, request="cash-out", by=name, amount=amount)
            account = (await stage.call(token, "GET", "/api/account")).json()
            assert account["balance"] == balance

    run(main())


# --- exclusion --------------------------------------------------------------------------------


def test_what_was_read_before_another_changed_it_decides_nothing(folder: Path) -> None:
    """Two pay-outs of all there is: one reads the account, and the other is done meanwhile."""

    async def main() -> None:
        async with hurried(folder, tables=0) as stage:
            await add_person(stage.casino, "ann", "patron")
            accounts = stage.casino.accounts
            amount = (await accounts.fetch("ann")).balance
            assert amount > 0
            read, has_read, go_on = accounts._store.read, asyncio.Event(), asyncio.Event()

            async def slow(*given: Any) -> Any:
                found = await read(*given)
                if not has_read.is_set():
                    has_read.set()
                    await go_on.wait()
                return found

            accounts._store.read = slow  # type: ignore[method-assign, assignment]

            async def pay_out(request_id: str) -> bool:
                def decide(account: Account, now: int) -> AccountEvents | Refusal:
                    return cage.pay_out(account, amount, "carl")

                reply, _ = await accounts.change("ann", request_id, "carl", b"", decide)
                return reply.accepted

            late = asyncio.create_task(pay_out("late"))
            await has_read.wait()
            assert await pay_out("quick")
            go_on.set()
            assert not await late
            assert (await accounts.fetch("ann")).balance == 0

    run(main())


def test_after_an_exclusion_is_acknowledged_no_bet_is_taken_anywhere(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder, roles=("cashier",)) as stage:
            chance = random.Random(3)
            seated = await _sit(stage, "seated", 1000_00)  # the others bet beside them
            await granted(stage, seated, "T2", request="take-place", by="seated", place=1)
            names = [f"p{number}" for number in range(max(ROUNDS // 4, 5))]
            tokens = [await _sit(stage, name, 1000_00, place=None) for name in names]
            await _open(stage)
            await _open(stage, "T2")
            for name, token in zip(names, tokens, strict=True):
                await _race_with_exclusion(stage, name, token, chance)
            assert any(_is_stake(each.event) for each in await stage.events("T1")), "none in time"

    run(main())


async def _race_with_exclusion(stage: Stage, name: str, token: str, chance: random.Random) -> None:
    """Bets, buying in and coming back at both tables, while the exclusion is on its way."""
    acknowledged: list[int] = []

    async def insist(table: str) -> None:
        for number in range(12):
            await asyncio.sleep(chance.random() * 0.004)
            wanted: dict[str, Any] = _stake(name, 10_00)
            if number % 3:
                wanted = {"request": ("take-place", "buy-in")[number % 2], "by": name}
                wanted |= {"amount": 10_00} if number % 2 else {}
            was_over = bool(acknowledged)
            answer = await stage.ask(token, table, **wanted)
            assert not (was_over and answer.get("accepted")), (wanted, answer)

    async def exclude() -> None:
        await asyncio.sleep(chance.random() * 0.02)
        body = {"id": stage.next_id(), "until": None}
        done = await stage.call(token, "POST", "/api/account/exclusion", body)
        assert done.status_code == 200, done.text
        acknowledged.append((await stage.heads())["T1"])

    await asyncio.gather(exclude(), insist("T1"), insist("T2"), insist("T1"))
    for kept in (await stage.events("T1"))[acknowledged[0] :]:
        assert not (_is_stake(kept.event) and kept.event.patron == name), kept
    for table in ("T1", "T2"):
        view = (await stage.call(token, "GET", f"/api/tables/{table}")).json()
        rack = view["view"]["me"]["rack"]
        if rack:  # what is his stays his, and can be had
            await granted(stage, token, table, request="cash-out", by=name, amount=rack)
    cashier = await stage.token("the-cashier")
    money = {"id": stage.next_id(), "amount": 5_00}
    out = await stage.call(cashier, "POST", f"/api/accounts/{name}/paid-out", money)
    assert out.status_code == 200, out.text
    inward = await stage.call(cashier, "POST", f"/api/accounts/{name}/paid-in", money)
    assert inward.status_code == 409


def test_nothing_is_loosened_before_a_day_has_gone(folder: Path) -> None:
    async def main() -> None:
        async with hurried(folder, roles=("patron", "cashier")) as stage:
            token, cashier = await stage.token("the-patron"), await stage.token("the-cashier")

            async def limit(amount: int | None) -> None:
                body = {"id": stage.next_id(), "limit": "deposit", "amount": amount}
                done = await stage.call(token, "POST", "/api/account/limits", body)
                assert done.status_code == 200, done.text

            async def pay_in(amount: int) -> int:
                path = "/api/accounts/the-patron/paid-in"
                body = {"id": stage.next_id(), "amount": amount}
                return (await stage.call(cashier, "POST", path, body)).status_code

            stage.clock.move(DAY)  # what was paid in before counts no more
            token, cashier = await stage.token("the-patron"), await stage.token("the-cashier")
            await limit(100)
            assert await pay_in(101) == 409
            for loosened in (101, 10_000, None, 500, None):
                await limit(loosened)
                assert await pay_in(101) == 409, loosened
            assert await pay_in(100) == 200
            for _ in range(23 * 4):
                stage.clock.move(900)
                await stage.call(token, "GET", "/api/session")
                await stage.call(cashier, "GET", "/api/session")
            token, cashier = await stage.token("the-patron"), await stage.token("the-cashier")
            assert await pay_in(101) == 409, "still within the day"
            stage.clock.move(2 * 3600)
            cashier = await stage.token("the-cashier")
            assert await pay_in(101) == 200, "the last word holds now"

    run(main())


# --- the last moment --------------------------------------------------------------------------


def test_bets_racing_with_the_closing_call_are_decided_by_the_log_alone(folder: Path) -> None:
    """Whatever clients say of the time; what is accepted stands before the call in the log."""

    async def main() -> None:
        calls = max(ROUNDS // 10, 4)
        async with hurried(folder, tables=calls, roles=("dealer",)) as stage:
            names = [f"p{number}" for number in range(10)]
            for name in names:
                await add_person(stage.casino, name, "patron")
            bets, accepted = 0, 0
            for turn in range(1, calls + 1):
                acknowledged = await _one_call(stage, f"T{turn}", names, random.Random(turn))
                await _check_order(stage, f"T{turn}", acknowledged)
                bets, accepted = bets + 4 * len(names), accepted + len(acknowledged)
            assert 0 < accepted < bets

    run(main())


async def _one_call(
    stage: Stage, table: str, names: list[str], chance: random.Random
) -> dict[str, tuple[int, int]]:
    """One closing call with everybody betting; what was acknowledged, and as what."""
    wires = []
    for name in names:
        token = await stage.token(name)
        place = 1 if name == names[0] else None  # the others bet beside the one who sits
        await granted(stage, token, table, request="take-place", by=name, place=place)
        await stage.pay_in(name, 1000_00)
        await granted(stage, token, table, request="buy-in", by=name, amount=1000_00)
        wires.append(await stage.socket(token, table))
    await _open(stage, table)
    dealer = await stage.socket(await stage.token("the-dealer"), table)
    acknowledged: dict[str, tuple[int, int]] = {}
    await _close(wires, names, dealer, chance, acknowledged)
    for wire in (*wires, dealer):
        await wire.drop()
    return acknowledged


async def _close(
    wires: list[Wire],
    names: list[str],
    dealer: Wire,
    chance: random.Random,
    acknowledged: dict[str, tuple[int, int]],
) -> None:
    """Everybody bets while the dealer closes."""

    async def bet(wire: Wire, name: str, number: int) -> None:
        await asyncio.sleep(chance.random() * 0.01)
        # his clock is ten years off, and he says so: nobody asks for it
        await wire.say({"type": "time", "echo": chance.choice((-1, 1)) * TEN_YEARS})
        request_id = f"b-{name}-{number}"
        answer = await _say(wire, request_id, _stake(name, 10_00))
        if answer.get("accepted"):
            acknowledged[request_id] = (answer["first"], answer["last"])

    async def bets(wire: Wire, name: str) -> None:
        for number in range(4):
            await bet(wire, name, number)

    async def close() -> None:
        await asyncio.sleep(chance.random() * 0.02)
        call = {"request": "close-betting", "by": "dealer"}
        answer = await _say(dealer, "close", call)
        assert answer["accepted"], answer["refusal"]

    await asyncio.gather(close(), *(bets(*each) for each in zip(wires, names, strict=True)))


async def _check_order(stage: Stage, table: str, acknowledged: dict[str, tuple[int, int]]) -> None:
    """Every stake lies between an opening and a closing call, and was acknowledged where it is."""
    is_open, found = False, {}
    for kept in await stage.events(table):
        match kept.event:
            case e.BettingOpened() | e.BettingReopened():
                is_open = True
            case e.BettingClosed():
                is_open = False
            case e.StakePlaced():
                assert is_open, kept
                found[kept.envelope.cause] = kept.sequence
            case _:
                pass
    assert found.keys() == acknowledged.keys()
    for cause, sequence in found.items():
        first, last = acknowledged[cause]
        assert first <= sequence <= last


def test_a_client_cannot_say_what_time_it_is(folder: Path) -> None:
    """Ten years early or late in every place where a time might be read: it is not understood."""

    async def main() -> None:
        async with hurried(folder) as stage:
            token = await _sit(stage, "ann", 1000_00)
            await _open(stage)
            wire = await stage.socket(token)
            before = await stage.heads()
            for field in ("time", "clock", "at", "now", "timestamp", "sent", "deadline"):
                for value in (TEN_YEARS, -TEN_YEARS, stage.clock() + TEN_YEARS, "2036-11-15"):
                    inside = {"request": _stake("ann", 10_00, **{field: value})}
                    outside = {"request": _stake("ann", 10_00), field: value}
                    for body in (inside, outside):
                        await wire.say({"type": "request", "id": stage.next_id(), **body})
                        answer = await wire.answer()
                        assert answer is not None
                        assert answer["code"] == "bad_message"
                        await wire.drop()
                        wire = await stage.socket(token)
            assert await stage.heads() == before
            dates = {"Date": "Tue, 15 Nov 2016 12:45:26 GMT", "If-Modified-Since": "0"}
            sound = {"id": "x", "request": _stake("ann", 10_00)}
            taken = await stage.call(token, "POST", "/api/tables/T1/requests", sound, dates)
            assert taken.json()["accepted"]
            last = (await stage.events("T1"))[-1]
            assert abs(last.envelope.time - stage.clock()) < 60_000_000
            await wire.drop()

    run(main())
