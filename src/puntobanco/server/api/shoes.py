"""Random shoes over HTTP: promises, cards that were opened, and the whole order at the end."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from puntobanco.audit.shoe_records import PromisedShoe, ShoeFold, promises
from puntobanco.house.permissions import Act
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter
from puntobanco.server.api.handling.errors import not_found
from puntobanco.server.api.handling.guard import AtTable, Caller, SignedIn
from puntobanco.server.tables.indexes import steps
from puntobanco.server.tables.running_table import RunningTable
from puntobanco.wire.forms import OpenedCardForm
from puntobanco.wire.play import ShoeForm, ShoesForm

router = FormRouter(prefix="/api/tables", tags=["shoes"])


@router.shows("/{table}/shoes", "What was promised", "The newest first", Act.VIEW_PUBLIC)
async def shoes(
    caller: SignedIn,
    running: AtTable,
    before: q.BeforeNumber = 2**31 - 1,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ShoesForm:
    """The promises of a table's random shoes, with their times."""
    table = running.entry.table
    older = [
        each
        for number, each in (await promises(caller.casino.store, table)).items()
        if number < before
    ]
    page = older[-limit:][::-1]
    more = page[-1].committed.shoe if len(older) > limit else None
    lines = tuple(each.form() for each in page)
    return ShoesForm(table=table, cards=running.entry.cards, shoes=lines, next=more)


@router.shows("/{table}/shoes/{shoe}", "One shoe", "As far as it was opened", Act.VIEW_PUBLIC)
async def shoe(caller: SignedIn, running: AtTable, shoe: q.Number) -> ShoeForm:
    """The promise, every card shown so far with its proof, and the whole order once revealed."""
    table = running.entry.table
    promise = (await promises(caller.casino.store, table)).get(shoe)
    if promise is None:
        raise not_found(say("error.no-shoe", shoe=shoe))
    revealed = promise.revealed
    opened = () if revealed is not None else await _opened(caller, running, promise)
    return ShoeForm(
        table=table,
        promise=promise.form(),
        opened=opened,
        order=revealed.cards if revealed else "",
        secret=revealed.secret if revealed else "",
    )


async def fold_shoe(caller: Caller, running: RunningTable, cards: str) -> ShoeFold | None:
    """A set of cards by its name, read from where it came to the table; None: it never did."""
    index = await caller.casino.indexes.of(running)
    places = [place for place, mark in enumerate(index.shoes) if mark.cards == cards]
    return await fold_shoe_at(caller, running, places[-1]) if places else None


async def fold_shoe_at(caller: Caller, running: RunningTable, place: int) -> ShoeFold:
    """A set of cards by its place among those that came to the table."""
    index = await caller.casino.indexes.of(running)
    first, last = index.shoe_span(place)
    mark = index.before(first)
    fold = ShoeFold(mark.table)
    async for step in steps(caller.casino.store, running.entry.table, mark.sequence + 1, last):
        if step.sequence == first:
            fold = ShoeFold(fold.table)
        fold.take(step)
    return fold


async def _opened(
    caller: Caller, running: RunningTable, promise: PromisedShoe
) -> tuple[OpenedCardForm, ...]:
    """The shown cards of the shoe in play, and of no other: everything else of it is secret."""
    port = running.shoes
    fold = await fold_shoe(caller, running, promise.committed.cards)
    if port is None or fold is None or not port.promised(promise.committed.cards):
        return ()
    current = port.shoe
    if current.number != promise.committed.shoe:
        return ()
    found = []
    for left, card in sorted(fold.shown.items()):
        # What was shown is opened; a card that was not the promised one proves itself.
        if left < current.size and current.card_at(left) is card:
            at, text, salt, path = current.opened(left)
            found.append(OpenedCardForm(position=at, card=text, salt=salt, path=path))
    return tuple(found)
