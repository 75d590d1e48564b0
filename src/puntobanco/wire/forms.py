"""The forms in which a table is shown: every page and every program reads these and nothing else.

A view is made of sections. A viewer first gets all their sections, then, numbered by the
table's sequence, those that have changed, whole. So a reader keeps the latest of each section and
never folds events, adds up money or draws a road by itself. Amounts are whole units; `digits` says
how to write them. Cards are two letters, `null` for one that lies face down for this viewer.
What is said to people is there twice: in English, and as a saying for every other language.
"""

from __future__ import annotations

import msgspec

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.rules.signs import SignNotice
from puntobanco.sayings.saying import Saying

Microseconds = int
"""Since 1970, UTC, by the server's clock."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all forms: every field is always there."""


# --- what stands still ------------------------------------------------------------------------


class PayoffForm(Form, frozen=True, kw_only=True):
    """One line of a wager that wins: `label` says on what, `pays` how much, such as `8 to 1`."""

    label: str
    pays: str
    clauses: Clauses


class WagerForm(Form, frozen=True, kw_only=True):
    """A wager on the layout."""

    name: str
    """As in scripts: `banker`, `player-wins-on:7`."""
    title: str
    """As the layout writes it: `Any Tie`."""
    family: str
    """The name up to a colon: `player-wins-on`."""
    variant: str
    """What follows the colon, or nothing: `7`, `player`."""
    kind: str
    """`player`, `banker`, `tie` or `side`: whose limit binds it."""
    side: str
    """`player`, `banker`, `tie` or `both`: where the layout draws it."""
    payoffs: tuple[PayoffForm, ...]
    pushes: tuple[str, ...]
    """On what the stake comes back, beyond a hand's wager on a tie."""
    minimum: Units
    maximum: Units
    edge: str
    """The published house edge of a full shoe, exact: `n/d`; empty where none is kept."""
    edge_percent: str
    """The same for people: `1.06`."""
    clauses: Clauses


class NamedTableForm(Form, frozen=True, kw_only=True):
    """What a table is, in short."""

    table: str
    title: str
    book: str
    book_title: str
    edition: str
    """The digest of the edition that it runs under."""
    cards: str
    """`random` or `physical`."""
    continuous: bool
    """Whether a machine takes the cards back and mixes them: no cut card comes, no shoe ends."""
    pace: str
    """`clock` or `dealer`."""
    digits: int
    places: int


class TableForm(NamedTableForm, frozen=True, kw_only=True):
    """What the table is: changes only when the operator changes it."""

    options: dict[str, str]
    layout: str
    standing_area: bool
    style: str
    turner: str
    """Who turns face-down cards: `nobody`, `dealer` or `patron`."""
    chips: tuple[Units, ...]
    wagers: tuple[WagerForm, ...]
    """In the order of the layout."""
    ante: Units | None
    ante_waived_from: Units | None
    differential: Units | None
    commission: str
    """A sentence: what is deducted from a Banker win, if anything."""
    commission_said: Saying
    betting_seconds: int
    posts: dict[str, str]
    """Titles of the staff, by post, the lowest first."""
    nominees: bool
    """Whether a nominee may act for a patron."""
    stake_step: Units
    notices: tuple[SignNotice, ...]
    """What must be displayed at this table."""
    printed: tuple[str, ...]
    """What the drawing of the layout prints beside the areas."""
    shape: str
    """The kind of table whose boxes are drawn, such as `bean`; empty where the book names none."""


# --- what all see -----------------------------------------------------------------------------


class PhaseForm(Form, frozen=True, kw_only=True):
    """Where the game stands."""

    stage: str
    """`closed`, `preparing`, `ready`, `betting`, `dealing` or `resolved`."""
    coup: int
    shoe: int
    no_bet: bool
    voided: bool
    """Whether the coup that is over was void."""
    halted: bool
    stopped: str
    """Why the house has stopped the table; empty when it has not."""
    closing: bool
    """Whether no further coup is called."""
    opened_at: Microseconds | None
    closes_at: Microseconds | None
    """When betting closes by the server's clock; None where a dealer closes."""
    dealer: str
    last_coups: int | None
    """Coups still to come from this shoe, once the cut card is out."""
    calls: tuple[str, ...]
    """What the book has announced in words of its own and still holds: `Last coup`."""
    line: str
    """One sentence for all: what happens now."""
    said: Saying


class CardForm(Form, frozen=True, kw_only=True):
    """A card of the coup, in its place."""

    slot: str
    """`P1` to `B3`, or nothing for a card that lies aside."""
    card: str | None
    """None: it lies face down."""
    held_by: str
    """Who has it in hand: nothing, `dealer`, `place 3`; `you` only among one's own."""


class ThirdCardForm(Form, frozen=True, kw_only=True):
    """Why a hand drew or stood, in a sentence with its clause."""

    hand: str
    draws: bool
    own_total: int
    against: int | None
    """The point value of Player's third card, where it decided."""
    sentence: str
    said: Saying
    clauses: Clauses


class OutcomeForm(Form, frozen=True, kw_only=True):
    """How the coup ended."""

    winner: str
    """`player`, `banker` or `tie`."""
    player_total: int
    banker_total: int
    natural: bool
    player_pair: bool
    banker_pair: bool
    wagers: dict[str, str]
    """By wager: `win`, `push` or `lose`; none that is void."""
    sentence: str


class HandsForm(Form, frozen=True, kw_only=True):
    """The cards on the table."""

    cards: tuple[CardForm, ...]
    """In the order they left the shoe."""
    player_total: int | None
    banker_total: int | None
    next_slot: str
    """Where the next card goes; empty when none is due."""
    reasons: tuple[ThirdCardForm, ...]
    outcome: OutcomeForm | None
    voided: bool
    carried: int
    """Cards that wait to open the next coup."""


class SpotForm(Form, frozen=True, kw_only=True):
    """All the money on one wager."""

    amount: Units
    patrons: int
    share: int
    """Of all that lies on the layout, in percent, to the nearest."""


class StakesForm(Form, frozen=True, kw_only=True):
    """What the whole table has staked, by wager."""

    spots: dict[str, SpotForm]
    total: Units
    player_side: Units
    banker_side: Units
    differential_left_player: Units | None
    """What Player can still take before the Differential binds; None where there is none over
    the table as a whole."""
    differential_left_banker: Units | None


class SeatForm(Form, frozen=True, kw_only=True):
    """A place of the layout."""

    place: int
    taken: bool
    nominee: bool
    """Whether a nominee acts for the patron of this place."""
    staked: Units
    pucks: tuple[str, ...] = ()
    """The hands that the patron of this place handles: `player`, `banker`."""


class SeatsForm(Form, frozen=True, kw_only=True):
    """Who is at the table, without names."""

    seats: tuple[SeatForm, ...]
    standing: int
    watching: int


class CellForm(Form, frozen=True, kw_only=True):
    """A mark of a road: where it lies, and what it is.

    `mark` is B, P or T on the Bead Plate and Big Road (nothing for ties before the first win), and
    r or b on a derived road.
    """

    column: int
    row: int
    mark: str
    ties: int = 0
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False
    total: int | None = None


class AskedForm(Form, frozen=True, kw_only=True):
    """Which cells a win by one side would add; None where a road has not begun."""

    bead_plate: CellForm
    big_road: CellForm
    big_eye_boy: CellForm | None
    small_road: CellForm | None
    cockroach_pig: CellForm | None


class StatisticsForm(Form, frozen=True, kw_only=True):
    """The counts of this shoe."""

    coups: int
    player: int
    tie: int
    banker: int
    player_pairs: int
    banker_pairs: int
    naturals: int
    player_percent: int
    tie_percent: int
    banker_percent: int
    longest_player: int
    longest_banker: int
    streak_side: str
    streak_length: int


class LastCoupForm(Form, frozen=True, kw_only=True):
    """The newest coup of the shoe that was settled: its cards and how it ended."""

    coup: int
    cards: tuple[CardForm, ...]
    winner: str
    player_total: int
    banker_total: int
    natural: bool


class RoadsForm(Form, frozen=True, kw_only=True):
    """The five roads of the shoe, both questions, and its counts. History, not a forecast."""

    shoe: int
    bead_plate: tuple[CellForm, ...]
    big_road: tuple[CellForm, ...]
    big_eye_boy: tuple[CellForm, ...]
    small_road: tuple[CellForm, ...]
    cockroach_pig: tuple[CellForm, ...]
    next_banker: AskedForm
    next_player: AskedForm
    statistics: StatisticsForm
    good_roads: tuple[str, ...]
    last: LastCoupForm | None = None


class RulingForm(Form, frozen=True, kw_only=True):
    """What went wrong, how the book rules, and what is waited for."""

    irregularity: str
    sentence: str
    """What happened."""
    said: Saying
    question: str
    """`restorable`, `may`, `order`, `decision`, `choice`, or nothing once ruled."""
    asks: str
    """The question in words, and of whom."""
    asks_said: Saying | None
    answers: tuple[str, ...]
    """Every answer there is; for an order, one as an example: `1,2`."""
    post: str
    """Whose to answer; empty where it is patrons' or nobody's."""
    waiting: int
    """Patrons who have not chosen yet."""
    follows: tuple[str, ...]
    """What has been ruled so far, a sentence each."""
    follows_said: tuple[Saying, ...]
    clauses: Clauses
    coup: int


class OpenedCardForm(Form, frozen=True, kw_only=True):
    """A shown card with what proves that it was promised there."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


class FairnessForm(Form, frozen=True, kw_only=True):
    """What was promised of a random shoe, and what has been opened of it."""

    shoe: int
    root: str
    cut: int
    size: int
    committed_at: Microseconds
    opened: tuple[OpenedCardForm, ...]
    """Cards shown in this coup; all of them with `/api/tables/T/shoes/N`."""


class ToldForm(Form, frozen=True, kw_only=True):
    """One event of a log, told in words."""

    sequence: int
    time: Microseconds
    event: str
    """Its tag: `card-dealt`."""
    sentence: str
    said: Saying


class NewsForm(ToldForm, frozen=True, kw_only=True):
    """One event that this viewer may know, told in words."""

    clauses: Clauses
