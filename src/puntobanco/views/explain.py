"""A log told in plain words: what happened, what was irregular, what ruled, who was paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from puntobanco.base.cards import Card
from puntobanco.base.money import Currency
from puntobanco.play import events as e
from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.settlement import Result
from puntobanco.rules.slots import Slot

IRREGULARITIES: dict[Irregularity, str] = {
    Irregularity.SURPLUS_THIRD_TO_PLAYER: "a third card went to Player although none was due",
    Irregularity.SURPLUS_CARD: "a card too many left the shoe",
    Irregularity.MISSING_CARD: "a hand lacks a card that was due",
    Irregularity.FIRST_CARD_FACE_UP: "the first card of the coup lay face up in the shoe",
    Irregularity.CARD_FACE_UP: "a card lay face up in the shoe",
    Irregularity.CARD_FLASHED: "a card was seen before its time",
    Irregularity.DEALT_FACE_UP: "a card fell face up where cards are dealt face down",
    Irregularity.WRONG_AREA: "a card went to the wrong hand's area",
    Irregularity.WRONG_PERSON: "cards went to the person handling the other hand",
    Irregularity.DRAWN_TOGETHER: "several cards came out together",
    Irregularity.ORDER_DISTURBED: "the order of the shoe was disturbed",
    Irregularity.OTHER_DEALING_ERROR: "there was a dealing error",
    Irregularity.FOREIGN_CARD: "a card turned up that is not of this set",
    Irregularity.WRONG_COUNT: "the set has too few or too many cards",
    Irregularity.NOT_SHUFFLED: "the cards had not been shuffled",
    Irregularity.TOO_FEW_CARDS: "the shoe has too few cards to finish the coup",
    Irregularity.BURN_OMITTED: "no cards were burnt at the start of the shoe",
    Irregularity.EXPOSED_BEFORE_LOADING: "a card was seen before the cards were loaded",
    Irregularity.INTERRUPTION: "a technical interruption stopped the game",
    Irregularity.WRONG_DISPLAY: "the display showed something else than the cards",
    Irregularity.WRONG_PAYMENT: "a payment was wrong",
    Irregularity.LATE_STAKE: "chips were laid or added after the closing call",
    Irregularity.LATE_WITHDRAWAL: "chips were taken off after the closing call",
    Irregularity.OVER_DIFFERENTIAL: "the stakes pass the maximum Differential",
    Irregularity.BELOW_MINIMUM: "a stake is below the minimum",
    Irregularity.NOT_PAYABLE: "a Banker stake could not be paid exactly in chips",
    Irregularity.ANTE_MISSING: "a required Ante is missing",
    Irregularity.PATRON_LEFT: "a patron left with stakes down",
    Irregularity.CHIPS_MISPLACED: "chips lie in the wrong place",
    Irregularity.OTHER: "something happened that no rule here foresees",
}

REMEDIES: dict[Remedy, str] = {
    Remedy.VOID_COUP: "the coup is void and every stake goes back",
    Remedy.RETURN_STAKES: "the stakes concerned go back",
    Remedy.SCALE_STAKES: "the heavier side is reduced in proportion",
    Remedy.HOLD_TO_CLOSE: "what lay there at the closing call decides",
    Remedy.REBUILD: "the cards are put into the order they should have had",
    Remedy.USE_WHERE_DUE: "the card is used where one is due",
    Remedy.CARRY_TO_NEXT: "the card waits and opens the next coup",
    Remedy.DISCARD: "the card goes to the discards",
    Remedy.DEAL_NO_BET_COUP: "a coup without bets is dealt, beginning with that card",
    Remedy.OFFER_CHOICE: "each patron chooses to go on or to take everything back",
    Remedy.ORDER_BY_FLOOR: "the floor decides which card counts first",
    Remedy.REPLACE_CARDS: "new cards come before the next coup",
    Remedy.RESHUFFLE: "the cards are shuffled again before they are used",
    Remedy.SETTLE_AGAIN: "the payments are taken back and made again",
    Remedy.FLOOR_DECIDES: "the floor decides, with a reason in writing",
    Remedy.WARN_PATRON: "the patron is told to raise the stake or take it back",
    Remedy.LET_STAND: "play goes on and the result stands",
}

QUESTIONS: dict[Question, str] = {
    Question.RESTORABLE: "Can the lawful order of the cards be restored?",
    Question.MAY: "May it be done?",
    Question.CHOICE: "Go on, or take everything back?",
    Question.ORDER: "In which order do the cards count?",
    Question.DECISION: "What is to be done?",
}


class Teller:
    """Turns events into sentences, with the clauses behind each."""

    def __init__(self, currency: Currency) -> None:
        self._write = currency.write

    def tell(self, event: e.Event) -> str | None:
        """One sentence for an event and its clauses, or None where there is nothing to tell."""
        sentence = self.sentence(event)
        if sentence is None:
            return None
        return f"{sentence} [{', '.join(event.clauses)}]" if event.clauses else sentence

    def sentence(self, event: e.Event) -> str | None:
        """One sentence for an event, without its clauses."""
        say = _TELLERS.get(type(event))
        if say is None:
            return None
        sentence = say(event, self._write)
        names = (getattr(event, "patron", ""), getattr(event, "nominee", ""))
        if any(name and sentence.startswith(name) for name in names):
            return f"{sentence}."  # a name is written as it is
        return f"{sentence[0].upper()}{sentence[1:]}."


def coups_in(events: Iterable[e.Event]) -> dict[int, list[e.Event]]:
    """The events of each coup, from its opening call to the next; 0 is what came before."""
    coups: dict[int, list[e.Event]] = {0: []}
    current = 0
    for event in events:
        if isinstance(event, e.BettingOpened):
            current = event.coup
            coups[current] = []
        coups[current].append(event)
    return coups


_Write = Callable[[int], str]
_PLACES = {
    Slot.P1: "Player's first card",
    Slot.B1: "Banker's first card",
    Slot.P2: "Player's second card",
    Slot.B2: "Banker's second card",
    Slot.P3: "Player's third card",
    Slot.B3: "Banker's third card",
}


def _face(card: Card | None) -> str:
    return card.text if card else "a card face down"


def _dealt(event: e.CardDealt, write: _Write) -> str:
    where = _PLACES[event.slot] if event.slot else "set aside"
    return f"{_face(event.card)} left the shoe: {where}"


def _settled(event: e.StakeSettled, write: _Write) -> str:
    whose = f"{event.patron}'s {write(event.stake)} on {event.wager}"
    if event.result is Result.LOSE:
        return f"{whose} lost ({event.label})"
    if event.result is Result.PUSH:
        fate = "stays on the layout" if event.stays else "went back"
        return f"{whose} neither won nor lost ({event.label}) and {fate}"
    extra = f", after {write(event.commission)} commission" if event.commission else ""
    return f"{whose} won {write(event.profit)}{extra} ({event.label})"


def _found(event: e.IrregularityFound, write: _Write) -> str:
    facts = [name.replace("_", " ") for name, so in event.facts.items() if so]
    late = "" if event.note == "" else f" ({event.note})"
    known = f"; known: {', '.join(facts)}" if facts else ""
    return f"Irregular in coup {event.coup}: {IRREGULARITIES[event.irregularity]}{late}{known}"


def _asked(event: e.QuestionAsked, write: _Write) -> str:
    question = QUESTIONS[event.question]
    if event.remedy is not None:
        question = f"{question} ({REMEDIES[event.remedy]})"
    of = ", ".join(event.patrons) or event.post or "the floor"
    return f"The table halts and asks {of}: {question}"


def _answered(event: e.QuestionAnswered, write: _Write) -> str:
    reason = f", because: {event.reason}" if event.reason else ""
    return f"{event.by} answers {event.answer.replace('-', ' ')}{reason}"


_TELLERS: dict[type[Any], Callable[[Any, _Write], str]] = {
    e.TableOpened: lambda event, write: f"The table opens under {event.book}",
    e.PatronCame: lambda event, write: (
        f"{event.patron} sits at place {event.place}"
        if event.place
        else f"{event.patron} stands at the table"
    ),
    e.PatronWent: lambda event, write: f"{event.patron} leaves",
    e.ChipsBought: lambda event, write: f"{event.patron} buys in for {write(event.amount)}",
    e.ChipsCashed: lambda event, write: f"{event.patron} cashes {write(event.amount)}",
    e.ShoeStarted: lambda event, write: f"Shoe {event.shoe} starts with {event.size} cards",
    e.MarkerReached: lambda event, write: (
        f"The cut card comes out; {event.coups_left} more coup(s) will be called"
    ),
    e.ShoeEnded: lambda event, write: "The shoe is over",
    e.ReplacementOrdered: lambda event, write: "New cards are ordered before the next coup",
    e.BettingOpened: lambda event, write: (
        f"Coup {event.coup} is called" + (", without bets" if event.no_bet else "")
    ),
    e.BettingReopened: lambda event, write: f"{event.by} lets betting go on",
    e.StakePlaced: lambda event, write: (
        f"{event.patron} stakes {write(event.amount)} on {event.wager}"
    ),
    e.StakeTaken: lambda event, write: (
        f"{write(event.amount)} on {event.wager} goes back to {event.patron}"
    ),
    e.StakeReduced: lambda event, write: (
        f"{write(event.amount)} of {event.patron}'s stake on {event.wager} goes back"
    ),
    e.AntePlaced: lambda event, write: f"{event.patron} lays an Ante of {write(event.amount)}",
    e.AnteReturned: lambda event, write: (
        f"{event.patron}'s Ante of {write(event.amount)} goes back"
    ),
    e.AnteCollected: lambda event, write: (
        f"{event.patron}'s Ante of {write(event.amount)} is taken"
    ),
    e.BettingClosed: lambda event, write: "No more bets",
    e.HandOffered: lambda event, write: f"{event.patron} is offered the {event.hand.value}'s hand",
    e.HandAccepted: lambda event, write: f"{event.patron} handles the {event.hand.value}'s hand",
    e.HandKept: lambda event, write: f"The dealer keeps the {event.hand.value}'s hand",
    e.HandPassed: lambda event, write: f"The {event.hand.value}'s cards go to {event.patron}",
    e.CardDealt: _dealt,
    e.CardTurned: lambda event, write: f"{_PLACES[event.slot]} is {event.card.text}",
    e.CardCarried: lambda event, write: f"{_face(event.card)} waits to open the next coup",
    e.TotalAnnounced: lambda event, write: (
        f"Announced: {event.hand.value.capitalize()} {event.total}"
    ),
    e.CardCorrected: lambda event, write: (
        f"{_PLACES[event.slot]} had been read as {event.was.text}; it is {event.card.text}"
    ),
    e.CommissionReturned: lambda event, write: (
        f"{write(event.amount)} of commission goes back to {event.patron}"
    ),
    e.AnnouncementCorrected: lambda event, write: (
        f"The dealer said {event.called}; the cards say {event.true}"
    ),
    e.ResultAnnounced: lambda event, write: (
        f"Player {event.player_total}, Banker {event.banker_total}: "
        + ("a tie" if event.winner.value == "tie" else f"{event.winner.value.capitalize()} wins")
    ),
    e.StakeSettled: _settled,
    e.CoupSettled: lambda event, write: f"Coup {event.coup} is settled",
    e.IrregularityFound: _found,
    e.QuestionAsked: _asked,
    e.QuestionAnswered: _answered,
    e.RemedyApplied: lambda event, write: f"Ruling: {REMEDIES[event.remedy]}",
    e.RemedyDeclined: lambda event, write: f"Not granted: {REMEDIES[event.remedy]}",
    e.CardsRebuilt: lambda event, write: "The cards lie now where they belong",
    e.PatronWarned: lambda event, write: (
        f"{event.patron} is told that the stake on {event.wager} is below the minimum"
    ),
    e.WaitingOrdered: lambda event, write: "The floor orders the waiting cards",
    e.NextWithoutBets: lambda event, write: "No bets on the coup that comes",
    e.CoupVoided: lambda event, write: f"Coup {event.coup} is void and has no result",
    e.CoupReopened: lambda event, write: f"Coup {event.coup} lies again as before it was paid",
    e.SettlementReversed: lambda event, write: (
        f"The payment of {event.patron}'s {write(event.stake)} on {event.wager} is taken back"
    ),
    e.TableClosed: lambda event, write: "The table closes",
    e.PlayEnded: lambda event, write: "Play has ended; the last coup is final",
    e.OptionChanged: lambda event, write: f"{event.by} sets {event.option} to {event.value}",
    e.NomineeNamed: lambda event, write: f"{event.patron} names {event.nominee} to act for him",
    e.NomineeApproved: lambda event, write: f"{event.by} approves {event.nominee}",
    e.NomineeAnnounced: lambda event, write: f"{event.by} announces {event.nominee}",
    e.NomineeEnded: lambda event, write: f"{event.nominee} no longer acts",
    e.NomineesBarred: lambda event, write: (
        f"{event.by} {'lets' if event.lifted else 'forbids'} nominees of "
        f"{', '.join(event.patrons)} act on {event.what}"
    ),
    e.CardsReceived: lambda event, write: (
        f"Set {event.cards} of {event.decks} decks comes to the table, {event.source}"
    ),
    e.PreparationDone: lambda event, write: (
        f"{event.by}: {event.step.replace('-', ' ')}"
        + (f" at {event.value}" if event.value is not None else "")
    ),
    e.CutDeclined: lambda event, write: f"{event.patron} leaves the cut to the next",
    e.CardBurnt: lambda event, write: f"{_face(event.card)} is burnt",
    e.BurntCardShown: lambda event, write: f"{event.patron} is shown the burnt card",
    e.HandDeclined: lambda event, write: f"{event.patron} declines the {event.hand.value}'s hand",
    e.HandTurned: lambda event, write: f"{event.by} turns the {event.hand.value}'s hand",
    e.HandReturned: lambda event, write: f"The {event.hand.value}'s cards are back in their box",
    e.CardPassed: lambda event, write: f"{_PLACES[event.slot]} goes to {event.to}",
    e.OrderOfHandsSet: lambda event, write: f"{event.by} has Banker's hand turned first",
    e.CardCalled: lambda event, write: f"{_PLACES[event.slot]} is to be drawn",
    e.CardsDiscarded: lambda event, write: "The waiting cards go to the discards",
    e.AnteReversed: lambda event, write: f"{event.patron}'s Ante lies again as before",
    e.CommissionCollected: lambda event, write: (
        f"{write(event.amount)} of commission is collected from {event.patron}"
    ),
    e.Resumed: lambda event, write: "Everything is ordinary again",
}
