"""The compiled dealing kernel: 256 shoes side by side, outcome classes out.

It imports nothing of ours, because a cached kernel that calls our functions would keep the old
ones after an edit; everything it must know comes in as arguments.

Nothing is shuffled. For each shoe (lane) the kernel keeps how many cards of rank 0, of ranks 0-1,
... of ranks 0-11 are left. A uniform `u` below the number of cards left falls into one of these
steps: the comparison that finds the card also removes it, for 16 shoes an instruction. A lane that
takes no card gets a `u` that matches nothing.

The random numbers of a shoe are a function of (seed, shoe number) alone, so that no division of the
work changes a result; docs/simulator-streams.md says which number serves what, and the numpy and
CUDA kernels use the same. Ranks are in the order T J Q K A 2 ... 9 here.

A loop over lanes becomes 16 lanes an instruction only where it touches nothing but 16-bit rows, so
words are split into halves before they are scaled. What a single lane needs (suits, further bits)
is spliced into its caller (`inline`): as a call it would cost more than its work. It is given
numbers, never arrays: numba would count the references to an array each time, which costs more as
well. Indices are unsigned there, because numba looks at every signed one for being negative.
"""

# The compiler infers the types; annotations would only repeat or mislead it.
# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit, types

LANES = 256
IDLE = 0x7FFF
INVERSES = np.array([0, *(65536 // n + 1 for n in range(1, 40))], np.uint32)
"""u * INVERSES[n] >> 16 is u // n for every u below n * (n + 1)."""
ENDED = 8101
"""In the place of a class: this shoe had ended."""

# Rows of the int16 state, LANES wide each; rows 0-11 are the steps described above.
CARDS_LEFT = 12
PLACES = 13  # six rows: the uniform numbers of P1 B1 P2 B2, fifth, sixth
DEAD = 19
MARKER = 20
CLASS = 21
PAIRS = 22
ROWS = 23

# Rows of what is gathered from the lanes with a pair, LANES wide each.
LANE, MARKS, PLACE, LEFT, KEY, OTHER, MATCH, REST = range(8)

# What the row of pairs holds: rank and marks of the hand graded first in the low byte; where both
# hands have a pair, Banker's in the upper byte.
TRIPLE, BANKERS, BOTH = 16, 32, 64

UNSURE = 0x10000 - 6
"""Below it, bits behind the 32 of a word carry nowhere: they are worth n * (n - 1) < 6 * 2**16."""

DE_BRUIJN = 0x03F79D71B4CB0A89
BIT_NUMBERS = np.zeros(64, np.uint8)
"""BIT_NUMBERS[(1 << bit) * DE_BRUIJN >> 58] is bit, in 64 bits."""
for _bit in range(64):
    BIT_NUMBERS[((DE_BRUIJN << _bit) % 2**64) >> 58] = _bit

U8, I16, U16, U32 = types.uint8, types.int16, types.uint16, types.uint32
I64, U64 = types.int64, types.uint64


@njit
def _mixed(value):
    """Finish splitmix64."""
    value = U64(U64(value ^ U64(value >> U64(30))) * U64(0xBF58476D1CE4E5B9))
    value = U64(U64(value ^ U64(value >> U64(27))) * U64(0x94D049BB133111EB))
    return U64(value ^ U64(value >> U64(31)))


@njit(cache=True)
def _seed_lane(seed, shoe, lane, deal, keys):
    """Start a shoe: three outputs of splitmix64 begun at mix(mix(seed) ^ shoe)."""
    step = U64(0x9E3779B97F4A7C15)
    state = _mixed(U64(_mixed(U64(seed + step)) ^ U64(shoe)))
    for word in range(2):
        state = U64(state + step)
        bits = _mixed(state)
        deal[(2 * word) * LANES + lane] = U32(bits)
        deal[(2 * word + 1) * LANES + lane] = U32(bits >> U64(32))
    bits = _mixed(U64(state + step))
    keys[2 * lane] = U32(bits)
    keys[2 * lane + 1] = U32(bits >> U64(32))


@njit
def _scrambled(word):
    """Finish murmur3's 32-bit hash."""
    word = U32(U32(word ^ U32(word >> U32(16))) * U32(0x85EBCA6B))
    word = U32(U32(word ^ U32(word >> U32(13))) * U32(0xC2B2AE35))
    return U32(word ^ U32(word >> U32(16)))


@njit(inline="always", cache=True)
def _side_word(key, other, place, number):
    """A shoe's side word `number` for `place`, which is 16 times the turn plus the slot.

    It has the two keys of the shoe, not the array that they are in (see the top of this file).
    """
    counter = U32(U32(place) + U32(U32(number) << U32(16)))
    word = _scrambled(U32(U32(counter * U32(0x9E3779B9)) + key))
    return _scrambled(U32(word + other))


@njit(inline="always")
def _below(bound, key, other, place):
    """An exactly uniform number below `bound` out of side words, by rejection."""
    product = U64(U64(_side_word(key, other, place, 0)) * U64(bound))
    if U32(product) < U32(bound):
        least = U32(U32(U32(0) - U32(bound)) % U32(bound))
        number = 1
        while U32(product) < least:
            product = U64(U64(_side_word(key, other, place, number)) * U64(bound))
            number += 1
    return U32(product >> U64(32))


@njit(cache=True)
def _carry(fraction, bound, key, other, place):
    """Whether further random bits carry into the whole part of a number below `bound`: 1 or 0.

    `fraction` is what 32 bits left over, in 2**32nds; all further bits together are worth less
    than `bound` of those, so that only a fraction near the top can still be carried over.
    """
    number = 0
    while U64(fraction) + U64(bound) > U64(0x100000000):
        product = U64(U64(_side_word(key, other, place, number)) * U64(bound))
        total = U64(U64(fraction) + U64(product >> U64(32)))
        if total != U64(0xFFFFFFFF):
            return 1 if total > U64(0xFFFFFFFF) else 0
        fraction = U32(product)
        number += 1
    return 0


@njit(cache=True)
def _draw_words(deal, halves):
    """The next three words of every lane's generator, their low and high halves in turn."""
    for lane in range(LANES):
        s0, s1 = deal[lane], deal[LANES + lane]
        s2, s3 = deal[2 * LANES + lane], deal[3 * LANES + lane]
        for word in range(3):
            total = U32(s0 + s3)
            drawn = U32(U32(U32(total << U32(7)) | U32(total >> U32(25))) + s0)
            shifted = U32(s1 << U32(9))
            s2 = U32(s2 ^ s0)
            s3 = U32(s3 ^ s1)
            s1 = U32(s1 ^ s2)
            s0 = U32(s0 ^ s3)
            s2 = U32(s2 ^ shifted)
            s3 = U32(U32(s3 << U32(11)) | U32(s3 >> U32(21)))
            halves[2 * word * LANES + lane] = U16(drawn)
            halves[(2 * word + 1) * LANES + lane] = U16(drawn >> U32(16))
        deal[lane], deal[LANES + lane] = s0, s1
        deal[2 * LANES + lane], deal[3 * LANES + lane] = s2, s3


@njit
def _upper(half, bound):
    """The upper half of a product of 16 bits by 16: one instruction for 16 lanes."""
    return U16(U32(U32(half) * U32(bound)) >> U32(16))


@njit
def _over(total, part):
    """1 where a sum of 16 bits has wrapped, and is less than what it is a sum of."""
    return U16(1) if total < part else U16(0)


@njit(cache=True)
def _random_places(state, halves):
    """Fill the six place rows with uniform numbers below n, n-1, ... n-5, n the cards left.

    A word w serves two places: w * n has the first in its upper half, and its lower half times
    n - 1 the second. Dead lanes get `IDLE`. Returns whether the bits below some w could carry into
    its numbers; where it says so too often, `_settle_unsure` finds nothing to do.
    """
    nearest = U16(0)
    for lane in range(LANES):
        cards = U16(state[CARDS_LEFT * LANES + lane])
        dead = state[DEAD * LANES + lane]
        for word in range(3):
            low = halves[2 * word * LANES + lane]
            high = halves[(2 * word + 1) * LANES + lane]
            left = U16(cards - U16(2 * word))
            carried = _upper(low, left)
            middle = U16(U16(high * left) + carried)
            first = U16(_upper(high, left) + _over(middle, carried))
            low = U16(low * left)
            fewer = U16(left - U16(1))
            carried = _upper(low, fewer)
            last = U16(U16(middle * fewer) + carried)
            second = U16(_upper(middle, fewer) + _over(last, carried))
            state[(PLACES + 2 * word) * LANES + lane] = I16(I16(first) | dead)
            state[(PLACES + 2 * word + 1) * LANES + lane] = I16(I16(second) | dead)
            nearest = max(nearest, last)
    return nearest >= UNSURE


@njit(cache=True)
def _settle_unsure(state, halves, keys, turn):
    """Use further bits where they could carry into the numbers of a word."""
    for lane in range(LANES):
        if state[DEAD * LANES + lane] != 0:
            continue
        for word in range(3):
            high = U64(halves[(2 * word + 1) * LANES + lane])
            bits = U64(U64(high << U64(16)) | U64(halves[2 * word * LANES + lane]))
            fewer = I64(state[CARDS_LEFT * LANES + lane]) - 2 * word - 1
            bound = U32(fewer * (fewer + 1))
            key, other = keys[2 * lane], keys[2 * lane + 1]
            if _carry(U32(bits * U64(bound)), bound, key, other, 16 * turn + word) != 0:
                at = (PLACES + 2 * word) * LANES + lane
                state[at + LANES] += I16(1)
                if state[at + LANES] == fewer:
                    state[at + LANES] = I16(0)
                    state[at] += I16(1)


@njit
def _value(rank):
    """The points of a rank in the kernel's order: tens and pictures 0, then 1-9."""
    return I16(max(rank, I16(3)) - I16(3))


@njit
def _modulo_ten(points):
    """A sum of points below 20 without its ten: less than ten it wraps far above."""
    return I16(min(U16(points), U16(points - I16(10))))


@njit
def _yes(condition):
    """All bits set where the condition holds: choices by `&` keep the loops free of branches."""
    return I16(-1) if condition else I16(0)


@njit(inline="always")
def _take(state, step, lane, u):
    """Compare a number with a step: 1, and a card less there, where it lies below it, else 0."""
    left = state[step * LANES + lane]
    hit = I16(1) if u < left else I16(0)
    state[step * LANES + lane] = I16(left - hit)
    return hit


@njit
def _burn_one(state):
    """Take the card of the first place from every lane: its rank replaces its number."""
    for lane in range(LANES):
        u = state[PLACES * LANES + lane]
        rank = I16(12)
        for step in range(12):
            rank = I16(rank - _take(state, step, lane, u))
        state[PLACES * LANES + lane] = rank


@njit(inline="always")
def _told(rank, third, draws):
    """A hand's part of the row of pairs: its first rank, and whether its third card has it."""
    return I16(rank + I16(I16(_yes(third == rank) & draws) & I16(TRIPLE)))


@njit
def _deal_coup(state, paired, limits, extra):  # noqa: PLR0915  # one pass: cards stay in registers
    """Deal a coup in every lane: its class without pairs, what pairs it has, and who has ended.

    `paired` receives 1 where there is a pair, else 0. `IDLE` removes no card and leaves rank 12,
    which nobody looks at.
    """
    l0, l1, l2, l3, l4 = limits[0], limits[1], limits[2], limits[3], limits[4]
    l5, l6, l7, l8, l9 = limits[5], limits[6], limits[7], limits[8], limits[9]
    stood_limit, player_limit, natural = limits[10], limits[11], limits[12]
    for lane in range(LANES):
        u1, u2 = state[PLACES * LANES + lane], state[(PLACES + 1) * LANES + lane]
        u3, u4 = state[(PLACES + 2) * LANES + lane], state[(PLACES + 3) * LANES + lane]
        player1, banker1, player2, banker2 = I16(12), I16(12), I16(12), I16(12)
        for step in range(12):
            left = state[step * LANES + lane]
            hit = I16(1) if u1 < left else I16(0)
            left, player1 = I16(left - hit), I16(player1 - hit)
            hit = I16(1) if u2 < left else I16(0)
            left, banker1 = I16(left - hit), I16(banker1 - hit)
            hit = I16(1) if u3 < left else I16(0)
            left, player2 = I16(left - hit), I16(player2 - hit)
            hit = I16(1) if u4 < left else I16(0)
            left, banker2 = I16(left - hit), I16(banker2 - hit)
            state[step * LANES + lane] = left
        player = _modulo_ten(I16(_value(player1) + _value(player2)))
        banker = _modulo_ten(I16(_value(banker1) + _value(banker2)))
        undecided = _yes(max(player, banker) < natural)
        player_draws = I16(undecided & _yes(player <= player_limit))
        stood_draws = I16(I16(undecided & ~player_draws) & _yes(banker <= stood_limit))
        idle = I16(~I16(player_draws | stood_draws) & IDLE)
        u5 = I16(state[(PLACES + 4) * LANES + lane] | idle)
        # Player's third card is worth what the highest step says that it falls on.
        hit = _take(state, 11, lane, u5)
        fifth, limit = I16(I16(12) - hit), l8 if hit else l9
        hit = _take(state, 10, lane, u5)
        fifth, limit = I16(fifth - hit), l7 if hit else limit
        hit = _take(state, 9, lane, u5)
        fifth, limit = I16(fifth - hit), l6 if hit else limit
        hit = _take(state, 8, lane, u5)
        fifth, limit = I16(fifth - hit), l5 if hit else limit
        hit = _take(state, 7, lane, u5)
        fifth, limit = I16(fifth - hit), l4 if hit else limit
        hit = _take(state, 6, lane, u5)
        fifth, limit = I16(fifth - hit), l3 if hit else limit
        hit = _take(state, 5, lane, u5)
        fifth, limit = I16(fifth - hit), l2 if hit else limit
        hit = _take(state, 4, lane, u5)
        fifth, limit = I16(fifth - hit), l1 if hit else limit
        hit = _take(state, 3, lane, u5)
        fifth, limit = I16(fifth - hit), l0 if hit else limit
        for step in range(3):
            fifth = I16(fifth - _take(state, step, lane, u5))
        sixth_drawn = I16(player_draws & _yes(banker <= limit))
        u6 = I16(state[(PLACES + 5) * LANES + lane] | I16(~sixth_drawn & IDLE))
        sixth = I16(12)
        for step in range(12):
            sixth = I16(sixth - _take(state, step, lane, u6))
        banker_draws = I16(stood_draws | sixth_drawn)
        banker3 = I16(I16(sixth & sixth_drawn) | I16(fifth & ~sixth_drawn))
        player = _modulo_ten(I16(player + I16(_value(fifth) & player_draws)))
        banker = _modulo_ten(I16(banker + I16(_value(banker3) & banker_draws)))
        code = I16(I16(I16(player + I16(player_draws & I16(40))) * I16(90)) + banker)
        code = I16(code + I16(banker_draws & I16(40)))
        dead = state[DEAD * LANES + lane]
        alive = _yes(dead == I16(0))
        state[CLASS * LANES + lane] = I16(I16(code & alive) | I16(ENDED & ~alive))
        player_pair = I16(_yes(player1 == player2) & alive)
        banker_pair = I16(_yes(banker1 == banker2) & alive)
        players = _told(player1, fifth, player_draws)
        bankers = I16(_told(banker1, banker3, banker_draws) + I16(BANKERS))
        both = I16(I16(player_pair & banker_pair) & I16(I16(bankers * I16(256)) + I16(BOTH)))
        first = I16(I16(players & player_pair) | I16(bankers & ~player_pair))
        state[PAIRS * LANES + lane] = I16(first | both)
        paired[lane] = U8(I16(player_pair | banker_pair) & I16(1))
        before = state[CARDS_LEFT * LANES + lane]
        drawn = I16(I16(player_draws | stood_draws) + sixth_drawn)
        after = I16(before + I16(I16(drawn - I16(4)) & alive))
        state[CARDS_LEFT * LANES + lane] = after
        ends = _yes((before if extra else I16(after + I16(1))) <= state[MARKER * LANES + lane])
        state[DEAD * LANES + lane] = I16(dead | I16(ends & I16(IDLE)))


@njit(inline="always")
def _suit(sums, u):
    """The suit that `u` falls on: how many of the first three running sums it has reached.

    `sums` has a byte for each suit; bit 7 of a byte of the difference tells a sum not above `u`.
    """
    reached = U32(U32(U32(u * U32(0x010101)) | U32(0x808080)) - U32(sums & U32(0xFFFFFF)))
    return U32(U32(U32(U32(reached >> U32(7)) & U32(0x010101)) * U32(0x010101)) >> U32(16)) & U32(3)


@njit(inline="always")
def _two_suits(left, u):
    """Two cards of a rank by a number below n * (n - 1), n how many are left: their suits.

    `left` is how many of each suit have not been looked at, a byte for each. Returns also the
    first suit and what is left after both. 1 mixed, 2 coloured, 3 perfect.
    """
    sums = U32(left * U32(0x01010101))
    others = U32(U32(sums >> U32(24)) - U32(1))
    u_one = U32(U32(u * INVERSES[others]) >> U32(16))
    one = _suit(sums, u_one)
    left = U32(left - U32(U32(1) << U32(one << U32(3))))
    two = _suit(U32(left * U32(0x01010101)), U32(u - U32(u_one * others)))
    left = U32(left - U32(U32(1) << U32(two << U32(3))))
    # Spades and clubs are 0 and 3, hearts and diamonds 1 and 2: of one colour when both bits
    # differ. 0x97 lists the matches 3 1 1 2 for differences 0 to 3, without a branch.
    match = U32(U32(U32(0x97) >> U32(U32(one ^ two) << U32(1))) & U32(3))
    return match, one, left


@njit(inline="always")
def _orders(left):
    """In how many orders two of the cards left of a rank can come."""
    count = U32(U32(left * U32(0x01010101)) >> U32(24))
    return U32(count * U32(count - U32(1)))


@njit
def _match_each(found, blocks):
    """Draw the suits of pairs, 16 side by side; 0 for what needs more than one number."""
    for block in range(blocks):
        for number in range(16):
            at = 16 * block + number
            left = found[LEFT * LANES + at]
            bound = _orders(left)
            word = _side_word(
                found[KEY * LANES + at], found[OTHER * LANES + at], found[PLACE * LANES + at], 0
            )
            product = U64(U64(word) * U64(bound))
            match, _, left = _two_suits(left, U32(product >> U64(32)))
            is_triple = U32(found[MARKS * LANES + at] & U32(TRIPLE)) + match == TRIPLE + 3
            is_settled = U32(product) >= bound and not is_triple
            found[MATCH * LANES + at] = match if is_settled else U32(0)
            found[REST * LANES + at] = left


@njit
def _match_one(marks, left, key, other, place):
    """The same for one pair, whatever it needs: 4 is a suited triple. Also what is left."""
    u = _below(_orders(left), key, other, place)
    match, one, left = _two_suits(left, u)
    if U32(U32(marks) & U32(TRIPLE)) + match == TRIPLE + 3:
        count = U32(U32(left * U32(0x01010101)) >> U32(24))
        three = _suit(U32(left * U32(0x01010101)), _below(count, key, other, place + 2))
        left = U32(left - U32(U32(1) << U32(three << U32(3))))
        match = U32(4) if three == one else U32(3)
    return match, left


@njit
def _find_pairs(eights, found):
    """The lanes with a pair; how many there are.

    `eights` are the marks of `paired`, eight lanes a number. A product gathers them in its upper
    byte, so that 64 lanes are one number whose bits are taken from the lowest up.
    """
    count = U64(0)
    for group in range(LANES // 64):
        marks = U64(0)
        for eight in range(8):
            bits = U64(U64(eights[8 * group + eight] * U64(0x0102040810204080)) >> U64(56))
            marks = U64(marks | U64(bits << U64(8 * eight)))
        while marks != U64(0):
            lowest = U64(marks & U64(U64(0) - marks))
            marks = U64(marks ^ lowest)
            number = BIT_NUMBERS[U64(U64(lowest * U64(DE_BRUIJN)) >> U64(58))]
            found[count] = U32(U32(64 * group) + U32(number))
            count = U64(count + U64(1))
    return count


@njit
def _grade_pairs(state, codes, row, suits, keys, eights, found):
    """Write the classes and add to each what its pairs are: Player's first, then Banker's."""
    for lane in range(LANES):
        codes[row, lane] = state[CLASS * LANES + lane]
    count = _find_pairs(eights, found)
    first = U32(16 * (row + 1) + 6)
    for number in range(I64(count)):
        at = U64(number)
        lane = U64(found[at])
        marks = U64(U16(state[U64(PAIRS * LANES) + lane]))
        found[U64(MARKS * LANES) + at] = U32(marks)
        found[U64(PLACE * LANES) + at] = U32(first + U32(U64(marks & U64(BANKERS)) >> U64(5)))
        found[U64(LEFT * LANES) + at] = suits[U64(lane * U64(13)) + U64(marks & U64(15))]
        found[U64(KEY * LANES) + at] = keys[U64(lane << U64(1))]
        found[U64(OTHER * LANES) + at] = keys[U64(U64(lane << U64(1)) + U64(1))]
    _match_each(found, (I64(count) + 15) // 16)
    for number in range(I64(count)):
        at = U64(number)
        lane = U64(found[at])
        marks = U64(found[U64(MARKS * LANES) + at])
        match, left = found[U64(MATCH * LANES) + at], found[U64(REST * LANES) + at]
        card = U64(U64(lane * U64(13)) + U64(marks & U64(15)))
        key, other = found[U64(KEY * LANES) + at], found[U64(OTHER * LANES) + at]
        place = found[U64(PLACE * LANES) + at]
        if match == U32(0):
            match, left = _match_one(marks, suits[card], key, other, place)
        suits[card] = left
        worth = I64(10) if marks & U64(BANKERS) else I64(900)
        code = I64(codes[row, lane]) + worth * I64(match)
        if marks & U64(BOTH):
            marks = U64(marks >> U64(8))
            card = U64(U64(lane * U64(13)) + U64(marks & U64(15)))
            match, left = _match_one(marks, suits[card], key, other, U32(first + U32(1)))
            suits[card] = left
            code += 10 * I64(match)
        codes[row, lane] = I16(code)


@njit
def _fill(state, suits, decks):
    """A full shoe in every lane."""
    for step in range(12):
        for lane in range(LANES):
            state[step * LANES + lane] = I16(4 * decks * (step + 1))
    for lane in range(LANES):
        state[CARDS_LEFT * LANES + lane] = I16(52 * decks)
    suits[:] = U32(decks * 0x01010101)


@njit
def _prepare(seed, first, stride, lanes, setup, state, deal, keys, suits):  # noqa: PLR0913, PLR0917  # arrays
    """Seed, fill and burn; `MARKER` is how many unknown cards are left when the marker shows.

    Unseen burnt cards are exchangeable with those behind them: they only move the marker.
    """
    decks, burn, cut = setup[0], setup[1], setup[2]
    _fill(state, suits, decks)
    for lane in range(LANES):
        _seed_lane(seed, U64(first + lane * stride), lane, deal, keys)
        state[DEAD * LANES + lane] = I16(0) if lane < lanes else I16(IDLE)
        state[MARKER * LANES + lane] = I16(cut + 1) if burn == 1 else I16(cut)
        if burn == 2:
            state[PLACES * LANES + lane] = I16(
                _below(U32(52 * decks), keys[2 * lane], keys[2 * lane + 1], 0)
            )
    if burn == 2:
        _burn_one(state)
        for lane in range(LANES):
            rank = state[PLACES * LANES + lane]
            burnt = I16(rank - I16(3)) if rank > I16(3) else I16(10)
            state[MARKER * LANES + lane] = I16(cut + burnt)
            state[CARDS_LEFT * LANES + lane] = I16(52 * decks - 1)


@njit
def _any_alive(state):
    alive = I16(0)
    for lane in range(LANES):
        alive |= I16(state[DEAD * LANES + lane] ^ I16(IDLE))
    return alive != 0


@njit
def _keep_count(state, tags, full, running, left, row):
    """Note the cards left before a coup, and the sum of `tags` over those that were seen.

    The seen of a rank are `full` less its cards left; summed by steps that is one product a step.
    """
    everything = I64(0)
    for rank in range(13):
        everything += tags[rank] * full
    for lane in range(LANES):
        cards = I64(state[CARDS_LEFT * LANES + lane])
        count = everything - tags[12] * cards
        for step in range(12):
            count -= (tags[step] - tags[step + 1]) * I64(state[step * LANES + lane])
        running[row, lane] = count
        left[row, lane] = cards


@njit
def _tally(codes, begin, end, even, odd):
    """Count classes; two tables, so that equal neighbours do not wait for each other."""
    for row in range(begin, end):
        for pair in range(LANES // 2):
            even[U16(codes[row, 2 * pair])] += U32(1)
            odd[U16(codes[row, 2 * pair + 1])] += U32(1)


@njit(cache=True, nogil=True)
def _deal(  # noqa: PLR0913, PLR0917  # a kernel takes arrays
    seed, first, stride, shoes, setup, limits, head, codes, counts, tags, running, left
):
    """Deal shoes first, first + stride, ... in blocks; returns the rows that the last one used.

    One compiled function serves those who count and those who read `codes`, because each such
    function takes seconds to compile.
    """
    state = np.empty(ROWS * LANES, np.int16)
    deal = np.empty(4 * LANES, np.uint32)
    keys = np.empty(2 * LANES, np.uint32)
    halves = np.empty(6 * LANES, np.uint16)
    suits = np.empty(13 * LANES, np.uint32)
    paired = np.empty(LANES, np.uint8)
    eights = paired.view(np.uint64)
    found = np.full(8 * LANES, U32(0x01010101), np.uint32)
    tally = np.zeros((4, 8102), np.uint32)
    continuous = setup[5] != 0
    done = 0
    row = 0
    while done < shoes:
        lanes = min(LANES, shoes - done)
        _prepare(seed, first + done * stride, stride, lanes, setup, state, deal, keys, suits)
        if continuous:
            state[MARKER * LANES : (MARKER + 1) * LANES] = I16(-1)
        row = 0
        while row < setup[4] and _any_alive(state):
            if continuous:
                _fill(state, suits, setup[0])
            if running.shape[0] > 0:
                _keep_count(state, tags, 4 * setup[0], running, left, row)
            _draw_words(deal, halves)
            if _random_places(state, halves):
                _settle_unsure(state, halves, keys, row + 1)
            _deal_coup(state, paired, limits, setup[3])
            _grade_pairs(state, codes, row, suits, keys, eights, found)
            row += 1
        done += lanes
        if counts.shape[0] == 0:
            continue
        _tally(codes, 0, min(head, row), tally[0], tally[1])
        _tally(codes, head, row, tally[2], tally[3])
        # Uint32 keeps the busy tables small; 4,096 blocks stay far below its end.
        if done % (4096 * LANES) == 0 or done == shoes:
            for number in range(8101):
                counts[0, number] += I64(tally[0, number]) + I64(tally[1, number])
                counts[1, number] += I64(tally[2, number]) + I64(tally[3, number])
            tally[:] = U32(0)
    return row


_NOTHING = np.empty((0, 0), np.int64)


def deal_block(  # noqa: PLR0913, PLR0917  # a kernel takes arrays
    seed: np.uint64,
    first: int,
    stride: int,
    lanes: int,
    setup: npt.NDArray[np.int64],
    limits: npt.NDArray[np.int16],
    codes: npt.NDArray[np.int16],
    tags: npt.NDArray[np.int64],
    running: npt.NDArray[np.int64],
    left: npt.NDArray[np.int64],
) -> int:
    """Deal up to 256 shoes, numbers first, first + stride, ...; returns the rows of `codes` used.

    `setup`: decks; burn (0 none, 1 one card, 2 by value); cards behind the marker; coups after the
    one in which the marker came out (1 or 0); most coups; 1 for a continuous shuffler.
    `codes[coup, lane]` receives the class, or `ENDED`. Where `running` has rows, it and `left`
    receive what a card counter knows before each coup.
    """
    rows: int = _deal(
        seed, first, stride, lanes, setup, limits, 0, codes, _NOTHING, tags, running, left
    )
    return rows


def count_shoes(
    seed: np.uint64,
    first: int,
    shoes: int,
    setup: npt.NDArray[np.int64],
    limits: npt.NDArray[np.int16],
    head: int,
    counts: npt.NDArray[np.int64],
) -> None:
    """Deal shoes first to first + shoes - 1 and add their classes to `counts`.

    `counts[0]` takes the first `head` coups of each shoe, `counts[1]` the others; column `ENDED`
    is left untouched. `head` must be a number of coups that every shoe has.
    """
    codes = np.empty((setup[4], LANES), np.int16)
    tags = np.zeros(13, np.int64)
    _deal(seed, first, 1, shoes, setup, limits, head, codes, counts, tags, _NOTHING, _NOTHING)
