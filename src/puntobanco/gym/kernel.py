"""The compiled step of many seats: what each staked is settled, and what each sees is brought on.

Like the kernels of the simulator it imports nothing of ours, because a cached kernel that calls our
functions would keep the old ones after an edit. Classes come from the simulator's dealing kernel,
profits from settlement itself; here they are only looked up.
"""

# The compiler infers the types; annotations would only repeat or mislead it.
# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from numba import njit

ENDED = 8101
"""In the place of a class: this shoe had ended."""

# Columns of a seat's state.
COUP, COUPS, RACK, WAGER, LYING, STREAKS, MARKS = range(7)
"""MARKS and the two after it: how many marks each derived road has."""
STATE = 9

BETTING, OVER = 0, 2
PLAYER, BANKER, TIE = 1, 2, 3
RED, BLUE = 1, 2


@njit(cache=True, nogil=True)
def take_shoes(seats, codes, rows, lane, bought, shoes, state, seen):
    """Give each of these seats the next shoe of a dealt block, new chips and empty roads."""
    plate, big, derived, rack, stakes, stage = seen
    for number in range(seats.shape[0]):
        seat = seats[number]
        coups = 0
        while coups < rows and codes[coups, lane + number] != ENDED:
            shoes[seat, coups] = codes[coups, lane + number]
            coups += 1
        state[seat, :] = 0
        state[seat, COUPS] = coups
        state[seat, RACK] = bought
        state[seat, WAGER] = -1
        plate[seat] = 0
        big[seat] = 0
        derived[0][seat] = 0
        derived[1][seat] = 0
        derived[2][seat] = 0
        stakes[seat] = 0
        rack[seat, 0] = bought
        stage[seat] = BETTING


@njit(cache=True)
def _mark(lengths, distance, streak, place):
    """The mark of a derived road for win number `place` of a streak; 0 before the road begins."""
    if streak - distance < (1 if place == 1 else 0):
        return 0
    if place == 1:
        return RED if abs(lengths[streak - 1]) == abs(lengths[streak - 1 - distance]) else BLUE
    return BLUE if place == abs(lengths[streak - distance]) + 1 else RED


@njit(cache=True)
def _see_coup(seat, coup, bead, state, plate, big, derived):
    """Write a coup on every road."""
    for column in range(5):
        plate[seat, coup, column] = bead[column]
    outcome = bead[0]
    if outcome == TIE:
        return
    step = 1 if outcome == BANKER else -1
    streak = state[seat, STREAKS] - 1
    if streak < 0 or (big[seat, streak] > 0) != (step > 0):
        streak += 1
        state[seat, STREAKS] = streak + 1
    big[seat, streak] += step
    place = abs(big[seat, streak])
    for road in range(3):
        colour = _mark(big[seat], road + 1, streak, place)
        if colour != 0:
            derived[road][seat, state[seat, MARKS + road]] = colour
            state[seat, MARKS + road] += 1


@njit(cache=True, nogil=True)
def step(  # noqa: PLR0913, PLR0917  # a kernel takes arrays
    actions, fresh, table, shoes, state, seen, rewards, over, refused
):
    """Stake, settle one coup and show it, for every seat that did not sit down just now.

    `table`: what each stake amounts to, whether it is taken, the end of each class for each wager,
    what each stake earns at each end, whether it stays there, the bead of each class, the hand's
    minimum and the least stake of all.
    """
    amounts, taken, ends, profits, stays, beads, minimum, least = table
    plate, big, derived, rack, stakes, stage = seen
    for seat in range(actions.shape[0]):
        rewards[seat] = 0.0
        over[seat] = False
        refused[seat] = False
        if fresh[seat]:
            continue
        chips = state[seat, RACK]
        lying = state[seat, LYING]
        if lying != 0:
            chips += lying
            stakes[seat, state[seat, WAGER]] = 0
            lying = 0
        before = chips
        wager = actions[seat, 0] - 1
        units = actions[seat, 1]
        amount = 0
        if wager >= 0:
            amount = amounts[wager, units]
            if amount > chips or not taken[wager, units]:
                amount = 0
                refused[seat] = True
        coup = state[seat, COUP]
        number = shoes[seat, coup]
        coup += 1
        state[seat, COUP] = coup
        last = coup == state[seat, COUPS]
        if amount != 0:
            end = ends[wager, number]
            if stays[wager, end] and not last:
                chips -= amount
                lying = amount
                state[seat, WAGER] = wager
                stakes[seat, wager] = amount
            else:
                chips += profits[wager, units, end]
        state[seat, RACK] = chips
        state[seat, LYING] = lying
        _see_coup(seat, coup - 1, beads[number], state, plate, big, derived)
        rack[seat, 0] = chips
        rewards[seat] = (chips + lying - before) / minimum
        if last or chips + lying < least:
            over[seat] = True
            stage[seat] = OVER
