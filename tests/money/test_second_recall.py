"""What patrons read of their coups, told a second time from the raw log, is the same."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import msgspec

from puntobanco.audit.coup_records import CoupFold, own_record
from puntobanco.audit.log_index import LogIndex
from puntobanco.notation.codec import encode
from puntobanco.play import requests as r
from puntobanco.rules.slots import Hand
from tests.money.second_recall import hands, recall
from tests.money.test_random_settlements import dealt
from tests.server.test_folds import coups_of
from tests.sizes import first_seed, size_of
from tests.views.logs import Log, hostile

COUPS = size_of("recalled")
_HANDS = (Hand.PLAYER, Hand.BANKER)
SEED = first_seed()


def compared(fold: CoupFold, patron: str, events: list[dict[str, Any]]) -> None:
    """Compare one patron's record of a coup that has ended."""
    told = msgspec.to_builtins(own_record(fold, patron))
    second = recall(events, patron)
    lines = [
        (line["place"], line["wager"], line["stake"], line["result"]) for line in told["lines"]
    ]
    assert sorted(lines) == sorted(second.pop("lines")), (fold.coup, patron)
    for name, value in second.items():
        assert told[name] == value, (fold.coup, patron, name)
    assert (told["first"], told["last"]) == (fold.steps[0].sequence, fold.steps[-1].sequence)


def _compare_all(fold: CoupFold, index: LogIndex, events: list[dict[str, Any]]) -> int:
    """Compare the records of everybody who had something at stake; how many there were."""
    there = [patron for patron, own in index.own.items() if fold.coup in own]
    for patron in there:
        compared(fold, patron, events)
    return len(there)


def test_what_patrons_recall_is_what_the_log_says() -> None:
    coups = with_cards = 0
    for seed in count(SEED):
        waiting = False
        for fold, index in coups_of(hostile(seed)):
            events = [json.loads(encode(step.event)) for step in fold.steps]
            seen = hands(events)
            if seen is not None and not waiting and fold.ended_at is not None:
                assert [list(fold.hand(hand)) for hand in _HANDS] == list(seen), fold.coup
                with_cards += 1
            waiting = any(event["event"] == "card-carried" for event in events) or seen is None
            if fold.ended_at is None:
                continue
            coups += 1
            _compare_all(fold, index, events)
        if coups >= COUPS:
            break
    assert with_cards > coups // 2


def test_the_last_coup_before_a_table_closes_is_recalled_too() -> None:
    records = 0
    for seed in range(8):
        session, _ = dealt(seed)
        session.do(r.Settle(by="dealer"))
        session.close()
        log = Log("closed", session.watched.rules, tuple(session.watched.log))
        *_, (fold, index) = coups_of(log)
        records += _compare_all(fold, index, [json.loads(encode(s.event)) for s in fold.steps])
        if not fold.voided:
            assert fold.lines, fold.steps[-1]
    assert records > 8
