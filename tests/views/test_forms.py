"""What the forms say: wagers and edges, reasons for third cards, rulings, one's own money."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from msgspec.structs import replace

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.play import reports as p
from puntobanco.play.requests import Prepare
from puntobanco.play.table import Ready
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.sayings.saying import sentence as in_english
from puntobanco.views.hands_form import hands_form
from puntobanco.views.me_form import me_form
from puntobanco.views.phase_form import phase_form
from puntobanco.views.reading import Reading
from puntobanco.views.ruling_form import procedures, ruling_form
from puntobanco.views.setup import Moment
from puntobanco.views.staff_form import staff_form
from puntobanco.views.step_form import step_form
from puntobanco.views.table_form import commission_said, made_table_form

from .logs import MOMENT, SETUP, Log, read, rules_of
from .test_next_step import PATRONS, Following


def reading_of(script: str) -> Reading:
    played = run_script(script, BOOKS)
    assert isinstance(played.rules, HouseRules)
    reading = Reading(played.rules, SETUP)
    for number, event in enumerate(played.log):
        reading.take(event, 1_000 + number, "Dora")
    return reading


# --- the table ----------------------------------------------------------------------------------


def test_the_table_says_what_its_wagers_pay_and_cost() -> None:
    form = made_table_form(rules_of("mbs", decks="8"), SETUP)
    wagers = {wager.name: wager for wager in form.wagers}
    assert Fraction(wagers["player-pair"].edge) == Fraction(43, 415)
    assert wagers["player-pair"].edge_percent == "10.36"
    assert wagers["banker"].edge_percent == "1.06"
    assert wagers["player"].edge_percent == "1.24"
    assert [line.pays for line in wagers["banker"].payoffs] == ["1 to 1 less 5 %"]
    assert all(wager.payoffs and wager.clauses for wager in form.wagers)
    assert (form.places, form.style, form.turner) == (9, "face-up", "nobody")


def test_a_wager_with_variants_names_its_family() -> None:
    form = made_table_form(rules_of("rws-wins-on"), SETUP)
    split = {(wager.family, wager.variant) for wager in form.wagers}
    assert ("player-wins-on", "7") in split
    assert ("banker", "") in split


HALF = "No commission is taken; a Banker stake pays 1 to 2 where Banker wins on 6."


@pytest.mark.parametrize(
    ("book", "options", "sentence"),
    [
        ("mbs", {}, "5 % of the winnings of a Banker stake is kept as commission when it is paid."),
        ("rws-wins-on", {}, HALF),
        ("nz-division", {"banker": "half-on-six"}, HALF),
    ],
)
def test_the_commission_is_told_from_the_book(
    book: str, options: dict[str, str], sentence: str
) -> None:
    assert in_english(commission_said(rules_of(book, **options))) == sentence


def test_every_table_has_an_edge_for_every_wager() -> None:
    for book in BOOKS:
        for wager in made_table_form(rules_of(book), SETUP).wagers:
            assert Fraction(wager.edge) > 0, wager.name


def test_reading_a_table_loads_no_array_library() -> None:
    program = (
        "import sys, puntobanco.views.sections, puntobanco.views.seat\n"
        "assert 'puntobanco.odds' not in sys.modules, 'odds'\n"
        "from puntobanco.books import BOOKS\n"
        "from puntobanco.views.setup import Setup\n"
        "from puntobanco.views.table_form import made_table_form\n"
        "setup = Setup('T1', '', 'random', 'clock', 15)\n"
        "form = made_table_form(BOOKS['mbs'].configure(), setup)\n"
        "assert form.wagers[0].edge\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# --- the cards ----------------------------------------------------------------------------------

DRAWN = "book mbs\nbet S1 banker 100\nclose\ncard 2s · 3h · 3d · Kc\n"


def test_a_third_card_is_explained_with_its_clause() -> None:
    form = hands_form(reading_of(DRAWN))
    (player,) = form.reasons
    assert (player.hand, player.draws, player.own_total, player.against) == (
        "player",
        True,
        5,
        None,
    )
    assert player.sentence == "Player draws on 5."
    assert player.clauses
    assert form.next_slot == "P3"
    assert form.outcome is None


def test_the_card_that_decided_is_named_where_it_did() -> None:
    form = hands_form(reading_of(f"{DRAWN}card 8s\n"))
    _, banker = form.reasons
    assert (banker.draws, banker.own_total, banker.against) == (False, 3, 8)
    assert banker.sentence == "Banker stands on 3 against Player's third card worth 8."
    assert form.outcome is not None
    assert form.outcome.sentence == "Player 3, Banker 3: a tie."
    assert form.outcome.wagers["tie"] == "win"
    assert form.outcome.wagers["banker"] == "push"


def test_a_natural_ends_the_drawing() -> None:
    form = hands_form(reading_of("book mbs\nbet S1 banker 100\nclose\ncard 9s · 2h · Kd · 3c\n"))
    assert [reason.sentence for reason in form.reasons] == [
        "Player stands: Player's 9 is a natural.",
        "Banker stands: Player's 9 is a natural.",
    ]
    assert form.outcome is not None
    assert form.outcome.natural


def test_a_void_coup_shows_its_cards_and_no_outcome() -> None:
    reading = reading_of(
        "book nz-division\nbet S1 player 100\nclose\ncard 9h · 9d\nnoticed wrong-area restorable=no"
    )
    form = hands_form(reading)
    assert form.voided
    assert form.outcome is None
    assert [card.card for card in form.cards] == ["9h", "9d"]
    own = me_form(reading, "S1", MOMENT).last
    assert own is not None
    assert (own.voided, own.lines, own.net) == (True, (), 0)


# --- money of one's own ---------------------------------------------------------------------------


def test_a_patron_sees_how_his_stakes_ended_until_his_next() -> None:
    won = "card Kh · Kd · 6s · 7c\nend player 6, banker 7 banker\n"
    reading = reading_of(f"book mbs\nbet S1 banker 100  S1 tie 20\nclose\n{won}open\n")
    own = me_form(reading, "S1", MOMENT).last
    assert own is not None
    assert [(line.wager, line.result, line.profit, line.commission) for line in own.lines] == [
        ("banker", "win", 95_00, 5_00),
        ("tie", "lose", -20_00, 0),
    ]
    assert (own.coup, own.net) == (1, 75_00)
    staff = staff_form(reading)
    assert staff.payable == 95_00
    assert len(staff.last_lines) == 2


def test_what_was_just_won_cannot_be_cashed_before_the_next_call() -> None:
    won = "card Kh · Kd · 6s · 7c\nend player 6, banker 7 banker\n"
    before = me_form(reading_of(f"book mbs\nbet S1 banker 100\nclose\n{won}"), "S1", MOMENT)
    after = me_form(reading_of(f"book mbs\nbet S1 banker 100\nclose\n{won}open\n"), "S1", MOMENT)
    assert before.rack - before.cashable == 195_00
    assert after.cashable == after.rack


def test_the_largest_stake_may_ask_to_squeeze_where_the_book_lets_it() -> None:
    reading = reading_of(
        "book rws-super-six-plus style=face-down\nbet S1 player 100  S2 banker 500\nclose\n"
    )
    assert me_form(reading, "S1", MOMENT).may_squeeze == ()
    assert me_form(reading, "S2", MOMENT).may_squeeze == ("player", "banker")


def test_somebody_who_never_came_has_nothing() -> None:
    form = me_form(reading_of("book mbs\nbet S1 banker 100\n"), "nobody", MOMENT)
    assert (form.present, form.rack, form.stakes, form.last) == (False, 0, (), None)


# --- rulings ------------------------------------------------------------------------------------


def test_a_question_says_of_whom_it_is_asked_and_what_may_be_answered() -> None:
    reading = reading_of("book nz-division\nbet S1 player 100\nclose\ncard 9h\nnoticed wrong-area")
    form = ruling_form(reading)
    assert form is not None
    assert (form.irregularity, form.question) == ("wrong-area", "restorable")
    assert form.answers == ("yes", "no")
    assert form.post
    assert form.asks.endswith("Can the cards be put back into the order they should have had?")
    assert form.clauses
    step = step_form(reading.rules, reading.table, SETUP)
    assert (step.act, step.post, step.answers) == ("answer", form.post, form.answers)
    assert phase_form(reading, MOMENT).line == "The table waits for a ruling."


def test_what_was_ruled_stays_to_be_read_until_the_next_call() -> None:
    ruled = (
        "book nz-division\nbet S1 player 100\nclose\ncard 9h · 9d\nnoticed wrong-area restorable=no"
    )
    form = ruling_form(reading_of(ruled))
    assert form is not None
    assert form.question == ""
    assert "The coup is void and every stake goes back." in form.follows
    assert ruling_form(reading_of(f"{ruled}\nopen\n")) is None


@pytest.mark.parametrize("book", BOOKS)
def test_every_irregularity_can_be_reported_with_what_it_asks(book: str) -> None:
    found = procedures(rules_of(book))
    *reportable, called = Irregularity
    assert called is Irregularity.FLOOR_CALLED
    assert [each.irregularity for each in found] == [each.value for each in reportable]
    said = {fact for each in found for fact in each.facts}
    assert said <= {"seen", "asked", "restorable"}
    assert said
    for each in found:
        assert set(each.needs) <= {"patron", "place", "wager"}
        assert p.Noticed(irregularity=Irregularity(each.irregularity))


# --- the phase ----------------------------------------------------------------------------------


def test_the_phase_knows_when_betting_opened_and_who_deals() -> None:
    reading = reading_of("book mbs\nopen\n")
    form = phase_form(reading, Moment(now=5_000, closes_at=9_000, watching=3))
    assert (form.stage, form.line, form.dealer) == ("betting", "Place your bets.", "Dora")
    assert form.opened_at is not None
    assert form.closes_at == 9_000
    closed = phase_form(reading_of("book mbs\nopen\nclose\n"), Moment(now=5, closes_at=9_000))
    assert (closed.opened_at, closed.closes_at) == (None, None)


def test_a_stopped_table_says_why() -> None:
    form = phase_form(reading_of("book mbs\nopen\n"), Moment(now=1, stopped="a device is missing"))
    assert form.line == "The table is stopped: a device is missing"


def test_the_checklist_shows_what_is_done_and_what_is_due() -> None:
    following = Following(rules_of("nz-division"), 1, willing=0.0)
    following.seat()
    seen = []
    while not isinstance(following.table.stage, Ready):
        following.do(following.follower.next_command(following.table))
        *_, (reading, _) = read(Log("nz", following.rules, tuple(following.log)))
        form = staff_form(reading)
        due = [check.step for check in form.checklist if check.due]
        done = [check.step for check in form.checklist if check.done]
        assert len(due) == (len(done) < len(form.checklist))
        if form.step.act in ("prepare", "offer-cut"):
            asked = form.step.request
            assert due == [asked.step if isinstance(asked, Prepare) else "cut"]
        seen.append(form.step.act)
        cutters = [name for name in PATRONS if me_form(reading, name, MOMENT).may_cut]
        assert cutters == ([form.step.who] if form.step.act == "offer-cut" else [])
    assert list(dict.fromkeys(seen)) == [
        "receive-cards",
        "prepare",
        "offer-cut",
        "burn",
        "open-betting",
    ]


def test_what_was_loaded_unprepared_is_not_made_up_for() -> None:
    reading = reading_of("book nz-division\nopen-table limits\ncards A new\nloaded\n")
    halts = reading.table.halts
    assert [each.irregularity for each in halts] == [Irregularity.NOT_SHUFFLED]
    reading.table = replace(reading.table, halts=())
    assert staff_form(reading).step.act == "burn"
    assert not any(check.due for check in staff_form(reading).checklist)


# --- announcements ------------------------------------------------------------------------------

_TIE = "bet S1 tie 100\nclose\ncard Kh · 2d · 6s · 4c\nresult player 6, banker 6 tie\n"
_SURPLUS = """bet S1 player 100
close
card Kh · 2d · 8s · 4c
card 9c
end player 8, banker 6 player
open
"""


@pytest.mark.parametrize(
    ("script", "calls"),
    [
        (f"book nz-division\n{_TIE}", ("Tie Hand",)),
        (f"book nz-division\n{_TIE}settle\n", ("Tie Hand",)),
        (f"book nz-division\n{_TIE}settle\nopen\n", ()),
        (f"book mbs\n{_TIE}", ()),
        ("book nz-division\nbet S1 player 100\nclose\nmarker\n", ("Last coup",)),
        ("book nz-division\nbet S1 player 100\nclose\ncard Kh\nmarker\n", ()),
        ("book nz-division\nopen\nmarker\n", ("Last coup",)),
        (f"book nz-division\n{_SURPLUS}", ("No bets this hand",)),
    ],
)
def test_what_was_announced_holds_for_its_coup(script: str, calls: tuple[str, ...]) -> None:
    assert phase_form(reading_of(script), MOMENT).calls == calls


def test_a_marker_in_a_coup_announces_the_next_one() -> None:
    script = "book nz-division\nbet S1 player 100\nclose\ncard Kh\nmarker\ncard 2d · 6s · 5c\n"
    settled = reading_of(f"{script}end player 6, banker 7 banker\n")
    assert phase_form(settled, MOMENT).calls == ("Last coup",)


# --- the felt -----------------------------------------------------------------------------------


def test_a_stand_off_that_no_tie_explains_is_printed() -> None:
    bonus = made_table_form(rules_of("nz-division", dragon_bonus="1"), SETUP)
    pushes = {wager.name: wager.pushes for wager in bonus.wagers if wager.pushes}
    assert pushes == {
        "dragon-bonus:player": ("natural tie",),
        "dragon-bonus:banker": ("natural tie",),
    }


def test_cards_that_follow_no_rule_are_not_explained_by_one() -> None:
    reading = reading_of(
        "book rws-super-six-plus\nset watch=dealer\nbet S1 player 100\nclose\n"
        "card 4s · Kh · 5d · 7c · 2c P3\n"
    )
    assert hands_form(reading).reasons == ()
