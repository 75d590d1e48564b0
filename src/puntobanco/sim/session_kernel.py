"""The compiled session kernel: a patron with a staking plan follows the coups of their shoes.

Like the dealing kernel it imports nothing of ours. It reads classes that the dealing kernel wrote,
so that a plan of the user's own makes only this part compile again.
"""

# The compiler infers the types; annotations would only repeat or mislead it.
# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import types

from numba import njit

MEMORY = 256
"""Numbers that a plan may keep from coup to coup."""

# Columns of a session's record.
BANKROLL, PEAK, LOW, DRAWDOWN, STAKED, COUPS, BETS, END, WINNER, PROFIT = range(10)
RECORD = 10

# How a session ended; 0 while it goes on.
OVER_TIME, OVER_RUINED, OVER_LOSS, OVER_GOAL, OVER_BELOW, OVER_ABOVE, OVER_WAGER = range(1, 8)

LEVELS, LABOUCHERE, BY_COUNT = range(3)
FIXED, FOLLOW, OPPOSE = range(3)

# A plan's memory: its kind, how it picks its wager, its threshold, then what it remembers: a level
# (for Labouchere the units last staked), and the line with its start and length.
PLAN, PICK, THRESHOLD, LEVEL, START, LENGTH, LINE = range(7)


@njit(cache=True)
def _labouchere(memory, base, profit):
    """Stake the ends of a line; a win strikes them off, a loss writes the stake behind."""
    if memory[LENGTH] > 0 and profit > 0:
        memory[START] += 1
        memory[LENGTH] -= 2
    elif memory[LENGTH] > 0 and profit < 0:
        end = memory[START] + memory[LENGTH]
        if end < MEMORY:
            memory[end] = memory[LEVEL]
            memory[LENGTH] += 1
        else:
            memory[LENGTH] = 0
    if memory[LENGTH] <= 0:
        memory[START] = LINE
        memory[LENGTH] = 4
        for place in range(4):
            memory[LINE + place] = place + 1
    first, last = memory[START], memory[START] + memory[LENGTH] - 1
    units = memory[first] + (memory[last] if last > first else 0)
    memory[LEVEL] = units
    return units * base


@njit(cache=True)
def _progression(memory, base, profit, levels):
    """The stake of the named plans after a bet that earned `profit` (0 a push or none yet)."""
    if memory[PLAN] == LABOUCHERE:
        return _labouchere(memory, base, profit)
    if profit != 0:
        memory[LEVEL] = levels[memory[LEVEL], 1 if profit > 0 else 2]
    return levels[memory[LEVEL], 0]


@njit(cache=True)
def choose(memory, base, coup, bankroll, profit, winner, count, left, levels):  # noqa: PLR0913, PLR0917  # as own plans
    """The named plans: which wager (its place in the list) and how much.

    `profit` is what the last bet earned, `winner` who had the last coup (1 Player, 2 Banker,
    3 neither, 0 before the first), `count` and `left` what a card counter knows, `levels` what
    staking.py says of the plan.
    """
    if memory[PLAN] == BY_COUNT:
        return 0, base if count * 52 >= memory[THRESHOLD] * left else 0
    if memory[PICK] != FIXED and winner in (1, 2):
        memory[THRESHOLD] = winner - 1 if memory[PICK] == FOLLOW else 2 - winner
    return memory[THRESHOLD], _progression(memory, base, profit, levels)


@njit(cache=True)
def _earned(stake, whole, unit, rounding, direction):
    """The profit of a stake, rounded as the table rounds: 0 down, 1 nearest, 2 up."""
    if whole < 0:
        return -stake
    due = stake * whole
    part = unit * rounding
    steps = due // part
    rest = due - steps * part
    if direction == 1 and 2 * rest >= part:
        steps += 1
    if direction == 2 and rest > 0:
        steps += 1
    return steps * rounding


@njit(cache=True)
def _limited(stake, bankroll, low, high, clamp):
    """A stake within the limits and the bankroll; minus 1, 2 or 3 for ruin, too low, too high."""
    if clamp != 0:
        stake = min(max(stake, low), high)
    if stake < low:
        return -2
    if stake > high:
        return -3
    if stake > bankroll:
        return bankroll if bankroll >= low else -1
    return stake


@njit(cache=True)
def _ending(bankroll, coups, goals):
    """How a session ends after a coup; 0 when it goes on."""
    if bankroll < goals[4]:
        return OVER_RUINED
    if bankroll <= goals[0]:
        return OVER_LOSS
    if bankroll >= goals[1]:
        return OVER_GOAL
    return OVER_TIME if coups >= goals[2] else 0


def follow_block(  # noqa: PLR0913, PLR0917  # a kernel takes arrays
    codes, rows, lanes, running, left, wholes, units, rules, limits, goals, levels, base, records,
    memories, step, traces,
):  # fmt: skip
    """Let every lane's session go through the coups of one shoe.

    `wholes[wager, class]` over `units[wager]` is a unit's profit; `rules`: rounding, its direction,
    the Ante and the stake from which it is waived; `limits[wager]`: least, most, whether the wager
    is a main one; `goals`: bankroll to stop at below and above, most coups, 1 to clamp stakes, and
    the least bankroll that can still be staked.
    Every `step` coups the bankroll goes into `traces`, where that has room.
    """
    for lane in range(lanes):
        record, memory = records[lane], memories[lane]
        bankroll = record[BANKROLL]
        for row in range(rows):
            if record[END] != 0 or codes[row, lane] == 8101:
                break
            code = codes[row, lane]
            count = running[row, lane] if running.shape[0] > 0 else 0
            cards = left[row, lane] if running.shape[0] > 0 else 0
            wager, wanted = choose(
                memory, base, record[COUPS], bankroll, record[PROFIT], record[WINNER], count, cards,
                levels,
            )  # fmt: skip
            record[COUPS] += 1
            if wager < 0 or wager >= units.shape[0]:
                record[END] = OVER_WAGER
                record[PROFIT] = wager
                break
            if wanted != 0:
                low, high = limits[wager, 0], limits[wager, 1]
                stake = _limited(wanted, bankroll, low, high, goals[3])
                if stake < 0:
                    record[END] = (OVER_RUINED, OVER_BELOW, OVER_ABOVE)[-1 - stake]
                    record[PROFIT] = wanted
                    break
                fee = rules[2] if limits[wager, 2] != 0 and stake < rules[3] else 0
                profit = _earned(stake, wholes[wager, code], units[wager], rules[0], rules[1])
                bankroll += profit - fee
                record[PROFIT] = profit
                record[STAKED] += stake
                record[BETS] += 1
                record[PEAK] = max(record[PEAK], bankroll)
                record[LOW] = min(record[LOW], bankroll)
                record[DRAWDOWN] = max(record[DRAWDOWN], record[PEAK] - bankroll)
            player, banker = code // 90 % 10, code % 10
            record[WINNER] = 1 if player > banker else (2 if banker > player else 3)
            record[END] = _ending(bankroll, record[COUPS], goals)
            if lane < traces.shape[0] and record[COUPS] % step == 0:
                traces[lane, record[COUPS] // step] = bankroll
        record[BANKROLL] = bankroll


follow_named = njit(cache=True, nogil=True)(follow_block)


def follow_own(plan):
    """The kernel with a plan of the user's own in the place of `choose`."""
    own_plan = njit(plan)

    @njit
    def choose_own(memory, base, coup, bankroll, profit, winner, count, left, _):  # as `choose`
        return own_plan(memory, base, coup, bankroll, profit, winner, count, left)

    names = {**globals(), "choose": choose_own}
    own = types.FunctionType(follow_block.__code__, names, "follow_own")
    return njit(nogil=True)(own)
