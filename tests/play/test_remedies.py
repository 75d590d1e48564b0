"""What remedies give back, to the unit and to nobody else; from the documents' own words."""

from __future__ import annotations

from puntobanco.books import BOOKS
from puntobanco.notation.runner import Playing, run_script
from puntobanco.play import events as e
from puntobanco.play.rulings.returning import is_meant
from puntobanco.play.table import Halt
from puntobanco.rules.rulings import Irregularity


def played(text: str) -> Playing:
    return run_script(text, BOOKS)


def taken(playing: Playing) -> list[tuple[str, int, str]]:
    return [
        (each.patron, each.amount, each.by)
        for each in playing.log
        if isinstance(each, e.StakeTaken)
    ]


def reduced(playing: Playing) -> list[tuple[str, str, int]]:
    return [
        (each.patron, each.wager, each.amount)
        for each in playing.log
        if isinstance(each, e.StakeReduced)
    ]


def warned(playing: Playing) -> list[tuple[str, str]]:
    return [(each.patron, each.wager) for each in playing.log if isinstance(each, e.PatronWarned)]


def test_the_excess_of_a_box_goes_back_from_who_stands_and_came_last() -> None:
    """RWS 5.1: 11,000 against 500 with 8,000 allowed are 2,500 too many, in that box alone."""
    playing = played(
        """
        book  rws-wins-on
        set   watch=dealer differential=8000
        stand Tom
        stand Ann
        stand Bob
        bet   S1 banker 7000.00
        bet   S2 banker 6000.00
        bet   Tom banker 3000.00 on 2
        bet   Ann banker 2000.00 on 2
        bet   Bob player 500.00 on 2
        noticed over-differential [5.1]
        event stake-taken patron=Ann amount=2000.00 [5.1]
        event stake-taken patron=Tom amount=500.00 [5.1]
        lies  S1 banker 7000.00
        lies  S2 banker 6000.00
        lies  Tom banker 2500.00 on 2
        lies  Bob player 500.00 on 2
        """
    )
    assert taken(playing) == [("Ann", 2000_00, "table"), ("Tom", 500_00, "table")]


def test_one_unit_too_many_goes_back() -> None:
    playing = played(
        """
        book  rws-wins-on
        set   watch=dealer differential=8000
        bet   S1 banker 8000.01
        bet   S2 banker 8000.00
        noticed over-differential [5.1]
        """
    )
    assert taken(playing) == [("S1", 1, "table")]


def test_of_two_stakes_the_small_one_is_told_and_then_goes_back() -> None:
    """RWS 5.2: what is as large as the minimum is neither told of nor given back."""
    playing = played(
        """
        book  rws-wins-on
        set   watch=dealer minimum=100
        bet   S1 player 50.00  S1 banker 100.00  S2 player 60.00
        noticed below-minimum patron S1 [5.2]
        event patron-warned patron=S1 wager=player [5.2]
        """
    )
    assert warned(playing) == [("S1", "player")]
    playing = played(
        """
        book  rws-wins-on
        set   watch=dealer minimum=100
        bet   S1 player 50.00  S1 banker 100.00  S2 player 60.00
        noticed below-minimum patron S1 [5.2]
        close [5.2]
        lies  S1 player 0
        lies  S1 banker 100.00
        lies  S2 player 60.00
        """
    )
    assert reduced(playing) == [("S1", "player", 50_00)]


def test_a_report_that_names_nobody_means_nobody() -> None:
    key = ("ann", 3, "player")
    halt = Halt(Irregularity.BELOW_MINIMUM, {})
    assert not is_meant(halt, key)
    for patron, place, wager, meant in (
        ("ann", None, None, True),
        ("ann", 3, "player", True),
        ("ann", 4, "player", False),
        ("ann", 3, "banker", False),
        ("ben", None, None, False),
    ):
        named = Halt(Irregularity.BELOW_MINIMUM, {}, patron, place, wager)
        assert is_meant(named, key) is meant, (patron, place, wager)


def test_only_a_wager_with_commission_has_a_part_that_cannot_be_paid() -> None:
    """NZ 5.13 speaks of Banker; what lies on Player beside it stays."""
    playing = played(
        """
        book nz-division
        set chips=1,5,25,100 minimum=5 watch=dealer
        bet S1 banker 30  S1 player 30
        noticed not-payable patron S1 [5.13]
        lies S1 banker 20.00
        lies S1 player 30.00
        """
    )
    assert reduced(playing) == [("S1", "banker", 10_00)]


def test_a_box_within_the_differential_is_passed_over_and_the_next_is_not() -> None:
    """RWS 5.1.1 and 5.1.2: box by box; a stake below the minimum plays as it lies."""
    playing = played(
        """
        book  rws-wins-on
        set   watch=dealer minimum=200 differential=5000
        stand Tom
        bet   S1 banker 5000.00
        bet   S2 banker 9950.00
        bet   Tom banker 50.00 on 2
        close [5.1.2]
        lies  S1 banker 5000.00
        lies  S2 banker 4950.00
        lies  Tom banker 50.00 on 2
        """
    )
    assert reduced(playing) == [("S2", "banker", 5000_00)]


def test_nz_scales_below_the_minimum_and_to_what_can_be_paid() -> None:
    """NZ 5.18 has no least stake; what is left of each must still be paid exactly (5.13)."""
    playing = played(
        """
        book nz-division
        set chips=1,5,25,100 minimum=100 differential=200 watch=dealer
        bet S1 banker 100  S2 banker 200
        close [5.18]
        answer dealer yes [5.18]
        lies S1 banker 60.00
        lies S2 banker 120.00
        """
    )
    assert reduced(playing) == [("S1", "banker", 40_00), ("S2", "banker", 80_00)]


def test_where_no_differential_is_set_nothing_is_over_it() -> None:
    for book, rest in (("rws-wins-on", ""), ("nz-division", "answer dealer yes [5.18]")):
        playing = played(
            f"""
            book {book}
            set watch=dealer
            bet S1 banker 9000
            close
            noticed over-differential
            {rest}
            lies S1 banker 9000.00
            ordinary
            """
        )
        assert reduced(playing) == []


def test_who_orders_asks_and_reopens_names_the_clause() -> None:
    played(
        """
        book rws-super-six-plus
        bet S1 player 100
        together 9s Kd unknown
        event question-asked question=order [5.10]
        answer pit-supervisor 2,1 [5.10]
        event waiting-ordered order=1,0 [5.10]
        """
    )
    played(
        """
        book rws-wins-on
        bet S1 player 100.00
        noticed floor-called
        event question-asked question=call [default:32]
        """
    )
    played(
        """
        book rws-super-six-plus
        bet S1 player 100  S2 banker 100
        close
        card 9s · 2h · Kd · 3c
        end player 9, banker 5 player
        noticed other
        answer shift-manager return a light went out
        event coup-reopened coup=1 [5.17]
        event settlement-reversed patron=S1 [5.17]
        rack S1 1000000.00
        rack S2 1000000.00
        """
    )


def test_stakes_that_a_tie_left_go_back_before_a_coup_without_bets() -> None:
    """NZ 5.16 leaves them, the floor has the next coup dealt without bets: no card waits."""
    playing = played(
        """
        book nz-division
        bet S1 player 100  S2 banker 150
        close
        card 8s · 8h · Kd · Kc
        end player 8, banker 8 tie
        lies S1 player 100.00
        noticed other
        answer game-supervisor no-bet the shoe fell [2.1]
        event stake-taken patron=S1 amount=100.00 [2.1]
        lies S1 player 0
        rack S1 1000000.00
        rack S2 1000000.00
        """
    )
    assert taken(playing) == [("S1", 100_00, "table"), ("S2", 150_00, "table")]
    assert not [each for each in playing.log if isinstance(each, e.NextWithoutBets)]


def test_where_everything_lies_right_nothing_is_put_right() -> None:
    playing = played(
        """
        book mbs
        bet S1 player 100
        close
        card 8s · 2h
        noticed other
        answer supervisor rebuild a light went out
        """
    )
    assert not [each for each in playing.log if isinstance(each, e.CardsRebuilt)]


def test_a_side_stake_goes_back_with_the_last_main_stake_of_its_owner_alone() -> None:
    """NZ 5.13 makes all of 10 void, and 11A.2 wants a main stake under a pair."""
    playing = played(
        """
        book nz-division perfect-pair=1
        set chips=1,5,25,100 minimum=5 watch=dealer
        bet S1 banker 20  S1 perfect-pair:player 5
        bet S3 banker 10  S3 perfect-pair:player 5
        close
        lies S1 perfect-pair:player 5.00
        lies S3 perfect-pair:player 0
        """
    )
    assert reduced(playing) == [("S3", "banker", 10_00)]
    assert taken(playing) == [("S3", 5_00, "table")]


def test_who_has_paid_his_ante_keeps_his_stake_and_who_takes_back_gets_it_from_the_table() -> None:
    playing = played(
        """
        book nz-division ante=10
        bet S1 banker 100  S2 banker 100
        ante S1
        noticed ante-missing patron S1 [14.7]
        lies S1 banker 100.00
        noticed ante-missing patron S2 [14.7]
        lies S2 banker 0
        """
    )
    assert taken(playing) == [("S2", 100_00, "table")]
    playing = played(
        """
        book  rws-wins-on
        bet   S1 player 100.00  S2 banker 100.00
        close
        card  9s · 3h · Kd · 5c
        noticed order-disturbed
        answer pit-supervisor no
        answer S2 take-back [5.12.3]
        answer S1 go-on
        """
    )
    assert taken(playing) == [("S2", 100_00, "table")]


def test_where_no_cards_lie_together_nobody_is_asked_for_their_order() -> None:
    playing = played(
        """
        book rws-super-six-plus
        bet S1 player 100
        close
        card 9s · 2h
        noticed drawn-together restorable=no
        answer S1 go-on
        answer pit-supervisor no
        ordinary
        """
    )
    asked = [each.question.value for each in playing.log if isinstance(each, e.QuestionAsked)]
    assert "order" not in asked
    assert not playing.table.halts
