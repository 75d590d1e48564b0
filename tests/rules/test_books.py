"""The four books as values: sound, configurable, and refusing what a clause forbids."""

from dataclasses import replace

import pytest

from puntobanco.books import BOOKS, book_named, register_of
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import closest
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.settings import Limit, Limits, ShoeSettings, TableSettings


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_is_sound(name: str) -> None:
    assert BOOKS[name].check() == ()


def test_the_registers_hold_628_clauses() -> None:
    assert sum(len(register_of(name).clauses) for name in BOOKS) == 628


def configured(name: str, settings: TableSettings | None = None, **options: str) -> HouseRules:
    chosen = {option.replace("_", "-"): value for option, value in options.items()}
    rules = book_named(name).configure(chosen, settings)
    assert isinstance(rules, HouseRules), rules
    return rules


REFUSED = [
    ("rws-super-six-plus", {"decks": "9"}, "2.2.1", "4 to 8"),
    ("rws-super-six-plus", {"decks": "3"}, "2.2.1", "4 to 8"),
    ("rws-super-six-plus", {"layout": "round-table"}, "2.1.1", "bean-9"),
    ("rws-wins-on", {"decks": "11"}, "2.2.1", "4 to 10"),
    ("mbs", {"decks": "3"}, "2.1", "4 to 10"),
    ("mbs", {"decks": "eight"}, "2.1", "eight is not a number; give a whole number from 4 to 10"),
    ("mbs", {"decks": "-8"}, "2.1", "-8 is not a number; give a whole number from 4 to 10"),
    ("mbs", {"places": "15"}, "2.2", "5 to 14"),
    ("nz-division", {"decks": "9"}, "3.4(a)(i)", "4 to 8"),
    ("nz-division", {"perfect-pair": "1", "any-pair": "1"}, "11A.1A", "not both"),
    ("nz-division", {"perfect-pair": "2", "lucky-match": "1"}, "11D.2", "not both"),
    ("nz-division", {"any-pair": "2", "lucky-match": "2"}, "11C.2", "not both"),
    ("nz-division", {"style": "B", "equipment": "continuous-shuffler"}, "3.4(a)(iii)", "Style B"),
    ("nz-division", {"ante": "12.51"}, "def:Ante", "at most 12.50"),
    ("nz-division", {"ante-waiver": "500"}, "14.4", "needs an Ante"),
    ("nz-division", {"two-to-one": "on", "banker": "half-on-six"}, "13.4", "half-on-six"),
    ("nz-division", {"tie": "10"}, "5.10(c)", "8, 9"),
    ("nz-division", {"ante": "nine"}, "14.1", "is not an amount"),
]


@pytest.mark.parametrize(("name", "options", "clause", "says"), REFUSED)
def test_a_forbidden_choice_is_refused_with_its_clause(
    name: str, options: dict[str, str], clause: str, says: str
) -> None:
    refusal = book_named(name).configure(options)
    assert isinstance(refusal, Refusal)
    assert clause in refusal.clauses
    assert says in refusal.sentence


def test_an_unknown_option_gets_a_hint() -> None:
    refusal = book_named("mbs").configure({"deck": "8"})
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.UNKNOWN_OPTION
    assert "did you mean decks?" in refusal.sentence
    assert closest("zzz", ["a", "b"]) == "choose from a, b"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (TableSettings(limits=Limits(hand=Limit(5, 4))), "are not a range"),
        (TableSettings(chips=()), "chips in use"),
        (TableSettings(chips=(100, 50)), "chips in use"),
        (TableSettings(places=8), "1 to 7"),
        (TableSettings(shoe=ShoeSettings(cut_cards=3)), "1 or 2"),
        (TableSettings(shoe=ShoeSettings(marker_from_back=19)), "20 to 415 cards"),
        (TableSettings(shoe=ShoeSettings(marker_from_back=416)), "20 to 415 cards"),
    ],
)
def test_a_bad_setting_is_refused(settings: TableSettings, says: str) -> None:
    refusal = book_named("nz-division").configure({"version": "mini"}, settings)
    assert isinstance(refusal, Refusal)
    assert says in refusal.sentence


def test_an_ante_of_one_eighth_is_the_most() -> None:
    assert configured("nz-division", ante="12.50").ante is not None


def test_layouts_have_their_number_of_places() -> None:
    boxes = {"bean-9": 9, "bean-8": 8, "bean-7": 7, "mini-7": 7, "mini-6": 6, "mini-5": 5}
    for layout, places in boxes.items():
        assert configured("rws-super-six-plus", layout=layout).seats == places
    for version, places in {"mini": 7, "midi": 9, "full": 14}.items():
        assert configured("nz-division", version=version).seats == places


def test_a_house_has_one_perfect_pair_scale_and_one_dragon_bonus_table() -> None:
    first = configured("nz-division", perfect_pair="1", dragon_bonus="1")
    other_scale = configured("nz-division", perfect_pair="2")
    other_table = configured("nz-division", dragon_bonus="3")
    refusal = other_scale.conflict_with([first])
    assert refusal is not None
    assert refusal.clauses == ("11A.8",)
    refusal = other_table.conflict_with([first])
    assert refusal is not None
    assert refusal.clauses == ("11B.9",)
    assert configured("nz-division", perfect_pair="1").conflict_with([first]) is None
    assert configured("nz-division", any_pair="2").conflict_with([first]) is None
    assert configured("mbs").conflict_with([first]) is None


def test_any_pair_and_lucky_match_scales_are_each_table_s_own() -> None:
    first = configured("nz-division", any_pair="1")
    assert configured("nz-division", any_pair="2").conflict_with([first]) is None


def test_a_book_gives_points_for_every_rank_once() -> None:
    book = book_named("mbs")
    short = replace(book, points=book.points[:-1]).check()
    assert any("points are given for" in problem for problem in short)
    twice = replace(book, points=(*book.points, book.points[0])).check()
    assert any("not for every rank once" in problem for problem in twice)


def test_a_digest_changes_with_the_book() -> None:
    digests = {book.digest() for book in BOOKS.values()}
    assert len(digests) == 4
    assert book_named("mbs").digest() == book_named("mbs").digest()
