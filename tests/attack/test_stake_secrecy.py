"""A patron who reads hashes cannot find out what another patron staked, however many are tried."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.record.envelope import Kept, canonical, hash_of
from puntobanco.record.store import read_on
from puntobanco.server.api.handling.guard import Caller
from puntobanco.server.api.history import fold_coup, record_form
from puntobanco.server.casino.running import Casino
from puntobanco.server.people.credentials import Session
from puntobanco.wire.play import CoupRecordForm
from tests.server.conftest import add_table, betting, house, run, table_added

STAKE = 137_00
GUESSES = range(10_00, 200_00, 1_00)


async def played(casino: Casino) -> tuple[CoupRecordForm, list[Kept]]:
    """A coup on which T1p2 bet, as T1p1 may read it; and the log, to see who guessed right."""
    await add_table(casino, table_added())
    asking = await betting(casino)
    for name, amount in (("T1p1", 20_00), ("T1p2", STAKE)):
        stake = r.PlaceStake(
            by=name, patron=name, place=int(name[-1]), wager="player", amount=amount
        )
        await asking.granted(stake)
    await asking.granted(r.CloseBetting(by="dealer"))
    await asking(p.ShoeRanDry())  # the quickest end of a coup: every stake goes back
    running = casino.running_tables["T1"]
    caller = Caller("T1p1", Session("", "T1p1", 0, 0, 0), casino, HTTPConnection({"type": "http"}))
    fold = await fold_coup(caller, running, await casino.indexes.of(running), 1)
    assert fold is not None
    log = [kept async for kept in read_on(casino.store, "T1")]
    return record_form(fold, running, "T1p1"), log


def guessed(hidden: Kept, shown: dict[int, str], log: list[Kept]) -> int | None:
    """Try amounts for an event that is not shown, against the hash of the next one that is.

    The guesser is given everything but the amount: the true envelopes of all that happened.
    """
    event = json.loads(bytes(hidden.envelope.event))
    after = [kept for kept in log if kept.sequence > hidden.sequence]
    for amount in GUESSES:
        tried = msgspec.json.encode({**event, "amount": amount})
        envelope = replace(hidden.envelope, event=msgspec.Raw(tried), **NO_SALT)
        digest = hash_of(canonical(envelope))
        if shown.get(hidden.sequence) == digest:
            return amount
        for kept in after:
            digest = hash_of(canonical(replace(kept.envelope, previous=digest, **NO_SALT)))
            if kept.sequence in shown:
                if shown[kept.sequence] == digest:
                    return amount
                break
    return None


NO_SALT: dict[str, str] = {"salt": ""}


def test_no_hash_that_a_patron_reads_tells_what_another_staked(folder: Path) -> None:
    async def play() -> None:
        async with house(folder) as casino:
            record, log = await played(casino)
            shown = {each.sequence: each.hash for each in record.actions if each.hash}
            shown |= {record.first: record.first_hash, record.last: record.last_hash}
            assert len(shown) > 2
            hidden = [
                kept
                for kept in log
                if f'"amount":{STAKE}' in kept.text and '"stake-placed"' in kept.text
            ]
            assert hidden, "somebody bet"
            assert all(each.sequence not in {a.sequence for a in record.actions} for each in hidden)
            assert [guessed(each, shown, log) for each in hidden] == [None] * len(hidden)
            said = msgspec.json.encode(record).decode()
            assert not [kept for kept in log if kept.envelope.salt in said]

    run(play())
