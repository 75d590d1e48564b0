"""Every cell of stage, request and asker is decided: events that fold, or a refusal."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace
from tests.properties.crowd import _ALL, Crowd
from tests.properties.houses import random_house
from tests.properties.people import NOMINEES, PATRONS, STRANGERS
from tests.properties.session import TEMPERS, Session

from puntobanco.books import BOOKS
from puntobanco.play import requests as r
from puntobanco.play.doors import decide
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Ready, Resolved, Stage, Table
from puntobanco.rules.refusals import Refusal

_Cell = tuple[type[Stage], bool]
STAGES = (Closed, Preparing, Ready, Betting, Dealing, Resolved)


def reached(book: str) -> tuple[Session, dict[_Cell, Table]]:
    """A table of the book, and a state of it for each stage, going on and halted."""
    for seed in range(200):
        random = Random(seed)
        session = Session(random, random_house(random, book), TEMPERS[3])
        found: dict[_Cell, Table] = {(Closed, False): session.watched.table}
        session.gather()
        for _ in range(400):
            table = session.watched.table
            found.setdefault((type(table.stage), bool(table.halts)), table)
            session.step()
        halted = sum(stopped for _, stopped in found)
        if {stage for stage, _ in found} == set(STAGES) and halted >= 2:
            return session, found
    raise AssertionError(f"{book}: not every stage was reached")


@pytest.mark.parametrize("book", BOOKS)
def test_every_cell_is_decided(book: str) -> None:
    session, found = reached(book)
    rules, crowd = session.watched.rules, Crowd(Random(1), session.watched.rules)
    everybody = (*PATRONS, *NOMINEES, *STRANGERS, *crowd.posts)
    asked: set[type[r.RequestBase]] = set()
    cells = refused = 0
    for table in found.values():
        for ask in _ALL:
            command = ask(crowd, table)
            if isinstance(
                command, r.AdoptEdition
            ):  # as the house completes it for one that it keeps
                command = replace(command, edition="f" * 64, book=book, options=dict(rules.options))
            asked.add(type(command))
            for by in everybody:
                outcome = decide(rules, table, replace(command, by=by))
                cells += 1
                if isinstance(outcome, Refusal):
                    assert outcome.sentence, command
                    refused += 1
                    continue
                after = table
                for event in outcome:
                    after = evolve(after, event)
                assert after.sequence == table.sequence + len(outcome)
                stranger = by in STRANGERS and command.__struct_config__.tag != "take-place"
                assert not stranger or by == "zoe", (by, command)
    assert asked == set(get_args(r.Request))
    assert cells == len(found) * len(_ALL) * len(everybody)
    assert refused > cells // 2
