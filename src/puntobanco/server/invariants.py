"""What must be true of a table at every step, asked in production too.

A desk shows what a wish leads to before it is appended: what would break a rule is never written,
the table stops, and money stays where it is. Numbers are those of the fifteen invariants.

Some hold by how the server is built, and tests show it: one result for each id (4) and only the
owner appends (10): `record.group`; views are cut by role (9): `views.seat`; nothing is told before
it is durable (11): `Desk._attempt` answers and tells after the store has returned; checkpoints are
prefixes (14): each append names the hash before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from puntobanco.base.money import Units
from puntobanco.play import events as e
from puntobanco.play.doors import in_force
from puntobanco.play.evolve import evolve_all
from puntobanco.play.postings import FELT, postings
from puntobanco.play.table import Betting, Dealing, Resolved, Table, coup_of, paid_coup
from puntobanco.play.tape import lawful_slot
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import is_table_event
from puntobanco.record.state import encode_state
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settlement import Result, settle_stake
from puntobanco.server.shoes import ShoePort

STRETCH = 64
"""So many events are read back from the log and folded again ..."""
EVERY = 1_024
"""... after so many more."""

_PAYING = (e.StakeSettled, e.SettlementReversed)
_SHOWING = (e.CardDealt, e.CardTurned, e.CardBurnt, e.CardCarried, e.CardCorrected)


class BrokenInvariantError(AssertionError):
    """Something is so that never may be."""


def hold(number: int, holds: object, sentence: str) -> None:
    """Demand that an invariant holds."""
    if not holds:
        raise BrokenInvariantError(f"invariant {number}: {sentence}")


class Invariants:
    """What one table's steps are held against."""

    def __init__(self, shoes: ShoePort | None = None) -> None:
        self._shoes = shoes
        self._known: tuple[Table, Units] | None = None
        """The table seen last, and what lay on its layout."""
        self._time = 0
        self._start: Table | None = None
        self._next = 0

    # --- before anything is written -----------------------------------------------------------

    def decided(self, rules: HouseRules, before: Table, events: e.Events, after: Table) -> None:
        """Hold one wish's events against the table before and after them."""
        self.folded(before, events, after)
        first = events[0] if events else None
        if isinstance(first, e.StakePlaced):  # by far the most
            patron = before.patrons[first.patron]
            hold(13, patron.present, f"{first.patron} has left, and a stake of his was taken")
            return
        if any(isinstance(event, _SHOWING) for event in events):
            self._cards(rules, before, events, after)
        if any(isinstance(event, _PAYING) for event in events):
            _payments(rules, before, events)

    def folded(self, before: Table, events: Sequence[e.Event], after: Table) -> None:
        """What holds of any events, whoever decided them."""
        grown = after.sequence - before.sequence
        hold(5, grown == len(events), f"{len(events)} events count as {grown}")
        self._money(before, events, after)
        if isinstance(after.stage, Betting):
            for lying in after.stage.tape:
                known = lying.card is not None or lying.touched
                hold(6, lying.face_up or not known, "betting is open and some know a card")

    def _money(self, before: Table, events: Sequence[e.Event], after: Table) -> None:
        """Chips only move (1), and nobody holds less than none (2)."""
        moved: dict[str, Units] = {}
        for event in events:
            for posting in postings(event):
                moved[posting.account] = moved.get(posting.account, 0) + posting.amount
        if moved:
            hold(1, not sum(moved.values()), f"chips were made or lost: {moved}")
        if after.patrons is not before.patrons:
            for name, patron in after.patrons.items():
                was = before.patrons.get(name)
                if patron is not was:
                    change = patron.rack - (0 if was is None else was.rack)
                    booked = moved.get(f"rack:{name}", 0)
                    hold(1, change == booked, f"{name}'s chips changed by {change}, not {booked}")
                    hold(2, patron.rack >= 0, f"{name} has {patron.rack}")
            hold(1, after.patrons.keys() >= before.patrons.keys(), "somebody's chips are gone")
        elif any(account.startswith("rack:") and amount for account, amount in moved.items()):
            hold(1, holds=False, sentence=f"chips moved and nobody's changed: {moved}")
        if after.stage is not before.stage:
            known = self._known
            lay = known[1] if known is not None and known[0] is before else lying_on(before)
            lies = lying_on(after)
            booked = moved.get(FELT, 0)
            hold(1, lies - lay == booked, f"the layout changed by {lies - lay}, not {booked}")
            hold(2, lies >= 0, f"{lies} lie on the layout")
            self._known = (after, lies)
        else:
            hold(1, not moved.get(FELT), "chips moved on the layout, and it is as it was")

    def _cards(
        self, rules: HouseRules, before: Table, events: Sequence[e.Event], after: Table
    ) -> None:
        """Cards are those of the shoe, where the tableau wants them, or somebody has said so (7)."""
        said = before.halts or any(isinstance(event, e.IrregularityFound) for event in events)
        shoe = after.shoe
        if not said and not shoe.continuous:
            decks = shoe.size // 52
            for event in events:
                card = getattr(event, "card", None)
                if card is not None and isinstance(event, _SHOWING):
                    copies = shoe.seen.count(card)
                    hold(7, copies <= decks, f"{card} was seen {copies} times in {decks} decks")
            hold(7, shoe.out <= shoe.size, f"{shoe.out} cards left a shoe of {shoe.size}")
        first = next(event for event in events if isinstance(event, _SHOWING))
        if not said and isinstance(first, e.CardDealt) and isinstance(before.stage, Dealing):
            due = lawful_slot(in_force(rules, before).tableau, before.stage.tape)
            hold(7, first.slot is due, f"{due} was due, and a card went to {first.slot}")
        if self._shoes is not None and not said:
            hold(7, self._shoes.agrees(after), "a card is not the one that was promised")

    # --- after it is written ------------------------------------------------------------------

    def recorded(self, sequence: int, time: int, table: Table) -> None:
        """Hold one durable event against the state it follows (5)."""
        due = table.sequence + 1
        hold(5, sequence == due, f"event {sequence} came where {due} was due")
        hold(5, time >= self._time, f"event {sequence} is dated before the one it follows")
        self._time = time

    def stretch(self, table: Table) -> Table | None:
        """The state to fold the log from, now and then; it is compared with `table` (15)."""
        if self._start is None:
            if table.sequence >= self._next:
                self._start = table
            return None
        if table.sequence < self._start.sequence + STRETCH:
            return None
        start, self._start = self._start, None
        self._next = table.sequence + EVERY
        return start


def lying_on(table: Table) -> Units:
    """What lies on the layout."""
    match table.stage:
        case Betting() | Dealing():
            return sum(table.stage.stakes.values()) + sum(table.stage.antes.values())
        case Resolved():
            return sum(table.stage.staying.values())
        case _:
            return 0


def _payments(rules: HouseRules, before: Table, events: e.Events) -> None:
    """Each stake ends once (3), as rules, cards and stake demand (8)."""
    reversals = [event for event in events if isinstance(event, e.SettlementReversed)]
    if reversals:
        paid = paid_coup(before)
        lines = [] if paid is None else list(paid.settled)
        for each in reversals:
            line = next((one for one in lines if _same(one, each)), None)
            hold(3, line is not None, f"{each.patron}'s {each.wager} was not paid so, and undone")
            assert line is not None
            lines.remove(line)
    places = [place for place, event in enumerate(events) if isinstance(event, e.StakeSettled)]
    if not places:
        return
    table = evolve_all(before, events[: places[0]])
    stage = table.stage
    assert isinstance(stage, Dealing), stage
    hold(3, not stage.settled, "a coup is settled that was settled before")
    left, rules = dict(stage.stakes), in_force(rules, table)
    coup = coup_of(stage.tape)
    assert coup is not None, stage.tape
    for place in places:
        line = events[place]
        assert isinstance(line, e.StakeSettled), line
        lay = left.pop((line.patron, line.place, line.wager), None)
        hold(3, lay == line.stake, f"{line.patron}'s {line.wager} lay with {lay}: {line.stake}")
        due = settle_stake(rules, rules.wagers[line.wager], coup.outcome_class, line.stake)
        later = rules.settings.commission_later
        right = (
            due.result,
            due.profit + (due.commission if later else 0),
            0 if later else due.commission,
            due.breakage,
            due.commission if later else 0,
        )
        paid_out = (line.result, line.profit, line.commission, line.breakage, line.owed)
        hold(8, paid_out == right, f"{line.patron}'s {line.wager} was paid {paid_out}, not {right}")
        hold(8, not line.stays or line.result is Result.PUSH, "a stake stays that did not push")
    hold(3, not left, f"stakes were left unsettled: {left}")


def _same(line: e.StakeSettled, undone: e.SettlementReversed) -> bool:
    names = ("patron", "place", "wager", "stake", "result", "profit", "commission", "owed", "stays")
    return all(getattr(line, name) == getattr(undone, name) for name in names)


def replay(start: Table, kept: Sequence[Kept], after: Table) -> None:
    """Fold what the log has between two states, and compare with the live one (5, 15)."""
    table, previous, time = start, None, 0
    for each in kept:
        event, envelope = each.event, each.envelope
        assert is_table_event(event), event
        hold(5, each.sequence == table.sequence + 1, f"event {each.sequence} leaves a gap")
        hold(5, previous in (None, envelope.previous), f"event {each.sequence} is not chained")
        hold(5, envelope.time >= time, f"event {each.sequence} is dated too early")
        previous, time = each.hash, envelope.time
        table = evolve_all(table, (event,))
    hold(15, encode_state(table) == encode_state(after), "the log leads to another state")
