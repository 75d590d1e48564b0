"""Making questions: pure functions of the rules, a seed and a number.

The same seed and number give the same question, so that nobody keeps questions: a page that
answers one names it by its number.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import assert_never

from puntobanco.base.cards import DECK
from puntobanco.base.money import Units
from puntobanco.rules.book import HouseRules
from puntobanco.rules.chips import can_be_made, is_payable, payable_part
from puntobanco.rules.coup import DealtCoup, deal
from puntobanco.rules.settings import Limit
from puntobanco.rules.wagers import Lose, Wager
from puntobanco.training.questions import (
    KINDS,
    Asks,
    DrawQuestion,
    Kind,
    PayoutQuestion,
    Question,
)
from puntobanco.training.ruling_cases import ruling_question

LOSING_PART = 4
"""One payout question in so many may be of a stake that lost."""
COUPS_TRIED = 2_000
"""Coups looked at for one in which the wager does not lose; the rarest wins come once in 300."""
ANTE_PART = 6
"""At a table with an Ante, one payout question in so many asks for it."""


def question(rules: HouseRules, seed: int, number: int, kinds: Sequence[Kind] = KINDS) -> Question:
    """The question of this number, counted from 1; the kinds take turns."""
    turn, place = divmod(number - 1, len(kinds))
    chance = random.Random(f"{seed}/{number}")  # noqa: S311  nothing hangs on it
    kind = kinds[place]
    match kind:
        case Kind.DRAW:
            return _draw(rules, chance, number)
        case Kind.PAYOUT:
            return _payout(rules, chance, number)
        case Kind.RULING:
            return ruling_question(rules, chance, number, seed=seed, turn=turn)
        case _:
            assert_never(kind)


def _coup(rules: HouseRules, chance: random.Random) -> DealtCoup:
    """A coup from the top of a full shoe."""
    places = chance.sample(range(len(DECK) * rules.decks), 6)
    return deal(rules.tableau, [DECK[place % len(DECK)] for place in places]).coup


def _draw(rules: HouseRules, chance: random.Random, number: int) -> DrawQuestion:
    coup, asks = _coup(rules, chance), chance.choice(list(Asks))
    match asks:
        case Asks.PLAYER_DRAWS:
            coup = DealtCoup(coup.player[:2], coup.banker[:2])
        case Asks.BANKER_DRAWS:
            coup = DealtCoup(coup.player, coup.banker[:2])
        case Asks.WINNER:
            pass
    return DrawQuestion(number=number, asks=asks, coup=coup)


def _payout(rules: HouseRules, chance: random.Random, number: int) -> PayoutQuestion:
    if rules.ante is not None and chance.randrange(ANTE_PART) == 0:
        main = [wager for wager in rules.wagers.values() if wager.kind.is_main]
        wager, ante = chance.choice(main), True
    else:
        wager, ante = chance.choice(list(rules.wagers.values())), False
    coup = _coup(rules, chance)
    if chance.randrange(LOSING_PART):
        for _ in range(COUPS_TRIED):
            if not isinstance(wager.verdict(coup.outcome_class).end, Lose):
                break
            coup = _coup(rules, chance)
    stake = _stake(rules, chance, wager)
    return PayoutQuestion(number=number, coup=coup, wager=wager.name, stake=stake, ante=ante)


def _stake(rules: HouseRules, chance: random.Random, wager: Wager) -> Units:
    """A stake that the table would take: within its limits, made of chips, payable."""
    limit = rules.settings.limit(wager)
    steps = [chip for chip in rules.settings.chips if chip <= limit.minimum] or [1]
    most = min(limit.maximum, 20 * limit.minimum)
    for _ in range(100):
        step = chance.choice(steps)
        stake = limit.minimum + step * chance.randrange((most - limit.minimum) // step + 1)
        if _is_taken(rules, wager, stake):
            return stake
    return _least(rules, wager, limit)


def _is_taken(rules: HouseRules, wager: Wager, stake: Units) -> bool:
    settings = rules.settings
    if stake % settings.stake_step or not can_be_made(stake, settings.chips):
        return False
    return not _must_be_payable(rules, wager) or (
        wager.commission is not None and is_payable(stake, wager.commission, settings.chips)
    )


def _must_be_payable(rules: HouseRules, wager: Wager) -> bool:
    return bool(rules.book.conduct.betting.payable_clauses) and wager.commission is not None


def _least(rules: HouseRules, wager: Wager, limit: Limit) -> Units:
    """The minimum, or where a win on it could not be paid the greatest stake on which it could."""
    if wager.commission is None or not _must_be_payable(rules, wager):
        return limit.minimum
    part = payable_part(limit.maximum, wager.commission, rules.settings.chips)
    return part or limit.minimum
