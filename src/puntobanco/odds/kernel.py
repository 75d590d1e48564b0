"""Counts, for any composition of the 52 cards, in how many orders each outcome class is dealt.

Arrays in, arrays out; nothing of ours is imported, so that a compiled copy kept on disk never
hides a change made elsewhere. The functions run plainly on lists of Python integers, or compiled
on int64 arrays, a hundred times faster; both give the same integers.

How it counts. An initial hand is one of 76 *states*: two different point values (45), two
zero-value cards of different rank (1), or a mixed, coloured or perfect pair of one value
(3 x 10). The number of ordered four-card deals for each pair of states has a closed form
(`_join_states`). Third cards matter by value only, except for the triple, so for all states with
the same kinds and totals three sums suffice: the weight, the weight times how many cards of a
value are already out, and the same for two values (`_spread`). Triples are then moved from
"perfect pair and a third card" to their own shape (`_move_player_triple`,
`_move_banker_triple`). A coup that needs fewer than six cards is weighed by the orders of the
cards behind it, so that all weights have the one denominator n (n-1) ... (n-5).

Why 64 bits are exact. Only sums, differences and products of integers are formed, and these are
right modulo 2**64 whatever happens in between. Every number handed out counts some of the ordered
deals of six cards out of n, hence lies between 0 and n (n-1) (n-2) (n-3) (n-4) (n-5), which is
below 2**63 for n up to 1,450 and not for 1,451. A number known modulo 2**64 and
known to lie in 0 .. 2**63 - 1 is known. Sixteen decks are 832 cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Integers(Protocol):
    """A row of integers: a list, or an int64 array once the kernel is compiled."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, number: int, /) -> None: ...
    def __len__(self) -> int: ...


Case: TypeAlias = tuple[Integers, Integers, Integers, Integers]
"""How many cards of each value there are; for 4, 5 and 6 cards used the orders of those behind
them, 0 where the shoe ends before; the tableau; the initial states."""

Kernel: TypeAlias = Callable[[Integers, int, Integers, Integers, Integers, bool], Integers]
"""What `weigh_classes` is, plain or compiled."""

_to_compile: list[Callable[..., Any]] = []
np: Any = None
"""numpy, among the names of the compiled functions only."""


def _kernel_part(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Mark a function of the kernel, to be compiled by `compiled_kernel`."""
    _to_compile.append(function)
    return function


def _zeros(size: int) -> Integers:
    return [0] * size


def _zero_array(size: int) -> Integers:
    found: Integers = np.zeros(size, np.int64)
    return found


@cache
def compiled_kernel() -> Kernel | None:
    """`weigh_classes` for int64 arrays, or None where there is no compiler.

    The first call takes a second or more, mostly to load the compiler. What was compiled is kept
    in `__pycache__` beside this file, or where NUMBA_CACHE_DIR says; where nothing can be kept,
    every process compiles anew, which takes some five seconds.
    """
    try:
        import numba  # noqa: PLC0415  # slow to load, and may be absent
        import numpy  # noqa: ICN001, PLC0415  # as above
    except ImportError:
        return None

    def compiled(function: Callable[..., Any]) -> Any:
        copy = FunctionType(function.__code__, names, function.__name__)
        try:
            return numba.njit(cache=True)(copy)
        except RuntimeError:  # no directory that can be written
            return numba.njit(copy)

    names = {**globals(), "np": numpy}
    names["_zeros"] = compiled(_zero_array)
    names.update({function.__name__: compiled(function) for function in _to_compile})
    kernel: Kernel = names["weigh_classes"]
    return kernel


HANDS = 90
VOID = HANDS * HANDS
NATURAL = 8
STOOD = 10
"""The column of Banker's drawing rule for a Player who has no third card."""


@_kernel_part
def _falling(number: int, steps: int) -> int:
    """Ordered ways to take so many out of so many."""
    product = 1
    for taken in range(steps):
        product *= number - taken
    return product


@_kernel_part
def _value_of(rank: int) -> int:
    return rank + 1 if rank < 9 else 0


@_kernel_part
def _partners(counts: Integers, card: int, kind: int) -> int:
    """How many other cards make a mixed (1), coloured (2) or perfect (3) pair with a card."""
    rank, suit = 4 * (card // 4), card % 4
    if kind == 3:
        return counts[card] - 1
    if kind == 2:
        return counts[rank + 3 - suit]
    if suit in {0, 3}:
        return counts[rank + 1] + counts[rank + 2]
    return counts[rank] + counts[rank + 3]


@_kernel_part
def _count_pairs(counts: Integers, pairs: Integers, clashes: Integers) -> None:
    """Ordered pairs by kind and value; and by two kinds, how often two pairs need a same card.

    For two pairs of one rank, the ordered ways to choose both at once are the product less four
    times the ways that share one card, plus twice the ways that share both.
    """
    for card in range(52):
        value = _value_of(card // 4)
        for kind in range(1, 4):
            ways = counts[card] * _partners(counts, card, kind)
            pairs[kind * 10 + value] += ways
            clashes[(kind * 4 + kind) * 10 + value] -= 2 * ways
            for other in range(1, 4):
                shared = 4 * ways * _partners(counts, card, other)
                clashes[(kind * 4 + other) * 10 + value] += shared


@_kernel_part
def _count_triples(
    counts: Integers, triples: Integers, pair_clashes: Integers, clashes: Integers
) -> None:
    """Ordered triples by value, and how often a triple and a pair, or two, need a same card."""
    for rank in range(13):
        value = _value_of(rank)
        before = _zeros(4)
        everything = 0
        for card in range(4 * rank, 4 * rank + 4):
            everything += _falling(counts[card], 3)
            for kind in range(1, 4):
                before[kind] += counts[card] * _partners(counts, card, kind)
        triples[value] += everything
        for card in range(4 * rank, 4 * rank + 4):
            same = _falling(counts[card], 3)
            if same == 0:
                continue
            clashes[value] += same * (same - _falling(counts[card] - 3, 3))
            counts[card] -= 3
            for kind in range(1, 4):
                after = 0
                for other in range(4 * rank, 4 * rank + 4):
                    after += counts[other] * _partners(counts, other, kind)
                pair_clashes[kind * 10 + value] += same * (before[kind] - after)
            counts[card] += 3


@_kernel_part
def _ways(values: Integers, low: int, high: int) -> int:
    """Ordered ways to take one card of each of two values."""
    if low == high:
        return values[low] * (values[low] - 1)
    return 2 * values[low] * values[high]


@_kernel_part
def _join_states(
    values: Integers, states: Integers, pairs: Integers, clashes: Integers
) -> Integers:
    """Ordered four-card deals for each two initial states; the same whichever hand has which.

    Two values say nothing of rank, so "two zero-value cards" is counted with its pairs at first;
    they are then taken off.
    """
    size = len(states) // 4
    joint = _zeros(size * size)
    for one in range(size):
        kind, low, high = states[4 * one], states[4 * one + 1], states[4 * one + 2]
        ways = pairs[kind * 10 + low] if kind else _ways(values, low, high)
        values[low] -= 1
        values[high] -= 1
        for two in range(one + 1):
            other, value = states[4 * two], states[4 * two + 1]
            if other == 0:
                count = ways * _ways(values, value, states[4 * two + 2])
            else:
                count = ways * pairs[other * 10 + value]
                if low == value:
                    count -= clashes[(kind * 4 + other) * 10 + value]
            joint[one * size + two] = count
            joint[two * size + one] = count
        values[low] += 1
        values[high] += 1
    _take_off_pairs(joint, states)
    return joint


@_kernel_part
def _take_off_pairs(joint: Integers, states: Integers) -> None:
    """Leave in the first state, two zero-value cards, only those of different ranks."""
    size = len(states) // 4
    for step, stride in ((1, size), (size, 1)):
        for pair in range(size):
            if states[4 * pair] and states[4 * pair + 1] == 0:
                for other in range(size):
                    joint[other * step] -= joint[other * step + pair * stride]


@_kernel_part
def _sum_all(joint: Integers, size: int, spans: Integers) -> int:
    """Sum the weights of two groups of states."""
    total = 0
    for player in range(spans[0], spans[1]):
        for banker in range(spans[2], spans[3]):
            total += joint[player * size + banker]
    return total


@_kernel_part
def _sum_out(
    joint: Integers, states: Integers, spans: Integers, once: Integers, twice: Integers
) -> int:
    """The same; also times the cards out of each value, and of each two values."""
    size = len(states) // 4
    for value in range(10):
        once[value] = 0
    for value in range(100):
        twice[value] = 0
    total = 0
    for player in range(spans[0], spans[1]):
        first, second = states[4 * player + 1], states[4 * player + 2]
        for banker in range(spans[2], spans[3]):
            weight = joint[player * size + banker]
            out = (first, second, states[4 * banker + 1], states[4 * banker + 2])
            total += weight
            for one in out:
                once[one] += weight
                for two in out:
                    twice[one * 10 + two] += weight
    return total


@_kernel_part
def _spread(weights: Integers, joint: Integers, case: Case, starts: Integers) -> None:
    """Let both hands draw, for every two groups of initial states, and add up the outcomes."""
    values, behind, tableau, states = case
    once, twice, spans = _zeros(10), _zeros(100), _zeros(4)
    for one in range(len(starts) - 1):
        for two in range(len(starts) - 1):
            spans[0], spans[1] = starts[one], starts[one + 1]
            spans[2], spans[3] = starts[two], starts[two + 1]
            player, player_total = 10 * states[4 * spans[0]], states[4 * spans[0] + 3]
            banker, banker_total = 10 * states[4 * spans[2]], states[4 * spans[2] + 3]
            row = 10 + 11 * banker_total
            natural = player_total >= NATURAL or banker_total >= NATURAL
            if natural or not (tableau[player_total] or tableau[row + STOOD]):
                hand = (player + player_total) * HANDS + banker + banker_total
                weights[hand] += _sum_all(joint, len(states) // 4, spans) * behind[0]
                continue
            total = _sum_out(joint, states, spans, once, twice)
            if not tableau[player_total]:
                hand = (player + player_total) * HANDS + 40 + banker
                for last in range(10):
                    five = total * values[last] - once[last]
                    weights[hand + (banker_total + last) % 10] += five * behind[1]
                continue
            for third in range(10):
                hand = (40 + player + (player_total + third) % 10) * HANDS
                five = total * values[third] - once[third]
                if not tableau[row + third]:
                    weights[hand + banker + banker_total] += five * behind[1]
                    continue
                for last in range(10):
                    left = values[last] - (third == last)
                    six = five * left - values[third] * once[last] + twice[10 * third + last]
                    final = 40 + banker + (banker_total + last) % 10
                    weights[hand + final] += six * behind[2]


@_kernel_part
def _join_triple(
    value: int,
    values: Integers,
    states: Integers,
    pairs: Integers,
    triples: Integers,
    clashes: Integers,
) -> Integers:
    """Ordered five-card deals of a triple of this value for one hand and a state for the other."""
    size = len(states) // 4
    joint = _zeros(size)
    values[value] -= 3
    for one in range(size):
        kind, low, high = states[4 * one], states[4 * one + 1], states[4 * one + 2]
        if kind == 0:
            joint[one] += triples[value] * _ways(values, low, high)
        else:
            joint[one] += triples[value] * pairs[kind * 10 + low]
            if low == value:
                joint[one] -= clashes[kind * 10 + value]
            if low == 0:
                joint[0] -= joint[one]
    values[value] += 3
    return joint


@_kernel_part
def _move_player_triple(weights: Integers, value: int, joint: Integers, case: Case) -> None:
    """Move what Player's triples of a value weigh from perfect pair and third card to triple."""
    values, behind, tableau, states = case
    perfect, triple = (70 + 3 * value % 10) * HANDS, (80 + 3 * value % 10) * HANDS
    for one in range(len(states) // 4):
        kind, total = states[4 * one], states[4 * one + 3]
        low, high = states[4 * one + 1], states[4 * one + 2]
        if total >= NATURAL:
            continue
        if not tableau[10 + 11 * total + value]:
            weights[perfect + 10 * kind + total] -= joint[one] * behind[1]
            weights[triple + 10 * kind + total] += joint[one] * behind[1]
            continue
        for last in range(10):
            left = values[last] - 3 * (last == value) - (last == low) - (last == high)
            moved = joint[one] * left * behind[2]
            hand = 40 + 10 * kind + (total + last) % 10
            weights[perfect + hand] -= moved
            weights[triple + hand] += moved


@_kernel_part
def _move_banker_triple(
    weights: Integers, value: int, joint: Integers, case: Case, both: Integers
) -> None:
    """Move what Banker's triples of a value weigh; `both` counts Player's triples beside them."""
    values, behind, tableau, states = case
    perfect, triple = 70 + 3 * value % 10, 80 + 3 * value % 10
    draws = 10 + 11 * (2 * value % 10)
    for one in range(len(states) // 4):
        kind, total = states[4 * one], states[4 * one + 3]
        low, high = states[4 * one + 1], states[4 * one + 2]
        if total >= NATURAL:
            continue
        if not tableau[total]:
            if tableau[draws + STOOD]:
                hand = (10 * kind + total) * HANDS
                weights[hand + perfect] -= joint[one] * behind[1]
                weights[hand + triple] += joint[one] * behind[1]
            continue
        for third in range(10):
            if not tableau[draws + third]:
                continue
            left = values[third] - 3 * (third == value) - (third == low) - (third == high)
            moved = joint[one] * left * behind[2]
            hand = (40 + 10 * kind + (total + third) % 10) * HANDS
            if kind == 3 and third == low:
                weights[hand + 10 * HANDS + perfect] -= both[low] * behind[2]
                weights[hand + 10 * HANDS + triple] += both[low] * behind[2]
                moved -= both[low] * behind[2]
            weights[hand + perfect] -= moved
            weights[hand + triple] += moved


@_kernel_part
def _move_triples(weights: Integers, counts: Integers, pairs: Integers, case: Case) -> None:
    """Give triples their own shape, in Player's hand first, then in Banker's."""
    values, _, tableau, states = case
    triples, pair_clashes, clashes, both = _zeros(10), _zeros(40), _zeros(10), _zeros(10)
    _count_triples(counts, triples, pair_clashes, clashes)
    for value in range(10):
        if triples[value] and 2 * value % 10 < NATURAL and tableau[2 * value % 10]:
            joint = _join_triple(value, values, states, pairs, triples, pair_clashes)
            _move_player_triple(weights, value, joint, case)
    for value in range(10):
        if triples[value] and 2 * value % 10 < NATURAL:
            joint = _join_triple(value, values, states, pairs, triples, pair_clashes)
            for other in range(10):
                both[other] = triples[value] * triples[other]
            both[value] -= clashes[value]
            _move_banker_triple(weights, value, joint, case, both)


@_kernel_part
def weigh_classes(
    counts: Integers,
    dealt: int,
    tableau: Integers,
    states: Integers,
    starts: Integers,
    kinds: bool,  # noqa: FBT001  # numba takes keyword arguments slowly
) -> Integers:
    """Ordered deals of `dealt` cards (4, 5 or 6) for each of the 8,100 classes and `VOID`.

    `counts` is by card number (rank * 4 + suit), at least `dealt` cards in all. `tableau` has
    first whether Player draws by total 0-9, then whether Banker draws by total 0-9 and Player's
    third value 0-9 or `STOOD`. `dealt` below 6 says that the shoe ends there; coups that need
    more cards are void. Without `kinds` every hand is counted as one without a pair, faster.
    """
    weights, values, behind = _zeros(VOID + 1), _zeros(10), _zeros(3)
    pairs, clashes = _zeros(40), _zeros(160)
    cards = 0
    for card in range(52):
        cards += counts[card]
        values[_value_of(card // 4)] += counts[card]
    for used in range(4, dealt + 1):
        behind[used - 4] = _falling(cards - used, dealt - used)
    if kinds:
        _count_pairs(counts, pairs, clashes)
    joint = _join_states(values, states, pairs, clashes)
    case = values, behind, tableau, states
    _spread(weights, joint, case, starts)
    if kinds:
        _move_triples(weights, counts, pairs, case)
    if dealt < 6:
        void = _falling(cards, dealt)
        for outcome in range(VOID):
            void -= weights[outcome]
        weights[VOID] = void
    return weights
