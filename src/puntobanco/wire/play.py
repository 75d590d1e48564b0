"""The forms of what was played: a patron's history, a coup's record, shoes, reports."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.wire.forms import Form, Microseconds, NewsForm, OpenedCardForm
from puntobanco.wire.own_forms import OwnCoupForm, OwnStakeForm, SettledForm


class OwnRecordForm(OwnCoupForm, frozen=True, kw_only=True):
    """A coup that one has staked on, with its cards and all that moved."""

    shoe: int
    opened_at: Microseconds
    ended_at: Microseconds | None
    """When it was settled or voided; None: it is not over."""
    player: tuple[str | None, ...]
    """The cards of the hand in order; None: face down."""
    banker: tuple[str | None, ...]
    player_total: int | None
    banker_total: int | None
    winner: str
    """`player`, `banker`, `tie`, or nothing."""
    stakes: tuple[OwnStakeForm, ...]
    """As they lay when betting closed."""
    ante: Units
    """What was collected of one's own."""
    commission: Units
    rack_before: Units
    rack_after: Units
    clauses: Clauses
    """What ordered the payments and any ruling of this coup."""
    first: int
    last: int


class HistoryForm(Form, frozen=True, kw_only=True):
    """One's own coups at a table, the newest first."""

    table: str
    patron: str
    digits: int
    coups: tuple[OwnRecordForm, ...]
    next: int | None
    """Go on with `before` this coup; None: there are no more."""


class RecordedCardForm(Form, frozen=True, kw_only=True):
    """A card of the coup, in the order it left the shoe."""

    slot: str
    card: str | None
    face_up: bool
    sequence: int
    time: Microseconds
    turned_at: Microseconds | None
    """When a card that was dealt face down was turned."""


class RecordedStakeForm(OwnStakeForm, frozen=True, kw_only=True):
    """A stake as it lay when betting closed."""

    patron: str


class RecordedLineForm(SettledForm, frozen=True, kw_only=True):
    """How a stake ended."""

    patron: str
    breakage: Units


class ActionForm(NewsForm, frozen=True, kw_only=True):
    """One event of the coup, in words."""

    actor: str
    """Empty where the reader may not know."""
    hash: str


class CoupRecordForm(Form, frozen=True, kw_only=True):
    """The whole record of a coup, as far as one may know it."""

    table: str
    coup: int
    shoe: int
    digits: int
    whole: bool
    """False: only one's own stakes and lines are in it."""
    opened_at: Microseconds
    closed_at: Microseconds | None
    ended_at: Microseconds | None
    video: str
    """Where its pictures are found, for those who may see the whole of it."""
    voided: bool
    cards: tuple[RecordedCardForm, ...]
    player_total: int | None
    banker_total: int | None
    winner: str
    stakes: tuple[RecordedStakeForm, ...]
    lines: tuple[RecordedLineForm, ...]
    rulings: tuple[ActionForm, ...]
    """Irregularities, questions, answers and remedies."""
    actions: tuple[ActionForm, ...]
    """Everything, in order."""
    next: int | None
    """Where more actions follow: the sequence after which to ask on."""
    first: int
    last: int
    first_hash: str
    last_hash: str


class ShoeLineForm(Form, frozen=True, kw_only=True):
    """What was promised of one random shoe."""

    shoe: int
    """As the promises are counted; 1 is the first."""
    cards: str
    """The set's name at the table."""
    size: int
    root: str
    promised_at: Microseconds
    cut: int | None
    cut_by: str
    revealed_at: Microseconds | None
    used: int | None
    """How many cards had left it when it was revealed."""
    reason: str


class ShoesForm(Form, frozen=True, kw_only=True):
    """The promises of a table, the newest first; a table with physical cards makes none."""

    table: str
    cards: str
    shoes: tuple[ShoeLineForm, ...]
    next: int | None
    """Go on with `before` this shoe; None: there are no more."""


class ShoeForm(Form, frozen=True, kw_only=True):
    """One random shoe: the promise, and what has been opened of it."""

    table: str
    promise: ShoeLineForm
    opened: tuple[OpenedCardForm, ...]
    """Cards shown so far, with their proofs, while the rest is secret."""
    order: str
    """Two letters a card, in the promised order; empty until it is revealed."""
    secret: str
    """What every salt is derived from; empty until it is revealed."""


class TableReportForm(Form, frozen=True, kw_only=True):
    """A table's money between two times, to the unit."""

    table: str
    digits: int
    begins: Microseconds
    """Everything from here ..."""
    ends: Microseconds
    """... up to but without this."""
    opening: Units
    """Chips before patrons and on the layout at the beginning."""
    drop: Units
    """Chips bought."""
    cashed: Units
    closing: Units
    """Chips before patrons and on the layout at the end."""
    staked: Units
    """Stakes that were settled."""
    lost: Units
    """Of these, what patrons lost."""
    paid: Units
    """What patrons won, commission deducted already."""
    commission: Units
    ante: Units
    breakage: Units
    win: Units
    """What the House won, commission, Ante and breakage included."""
    coups: int
    """Coups settled."""
    voids: int
    difference: Units
    """opening + drop - cashed - win - closing: zero where all is well."""
    first: int
    last: int
    """The events that are in it; `last` is below `first` where there are none."""


class HouseReportForm(Form, frozen=True, kw_only=True):
    """All tables between two times, and the cage against the accounts."""

    digits: int
    begins: Microseconds
    ends: Microseconds
    tables: tuple[TableReportForm, ...]
    total: TableReportForm
    """The sum of all; its table is `*`."""
    accounts: int
    balances: Units
    """What people have with the house now."""
    accounts_at_tables: Units
    """Bought in less cashed by the accounts, since the house exists."""
    tables_from_accounts: Units
    """The same by the tables."""
    difference: Units
    """Between these two: zero where all is well."""
