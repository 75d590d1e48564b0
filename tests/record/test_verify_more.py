"""The verifiers on what no honest program writes: forms, places, cards and sums that do not fit."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.base.accounts import Account, Posting
from puntobanco.books import book_named
from puntobanco.house.events import AccountOpened
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.game import DrivenTable
from puntobanco.play.table import Table
from puntobanco.record import second_verifier
from puntobanco.record.audit import audit_store
from puntobanco.record.envelope import NO_HASH, Envelope, event_form, hash_of, read_line
from puntobanco.record.logs import account_log
from puntobanco.record.names import own_id
from puntobanco.record.replaying.read_events import ReadEvent
from puntobanco.record.replaying.replay import TableReplay, replay_of
from puntobanco.record.second_verifier import SecondVerifier
from puntobanco.record.signing import is_signed
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.record.store import Append
from puntobanco.record.verify import Verifier
from puntobanco.wire import messages
from tests.record.logs import appends, record
from tests.record.test_verify import FIRST_EVENT, LINES, findings, lines_of, one_append, rechained

# --- forms and places -------------------------------------------------------------------------


def test_a_statement_that_comes_after_its_events_is_found() -> None:
    statement, later = LINES[1], [LINES[0], *LINES[2:-1]]
    found = findings([*later, statement, LINES[-1]])
    assert "table T1, event 20: a statement comes after the events it speaks of" in found


def test_an_envelope_in_another_form_is_found_though_its_hash_fits() -> None:
    kept = read_line(LINES[FIRST_EVENT])
    spaced = kept.text.replace('"sequence":1', '"sequence": 1')
    assert spaced != kept.text
    line = replace(kept, text=spaced, hash=hash_of(spaced.encode())).line
    found = findings([LINES[0], line])
    assert "table T1, event 1: is not in the form in which envelopes are written" in found
    second = SecondVerifier()
    second.take(line)
    assert any("not written in the canonical form" in each for each in second.finish())


def test_an_envelope_that_is_kept_under_another_log_is_found() -> None:
    verifier = Verifier(is_signed)
    verifier.event(replace(read_line(LINES[FIRST_EVENT]), table="T2"))
    assert "table T2, event 1: belongs to table T1" in [str(each) for each in verifier.findings]


@pytest.mark.parametrize("by", ["mallory", "mallory+table", "table"])
def test_an_id_of_the_houses_own_belongs_to_the_house(by: str) -> None:
    """No client can send one; a file that is brought in could name it all the same."""
    taken = own_id("auto", 1, 0)
    for events, answer in (((e.PatronCame(patron="Ann"),), b"{}"), ((), _refused(by))):
        found = findings(lines_of([_brought(by, taken, answer, *events)]))
        said = f"{by} acted under {taken}, an id of the house's own"
        assert any(said in each for each in found) == (by != "table"), found


def _brought(by: str, request: str, answer: bytes, *events: e.Event) -> Append:
    return Append(
        table="T1",
        expected=0,
        request=request,
        body=b"",
        answer=answer,
        actor=by,
        edition=NO_HASH,
        rules=NO_HASH,
        events=events,
    )


def _refused(by: str) -> bytes:
    return messages.encode(messages.Reply(accepted=False, first=0, last=0, by=by))


# --- cards ------------------------------------------------------------------------------------


def too_many(*, told_apart: bool) -> list[str]:
    """A log in which one card more leaves a shoe of 208 than it has, and nobody says so."""
    game = DrivenTable(book_named("mbs"), {"decks": "4"})
    first = one_append(game.log)
    unseen: e.Events = tuple(e.CardCarried(card=None, clauses=()) for _ in range(209))
    after: e.Events = (e.PatronCame(patron="Ann"),)
    events: list[e.Events] = [unseen, after] if told_apart else [(*unseen, *after)]
    made, expected = [first], len(first.events)
    for number, each in enumerate(events):
        request = f"cards-{number}"
        made.append(_after(first, expected, request, each))
        expected += len(each)
    return lines_of(made)


def _after(first: Append, expected: int, request: str, events: e.Events) -> Append:
    fields = {name: getattr(first, name) for name in first.__struct_fields__}
    return Append(**{**fields, "expected": expected, "request": request, "events": events})


@pytest.mark.parametrize("told_apart", [False, True])
def test_a_card_more_than_the_shoe_has_is_found_by_both_unless_somebody_said_so(
    told_apart: bool,
) -> None:
    found = findings(too_many(told_apart=told_apart))
    assert any("card 209 left a shoe of 208; no event reports it" in each for each in found), found
    assert any(
        each.startswith("second") and "209 cards left a shoe of 208" in each for each in found
    ), found


# --- money ------------------------------------------------------------------------------------


def envelope(table: str, sequence: int, event: Any) -> Envelope:
    return Envelope(
        table=table,
        sequence=sequence,
        time=sequence,
        actor="dealer",
        cause="one",
        edition="0" * 64,
        rules="0" * 64,
        previous="0" * 64,
        event=event_form(event),
    )


def test_money_that_comes_from_nowhere_is_found_whatever_booked_it() -> None:
    replay = replay_of(account_log("Ann"))
    opened = AccountOpened(account="Ann")
    read = ReadEvent.of(opened, lambda event: (Posting(Account("balance"), 5),))
    found = replay.take(envelope(account_log("Ann"), 1, opened), read)
    assert list(found) == ["moves money that comes from nowhere"]


def test_a_state_that_gives_other_chips_than_the_ledger_is_found() -> None:
    replay = replay_of("T1")
    assert isinstance(replay, TableReplay)
    came, bought = e.PatronCame(patron="Ann"), e.ChipsBought(patron="Ann", amount=5)
    assert list(replay.take(envelope("T1", 1, came), ReadEvent.of(came))) == []
    replay.ledger["rack:Ann"] += 1
    found = replay.take(envelope("T1", 2, bought), ReadEvent.of(bought))
    assert found == ["leaves Ann with other chips in the state than in the ledger"]


@pytest.mark.parametrize("amount", [0.5, 1e3, float("nan"), float("inf")])
def test_parts_of_a_unit_are_found_by_each_verifier_alone(amount: float) -> None:
    def broken(event: dict[str, Any], sequence: int) -> None:
        if event["event"] == "stake-placed":
            event["amount"] = amount

    lines = rechained([LINES[0], *LINES[FIRST_EVENT:]], broken)
    assert findings(lines)
    second = SecondVerifier()
    for line in lines:
        second.take(line)
    told = [each for each in second.finish() if "is not a whole number" in each]
    assert len(told) == sum("stake-placed" in line for line in lines)


def test_returned_commission_is_the_same_money_to_state_and_ledger() -> None:
    table = evolve(Table(), e.PatronCame(patron="Ann"))
    table = evolve(table, e.ChipsBought(patron="Ann", amount=500))
    taken = evolve(table, e.CommissionCollected(patron="Ann", amount=5, clauses=()))
    back = evolve(taken, e.CommissionReturned(patron="Ann", amount=5, clauses=()))
    assert (taken.patrons["Ann"].rack, back.patrons["Ann"].rack) == (495, 500)
    assert back.patrons["Ann"].owed == table.patrons["Ann"].owed == 0


def test_a_balance_that_moves_on_while_a_running_house_is_audited_is_no_finding(
    tmp_path: Path,
) -> None:
    late = list(appends("T1", coups=7))[len(list(appends("T1"))) :]

    class Running(SqliteStore):
        """A house that plays on while its balances are read."""

        async def balances(self, table: str) -> dict[str, int]:
            for each in late:
                await self.append(each)
            late.clear()
            return await super().balances(table)

    async def run() -> None:
        store = Running.open(tmp_path / "house.db")
        await record(store)
        grown = (await store.heads())["T1"].sequence
        assert (await audit_store(store, Verifier(is_signed))).findings == []
        assert (await store.heads())["T1"].sequence > grown
        assert (await audit_store(store, Verifier(is_signed))).findings == []
        await store.close()

    asyncio.run(run())


# --- by itself --------------------------------------------------------------------------------


def test_the_second_verifier_tells_every_problem_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(LINES) + "\n", "utf-8")
    count = sum('"event":{' in line for line in LINES)
    assert second_verifier.main(str(file)) == 0
    assert capsys.readouterr().out == f"{count} events, 0 problems\n"
    file.write_text("\n".join(LINES[:-1]) + "\n", "utf-8")
    assert second_verifier.main(str(file)) == 1
    assert capsys.readouterr().out == f"the last line is missing\n{count} events, 1 problems\n"
