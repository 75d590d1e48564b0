"""Rings of a dealer and a patron are told before 500 coups; honest pairs are not."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from puntobanco.audit.chances import Chances
from puntobanco.audit.evidence import Evidence
from puntobanco.audit.log_index import LoggedEvent
from puntobanco.base.cards import DECK, card, cards
from puntobanco.books import book_named
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.driver import Driver
from puntobanco.play.events import Event
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.slots import Slot
from puntobanco.surveillance import collusion
from puntobanco.surveillance.collusion import Pairs
from puntobanco.surveillance.seen_coups import CoupWatch, SeenCoup
from tests.server.rings import RINGS, Dealt, Play, coups, floor_moves, honest, pool
from tests.sizes import size_of
from tests.views.logs import hostile

RING_COUNT = size_of("rings")
PAIRS = size_of("pairs")
COUPS = 500
SEED = 11


@pytest.fixture(scope="module")
def rules() -> HouseRules:
    found = book_named("nz-division").configure({"dragon-bonus": "1", "perfect-pair": "1"})
    assert isinstance(found, HouseRules), found
    return found


@pytest.fixture(scope="module")
def chances(rules: HouseRules) -> Chances:
    return Chances.of(rules)


@pytest.fixture(scope="module")
def dealt(rules: HouseRules) -> list[Dealt]:
    return pool(rules, 10_000, SEED)


def told(play: Play, dealt: list[Dealt], chances: Chances, seed: int) -> tuple[str, int]:
    """How a pair is first told of, and after how many coups; an empty word: never."""
    pairs = Pairs()
    for number, coup in enumerate(coups(play, dealt, COUPS, random.Random(seed), "dora", "ann")):
        pairs.take(coup, chances)
        if number % 5 == 4:
            for flag in pairs.flags():
                return flag.kind, number + 1
    return "", COUPS


@pytest.mark.parametrize("ring", RINGS)
def test_rings_are_told_before_five_hundred_coups(
    ring: str, dealt: list[Dealt], chances: Chances
) -> None:
    found = [told(RINGS[ring], dealt, chances, seed) for seed in range(RING_COUNT)]
    caught = [after for kind, after in found if kind]
    assert len(caught) >= 0.99 * RING_COUNT, f"{len(caught)} of {RING_COUNT}"
    print(f"{ring}: {len(caught)} of {RING_COUNT}, by coup {max(caught)}")  # noqa: T201 - a figure


def test_honest_pairs_are_left_alone(dealt: list[Dealt], chances: Chances) -> None:
    false = [seed for seed in range(PAIRS) if told(honest, dealt, chances, 10**6 + seed)[0]]
    assert len(false) <= PAIRS / 100_000, false


def test_who_follows_a_dealer_is_told_and_nobody_else() -> None:
    houses, caught = max(RING_COUNT // 2, 5), 0
    for seed in range(houses):
        for follower in (True, False):
            pairs = Pairs()
            pairs.follow(floor_moves(random.Random(seed), COUPS, 12, follower=follower))
            flags = {(flag.kind, flag.dealer, flag.patron) for flag in pairs.flags()}
            caught += (collusion.FOLLOWS, "d0", "x") in flags and follower
            assert flags <= ({(collusion.FOLLOWS, "d0", "x")} if follower else set()), seed
    assert caught >= 0.99 * houses, f"{caught} of {houses}"
    print(f"following: {caught} of {houses}")  # noqa: T201 - a figure


def test_what_a_first_card_tells_is_what_was_dealt(dealt: list[Dealt], chances: Chances) -> None:
    for (hand, first), worth in chances.knowing.items():
        some = [each for each in dealt if each.first[hand] == first]
        for wager in ("player", "banker"):
            mean = sum(each.gains[wager] for each in some) / len(some) / 100_00
            error = 1.0 / len(some) ** 0.5
            assert abs(mean - chances.returns[wager] - worth[wager]) < 4.5 * error, (hand, first)


def test_gamblers_against_chance_do_not_become_rich() -> None:
    chance = random.Random(SEED)
    rich = 0
    for _ in range(400):
        evidence = Evidence()
        for _ in range(300):
            evidence.take(chance.choice((-1.0, 1.0)))
            if evidence.fortune >= 20:
                rich += 1
                break
    assert rich <= 400 / 20


# --- from a log -------------------------------------------------------------------------------


def seen_in(rules: HouseRules, events: Iterable[Event]) -> list[SeenCoup]:
    """The coups of a log whose events are half a second apart."""
    watch, found = CoupWatch(Table(), rules), list[SeenCoup]()
    for number, event in enumerate(events, start=1):
        found += watch.take(LoggedEvent(number, number * 500_000, "dora", "", "", event))
    return [*found, *watch.last()]


@pytest.mark.parametrize(("now", "favoured"), [("5c", True), ("3c", False)])
def test_a_card_corrected_in_favour_of_somebody_is_seen(
    rules: HouseRules, now: str, favoured: bool
) -> None:
    log: list[Event] = []
    driver = Driver(rules, log.append)
    driver.seat("ann", 1, 10**9)
    shoe = cards("As 3s 2h 3d Kd 3h 2c")
    driver.start_shoe([*shoe, *DECK], "S")
    driver.open()
    driver.stakes([("ann", 1, "player", 100_00)])
    driver.ask(r.CloseBetting(by="dealer"))
    driver.deal()
    driver.report(p.CardMisread(slot=Slot.P3, card=card(now)))
    driver.deal()
    driver.ask(r.Settle(by="dealer"))
    (coup,) = seen_in(rules, log)
    assert coup.favoured == {"ann": favoured}
    assert coup.dealer == "dora"
    assert [stake.late for stake in coup.stakes] == [True]


@pytest.mark.parametrize("seed", range(6))
def test_coups_are_seen_as_the_log_has_them(seed: int) -> None:
    log = hostile(seed)
    settled = sum(isinstance(event, e.CoupSettled) for event in log.events)
    undone = sum(isinstance(event, e.CoupVoided | e.CoupReopened) for event in log.events)
    seen = seen_in(log.rules, log.events)
    assert settled - undone <= len(seen) <= settled + undone
    for coup in seen:
        assert not (coup.stakes and not coup.winner)
        assert {stake.patron for stake in coup.stakes} <= set(coup.favoured)
    if not any(isinstance(ev, e.CoupVoided | e.CardCorrected) for ev in log.events):
        assert not any(any(coup.favoured.values()) for coup in seen)
