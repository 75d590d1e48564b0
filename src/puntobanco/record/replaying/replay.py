"""Folding a log while watching its money, and of a table its cards and its edition too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from puntobanco.base.cards import Card
from puntobanco.play import events as e
from puntobanco.play.evolve import evolve
from puntobanco.play.postings import FELT
from puntobanco.play.table import Betting, Table
from puntobanco.record.envelope import Envelope
from puntobanco.record.logs import is_account_event, kind_of, owner_of
from puntobanco.record.replaying.read_events import ReadEvent

_NOTHING: tuple[str, ...] = ()
_EDITIONS = (e.TableOpened, e.EditionAdopted)


class LogReplay:
    """A log's money as the events so far leave it; a house's and a shoe's log move none."""

    def __init__(self, log: str) -> None:
        self.ledger: Counter[str] = Counter()
        self._kind, self._owner = kind_of(log), owner_of(log)

    def take(self, envelope: Envelope, read: ReadEvent) -> Sequence[str]:
        """Fold one event; what is wrong comes back in sentences."""
        event = read.event
        if read.kind != self._kind:
            tag = event.__struct_config__.tag
            return [
                f"{tag} is an event of a log of kind {read.kind}, and this is one of {self._kind}"
            ]
        if is_account_event(event) and event.account != self._owner:
            return [f"concerns the account of {event.account}", *self._book(read)]
        return self._book(read)

    def finish(self) -> Sequence[str]:
        """What is still open at the end."""
        return _NOTHING

    def _book(self, read: ReadEvent) -> Sequence[str]:
        ledger = self.ledger
        for account, amount in read.postings:
            ledger[account] += amount
        found: Sequence[str] = read.trouble
        for guarded in read.guarded:
            if ledger[guarded] < 0:
                found = [*found, f"takes more from {guarded} than lies there"]
        return found


class TableReplay(LogReplay):
    """A table, its ledger and its shoe as the events so far leave them."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        self.table = Table()
        self._seen = self.table.shoe.seen
        self.follows = True
        """Whether every event so far could follow; if not, folding has stopped."""
        self._edition: str | None = None
        self._copies: Counter[Card] = Counter()
        self._out = 0
        self._doubt: tuple[str, str] | None = None
        """A card too many, and the cause within which an event must report it."""

    def take(self, envelope: Envelope, read: ReadEvent) -> Sequence[str]:
        """Fold one event; what is wrong comes back in sentences."""
        if read.kind != "table":
            return super().take(envelope, read)
        event = cast("e.Event", read.event)
        found = self._book(read) if read.postings else read.trouble
        if not self.follows:
            return found
        if type(event) in _EDITIONS or self._edition != envelope.edition:
            found = [*found, *self._change_edition(envelope.edition, event)]
        halted = bool(self.table.halts)
        try:
            self.table = evolve(self.table, event)
        except (AssertionError, LookupError, StopIteration, ValueError, TypeError):
            self.follows = False
            tag = event.__struct_config__.tag
            return [*found, f"{tag} cannot follow the events before it"]
        if read.patron is not None or type(event) is e.BettingOpened:
            found = [*found, *self._agree(read)]
        shoe = self.table.shoe
        if self._doubt is None and shoe.seen is self._seen and shoe.out == self._out:
            return found
        return [*found, *self._count(envelope.cause, event, halted=halted)]

    def _change_edition(self, named: str, event: e.Event) -> Iterator[str]:
        """What is wrong with the edition that an envelope names."""
        if isinstance(event, e.TableOpened):
            self._edition = event.digest
        if self._edition is not None and self._edition != named:
            yield "names another edition than the table is under"
        if isinstance(event, e.EditionAdopted):
            if self._edition is not None and event.before != self._edition:
                yield "leaves another edition than the table was under"
            self._edition = event.after

    # --- money --------------------------------------------------------------------------------

    def _agree(self, read: ReadEvent) -> Sequence[str]:
        """Whether the state and the ledger say the same of the chips."""
        patron = read.patron
        if patron is not None:
            known = self.table.patrons.get(patron)
            if known is not None and known.rack != self.ledger[read.rack]:
                return [f"leaves {patron} with other chips in the state than in the ledger"]
        if type(read.event) is e.BettingOpened:
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
