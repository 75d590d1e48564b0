"""Opening, staking, withdrawing, moving: checks in a fixed order, the first failure refuses."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.announced import staff_watch
from puntobanco.play.calls import announcement
from puntobanco.play.cards.preparing import burn_rule
from puntobanco.play.draft import Draft, taken
from puntobanco.play.events import StakeKey
from puntobanco.play.limits import left_over, over_limits, within_differential
from puntobanco.play.people import STAFF_ONLY, acting_refusal, entitled, not_enough
from puntobanco.play.table import Betting, Dealing, Preparing, Ready, Resolved, Stakes, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.words import wager_said
from puntobanco.sayings.saying import listed, named, say


def open_betting(rules: HouseRules, table: Table, request: r.OpenBetting) -> e.Events | Refusal:
    """The opening call."""
    rule = rules.book.conduct
    refusal = entitled(rules, request.by, "dealer", STAFF_ONLY)
    if refusal is not None:
        return refusal
    stage = table.stage
    if isinstance(stage, Preparing) and "load" in stage.steps:
        said = say("refused.not-burnt")
        return Refusal(Reason.STEP_MISSING, said, burn_rule(rules).clauses)
    if not isinstance(stage, Ready | Resolved):
        clauses = rule.dealing.pay_clauses  # the open coup comes first, until its last payment
        if isinstance(stage, Preparing):
            clauses = (*rule.cards.unprepared_clauses, *stage.ordered_clauses)
        return Refusal(Reason.WRONG_STAGE, say("refused.no-coup-now"), clauses)
    if table.shoe.over or table.shoe.replacement:
        ends = rules.chosen(rule.ends)
        clauses = ends[0].over_clauses if ends else rule.cards.replace_clauses
        clauses = table.shoe.replacement_clauses or clauses
        said = say("refused.cards-finished")
        return Refusal(Reason.SHOE_OVER, said, clauses)
    no_bet = stage.no_bet if isinstance(stage, Ready) else stage.next_no_bet
    return (
        e.BettingOpened(coup=table.coup + 1, no_bet=no_bet, clauses=rule.betting.opening_clauses),
        *(announcement(rule.no_bet_call) if no_bet else ()),
    )


def place_stake(rules: HouseRules, table: Table, request: r.PlaceStake) -> e.Events | Refusal:
    """Stake chips; a stake already there is raised."""
    key = request.key
    refusal = (
        _too_late_to_speak(rules, table, request)
        or _not_alterable(rules, table, key)
        or _not_betting(rules, table, request.wager, withdrawal=False)
    )
    return refusal or _place(rules, table, request)


def _place(rules: HouseRules, table: Table, request: r.PlaceStake) -> e.Events | Refusal:
    """Lay chips on a layout that is open to them."""
    key, stakes = request.key, _layout(table)
    refusal = (
        acting_refusal(rules, table, request.by, request.patron, "wagers")
        or _bad_wager(rules, request)
        or _bad_place(rules, table, request)
        or _needs_main(rules, stakes, key)
    )
    if refusal is not None:
        return refusal
    if not staff_watch(rules):
        refusal = over_limits(rules, stakes, key, request.amount)
    displaced: tuple[e.Event, ...] = ()
    if refusal is None and not staff_watch(rules):
        outcome = within_differential(rules, table, stakes, key, request.amount)
        if isinstance(outcome, Refusal):
            refusal = outcome
        else:
            displaced = outcome
    rack = table.patrons[request.patron].rack
    if refusal is None and request.amount > rack:
        refusal = not_enough(rules, request.patron, request.amount, rack)
    if refusal is not None:
        return refusal
    placed = e.StakePlaced(
        patron=request.patron,
        place=request.place,
        wager=request.wager,
        amount=request.amount,
        by=request.by,
        asked=request.asked,
        clauses=_placing_clauses(rules, table, request),
    )
    return (*displaced, placed)


def _layout(table: Table) -> Stakes:
    """The stakes that may be changed now: those of an open coup, or those a tie left lying."""
    stage = table.stage
    assert isinstance(stage, Betting | Resolved), stage
    return stage.stakes if isinstance(stage, Betting) else stage.staying


def _not_alterable(rules: HouseRules, table: Table, key: StakeKey) -> Refusal | None:
    """Why a stake that lies between two coups may not be changed; None while betting is open.

    A stand-off leaves stakes on the hands where they lie. Their owners may change those at once,
    before anything is called; a stake that does not lie there is laid when betting opens.
    """
    stage = table.stage
    if not isinstance(stage, Resolved) or not stage.staying or key in stage.staying:
        return None
    rule = rules.book.conduct.betting
    said = say("refused.only-stayed")
    clauses = (*rule.stand_off_clauses, *rule.losing_clauses)
    return Refusal(Reason.BETTING_NOT_OPEN, said, clauses)


def _placing_clauses(rules: HouseRules, table: Table, request: r.PlaceStake) -> Clauses:
    """Why the stake is taken: the wager's offer, the mix it makes, who laid it, when."""
    rule, stage, stakes = rules.book.conduct.betting, table.stage, _layout(table)
    clauses = rules.wagers[request.wager].terms.offer_clauses or rule.offer_clauses
    if rules.wagers[request.wager].kind.is_main:
        held = {*_main_stakes(rules, stakes, request.patron), request.wager}
        mix = (each.clauses for each in rule.mixes if held == set(each.wagers))
        clauses = (*clauses, *next(mix, ()))
    if isinstance(stage, Resolved):
        clauses = (*rule.stand_off_clauses, *clauses)
    elif isinstance(stage, Betting) and stage.reopened:
        unseen = rules.chosen(rules.book.conduct.dealing.reopen_unseen)
        new = request.key not in stakes
        for each in unseen:
            clauses = (*clauses, *(each.new_clauses if new else each.alter_clauses))
    if table.patrons[request.patron].place != request.place:
        sharing = rules.chosen(rules.book.conduct.sharing)[0]
        clauses = (*clauses, *sharing.standing_clauses)
    if request.spoken:
        clauses = (*clauses, *rule.spoken_clauses)
    if request.by != request.patron and rules.book.posts.knows(request.by):
        clauses = (*clauses, *rule.staff_places_clauses)
    return clauses


def _too_late_to_speak(rules: HouseRules, table: Table, request: r.PlaceStake) -> Refusal | None:
    clauses = rules.book.conduct.betting.spoken_clauses
    if not request.spoken or not isinstance(table.stage, Dealing) or not clauses:
        return None
    said = say("refused.spoken-late")
    return Refusal(Reason.BETTING_CLOSED, said, clauses)


def _not_betting(
    rules: HouseRules, table: Table, wager: str, *, withdrawal: bool
) -> Refusal | None:
    rule, stage = rules.book.conduct.betting, table.stage
    if isinstance(stage, Resolved) and stage.staying:
        return None
    if isinstance(stage, Betting):
        if stage.no_bet and not withdrawal:
            said = say("refused.free-hand")
            return Refusal(Reason.NO_BETS, said, rule.no_bet_clauses)
        return None
    if isinstance(stage, Dealing):
        if withdrawal:
            said = say("refused.bets-closed-untouched")
            losing = rule.losing_clauses if stage.result_announced else ()
            clauses = (*rule.late_withdrawal_clauses, *losing)
            for each in rules.chosen(rules.book.conduct.dealing.reopen_unseen):
                post = rules.book.posts.said(each.post)
                said = say("refused.bets-closed-unless", post=post)
                clauses = (*clauses, *each.clauses)
            return Refusal(Reason.BETTING_CLOSED, said, clauses)
        offered = rules.wagers.get(wager)
        clauses = (offered.terms.late_clauses if offered else ()) or rule.late_clauses
        said = say("refused.bets-closed")
        return Refusal(Reason.BETTING_CLOSED, said, clauses)
    said = say("refused.bets-not-open")
    return Refusal(Reason.BETTING_NOT_OPEN, said, rule.opening_clauses)


def _bad_wager(rules: HouseRules, request: r.PlaceStake) -> Refusal | None:
    rule = rules.book.conduct.betting
    if request.wager not in rules.wagers:
        offered = listed(map(wager_said, list(rules.wagers)[:8]))
        said = say("refused.no-such-wager", wager=request.wager[:40], offered=offered)
        optional = (
            each.clauses for each in rule.not_offered if request.wager.startswith(each.family)
        )
        return Refusal(Reason.UNKNOWN_WAGER, said, next(optional, rule.offer_clauses))
    if request.amount <= 0:
        said = say("refused.stake-zero")
        return Refusal(Reason.BAD_AMOUNT, said, offending=request.amount)
    if request.spoken and not request.chips:
        said = say("refused.spoken-bare")
        return Refusal(Reason.NO_CHIPS_SHOWN, said, rule.spoken_clauses)
    return None


def _bad_place(rules: HouseRules, table: Table, request: r.PlaceStake) -> Refusal | None:
    sharing = rules.chosen(rules.book.conduct.sharing)[0]
    patron = table.patrons[request.patron]
    if request.place == 0 and sharing.standing_area and patron.place is None:
        return None
    if not 1 <= request.place <= rules.seats:
        said = say("refused.no-betting-place", place=request.place, most=rules.seats)
        return Refusal(Reason.NO_SUCH_PLACE, said, rules.places.clauses)
    if sharing.standing_area and patron.place is None:
        said = say("refused.standing-area")
        return Refusal(Reason.NOT_ENTITLED, said, sharing.standing_clauses)
    sits = any(each.place == request.place for each in table.patrons.values())
    if sharing.beside_seated_clauses and request.place and not sits:
        said = say("refused.empty-place", place=request.place)
        return Refusal(Reason.NOT_ENTITLED, said, sharing.beside_seated_clauses)
    area = (request.place, request.wager)
    others = {who for who, *where in _layout(table) if tuple(where) == area}
    most = rules.settings.patrons_share or sharing.patrons_most
    if most is not None and request.patron not in others and len(others) >= most:
        said = say("refused.area-full", count=most, place=request.place)
        return Refusal(Reason.AREA_FULL, said, sharing.clauses)
    return None


def _needs_main(rules: HouseRules, stakes: Stakes, key: StakeKey) -> Refusal | None:
    clauses = rules.wagers[key[2]].terms.needs_main_clauses
    if not clauses or _main_stakes(rules, stakes, key[0]):
        return None
    said = say("refused.needs-main", wager=wager_said(key[2]))
    return Refusal(Reason.NEEDS_MAIN_WAGER, said, clauses)


def _main_stakes(rules: HouseRules, stakes: Stakes, patron: str) -> dict[str, Units]:
    """A patron's totals on the main wagers."""
    totals: dict[str, Units] = {}
    for (who, _, wager), stake in stakes.items():
        if who == patron and rules.wagers[wager].kind.is_main:
            totals[wager] = totals.get(wager, 0) + stake
    return totals


# --- withdrawing and moving -------------------------------------------------------------------


def take_stake(rules: HouseRules, table: Table, request: r.TakeStake) -> e.Events | Refusal:
    """Withdraw a stake or part of it, while betting is open."""
    key = request.key
    refusal = (
        _bound(rules, table, request.patron)
        or _not_alterable(rules, table, key)
        or _losing(rules, table)
        or _not_betting(rules, table, request.wager, withdrawal=True)
        or acting_refusal(rules, table, request.by, request.patron, "wagers")
    )
    if refusal is not None:
        return refusal
    stakes = _layout(table)
    have = stakes.get(key, 0)
    amount = have if request.amount is None else request.amount
    refusal = _bad_withdrawal(rules, stakes, key, amount)
    if refusal is not None:
        return refusal
    clauses = _changing_clauses(rules, table)
    if isinstance(table.stage, Betting) and table.stage.reopened:
        for each in rules.chosen(rules.book.conduct.dealing.reopen_unseen):
            clauses = each.withdraw_clauses if amount == have else each.alter_clauses
    return (taken(key, amount, request.by, clauses),)


def _changing_clauses(rules: HouseRules, table: Table) -> Clauses:
    """Why chips that lie may be moved now: betting is open, or a tie left them there."""
    rule = rules.book.conduct.betting
    return rule.opening_clauses if isinstance(table.stage, Betting) else rule.stand_off_clauses


def _bound(rules: HouseRules, table: Table, patron: str) -> Refusal | None:
    stage = table.stage
    if isinstance(stage, Dealing) and patron in stage.bound:
        said = say("refused.bound", who=named(patron))
        return Refusal(Reason.BOUND, said, rules.book.conduct.betting.bound_clauses)
    return None


def _losing(rules: HouseRules, table: Table) -> Refusal | None:
    clauses = rules.book.conduct.betting.losing_clauses
    if isinstance(table.stage, Resolved) and not table.stage.staying and clauses:
        said = say("refused.settled")
        return Refusal(Reason.BETTING_NOT_OPEN, said, clauses)
    return None


def _bad_withdrawal(
    rules: HouseRules, stakes: Stakes, key: StakeKey, amount: Units
) -> Refusal | None:
    have = stakes.get(key, 0)
    if not 0 < amount <= have:
        return _not_so_much(rules, key, have, amount)
    left = have - amount
    refusal = left_over(rules, rules.wagers[key[2]], left)
    if refusal is not None:
        return refusal
    without = {other: stake for other, stake in stakes.items() if other != key or left}
    for who, _, name in without:
        if who == key[0] and not _main_stakes(rules, without, who):
            clauses = rules.wagers[name].terms.needs_main_clauses
            if clauses:
                said = say("refused.rests-on", wager=wager_said(name))
                return Refusal(Reason.NEEDS_MAIN_WAGER, said, clauses)
    return None


def _not_so_much(rules: HouseRules, key: StakeKey, have: Units, amount: Units) -> Refusal:
    """What lies there is less than should come back or go elsewhere, or nothing lies there."""
    show, who, wager = rules.settings.currency.show, named(key[0]), wager_said(key[2])
    said = say("refused.nothing-staked", who=who, wager=wager)
    if have:
        said = say(
            "refused.staked-there", who=who, have=show(have), wager=wager, amount=show(amount)
        )
    return Refusal(Reason.NOTHING_STAKED, said, (), amount, have)


def move_stake(rules: HouseRules, table: Table, request: r.MoveStake) -> e.Events | Refusal:
    """Move chips to another wager: a withdrawal and a placing, both or neither."""
    key = request.key
    refusal = (
        _not_alterable(rules, table, key)
        or _not_betting(rules, table, request.wager, withdrawal=True)
        or acting_refusal(rules, table, request.by, request.patron, "wagers")
        or _not_on_a_hand(rules, table, request)
    )
    if refusal is not None:
        return refusal
    have = _layout(table).get(key, 0)
    amount = have if request.amount is None else request.amount
    if not 0 < amount <= have:
        return _not_so_much(rules, key, have, amount)
    refusal = left_over(rules, rules.wagers[request.wager], have - amount)
    if refusal is not None:
        return refusal
    clauses = _changing_clauses(rules, table)
    if isinstance(table.stage, Betting) and table.stage.reopened:
        for each in rules.chosen(rules.book.conduct.dealing.reopen_unseen):
            clauses = each.move_clauses
    withdrawn = taken(key, amount, request.by, clauses)
    draft = Draft(table)
    draft.add(withdrawn)
    placed = _place(
        rules,
        draft.table,
        r.PlaceStake(
            by=request.by,
            patron=request.patron,
            place=request.to_place,
            wager=request.to_wager,
            amount=amount,
        ),
    )
    return placed if isinstance(placed, Refusal) else (withdrawn, *placed)


def _not_on_a_hand(rules: HouseRules, table: Table, request: r.MoveStake) -> Refusal | None:
    """What stayed after a tie may be moved between the hands, and nowhere else."""
    wager = rules.wagers.get(request.to_wager)
    if isinstance(table.stage, Betting) or (wager is not None and wager.kind.hand is not None):
        return None
    said = say("refused.other-hand-only")
    clauses = rules.book.conduct.betting.stand_off_clauses
    return Refusal(Reason.BETTING_NOT_OPEN, said, clauses)


def place_ante(rules: HouseRules, table: Table, request: r.PlaceAnte) -> e.Events | Refusal:
    """Lay the Ante that a patron's wagers call for."""
    refusal = _not_betting(rules, table, "", withdrawal=False) or acting_refusal(
        rules, table, request.by, request.patron, "wagers"
    )
    if refusal is not None:
        return refusal
    stage = table.stage
    if not isinstance(stage, Betting):  # stakes stay after a tie: Antes are laid when betting opens
        said = say("refused.bets-not-open")
        clauses = rules.book.conduct.betting.opening_clauses
        return Refusal(Reason.BETTING_NOT_OPEN, said, clauses)
    ante, main = rules.ante, _main_stakes(rules, stage.stakes, request.patron)
    if ante is None:
        said = say("refused.no-ante-due", who=named(request.patron))
        return Refusal(Reason.NO_ANTE, said)
    due = ante.due(main)
    if not due or stage.antes.get(request.patron):
        said = say("refused.no-ante-due", who=named(request.patron))
        waived = main and not due
        clauses = ante.rule.waiver_clauses if waived else ante.rule.placed_clauses
        return Refusal(Reason.NO_ANTE, said, clauses)
    rack = table.patrons[request.patron].rack
    if due > rack:
        return not_enough(rules, request.patron, due, rack)
    clauses = ante.rule.placed_clauses
    return (e.AntePlaced(patron=request.patron, amount=due, clauses=clauses),)


def ante_due(rules: HouseRules, stakes: Stakes, patron: str) -> Units:
    """The Ante a patron owes on their stakes."""
    return rules.ante.due(_main_stakes(rules, stakes, patron)) if rules.ante else 0
