"""Planted faults, each of which the simulated houses must find: who is excluded, who was paused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from puntobanco.house import cage, permissions
from puntobanco.house.account import Account
from puntobanco.house.cage import AccountEvents
from puntobanco.play import doors
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.table import Betting, Table
from puntobanco.record import group
from puntobanco.record.envelope import Head
from puntobanco.record.store import Rows
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.server.casino.running import Casino
from puntobanco.server.money.accounts import Accounts
from puntobanco.server.operations.presence import Presence
from puntobanco.server.tables import invariants, linked_logs
from puntobanco.server.tables.croupier import Croupier
from puntobanco.server.tables.invariants import Invariants
from tests.simulation import time_outs
from tests.simulation.house import SimulatedHouse, live
from tests.simulation.world import Streams, current_process, run_world
from tests.sizes import first_of

HOUSES = 20
"""Within how many short lives of a house each fault must be found."""
COMMANDS = 1_000
Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def _blind(patch: pytest.MonkeyPatch, name: str) -> None:
    """Have one act at the cage not see that its account is excluded."""
    right = getattr(cage, name)

    def wrong(account: Account, *given: Any) -> AccountEvents | Refusal:
        outcome: AccountEvents | Refusal = right(replace(account, exclusion=None), *given)
        return outcome

    patch.setattr(cage, name, wrong)


def pays_in(patch: pytest.MonkeyPatch) -> None:
    _blind(patch, "pay_in")


def buys_in(patch: pytest.MonkeyPatch) -> None:
    _blind(patch, "to_table")


def takes_a_place(patch: pytest.MonkeyPatch) -> None:
    _blind(patch, "take_place")


def bets_where_it_is_known(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Accounts, "barred", lambda accounts, name: None)


def is_not_sent_away(patch: pytest.MonkeyPatch) -> None:
    async def nobody_leaves(casino: Casino, name: str, request_id: str) -> None:
        """He is told that he is excluded, and sits where he sat."""

    patch.setattr(time_outs, "send_away", nobody_leaves)


def has_no_money_back(patch: pytest.MonkeyPatch) -> None:
    right = cage.pay_out

    def wrong(account: Account, amount: int, by: str) -> AccountEvents | Refusal:
        return cage._excluded(account, 0) or right(account, amount, by)

    patch.setattr(cage, "pay_out", wrong)


def cashes_no_chips(patch: pytest.MonkeyPatch) -> None:
    right = cage.from_table

    def wrong(account: Account, table: str, amount: int) -> AccountEvents | Refusal:
        return cage._excluded(account, 0) or right(account, table, amount)

    patch.setattr(cage, "from_table", wrong)


def loses_what_lay(patch: pytest.MonkeyPatch) -> None:
    right = doors._DECIDERS[r.Settle]

    def wrong(rules: HouseRules, table: Table, request: r.Settle) -> e.Events | Refusal:
        outcome = right(rules, table, request)
        if isinstance(outcome, Refusal):
            return outcome
        return tuple(
            each
            for each in outcome
            if not isinstance(each, e.StakeSettled) or table.patrons[each.patron].present
        )

    patch.setitem(doors._DECIDERS, r.Settle, wrong)  # type: ignore[misc]
    patch.setattr(Invariants, "decided", lambda *given: None)  # or the table itself would say so


def appends_without_looking_after_a_pause(patch: pytest.MonkeyPatch) -> None:
    right = group._look

    def wrong(
        rows: Rows, part: group.Part, standing: group.StoredState, answers: dict[Any, Any]
    ) -> Any:
        process = current_process.get()
        if process is not None and process.was_paused:
            table = part.append.table
            head = rows.heads.get(table) or standing.heads.get(table) or Head()
            append = replace(part.append, expected=head.sequence)
            part = replace(part, append=append, after=None)
        return right(rows, part, standing, answers)

    patch.setattr(group, "_look", wrong)


def corrects_any_card_alone(patch: pytest.MonkeyPatch) -> None:
    """Two people are asked for only where a coup is void or a payment taken back."""
    right = permissions.needs_second

    def wrong(table: Table, events: Iterable[e.Event]) -> bool:
        undone = (each for each in events if isinstance(each, e.CoupVoided | e.SettlementReversed))
        return right(table, undone)

    for place in (invariants, linked_logs):
        patch.setattr(place, "needs_second", wrong)


def deals_under_ids_that_anybody_can_take(patch: pytest.MonkeyPatch) -> None:
    """The freeze of an earlier version: one message, and the table stood still for good."""
    patch.setattr(
        Croupier, "request_id", staticmethod(lambda sequence, refused: f"auto-{sequence}-0")
    )


@pytest.mark.parametrize(
    ("plant", "first", "words"),
    first_of(
        [
            (corrects_any_card_alone, 0, "alone led to"),
            (deals_under_ids_that_anybody_can_take, 0, "does not go on"),
            (cashes_no_chips, 0, "excluded from bets and deposits; money can be taken out"),
            (pays_in, 17, "is excluded and paid in"),
            (buys_in, 17, "is excluded and bought in"),
            (takes_a_place, 2, "is excluded and took a place"),
            (bets_where_it_is_known, 10, "by a process that knows of the exclusion"),
            (is_not_sent_away, 29, "is excluded, was told so, and has"),
            (has_no_money_back, 2, "excluded from bets and deposits; money can be taken out"),
            (loses_what_lay, 1, "of somebody excluded lay, and was not settled"),
            (appends_without_looking_after_a_pause, 7, "came where"),
        ],
        2,
    ),
)
def test_a_planted_fault_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, first: int, words: str
) -> None:
    """`first` is a house that finds it soon, for the sake of time; any may."""
    plant(monkeypatch)
    said = list[str]()
    for seed in range(first, first + HOUSES):
        try:
            live(seed, COMMANDS, tmp_path / str(seed))
        except AssertionError as error:
            said.append(str(error))
            if words in said[-1]:
                return
    raise AssertionError(f"{plant.__name__} was not found; what was said is {said}")


# --- a process that was paused, and the clause of an interruption -----------------------------


def _goes_on_while_another_opens(seed: int, folder: Path) -> SimulatedHouse:
    """The only process stands still until another finds that nobody is there."""
    streams, made = Streams(seed), list[SimulatedHouse]()

    async def play() -> None:
        world = SimulatedHouse(folder, streams, 0)
        made.append(world)
        with world.serving():
            first = await world.found()
            followed = world.laws.tables["T1"]
            while not isinstance(followed.table.stage, Betting):
                await asyncio.sleep(0.1)
            first.process.pause()
            await asyncio.sleep(10)

            def was_down() -> None:
                world.laws.was_down()
                first.process.go_on()

            world.disk.was_down = was_down
            await world.start("second")
            await asyncio.sleep(20)
            for server in world.servers:
                server.process.kill()

    run_world(play, streams)
    return made[0]


def test_whoever_was_paused_writes_nothing_before_the_clause(tmp_path: Path) -> None:
    for seed in range(3):
        world = _goes_on_while_another_opens(seed, tmp_path / str(seed))
        assert world.broken is None, world.broken
        assert sum(each.casino is not None for each in world.servers) == 2
        assert world.laws.counts["interruptions"] >= 1


def test_it_would_if_it_were_not_asked_whether_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Presence, "may_write", lambda presence: True)
    broken = [_goes_on_while_another_opens(seed, tmp_path / str(seed)).broken for seed in range(5)]
    assert any("an outage was passed over" in str(each) for each in broken), broken
