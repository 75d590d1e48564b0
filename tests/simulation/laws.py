"""What must be true of a house after every transaction, whoever did what and whatever broke."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from puntobanco.base.money import Units
from puntobanco.fair.events import ShoeCommitted, ShoeCut
from puntobanco.fair.sealing import Key, unseal
from puntobanco.fair.shoe import RandomShoe
from puntobanco.house import events as h
from puntobanco.house.postings import account_postings
from puntobanco.notation.codec import AnyEvent
from puntobanco.play import events as e
from puntobanco.play.cards.tape import lying_cards
from puntobanco.play.doors import in_force
from puntobanco.play.evolve import evolve
from puntobanco.play.postings import postings
from puntobanco.play.table import Betting, Dealing, Resolved, Table
from puntobanco.record.envelope import NO_HASH, Envelope, Kept
from puntobanco.record.logs import is_account_event, is_table_event
from puntobanco.record.names import MACHINE
from puntobanco.record.store import Rows
from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity
from puntobanco.server.tables.invariants import lying_on
from tests.oracle.interruption import FINISH, VOID, interruption
from tests.properties.second_opinion import disagreement
from tests.properties.watched import law
from tests.simulation.exclusions import Exclusions

_Bet = tuple[int, str, int, str]
"""Coup, patron, place and wager."""
_CARDS = (e.CardDealt, e.CardTurned, e.CardBurnt, e.CardCarried)
_MUTED = (e.IrregularityFound, e.SettlementReversed, e.CoupReopened, e.CardsRebuilt)
"""Where one of these stands in a transaction, its payments are checked by other tests."""


@dataclass
class Followed:
    """One table's log, folded as it grows."""

    rules: HouseRules
    table: Table = field(default_factory=Table)
    paid: set[_Bet] = field(default_factory=set)
    """Bets that have ended and were not taken back."""
    disturbed: int = -1
    must_interrupt: bool = False


class Laws:
    """Follows every log of a house from its first event."""

    def __init__(self, rules: dict[str, HouseRules], shoe_key: bytes) -> None:
        self._key = Key(shoe_key)
        self.shoes: dict[str, RandomShoe] = {}
        """By table: the shoe promised last, opened as nobody but the shoe port can."""
        self.tables = {name: Followed(each) for name, each in rules.items()}
        self.last: dict[str, tuple[int, str, int]] = {}
        self.booked: Counter[tuple[str, str]] = Counter()
        self.outside: Units = 0
        """What was paid in, less what was paid out, adjustments included."""
        self.causes: set[tuple[str, str]] = set()
        self.counts: Counter[str] = Counter()
        self.exclusions = Exclusions(self.counts)

    def written(self, rows: Rows, now: int) -> None:
        """A transaction is durable, by the writer's clock now: everything must hold."""
        requests: dict[tuple[str, str], list[tuple[Envelope, AnyEvent]]] = {}
        for kept in rows.events:
            envelope = kept.envelope
            self._follow_chain(kept, envelope)
            event = kept.event
            requests.setdefault((kept.table, envelope.cause), []).append((envelope, event))
        for (log, cause), those in requests.items():
            law((log, cause) not in self.causes, f"{cause} acted twice on {log}")
            self.causes.add((log, cause))
            events = [event for _, event in those]
            if log in self.tables:
                some = [each for each in events if is_table_event(each)]
                self._take_table(log, those[-1][0], some, now)
            elif log.startswith("shoe:"):
                self._take_shoes(log.removeprefix("shoe:"), events)
            else:
                self._take_money(log, events)
                for envelope, event in those:
                    self.exclusions.take_account(event, envelope, now)
        for key, amount in rows.balances.items():
            law(self.booked[key] == amount, f"{key}: kept {amount}, booked {self.booked[key]}")
        self._check_sum()
        self.counts["transactions"] += 1

    def was_down(self) -> None:
        """Nobody served the house: open coups were interrupted, and that comes first now."""
        for followed in self.tables.values():
            followed.must_interrupt = isinstance(followed.table.stage, Betting | Dealing)

    def _follow_chain(self, kept: Kept, envelope: Envelope) -> None:
        number, digest, time = self.last.get(kept.table, (0, NO_HASH, 0))
        law(kept.sequence == number + 1, f"{kept.table} jumps from {number} to {kept.sequence}")
        law(envelope.previous == digest, f"{kept.table} breaks at {kept.sequence}")
        law(envelope.time >= time, f"time goes back in {kept.table} at {kept.sequence}")
        self.last[kept.table] = (kept.sequence, kept.hash, envelope.time)
        self.counts["events"] += 1

    # --- cards --------------------------------------------------------------------------------

    def _take_shoes(self, table: str, events: list[AnyEvent]) -> None:
        for event in events:
            match event:
                case ShoeCommitted():
                    self.shoes[table] = unseal(self._key, event, table)
                case ShoeCut():
                    self.shoes[table] = self.shoes[table].cut(event.position)
                case _:
                    pass

    def _as_promised(self, table: str, state: Table) -> None:
        """Every card that lies open is the one promised at its place, whoever bet what."""
        shoe = self.shoes.get(table)
        if shoe is None:
            return
        for lying, left in lying_cards(state):
            if lying.card is not None:
                promised = shoe.card_at(left)
                law(lying.card is promised, f"{table}: {lying.card} lies, promised was {promised}")
                self.counts["cards as promised"] += 1

    # --- money --------------------------------------------------------------------------------

    def _take_money(self, log: str, events: list[AnyEvent]) -> None:
        for event in events:
            if not is_account_event(event):
                continue
            for posting in account_postings(event):
                self.booked[log, posting.account] += posting.amount
            match event:
                case h.MoneyPaidIn():
                    self.outside += event.amount
                case h.MoneyPaidOut():
                    self.outside -= event.amount
                case h.BalanceAdjusted():
                    self.outside += event.amount
                    law(event.by != event.second, f"{event} was done by one person")
                case _:
                    pass

    def _check_sum(self) -> None:
        inside = 0
        for (log, account), amount in self.booked.items():
            if log.startswith("account:"):
                inside += amount if account == "balance" else 0
                law(account != "balance" or amount >= 0, f"{log} is overdrawn: {amount}")
            elif account != "cage":
                inside += amount
                negative = account == "felt" or account.startswith("rack:")
                law(not negative or amount >= 0, f"{account} of {log} holds {amount}")
        law(inside == self.outside, f"{inside - self.outside} units were made or lost")

    # --- tables -------------------------------------------------------------------------------

    def _take_table(self, log: str, envelope: Envelope, events: list[e.Event], now: int) -> None:
        followed = self.tables[log]
        before = followed.table
        self._two_people(before, envelope, events)
        self._interruption(followed, envelope, events)
        self.exclusions.take_payment(before, events, now)
        self._second_opinion(followed, events)
        for event in events:
            self.exclusions.take_table(followed.table, event, now)
            for posting in postings(event):
                self.booked[log, posting.account] += posting.amount
            self._bets(followed, event, events)
            followed.table = evolve(followed.table, event)
        law(followed.table.sequence == envelope.sequence, f"{log} counts its events otherwise")
        lying = self.booked[log, "felt"]
        stage = followed.table.stage
        if isinstance(stage, Betting | Dealing):
            law(lying == lying_on(followed.table), f"felt of {log} holds {lying} after {events}")
        for name, patron in followed.table.patrons.items():
            rack = self.booked[log, f"rack:{name}"]
            law(rack == patron.rack, f"rack of {name} at {log}: {rack}, shown {patron.rack}")
        self._as_promised(log, followed.table)
        if followed.table.coup != before.coup:
            self.counts["coups"] += 1

    def _two_people(self, before: Table, envelope: Envelope, events: list[e.Event]) -> None:
        """What docs/security.md says that nobody can do alone; a fact of cards waits for nobody."""
        undone = any(isinstance(each, e.CoupVoided | e.SettlementReversed) for each in events)
        agreed = [each for each in events if _is_agreed_upon(before, each)]
        if not (undone or agreed) or envelope.actor == MACHINE:
            return
        card = any(isinstance(each, _CARDS) for each in events)
        first, _, second = envelope.actor.partition("+")
        both = bool(second) and first != second
        law(both or (card and not agreed), f"{envelope.actor} alone led to {events}")
        self.counts["undone"] += undone
        for each in agreed:
            self.counts[f"two people: {type(each).__name__}"] += 1

    def _interruption(self, followed: Followed, envelope: Envelope, events: list[e.Event]) -> None:
        """After an outage the first thing at an open coup is the book's clause, and only then."""
        found = [
            each
            for each in events
            if isinstance(each, e.IrregularityFound)
            and each.irregularity is Irregularity.INTERRUPTION
            and envelope.actor == MACHINE
        ]
        if followed.must_interrupt:
            followed.must_interrupt = False
            law(found, f"{envelope.table}: an outage was passed over by {events[0]}")
        if not found:
            return
        stage = followed.table.stage
        law(isinstance(stage, Betting | Dealing), f"interrupted outside a coup: {events}")
        assert isinstance(stage, Betting | Dealing), stage
        up = {lying.slot: lying for lying in stage.tape if lying.slot and lying.card}
        hands = {
            name: [up[slot].card.text for slot in up if slot.value in names]  # type: ignore[union-attr]
            for name, names in (("player", ("P1", "P2", "P3")), ("banker", ("B1", "B2", "B3")))
        }
        rules = in_force(followed.rules, followed.table)
        wanted = interruption(rules.book.name, rules.options, hands["player"], hands["banker"])
        silent = "default:28" if rules.settings.automatic else "default:6"
        clause = {FINISH: "5.4.1", VOID: "5.4.2"}.get(wanted, silent)
        law(clause in found[0].clauses, f"{found[0].clauses} applied, not {clause}")
        self.counts["interruptions"] += 1

    def _second_opinion(self, followed: Followed, events: list[e.Event]) -> None:
        """Plain payments are what the second implementation says."""
        before = followed.table
        if any(isinstance(each, e.IrregularityFound | e.CardCarried) for each in events):
            followed.disturbed = before.coup
        settles = any(isinstance(each, e.CoupSettled) for each in events)
        if not settles or any(isinstance(each, _MUTED) for each in events):
            return
        if isinstance(before.stage, Dealing) and followed.disturbed != before.coup:
            different = disagreement(followed.rules, before, tuple(events), undisturbed=True)
            law(different is None, f"settlement: {different}")
            self.counts["settled"] += 1

    def _bets(self, followed: Followed, event: e.Event, together: list[e.Event]) -> None:
        table = followed.table
        match event:
            case e.StakePlaced() | e.AntePlaced():
                stage = table.stage
                is_open = isinstance(stage, Betting) or (
                    # what a tie left may be raised or moved at once (NZ 5.16)
                    isinstance(stage, Resolved)
                    and any(event.patron == key[0] for key in stage.staying)
                )
                law(
                    is_open,
                    f"{event} was accepted after the close, in {table.stage}, with {together}",
                )
                self.counts["bets"] += 1
            case e.StakeSettled():
                bet = (table.coup, event.patron, event.place, event.wager)
                law(bet not in followed.paid, f"{event} was paid before")
                followed.paid.add(bet)
            case e.SettlementReversed():
                bet = (table.coup, event.patron, event.place, event.wager)
                law(bet in followed.paid, f"{event} takes back what was never paid")
                followed.paid.remove(bet)
            case e.BettingOpened():
                followed.paid.clear()
            case _:
                pass


def _is_agreed_upon(before: Table, event: e.Event) -> bool:
    """Whether an event takes two people, whatever card was seen with it."""
    match event:
        case e.EditionAdopted():
            return True
        case e.BettingExtended():
            return event.by == "dealer"
        case e.NomineeNamed():
            return bool(event.by)
        case e.CardCorrected():  # of the card seen last the dealer may say that he misread it
            return before.shoe.seen[-1:] != (event.was,)
        case _:
            return False
