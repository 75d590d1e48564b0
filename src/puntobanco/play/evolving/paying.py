"""Settlement."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import Steps, with_dealing, with_rack, with_resolved
from puntobanco.play.table import Dealing, Resolved, Table
from puntobanco.rules.wagers import Result


def _stake_settled(table: Table, event: e.StakeSettled) -> Table:
    stage = table.dealing
    if event.result is not Result.LOSE and not event.stays:
        patrons = with_rack(table, event.patron, event.stake + event.profit, owed=event.owed)
        table = replace(table, patrons=patrons)
    return replace(table, stage=replace(stage, settled=(*stage.settled, event)))


def _ante_collected(table: Table, event: e.AnteCollected) -> Table:
    return with_dealing(table, collected=(*table.dealing.collected, event.patron))


def _ante_reversed(table: Table, event: e.AnteReversed) -> Table:
    if not isinstance(table.stage, Dealing):  # the whole coup is being reopened
        return table
    left = tuple(name for name in table.stage.collected if name != event.patron)
    return with_dealing(table, collected=left)


def _commission_collected(table: Table, event: e.CommissionCollected) -> Table:
    return replace(table, patrons=with_rack(table, event.patron, -event.amount, owed=-event.amount))


def _commission_returned(table: Table, event: e.CommissionReturned) -> Table:
    return replace(table, patrons=with_rack(table, event.patron, event.amount, owed=event.amount))


def _coup_settled(table: Table, event: e.CoupSettled) -> Table:
    stage = table.dealing
    resolved = Resolved(
        stakes=stage.stakes,
        antes=stage.antes,
        tape=stage.tape,
        settled=stage.settled,
        result=stage.result,
        staying={line.key: line.stake for line in stage.settled if line.stays},
        no_bet=stage.no_bet,
        bound=stage.bound,
        carried=stage.carried,
        next_no_bet=stage.next_no_bet,
        late=stage.late,
    )
    return with_resolved(table, resolved)


STEPS: Steps = {
    e.StakeSettled: _stake_settled,
    e.AnteCollected: _ante_collected,
    e.AnteReversed: _ante_reversed,
    e.CommissionCollected: _commission_collected,
    e.CommissionReturned: _commission_returned,
    e.CoupSettled: _coup_settled,
}
