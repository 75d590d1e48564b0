"""The engine agrees with a second implementation that was written from the documents alone."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import islice, product

import pytest

from puntobanco.base.cards import DECK, card
from puntobanco.base.money import Payoff
from puntobanco.books import BOOKS, book_named
from puntobanco.play.rulings.established import decided
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import is_payable, payable_part
from puntobanco.rules.differential import reduced
from puntobanco.rules.outcomes import all_classes
from puntobanco.rules.points import burn_value
from puntobanco.rules.settlement import settle, settle_stake
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.wagers import Lose, Result, Win
from tests.agreement.coups import reachable
from tests.oracle import established as oracle_established
from tests.oracle import game as oracle_game
from tests.oracle import reductions as oracle_reductions
from tests.oracle import settle as oracle_settle
from tests.sizes import size_of

STAKE = 100_00

NZ_MAIN = [
    {"two-to-one": two_to_one, "banker": banker, "tie": tie}
    for two_to_one, banker, tie in product(
        ("off", "on", "half-on-six"), ("commission", "half-on-six"), ("8", "9")
    )
    if two_to_one == "off" or banker == "commission"
]
NZ_SIDE = [
    {name: scale}
    for name, scales in (
        ("perfect-pair", "123"),
        ("any-pair", "12"),
        ("lucky-match", "12"),
        ("dragon-bonus", "123"),
    )
    for scale in scales
]
TABLES = [
    *((name, {}) for name in ("rws-super-six-plus", "rws-wins-on", "mbs")),
    *(("nz-division", options) for options in (*NZ_MAIN, *NZ_SIDE)),
]


def configured(book: str, options: dict[str, str]) -> HouseRules:
    rules = book_named(book).configure(options)
    assert isinstance(rules, HouseRules), rules
    return rules


def test_the_four_tableaus_draw_alike() -> None:
    drawn = {(book.tableau.player_draws, book.tableau.banker_draws) for book in BOOKS.values()}
    assert len(drawn) == 1


def test_sequences_of_six_values_give_the_same_hands() -> None:
    """`make prove` takes all million of them."""
    next_slot = book_named("mbs").tableau.next_slot
    for values in islice(product(range(10), repeat=6), 0, None, size_of("values_every")):
        player: list[int] = []
        banker: list[int] = []
        for value in values:
            slot = next_slot(player, banker)
            if slot is None:
                break
            (player if slot.hand is Hand.PLAYER else banker).append(value)
        ours = (sum(player) % 10, sum(banker) % 10, len(player), len(banker))
        assert ours == oracle_game.deal_values(values), values


def test_the_reachable_classes_are_3066() -> None:
    assert len(reachable()) == 3066


@pytest.mark.parametrize(("book", "options"), TABLES, ids=str)
def test_every_wager_settles_alike_on_every_reachable_class(
    book: str, options: dict[str, str]
) -> None:
    rules = configured(book, options)
    assert set(rules.wagers) == oracle_settle.offered(book, options)
    every = size_of("classes_every")
    for number, coup in islice(reachable().items(), len(options) % every, None, every):
        player = [each.text for each in coup.player]
        banker = [each.text for each in coup.banker]
        for line in settle(rules, number, dict.fromkeys(rules.wagers, STAKE)).stakes:
            theirs = oracle_settle.settle(book, options, player, banker, line.wager, STAKE)
            ours = (line.result.value, Fraction(line.profit), Fraction(line.commission))
            assert ours == tuple(theirs), (line.wager, player, banker)


@pytest.mark.parametrize(("book", "options"), TABLES, ids=str)
def test_every_payoff_is_won_by_one_real_coup_and_lost_by_another(
    book: str, options: dict[str, str]
) -> None:
    for wager in configured(book, options).wagers.values():
        ends = {wager.verdict(number) for number in reachable()}
        assert set(wager.ends()) <= ends, wager.name
        assert any(isinstance(line.end, Win) for line in ends), wager.name
        assert any(isinstance(line.end, Lose) for line in ends), wager.name


@pytest.mark.parametrize("book", BOOKS)
def test_settlement_accepts_every_class_and_balances(book: str) -> None:
    rules = configured(book, {})
    for number in all_classes():
        for wager in rules.wagers.values():
            line = settle_stake(rules, wager, number, 3)
            assert line.returned >= 0
            assert (line.result is Result.LOSE) == (line.profit == -3)


def test_pro_rata_agrees() -> None:
    source = random.Random(51)
    for _ in range(3000):
        heavy = [source.randrange(1, 12_000) for _ in range(source.randrange(1, 6))]
        light, limit = source.randrange(0, 5_000), source.randrange(1, 9_000)
        minimum = source.choice((1, 50, 200, 1_000))
        if sum(heavy) <= light + limit:
            continue
        ours = reduced(dict(enumerate(heavy)), light + limit, minimum)
        assert list(ours.values()) == oracle_reductions.pro_rata(heavy, light, limit, minimum)


def test_payability_in_chips_agrees() -> None:
    five_percent = Payoff(1, 20)
    for chips in ((1,), (5,), (50, 100), (100, 500), (7, 12), (25, 40, 100)):
        for stake in range(1, 700):
            assert is_payable(stake, five_percent, chips) == oracle_reductions.banker_acceptable(
                stake, chips
            ), (stake, chips)
            part = oracle_reductions.largest_payable(stake, chips)
            assert payable_part(stake, five_percent, chips) == part, (stake, chips)


def test_the_ante_agrees() -> None:
    rules = configured("nz-division", {"ante": "12.50", "ante-waiver": "1000"})
    assert rules.ante is not None
    for player, banker, tie in product((0, 100_00, 999_99, 1000_00), repeat=3):
        stakes = {"player": player, "banker": banker, "tie": tie}
        laid = {name: stake for name, stake in stakes.items() if stake}
        assert rules.ante.due(laid) == oracle_reductions.ante_owed(stakes, 12_50, 1000_00)


def test_the_burn_agrees() -> None:
    for each in DECK:
        assert 1 + burn_value(each) == oracle_reductions.burn_count(each.text, "by-value")


@pytest.mark.parametrize("book", ["rws-super-six-plus", "rws-wins-on"])
def test_decided_wagers_agree(book: str) -> None:
    rules, source = configured(book, {}), random.Random(54)
    slots = list(Slot)
    for seen in (
        0,
        *(1 + draw % 4 for draw in range(size_of("decided_deals"))),
    ):  # without cards there is one case
        dealt = source.sample(DECK * 8, 6)
        exposed = {slot: dealt[place] for place, slot in enumerate(slots[:seen])}
        player = [exposed[slot].text for slot in (Slot.P1, Slot.P2) if slot in exposed]
        banker = [exposed[slot].text for slot in (Slot.B1, Slot.B2) if slot in exposed]
        ours = {name: "win" if won else "lose" for name, won in decided(rules, exposed).items()}
        assert ours == oracle_established.decided(book, {}, player, banker), exposed


@pytest.mark.parametrize("book", ["rws-super-six-plus", "rws-wins-on"])
@pytest.mark.parametrize("player_total", range(10))
def test_what_four_exposed_cards_decide_agrees_cell_by_cell(book: str, player_total: int) -> None:
    rules = configured(book, {})
    of_total = {0: "K", 1: "A", **{total: str(total) for total in range(2, 10)}}
    player = ["Qs", of_total[player_total] + "h"]
    for banker_total in range(10):
        banker = ["Jd", of_total[banker_total] + "c"]
        order = (player[0], banker[0], player[1], banker[1])
        for seen in (3, 4):
            exposed = {slot: card(text) for slot, text in zip(Slot, order[:seen], strict=False)}
            ours = {name: "win" if won else "lose" for name, won in decided(rules, exposed).items()}
            theirs = oracle_established.decided(book, {}, player, banker[: seen - 2])
            assert ours == theirs, (player_total, banker_total, seen)
