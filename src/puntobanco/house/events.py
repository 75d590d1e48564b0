"""What the house recorded outside its tables: one log of the house, one for each account.

The house's log says who works here, in which role and at which table, which tables there are, what
waits for a second person and what a person must look at. An account's log holds one person's money
and their own limits, so that two accounts never wait for one another.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from puntobanco.base.money import Units


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """The base of all events of the house."""


# --- an account -------------------------------------------------------------------------------


class _OfAccount(_Event, frozen=True, kw_only=True):
    account: str


class _AtCage(_OfAccount, frozen=True, kw_only=True):
    amount: Units
    by: str


class _OverTable(_OfAccount, frozen=True, kw_only=True):
    table: str
    amount: Units


class AccountOpened(_OfAccount, frozen=True, kw_only=True, tag="account-opened"):
    """An account exists; it is empty."""


class MoneyPaidIn(_AtCage, frozen=True, kw_only=True, tag="money-paid-in"):
    """The cashier took money for an account."""


class MoneyPaidOut(_AtCage, frozen=True, kw_only=True, tag="money-paid-out"):
    """The cashier handed money out of an account."""


class MoneyToTable(_OverTable, frozen=True, kw_only=True, tag="money-to-table"):
    """Money left the account and became chips at a table, in the same transaction."""


class MoneyFromTable(_OverTable, frozen=True, kw_only=True, tag="money-from-table"):
    """Chips of a table became money in the account, in the same transaction."""


class BalanceAdjusted(_OfAccount, frozen=True, kw_only=True, tag="balance-adjusted"):
    """Two people set an account right; nothing that was written before is changed."""

    amount: Units
    """May be negative."""
    by: str
    second: str
    reason: str


class LimitSet(_OfAccount, frozen=True, kw_only=True, tag="limit-set"):
    """The account's owner set a limit; a looser one holds only from a day later."""

    limit: str
    """`deposit`: paid in within a day. `loss`: bought in less cashed within a day. `time`: minutes
    from the first place taken in a day."""
    amount: Units | None
    """Of money, or minutes; None: no such limit."""
    holds_from: int
    """Microseconds since 1970, UTC."""


class PlayBegan(_OfAccount, frozen=True, kw_only=True, tag="play-began"):
    """The owner took a place for the first time in a day: from here their own time runs."""

    table: str


class Excluded(_OfAccount, frozen=True, kw_only=True, tag="excluded"):
    """No bets and no deposits until then; taking money out stays possible."""

    until: int | None
    """Microseconds since 1970, UTC; None: until the house lifts it."""
    by: str
    reason: str = ""


class ExclusionEnded(_OfAccount, frozen=True, kw_only=True, tag="exclusion-ended"):
    """An exclusion without a date was lifted by the house."""

    by: str
    second: str


AccountEvent: TypeAlias = (
    AccountOpened
    | MoneyPaidIn
    | MoneyPaidOut
    | MoneyToTable
    | MoneyFromTable
    | BalanceAdjusted
    | LimitSet
    | PlayBegan
    | Excluded
    | ExclusionEnded
)

# --- what events of the house say, the house remembers and pages show, in the same fields -------


class TableSetup(msgspec.Struct, frozen=True):
    """Everything that was chosen for a table."""

    table: str
    title: str
    book: str
    options: dict[str, str]
    settings: dict[str, str]
    """Names and values as `.play` scripts write them."""
    cards: str
    """`random`: a shoe of the server's. `physical`: a keypad or scanner reports them."""
    pace: str
    """`clock`: the server conducts. `dealer`: a person does."""
    betting_seconds: int


class BookEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book that the house brought itself."""

    book: str
    title: str
    edition: str
    """The digest of its text."""
    by: str


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that needs a second person."""

    approval: str
    table: str
    """The table it concerns; empty for an account."""
    kind: str
    """`request`, `report`, `adjustment` or `exclusion`."""
    body: str
    """What will be done, in its JSON form."""
    sentence: str
    """What it was to lead to when it was asked for."""
    reason: str
    by: str


class Concern(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person must look at."""

    alert: str
    table: str
    kind: str
    sentence: str


# --- the house --------------------------------------------------------------------------------


class _OfPerson(_Event, frozen=True, kw_only=True):
    person: str
    by: str


class _RoleAtTable(_Event, frozen=True, kw_only=True):
    person: str
    role: str
    table: str
    """`*`: at every table."""
    by: str


class PersonAdded(_OfPerson, frozen=True, kw_only=True, tag="person-added"):
    """A person or device may sign in."""

    is_device: bool = False


class PersonSuspended(_OfPerson, frozen=True, kw_only=True, tag="person-suspended"):
    """A person may not sign in any more; their sessions end at once."""

    reason: str


class PersonRestored(_OfPerson, frozen=True, kw_only=True, tag="person-restored"):
    """A suspension was lifted."""


class RoleGiven(_RoleAtTable, frozen=True, kw_only=True, tag="role-given"):
    """A person has a role, at one table or at all."""


class RoleTaken(_RoleAtTable, frozen=True, kw_only=True, tag="role-taken"):
    """A person no longer has a role."""


class PasswordMade(_OfPerson, frozen=True, kw_only=True, tag="password-made"):
    """A password for one use was made for a person; no log has the password."""


class TokenMade(_OfPerson, frozen=True, kw_only=True, tag="token-made"):
    """A token was made for a device; no log has the token."""


class TokensEnded(_OfPerson, frozen=True, kw_only=True, tag="tokens-ended"):
    """Every token and session of a person or device was ended."""


class TableAdded(_Event, TableSetup, frozen=True, kw_only=True, tag="table-added"):
    """The house has a table, with everything that was chosen for it."""

    by: str
    edition: str = ""
    """The digest of the edition that it runs under; empty in logs of before editions were kept."""


class TableEdition(_Event, frozen=True, kw_only=True, tag="table-edition"):
    """A table runs under another edition from now on, or one that is kept from now on."""

    table: str
    book: str
    before: str
    """The digest until now; empty where the table had recorded nothing."""
    after: str
    options: dict[str, str]
    by: str


class BookAdded(_Event, BookEntry, frozen=True, kw_only=True, tag="book-added"):
    """The house has a rule book of its own; its text is kept with this event."""


class BookRemoved(_Event, frozen=True, kw_only=True, tag="book-removed"):
    """A book of the house is offered no more; tables that run under it go on, its text is kept."""

    book: str
    edition: str
    by: str
    reason: str


class TableChanged(_Event, frozen=True, kw_only=True, tag="table-changed"):
    """Settings of a table hold otherwise from its next coup on."""

    table: str
    settings: dict[str, str]
    betting_seconds: int
    by: str
    reason: str


class TableWatched(_Event, frozen=True, kw_only=True, tag="table-watched"):
    """The alerts of a table from now on, and where its pictures are found."""

    table: str
    alerts: dict[str, int]
    """By kind: from where on it alerts; 0: never."""
    video: str
    """An address with places for table, coup, begin and end; empty: there is none."""
    by: str


class _WithReason(_Event, frozen=True, kw_only=True):
    table: str
    by: str
    reason: str


class TableStopped(_WithReason, frozen=True, kw_only=True, tag="table-stopped"):
    """Nothing is taken at a table: by order, or because an invariant did not hold."""


class _OfDealer(_Event, frozen=True, kw_only=True):
    table: str
    dealer: str


class DealerCame(_OfDealer, frozen=True, kw_only=True, tag="dealer-came"):
    """A dealer took over a table, from the dealer before."""

    before: str = ""


class DealerWent(_OfDealer, frozen=True, kw_only=True, tag="dealer-went"):
    """The dealer of a table handed over; nobody has come yet."""


class TableClosing(_WithReason, frozen=True, kw_only=True, tag="table-closing"):
    """No further coup is called: the table closes once the open one is paid and chips cashed."""

    lifted: bool = False
    """Coups are called again."""


class TableReleased(_WithReason, frozen=True, kw_only=True, tag="table-released"):
    """A stopped table goes on."""


class ApprovalAsked(_Event, Proposal, frozen=True, kw_only=True, tag="approval-asked"):
    """Something needs a second person; it is kept as it was asked and not yet done."""


class _OfApproval(_Event, frozen=True, kw_only=True):
    approval: str
    by: str


class ApprovalGiven(_OfApproval, frozen=True, kw_only=True, tag="approval-given"):
    """A second person agreed; it is done under the approval's id, once."""


class ApprovalRefused(_OfApproval, frozen=True, kw_only=True, tag="approval-refused"):
    """A second person did not agree, or the asker took it back."""

    reason: str


class AlertRaised(_Event, Concern, frozen=True, kw_only=True, tag="alert-raised"):
    """Something that a person must look at; it stays until acknowledged."""

    values: dict[str, str] = {}
    """What the sentence speaks of, for pages in other languages."""


class AlertAcknowledged(_Event, frozen=True, kw_only=True, tag="alert-acknowledged"):
    """A person has looked at it."""

    alert: str
    by: str


HouseEvent: TypeAlias = (
    PersonAdded
    | PersonSuspended
    | PersonRestored
    | RoleGiven
    | RoleTaken
    | PasswordMade
    | TokenMade
    | TokensEnded
    | BookAdded
    | BookRemoved
    | TableAdded
    | TableEdition
    | TableChanged
    | TableWatched
    | TableStopped
    | TableReleased
    | TableClosing
    | DealerCame
    | DealerWent
    | ApprovalAsked
    | ApprovalGiven
    | ApprovalRefused
    | AlertRaised
    | AlertAcknowledged
)
