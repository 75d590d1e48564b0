"""The forms of a patron's own side, of what staff see and of what a dealer looks up."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.play.next_step import StepAct
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.sayings.saying import Saying
from puntobanco.wire.forms import CardForm, Form, Microseconds

# --- what one patron sees ---------------------------------------------------------------------


class OwnStakeForm(Form, frozen=True, kw_only=True):
    """A stake of one's own."""

    place: int
    wager: str
    amount: Units


class SettledForm(Form, frozen=True, kw_only=True):
    """How a stake of one's own ended."""

    place: int
    wager: str
    stake: Units
    result: str
    """`win`, `push` or `lose`."""
    profit: Units
    commission: Units
    """Deducted from the winnings, or owed."""
    label: str
    clauses: Clauses


class OwnCoupForm(Form, frozen=True, kw_only=True):
    """A coup that one has staked on, as it ended."""

    coup: int
    lines: tuple[SettledForm, ...]
    net: Units
    """What was won and lost, commission and Ante included."""
    voided: bool
    returned: Units = 0
    """What was staked on a coup that was voided, and came back."""
    why: str = ""
    """Why it was voided."""
    why_said: Saying | None = None
    clauses: Clauses = ()
    """Under which clauses it was voided."""


class SqueezeForm(Form, frozen=True, kw_only=True):
    """A hand that is one's own to turn, and what only its handler sees of it."""

    hand: str
    cards: tuple[CardForm, ...]
    """With their faces, once the hand has been passed."""
    passed: bool
    until: Microseconds | None


class NomineeForm(Form, frozen=True, kw_only=True):
    """A person who acts for a patron."""

    name: str
    patron: str
    approved: bool
    announced: bool


class PatronForm(Form, frozen=True, kw_only=True):
    """A patron's place and chips."""

    name: str
    place: int | None
    present: bool
    rack: Units
    owed: Units
    ante: Units
    """What was laid as Ante in this coup."""
    ante_due: Units
    """The Ante that is still to be laid before betting closes, or the stakes are void."""
    stakes: tuple[OwnStakeForm, ...]


class MeForm(PatronForm, frozen=True, kw_only=True):
    """A patron's own side of the table."""

    staked: Units
    cashable: Units
    last: OwnCoupForm | None
    offered: tuple[str, ...]
    """Hands on offer: `player`, `banker`."""
    offered_until: Microseconds | None = None
    """When a hand on offer goes to the dealer, or the first card ends the right to ask for one."""
    """When an offer ends by the clock; None where a dealer ends it."""
    may_squeeze: tuple[str, ...]
    """Hands one may ask to turn oneself."""
    squeeze: SqueezeForm | None
    must_choose: bool
    """Whether the table waits for one's choice to go on or take back."""
    may_cut: bool
    acts_for: str
    """The patron one acts for as nominee; empty otherwise."""
    nominees: tuple[NomineeForm, ...]
    """Who acts for oneself, or waits to."""


# --- what staff see ---------------------------------------------------------------------------


class StepForm(Form, frozen=True, kw_only=True):
    """What the dealer does now, with what does it: to be sent back under the name of who does it.

    Faces of cards, names of sets and answers are added to it.
    """

    act: StepAct
    line: str
    """One large line."""
    said: Saying
    detail: str = ""
    detail_said: Saying | None = None
    request: Request | None = None
    """What does it where it is asked for; where a patron is waited for, what ends the wait."""
    report: Report | None = None
    """What does it where it is not asked for but happens."""
    slots: tuple[str, ...] = ()
    """Where the card goes that is dealt, or every card that is turned."""
    hand: str = ""
    face_up: bool = False
    """Whether the card that leaves the shoe is shown."""
    post: str = ""
    """Whose act or answer it is; where a patron is waited for with a hand, who may end the wait."""
    who: str = ""
    """The patron or nominee who is waited for, or whose hand it is."""
    waiting: tuple[str, ...] = ()
    """Patrons who have not chosen yet."""
    question: str = ""
    answers: tuple[str, ...] = ()
    clauses: Clauses = ()


class CheckForm(Form, frozen=True, kw_only=True):
    """One step of the shoe's checklist."""

    step: str
    words: str
    said: Saying
    done: bool
    due: bool
    posts: tuple[str, ...]
    clauses: Clauses


class ProcedureForm(Form, frozen=True, kw_only=True):
    """An irregularity of the book that a dealer can report, and what must be said with it."""

    irregularity: str
    sentence: str
    facts: tuple[str, ...]
    """Facts that a person must tell: `seen`, `asked`, `restorable`."""
    needs: tuple[str, ...]
    """`patron`, `place`, `wager`: what it must name."""


class StaffForm(Form, frozen=True, kw_only=True):
    """What the dealer's console and the floor need beyond what all see."""

    step: StepForm
    checklist: tuple[CheckForm, ...]
    patrons: tuple[PatronForm, ...]
    nominees: tuple[NomineeForm, ...]
    shoe_size: int
    shoe_out: int
    marker_from_back: int
    cards_name: str
    exhausted: tuple[str, ...]
    """Faces that this set cannot show again: as many were seen as its decks hold."""
    procedures: tuple[ProcedureForm, ...]
    last_lines: tuple[SettledForm, ...]
    payable: Units
    """What the last coup paid out to patrons, profits only."""
    reported: str = ""
    """What was written with the report of what is ruled upon now ..."""
    reported_by: str = ""
    """... and by whom."""


# --- what a dealer looks up -------------------------------------------------------------------


class FaceForm(Form, frozen=True, kw_only=True):
    """One face of a pack, and how often it was seen."""

    card: str
    seen: int
    held: int
    """How often the packs hold it."""


class ShoeCountForm(Form, frozen=True, kw_only=True):
    """The cards of the shoe in use, as far as they were seen."""

    shoe: int
    cards: str
    size: int
    seen: int
    unseen: int
    """Out of the shoe, and never shown: burnt face down, or lying so."""
    inside: int
    """Still in the shoe."""
    behind_marker: int
    """Cards behind the cut card."""
    over: bool
    continuous: bool
    """Cards go back: they are counted since the last coup was called."""
    adds_up: bool
    """Whether no face was seen too often and no card is missing."""
    faces: tuple[FaceForm, ...]


class LyingForm(Form, frozen=True, kw_only=True):
    """A card where it lay; None: face down."""

    slot: str
    card: str | None


class HandStepForm(Form, frozen=True, kw_only=True):
    """A card of the coup that moved, and how the hands lay then."""

    sequence: int
    time: Microseconds
    actor: str
    how: str
    """`scanned` by a device, `entered` by a person, `drawn` from a shoe of the server's."""
    sentence: str
    said: Saying
    cards: tuple[LyingForm, ...]
    player_total: int | None
    banker_total: int | None


class HandForm(Form, frozen=True, kw_only=True):
    """The present coup card by card, from the record."""

    coup: int
    steps: tuple[HandStepForm, ...]
