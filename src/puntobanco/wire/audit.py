"""The forms of surveillance: logs with their hashes, replays, reconciliations, patterns."""

from __future__ import annotations

from typing import Any

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.sayings.saying import Saying
from puntobanco.wire.forms import Form, Microseconds


class CheckpointForm(Form, frozen=True, kw_only=True):
    """The house's signed word of where a log stood."""

    size: int
    hash: str
    time: Microseconds
    key: str
    good: bool
    """Whether the signature is that key's."""


class LogLineForm(Form, frozen=True, kw_only=True):
    """One log, and where it ends."""

    log: str
    kind: str
    """`table`, `shoe`, `account` or `house`."""
    sequence: int
    hash: str
    time: Microseconds
    checkpoint: CheckpointForm | None


class ClockForm(Form, frozen=True, kw_only=True):
    """The clock of the house: the machine's, against one that runs evenly and nobody can set."""

    since: Microseconds
    """Since when it is watched."""
    drift: int
    """Microseconds that it has gained since then, negative for lost."""
    steps: int
    """How often it was set by more than a second since then."""


class LogsForm(Form, frozen=True, kw_only=True):
    """The logs of the house by name."""

    clock: ClockForm | None
    """None: the house goes by another clock than its machine's."""
    logs: tuple[LogLineForm, ...]
    next: str | None
    """Go on after this name; None: there are no more."""


class EnvelopeForm(Form, frozen=True, kw_only=True):
    """One event of a log with everything that its envelope says."""

    sequence: int
    time: Microseconds
    actor: str
    cause: str
    edition: str
    rules: str
    previous: str
    salt: str
    hash: str
    event: dict[str, Any]
    sentence: str
    said: Saying | None
    holds: bool
    """Whether its hash is that of its content, and it names the hash of the one before."""


class LogPageForm(Form, frozen=True, kw_only=True):
    """Part of a log."""

    log: str
    after: int
    last: int
    """Go on after this one."""
    ends_at: int
    """Where the log ends."""
    holds: bool
    envelopes: tuple[EnvelopeForm, ...]


class VerifiedForm(Form, frozen=True, kw_only=True):
    """What both verifiers say of every log."""

    id: str
    good: bool
    findings: tuple[str, ...]
    logs: int
    events: int
    states: int
    """States that were compared with a replay."""
    statements: int
    """Signed statements that were compared."""
    milliseconds: int


class ReplayStepForm(Form, frozen=True, kw_only=True):
    """One event as a viewer saw it."""

    sequence: int
    time: Microseconds
    event: str
    sentence: str
    """What they were told of it; empty: nothing."""
    said: Saying | None
    clauses: Clauses
    view: dict[str, Any]
    """Every section in the first step; then those that changed, whole."""


class ReplayForm(Form, frozen=True, kw_only=True):
    """A coup as one viewer saw it."""

    table: str
    coup: int
    audience: str
    """`public`, `staff` or a patron's name."""
    patrons: tuple[str, ...]
    """Whose eyes it can be seen with."""
    video: str
    """Where its pictures are found; empty where nobody said so."""
    steps: tuple[ReplayStepForm, ...]


class ShoeAuditForm(Form, frozen=True, kw_only=True):
    """The cards of one shoe, counted."""

    table: str
    shoe: int
    """As the table counts them."""
    cards: str
    size: int
    dealt: int
    burnt: int
    left: int
    coups: int
    over: bool
    most_seen: int
    """How often the card that was seen most often was seen."""
    decks: int
    promised: bool
    """Whether it was a random shoe with a promise that could be compared."""
    findings: tuple[str, ...]
    """What does not fit; nothing where all is well."""


class MoneyAuditForm(Form, frozen=True, kw_only=True):
    """A table's money by account, from its events and as the store keeps it."""

    table: str
    digits: int
    sequence: int
    accounts: dict[str, Units]
    """By account, from the events."""
    kept: dict[str, Units]
    drop: Units
    """Bought in less cashed: what lies before patrons and on the layout, and what was won."""
    before_patrons: Units
    on_layout: Units
    won: Units
    """By the house: stakes, commission, Antes and what rounding left."""
    findings: tuple[str, ...]


class PatternForm(Form, frozen=True, kw_only=True):
    """Something unusual that was counted; it proves nothing by itself."""

    kind: str
    table: str
    who: tuple[str, ...]
    count: int
    sentence: str
    said: Saying
    sequences: tuple[int, ...]
    """The newest events that were counted, at most 20."""


class PatternsForm(Form, frozen=True, kw_only=True):
    """What the rules have counted, the highest first."""

    tables: tuple[str, ...]
    patterns: tuple[PatternForm, ...]
    rules: dict[str, str]
    """By kind: what is counted, and from how many on it is told."""
    rules_said: dict[str, Saying]
