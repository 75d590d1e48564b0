"""Irregularities to rule on: every one of the book in turn, with facts that some row asks for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product

from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity, Step
from puntobanco.sayings.saying import Saying, english, say
from puntobanco.training.questions import RulingQuestion
from puntobanco.views.ruling_words import ruled_said

CHOICES_MOST = 4
IMPLIES = (
    ("warned", "in_time"),
    ("in_time", "in_coup"),
    ("established", "in_coup"),
    ("due", "in_coup"),
    ("underway", "in_coup"),
    ("next_dealt", "next_opened"),
)
"""The second fact is so wherever the first is."""
NEVER_BOTH = (("after_coup", "in_coup"), ("after_coup", "initial"), ("after_coup", "in_time"))


def ruling_question(
    rules: HouseRules, chance: random.Random, number: int, *, seed: int, turn: int
) -> RulingQuestion:
    """A case of the irregularity whose turn it is; each comes once before any comes again."""
    order = list(Irregularity)
    lap, place = divmod(turn, len(order))
    random.Random(f"{seed}/{lap}/rulings").shuffle(order)  # noqa: S311  nothing hangs on it
    irregularity = order[place]
    cases = _cases(rules, irregularity)
    row = chance.choice(list(cases))
    facts = chance.choice(cases[row])
    return RulingQuestion(
        number=number,
        irregularity=irregularity,
        facts=facts,
        choices=_choices(rules, chance, irregularity, rules.book.rulings.all_rows[row].steps),
    )


def _cases(rules: HouseRules, irregularity: Irregularity) -> dict[int, list[dict[str, bool]]]:
    """By the place of the row that rules: the facts that lead to it."""
    rows = rules.book.rulings.rows_on(irregularity, rules.options)
    names = list(dict.fromkeys(fact for row in rows for fact in row.asks))
    found: dict[int, list[dict[str, bool]]] = {}
    for facts in _possible(rules, names):
        needed: dict[str, bool] = {}
        row = rules.book.rulings.decided(irregularity, needed, rules.options, facts.__getitem__)
        place = next(i for i, each in enumerate(rules.book.rulings.all_rows) if each is row)
        if needed not in found.setdefault(place, []):
            found[place].append(needed)
    return found


def _possible(rules: HouseRules, names: Sequence[str]) -> Iterator[dict[str, bool]]:
    """Every way the facts can be that does not contradict itself or the table's settings."""
    for answers in product((False, True), repeat=len(names)):
        facts = dict(zip(names, answers, strict=True))
        if facts.get("automatic", rules.settings.automatic) != rules.settings.automatic:
            continue
        if any(facts.get(one) and not facts.get(other, True) for one, other in IMPLIES):
            continue
        if any(facts.get(one) and facts.get(other) for one, other in NEVER_BOTH):
            continue
        yield facts


def ruling_words(rules: HouseRules, steps: Sequence[Step]) -> str:
    """A whole ruling in English, as a trainee chooses it."""
    return english(ruling_said(rules, steps))


def ruling_said(rules: HouseRules, steps: Sequence[Step]) -> Saying:
    """A whole ruling, one step after the other."""
    said = [ruled_said(rules, step) for step in steps]
    return reduce(lambda one, other: say("ruling.then", one=one, other=other), said)


def _choices(
    rules: HouseRules,
    chance: random.Random,
    irregularity: Irregularity,
    right: tuple[Step, ...],
) -> tuple[tuple[Step, ...], ...]:
    """The right ruling among others of the book, those for the same irregularity first."""
    own = [row.steps for row in rules.book.rulings.rows_on(irregularity, rules.options)]
    others = [row.steps for row in rules.book.rulings.all_rows if row.given.holds(rules.options)]
    chance.shuffle(own)
    chance.shuffle(others)
    different = {ruling_words(rules, right): right}
    for steps in (*own, *others):
        different.setdefault(ruling_words(rules, steps), steps)
    chosen = list(different.values())[:CHOICES_MOST]
    chance.shuffle(chosen)
    return tuple(chosen)
