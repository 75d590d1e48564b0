"""A promised shoe: dealt, cut, opened, sealed; its order in no text before that."""

from __future__ import annotations

import copy
import json
import pickle
import random
import traceback
from base64 import b64decode, b64encode
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.fair.events import ShoeCommitted
from puntobanco.fair.sealing import Key, KeyFileError, UnsealError, read_or_make_key, seal, unseal
from puntobanco.fair.secret import Secret
from puntobanco.fair.shoe import BadCutError, RandomShoe, ShoeEmptyError, commit
from tests.fair.house import seeded

KEY = Key(bytes(range(32)))


def promised(seed: int = 1, number: int = 1) -> tuple[RandomShoe, ShoeCommitted]:
    return commit("T1", number, "A", 8, partial(seal, KEY), seeded(seed))


def test_cards_leave_in_the_promised_order_from_the_cut_on() -> None:
    shoe, _ = promised()
    order = shoe.order.show()
    assert [shoe.card_at(left) for left in range(416)] == list(order)
    cut = shoe.cut(100)
    assert [cut.card_at(left) for left in range(416)] == [*order[100:], *order[:100]]
    assert cut.opened(0).position == 100
    assert cut.opened(416 - 100).position == 0
    assert cut.root == shoe.root


def test_a_shoe_is_cut_once_and_inside() -> None:
    shoe, _ = promised()
    for position in (-1, 416):
        with pytest.raises(BadCutError, match="0 to 415"):
            shoe.cut(position)
    with pytest.raises(BadCutError, match="once"):
        shoe.cut(0).cut(5)


def test_an_empty_shoe_has_no_card() -> None:
    shoe, _ = promised()
    with pytest.raises(ShoeEmptyError, match="416 have left"):
        shoe.card_at(416)


def test_what_is_revealed_is_the_order_and_the_secret() -> None:
    shoe, _ = promised()
    event = shoe.reveal(17, "replaced")
    assert event.cards == "".join(card.text for card in shoe.order.show())
    assert bytes.fromhex(event.secret) == shoe.secret.show()
    assert (event.used, event.reason, event.shoe) == (17, "replaced", 1)


def test_the_same_chance_gives_the_same_shoe_whatever_its_names() -> None:
    first, second = promised()[0], commit("T9", 44, "B", 8, lambda shoe: "", seeded(1))[0]
    assert first.order.show() == second.order.show()
    assert first.root != second.root


# --- nothing shows ----------------------------------------------------------------------------


def given_away(text: str, shoe: RandomShoe) -> bool:
    order = [card.text for card in shoe.order.show()]
    windows = (order[at : at + 4] for at in range(413))
    seen = any(mark.join(window) in text for window in windows for mark in ("", " ", ", ", "', '"))
    return seen or shoe.secret.show().hex() in text or repr(shoe.secret.show()) in text


def test_no_text_form_shows_the_order() -> None:
    shoe, event = promised()
    texts = [repr(shoe), str(shoe), f"{shoe}", f"{shoe.order}", f"{shoe.secret!r:>40}"]
    texts += [repr(event), repr(KEY), str(msgspec.json.encode(event)), format(shoe)]
    assert given_away(shoe.reveal(0, "").cards, shoe)
    for text in texts:
        assert not given_away(text, shoe)
    assert "00010203" not in repr(KEY)


def test_a_secret_is_neither_copied_nor_written() -> None:
    shoe, _ = promised()
    for holder in (Secret("Ks"), shoe, KEY):
        for act in (pickle.dumps, copy.deepcopy, json.dumps, msgspec.json.encode):
            with pytest.raises(TypeError) as told:
                act(holder)
            assert not given_away(str(told.value), shoe)
    assert not hasattr(Secret(1), "__dict__")


def test_errors_show_nothing() -> None:
    shoe, event = promised()
    wrong = replace(event, shoe=2)
    for act in (
        lambda: shoe.card_at(500),
        lambda: shoe.cut(-1),
        lambda: unseal(KEY, wrong, "T1"),
        lambda: unseal(Key(bytes(32)), event, "T1"),
    ):
        with pytest.raises((ShoeEmptyError, BadCutError, UnsealError)) as told:
            act()
        assert not given_away("".join(traceback.format_exception(told.value)), shoe)


# --- sealing ----------------------------------------------------------------------------------


def test_a_sealed_shoe_comes_back_whole() -> None:
    shoe, event = promised()
    again = unseal(KEY, event, "T1")
    assert again.order.show() == shoe.order.show()
    assert again.opened(5) == shoe.opened(5)
    assert again.root == event.root


def test_the_sealed_text_says_nothing_by_its_length_or_twice() -> None:
    shoe, event = promised()
    assert {len(promised(seed)[1].sealed) for seed in range(20)} == {len(event.sealed)}
    assert seal(KEY, shoe) != seal(KEY, shoe)


def test_a_changed_byte_does_not_open() -> None:
    chance = random.Random(1)
    _, event = promised()
    held = b64decode(event.sealed)
    for _ in range(300):
        at, bit = chance.randrange(len(held)), 1 << chance.randrange(8)
        changed = held[:at] + bytes([held[at] ^ bit]) + held[at + 1 :]
        with pytest.raises(UnsealError, match="does not open"):
            unseal(KEY, replace(event, sealed=b64encode(changed).decode()), "T1")


@pytest.mark.parametrize("sealed", ["", "AAAA", "no base64!", "QUJD" * 3])
def test_what_was_never_sealed_does_not_open(sealed: str) -> None:
    with pytest.raises(UnsealError):
        unseal(KEY, replace(promised()[1], sealed=sealed), "T1")


def test_a_sealed_order_cannot_be_moved() -> None:
    _, event = promised()
    _, other = promised(seed=2, number=2)
    moved = [
        (replace(event, shoe=2), "T1"),
        (event, "T2"),
        (replace(event, root=other.root), "T1"),
        (replace(event, root="not hexadecimal"), "T1"),
        (replace(event, sealed=other.sealed), "T1"),
    ]
    for each, table in moved:
        with pytest.raises(UnsealError):
            unseal(KEY, each, table)
    with pytest.raises(UnsealError):
        unseal(Key(bytes(32)), event, "T1")


def test_an_order_that_was_sealed_wrongly_is_refused() -> None:
    shoe, event = promised()
    order = list(shoe.order.show())
    order[0], order[1] = order[1], order[0]
    lied = RandomShoe(shoe.table, 1, Secret(tuple(order)), shoe.secret, _rows=shoe._rows)
    with pytest.raises(UnsealError, match="not the one that was promised"):
        unseal(KEY, replace(event, sealed=seal(KEY, lied)), "T1")
    with pytest.raises(UnsealError, match="not the one that was promised"):
        unseal(KEY, replace(event, size=312), "T1")


# --- the key ----------------------------------------------------------------------------------


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "shoes.key"
    _, event = commit("T1", 1, "A", 8, partial(seal, read_or_make_key(path)), seeded(1))
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(path.read_bytes()) == 32
    assert unseal(read_or_make_key(path), event, "T1").root == event.root
    assert list(tmp_path.iterdir()) == [path]


def test_a_key_that_others_read_or_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shoes.key"
    read_or_make_key(path)
    path.chmod(0o640)
    with pytest.raises(KeyFileError, match="chmod 600"):
        read_or_make_key(path)
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(KeyFileError, match="5 bytes"):
        read_or_make_key(path)
    with pytest.raises(KeyFileError, match="cannot be used"):
        read_or_make_key(tmp_path / "nowhere" / "shoes.key")
    with pytest.raises(KeyFileError):
        Key(b"short")


def test_a_key_made_by_somebody_else_meanwhile_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shoes.key"
    first = read_or_make_key(path)
    _, event = commit("T1", 1, "A", 8, partial(seal, first), seeded(1))
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert unseal(read_or_make_key(path), event, "T1").root == event.root
