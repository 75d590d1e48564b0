"""Folding a log while watching its money, and of a table its cards and its edition too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from puntobanco.base.accounts import Posting
from puntobanco.base.cards import Card
from puntobanco.notation.codec import AnyEvent
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.postings import FELT
from puntobanco.play.table import Betting, Table
from puntobanco.record.booking import POSTINGS, must_not_be_negative
from puntobanco.record.envelope import Envelope
from puntobanco.record.logs import belongs_to, is_account_event, is_table_event, kind_of, owner_of

_NOTHING: tuple[str, ...] = ()


class LogReplay:
    """A log's money as the events so far leave it; a house's and a shoe's log move none."""

    def __init__(self, log: str) -> None:
        self.ledger: Counter[str] = Counter()
        self._kind, self._owner = kind_of(log), owner_of(log)
        self._postings = POSTINGS[self._kind]

    def take(self, envelope: Envelope, event: AnyEvent) -> Sequence[str]:
        """Fold one event; what is wrong comes back in sentences."""
        kind = belongs_to(event)
        if kind != self._kind:
            tag = event.__struct_config__.tag
            return [f"{tag} is an event of a log of kind {kind}, and this is one of {self._kind}"]
        if is_account_event(event) and event.account != self._owner:
            return [f"concerns the account of {event.account}", *self._book(event)]
        return self._book(event)

    def finish(self) -> Sequence[str]:
        """What is still open at the end."""
        return _NOTHING

    def _book(self, event: AnyEvent) -> Sequence[str]:
        try:
            booked: tuple[Posting, ...] = self._postings(event)
        except AssertionError as error:
            return [f"moves money that cannot be moved: {error}"]
        if not booked:
            return _NOTHING
        found = []
        if sum(posting.amount for posting in booked):
            found.append("moves money that comes from nowhere")
        for posting in booked:
            self.ledger[posting.account] += posting.amount
        found += [
            f"takes more from {account} than lies there"
            for account in {posting.account: None for posting in booked}
            if self.ledger[account] < 0 and must_not_be_negative(account)
        ]
        return found


class TableReplay(LogReplay):
    """A table, its ledger and its shoe as the events so far leave them."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        self.table = Table()
        self.follows = True
        """Whether every event so far could follow; if not, folding has stopped."""
        self._edition: str | None = None
        self._copies: Counter[Card] = Counter()
        self._seen: tuple[Card, ...] = ()
        self._out = 0
        self._doubt: tuple[str, str] | None = None
        """A card too many, and the cause within which somebody must say so."""

    def take(self, envelope: Envelope, event: AnyEvent) -> Sequence[str]:
        """Fold one event; what is wrong comes back in sentences."""
        if not is_table_event(event):
            return super().take(envelope, event)
        found = self._book(event)
        if not self.follows:
            return found
        if isinstance(event, e.TableOpened):
            self._edition = event.digest
        if self._edition is not None and self._edition != envelope.edition:
            found = [*found, "names another edition than the table is under"]
        if isinstance(event, e.EditionAdopted):
            if self._edition is not None and event.before != self._edition:
                found = [*found, "leaves another edition than the table was under"]
            self._edition = event.after
        halted = bool(self.table.halts)
        try:
            self.table = evolve(self.table, event)
        except (AssertionError, LookupError, StopIteration, ValueError, TypeError) as error:
            self.follows = False
            kind = event.__struct_config__.tag
            return [*found, f"{kind} cannot follow: {type(error).__name__} {error}".rstrip()]
        agreed = self._agree(event)
        counted = self._count(envelope.cause, event, halted=halted)
        return [*found, *agreed, *counted] if agreed or counted else found

    # --- money --------------------------------------------------------------------------------

    def _agree(self, event: e.Event) -> Sequence[str]:
        """Whether the state and the ledger say the same of the chips."""
        patron = getattr(event, "patron", None)
        known = self.table.patrons.get(patron) if patron is not None else None
        if known is not None and known.rack != self.ledger[f"rack:{patron}"]:
            return [f"leaves {patron} with other chips in the state than in the ledger"]
        if isinstance(event, e.BettingOpened):
            assert isinstance(self.table.stage, Betting)
            if sum(self.table.stage.stakes.values()) != self.ledger[FELT]:
                return ["opens with other stakes on the felt than the ledger has"]
        return _NOTHING

    # --- cards --------------------------------------------------------------------------------

    def _count(self, cause: str, event: e.Event, *, halted: bool) -> Sequence[str]:
        """Whether a card was seen more often than the decks hold it and nobody said so."""
        found = self._unsaid(cause, event)
        shoe = self.table.shoe
        if shoe.seen is self._seen and shoe.out == self._out:
            return found
        new, grown = self._see(event), shoe.out > self._out
        self._seen, self._out = shoe.seen, shoe.out
        if halted:
            return found
        decks = shoe.size // 52
        if new is not None and self._copies[new] > decks:
            text = f"{new} was seen {self._copies[new]} times, and {decks} decks hold it {decks}"
            self._doubt = (f"{text}; no event reports it", cause)
        elif grown and shoe.out > shoe.size:
            self._doubt = (
                f"card {shoe.out} left a shoe of {shoe.size}; no event reports it",
                cause,
            )
        return found

    def _see(self, event: e.Event) -> Card | None:
        """Count the faces known now; the one that is new comes back."""
        seen = self.table.shoe.seen
        if len(seen) == len(self._seen) + 1:
            self._copies[seen[-1]] += 1
            return seen[-1]
        if seen is not self._seen:
            self._copies = Counter(seen)
        return event.card if isinstance(event, e.CardCorrected) else None

    def _unsaid(self, cause: str, event: e.Event) -> Sequence[str]:
        if self._doubt is None:
            return _NOTHING
        if isinstance(event, e.IrregularityFound):
            self._doubt = None
        elif self._doubt[1] != cause:
            return self.finish()
        return _NOTHING

    def finish(self) -> Sequence[str]:
        """A card too many that nobody has spoken of until now."""
        doubt, self._doubt = self._doubt, None
        return _NOTHING if doubt is None else [f"before this event, {doubt[0]}"]


def replay_of(log: str) -> LogReplay:
    """What folds a log of this name."""
    return TableReplay(log) if kind_of(log) == "table" else LogReplay(log)
