"""Limits against a second statement of them: no breach is accepted and nothing lawful refused."""

from __future__ import annotations

from random import Random

from puntobanco.base.money import Units
from puntobanco.play import requests as r
from puntobanco.play.doors import decide
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Betting, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settings import Watch
from tests.oracle.reductions import banker_acceptable
from tests.properties.crowd import Crowd
from tests.properties.houses import random_house
from tests.properties.people import PATRONS
from tests.properties.session import TEMPERS, Session
from tests.sizes import size_of

ATTEMPTS = size_of("attempts")
LIMITS = {Reason.BELOW_MINIMUM, Reason.ABOVE_MAXIMUM, Reason.NOT_PAYABLE, Reason.OVER_DIFFERENTIAL}


def sign(rules: HouseRules, wager: str, patron: str) -> tuple[Units, Units]:
    """The least and the most on a wager, from the settings as an operator writes them."""
    settings = rules.settings
    limits = settings.limits
    kind = rules.wagers[wager].kind.value
    limit = {"player": limits.hand, "banker": limits.hand, "tie": limits.tie}.get(kind, limits.side)
    limit = dict(settings.wager_limits).get(wager, limit)
    own = dict(settings.personal_maximums).get(patron)
    if own is not None and kind in ("player", "banker"):
        return min(limit.minimum, own), own
    return limit.minimum, limit.maximum


def verdict(rules: HouseRules, table: Table, command: r.PlaceStake) -> bool:
    """Whether the stake is within every limit but the Differential."""
    stage, settings = table.stage, rules.settings
    assert isinstance(stage, Betting), stage
    least, most = sign(rules, command.wager, command.patron)
    here, person, area = 0, 0, 0
    for (who, place, wager), stake in stage.stakes.items():
        if wager == command.wager:
            here += stake if (who, place) == (command.patron, command.place) else 0
            person += stake if who == command.patron else 0
            area += stake if place == command.place else 0
    lawful = here + command.amount >= least and person + command.amount <= most
    lawful &= (here + command.amount) % settings.stake_step == 0
    if settings.area_total_capped:  # NZ 5.8(b) caps an area at the table's maximum
        lawful &= area + command.amount <= sign(rules, command.wager, "")[1]
    pays_exactly = (
        rules.book.conduct.betting.payable_clauses and rules.wagers[command.wager].commission
    )
    if pays_exactly:
        lawful &= banker_acceptable(here + command.amount, settings.chips)
    return lawful


def difference(rules: HouseRules, stage: Betting, command: r.PlaceStake, *, whole: bool) -> Units:
    """By how much a stake's hand leads the other, at its place or on the whole table."""
    sums = {"player": 0, "banker": 0}
    for (_, place, wager), stake in stage.stakes.items():
        if wager in sums and (whole or place == command.place):
            sums[wager] += stake
    other = {"player": "banker", "banker": "player"}[command.wager]
    return sums[command.wager] - sums[other]


def attempt(rules: HouseRules, table: Table, command: r.PlaceStake) -> tuple[Table, str]:
    """Try a stake; the table after it, and what was decided."""
    outcome = decide(rules, table, command)
    lawful = verdict(rules, table, command)
    if isinstance(outcome, Refusal):
        if outcome.reason in LIMITS - {Reason.OVER_DIFFERENTIAL}:
            assert not lawful, (command, outcome)
            return table, "refused"
        return table, outcome.reason.value
    assert lawful, command
    for event in outcome:
        table = evolve(table, event)
    limit, book = rules.settings.differential, rules.book.conduct.betting.differential
    if limit is not None and book is not None and command.wager in ("player", "banker"):
        whole = book.scope.value == "table" or rules.settings.differential_over_table
        assert isinstance(table.stage, Betting)
        assert difference(rules, table.stage, command, whole=whole) <= limit, command
    return table, "accepted"


def test_limits_hold_and_refuse_nothing_lawful() -> None:
    done = {"accepted": 0, "refused": 0, "over_differential": 0}
    seed = 0
    while sum(done.values()) < ATTEMPTS:
        seed += 1
        random = Random(seed)
        rules = random_house(random)
        if rules.settings.watch is not Watch.SOFTWARE:
            continue
        session = Session(random, rules, TEMPERS[0])
        session.gather()
        while not isinstance(session.watched.table.stage, Betting):
            session.carry_on()
        table, crowd = session.watched.table, Crowd(random, rules)
        for _ in range(150):
            command = _command(random, rules, crowd, table)
            table, what = attempt(rules, table, command)
            done[what] = done.get(what, 0) + 1
    for kind in ("accepted", "refused", "over_differential"):
        assert done[kind] > ATTEMPTS // 200, done


def _command(random: Random, rules: HouseRules, crowd: Crowd, table: Table) -> r.PlaceStake:
    """A stake at or near some limit, of somebody who has the chips."""
    patron = random.choice(PATRONS)
    wager = random.choice(
        ("player", "banker", "player", "banker", random.choice(crowd.wagers[:-1]))
    )
    least, most = sign(rules, wager, patron)
    place = table.patrons[patron].place or random.choice((0, 1, 2))
    amount = random.choice(
        (least - 1, least, least + 1, most - 1, most, most + 1, 20_00 * random.randint(1, 30))
    )
    limit, stage = rules.settings.differential, table.stage
    if limit is not None and wager in ("player", "banker") and random.random() < 0.5:
        assert isinstance(stage, Betting)
        whole = random.random() < 0.5
        command = r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=1)
        amount = limit - difference(rules, stage, command, whole=whole) + random.choice((0, 1))
    return r.PlaceStake(by=patron, patron=patron, place=place, wager=wager, amount=max(1, amount))
