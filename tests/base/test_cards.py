"""Cards: one object each, one canonical text, a few more texts read."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.base.cards import DECK, UnreadableCardError, card, cards, write_cards


def test_there_are_52_cards_numbered_in_order() -> None:
    assert [each.number for each in DECK] == list(range(52))
    assert len({each.text for each in DECK}) == 52


@pytest.mark.parametrize("text", ["Th", "10h", "10H", "tH", "TH"])
def test_the_ten_of_hearts_is_read_in_every_form(text: str) -> None:
    assert card(text) is card("Th")
    assert card(text).text == "Th"


@pytest.mark.parametrize("text", ["", "9", "s", "1s", "11h", "9x", "9ss", "Zs", "9s ", "joker"])
def test_other_texts_name_no_card(text: str) -> None:
    with pytest.raises(UnreadableCardError, match="is not a card; write rank"):
        card(text)


@given(st.lists(st.sampled_from(DECK)))
def test_text_goes_both_ways(some: list[object]) -> None:
    text = write_cards(some)  # type: ignore[arg-type]
    assert list(cards(text)) == some


@pytest.mark.parametrize("each", DECK)
def test_a_card_stays_the_same_object(each: object) -> None:
    assert copy.deepcopy(each) is each
    assert copy.copy(each) is each
    assert pickle.loads(pickle.dumps(each)) is each  # noqa: S301  our own bytes


def test_a_card_cannot_change() -> None:
    with pytest.raises(AttributeError, match="cannot change"):
        card("9s").text = "8s"
    with pytest.raises(AttributeError, match="cannot change"):
        del card("9s").text
