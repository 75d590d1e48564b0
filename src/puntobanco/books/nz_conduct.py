"""How the New Zealand division rules conduct the game."""

from __future__ import annotations

from dataclasses import replace

from puntobanco.base.clauses import c
from puntobanco.books.silent import styled
from puntobanco.rules.conduct import (
    BettingRule,
    Burn,
    BurnRule,
    Call,
    CardsRule,
    Cited,
    Conduct,
    CutRule,
    DealingRule,
    DifferentialRule,
    Election,
    EndOfShoe,
    Mix,
    NomineeRule,
    Notice,
    OfferRule,
    OptionalOffer,
    Preparation,
    ReopenUnseen,
    Requirement,
    Scope,
    SeparateCards,
    Sharing,
    StandOff,
    Style,
    Turner,
)
from puntobanco.rules.options import Case, Given, given

BETTING = BettingRule(
    opening_clauses=c("default:21"),
    closing_clauses=c("8.2", "5.14"),
    late_clauses=c("5.14(a)", "5.14"),
    late_withdrawal_clauses=c("5.14(b)", "5.14"),
    offer_clauses=c("5.1", "5.2"),
    not_offered=(
        OptionalOffer("perfect-pair", c("11A.1")),
        OptionalOffer("dragon-bonus", c("11B.1")),
        OptionalOffer("any-pair", c("11C.1")),
        OptionalOffer("lucky-match", c("11D.1")),
    ),
    mixes=(
        Mix(("banker",), c("5.2(a)", "5.2")),
        Mix(("banker", "tie"), c("5.2(b)", "5.2")),
        Mix(("banker", "player"), c("5.2(c)", "5.2")),
        Mix(("banker", "player", "tie"), c("5.2(d)", "5.2")),
        Mix(("player",), c("5.2(e)", "5.2")),
        Mix(("player", "tie"), c("5.2(f)", "5.2")),
        Mix(("tie",), c("5.2(g)", "5.2")),
    ),
    area_cap_clauses=c("5.8(b)"),
    minimum_clauses=c("5.9(a)", "5.9"),
    maximum_clauses=c("5.9(b)", "5.9"),
    stand_off=StandOff.STAYS,
    stand_off_clauses=c("5.16"),
    differential=DifferentialRule(
        scope=Scope.TABLE,
        excess_clauses=c("5.17", "5.18"),
        floor_at_minimum=False,
        shown_clauses=c("5.17"),
    ),
    payable_clauses=c("5.12"),
    payable_part_clauses=c("5.12", "5.13"),
    spoken_clauses=c("5.4"),
    no_bet_clauses=c("def:Void Hand"),
    losing_clauses=c("5.15"),
    staff_places_clauses=c("5.5"),
    staff_posts=("dealer",),
)

DEALING = DealingRule(
    hands_clauses=c("8.1", "8.4"),
    player_cards_clauses=c("8.4"),
    banker_cards_clauses=c("8.4"),
    call_first_clauses=c("8.2"),
    totals_first_clauses=c("9.1"),
    result_clauses=c("10.1"),
    pay_clauses=c("10.2"),
    free_coup_clauses=c("8.3"),
    banker_offer=OfferRule(
        clauses=c("8.8", "8.9"),
        highest_clauses=c("8.9(a)"),
        equal_clauses=c("8.9(b)"),
        next_clauses=c("8.9(c)"),
        nobody_clauses=c("8.9(d)"),
    ),
    player_offer=OfferRule(
        clauses=c("8.8", "8.10"),
        highest_clauses=(),
        equal_clauses=(),
        next_clauses=(),
        nobody_clauses=(),
    ),
    display_clauses=c("3.4(f)"),
    style_clauses=c("8.5"),
    handler_clauses=c("8.11", "8.11(c)"),
    pass_clauses=c("8.13", "8.15"),
    keep_post="game-supervisor",
    one_hand_out_clauses=c("8.16"),
    player_first_clauses=c("8.15"),
    banker_first_post="casino-supervisor",
    banker_first_clauses=c("8.17"),
    one_more_clauses=c("9.6"),
    dealer_keeps_clauses=c("8.18"),
    keep_no_bet_clauses=c("8.18(a)"),
    keep_declined_clauses=c("8.18(b)"),
    keep_directed_clauses=c("8.18(c)"),
    separate=(
        Case(
            SeparateCards(
                post="game-supervisor",
                request_clauses=c("15.4"),
                first_clauses=c("15.4(i)"),
                second_clauses=c("15.4(ii)"),
                turn_clauses=c("15.5"),
                hand_on_clauses=c("15.6"),
                volunteer_clauses=c("15.7"),
                no_bet_clauses=c("15.7(a)"),
                declined_clauses=c("15.7(b)"),
                dealer_clauses=c("15.8"),
            ),
            given(international="on"),
        ),
    ),
    reopen_post="game-supervisor",
    reopen_clauses=c("5.14"),
    reopen_unseen=(
        Case(
            ReopenUnseen(
                post="casino-operator",
                clauses=c("15.10"),
                move_clauses=c("15.10(a)"),
                alter_clauses=c("15.10(b)"),
                new_clauses=c("15.10(c)"),
                withdraw_clauses=c("15.10(d)"),
            ),
            given(international="on"),
        ),
    ),
)

STYLES = (
    styled(
        Style(
            "A",
            initial_face_up=True,
            third_face_up=True,
            turner=Turner.NOBODY,
            deal_clauses=c("8.6"),
            announce_clauses=c("8.6"),
            third_clauses=c("9.7"),
            touch_clauses=c("8.7", "4.3"),
        ),
    ),
    styled(
        Style(
            "B",
            initial_face_up=False,
            third_face_up=False,
            turner=Turner.PATRON,
            deal_clauses=c("8.12"),
            announce_clauses=c("8.14"),
            third_clauses=c("9.8"),
            touch_clauses=c("8.11(a)", "8.11(b)", "8.11", "4.3"),
        ),
    ),
    styled(
        Style(
            "C",
            initial_face_up=False,
            third_face_up=True,
            turner=Turner.DEALER,
            deal_clauses=c("8.19"),
            announce_clauses=c("8.19"),
            third_clauses=c("9.7"),
            touch_clauses=c("8.20", "4.3"),
        ),
    ),
)

_INSPECTED = (
    Requirement(("inspect-by-dealer",), c("6.1"), 1, ("dealer",), ("inspect-by-supervisor",)),
    Requirement(
        ("inspect-by-supervisor",), c("6.1"), 1, ("game-supervisor",), ("inspect-by-dealer",)
    ),
)
_SPREAD = (
    Requirement(("spread",), c("6.2"), 2),
    Requirement(("offer-inspection",), c("6.3", "6.2"), 3),
)


def _mixed(rule: str) -> tuple[Requirement, ...]:
    return (
        Requirement(("wash",), c(f"{rule}(a)", rule, "7.1(a)"), 4),
        Requirement(("stack",), c(f"{rule}(b)", rule), 5),
        Requirement(("riffle",), c(f"{rule}(c)", rule), 6),
    )


_CUT_AND_LOADED = (
    Requirement(("cut",), c("7.5", "7.6"), 7),
    Requirement(("marker",), c("7.6"), 8),
    Requirement(("load",), c("7.7"), 9),
)
_ONLY_LOADED = (Requirement(("load",), c("7.7", "7.8", "7.2", "11.1"), 8),)
_PRE_SHUFFLED = (Requirement(("wash", "riffle"), c("6.5"), 3),)

_BY_HAND = given(equipment="shoe")
_BATCH = given(equipment="batch-shuffler")
_CONTINUOUS = given(equipment="continuous-shuffler")
_ROWS = (
    ("new", _BY_HAND, (*_INSPECTED, *_SPREAD, *_mixed("6.3"))),
    ("new", _BATCH, (*_INSPECTED, *_mixed("6.4"))),
    ("new", _CONTINUOUS, (*_INSPECTED, *_mixed("6.4"))),
    *(
        row
        for equipment in (_BY_HAND, _BATCH, _CONTINUOUS)
        for row in (
            ("pre-checked", equipment, _mixed("6.5")),
            ("pre-shuffled", equipment, _PRE_SHUFFLED),
            (
                "used",
                equipment,
                (Requirement(("wash", "riffle"), c("7.3", "7.3(a)", "7.3(b)"), 3),),
            ),
            ("sealed", equipment, ()),
        )
    ),
)
PREPARATIONS = tuple(
    Case(
        Preparation(
            source,
            (*steps, *(_ONLY_LOADED if equipment is _CONTINUOUS else _CUT_AND_LOADED)),
            approval_clauses=c("6.6") if source == "sealed" else (),
        ),
        equipment,
    )
    for source, equipment, steps in _ROWS
)

_DEALT_FROM_A_SHOE = given(equipment="shoe batch-shuffler")
_END = EndOfShoe(
    first_clauses=c("11.2(a)", "11.2"),
    later_clauses=c("11.2(b)", "11.2"),
    over_clauses=c("11.2[tail]"),
    retired_clauses=(),
)

CONDUCT = Conduct(
    betting=BETTING,
    dealing=DEALING,
    styles=STYLES,
    burns=(
        Case(
            BurnRule(
                Burn.BY_VALUE,
                clauses=c("7.7(a)"),
                first_clauses=c("7.7(a)(i)"),
                more_clauses=c("7.7(a)(ii)", "7.7(a)(iii)", "4.1A"),
            ),
            given(burn="by-value"),
        ),
        Case(BurnRule(Burn.ONE, c("7.7(b)")), given(burn="one-card")),
    ),
    ends=(
        Case(
            replace(_END, retired_clauses=c("11.3")),
            given(equipment="shoe batch-shuffler", style="B"),
        ),
        Case(_END, _DEALT_FROM_A_SHOE),
    ),
    sharing=(
        Case(
            Sharing(
                patrons_most=1,
                standing_area=True,
                clauses=c("5.7"),
                standing_clauses=c("5.6(a)"),
                untouched_clauses=c("5.6(b)"),
                no_role_clauses=c("5.6(c)"),
            ),
            given(version="full"),
        ),
        Case(
            Sharing(
                patrons_most=3,
                standing_area=False,
                clauses=c("5.8(a)", "5.8"),
                standing_clauses=c("5.6"),
                untouched_clauses=c("5.6(b)"),
                no_role_clauses=c("5.6(c)"),
            )
        ),
    ),
    preparations=PREPARATIONS,
    cut=(
        Case(
            CutRule(
                offer_clauses=c("7.5"),
                place_clauses=c("7.6"),
                from_ends_least=52,
                marker_least=20,
                cut_cards_clauses=c("3.4(b)"),
            ),
            _DEALT_FROM_A_SHOE,
        ),
    ),
    cards=CardsRule(
        backs_clauses=c("3.4(a)"),
        two_sets=(Case(Cited(c("3.4(a)(ii)")), given(equipment="batch-shuffler")),),
        replace_post="casino-operator",
        replace_clauses=c("7.9"),
        reshuffle_post="game-supervisor",
        reshuffle_clauses=c("7.1(d)", "7.1"),
        unprepared_clauses=c("7.1(a)"),
        doubt_clauses=c("7.1(b)", "7.1"),
        object_clauses=c("7.4"),
        look_clauses=c("7.4(a)"),
        mix_clauses=c("7.4(b)"),
    ),
    nominees=NomineeRule(
        allowed=True,
        post="game-supervisor",
        overall_clauses=c("2.3"),
        approval_clauses=c("2.3(a)"),
        announce_clauses=c("2.3(b)", "2.3(c)"),
        one_patron_clauses=c("2.3(d)"),
        end_clauses=c("2.3(e)"),
        bar_wagers_clauses=c("2.3(f)"),
        bar_cards_clauses=c("2.3(g)"),
        staff_clauses=c("2.3(h)"),
        seated_clauses=c("def:Banker", "def:Player", "5.6(b)"),
        several=(Case(Cited(c("15.3")), given(international="on")),),
    ),
    notices=(
        Case(Notice("limits", c("5.17"))),
        Case(
            Notice("half-on-six", c("5.11"), shows=("banker",)),
            given(two_to_one="off", banker="half-on-six"),
        ),
        *(
            Case(
                Notice(f"{family}-{scale}", c(clause), shows=(family,), says=f"{title} {value}"),
                Given(((family, (value,)),)),
            )
            for family, scale, title, clause, values in (
                ("perfect-pair", "scale", "Perfect Pair, pay scale", "11A.8", "123"),
                ("dragon-bonus", "table", "Dragon Bonus, pay table", "11B.9", "123"),
                ("any-pair", "scale", "Any Pair, pay scale", "11C.9", "12"),
                ("lucky-match", "scale", "Lucky Match, pay scale", "11D.10", "12"),
            )
            for value in values
        ),
        Case(
            Notice("two-to-one", c("13.5"), shows=("player", "banker"), says="2 to 1 Baccarat"),
            given(two_to_one="on half-on-six"),
        ),
        Case(
            Notice("two-to-one-half-on-six", c("13.6"), shows=("banker",)),
            given(two_to_one="half-on-six"),
        ),
        Case(
            Notice("international", c("15.2"), says="International Baccarat"),
            given(international="on"),
        ),
    ),
    tie_call=Call("Tie Hand", c("10.1")),
    last_call=Call("Last coup", c("11.2")),
    no_bet_call=Call("No bets this hand", c("12.1(b)", "12.2(b)", "12.3")),
    elections=(
        Case(Election("banker", "commission", c("5.11")), given(two_to_one="off")),
        Case(Election("two-to-one", "on", c("13.4", "13.6")), given(two_to_one="on half-on-six")),
    ),
)
