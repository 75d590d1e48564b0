"""The forms of the rule books."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.wire.forms import Form, Microseconds, PayoffForm


class EditionForm(Form, frozen=True, kw_only=True):
    """An edition of a book by name and digest."""

    book: str
    title: str
    edition: str
    """What it calls itself; empty where this program cannot read it."""
    digest: str
    """Empty of a file with errors."""


class BookLineForm(EditionForm, frozen=True, kw_only=True):
    """One book of the list."""

    effective: str
    clauses: int


class BookAddedForm(EditionForm, frozen=True, kw_only=True):
    """An edition that the house offers to new tables, or that some table runs under."""

    by: str
    """Who added it; empty for a book of the program, and for one that is no longer offered."""
    added_at: Microseconds | None
    offered: bool
    """Whether a new table may have it."""
    tables: tuple[str, ...]
    """Tables that run under it now."""
    problem: str
    """Why this program cannot read it; empty where it can."""


class HouseBooksForm(Form, frozen=True, kw_only=True):
    """Every edition that the house offers or some table runs under."""

    books: tuple[BookAddedForm, ...]


class FindingForm(Form, frozen=True, kw_only=True):
    """Something that is wrong with a book file, or looks wrong."""

    line: int
    column: int
    error: bool
    sentence: str


class BookCheckForm(EditionForm, frozen=True, kw_only=True):
    """What a book file would be; nothing was done."""

    accepted: bool
    findings: tuple[FindingForm, ...]


class DifferenceForm(Form, frozen=True, kw_only=True):
    """One thing in which two editions differ."""

    part: str
    """`wager`, `option`, `clause`, or a section of the book."""
    name: str
    change: str
    """`new`, `gone` or `changed`."""
    before: str
    after: str
    edge_before: str
    """In per cent, of a full shoe; empty where it is not offered."""
    edge_after: str


class DifferencesForm(Form, frozen=True, kw_only=True):
    """Two editions, clause by clause and wager by wager."""

    before: BookLineForm
    after: BookLineForm
    differences: tuple[DifferenceForm, ...]


class BooksForm(Form, frozen=True, kw_only=True):
    """Every book."""

    books: tuple[BookLineForm, ...]


class OptionForm(Form, frozen=True, kw_only=True):
    """Something that the book leaves to the operator."""

    name: str
    kind: str
    """`choice`, `count` or `sum`."""
    meaning: str
    values: tuple[str, ...]
    """Of a choice, the default first."""
    low: int | None
    high: int | None
    default: str
    chosen: str
    expected: str
    """The values it takes, in words."""
    clauses: Clauses


class ForbiddenForm(Form, frozen=True, kw_only=True):
    """A combination that the book forbids."""

    options: dict[str, tuple[str, ...]]
    sentence: str
    clauses: Clauses


class WagerLineForm(PayoffForm, frozen=True, kw_only=True):
    """One line of a wager, the first that applies decides; `pays` is empty unless it wins."""

    end: str
    """`win`, `push` or `lose`."""


class BookWagerForm(Form, frozen=True, kw_only=True):
    """A wager of the book under the options asked for."""

    name: str
    title: str
    kind: str
    lines: tuple[WagerLineForm, ...]
    clauses: Clauses


class DrawingRowForm(Form, frozen=True, kw_only=True):
    """One printed row of the drawing rules."""

    totals: str
    letters: str
    """D draws, S stands; ten letters are for Player's third card 0 to 9, one for any."""
    clauses: Clauses


class DrawingForm(Form, frozen=True, kw_only=True):
    """The drawing rules; 8 or 9 on two cards, in either hand, ends the drawing before them."""

    natural_clauses: Clauses
    player: tuple[DrawingRowForm, ...]
    banker: tuple[DrawingRowForm, ...]
    banker_alone: tuple[DrawingRowForm, ...]
    """When Player stands."""


class BookForm(EditionForm, frozen=True, kw_only=True):
    """A whole book under some options."""

    effective: str
    places: int
    decks: int
    options: tuple[OptionForm, ...]
    forbidden: tuple[ForbiddenForm, ...]
    wagers: tuple[BookWagerForm, ...]
    drawing: DrawingForm
    posts: dict[str, str]
    settings: tuple[str, ...]
    """Names of every setting of a table, as scripts write them."""


class ClauseForm(Form, frozen=True, kw_only=True):
    """One numbered sentence of a book, paraphrased."""

    id: str
    kind: str
    status: str
    gist: str
    note: str


class ClausesForm(Form, frozen=True, kw_only=True):
    """The clauses of a book in its order, and what we settled where all books are silent."""

    book: str
    title: str
    clauses: tuple[ClauseForm, ...]
    defaults: dict[str, str]
    """By number: our own rule, which no book has."""
