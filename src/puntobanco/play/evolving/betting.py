"""Stakes and Antes while betting is open."""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play import events as e
from puntobanco.play.evolving.parts import (
    Steps,
    changed_stakes,
    in_order,
    with_ante,
    with_dealing,
    with_shoe,
    with_stake,
)
from puntobanco.play.table import Betting, Dealing, Played, Ready, Resolved, Table, paid_coup


def _betting_opened(table: Table, event: e.BettingOpened) -> Table:
    stage = table.stage
    assert isinstance(stage, Ready | Resolved), stage
    carried = stage.carried
    if table.shoe.continuous:  # what was dealt before is back among the others
        faces = tuple(lying.card for lying in carried if lying.card is not None)
        table = with_shoe(table, out=len(carried), seen=faces)
        carried = tuple(replace(lying, left=None) for lying in carried)
    staying = stage.staying if isinstance(stage, Resolved) else {}
    betting = Betting(stakes=staying, no_bet=event.no_bet, tape=in_order(carried))
    paid = paid_coup(table)
    before = table.before if paid is None else Played(table.coup, paid.tape, paid.result)
    options = {**table.options, **table.elected} if table.elected else table.options
    table = replace(table, stage=betting, coup=event.coup, last=None, before=before)
    return replace(table, options=options, elected={}, standing=())


def _betting_reopened(table: Table, event: e.BettingReopened) -> Table:
    stage = table.dealing
    betting = Betting(
        stage.stakes, stage.antes, stage.no_bet, stage.tape, reopened=bool(stage.tape)
    )
    coups_left = table.shoe.coups_left
    if coups_left is not None:  # the closing call that counted one off did not hold
        table = with_shoe(table, coups_left=coups_left + 1)
    return replace(table, stage=betting)


def _stake_placed(table: Table, event: e.StakePlaced) -> Table:
    return with_stake(table, event.key, event.amount)


def _late_stake_laid(table: Table, event: e.LateStakeLaid) -> Table:
    table = with_stake(table, event.key, event.amount)
    return with_dealing(table, late=changed_stakes(table.dealing.late, event.key, event.amount))


def _stake_taken(table: Table, event: e.StakeTaken) -> Table:
    return with_stake(table, event.key, -event.amount)


def _stake_reduced(table: Table, event: e.StakeReduced) -> Table:
    return with_stake(table, event.key, -event.amount)


def _ante_placed(table: Table, event: e.AntePlaced) -> Table:
    return with_ante(table, event.patron, event.amount)


def _ante_returned(table: Table, event: e.AnteReturned) -> Table:
    return with_ante(table, event.patron, -event.amount)


def _betting_closed(table: Table, event: e.BettingClosed) -> Table:
    stage = table.stage
    assert isinstance(stage, Betting), stage
    dealing = Dealing(stage.stakes, stage.antes, stage.no_bet, stage.tape, waited=len(stage.tape))
    coups_left = table.shoe.coups_left
    if coups_left is not None:
        table = with_shoe(table, coups_left=coups_left - 1)
    return replace(table, stage=dealing)


STEPS: Steps = {
    e.BettingOpened: _betting_opened,
    e.BettingReopened: _betting_reopened,
    e.StakePlaced: _stake_placed,
    e.LateStakeLaid: _late_stake_laid,
    e.StakeTaken: _stake_taken,
    e.StakeReduced: _stake_reduced,
    e.AntePlaced: _ante_placed,
    e.AnteReturned: _ante_returned,
    e.BettingClosed: _betting_closed,
}
