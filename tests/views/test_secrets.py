"""Nobody is shown or told what is another's: two runs that differ only in that look the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.notation.codec import decode_table_event, encode
from puntobanco.notation.runner import run_script
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.doors import decide
from puntobanco.play.next_step import next_step
from puntobanco.play.people import not_enough
from puntobanco.play.table import Betting
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Question
from puntobanco.sayings.saying import say
from puntobanco.views.event_table import EVENTS
from puntobanco.views.hands_form import hands_form
from puntobanco.views.reading import Reading
from puntobanco.views.seat import (
    PUBLIC,
    STAFF,
    Viewer,
    known_as,
    news_for,
)
from puntobanco.views.sections import own_section
from puntobanco.views.setup import Moment
from puntobanco.wire.messages import refusal_form, told_to
from tests.properties.people import NOMINEES, PATRONS
from tests.sizes import size_of

from .logs import (
    MOMENT,
    SETUP,
    Log,
    encoded,
    everything,
    hostile,
    public_sections,
    read,
    rules_of,
    scripted,
)
from .test_next_step import Following

SEEDS = range(20, 20 + size_of("view_seeds"))
OTHER = "zoe-somebody-else"


def with_another(log: Log, name: str) -> Log:
    """The same log of a table where this patron is somebody else, with more in his rack."""

    def changed(event: e.Event) -> e.Event:
        text = encode(event).decode().replace(f'"{name}"', f'"{OTHER}"')
        event = decode_table_event(text)
        if isinstance(event, e.ChipsBought) and event.patron == OTHER:
            event = replace(event, amount=event.amount + 12_345_67)
        if isinstance(event, e.IrregularityFound):
            event = replace(event, note=f"{OTHER} was there")
        if isinstance(event, e.QuestionAnswered) and event.question is not Question.CHOICE:
            event = replace(event, reason=f"{OTHER} saw it")
        return event

    return Log(log.name, log.rules, tuple(changed(event) for event in log.events))


def seen_by(log: Log, viewer: Viewer) -> list[bytes]:
    """Everything that a viewer is ever shown or told."""
    shown = []
    for number, (reading, event) in enumerate(read(log)):
        shown += [encoded(form) for form in public_sections(reading).values()]
        if isinstance(viewer, str):
            shown.append(encoded(own_section(reading, viewer, MOMENT)))
        shown.append(encoded(news_for(reading, event, number, MOMENT.now, viewer)))
    return shown


def assert_nothing_shows(log: Log, name: str, others: tuple[str, ...]) -> None:
    other = with_another(log, name)
    viewers: tuple[Viewer, ...] = (PUBLIC, *others)
    for viewer in viewers:
        for one, two in zip(seen_by(log, viewer), seen_by(other, viewer), strict=True):
            assert one == two, (log.name, viewer)


@pytest.mark.parametrize("seed", SEEDS)
def test_others_do_not_learn_who_somebody_is_or_what_he_has(seed: int) -> None:
    log, (name, *others) = hostile(seed), PATRONS
    assert_nothing_shows(log, name, tuple(others[:2]))


def test_others_do_not_learn_it_from_scripts_either() -> None:
    for log in scripted()[::5]:
        nominees = {event.nominee for event in log.events if isinstance(event, e.NomineeNamed)}
        people = [event.patron for event in log.events if isinstance(event, e.PatronCame)]
        people = [name for name in people if name not in nominees]  # they know for whom they act
        if people:
            assert_nothing_shows(log, people[0], tuple(people[1:2]))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_name_is_in_anything_for_everybody(seed: int) -> None:
    log = hostile(seed)
    shown = b"\n".join(seen_by(log, PUBLIC)).decode()
    for name in (*PATRONS, *NOMINEES):
        assert not re.search(rf"\b{name}\b", shown, re.IGNORECASE), name


def test_every_event_is_decided_about() -> None:
    assert set(EVENTS) == set(get_args(e.Event))
    for kind, fields in ((kind, row.owner) for kind, row in EVENTS.items()):
        assert set(fields) <= {"patron", "nominee", "by"}
        assert set(fields) <= set(kind.__struct_fields__), kind


@pytest.mark.parametrize("seed", SEEDS)
def test_money_of_one_patron_is_told_to_him_and_to_staff_only(seed: int) -> None:
    log = hostile(seed)
    for number, (reading, event) in enumerate(read(log)):
        if not isinstance(event, e.StakePlaced | e.ChipsBought | e.StakeSettled | e.StakeTaken):
            continue
        viewers: set[Viewer] = {PUBLIC, STAFF, *PATRONS, event.patron}
        told = {viewer: news_for(reading, event, number, 1, viewer) for viewer in viewers}
        mine = told.pop(event.patron)
        staff = told.pop(STAFF)
        assert mine is not None
        assert staff is not None
        assert event.patron in mine.sentence.lower()
        acting = getattr(event, "by", "")
        assert not any(form for viewer, form in told.items() if viewer != acting)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (r.TakePlace(by="eve", place=1), "Place 1 is taken; choose another or stand."),
        (r.Prepare(by="ben", step="cut", value=100), "The cut is offered to place 1 first."),
        (r.DeclineCut(by="zoe"), "No cut is offered to you now."),
        (r.PlaceAnte(by="zoe", patron="zoe"), "Betting is not open; wait for the opening call."),
    ],
)
def test_a_refusal_names_nobody_else(request_: r.Request, sentence: str) -> None:
    following = Following(rules_of("mbs"), 1, willing=0.0)
    following.seat()
    while next_step(following.rules, following.table).act != "offer-cut":
        following.do(following.follower.next_command(following.table))
    *_, (reading, _) = read(Log("mbs", following.rules, tuple(following.log)))
    refusal = decide(following.rules, following.table, request_)
    assert isinstance(refusal, Refusal)
    told = told_to(refusal_form(refusal), request_.by, partial(known_as, reading))
    assert told.sentence == sentence


def until_four_lie_face_down(seed: int) -> Reading:
    following = Following(rules_of("mbs", style="face-down"), seed, willing=0.0)
    following.seat()
    while "turn" not in following.follower.done:
        if isinstance(following.table.stage, Betting):
            following.stake()
        following.do(following.follower.next_command(following.table))
    log = tuple(event for event in following.log if not isinstance(event, e.CardTurned))
    *_, (reading, _) = read(Log(f"mbs-{seed}", following.rules, log))
    return reading


def test_cards_that_nobody_has_turned_change_nothing_anywhere() -> None:
    one, two = until_four_lie_face_down(1), until_four_lie_face_down(2)
    assert len(hands_form(one).cards) == 4
    assert everything(one) == everything(two)


# --- cards that lie face down -------------------------------------------------------------------

SQUEEZED = """\
book nz-division style=B
bet S1 player 100  S2 banker 100
close
accept S1 player
accept S2 banker
card ? · ? · ? · ?
"""
HELD: Mapping[str, str] = {"P1": "9s", "P2": "Kh", "B1": "2c", "B2": "3d"}


def squeezed(more: str = "") -> Reading:
    played = run_script(SQUEEZED + more, BOOKS)
    assert isinstance(played.rules, HouseRules)
    reading = Reading(played.rules, SETUP)
    for event in played.log:
        reading.take(event, 1, "Dora")
    return reading


def faces(reading: Reading, patron: str) -> list[str | None]:
    form = own_section(reading, patron, Moment(now=1, squeeze_until=5), HELD)
    return [] if form.squeeze is None else [card.card for card in form.squeeze.cards]


def test_only_the_handler_sees_his_cards_and_only_while_he_has_them() -> None:
    dealt = squeezed()
    assert faces(dealt, "S1") == [None, None]
    assert faces(dealt, "S2") == [None, None]
    passed = squeezed("pass player\n")
    assert faces(passed, "S1") == ["9s", "Kh"]
    assert faces(passed, "S2") == [None, None]
    form = own_section(passed, "S1", Moment(now=1, squeeze_until=5), HELD)
    assert form.squeeze is not None
    assert (form.squeeze.passed, form.squeeze.until) == (True, 5)
    assert [card.held_by for card in form.squeeze.cards] == ["you", "you"]
    assert b"9s" not in msgspec.json.encode(public_sections(passed))


def test_a_hand_can_be_asked_for_until_the_first_card() -> None:
    bet, moment = (
        "book rws-wins-on style=face-down\nbet S1 player 100\nclose\n",
        Moment(now=1, asking_until=9),
    )
    played = {more: run_script(bet + more, BOOKS) for more in ("", "card ?\n")}
    until = []
    for each in played.values():
        assert isinstance(each.rules, HouseRules)
        reading = Reading(each.rules, SETUP)
        for event in each.log:
            reading.take(event, 1, "Dora")
        form = own_section(reading, "S1", moment, {})
        assert form.may_squeeze
        until.append(form.offered_until)
    assert until == [9, None]


THIRD = """\
pass player
show player by S1
turn P1 2s · P2 Kd by S1
total player 2
pass banker
show banker by S2
turn B1 2c · B2 3d by S2
total banker 5
card ?
pass player
"""


def test_a_third_card_is_in_hand_and_the_open_ones_lie_on_the_table() -> None:
    form = own_section(squeezed(THIRD), "S1", Moment(now=1), {"P3": "6s"})
    assert form.squeeze is not None
    held = [(card.slot, card.card, card.held_by) for card in form.squeeze.cards]
    assert held == [("P1", "2s", ""), ("P2", "Kd", ""), ("P3", "6s", "you")]


def test_everybody_sees_who_has_a_hand_without_a_name() -> None:
    hands = public_sections(squeezed("pass player\n"))["hands"]
    cards = msgspec.to_builtins(hands)["cards"]
    assert [card["held_by"] for card in cards] == ["place 1", "", "place 1", ""]
    assert [card["card"] for card in cards] == [None] * 4


def test_a_patron_reads_you_and_amounts_with_their_thousands() -> None:
    rules = rules_of("mbs")
    refusal = refusal_form(not_enough(rules, "ann", 500_000, 175_000))
    own = told_to(refusal, "ann", str).sentence
    assert own == "You have 1,750.00 at this table; this bet needs 5,000.00."
    other = told_to(refusal, "dealer", lambda name: say("person.place", place=3)).sentence
    assert other == "Place 3 has 1,750.00 at this table; this bet needs 5,000.00."
