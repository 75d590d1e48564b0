"""What must be true of a table at every step, asked in production too.

A desk shows what a command leads to before appending it: what would break a rule is never written,
the table stops, and money stays where it is. Numbers are those of the fifteen invariants.

Nobody owns a table's log (10): an append that does not follow the state it was decided on is a
conflict (`record.group`), so what is asked is that it does (5). That a view depends on nothing
hidden (9) is for tests to show; what is asked here is that no card that lies face down is in it.
That nothing is told before it is durable (11) and that the log leads to what is shown (15) is asked
of stretches that are read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puntobanco.base.money import Units
from puntobanco.house.permissions import needs_second
from puntobanco.play import events as e
from puntobanco.play.announced import AS_IT_WAS, deciding_line, staff_watch
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.doors import in_force
from puntobanco.play.evolve import evolve_all
from puntobanco.play.postings import FELT, postings
from puntobanco.play.table import Betting, Dealing, Resolved, Table, coup_of, paid_coup, tape_of
from puntobanco.record.envelope import Kept
from puntobanco.record.logs import is_table_event
from puntobanco.record.names import MACHINE
from puntobanco.record.state import encode_state
from puntobanco.record.store import Append, Receipt
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.settlement import settle_line, settle_stake
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Result
from puntobanco.server.commands import FACTS_OF_CARDS, Command
from puntobanco.server.tables.shoes import ShoePort
from puntobanco.wire.forms import HandsForm

STRETCH = 64
"""So many events are read back from the log and folded again ..."""
EVERY = 1_024
"""... after so many more."""

_LAYING = (e.StakePlaced, e.LateStakeLaid)
_SHOWING = (e.CardDealt, e.CardTurned, e.CardBurnt, e.CardCarried, e.CardCorrected)


class BrokenInvariantError(AssertionError):
    """Something is so that never may be."""


def broken(number: int, sentence: str) -> BrokenInvariantError:
    """The error that says which invariant does not hold."""
    return BrokenInvariantError(f"invariant {number}: {sentence}")


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
        """Hold one command's events against the table before and after them."""
        kinds = {type(event) for event in events}
        if not kinds.isdisjoint(_LAYING):
            _bettors(before, events)
        if not kinds.isdisjoint(_SHOWING):
            self._cards(rules, before, events, after)
        if e.SettlementReversed in kinds:
            _reversals(before, events)
        if e.StakeSettled in kinds:
            _settlements(rules, before, events)
        self.folded(before, events, after)

    def folded(self, before: Table, events: Sequence[e.Event], after: Table) -> None:
        """What holds of any events, however they were decided."""
        grown = after.sequence - before.sequence
        if grown != len(events):
            raise broken(5, f"{len(events)} events count as {grown}")
        self._money(before, events, after)
        if isinstance(after.stage, Betting):
            for lying in after.stage.tape:
                known = lying.card is not None or lying.touched
                if known and not lying.face_up:
                    raise broken(6, "betting is open and some know a card")

    def _money(self, before: Table, events: Sequence[e.Event], after: Table) -> None:
        """Chips only move (1), and nobody holds less than none (2)."""
        moved: dict[str, Units] = {}
        for event in events:
            for posting in postings(event):
                moved[posting.account] = moved.get(posting.account, 0) + posting.amount
        if sum(moved.values()):
            raise broken(1, f"chips were made or lost: {moved}")
        if moved or after.patrons is not before.patrons:
            _racks(before, moved, after)
        booked = moved.get(FELT, 0)
        if booked or after.stage is not before.stage:
            known = self._known
            lay = known[1] if known is not None and known[0] is before else lying_on(before)
            lies = lying_on(after)
            if lies - lay != booked:
                raise broken(1, f"the layout changed by {lies - lay}, not {booked}")
            if lies < 0:
                raise broken(2, f"{lies} lie on the layout")
            self._known = (after, lies)

    def _cards(
        self, rules: HouseRules, before: Table, events: Sequence[e.Event], after: Table
    ) -> None:
        """Cards are the shoe's and lie where the tableau wants them, or a person said so (7)."""
        said = before.halts or any(isinstance(event, e.IrregularityFound) for event in events)
        shoe = after.shoe
        if not said and not shoe.continuous:
            decks = shoe.size // 52
            for event in events:
                card = getattr(event, "card", None)
                if card is not None and isinstance(event, _SHOWING):
                    copies = shoe.seen.count(card)
                    if copies > decks and Irregularity.FOREIGN_CARD not in shoe.alarms:
                        raise broken(7, f"{card} was seen {copies} times in {decks} decks")
            if shoe.out > shoe.size and Irregularity.WRONG_COUNT not in shoe.alarms:
                raise broken(7, f"{shoe.out} cards left a shoe of {shoe.size}")
        first = next(event for event in events if isinstance(event, _SHOWING))
        said = said or staff_watch(rules)
        if not said and isinstance(first, e.CardDealt) and isinstance(before.stage, Dealing):
            due = lawful_slot(in_force(rules, before).tableau, before.stage.tape)
            if first.slot is not due:
                raise broken(7, f"{due} was due, and a card went to {first.slot}")
        if self._shoes is not None and not said and not self._shoes.agrees(after):
            raise broken(7, "a card is not the one that was promised")

    def by_two(self, command: Command, table: Table, events: Sequence[e.Event]) -> None:
        """What takes two people has two, or is a fact of cards (12)."""
        if needs_second(table, events) and command.actor != MACHINE:
            agreed = command.second not in ("", command.actor)
            if not agreed and not isinstance(command.message, FACTS_OF_CARDS):
                raise broken(12, f"{command.actor} does alone what takes two")

    # --- after it is written ------------------------------------------------------------------

    def answered(self, append: Append, receipt: Receipt) -> None:
        """Hold the store's answer against the one that was decided (4)."""
        if not receipt.repeated and receipt.answer != append.answer:
            raise broken(4, f"request {append.request} was answered with another's answer")

    def recorded(self, sequence: int, time: int, table: Table) -> None:
        """Hold one durable event against the state it follows (5)."""
        due = table.sequence + 1
        if sequence != due:
            raise broken(5, f"event {sequence} came where {due} was due")
        if time < self._time:
            raise broken(5, f"event {sequence} is dated before the one it follows")
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
        case Betting():
            return sum(table.stage.stakes.values()) + sum(table.stage.antes.values())
        case Dealing() as stage:
            gone = [line.stake for line in stage.settled if not line.stays]
            antes = [amount for who, amount in stage.antes.items() if who not in stage.collected]
            return sum(stage.stakes.values()) - sum(gone) + sum(antes)
        case Resolved():
            return sum(table.stage.staying.values())
        case _:
            return 0


def booked(table: Table, balances: Mapping[str, Units]) -> None:
    """What the store has booked is what the state shows (1), when a table is taken up."""
    racks = {f"rack:{name}": patron.rack for name, patron in table.patrons.items()}
    for account, amount in {**racks, FELT: lying_on(table)}.items():
        if balances.get(account, 0) != amount:
            raise broken(1, f"{account} is booked with {balances.get(account, 0)}, not {amount}")
    if sum(balances.values()):
        raise broken(1, "the accounts do not balance")


def shown(table: Table, hands: HandsForm) -> None:
    """Nobody is shown the face of a card that lies face down, nor the total of its hand (9)."""
    tape = tape_of(table.stage)
    down = {each.slot for each in tape if each.slot is not None and not each.face_up}
    totals = {Hand.PLAYER: hands.player_total, Hand.BANKER: hands.banker_total}
    seen = {card.slot for card in hands.cards if card.card is not None}
    for slot in down:
        if slot.value in seen or totals[slot.hand] is not None:
            raise broken(9, f"the card in {slot.value} lies face down and is shown")


def _racks(before: Table, moved: dict[str, Units], after: Table) -> None:
    """Each rack changed by what was booked, and no other."""
    booked = {
        account[5:]: amount
        for account, amount in moved.items()
        if amount and account.startswith("rack:")
    }
    for name, patron in after.patrons.items():
        was = before.patrons.get(name)
        if patron is was:
            continue
        change = patron.rack - (0 if was is None else was.rack)
        due = booked.pop(name, 0)
        if change != due:
            raise broken(1, f"{name}'s chips changed by {change}, not {due}")
        if patron.rack < 0:
            raise broken(2, f"{name} has {patron.rack}")
    if booked or not after.patrons.keys() >= before.patrons.keys():
        raise broken(1, f"chips are gone: {booked}")


def _bettors(before: Table, events: e.Events) -> None:
    """Only patrons who are present bet: the excluded and suspended were sent away (13)."""
    for event in events:
        if isinstance(event, _LAYING) and not before.patrons[event.patron].present:
            raise broken(13, f"{event.patron} has left, and a stake of theirs was accepted")


def _reversals(before: Table, events: e.Events) -> None:
    """Only what was paid is undone, and once (3)."""
    paid = before.stage if isinstance(before.stage, Dealing) else paid_coup(before)
    lines = [] if paid is None else list(paid.settled)
    for event in events:
        if isinstance(event, e.SettlementReversed):
            line = next((one for one in lines if _same(one, event)), None)
            if line is None:
                raise broken(3, f"{event.patron}'s {event.wager} was not paid so, and undone")
            lines.remove(line)


def _settlements(rules: HouseRules, before: Table, events: e.Events) -> None:
    """Each stake ends once (3), as rules, cards and stake demand (8)."""
    first = next(place for place, event in enumerate(events) if isinstance(event, e.StakeSettled))
    table = evolve_all(before, events[:first])
    stage, rules = table.stage, in_force(rules, table)
    assert isinstance(stage, Dealing), stage
    coup, left = coup_of(stage.tape), stage.unsettled
    if coup is None:
        raise broken(3, "a coup is settled that is not over")
    for line in events[first:]:
        if not isinstance(line, e.StakeSettled):
            continue
        lay = left.pop((line.patron, line.place, line.wager), None)
        if lay != line.stake:
            raise broken(3, f"{line.patron}'s {line.wager} lay with {lay}, not {line.stake}")
        wager = rules.wagers[line.wager]
        if staff_watch(rules):
            if line.clauses == AS_IT_WAS:  # whatever was really handed over
                continue
            said = deciding_line(rules, coup, stage.result, wager)
            due = settle_line(rules, wager, said, line.stake)
        else:
            due = settle_stake(rules, wager, coup.outcome_class, line.stake)
        later = due.commission if rules.settings.commission_later else 0
        right = (
            due.result,
            due.profit + later,
            due.commission - later,
            due.breakage,
            later,
        )
        paid = (line.result, line.profit, line.commission, line.breakage, line.owed)
        if paid != right:
            raise broken(8, f"{line.patron}'s {line.wager} was paid {paid}, not {right}")
        if line.stays and line.result is not Result.PUSH:
            raise broken(8, f"{line.patron}'s {line.wager} stays and did not push")
    if left and any(isinstance(event, e.CoupSettled) for event in events):
        raise broken(3, f"stakes were left unsettled: {left}")


def _same(line: e.StakeSettled, undone: e.SettlementReversed) -> bool:
    names = ("patron", "place", "wager", "stake", "result", "profit", "commission", "owed", "stays")
    return all(getattr(line, name) == getattr(undone, name) for name in names)


def replay(start: Table, kept: Sequence[Kept], after: Table) -> None:
    """Fold what the log has between two states, and compare with the live one (5, 11, 15)."""
    if len(kept) < after.sequence - start.sequence:
        raise broken(11, "events were told that are not in the log")
    table, previous, time = start, None, 0
    for each in kept:
        event, envelope = each.event, each.envelope
        assert is_table_event(event), event
        if each.sequence != table.sequence + 1:
            raise broken(5, f"event {each.sequence} leaves a gap")
        if previous not in (None, envelope.previous):
            raise broken(5, f"event {each.sequence} is not chained")
        if envelope.time < time:
            raise broken(5, f"event {each.sequence} is dated too early")
        previous, time = each.hash, envelope.time
        table = evolve_all(table, (event,))
    if encode_state(table) != encode_state(after):
        raise broken(15, "the log leads to another state")
