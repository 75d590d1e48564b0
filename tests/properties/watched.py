"""A table watched at every step: each law below must hold whatever anybody asks or reports."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from puntobanco.base.accounts import Account, Ledger
from puntobanco.base.cards import Card
from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import UNITS_MAX, Units
from puntobanco.books import register_of
from puntobanco.notation.codec import decode_table_event, encode
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.evolve import evolve, evolve_all
from puntobanco.play.postings import FELT, postings, rack
from puntobanco.play.table import Betting, Closed, Dealing, Preparing, Ready, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity

from .law import BrokenLawError, Wish, broken, law
from .laws import an_area_with_room_takes_a_bet, check_laws
from .second_opinion import disagreement

__all__ = ["BrokenLawError", "Watched", "Wish", "broken", "is_mixed_anew", "law"]

_packer = msgspec.msgpack.Encoder(enc_hook=lambda card: card.number)
_CLEARING = {e.BettingOpened, e.CardsDiscarded, e.CardsReceived, e.CardBurnt, e.TableClosed}
"""What takes cards from the table."""
_STAKING = (r.PlaceStake, r.TakeStake, r.MoveStake, r.PlaceAnte)
_HOUSE = {Account(name) for name in ("cage", "felt", "float", "commission", "ante", "breakage")}


def packed(table: Table) -> bytes:
    """The state byte for byte; the seen cards are a tuple of constants and are compared apart."""
    return _packer.encode(replace(table, shoe=replace(table.shoe, seen=())))


class Watched:
    """A table, its log and its ledger, and what must be true of them."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.table = Table()
        self.log: list[e.Event] = []
        self.ledger = Ledger()
        self.commands: list[Wish] = []
        self.known = {*DEFAULTS, *register_of(rules.book.name).clauses}
        self.bytes = packed(self.table)
        self.disturbed = 0
        """The last coup in which something went wrong, or which cards waited for."""
        self.worth: dict[str, Units] = {}
        """By patron: what he had when the coup was called, later cash in and out included."""

        self.at_close: dict[e.StakeKey, Units] = {}
        """What lay when betting closed, of the coup that is open or was paid last."""

    def do(self, command: Wish) -> e.Events | Refusal:
        """Put a wish through its door, fold what comes back, and check every law."""
        before = self.table
        self.commands.append(command)
        outcome = self._through_the_door(command)
        law(packed(before) == self.bytes, "a door changed the state it was shown")
        if isinstance(outcome, Refusal):
            self._check_refusal(outcome)
            an_area_with_room_takes_a_bet(self.rules, before, command, outcome)
            return outcome
        for event in outcome:
            self._record(event)
        self._check_staking(before, command)
        self.bytes = packed(self.table)
        self._check_money()
        self._check_cards(before, command, outcome)
        self._check_rulings(before, outcome)
        self._check_late(command, outcome)
        check_laws(self.rules, before, command, outcome, self.table)
        if isinstance(command, r.Settle):
            different = disagreement(
                self.rules, before, outcome, undisturbed=self.disturbed != before.coup
            )
            law(different is None, f"settlement: {different}")
        return outcome

    def _through_the_door(self, command: Wish) -> e.Events | Refusal:
        if isinstance(command, p.ReportBase):
            return rule_on(self.rules, self.table, command)
        if len(self.log) % 5 == 0:  # somebody who had not seen the last event
            stale = decide(self.rules, self.table, command, self.table.sequence - 1)
            law(isinstance(stale, Refusal), f"{command} was granted to somebody who came too late")
        return decide(self.rules, self.table, command, self.table.sequence)

    def _record(self, event: e.Event) -> None:
        if decode_table_event(encode(event)) != event:
            broken(f"{event} is not read back as it was written")
        if not event.clauses:
            broken(f"{type(event).__name__} names no clause")
        self._check_clauses(event.clauses)
        moved = postings(event)
        if sum(each.amount for each in moved):
            broken(f"postings of {event} do not balance")
        self.ledger.post(moved)
        if isinstance(event, e.BettingOpened):
            self._coup_called()
        self.table = evolve(self.table, event)
        self.log.append(event)
        self._remember(event)

    def _remember(self, event: e.Event) -> None:
        """What later laws need to know: what each patron brought, and whether a coup was clean."""
        match event:
            case e.ChipsBought() | e.CommissionReturned():
                self.worth[event.patron] = self.worth.get(event.patron, 0) + event.amount
            case e.ChipsCashed() | e.CommissionCollected():
                self.worth[event.patron] = self.worth.get(event.patron, 0) - event.amount
            case e.IrregularityFound() | e.CardCarried():
                self.disturbed = self.table.coup
            case e.BettingOpened() if on_table(self.table):
                self.disturbed = self.table.coup
            case e.BettingClosed():
                self.at_close = dict(self.table.dealing.stakes)
            case e.CoupVoided():
                self._coup_voided()
            case _:
                pass

    def _coup_called(self) -> None:
        self.worth = {name: patron.rack for name, patron in self.table.patrons.items()}
        if isinstance(self.table.stage, Resolved):
            for (name, _, _), stake in self.table.stage.staying.items():
                self.worth[name] += stake

    def _coup_voided(self) -> None:
        for name, patron in self.table.patrons.items():
            had = self.worth.get(name, 0)
            law(
                patron.rack == had,
                f"a void coup left {name} with {patron.rack}, not the {had} he came with",
            )

    def _check_refusal(self, refusal: Refusal) -> None:
        law(refusal.sentence, "a refusal says nothing")
        self._check_clauses(refusal.clauses)

    def _check_clauses(self, clauses: tuple[ClauseId, ...]) -> None:
        if not self.known.issuperset(clauses):
            broken(f"there is no clause or default {set(clauses) - self.known}")

    # --- money --------------------------------------------------------------------------------

    def _check_money(self) -> None:
        balances, table = self.ledger.balances, self.table
        if sum(balances.values()):
            broken("chips were made or lost")
        if balances[FELT] != lying(table):
            broken(f"felt {balances[FELT]}, on the layout {lying(table)}")
        holders = len(balances.keys() & _HOUSE)
        for name, patron in table.patrons.items():
            account = rack(name)
            if balances.get(account, 0) != patron.rack or patron.rack < 0:
                broken(f"rack of {name}: booked {balances[account]}, shown {patron.rack}")
            if patron.owed < 0:
                broken(f"{name} owes {patron.owed} of commission")
            holders += account in balances
        if holders != len(balances):
            broken(f"chips are held by others: {balances}")

    def _check_staking(self, before: Table, command: Wish) -> None:
        if isinstance(command, r.BuyIn):
            law(command.amount <= UNITS_MAX, f"{command} is more than any amount may be")
        if not isinstance(command, _STAKING):
            return
        open_now = isinstance(before.stage, Betting) and not before.halts
        if isinstance(before.stage, Resolved) and not isinstance(command, r.PlaceAnte):
            lies = (command.patron, command.place, command.wager) in before.stage.staying
            open_now = lies and not before.halts  # what pushed and stays may be changed at once
        law(open_now, f"{command} was accepted while betting was not open")
        if isinstance(command, r.PlaceStake | r.PlaceAnte) and isinstance(before.stage, Betting):
            law(not before.stage.no_bet, f"{command} was accepted in a coup without bets")

    def _check_late(self, command: Wish, events: e.Events) -> None:
        """RWS 5.6, 5.13, MBS 5.6, NZ 5.14(a): noticed in time, only what lay at close plays."""
        if isinstance(command, p.ChipsLaid):
            told = f"{command.patron} laid "
            kept = any(
                (isinstance(each, e.StakePlaced | e.LateStakeLaid) and each.key == command.key)
                or (isinstance(each, e.IrregularityFound) and each.note.startswith(told))
                for each in events
            )
            law(kept, f"{command} left nothing in the log")
        for event in events:
            if not isinstance(event, e.IrregularityFound):
                continue
            if event.irregularity is Irregularity.LATE_STAKE and event.coup == self.table.coup:
                self._only_what_lay_at_close(event)

    def _only_what_lay_at_close(self, said: e.IrregularityFound) -> None:
        stage = self.table.last or self.table.stage
        if not isinstance(stage, Dealing | Resolved):
            return
        if isinstance(stage, Resolved) and stage.final:
            return
        for key, stake in stage.stakes.items():
            meant = zip((said.patron, said.place, said.wager), key, strict=True)
            if said.patron is None or all(one in (None, other) for one, other in meant):
                closed = self.at_close.get(key, 0)
                law(stake <= closed, f"{stake} of {key} plays, and {closed} lay at close")

    # --- cards --------------------------------------------------------------------------------

    def _check_cards(self, before: Table, command: Wish, events: e.Events) -> None:
        shoe, kinds = self.table.shoe, {type(event) for event in events}
        left = cards_left(command) if is_loaded(before) else 0
        if isinstance(before.stage, Preparing) and isinstance(command, p.CardsLeftTogether):
            left = 0  # they go back among the others
        expected = 0 if is_mixed_anew(before, self.table, events) else before.shoe.out + left
        if shoe.continuous and e.BettingOpened in kinds:
            expected = len(on_table(self.table))  # all others are back in the shuffler
        if shoe.out != expected:
            broken(f"{shoe.out} cards are out of the shoe, not {expected}")
        if shoe.out > shoe.size:
            broken(f"{shoe.out} cards left a shoe of {shoe.size}")
        if len(shoe.seen) > shoe.out:
            broken("more faces were seen than cards came out")
        if e.ShoeStarted in kinds:
            self._check_start(before, command, events)
        if not kinds & _CLEARING:
            now, was = on_table(self.table), on_table(before)
            if len(now) != len(was) + left:
                broken(f"{len(now)} cards lie, {len(was)} did, {left} came")
            if now[: len(was)] != was:
                lost = Counter(filter(None, was)) - Counter(filter(None, now))
                lost -= Counter(each.was for each in events if isinstance(each, e.CardCorrected))
                law(not lost, f"cards went from the table: {lost}")

    def _check_start(self, before: Table, command: Wish, events: e.Events) -> None:
        loading = isinstance(command, r.Prepare) and command.step == "load"
        loading = loading or isinstance(command, p.CardsLoaded)
        law(loading or is_loaded(before), "a shoe started that was never loaded")
        if not loading and not isinstance(command, p.CardLeftShoe):
            causes = {halt.irregularity for halt in before.halts}
            causes |= {
                each.irregularity for each in events if isinstance(each, e.IrregularityFound)
            }
            omitted = Irregularity.BURN_OMITTED in causes
            law(omitted, f"a shoe started without its burn because of {causes}")

    # --- rulings ------------------------------------------------------------------------------

    def _check_rulings(self, before: Table, events: e.Events) -> None:
        if isinstance(before.stage, Resolved) and (before.stage.voided or before.stage.final):
            again = any(isinstance(event, e.CoupReopened) for event in events)
            law(not again, "a void or final coup was opened again")
        for halt in self.table.halts:
            law(halt.question, f"the table is halted by {halt.irregularity} and nobody was asked")
            law(halt.waiting or halt.post, f"nobody can answer {halt.question}")
        for event in events:
            if isinstance(event, e.QuestionAnswered) and event.answer == "take-back":
                held = has_on_layout(self.table, event.by)
                law(not held, f"{event.by} took back and still has {held} on the layout")

    # --- the whole log ------------------------------------------------------------------------

    def check_replay(self) -> None:
        """Replay the log, as written, from the empty table."""
        again = evolve_all(Table(), (decode_table_event(encode(event)) for event in self.log))
        law(packed(again) == self.bytes, "a replay of the log leads to another state")
        law(again.shoe.seen == self.table.shoe.seen, "a replay of the log saw other cards")
        law(again.sequence == len(self.log), f"sequence {again.sequence} of {len(self.log)}")


def lying(table: Table) -> Units:
    """What lies on the layout; not asked of the server, which watches by its own measure."""
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


def has_on_layout(table: Table, patron: str) -> Units:
    """What one patron has on the layout."""
    match table.stage:
        case Betting() | Dealing():
            antes = table.stage.antes.get(patron, 0)
            return antes + sum(s for key, s in table.stage.stakes.items() if key[0] == patron)
        case Resolved():
            return sum(s for key, s in table.stage.staying.items() if key[0] == patron)
        case _:
            return 0


def cards_left(command: Wish) -> int:
    """How many cards a report says came out of the shoe."""
    match command:
        case p.CardLeftShoe():
            return 1
        case p.CardsLeftTogether():
            return len(command.cards)
        case _:
            return 0


def is_loaded(table: Table) -> bool:
    """Whether a card can come out of the shoe."""
    stage = table.stage
    return "load" in stage.steps if isinstance(stage, Preparing) else not isinstance(stage, Closed)


def is_mixed_anew(before: Table, after: Table, events: e.Events) -> bool:
    """Whether all cards went back to where they are mixed, or others came."""
    again = isinstance(before.stage, Preparing) and isinstance(after.stage, Preparing)
    return any(
        isinstance(event, e.CardsReceived)
        or (again and isinstance(event, e.ReplacementOrdered))
        or (isinstance(event, e.PreparationDone) and event.step == "mix-anew")
        for event in events
    )


def on_table(table: Table) -> list[Card | None]:
    """The cards of this coup and those that wait for the next."""
    match table.stage:
        case Betting():
            tape = table.stage.tape
        case Dealing() | Resolved():
            tape = (*table.stage.tape, *table.stage.carried)
        case Ready():
            tape = table.stage.carried
        case _:
            tape = ()
    return [each.card for each in tape]
