"""The money on the layout and the places around it, without names."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.play.limits import differential_places, side_totals
from puntobanco.play.table import Betting, Dealing, Resolved, Stage, Stakes, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.slots import Hand
from puntobanco.views.reading import Reading
from puntobanco.views.setup import Moment
from puntobanco.wire import forms as f


def lying(stage: Stage) -> Stakes:
    """The stakes that lie on the layout: once a coup is paid, those that stayed."""
    match stage:
        case Betting() | Dealing():
            return stage.stakes
        case Resolved():
            return stage.staying
        case _:
            return {}


def stakes_form(reading: Reading) -> f.StakesForm:
    """What lies on each wager, all patrons together."""
    rules, stakes = reading.rules, lying(reading.table.stage)
    amounts: dict[str, Units] = {}
    patrons: dict[str, set[str]] = {}
    for (patron, _, wager), stake in stakes.items():
        amounts[wager] = amounts.get(wager, 0) + stake
        patrons.setdefault(wager, set()).add(patron)
    sides, total = side_totals(rules, stakes, None), sum(amounts.values())
    left = _differential_left(rules, stakes, sides)
    return f.StakesForm(
        spots={
            wager: f.SpotForm(
                amount=amounts[wager],
                patrons=len(patrons[wager]),
                share=(200 * amounts[wager] + total) // (2 * total),
            )
            for wager in rules.wagers
            if wager in amounts
        },
        total=total,
        player_side=sides[Hand.PLAYER],
        banker_side=sides[Hand.BANKER],
        differential_left_player=left.get(Hand.PLAYER),
        differential_left_banker=left.get(Hand.BANKER),
    )


def _differential_left(
    rules: HouseRules, stakes: Stakes, sides: dict[Hand, Units]
) -> dict[Hand, Units]:
    """What each side can still take, where the Differential is taken over the whole table."""
    limit = rules.settings.differential
    if limit is None or rules.book.conduct.betting.differential is None:
        return {}
    if differential_places(rules, {**stakes, ("", 0, ""): 0}) != (None,):
        return {}
    return {hand: max(0, limit - (sides[hand] - sides[hand.other])) for hand in Hand}


def seats_form(reading: Reading, moment: Moment) -> f.SeatsForm:
    """Which places are taken, and how many stand or watch."""
    table = reading.table
    taken = {patron.place for patron in table.patrons.values()}
    acting = {each.patron for each in table.nominees.values() if each.announced}
    represented = {table.patrons[name].place for name in acting if name in table.patrons}
    pucks = _pucks(table)
    staked = dict.fromkeys(range(1, reading.rules.seats + 1), 0)
    for (_, place, _), stake in lying(table.stage).items():
        if place in staked:
            staked[place] += stake
    return f.SeatsForm(
        seats=tuple(
            f.SeatForm(
                place=place,
                taken=place in taken,
                nominee=place in represented,
                staked=amount,
                pucks=pucks.get(place, ()),
            )
            for place, amount in staked.items()
        ),
        standing=sum(each.present and each.place is None for each in table.patrons.values()),
        watching=moment.watching,
    )


def _pucks(table: Table) -> dict[int, tuple[str, ...]]:
    """By place: the hands whose puck lies there, before the patron who handles them."""
    handlers = table.stage.handlers if isinstance(table.stage, Dealing) else {}
    found: dict[int, tuple[str, ...]] = {}
    for hand, who in handlers.items():
        patron = table.patrons.get(who)
        if patron is not None and patron.place is not None:
            found[patron.place] = (*found.get(patron.place, ()), hand)
    return found
