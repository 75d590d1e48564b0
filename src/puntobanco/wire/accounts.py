"""The forms of people's money with the house."""

from __future__ import annotations

from puntobanco.base.money import Units
from puntobanco.wire.forms import Form, Microseconds, ToldForm


class OwnLimitForm(Form, frozen=True, kw_only=True):
    """A limit that the owner sets."""

    limit: str
    """`deposit`: paid in within a day. `loss`: bought in less cashed within a day. `time`: minutes
    from the first place taken in a day."""
    amount: Units | None
    """What binds now, of money or minutes; None: nothing."""
    counted: Units
    """What counts towards it now; of `loss`, what is lost, chips at tables not counted."""
    left: Units | None
    """What it still leaves; of `loss`, what can still be bought in: chips can all be lost."""
    coming: Units | None
    """What will bind instead, where a looser limit waits; None also where there will be none."""
    coming_from: Microseconds | None
    """When that begins; None: nothing waits."""


class ExclusionForm(Form, frozen=True, kw_only=True):
    """No bets and no deposits."""

    until: Microseconds | None
    """None: until the house lifts it."""
    by: str
    reason: str


class AccountForm(Form, frozen=True, kw_only=True):
    """One person's account."""

    name: str
    digits: int
    balance: Units
    at_tables: dict[str, Units]
    """By table: the chips there, in the rack and on the layout."""
    limits: tuple[OwnLimitForm, ...]
    """`deposit`, `loss` and `time`, always all."""
    play_until: Microseconds | None
    """When own time is up, or was; None: no such limit, or no place was taken within a day."""
    play_again: Microseconds | None
    """When own time begins anew with the next place; None: with any place."""
    exclusion: ExclusionForm | None
    """Only one that binds now."""
    session_net: Units | None
    """Won less lost since you signed in; None for another person's account."""
    sequence: int


class AccountLineForm(Form, frozen=True, kw_only=True):
    """One account of a list."""

    name: str
    balance: Units
    at_tables: Units
    excluded: bool


class AccountsForm(Form, frozen=True, kw_only=True):
    """Accounts by name."""

    digits: int
    accounts: tuple[AccountLineForm, ...]
    next: str | None
    """Go on after this name; None: there are no more."""


class EntryForm(ToldForm, frozen=True, kw_only=True):
    """One event of an account."""

    amount: Units
    """What it added to the balance, negative for what it took."""
    balance: Units
    """After it."""
    table: str
    by: str
    reason: str


class EntriesForm(Form, frozen=True, kw_only=True):
    """An account's events, the newest first."""

    name: str
    digits: int
    entries: tuple[EntryForm, ...]
    next: int | None
    """Go on with `before` this sequence; None: there are no more."""
