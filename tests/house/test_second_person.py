"""What takes two people is listed once; each line of the list alone makes the difference."""

from __future__ import annotations

import msgspec
import pytest

from puntobanco.base.cards import Card, card
from puntobanco.house.permissions import needs_second
from puntobanco.play import events as e
from puntobanco.play.table import Dealing, Table, TapeCard
from puntobanco.rules.slots import Slot

SEEN, OTHER, MEANT = card("7d"), card("Ks"), card("8d")


def seen(*cards: Card) -> Table:
    """A table at which these cards were dealt, one after the other."""
    slots = (Slot.P1, Slot.B1, Slot.P2, Slot.B2)
    tape = tuple(
        TapeCard(slot, face_up=True, card=each) for slot, each in zip(slots, cards, strict=False)
    )
    table = Table()
    shoe = msgspec.structs.replace(table.shoe, seen=cards)
    return msgspec.structs.replace(
        table, shoe=shoe, stage=Dealing(stakes={}, antes={}, no_bet=False, tape=tape)
    )


def corrected(was: Card) -> e.CardCorrected:
    return e.CardCorrected(slot=Slot.P1, was=was, card=MEANT)


@pytest.mark.parametrize(
    ("table", "event", "needs"),
    [
        (seen(OTHER, SEEN), corrected(SEEN), False),
        (seen(SEEN, OTHER), corrected(SEEN), True),
        (seen(SEEN, SEEN), corrected(SEEN), True),
        (Table(), corrected(SEEN), True),
        (Table(), e.NomineeNamed(patron="ann", nominee="ben"), False),
        (Table(), e.NomineeNamed(patron="ann", nominee="ben", by="dealer"), True),
        (Table(), e.BettingExtended(seconds=10, by="dealer"), True),
        (Table(), e.BettingExtended(seconds=10, by="supervisor"), False),
        (Table(), e.BettingClosed(), False),
    ],
)
def test_who_decides_alone_and_who_does_not(table: Table, event: e.Event, *, needs: bool) -> None:
    assert needs_second(table, [event]) is needs
    assert needs_second(table, [e.BettingClosed(), event]) is needs
