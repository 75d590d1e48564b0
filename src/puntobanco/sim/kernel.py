"""The compiled dealing kernel: 512 shoes side by side, outcome classes out.

It imports nothing of ours, because a cached kernel that calls our functions would keep the old
ones after an edit; everything it must know comes in as arguments.

Nothing is shuffled. For each shoe (lane) the kernel keeps how many cards of rank 0, of ranks 0-1,
... of ranks 0-11 are left. A uniform `u` below the number of cards left falls into one of these
steps: the comparison that finds the card also removes it, for 16 shoes an instruction. A lane that
takes no card gets a `u` that matches nothing.

The random numbers of a shoe are a function of (seed, shoe number) alone, so that no division of the
work changes a result; docs/simulator-streams.md says which number serves what, and the numpy and
CUDA kernels use the same. Ranks are in the order T J Q K A 2 ... 9 here.
"""

# The compiler infers the types; annotations would only repeat or mislead it.
# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
from numba import njit, types

LANES = 512
IDLE = 0x7FFF
INVERSES = np.array([0, *(65536 // n + 1 for n in range(1, 40))], np.uint32)
"""u * INVERSES[n] >> 16 is u // n for every u below n * (n + 1)."""
ENDED = 8101
"""In the place of a class: this shoe had ended."""

# Rows of the int16 state, LANES wide each; rows 0-11 are the steps described above.
CARDS_LEFT = 12
PLACES = 13  # six rows: uniform numbers, later the ranks dealt to P1 B1 P2 B2, fifth, sixth
PLAYER = 19
BANKER = 20
PLAYER_DRAWS = 21
BANKER_DRAWS = 22
SIXTH_DRAWN = 23
PAIRS = 24  # two rows, Player's and Banker's: 0 for none, else 16 + rank, + 64 with a third alike
DEAD = 26
MARKER = 27
UNSURE = 28
CLASS = 29
ROWS = 30

I16, U16, U32, U64, I64 = types.int16, types.uint16, types.uint32, types.uint64, types.int64


@njit(cache=True)
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


@njit(cache=True)
def _scrambled(word):
    """Finish murmur3's 32-bit hash."""
    word = U32(U32(word ^ U32(word >> U32(16))) * U32(0x85EBCA6B))
    word = U32(U32(word ^ U32(word >> U32(13))) * U32(0xC2B2AE35))
    return U32(word ^ U32(word >> U32(16)))


@njit(cache=True)
def _side_word(keys, lane, place, number):
    """The shoe's side word `number` for `place`, which is 16 times the turn plus the slot."""
    counter = U32(U32(place) + U32(U32(number) << U32(16)))
    word = _scrambled(U32(U32(counter * U32(0x9E3779B9)) + keys[2 * lane]))
    return _scrambled(U32(word + keys[2 * lane + 1]))


@njit(cache=True)
def _below(bound, keys, lane, place):
    """An exactly uniform number below `bound` out of side words, by rejection."""
    product = U64(U64(_side_word(keys, lane, place, 0)) * U64(bound))
    if U32(product) < U32(bound):
        least = U32(U32(U32(0) - U32(bound)) % U32(bound))
        number = 1
        while U32(product) < least:
            product = U64(U64(_side_word(keys, lane, place, number)) * U64(bound))
            number += 1
    return U32(product >> U64(32))


@njit(cache=True)
def _carry(fraction, bound, keys, lane, place):
    """Whether further random bits carry into the whole part of a number below `bound`: 1 or 0.

    `fraction` is what 32 bits left over, in 2**32nds; all further bits together are worth less
    than `bound` of those, so that only a fraction near the top can still be carried over.
    """
    number = 0
    while U64(fraction) + U64(bound) > U64(0x100000000):
        product = U64(U64(_side_word(keys, lane, place, number)) * U64(bound))
        total = U64(U64(fraction) + U64(product >> U64(32)))
        if total != U64(0xFFFFFFFF):
            return 1 if total > U64(0xFFFFFFFF) else 0
        fraction = U32(product)
        number += 1
    return 0


@njit(cache=True)
def _random_places(state, deal, fractions):
    """Fill the six place rows with uniform numbers below n, n-1, ... n-5, n the cards left.

    A word w serves two places: w * n has the first in its upper half, and its lower half times
    n - 1 the second. `UNSURE` marks the lanes where the bits below w could carry into them; the
    answer says whether there is one. Dead lanes get `IDLE`.
    """
    any_unsure = I16(0)
    for lane in range(LANES):
        s0, s1 = deal[lane], deal[LANES + lane]
        s2, s3 = deal[2 * LANES + lane], deal[3 * LANES + lane]
        cards = U32(state[CARDS_LEFT * LANES + lane])
        dead = state[DEAD * LANES + lane]
        unsure = I16(0)
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
            left = U32(cards - U32(2 * word))
            fewer = U32(left - U32(1))
            first = _upper(drawn, left)
            drawn = U32(drawn * left)
            second = _upper(drawn, fewer)
            drawn = U32(drawn * fewer)
            state[(PLACES + 2 * word) * LANES + lane] = I16(I16(first) | dead)
            state[(PLACES + 2 * word + 1) * LANES + lane] = I16(I16(second) | dead)
            fractions[word * LANES + lane] = drawn
            unsure = I16(unsure | (I16(1) if drawn > U32(U32(0) - U32(left * fewer)) else I16(0)))
        deal[lane], deal[LANES + lane] = s0, s1
        deal[2 * LANES + lane], deal[3 * LANES + lane] = s2, s3
        state[UNSURE * LANES + lane] = unsure
    for lane in range(LANES):
        any_unsure |= state[UNSURE * LANES + lane]
    return any_unsure != 0


@njit(cache=True)
def _upper(word, bound):
    """The upper half of a product of 32 bits by 10, in 32-bit steps that vectorise."""
    low = U32(U32(word & U32(0xFFFF)) * bound)
    return U32(U32(U32(U32(word >> U32(16)) * bound) + U32(low >> U32(16))) >> U32(16))


@njit(cache=True)
def _settle_unsure(state, fractions, keys, turn):
    """Use further bits in the lanes marked unsure."""
    for lane in range(LANES):
        if state[UNSURE * LANES + lane] == 0 or state[DEAD * LANES + lane] != 0:
            continue
        for word in range(3):
            fewer = I64(state[CARDS_LEFT * LANES + lane]) - 2 * word - 1
            bound = U32(fewer * (fewer + 1))
            fraction = fractions[word * LANES + lane]
            if _carry(fraction, bound, keys, lane, 16 * turn + word) != 0:
                at = (PLACES + 2 * word) * LANES + lane
                state[at + LANES] += I16(1)
                if state[at + LANES] == fewer:
                    state[at + LANES] = I16(0)
                    state[at] += I16(1)


@njit(cache=True)
def _value(rank):
    """The points of a rank in the kernel's order: tens and pictures 0, then 1-9."""
    return I16(rank - I16(3)) if rank > I16(3) else I16(0)


@njit(cache=True)
def _modulo_ten(points):
    return I16(points - I16(10)) if points >= I16(10) else points


@njit(cache=True)
def _yes(condition):
    """All bits set where the condition holds: choices by `&` keep the loops free of branches."""
    return I16(-1) if condition else I16(0)


@njit(cache=True)
def _deal_one(state, place):
    """Deal the card of one place in every lane: its rank replaces its number.

    `IDLE` removes no card and leaves rank 12, which nobody looks at.
    """
    for lane in range(LANES):
        u = state[(PLACES + place) * LANES + lane]
        rank = I16(12)
        for step in range(12):
            left = state[step * LANES + lane]
            hit = I16(1) if u < left else I16(0)
            state[step * LANES + lane] = I16(left - hit)
            rank = I16(rank - hit)
        state[(PLACES + place) * LANES + lane] = rank


@njit(cache=True)
def _deal_four(state):
    """Deal the first four cards of a coup in every lane, as `_deal_one` does, in one pass."""
    for lane in range(LANES):
        u1 = state[PLACES * LANES + lane]
        u2 = state[(PLACES + 1) * LANES + lane]
        u3 = state[(PLACES + 2) * LANES + lane]
        u4 = state[(PLACES + 3) * LANES + lane]
        rank1, rank2, rank3, rank4 = I16(12), I16(12), I16(12), I16(12)
        for step in range(12):
            left = state[step * LANES + lane]
            hit = I16(1) if u1 < left else I16(0)
            left, rank1 = I16(left - hit), I16(rank1 - hit)
            hit = I16(1) if u2 < left else I16(0)
            left, rank2 = I16(left - hit), I16(rank2 - hit)
            hit = I16(1) if u3 < left else I16(0)
            left, rank3 = I16(left - hit), I16(rank3 - hit)
            hit = I16(1) if u4 < left else I16(0)
            left, rank4 = I16(left - hit), I16(rank4 - hit)
            state[step * LANES + lane] = left
        state[PLACES * LANES + lane] = rank1
        state[(PLACES + 1) * LANES + lane] = rank2
        state[(PLACES + 2) * LANES + lane] = rank3
        state[(PLACES + 3) * LANES + lane] = rank4


@njit(cache=True)
def _choose_fifth(state, limits):
    """Decide in every lane who takes a fifth card; where nobody does its number becomes `IDLE`."""
    stood_limit, player_limit, natural = limits[10], limits[11], limits[12]
    for lane in range(LANES):
        player1 = state[PLACES * LANES + lane]
        banker1 = state[(PLACES + 1) * LANES + lane]
        player2 = state[(PLACES + 2) * LANES + lane]
        banker2 = state[(PLACES + 3) * LANES + lane]
        fifth = state[(PLACES + 4) * LANES + lane]
        player = _modulo_ten(I16(_value(player1) + _value(player2)))
        banker = _modulo_ten(I16(_value(banker1) + _value(banker2)))
        undecided = I16(_yes(player < natural) & _yes(banker < natural))
        player_draws = I16(undecided & _yes(player <= player_limit))
        banker_draws = I16(I16(undecided & ~player_draws) & _yes(banker <= stood_limit))
        drawn = I16(player_draws | banker_draws)
        state[PLAYER * LANES + lane] = player
        state[BANKER * LANES + lane] = banker
        state[PLAYER_DRAWS * LANES + lane] = player_draws
        state[BANKER_DRAWS * LANES + lane] = banker_draws
        state[(PLACES + 4) * LANES + lane] = I16(I16(fifth & drawn) | I16(IDLE & ~drawn))


@njit(cache=True)
def _choose_sixth(state, limits):
    """Decide in every lane whether Banker takes a sixth card, as `_choose_fifth` does."""
    l0, l1, l2, l3, l4 = limits[0], limits[1], limits[2], limits[3], limits[4]
    l5, l6, l7, l8, l9 = limits[5], limits[6], limits[7], limits[8], limits[9]
    for lane in range(LANES):
        sixth = state[(PLACES + 5) * LANES + lane]
        value = _value(state[(PLACES + 4) * LANES + lane])
        limit = l1 if value >= I16(1) else l0
        limit = l2 if value >= I16(2) else limit
        limit = l3 if value >= I16(3) else limit
        limit = l4 if value >= I16(4) else limit
        limit = l5 if value >= I16(5) else limit
        limit = l6 if value >= I16(6) else limit
        limit = l7 if value >= I16(7) else limit
        limit = l8 if value >= I16(8) else limit
        limit = l9 if value >= I16(9) else limit
        drawn = I16(
            state[PLAYER_DRAWS * LANES + lane] & _yes(state[BANKER * LANES + lane] <= limit)
        )
        state[SIXTH_DRAWN * LANES + lane] = drawn
        state[(PLACES + 5) * LANES + lane] = I16(I16(sixth & drawn) | I16(IDLE & ~drawn))


@njit(cache=True)
def _classify(state, codes, row, extra):
    """Write the class of every lane without its pairs, what pairs there are, and who has ended."""
    for lane in range(LANES):
        dead = state[DEAD * LANES + lane]
        alive = _yes(dead == I16(0))
        player1 = state[PLACES * LANES + lane]
        banker1 = state[(PLACES + 1) * LANES + lane]
        player2 = state[(PLACES + 2) * LANES + lane]
        banker2 = state[(PLACES + 3) * LANES + lane]
        fifth = state[(PLACES + 4) * LANES + lane]
        sixth = state[(PLACES + 5) * LANES + lane]
        player_draws = state[PLAYER_DRAWS * LANES + lane]
        stood_draws = state[BANKER_DRAWS * LANES + lane]
        sixth_drawn = state[SIXTH_DRAWN * LANES + lane]
        banker_draws = I16(stood_draws | sixth_drawn)
        banker3 = I16(I16(sixth & sixth_drawn) | I16(fifth & ~sixth_drawn))
        player = _modulo_ten(I16(state[PLAYER * LANES + lane] + I16(_value(fifth) & player_draws)))
        banker = _modulo_ten(
            I16(state[BANKER * LANES + lane] + I16(_value(banker3) & banker_draws))
        )
        player = I16(player + I16(player_draws & I16(40)))
        banker = I16(banker + I16(banker_draws & I16(40)))
        code = I16(I16(player * I16(90)) + banker)
        state[CLASS * LANES + lane] = I16(I16(code & alive) | I16(ENDED & ~alive))
        triple = I16(I16(_yes(fifth == player1) & player_draws) & I16(64))
        pair = I16(I16(player1 + I16(16)) + triple)
        state[PAIRS * LANES + lane] = I16(pair & I16(_yes(player1 == player2) & alive))
        triple = I16(I16(_yes(banker3 == banker1) & banker_draws) & I16(64))
        pair = I16(I16(banker1 + I16(16)) + triple)
        state[(PAIRS + 1) * LANES + lane] = I16(pair & I16(_yes(banker1 == banker2) & alive))
        before = state[CARDS_LEFT * LANES + lane]
        drawn = I16(I16(I16(player_draws | stood_draws) + sixth_drawn) - I16(4))
        after = I16(before + I16(drawn & alive))
        state[CARDS_LEFT * LANES + lane] = after
        compared = before if extra != 0 else I16(after + I16(1))
        ends = _yes(compared <= state[MARKER * LANES + lane])
        state[DEAD * LANES + lane] = I16(dead | I16(ends & I16(IDLE)))
    for lane in range(LANES):
        codes[row, lane] = state[CLASS * LANES + lane]


@njit(cache=True)
def _suit(sums, u):
    """The suit that `u` falls on: how many of the first three running sums it has reached.

    `sums` has a byte for each suit; bit 7 of a byte of the difference tells a sum not above `u`.
    """
    reached = U32(U32(U32(u * U32(0x010101)) | U32(0x808080)) - U32(sums & U32(0xFFFFFF)))
    return U32(U32(U32(U32(reached >> U32(7)) & U32(0x010101)) * U32(0x010101)) >> U32(16)) & U32(3)


@njit(cache=True)
def _match(pair, lane, suits, keys, place):
    """Draw the suits of a pair: 1 mixed, 2 coloured, 3 perfect, 4 a suited triple.

    `suits` holds how many of each suit of a rank have not been looked at, a byte for each.
    """
    at = lane * 13 + (pair & 15)
    left = suits[at]
    sums = U32(left * U32(0x01010101))
    others = U32(U32(sums >> U32(24)) - U32(1))
    u = _below(U32(U32(others + U32(1)) * others), keys, lane, place)
    u_one = U32(U32(u * INVERSES[others]) >> U32(16))
    one = _suit(sums, u_one)
    left = U32(left - U32(U32(1) << U32(one << U32(3))))
    two = _suit(U32(left * U32(0x01010101)), U32(u - U32(u_one * others)))
    left = U32(left - U32(U32(1) << U32(two << U32(3))))
    # Spades and clubs are 0 and 3, hearts and diamonds 1 and 2: of one colour when both bits
    # differ. 0x97 lists the matches 3 1 1 2 for differences 0 to 3, without a branch.
    match = I64(U32(0x97) >> U32(U32(one ^ two) << U32(1))) & 3
    if (pair & 64) + match >= 67:
        u = _below(U32(others - U32(1)), keys, lane, place + 2)
        three = _suit(U32(left * U32(0x01010101)), u)
        left = U32(left - U32(U32(1) << U32(three << U32(3))))
        match = 4 if three == one else 3
    suits[at] = left
    return match


@njit(cache=True)
def _grade_pairs(state, codes, row, suits, keys, waiting):
    """Add to each class what its pairs are: Player's first, then Banker's."""
    for hand in range(2):
        at = (PAIRS + hand) * LANES
        worth = 10 if hand else 900
        count = 0
        for lane in range(LANES):
            waiting[count] = lane
            count += 1 if state[at + lane] != 0 else 0
        for index in range(count):
            lane = I64(waiting[index])
            place = 16 * (row + 1) + 6 + hand
            match = _match(I64(state[at + lane]), lane, suits, keys, place)
            codes[row, lane] += I16(worth * match)


@njit(cache=True)
def _fill(state, suits, decks):
    """A full shoe in every lane."""
    for step in range(12):
        for lane in range(LANES):
            state[step * LANES + lane] = I16(4 * decks * (step + 1))
    for lane in range(LANES):
        state[CARDS_LEFT * LANES + lane] = I16(52 * decks)
    suits[:] = U32(decks * 0x01010101)


@njit(cache=True)
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
            state[PLACES * LANES + lane] = I16(_below(U32(52 * decks), keys, lane, 0))
    if burn == 2:
        _deal_one(state, 0)
        for lane in range(LANES):
            rank = state[PLACES * LANES + lane]
            burnt = I16(rank - I16(3)) if rank > I16(3) else I16(10)
            state[MARKER * LANES + lane] = I16(cut + burnt)
            state[CARDS_LEFT * LANES + lane] = I16(52 * decks - 1)


@njit(cache=True)
def _any_alive(state):
    alive = I16(0)
    for lane in range(LANES):
        alive |= I16(state[DEAD * LANES + lane] ^ I16(IDLE))
    return alive != 0


@njit(cache=True)
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


@njit(cache=True, nogil=True)
def deal_block(  # noqa: PLR0913, PLR0917  # a kernel takes arrays
    seed, first, stride, lanes, setup, limits, codes, tags, running, left
):
    """Deal up to 512 shoes, numbers first, first + stride, ...; returns the rows of `codes` used.

    `setup`: decks; burn (0 none, 1 one card, 2 by value); cards behind the marker; coups after the
    one in which the marker came out (1 or 0); most coups; 1 for a continuous shuffler.
    `codes[coup, lane]` receives the class, or `ENDED`. Where `running` has rows, it and `left`
    receive what a card counter knows before each coup.
    """
    state = np.empty(ROWS * LANES, np.int16)
    deal = np.empty(4 * LANES, np.uint32)
    keys = np.empty(2 * LANES, np.uint32)
    fractions = np.empty(3 * LANES, np.uint32)
    suits = np.empty(13 * LANES, np.uint32)
    waiting = np.empty(LANES + 1, np.int16)
    _prepare(seed, first, stride, lanes, setup, state, deal, keys, suits)
    continuous = setup[5] != 0
    if continuous:
        state[MARKER * LANES : (MARKER + 1) * LANES] = I16(-1)
    row = 0
    while row < setup[4] and _any_alive(state):
        if continuous:
            _fill(state, suits, setup[0])
        if running.shape[0] > 0:
            _keep_count(state, tags, 4 * setup[0], running, left, row)
        if _random_places(state, deal, fractions):
            _settle_unsure(state, fractions, keys, row + 1)
        _deal_four(state)
        _choose_fifth(state, limits)
        _deal_one(state, 4)
        _choose_sixth(state, limits)
        _deal_one(state, 5)
        _classify(state, codes, row, setup[3])
        _grade_pairs(state, codes, row, suits, keys, waiting)
        row += 1
    return row


@njit(cache=True)
def _tally(codes, begin, end, even, odd):
    """Count classes; two tables, so that equal neighbours do not wait for each other."""
    for row in range(begin, end):
        for pair in range(LANES // 2):
            even[codes[row, 2 * pair]] += U32(1)
            odd[codes[row, 2 * pair + 1]] += U32(1)


@njit(cache=True, nogil=True)
def count_shoes(seed, first, shoes, setup, limits, head, counts):
    """Deal shoes first to first + shoes - 1 and add their classes to `counts`.

    `counts[0]` takes the first `head` coups of each shoe, `counts[1]` the others; column `ENDED`
    is left untouched. `head` must be a number of coups that every shoe has.
    """
    codes = np.empty((setup[4], LANES), np.int16)
    tally = np.zeros((4, 8102), np.uint32)
    tags = np.zeros(13, np.int64)
    nothing = np.empty((0, 0), np.int64)
    done = 0
    while done < shoes:
        lanes = min(LANES, shoes - done)
        rows = deal_block(
            seed, first + done, 1, lanes, setup, limits, codes, tags, nothing, nothing
        )
        _tally(codes, 0, min(head, rows), tally[0], tally[1])
        _tally(codes, head, rows, tally[2], tally[3])
        done += lanes
        # Uint32 keeps the busy tables small; 4,096 blocks stay far below its end.
        if done % (4096 * LANES) == 0 or done == shoes:
            for number in range(8101):
                counts[0, number] += I64(tally[0, number]) + I64(tally[1, number])
                counts[1, number] += I64(tally[2, number]) + I64(tally[3, number])
            tally[:] = U32(0)
