"""What is to be dealt: the shoe, its burn and end, and the tableau, as kernels take them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.options import holding
from puntobanco.rules.tableau import Tableau

HEAD_MOST = 60
"""Of so many first coups of a shoe the statistics are kept apart: every shoe of six decks or more
has them, so that no cut card chooses among shoes, and the exact odds hold for them exactly."""

MARKER_LEAST = 11
"""With fewer cards behind the marker, the last two coups of six cards each might lack one."""

SEED_MOST = 2**64 - 1

_BURNS = {Burn.NONE: 0, Burn.ONE: 1, Burn.BY_VALUE: 2}
_BURNT_MOST = (0, 1, 11)

Integers = npt.NDArray[np.int64]

ENDED = 8101
"""In the place of a class: this shoe had ended."""


class BadPlanError(UsageError):
    """A plan that cannot be carried out; the message says what would be right."""


@dataclass(frozen=True)
class ShoePlan:
    """Which shoes are dealt: everything a kernel needs but the seed and the shoes' numbers."""

    decks: int
    burn: Burn
    marker_from_back: int
    """Cards behind the cut card."""
    limits: tuple[int, ...]
    """The tableau: see `tableau_limits`."""
    one_more: bool = True
    """Whether a further coup follows the one in which the marker came out."""
    continuous: bool = False
    """Every coup from the full shoe; a "shoe" is then `HEAD_MOST` coups."""

    def __post_init__(self) -> None:
        last = self.cards - _BURNT_MOST[2] - 1
        if not self.continuous and not MARKER_LEAST <= self.marker_from_back <= last:
            raise BadPlanError(
                f"a marker {how_many(self.marker_from_back, 'card')} from the back does not fit; "
                f"give {MARKER_LEAST} to {last} with {how_many(self.decks, 'deck')}"
            )

    @property
    def cards(self) -> int:
        """Cards in the full shoe."""
        return 52 * self.decks

    @cached_property
    def coups_most(self) -> int:
        """The most coups a shoe can have."""
        if self.continuous:
            return HEAD_MOST
        return (self.cards - self.marker_from_back) // 4 + 2

    @cached_property
    def head(self) -> int:
        """How many first coups are counted apart: `HEAD_MOST`, or all that every shoe has."""
        if self.continuous:
            return HEAD_MOST
        before_marker = self.cards - _BURNT_MOST[_BURNS[self.burn]] - self.marker_from_back
        return min(HEAD_MOST, before_marker // 6 + 1)

    def setup(self, coups_most: int | None = None) -> Integers:
        """The kernels' six numbers.

        Decks, burn, cards behind the marker, further coups, most coups, continuous shuffler or not.
        """
        numbers = (
            self.decks,
            _BURNS[self.burn],
            self.marker_from_back,
            int(self.one_more),
            self.coups_most if coups_most is None else min(coups_most, self.coups_most),
            int(self.continuous),
        )
        return np.array(numbers, np.int64)

    def limit_array(self) -> npt.NDArray[np.int16]:
        """The tableau as the kernels take it."""
        return np.array(self.limits, np.int16)

    def form(self) -> dict[str, Any]:
        """The plan as plain values, for files."""
        return {
            "decks": self.decks,
            "burn": self.burn.value,
            "marker_from_back": self.marker_from_back,
            "one_more": self.one_more,
            "continuous": self.continuous,
            "limits": list(self.limits),
        }

    @classmethod
    def from_form(cls, form: Mapping[str, Any]) -> ShoePlan:
        """Read what `form` wrote."""
        return cls(**{**form, "burn": Burn(form["burn"]), "limits": tuple(form["limits"])})


def shoe_plan(
    rules: HouseRules, *, marker_from_back: int | None = None, one_more: bool = True
) -> ShoePlan:
    """The shoes of a table: its decks, burn and equipment, and where its marker lies."""
    conduct, options = rules.book.conduct, rules.options
    wanted = rules.settings.shoe.marker_from_back if marker_from_back is None else marker_from_back
    cuts = holding(conduct.cut, options)
    least = max((cut.marker_least for cut in cuts), default=0)
    if wanted < least:
        raise BadPlanError(
            f"a marker {how_many(wanted, 'card')} from the back is too near; give {least} or more"
        )
    return ShoePlan(
        decks=rules.decks,
        burn=burn_of(rules),
        marker_from_back=wanted,
        one_more=one_more,
        continuous=not holding(conduct.ends, options),
        limits=tableau_limits(rules.tableau),
    )


def burn_of(rules: HouseRules) -> Burn:
    """Which cards a table burns before the first coup of a shoe."""
    burns = holding(rules.book.conduct.burns, rules.options)
    return burns[0].burn if burns else Burn.NONE


def tableau_limits(tableau: Tableau) -> tuple[int, ...]:
    """The tableau as the highest totals on which a hand draws.

    0-9 Banker's to that third card of Player, 10 the same where Player stood, 11 Player's; then 8,
    the lowest natural.

    Kernels compare instead of looking up, so a tableau that draws on a total above one on which it
    stands cannot be dealt by them.
    """
    banker = (tuple(row[third] for row in tableau.banker_draws) for third in range(11))
    columns = (*banker, tuple(tableau.player_draws))
    limits = tuple(sum(column) - 1 for column in columns)
    for column, limit in zip(columns, limits, strict=True):
        if any(draws != (total <= limit) for total, draws in enumerate(column)):
            raise BadPlanError("the tableau draws on a total above one on which it stands")
    return (*limits, 8)
