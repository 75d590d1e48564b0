"""Changes to a table that several events make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from puntobanco.base.cards import Card
from puntobanco.base.money import Units
from puntobanco.play.events import StakeKey
from puntobanco.play.table import (
    Betting,
    Dealing,
    Patron,
    Resolved,
    Stakes,
    Table,
    TapeCard,
    paid_coup,
)
from puntobanco.rules.slots import INITIAL_SLOTS

Steps: TypeAlias = dict[type[Any], Callable[[Table, Any], Table]]
"""By type of event: what it does."""


def with_rack(table: Table, patron: str, change: Units, owed: Units = 0) -> dict[str, Patron]:
    """The patrons after chips went to or from a rack, and commission came to be owed."""
    holder = table.patrons[patron]
    changed = replace(holder, rack=holder.rack + change, owed=holder.owed + owed)
    return {**table.patrons, patron: changed}


def changed_stakes(stakes: Stakes, key: StakeKey, change: Units) -> Stakes:
    """Stakes after one of them changed; a stake of nothing is none."""
    amount = stakes.get(key, 0) + change
    assert amount >= 0, f"stake {key} would fall to {amount}"
    if amount:
        return {**stakes, key: amount}
    return {other: stake for other, stake in stakes.items() if other != key}


def with_stake(table: Table, key: StakeKey, change: Units) -> Table:
    """The table after chips moved between a rack and the layout."""
    stage = table.stage
    table = replace(table, patrons=with_rack(table, key[0], -change))
    if isinstance(stage, Betting | Dealing):
        stage = replace(stage, stakes=changed_stakes(stage.stakes, key, change))
        if isinstance(stage, Dealing) and key in stage.late and change < 0:  # the late part first
            part = max(change, -stage.late[key])
            stage = replace(stage, late=changed_stakes(stage.late, key, part))
        return replace(table, stage=stage)
    paid = paid_coup(table)
    assert paid is not None, stage
    stakes = paid.stakes
    if key not in {line.key for line in paid.settled}:
        stakes = {other: stake for other, stake in stakes.items() if other != key}
    staying = changed_stakes(paid.staying, key, change)
    return with_paid(table, replace(paid, stakes=stakes, staying=staying))


def with_paid(table: Table, paid: Resolved) -> Table:
    """The table with the coup that was paid last changed, wherever it is kept."""
    if isinstance(table.stage, Resolved):
        return replace(table, stage=paid)
    return replace(table, last=paid)


def with_ante(table: Table, patron: str, change: Units) -> Table:
    """The table after an Ante moved between a rack and the layout."""
    stage = table.open_coup
    held = stage.antes.get(patron, 0) + change
    antes = {name: amount for name, amount in stage.antes.items() if name != patron}
    if held:
        antes[patron] = held
    return replace(
        table, patrons=with_rack(table, patron, -change), stage=replace(stage, antes=antes)
    )


def with_shoe(table: Table, **changes: Any) -> Table:
    """The table with some of its shoe changed."""
    return replace(table, shoe=replace(table.shoe, **changes))


def with_seen(table: Table, card: Card | None, *, left_shoe: bool) -> Table:
    """The table after a card left the shoe, or its face became known."""
    shoe = table.shoe
    seen = shoe.seen if card is None else (*shoe.seen, card)
    return replace(table, shoe=replace(shoe, out=shoe.out + left_shoe, seen=seen))


def with_dealing(table: Table, **changes: Any) -> Table:
    """The table with some of the coup that is being dealt changed."""
    return replace(table, stage=replace(table.dealing, **changes))


def in_order(waiting: tuple[TapeCard, ...]) -> tuple[TapeCard, ...]:
    """Cards that open a coup lie where its first cards go."""
    slots = (*INITIAL_SLOTS, *(None for _ in waiting))
    return tuple(replace(lying, slot=slot) for lying, slot in zip(waiting, slots, strict=False))


def with_resolved(table: Table, resolved: Resolved) -> Table:
    """The table after a coup is done with: between coups, or back at the cards being prepared."""
    shelved = table.shelved
    if shelved is None:
        return replace(table, stage=resolved)
    return replace(
        table,
        stage=shelved.stage,
        last=resolved,
        last_shoe=table.shoe,
        shoe=shelved.shoe,
        shelved=None,
    )
