"""The table, its patrons and their nominees."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import Steps, with_rack
from puntobanco.play.table import Closed, Nominee, Patron, Preparing, Resolved, Table


def _table_opened(table: Table, event: e.TableOpened) -> Table:
    # A final coup ended the play before; opened anew, the table plays on.
    last = None if table.last is not None and table.last.final else table.last
    return replace(table, stage=Preparing(), options=event.options, last=last)


def _table_closed(table: Table, event: e.TableClosed) -> Table:
    return replace(table, stage=Closed())


def _play_ended(table: Table, event: e.PlayEnded) -> Table:
    if isinstance(table.stage, Resolved):
        return replace(table, stage=replace(table.stage, final=True))
    assert table.last is not None, table.stage
    return replace(table, last=replace(table.last, final=True))


def _option_changed(table: Table, event: e.OptionChanged) -> Table:
    if event.at_once:
        return replace(table, options={**table.options, event.option: event.value})
    return replace(table, elected={**table.elected, event.option: event.value})


def _edition_adopted(table: Table, event: e.EditionAdopted) -> Table:
    return replace(table, options=event.options, elected={})


def _patron_came(table: Table, event: e.PatronCame) -> Table:
    known = table.patrons.get(event.patron) or Patron(event.patron)
    patron = replace(known, place=event.place, present=True)
    return replace(table, patrons={**table.patrons, event.patron: patron})


def _patron_went(table: Table, event: e.PatronWent) -> Table:
    patron = replace(table.patrons[event.patron], place=None, present=False)
    return replace(table, patrons={**table.patrons, event.patron: patron})


def _chips_bought(table: Table, event: e.ChipsBought) -> Table:
    return replace(table, patrons=with_rack(table, event.patron, event.amount))


def _chips_cashed(table: Table, event: e.ChipsCashed) -> Table:
    return replace(table, patrons=with_rack(table, event.patron, -event.amount))


def _nominee_named(table: Table, event: e.NomineeNamed) -> Table:
    nominee = Nominee(event.nominee, event.patron)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_approved(table: Table, event: e.NomineeApproved) -> Table:
    nominee = replace(table.nominees[event.nominee], approved=True)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_announced(table: Table, event: e.NomineeAnnounced) -> Table:
    nominee = replace(table.nominees[event.nominee], announced=True)
    return replace(table, nominees={**table.nominees, event.nominee: nominee})


def _nominee_ended(table: Table, event: e.NomineeEnded) -> Table:
    nominees = {name: each for name, each in table.nominees.items() if name != event.nominee}
    return replace(table, nominees=nominees)


def _nominees_barred(table: Table, event: e.NomineesBarred) -> Table:
    before = table.barred.get(event.what, {}) if event.patrons else {}  # all: whatever was said
    orders = dict.fromkeys(event.patrons or ("*",), not event.lifted)
    return replace(table, barred={**table.barred, event.what: {**before, **orders}})


STEPS: Steps = {
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.PlayEnded: _play_ended,
    e.OptionChanged: _option_changed,
    e.EditionAdopted: _edition_adopted,
    e.PatronCame: _patron_came,
    e.PatronWent: _patron_went,
    e.ChipsBought: _chips_bought,
    e.ChipsCashed: _chips_cashed,
    e.NomineeNamed: _nominee_named,
    e.NomineeApproved: _nominee_approved,
    e.NomineeAnnounced: _nominee_announced,
    e.NomineeEnded: _nominee_ended,
    e.NomineesBarred: _nominees_barred,
}
