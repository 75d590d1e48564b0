"""The forms of the house: people, approvals and alerts, tables at a glance, copies."""

from __future__ import annotations

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.house.events import Concern, Proposal, TableSetup
from puntobanco.sayings.saying import Saying
from puntobanco.wire.forms import (
    CellForm,
    Form,
    Microseconds,
    NamedTableForm,
    StatisticsForm,
    TableForm,
)
from puntobanco.wire.messages import RefusalForm


class RoleForm(Form, frozen=True, kw_only=True):
    """A role, and where it is held."""

    role: str
    table: str
    """`*`: at every table."""


class PersonForm(Form, frozen=True, kw_only=True):
    """A person or device that may sign in."""

    name: str
    is_device: bool
    suspended: bool
    roles: tuple[RoleForm, ...]


class PeopleForm(Form, frozen=True, kw_only=True):
    """All people and devices of the house."""

    people: tuple[PersonForm, ...]
    roles: tuple[str, ...]
    """Every role there is."""


class SecretForm(Form, frozen=True, kw_only=True):
    """A password for one use or a device's token; it is shown once and kept nowhere."""

    name: str
    secret: str


class FollowsForm(Form, frozen=True, kw_only=True):
    """Something that a command would lead to."""

    sentence: str
    said: Saying
    clauses: Clauses


class ApprovalForm(Form, Proposal, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    follows: tuple[FollowsForm, ...]
    """What it would lead to at its table now; nothing for an account, or where it is refused."""
    asked_at: Microseconds
    ends_at: Microseconds
    may_decide: bool
    """Whether the reader may agree."""


class DecidedForm(Form, frozen=True, kw_only=True):
    """Something that no longer waits."""

    approval: str
    given: bool
    by: str
    reason: str


class ApprovalsForm(Form, frozen=True, kw_only=True):
    """What waits, the oldest first, and what was decided lately."""

    time: Microseconds
    waiting: tuple[ApprovalForm, ...]
    decided: tuple[DecidedForm, ...]


class DecisionForm(Form, frozen=True, kw_only=True):
    """What came of a second person's word."""

    id: str
    approval: str
    agreed: bool
    done: bool
    """Whether it was done; agreed and not done: see `refusal`."""
    by: str
    """Who decided it, which is another person where it was decided before."""
    decided_at: Microseconds
    later: tuple[str, ...]
    """Tables at which it is done when the coup that is open there is over."""
    first: int
    last: int
    refusal: RefusalForm | None
    repeated: bool


class AlertForm(Form, Concern, frozen=True, kw_only=True):
    """Something that a person must look at."""

    said: Saying | None
    """None for what people wrote themselves."""
    raised_at: Microseconds


class AlertsForm(Form, frozen=True, kw_only=True):
    """What nobody has looked at yet, the oldest first."""

    time: Microseconds
    alerts: tuple[AlertForm, ...]


class TableLineForm(NamedTableForm, frozen=True, kw_only=True):
    """What the lobby and the floor both show of a table."""

    stage: str
    line: str
    coup: int
    shoe: int
    closes_at: Microseconds | None
    voided: bool
    halted: bool
    """Whether it waits for a ruling."""
    stopped: str
    minimum: Units
    maximum: Units
    watching: int


class LobbyTableForm(TableLineForm, frozen=True, kw_only=True):
    """One table in the lobby."""

    options: dict[str, str]
    """What the book leaves to the house, as it is here."""
    wagers: int
    taken: int
    sits: bool
    """Whether the person who asks is at this table."""
    big_road: tuple[CellForm, ...]
    """The newest columns, counted from the first shown."""
    statistics: StatisticsForm
    good_roads: tuple[str, ...]
    """Shapes of the past; no forecast."""


class LobbyForm(Form, frozen=True, kw_only=True):
    """The tables of the house."""

    time: int
    tables: tuple[LobbyTableForm, ...]


class FloorTableForm(TableLineForm, frozen=True, kw_only=True):
    """One table as the floor sees it."""

    waits_for: str
    """The post that a halted table waits for; empty where it waits for nobody of the staff."""
    asks: str
    """What that post is asked."""
    asks_said: Saying | None
    ruled: str
    """What went wrong last at this table ..."""
    ruled_said: Saying | None
    ruled_at: Microseconds | None
    """... and when."""
    ruled_coup: int
    dealer: str
    dealer_since: Microseconds | None
    """When they took over, where they said so."""
    seated: int
    standing: int
    devices: int
    """Scanners and signs that belong to this table ..."""
    devices_on: int
    """... and how many of them are on the line."""
    staked: Units
    """On the layout now."""
    on_player: Units
    """Of this, on Player itself."""
    on_tie: Units
    on_banker: Units
    differential: Units | None
    coups_per_hour: int | None
    """Over the last hour, by the times in the log; None where fewer than two were called."""
    racks: Units
    """Before patrons now."""
    drop: Units
    """Bought in less cashed, since the table exists."""
    win: Units
    """What the House has won, commission and Ante included, since the table exists."""
    shoe_size: int
    cards_out: int
    marker_from_back: int
    """Cards behind the cut card."""
    alerts: int
    approvals: int


class FloorForm(Form, frozen=True, kw_only=True):
    """All tables that one oversees."""

    time: Microseconds
    tables: tuple[FloorTableForm, ...]
    alerts: int
    approvals: int


class HouseTableForm(Form, TableSetup, frozen=True, kw_only=True):
    """A table as the house set it up."""

    stopped: str


class ChangedForm(Form, frozen=True, kw_only=True):
    """One setting that changed; empty where it was, or is, the book's own."""

    setting: str
    before: str
    after: str


class ChangeForm(Form, frozen=True, kw_only=True):
    """Other settings of a table: who, when, why, from what to what."""

    changed_at: Microseconds
    by: str
    reason: str
    changed: tuple[ChangedForm, ...]


class WatchForm(Form, frozen=True, kw_only=True):
    """The alerts of a table, and what was changed about it."""

    table: str
    alerts: dict[str, int]
    """By kind: from where on it alerts; 0: never."""
    video: str
    """Where the pictures of a coup are found, with places for table, coup, from and to."""
    changes: tuple[ChangeForm, ...]
    """The newest first."""


class SetupCheckForm(Form, frozen=True, kw_only=True):
    """Whether a table could be set up so; nothing was done."""

    accepted: bool
    refusal: RefusalForm | None
    table: TableForm | None
    """What it would be."""


class BackupForm(Form, frozen=True, kw_only=True):
    """A copy of the house's database; the keys are not in it."""

    name: str
    bytes: int
    sha256: str
    made_at: Microseconds
    note: str


class BackupsForm(Form, frozen=True, kw_only=True):
    """Every copy, the newest first."""

    folder: str
    backups: tuple[BackupForm, ...]


class PermissionsForm(Form, frozen=True, kw_only=True):
    """Who may do what."""

    roles: tuple[str, ...]
    permissions: dict[str, tuple[str, ...]]
    """By permission: the roles that have it."""
    own: tuple[str, ...]
    """Those that the caller has at some table."""
