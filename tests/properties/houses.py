"""Random houses: every book, every option, settings of many kinds."""

from __future__ import annotations

from random import Random

from puntobanco.base.money import Direction, Rounding
from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.conduct import Burn
from puntobanco.rules.options import Choice, NumberOption
from puntobanco.rules.settings import Limit, Limits, ShoeSettings, TableSettings, Watch

_CHIPS = (
    TableSettings().chips,
    (1_00, 5_00, 25_00, 100_00),
    (2_50, 5_00, 20_00),
    (2_00, 5_00, 100_00),
)


def random_house(random: Random, book: str = "") -> HouseRules:
    """A table of some book that the book allows."""
    chosen = BOOKS[book or random.choice((*sorted(BOOKS), "nz-division"))]
    while True:
        rules = chosen.configure(_options(random, chosen), _settings(random))
        if isinstance(rules, HouseRules):
            return rules


def _options(random: Random, book: RuleBook) -> dict[str, str]:
    options = {}
    for option in book.options:
        if random.random() < 0.4:
            continue
        match option:
            case Choice():
                options[option.name] = random.choice(option.values)
            case NumberOption():
                options[option.name] = str(random.randint(option.low, option.high))
            case _:
                options[option.name] = random.choice(("off", "1.00", "2.50", "12.50", "400.00"))
    if "international" in {option.name for option in book.options} and random.random() < 0.25:
        options |= {"international": "on", "style": "B"}  # the most people with the most to do
    return options


def _settings(random: Random) -> TableSettings:
    minimum = random.choice((100_00, 50_00, 20_00, 7))
    return TableSettings(
        limits=Limits(
            hand=Limit(minimum, random.choice((1_000_00, 100_000_00))),
            tie=Limit(5_00, random.choice((200_00, 10_000_00))),
            side=Limit(1_00, 5_000_00),
        ),
        differential=random.choice((None, None, 300_00, 1_000_00)),
        chips=random.choice(_CHIPS),
        rounding=Rounding(random.choice((1, 1, 50, 100)), random.choice(tuple(Direction))),
        places=random.choice((None, None, 1, 5)),
        shoe=ShoeSettings(
            marker_from_back=random.choice((20, 20, 30, 60)),
            cut_cards=random.choice((1, 2)),
            burn=random.choice(tuple(Burn)),
        ),
        watch=random.choice(tuple(Watch)),
        wager_limits=random.choice(
            (
                (),
                (("tie", Limit(50_00, 400_00)),),
                (("banker", Limit(120_00, 900_00)), ("player", Limit(30_00, 100_000_00))),
            )
        ),
        stake_step=random.choice((1, 1, 2, 5_00)),
        differential_over_table=random.random() < 0.3,
        squeeze_by_hand=random.random() < 0.5,
        commission_later=random.random() < 0.3,
        patrons_share=random.choice((None, None, 1, 2)),
        area_total_capped=random.random() < 0.2,
        personal_maximums=random.choice(((), (("ann", 300_00), ("ben", 40_00)))),
        sealed_cards_approved=random.random() < 0.5,
        established_by_staked=random.random() < 0.3,
    )
