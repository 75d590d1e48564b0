"""The doors: a refusal changes nothing, a report is never refused, cards that were not shuffled."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.base.cards import DECK, card, cards
from puntobanco.books import BOOKS, book_named
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Event
from puntobanco.play.rulings.suspicion import looks_unshuffled, order_of
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal

BETTING = "book mbs\nbet S1 banker 100\n"


def rules_of(name: str) -> HouseRules:
    rules = book_named(name).configure()
    assert isinstance(rules, HouseRules)
    return rules


@pytest.mark.parametrize(
    "request_",
    [
        r.PlaceStake(by="S1", patron="S1", place=1, wager="banker", amount=10**12),
        r.PlaceStake(by="S1", patron="S1", place=1, wager="dragon", amount=100_00),
        r.PlaceStake(by="S2", patron="S1", place=1, wager="banker", amount=100_00),
        r.PlaceStake(by="ghost", patron="ghost", place=1, wager="banker", amount=100_00),
        r.PlaceStake(by="S1", patron="S1", place=99, wager="banker", amount=100_00),
        r.PlaceStake(by="S1", patron="S1", place=1, wager="banker", amount=-5),
        r.OpenBetting(by="S1"),
        r.CloseBetting(by="S1"),
        r.Settle(by="dealer"),
        r.DrawCard(by="dealer"),
        r.OpenTable(by="dealer"),
        r.CashOut(by="S1", amount=10**12),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(request_: r.Request) -> None:
    playing = run_script(BETTING, BOOKS)
    before = repr(playing.table)
    refusal = decide(rules_of("mbs"), playing.table, request_)
    assert isinstance(refusal, Refusal)
    assert refusal.sentence
    assert repr(playing.table) == before


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "report",
    [
        p.CardLeftShoe(card=card("9s")),
        p.CardsLeftTogether(cards=(None, None)),
        p.MarkerLeftShoe(),
        p.ShoeRanDry(),
        p.ChoiceTimeOver(),
    ],
)
def test_a_report_is_never_refused_even_at_a_closed_table(book: str, report: p.Report) -> None:
    assert isinstance(rule_on(rules_of(book), Table(), report), tuple)


def test_a_new_pack_and_the_order_of_the_shoe_before_are_noticed() -> None:
    assert looks_unshuffled(cards("2s 3s 4s 5s 6s 7s 8s"), "") is not None
    assert looks_unshuffled(cards("8h 7h 6h 5h 4h 3h 2h"), "") is not None
    assert looks_unshuffled(cards("2s 3s 4s 5s 6s 7s 9s"), "") is None
    assert looks_unshuffled(cards("2s 3s 4s 5s 6s 7s"), "") is None
    before = DECK[::5]
    assert looks_unshuffled(before[2:9], order_of(before)) is not None
    assert looks_unshuffled(before[2:8] + before[9:10], order_of(before)) is None


def test_unshuffled_cards_void_the_coup_they_are_noticed_in() -> None:
    played = run_script(
        "book rws-super-six-plus\n"
        "bet S1 player 100\nclose\ncard 2s · 3s · 4s · 5s\nend player 6, banker 8 banker\n"
        "bet S1 player 100\nclose\ncard 6s · 7s\ncard 8s [5.5.5]\n"
        "event irregularity-found irregularity=not-shuffled\n"
        "event coup-voided [5.5.5]\n"
        "open refused shoe_over\n",
        BOOKS,
    )
    assert played.table.patrons["S1"].rack == 1_000_000_00 - 100_00


SCRIPT_ERRORS = [
    ("bet S1 banker 100", 1, 1, "a script begins with its book"),
    ("book nobook", 1, 1, "name a book"),
    ("book mbs\nflip S1", 2, 1, "is not a verb"),
    ("book mbs\nbet S1 banker ten", 2, 15, "is not an amount"),
    ("book mbs\nbet S1 banker", 2, 1, "needs an amount"),
    ("book mbs\nclose\ncard 9x", 3, 6, "is not a card"),
    ("book mbs\nclose\ncard 9s P7", 3, 9, "is not a slot"),
    ("book mbs\nbet S1 banker 5 refused by_luck", 2, 25, "is not a reason"),
    ("book mbs\nbet S1 banker 100\nset minimum=5", 3, 1, "before anything happens"),
    ("book mbs\nset minimum=500 maximum=5", 2, 1, "are not a range"),
    ("book mbs\nclose\ncard 9s P1 · 8s P1", 3, 17, "P1 is taken"),
    ("book mbs\nclose\ncard 9s P4", 3, 9, "P3 is free"),
    ("book mbs style=face-down\nclose\ncard 9s P1", 3, 6, "say `9s P1 up` or `down`"),
    ("book mbs\nclose ]", 2, 7, "never opened"),
    ("book mbs\nset minimum=x", 2, 5, "is not an amount"),
    ("book mbs\nbet S1 banker 100 [9.99]", 2, 1, "[9.99] not cited"),
    ("book mbs\nbet S1 banker 100 refused below_minimum", 2, 1, "expected refused"),
    ("", 1, 1, "the script is empty"),
]


@pytest.mark.parametrize(("text", "line", "column", "says"), SCRIPT_ERRORS)
def test_a_malformed_script_names_line_and_column(
    text: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(ScriptError) as caught:
        run_script(text, BOOKS)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in caught.value.sentence


def test_every_event_of_a_script_names_a_clause() -> None:
    log: list[Event] = run_script(
        BETTING + "close\ncard 9s · 2h · Kd · 3c\nend player 9, banker 5", BOOKS
    ).log
    assert all(event.clauses for event in log)


@pytest.mark.parametrize("book", ["mbs", "nz-division"])
def test_where_the_book_is_silent_an_automatic_table_goes_on_and_a_dealer_s_waits(
    book: str,
) -> None:
    coup = "bet S1 player 100\nclose\ncard 9s · 2h\nnoticed interruption"
    run_script(f"book {book}\nset dealer=none\n{coup} [default:28]\nordinary\n", BOOKS)
    run_script(f"book {book}\n{coup} [default:6]\nasked decision\n", BOOKS)


SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.play"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_what_was_once_wrong_stays_mended(script: Path) -> None:
    run_script(script.read_text("utf-8"), BOOKS)
