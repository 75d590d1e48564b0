"""Following the next step alone plays every book in every style, as the automatic dealer does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from puntobanco.base.cards import DECK, Card
from puntobanco.books import BOOKS
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.driver import Driver
from puntobanco.play.evolve import evolve
from puntobanco.play.next_step import StepAct, next_step
from puntobanco.play.reports import ReportBase
from puntobanco.play.table import Betting, Dealing, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.options import Choice
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.slots import Slot
from tests.properties.session import session_of
from tests.properties.watched import Wish
from tests.sizes import size_of

from .follower import Follower
from .logs import rules_of

PATRONS = {"ann": 1, "ben": 2, "eve": 3}


def tables() -> Iterator[tuple[str, dict[str, str]]]:
    """Every book in every style and with every piece of equipment."""
    for name, book in BOOKS.items():
        choices = {each.name: each.values for each in book.options if isinstance(each, Choice)}
        for style in choices["style"]:
            for equipment in choices.get("equipment", ("",)):
                for burn in choices.get("burn", ("",)):
                    asked = {"equipment": equipment, "burn": burn}
                    extra = {option: value for option, value in asked.items() if value}
                    yield name, {"style": style, "decks": "4", **extra}
    yield "nz-division", {"style": "B", "decks": "4", "international": "on"}
    yield "nz-division", {"decks": "4", "ante": "2.00", "dragon-bonus": "1"}


TABLES = [
    (name, options)
    for name, options in tables()
    if isinstance(BOOKS[name].configure(options), HouseRules)
]


class Following:
    """A table that is driven by the next step and nothing else; patrons stake while they can."""

    def __init__(self, rules: HouseRules, seed: int, willing: float) -> None:
        self.rules = rules
        self.follower = Follower(Random(seed), rules, willing)
        self.table = Table()
        self.log: list[e.Event] = []

    def do(self, command: Wish) -> None:
        """Put a wish, which must not be refused and must lead somewhere."""
        if isinstance(command, ReportBase):
            outcome: e.Events | Refusal = rule_on(self.rules, self.table, command)
        else:
            assert isinstance(command, r.RequestBase)
            outcome = decide(self.rules, self.table, command)
        assert not isinstance(outcome, Refusal), (command, outcome)
        assert outcome, command
        self.fold(outcome)

    def fold(self, events: e.Events) -> None:
        for event in events:
            self.table = evolve(self.table, event)
            self.log.append(event)

    def seat(self) -> None:
        for name, place in PATRONS.items():
            self.do(r.TakePlace(by=name, place=place))
            self.do(r.BuyIn(by=name, amount=1_000_000_00))

    def stake(self) -> None:
        """As many stakes as are taken; the others are refused and left out."""
        for patron, place, wager, amount in stakes_of(self.rules, self.table.coup):
            command = r.PlaceStake(
                by=patron, patron=patron, place=place, wager=wager, amount=amount
            )
            outcome = decide(self.rules, self.table, command)
            if not isinstance(outcome, Refusal):
                self.fold(outcome)

    def until(self, coups: int) -> None:
        """Follow until so many coups are settled or void."""
        staked = 0
        for _ in range(60 * coups + 200):
            stage, table = self.table.stage, self.table
            if table.coup >= coups and not isinstance(stage, Betting | Dealing):
                return
            if isinstance(stage, Betting) and not stage.no_bet and staked < table.coup:
                staked = table.coup
                self.stake()
            before = table.coup
            self.do(self.follower.next_command(table))
            if table.shoe.continuous and self.table.coup != before:
                self.follower.new_cards()
            if isinstance(self.log[-1], e.CardsReceived):
                self.follower.new_cards()
        pytest.fail(f"the table is stuck: {next_step(self.rules, self.table)}")


def stakes_of(rules: HouseRules, coup: int) -> list[tuple[str, int, str, int]]:
    """Two patrons on the hands, a third through all wagers in turn."""
    extra = list(rules.wagers)
    return [
        ("ann", 1, ("banker", "player")[coup % 2], 100_00 * (1 + coup % 3)),
        ("ben", 2, "player", 200_00),
        ("eve", 3, "banker", 100_00),
        ("eve", 3, extra[coup % len(extra)], 100_00),
    ]


TAKES_ITS_CARDS_BACK = ("shuffler", "continuous-shuffler")


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
@pytest.mark.parametrize("willing", [0.0, 0.7])
def test_the_next_step_leads_through_whole_shoes(
    name: str, options: dict[str, str], willing: float
) -> None:
    following = Following(rules_of(name, **options), 7, willing)
    following.seat()
    following.until(75)
    shoes = [event for event in following.log if isinstance(event, e.ShoeStarted)]
    continuous = options.get("equipment") in TAKES_ITS_CARDS_BACK
    assert len(shoes) == 1 if continuous else len(shoes) >= 2
    assert following.follower.done <= set(get_args(StepAct))


def fixed(seed: int, decks: int) -> list[Card]:
    cards = list(DECK) * decks
    Random(seed).shuffle(cards)
    return cards


FROM_A_SHOE = [
    (name, options)
    for name, options in TABLES
    if options.get("equipment") not in TAKES_ITS_CARDS_BACK  # the driver has its cards mixed anew
]


@pytest.mark.parametrize(("name", "options"), FROM_A_SHOE, ids=str)
def test_it_records_what_the_automatic_dealer_records(name: str, options: dict[str, str]) -> None:
    rules = rules_of(name, **options)
    cards = fixed(3, rules.decks)
    following = Following(rules, 1, willing=0.0)
    following.follower.cards.left = cards[::-1]
    following.seat()
    driven = driven_log(rules, cards)
    calls = sum(isinstance(event, e.BettingOpened) for event in driven)
    face_down: list[Card] = following.follower.cards.hidden
    follow_in_order(following, calls, face_down)
    assert comparable(following.log) == comparable(driven)


def follow_in_order(following: Following, calls: int, face_down: list[Card]) -> None:
    """Cards are turned as they were dealt: each slot has the card that went there."""
    by_slot: dict[Slot, Card] = {}
    staked = 0
    while following.table.coup < calls or isinstance(following.table.stage, Betting | Dealing):
        table = following.table
        if isinstance(table.stage, Betting) and staked < table.coup:
            staked = table.coup
            following.stake()
        step = next_step(following.rules, table)
        if step.act == "turn":
            assert step.request is not None
            following.do(step.request)
            for slot in step.slots:
                face_down.append(by_slot.pop(slot))
                turned = replace(step, slots=(slot,))
                following.do(following.follower.command(following.table, turned))
            continue
        following.do(following.follower.command(table, step))
        if step.act == "deal" and not step.face_up:
            by_slot[step.slots[0]] = face_down.pop()


def driven_log(rules: HouseRules, cards: Sequence[Card]) -> list[e.Event]:
    log: list[e.Event] = []
    driver = Driver(rules, log.append)
    for name, place in PATRONS.items():
        driver.seat(name, place, 1_000_000_00)
    driver.start_shoe(cards, "set-1")
    while not driver.shoe_is_over:
        driver.open()
        driver.stakes(stakes_of(rules, driver.table.coup))
        driver.play()
    return log


def comparable(log: Sequence[e.Event]) -> list[e.Event]:
    """A log from the first cards on, whatever the backs of their set."""
    return [
        replace(event, backs="") if isinstance(event, e.CardsReceived) else event
        for event in log
        if not isinstance(event, e.TableOpened | e.PatronCame | e.ChipsBought)
    ]


def dealing(book: str, **options: str) -> Following:
    """A table after the closing call."""
    following = Following(rules_of(book, **options), 1, willing=1.0)
    following.seat()
    while not isinstance(following.table.stage, Dealing):
        if isinstance(following.table.stage, Betting):
            following.stake()
        following.do(following.follower.next_command(following.table))
    return following


def test_an_empty_shoe_is_said_to_be_empty() -> None:
    table = dealing("mbs").table
    empty = replace(table, shoe=replace(table.shoe, out=table.shoe.size))
    step = next_step(rules_of("mbs"), empty)
    assert (step.act, step.slots) == ("shoe-ran-dry", (Slot.P1,))


def test_the_hand_of_somebody_who_left_goes_to_the_next_or_the_dealer() -> None:
    following = dealing("nz-division", style="B")
    step = next_step(following.rules, following.table)
    assert step.act == "offer-wait"
    following.do(r.Leave(by=step.who))
    stage = following.table.stage
    assert isinstance(stage, Dealing)
    offered = [who for hand, who in stage.offers if hand is step.hand]
    assert step.hand is not None
    assert stage.handlers.get(step.hand.value) == "dealer" or (offered and step.who not in offered)


def test_a_cut_card_is_foreseen_only_where_the_shoe_is_the_houses() -> None:
    table = dealing("mbs").table
    size = table.shoe.size
    near = replace(table, shoe=replace(table.shoe, out=size - 20))
    rules = rules_of("mbs")
    assert next_step(rules, near).act == "marker"
    assert next_step(rules, near, drawn=False).act == "deal"


SEEDS = range(size_of("view_seeds"))


@pytest.mark.parametrize("seed", SEEDS)
def test_it_finds_a_way_on_whatever_anybody_asks_or_reports(seed: int) -> None:
    session = session_of(seed)
    session.coups = 20
    session.dealer = session.mishaps.dealer = Follower(session.random, session.watched.rules)
    assert session.play() >= 20
