"""What seldom happens at a table: scripts, shoes that run out, a dealer who is not surprised."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from puntobanco.base.cards import DECK, Card, card, write_cards
from puntobanco.base.usage import UsageError
from puntobanco.books import BOOKS, book_named
from puntobanco.notation.runner import run_script
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.tape import is_over
from puntobanco.play.driver import Driver
from puntobanco.play.game import DrivenTable
from puntobanco.play.table import Dealing, Resolved
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.coup import deal
from puntobanco.rules.refusals import Reason, RefusedError
from puntobanco.rules.rulings import Irregularity, Question
from puntobanco.rules.settings import ShoeSettings, TableSettings
from puntobanco.rules.slots import Slot

SCRIPTS = sorted((Path(__file__).parent / "seldom").glob("*.play"))
SMALL = {"decks": "4"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_what_seldom_happens(script: Path) -> None:
    run_script(script.read_text("utf-8"), BOOKS)


# --- a shoe that runs out ---------------------------------------------------------------------


def shoe(*, ends_with_a_coup: bool) -> list[Card]:
    """Four decks, mixed so that their last card does or does not end a coup."""
    tableau, wanted = book_named("mbs").tableau, (0,) if ends_with_a_coup else (1, 2, 3)
    chance = random.Random(4)  # the same shoe for each test, whichever ran before
    while True:
        cards = list(DECK) * 4
        chance.shuffle(cards)
        left = len(cards)
        while left >= 6:
            coup = deal(tableau, cards[-left:]).coup
            left -= len(coup.player) + len(coup.banker)
        if left in wanted:
            return cards


def dealt_out(cards: list[Card]) -> DrivenTable:
    """A table at which a shoe was dealt to its last card without anybody seeing its marker."""
    game = DrivenTable(book_named("mbs"), SMALL)
    for each in cards:
        stage = game.table.stage
        if isinstance(stage, Dealing) and is_over(game.rules.tableau, stage.tape):
            game.settle()
        if not isinstance(game.table.stage, Dealing):
            game.bet(1, "player", "100").close()
        game.cards(each.text)
    return game


def irregular(events: list[e.Event]) -> list[Irregularity]:
    """What was found to be irregular."""
    return [each.irregularity for each in events if isinstance(each, e.IrregularityFound)]


def test_a_card_that_is_due_from_an_empty_shoe_voids_the_coup_by_itself() -> None:
    game = dealt_out(shoe(ends_with_a_coup=False))
    assert irregular(game.log) == [Irregularity.TOO_FEW_CARDS]
    voided = [each for each in game.log if isinstance(each, e.CoupVoided)]
    assert [each.clauses[0] for each in voided] == ["5.5"]
    assert game.table.shoe.replacement == "replace"


def test_an_empty_shoe_is_no_irregularity_where_no_card_is_due() -> None:
    game = dealt_out(shoe(ends_with_a_coup=True))
    assert irregular(game.log) == []
    assert game.settle()[0].wager == "player"
    assert irregular(game.log) == []


def test_more_cards_than_the_decks_hold_are_told_once() -> None:
    game = dealt_out(shoe(ends_with_a_coup=True))
    game.settle()
    before = len(game.log)
    game.report(p.CardLeftShoe())
    assert irregular(game.log[before:]) == [Irregularity.SURPLUS_CARD, Irregularity.WRONG_COUNT]
    game.ask(r.Answer(by="supervisor", answer="stand", reason="counted again"))
    before = len(game.log)
    game.report(p.CardLeftShoe())
    assert irregular(game.log[before:]) == [Irregularity.SURPLUS_CARD]


# --- a table at a prompt ----------------------------------------------------------------------


def test_a_game_raises_what_is_refused_with_its_sentence() -> None:
    with pytest.raises(RefusedError, match="decks=3 is not allowed"):
        DrivenTable(book_named("mbs"), {"decks": "3"})
    game = DrivenTable(book_named("mbs"))
    with pytest.raises(RefusedError, match="minimum") as caught:
        game.bet(1, "banker", "1")
    assert caught.value.refusal.reason is Reason.BELOW_MINIMUM


def test_a_game_opens_the_coups_that_nobody_opened_and_pays_each_once() -> None:
    game = DrivenTable(book_named("mbs")).bet(1, "banker", "100").bet(1, "tie", "10").close()
    lines = game.cards("9s 2h 4d 3c Kd").settle()
    assert [(line.wager, line.profit) for line in lines] == [("banker", 95_00), ("tie", -10_00)]
    with pytest.raises(RefusedError):
        game.settle()
    assert game.close().cards("9s 2h Kd 3c").settle() == ()
    assert game.table.coup == 2


def test_a_game_burns_what_its_book_burns() -> None:
    assert DrivenTable(book_named("mbs")).table.shoe.out == 0
    assert DrivenTable(book_named("nz-division")).table.shoe.out == 2, "an ace, and one card for it"


# --- a dealer who never tires -----------------------------------------------------------------


def rules_of(
    name: str, settings: TableSettings | None = None, options: dict[str, str] | None = None
) -> HouseRules:
    rules = book_named(name).configure(SMALL if options is None else options, settings)
    assert isinstance(rules, HouseRules), rules
    return rules


def played(rules: HouseRules, cards: list[Card]) -> tuple[Driver, list[e.Event]]:
    """A dealer who played cards out for one patron, with everything that happened."""
    log: list[e.Event] = []
    driver = Driver(rules, log.append)
    driver.start_shoe(cards, "A")
    driver.seat("anna", 1, 100_000_00)
    while not driver.shoe_is_over:
        driver.open()
        assert driver.stakes([("anna", 1, "player", 100_00)]) == []
        driver.play()
    return driver, log


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in BOOKS),
        *((name, {"style": "face-down"}) for name in BOOKS if name != "nz-division"),
        ("nz-division", {"style": "B"}),
    ],
)
def test_an_automatic_dealer_plays_on_through_cards_that_were_not_shuffled(
    name: str, options: dict[str, str]
) -> None:
    driver, log = played(rules_of(name, options={**SMALL, **options}), list(DECK) * 4)
    assert Irregularity.NOT_SHUFFLED in irregular(log)
    assert isinstance(driver.table.stage, Resolved)
    assert not driver.table.halts
    called = [each for each in log if isinstance(each, e.AnnouncementCorrected)]
    assert called == [], write_cards(driver.table.shoe.seen)
    assert Irregularity.MISSING_CARD not in irregular(log), "a result is called of whole hands only"


@pytest.mark.parametrize("name", BOOKS)
def test_an_automatic_dealer_says_when_a_shoe_holds_too_few_cards(name: str) -> None:
    cards = [card("As"), *shoe(ends_with_a_coup=True)[:8]]  # the ace burns one more card in NZ
    driver, log = played(rules_of(name), cards)
    assert irregular(log) == [Irregularity.TOO_FEW_CARDS]
    assert driver.shoe_is_over
    staked = sum(each.amount for each in log if isinstance(each, e.StakePlaced))
    back = [each for each in log if isinstance(each, e.StakeTaken)]
    settled = [each for each in log if isinstance(each, e.StakeSettled) and not each.stays]
    assert staked == sum(each.amount for each in back) + sum(each.stake for each in settled)


def test_a_shoe_that_is_shorter_than_its_burn_is_not_started() -> None:
    driver = Driver(rules_of("nz-division"), lambda event: None)
    with pytest.raises(UsageError, match="9 cards are too few to start a shoe"):
        driver.start_shoe([card("Ts"), *shoe(ends_with_a_coup=True)[:8]], "A")


def test_whoever_may_choose_at_an_automatic_table_goes_on() -> None:
    log: list[e.Event] = []
    driver = Driver(rules_of("rws-super-six-plus"), log.append)
    cards = shoe(ends_with_a_coup=True)
    driver.start_shoe(cards, "A")
    driver.seat("anna", 1, 100_000_00)
    driver.open()
    driver.stakes([("anna", 1, "tie", 100_00)])
    driver.ask(r.CloseBetting(by="dealer"))
    driver.report(p.CardLeftShoe(card=driver.draw(), into=Slot.B1))
    driver.deal()
    answers = [(each.question, each.by) for each in log if isinstance(each, e.QuestionAnswered)]
    assert (Question.CHOICE, "anna") in answers
    assert not driver.table.halts
    assert isinstance(driver.table.stage, Dealing)
    first = driver.table.stage.tape[0]
    assert (first.slot, first.card) == (Slot.P1, cards[0]), "put right, and dealt out"
    driver.ask(r.Settle(by="dealer"))
    assert isinstance(driver.table.stage, Resolved)
    assert [line.wager for line in driver.table.stage.settled] == ["tie"]


def test_an_automatic_dealer_burns_one_card_where_the_table_says_so() -> None:
    settings = TableSettings(shoe=ShoeSettings(burn=Burn.ONE))
    driver = Driver(rules_of("mbs", settings))
    cards = shoe(ends_with_a_coup=True)
    driver.start_shoe(cards, "A")
    driver.seat("tom", None, 0)
    assert driver.table.patrons["tom"].rack == 0
    assert driver.table.shoe.out == 1
    driver.open()
    driver.play()
    assert isinstance(driver.table.stage, Resolved)
    first = driver.table.stage.tape[0].card
    assert first is cards[1], "the burnt card is not dealt"


def test_an_automatic_dealer_raises_what_the_table_refuses() -> None:
    driver = Driver(rules_of("mbs"))
    with pytest.raises(RefusedError) as caught:
        driver.ask(r.OpenBetting(by="dealer"))
    assert caught.value.refusal.reason is Reason.WRONG_STAGE
