"""Getting a table ready in one go: each next step is done, from new cards to a burnt shoe."""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.base.cards import card
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.evolve import evolve_all
from puntobanco.play.next_step import next_step
from puntobanco.play.table import Closed, Preparing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal, RefusedError

BURNT = card("As")
"""The first card of a shoe that a script does not describe; an ace burns one more."""


def open_table(rules: HouseRules) -> r.OpenTable:
    """The request that opens a table with every notice it needs."""
    request = next_step(rules, Table()).request
    assert isinstance(request, r.OpenTable), request
    return request


def prepare_and_burn(
    rules: HouseRules, table: Table, cards: str = "A", source: str = "new"
) -> Iterator[r.Request | p.Report]:
    """What makes a set of cards ready; patrons leave the cut to staff, and an ace is burnt first.

    A table that is closed is taken as it will be when it is open.
    """
    if isinstance(table.stage, Closed):
        table = _after(rules, table, open_table(rules))
    message: r.Request | p.Report = r.ReceiveCards(
        by="dealer", cards=cards, decks=rules.decks, source=source, backs=cards
    )
    yield message
    table = _after(rules, table, message)
    while isinstance(table.stage, Preparing):
        step = next_step(rules, table)
        match step.unanswered:
            case r.DeclineCut(patron=patron):
                message = r.DeclineCut(by=patron)
            case p.CardLeftShoe():
                message = p.CardLeftShoe(card=BURNT if step.face_up else None)
            case found:
                assert found is not None, step
                message = found
        yield message
        table = _after(rules, table, message)


def _after(rules: HouseRules, table: Table, message: r.Request | p.Report) -> Table:
    if isinstance(message, p.ReportBase):
        return evolve_all(table, rule_on(rules, table, message))
    outcome = decide(rules, table, message)
    if isinstance(outcome, Refusal):
        raise RefusedError(outcome)
    return evolve_all(table, outcome)


def prepare_cards(
    rules: HouseRules, table: Table, cards: str = "A", source: str = "new"
) -> Iterator[r.Request]:
    """Of what makes a set of cards ready, the requests."""
    messages = prepare_and_burn(rules, table, cards, source)
    return (each for each in messages if isinstance(each, r.RequestBase))


def burn_cards(rules: HouseRules) -> Iterator[p.CardLeftShoe]:
    """Of what makes a set of cards ready, the burn."""
    messages = prepare_and_burn(rules, Table())
    return (each for each in messages if isinstance(each, p.CardLeftShoe))
