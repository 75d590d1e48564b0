"""The wagers of the New Zealand division rules, on every pay scale."""

from __future__ import annotations

from puntobanco.base.clauses import c
from puntobanco.base.money import Payoff
from puntobanco.rules.conditions import AtLeast, Is
from puntobanco.rules.options import Case, given
from puntobanco.rules.outcomes import CardMatch
from puntobanco.rules.shapes import (
    COMMISSION,
    even_money,
    graded_pair_wager,
    half_on_six,
    hand_wager,
    margin_wager,
    pair_wager,
    tie_wager,
)
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Line, Terms, Wager, Win

_ON_PLAYER = Terms(c("5.1(b)", "5.1"), c("3.3(b)", "3.3"))
_ON_BANKER = Terms(c("5.1(a)", "5.1"), c("3.3(a)", "3.3"))
_ON_TIE = Terms(c("5.1(c)", "5.1"), c("3.3(c)", "3.3"))
_TWO_TO_ONE_ON_PLAYER = Terms(c("13.2(b)", "13.2"), c("3.3(b)", "3.3"))
_TWO_TO_ONE_ON_BANKER = Terms(c("13.2(a)", "13.2"), c("3.3(a)", "3.3"))
_TWO_TO_ONE_ON_TIE = Terms(c("13.2(c)", "13.2"), c("3.3(c)", "3.3"))

PLAYER = hand_wager(
    Hand.PLAYER,
    even_money(Hand.PLAYER, c("5.10(a)", "5.10", "5.1(b)(i)")),
    stands_off=c("5.1(b)(iii)"),
    loses=c("5.1(b)(ii)"),
    terms=_ON_PLAYER,
)
BANKER_LESS_COMMISSION, BANKER_HALF_ON_SIX = (
    hand_wager(
        Hand.BANKER,
        *wins,
        stands_off=c("5.1(a)(iii)"),
        loses=c("5.1(a)(ii)"),
        terms=_ON_BANKER,
    )
    for wins in (
        (even_money(Hand.BANKER, c("5.10(b)", "5.10", "5.1(a)(i)"), COMMISSION),),
        (half_on_six(c("5.11", "5.1(a)(i)")), even_money(Hand.BANKER, c("5.11", "5.1(a)(i)"))),
    )
)


def _two_to_one(hand: Hand, *clauses: str) -> tuple[Line, Line]:
    """Wins on a three-card 8 or 9 pay double, others even money."""
    side, pays = hand.value, c(*clauses)
    three_cards = Is(f"{side}_wins") & Is(f"{side}_cards", 3) & AtLeast(f"{side}_total", 8)
    label = f"{side.capitalize()} wins on a three-card 8 or 9"
    return Line(three_cards, Win(Payoff(2)), pays, label), even_money(hand, pays)


TWO_TO_ONE_PLAYER = hand_wager(
    Hand.PLAYER,
    *_two_to_one(Hand.PLAYER, "13.3", "13.2(b)(i)"),
    stands_off=None,
    loses=c("13.2(b)(ii)"),
    terms=_TWO_TO_ONE_ON_PLAYER,
)
TWO_TO_ONE_BANKER, TWO_TO_ONE_BANKER_HALF_ON_SIX = (
    hand_wager(
        Hand.BANKER,
        *on_six,
        *_two_to_one(Hand.BANKER, "13.3", "13.1", "13.2(a)(i)"),
        stands_off=None,
        loses=c("13.2(a)(ii)"),
        terms=_TWO_TO_ONE_ON_BANKER,
    )
    for on_six in ((), (half_on_six(c("13.4", "13.1", "13.2(a)(i)")),))
)

TIE = {
    gain: tie_wager(
        Payoff(gain), wins=c("5.10(c)", "5.10", "5.1(c)(i)"), loses=c("5.1(c)(ii)"), terms=_ON_TIE
    )
    for gain in (8, 9)
}
TWO_TO_ONE_TIE = {
    gain: tie_wager(
        Payoff(gain),
        wins=c("5.10(c)", "5.10", "13.2(c)(i)"),
        loses=c("13.2(c)(ii)"),
        terms=_TWO_TO_ONE_ON_TIE,
    )
    for gain in (8, 9)
}


def _side_terms(
    rule: str,
    *,
    offer: tuple[int, ...],
    area: int,
    needs_main: int,
    late: int,
    limit: int,
    pay: int,
) -> Terms:
    """The terms of a side wager, by their numbers within its rule."""
    return Terms(
        offer_clauses=c(*(f"{rule}.{number}" for number in offer)),
        area_clauses=c(f"{rule}.{area}"),
        needs_main_clauses=c(f"{rule}.{needs_main}"),
        late_clauses=c(f"{rule}.{late}"),
        limit_clauses=c(f"{rule}.{limit}"),
        pay_clauses=c(f"{rule}.{pay}"),
    )


_PERFECT_PAIR = _side_terms("11A", offer=(1, 2), area=2, needs_main=2, late=3, limit=4, pay=6)
_DRAGON_BONUS = _side_terms("11B", offer=(1, 2, 3), area=3, needs_main=2, late=4, limit=5, pay=7)
_ANY_PAIR = _side_terms("11C", offer=(1, 3), area=3, needs_main=3, late=4, limit=5, pay=7)
_LUCKY_MATCH = _side_terms("11D", offer=(1, 3), area=3, needs_main=3, late=4, limit=5, pay=7)


def _perfect_pair(hand: Hand, scale: str, mixed: int, coloured: int, perfect: int) -> Wager:
    clauses = c(f"11A.7[{scale}]", "11A.5")
    return graded_pair_wager(
        f"perfect-pair:{hand.value}",
        f"Perfect Pair, {hand.value.capitalize()}",
        hand,
        {
            CardMatch.MIXED: (Payoff(mixed), clauses, "mixed pair"),
            CardMatch.COLOURED: (Payoff(coloured), clauses, "coloured pair"),
            CardMatch.PERFECT: (Payoff(perfect), clauses, "perfect pair"),
        },
        loses=c("11A.5"),
        terms=_PERFECT_PAIR,
    )


def _lucky_match(hand: Hand, scale: str, lucky: int, triple: int) -> Wager:
    clauses = c(f"11D.8[{scale}]", "11D.6")
    return graded_pair_wager(
        f"lucky-match:{hand.value}",
        f"Lucky Match, {hand.value.capitalize()}",
        hand,
        {
            CardMatch.MIXED: (Payoff(5), clauses, "mixed match"),
            CardMatch.COLOURED: (Payoff(10), clauses, "coloured match"),
            CardMatch.PERFECT: (Payoff(lucky), clauses, "lucky match"),
            CardMatch.TRIPLE: (Payoff(triple), (*clauses, *c("11D.9")), "lucky triple match"),
        },
        loses=c("11D.6"),
        terms=_LUCKY_MATCH,
    )


def _any_pair(hand: Hand, scale: str, gain: int) -> Wager:
    return pair_wager(
        f"any-pair:{hand.value}",
        f"Any Pair, {hand.value.capitalize()}",
        hand,
        Payoff(gain),
        wins=c(f"11C.8[{scale}]", "11C.6"),
        loses=c("11C.6"),
        terms=_ANY_PAIR,
    )


def _dragon_bonus(hand: Hand, table: str, *by_nine_down_to_four: int) -> Wager:
    return margin_wager(
        f"dragon-bonus:{hand.value}",
        f"Dragon Bonus, {hand.value.capitalize()}",
        hand,
        {9 - place: Payoff(gain) for place, gain in enumerate(by_nine_down_to_four)},
        natural=Payoff(1),
        pays=c(f"11B.8[{table}]"),
        wins=c("11B.6"),
        terms=_DRAGON_BONUS,
    )


MAIN = (
    Case(PLAYER, given(two_to_one="off")),
    Case(TWO_TO_ONE_PLAYER, given(two_to_one="on half-on-six")),
    Case(BANKER_LESS_COMMISSION, given(two_to_one="off", banker="commission")),
    Case(BANKER_HALF_ON_SIX, given(two_to_one="off", banker="half-on-six")),
    Case(TWO_TO_ONE_BANKER, given(two_to_one="on")),
    Case(TWO_TO_ONE_BANKER_HALF_ON_SIX, given(two_to_one="half-on-six")),
    Case(TIE[8], given(two_to_one="off", tie="8")),
    Case(TIE[9], given(two_to_one="off", tie="9")),
    Case(TWO_TO_ONE_TIE[8], given(two_to_one="on half-on-six", tie="8")),
    Case(TWO_TO_ONE_TIE[9], given(two_to_one="on half-on-six", tie="9")),
)
SIDE = (
    *(Case(_perfect_pair(hand, "One", 5, 10, 30), given(perfect_pair="1")) for hand in Hand),
    *(Case(_perfect_pair(hand, "Two", 6, 12, 25), given(perfect_pair="2")) for hand in Hand),
    *(Case(_perfect_pair(hand, "Three", 5, 12, 25), given(perfect_pair="3")) for hand in Hand),
    *(Case(_any_pair(hand, "One", 11), given(any_pair="1")) for hand in Hand),
    *(Case(_any_pair(hand, "Two", 10), given(any_pair="2")) for hand in Hand),
    *(Case(_lucky_match(hand, "One", 25, 100), given(lucky_match="1")) for hand in Hand),
    *(Case(_lucky_match(hand, "Two", 20, 500), given(lucky_match="2")) for hand in Hand),
    *(Case(_dragon_bonus(hand, "1", 30, 10, 6, 4, 2, 1), given(dragon_bonus="1")) for hand in Hand),
    *(Case(_dragon_bonus(hand, "2", 20, 8, 7, 4, 3, 1), given(dragon_bonus="2")) for hand in Hand),
    *(Case(_dragon_bonus(hand, "3", 30, 10, 4, 4, 2, 2), given(dragon_bonus="3")) for hand in Hand),
)
