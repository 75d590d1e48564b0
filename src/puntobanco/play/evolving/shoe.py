"""The cards before play, and the shoe."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import Steps, with_seen, with_shoe
from puntobanco.play.rulings.suspicion import order_of
from puntobanco.play.table import Preparing, Ready, Resolved, ShoeState, Table


def _cards_received(table: Table, event: e.CardsReceived) -> Table:
    shoe = table.shoe
    shoe = ShoeState(
        number=shoe.number,
        cards=event.cards,
        source=event.source,
        size=event.decks * 52,
        first_coup=table.coup + 1,
        retired=shoe.retired,
        before=order_of(shoe.seen) or shoe.before,
        backs={**_backs_in_use(shoe), event.cards: event.backs},
    )
    if isinstance(table.stage, Resolved):
        table = replace(table, last=table.stage, last_shoe=table.shoe)
    return replace(table, shoe=shoe, stage=Preparing(source=event.source))


def _backs_in_use(shoe: ShoeState) -> dict[str, str]:
    """Of the set that goes: it may come back next, and no other is in use."""
    return {shoe.cards: shoe.backs[shoe.cards]} if shoe.cards in shoe.backs else {}


def _preparation_done(table: Table, event: e.PreparationDone) -> Table:
    stage = table.stage
    if isinstance(stage, Ready) and event.step == "shown":
        return table
    if event.step == "mix-anew":
        table = replace(table, stage=Preparing(source="new", ordered_clauses=event.clauses))
        return with_shoe(table, first_coup=table.coup + 1, out=0, seen=(), over=True, source="new")
    assert isinstance(stage, Preparing), stage
    kept = tuple(step for step in stage.steps if step not in event.undone)
    done_by = {**stage.done_by, event.step: event.by}
    return replace(table, stage=replace(stage, steps=(*kept, event.step), done_by=done_by))


def _cut_declined(table: Table, event: e.CutDeclined) -> Table:
    stage = table.stage
    assert isinstance(stage, Preparing), stage
    return replace(table, stage=replace(stage, declined=(*stage.declined, event.patron)))


def _card_burnt(table: Table, event: e.CardBurnt) -> Table:
    stage = table.stage
    assert isinstance(stage, Preparing), stage
    table = with_seen(table, None if event.foreign else event.card, left_shoe=True)
    return replace(table, stage=replace(stage, burnt=stage.burnt + 1))


def _shoe_started(table: Table, event: e.ShoeStarted) -> Table:
    table = with_shoe(
        table,
        number=event.shoe,
        over=False,
        continuous=event.continuous,
        coups_left=None,
        replacement=None,
        replacement_clauses=(),
    )
    return replace(table, stage=Ready())


def _marker_reached(table: Table, event: e.MarkerReached) -> Table:
    return with_shoe(table, coups_left=event.coups_left)


def _shoe_ended(table: Table, event: e.ShoeEnded) -> Table:
    shoe = table.shoe
    retired = (*shoe.retired, shoe.cards) if event.retired else shoe.retired
    return with_shoe(table, over=True, retired=retired)


def _replacement_ordered(table: Table, event: e.ReplacementOrdered) -> Table:
    if isinstance(table.stage, Preparing):  # not loaded yet: the cards are mixed all over again
        stage = Preparing(source=table.stage.source, ordered_clauses=event.clauses)
        return with_shoe(replace(table, stage=stage), out=0, seen=())
    kind = "reshuffle" if event.reshuffle else "replace"
    return with_shoe(
        table,
        replacement="either" if event.either else kind,
        replacement_clauses=event.clauses,
    )


STEPS: Steps = {
    e.CardsReceived: _cards_received,
    e.PreparationDone: _preparation_done,
    e.CutDeclined: _cut_declined,
    e.CardBurnt: _card_burnt,
    e.ShoeStarted: _shoe_started,
    e.MarkerReached: _marker_reached,
    e.ShoeEnded: _shoe_ended,
    e.ReplacementOrdered: _replacement_ordered,
}
