"""What the operator sets for one table: limits, chips, rounding, the shoe. Not the book's."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, unique

from puntobanco.base.money import Currency, Rounding, Units
from puntobanco.rules.conduct import Burn
from puntobanco.rules.wagers import Wager, WagerKind


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that may be staked."""

    minimum: Units
    maximum: Units


@dataclass(frozen=True, slots=True)
class Limits:
    """What the sign at the table says, by kind of wager."""

    hand: Limit = Limit(100_00, 100_000_00)
    tie: Limit = Limit(10_00, 10_000_00)
    side: Limit = Limit(5_00, 5_000_00)

    def of(self, kind: WagerKind) -> Limit:
        """The limit that applies to a kind of wager."""
        match kind:
            case WagerKind.PLAYER | WagerKind.BANKER:
                return self.hand
            case WagerKind.TIE:
                return self.tie
            case WagerKind.SIDE:
                return self.side


@unique
class Watch(Enum):
    """Who sees to the limits, and so whether a breach can slip in."""

    SOFTWARE = "software"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class ShoeSettings:
    """How cards are loaded where the book leaves it open."""

    marker_from_back: int = 20
    """Cards behind the cut card that ends the shoe."""
    cut_cards: int = 1
    burn: Burn = Burn.NONE
    """Which cards are burnt where the book does not say."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """All settings of one table, with values that suit a demonstration."""

    currency: Currency = field(default_factory=Currency)
    limits: Limits = field(default_factory=Limits)
    differential: Units | None = None
    chips: tuple[Units, ...] = (50, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
    rounding: Rounding = field(default_factory=Rounding)
    places: int | None = None
    """Betting places in use; as many as the layout has when not set."""
    drop_box: str = "1"
    """The identifier of the box that is attached to the table for the money paid in."""
    shoe: ShoeSettings = field(default_factory=ShoeSettings)
    watch: Watch = Watch.SOFTWARE
    wager_limits: tuple[tuple[str, Limit], ...] = ()
    """By wager: a limit of its own, as the sign shows it."""
    stake_step: Units = 1
    """Stakes are multiples of this, so that half of one can be paid."""
    differential_over_table: bool = False
    """Whether a Differential that a book takes by the box is taken over the whole table."""
    squeeze_by_hand: bool = False
    """Whether each hand's largest stake may squeeze it, rather than the table's largest either."""
    commission_later: bool = False
    """Whether commission is collected afterwards instead of deducted from the winnings."""
    personal_maximums: tuple[tuple[str, Units], ...] = ()
    """By patron: a maximum of their own on each hand."""
    patrons_share: int | None = None
    """How many patrons may share one area; as many as the book lets when not set."""
    area_total_capped: bool = False
    """Whether all stakes on one area together stay within the maximum."""
    automatic: bool = False
    """Whether a random shoe is dealt without a dealer, its order preserved."""
    sealed_cards_approved: bool = False
    """Whether sealed cards of the maker may be used as they come."""
    established_by_staked: bool = False
    """Whether an outcome is established by wagers that are staked, rather than offered."""

    def limit(self, wager: Wager) -> Limit:
        """What the sign says of a wager."""
        return dict(self.wager_limits).get(wager.name) or self.limits.of(wager.kind)

    def limit_of(self, wager: Wager, patron: str) -> Limit:
        """The limit that binds a patron on a wager."""
        limit, kind = self.limit(wager), wager.kind
        personal = dict(self.personal_maximums).get(patron)
        if personal is None or kind.hand is None:
            return limit
        return Limit(min(limit.minimum, personal), personal)
