"""Compositions: what is read, and what is refused with which sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.cards import DECK, UnreadableCardError, cards
from puntobanco.odds.composition import (
    BadCompositionError,
    Composition,
    full_shoe,
    read_composition,
)
from puntobanco.text_file import CannotReadError


def test_seen_cards_leave_the_shoe() -> None:
    left = full_shoe(1).without(cards("As Kh"))
    assert left.cards == left.in_shoe == 50
    assert left.decks is None
    assert "As" not in left.as_mapping()
    assert left.as_mapping()["Ah"] == 1


def test_cards_burnt_unseen_stay_possible() -> None:
    burnt = full_shoe(8).holding(411)
    assert (burnt.cards, burnt.in_shoe, burnt.dealt, burnt.decks) == (416, 411, 6, None)
    assert full_shoe(8).holding(5).dealt == 5


@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=60))
def test_text_and_json_agree(some: list[object]) -> None:
    one_by_one = read_composition(" ".join(map(str, some)))
    assert read_composition(json.dumps(one_by_one.as_mapping())) == one_by_one
    assert one_by_one.cards == len(some)


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    file.write_text('{"As": 2, "10h": 3}')
    assert read_composition(str(file)).as_mapping() == {"As": 2, "Th": 3}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"As": -1}', "-1 of As is not possible; give 0 to 16"),
        ('{"As": 17}', "17 of As are more than 16 decks have; give 0 to 16"),
        ('{"As": 1.5}', "1.5 of As is not a whole number; give 0 to 16"),
        ('{"As": "3"}', "'3' of As is not a whole number; give 0 to 16"),
        ('{"As": true}', "True of As is not a whole number; give 0 to 16"),
        ('{"As": 8, "As": 8}', "As is counted twice; name each card once"),
        ('{"As": ' + "9" * 5000 + "}", "the composition is not a JSON object"),
        ("{" * 9, "the composition is not a JSON object"),
        ('{"As": {"Kh": 1}}', "(('Kh', 1),) of As is not a whole number"),
        ('{"As": 8, "aS": 8}', "As is counted twice; name each card once"),
        ('{"As": 3}', "a complete coup needs at least 4 cards, not 3"),
        ("{}", "a complete coup needs at least 4 cards, not 0"),
        ("", "a complete coup needs at least 4 cards, not 0"),
        ('{"As": ', "the composition is not a JSON object"),
    ],
)
def test_bad_compositions(text: str, sentence: str) -> None:
    with pytest.raises(BadCompositionError) as caught:
        read_composition(text)
    assert str(caught.value).startswith(sentence)


def test_a_file_of_cards_that_cannot_be_read_is_named() -> None:
    with pytest.raises(CannotReadError, match=r"^/nowhere/shoe\.json cannot be read: there is no"):
        read_composition("/nowhere/shoe.json")


@pytest.mark.parametrize("text", ['{"Zs": 1}', "As Ks Qs 1s"])
def test_unreadable_cards(text: str) -> None:
    with pytest.raises(UnreadableCardError):
        read_composition(text)


def test_a_list_is_no_composition(tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    file.write_text('["As", "Kh"]')
    with pytest.raises(BadCompositionError, match="must be an object of counts"):
        read_composition(str(file))


@pytest.mark.parametrize("decks", [-1, 0, 17])
def test_decks_out_of_range(decks: int) -> None:
    with pytest.raises(BadCompositionError, match="a shoe has 1 to 16 decks"):
        full_shoe(decks)


def test_more_seen_than_there_are() -> None:
    with pytest.raises(BadCompositionError, match="As was seen more often than the shoe has it"):
        full_shoe(1).without(cards("As As"))


def test_more_in_the_shoe_than_unseen() -> None:
    with pytest.raises(BadCompositionError, match="more than the 52 unseen"):
        Composition((1,) * 52, 53)


def test_a_whole_shoe_can_be_written_card_by_card() -> None:
    text = " ".join(each.text for each in DECK for _ in range(8))
    assert read_composition(text) == full_shoe(8)
    with pytest.raises(UnreadableCardError):
        read_composition(text + " Zz")
    with pytest.raises(UnreadableCardError):
        read_composition("As \0")
