"""A log told in plain words: what happened, what was irregular, what ruled, who was paid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from puntobanco.base.clauses import ClauseId
from puntobanco.base.money import Currency
from puntobanco.play import events as e
from puntobanco.rules.citing.defaults import cited
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.settlement import Result
from puntobanco.sayings.saying import Saying, Value, known, listed, say, sentence
from puntobanco.views.words import (
    HANDS,
    SLOTS,
    WHAT_IS_DONE,
    WHAT_WENT_WRONG,
    WINNERS,
    answer_said,
    card_said,
    label_said,
    question_said,
    step_said,
    wager_said,
)

Write = Callable[[int], str]
"""How an amount is written."""
Name = Callable[[str], Value]
"""How somebody is named."""


class Teller:
    """Turns events into sentences, with the clauses behind each.

    Where a default of ours is cited for the first time, its sentence follows.
    """

    def __init__(self, currency: Currency) -> None:
        self._write = currency.write
        self._told: set[ClauseId] = set()

    def tell(self, event: e.Event) -> str | None:
        """One sentence for an event and its clauses, or None where there is nothing to tell."""
        words = self.sentence(event)
        if words is None:
            return None
        clauses = cited(event.clauses, self._told)
        self._told.update(event.clauses)
        return f"{words} [{clauses}]" if clauses else words

    def sentence(self, event: e.Event) -> str | None:
        """One sentence for an event, without its clauses."""
        said = self.said(event)
        return None if said is None else sentence(said)

    def said(self, event: e.Event) -> Saying | None:
        """What is said of an event, everybody named."""
        return told(event, self._write, by_name)


def told(event: e.Event, write: Write, name: Name) -> Saying | None:
    """What is said of an event; None where there is nothing to tell."""
    say_it = _TELLERS.get(type(event))
    return None if say_it is None else say_it(event, write, name)


def by_name(who: str) -> Value:
    """Somebody by his name; staff by their post."""
    return known("post", who)


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


def _called(words: str) -> Value:
    """What was announced: a total, which hand came first, or a whole result."""
    if words.endswith(" first"):
        return say(f"called.{words.replace(' ', '-')}")
    result = re.fullmatch(r"player (\d), banker (\d), (\w+)", words)
    if result is None:
        return words
    winner = WINNERS[Winner(result[3])]
    return say("outcome", player=int(result[1]), banker=int(result[2]), winner=winner)


def _came(event: e.PatronCame, write: Write, name: Name) -> Saying:
    if event.place:
        return say("told.sits", who=name(event.patron), place=event.place)
    return say("told.stands", who=name(event.patron))


def _settled(event: e.StakeSettled, write: Write, name: Name) -> Saying:
    values: dict[str, Value] = {
        "who": name(event.patron),
        "stake": write(event.stake),
        "wager": wager_said(event.wager),
        "label": label_said(event.label),
    }
    if event.result is Result.LOSE:
        return Saying("told.lost", values)
    if event.result is Result.PUSH:
        return Saying("told.stays" if event.stays else "told.back", values)
    values["profit"] = write(event.profit)
    if not event.commission:
        return Saying("told.won", values)
    return Saying("told.won-less", {**values, "commission": write(event.commission)})


def _found(event: e.IrregularityFound, write: Write, name: Name) -> Saying:
    if event.irregularity is Irregularity.FLOOR_CALLED:
        return say("told.called-for", what=event.note) if event.note else say("told.called")
    what = WHAT_WENT_WRONG[event.irregularity]
    facts = [known("fact", fact) for fact, so in event.facts.items() if so]
    if event.note:
        what = say("irregular.noted", what=what, note=event.note)
    if facts:
        what = say("irregular.known", what=what, facts=listed(facts))
    return say("told.irregular", coup=event.coup, what=what)


def _asked(event: e.QuestionAsked, write: Write, name: Name) -> Saying:
    whom: Value = say("person.floor")
    if event.patrons:
        whom = listed(event.patrons)
    elif event.post:
        whom = say("person.post", post=known("post", event.post))
    return say("told.asked", whom=whom, question=question_said(event.question, event.remedy))


def _answered(event: e.QuestionAnswered, write: Write, name: Name) -> Saying:
    who, answer = name(event.by), answer_said(event)
    if not event.reason:
        return say("told.answered", who=who, answer=answer)
    return say("told.answered-because", who=who, answer=answer, reason=event.reason)


def _prepared(event: e.PreparationDone, write: Write, name: Name) -> Saying:
    who, step = name(event.by), step_said(event.step)
    if event.skipped:
        steps = listed(tuple(step_said(each) for each in event.skipped))
        return say("told.loaded-without", who=who, steps=steps)
    if event.value is None:
        return say("told.prepared", who=who, step=step)
    return say("told.prepared-at", who=who, step=step, at=event.value)


def _dealt(event: e.CardDealt, write: Write, name: Name) -> Saying:
    card, slot = card_said(event.card), SLOTS[event.slot] if event.slot else _ASIDE
    if event.foreign:
        return say("told.card-foreign", card=card, slot=slot, why=event.foreign)
    return say("told.card-dealt", card=card, slot=slot)


def _corrected(event: e.CardCorrected, write: Write, name: Name) -> Saying:
    slot, was, card = SLOTS[event.slot], card_said(event.was), card_said(event.card)
    if event.coup is not None:
        return say("told.card-corrected-earlier", coup=event.coup, slot=slot, was=was, card=card)
    return say("told.card-corrected", slot=slot, was=was, card=card)


def _barred(event: e.NomineesBarred, write: Write, name: Name) -> Saying:
    return say(
        "told.nominees-allowed" if event.lifted else "told.nominees-barred",
        who=name(event.by),
        patrons=listed(event.patrons) if event.patrons else "",
        what=known("what", event.what),
    )


def _always(code: str) -> _Tell:
    said = Saying(code)
    return lambda event, write, name: said


_Tell = Callable[[Any, Write, Name], Saying]
_ASIDE = say("slot.aside")
_TELLERS: dict[type[Any], _Tell] = {
    e.TableOpened: lambda event, write, name: say("told.table-opened", book=event.book),
    e.TableClosed: _always("told.table-closed"),
    e.PlayEnded: _always("told.play-ended"),
    e.EditionAdopted: lambda event, write, name: say(
        "told.edition-adopted",
        who=name(event.by),
        book=event.book,
        before=event.before[:12],
        after=event.after[:12],
    ),
    e.OptionChanged: lambda event, write, name: say(
        "told.option-changed", who=name(event.by), option=event.option, value=event.value
    ),
    e.PatronCame: _came,
    e.PatronWent: lambda event, write, name: say("told.patron-went", who=name(event.patron)),
    e.ChipsBought: lambda event, write, name: say(
        "told.chips-bought", who=name(event.patron), amount=write(event.amount)
    ),
    e.ChipsCashed: lambda event, write, name: say(
        "told.chips-cashed", who=name(event.patron), amount=write(event.amount)
    ),
    e.NomineeNamed: lambda event, write, name: say(
        "told.nominee-named", who=name(event.patron), nominee=event.nominee
    ),
    e.NomineeApproved: lambda event, write, name: say(
        "told.nominee-approved", who=name(event.by), nominee=event.nominee
    ),
    e.NomineeAnnounced: lambda event, write, name: say(
        "told.nominee-announced", who=name(event.by), nominee=event.nominee
    ),
    e.NomineeEnded: lambda event, write, name: say("told.nominee-ended", who=name(event.nominee)),
    e.NomineesBarred: _barred,
    e.CardsReceived: lambda event, write, name: say(
        "told.cards-received",
        cards=event.cards,
        decks=event.decks,
        source=known("source", event.source),
    ),
    e.PreparationDone: _prepared,
    e.CutDeclined: lambda event, write, name: say("told.cut-declined", who=name(event.patron)),
    e.CardBurnt: lambda event, write, name: say("told.card-burnt", card=card_said(event.card)),
    e.BurntCardShown: lambda event, write, name: say(
        "told.burnt-card-shown", who=name(event.patron)
    ),
    e.ShoeStarted: lambda event, write, name: (
        say("told.shuffler-started", size=event.size)
        if event.continuous
        else say("told.shoe-started", shoe=event.shoe, size=event.size)
    ),
    e.MarkerReached: lambda event, write, name: say("told.marker-reached", count=event.coups_left),
    e.ShoeEnded: _always("told.shoe-ended"),
    e.ReplacementOrdered: _always("told.replacement-ordered"),
    e.BettingOpened: lambda event, write, name: say(
        "told.betting-opened-no-bets" if event.no_bet else "told.betting-opened", coup=event.coup
    ),
    e.BettingExtended: lambda event, write, name: say(
        "told.betting-extended", who=name(event.by), seconds=event.seconds
    ),
    e.BettingReopened: lambda event, write, name: say("told.betting-reopened", who=name(event.by)),
    e.StakePlaced: lambda event, write, name: say(
        "told.stake-placed",
        who=name(event.patron),
        amount=write(event.amount),
        wager=wager_said(event.wager),
    ),
    e.StakeTaken: lambda event, write, name: say(
        "told.stake-taken",
        who=name(event.patron),
        amount=write(event.amount),
        wager=wager_said(event.wager),
    ),
    e.StakeReduced: lambda event, write, name: say(
        "told.stake-reduced",
        who=name(event.patron),
        amount=write(event.amount),
        wager=wager_said(event.wager),
    ),
    e.AntePlaced: lambda event, write, name: say(
        "told.ante-placed", who=name(event.patron), amount=write(event.amount)
    ),
    e.AnteReturned: lambda event, write, name: say(
        "told.ante-returned", who=name(event.patron), amount=write(event.amount)
    ),
    e.AnteCollected: lambda event, write, name: say(
        "told.ante-collected", who=name(event.patron), amount=write(event.amount)
    ),
    e.AnteReversed: lambda event, write, name: say("told.ante-reversed", who=name(event.patron)),
    e.BettingClosed: _always("told.betting-closed"),
    e.HandOffered: lambda event, write, name: say(
        "told.hand-offered", who=name(event.patron), hand=HANDS[event.hand]
    ),
    e.CallMade: lambda event, write, name: say(
        "told.call-made", words=known("call", event.words.lower().replace(" ", "-"), event.words)
    ),
    e.HouseAsked: lambda event, write, name: say(
        "told.house-asked", who=name(event.patron), what=known("asked", event.what)
    ),
    e.HouseAnswered: lambda event, write, name: say(
        "told.house-granted" if event.granted else "told.house-refused",
        who=name(event.patron),
        what=known("asked", event.what),
    ),
    e.HandAccepted: lambda event, write, name: say(
        "told.hand-accepted", who=name(event.patron), hand=HANDS[event.hand]
    ),
    e.HandDeclined: lambda event, write, name: say(
        "told.hand-declined", who=name(event.patron), hand=HANDS[event.hand]
    ),
    e.HandKept: lambda event, write, name: say("told.hand-kept", hand=HANDS[event.hand]),
    e.HandPassed: lambda event, write, name: say(
        "told.hand-passed", who=name(event.patron), hand=HANDS[event.hand]
    ),
    e.HandTurned: lambda event, write, name: say(
        "told.hand-turned", who=name(event.by), hand=HANDS[event.hand]
    ),
    e.HandReturned: lambda event, write, name: say("told.hand-returned", hand=HANDS[event.hand]),
    e.OrderOfHandsSet: lambda event, write, name: say("told.order-of-hands", who=name(event.by)),
    e.CardCalled: lambda event, write, name: say("told.card-called", slot=SLOTS[event.slot]),
    e.CardDealt: _dealt,
    e.CardTurned: lambda event, write, name: say(
        "told.card-turned", slot=SLOTS[event.slot], card=card_said(event.card)
    ),
    e.CardCarried: lambda event, write, name: say("told.card-carried", card=card_said(event.card)),
    e.CardCorrected: _corrected,
    e.CardPassed: lambda event, write, name: say(
        "told.card-passed", slot=SLOTS[event.slot], who=name(event.to)
    ),
    e.CardsDiscarded: _always("told.cards-discarded"),
    e.CardsRebuilt: _always("told.cards-rebuilt"),
    e.TotalAnnounced: lambda event, write, name: say(
        "told.total-announced", hand=HANDS[event.hand], total=event.total
    ),
    e.AnnouncementCorrected: lambda event, write, name: say(
        "told.announcement-corrected", called=_called(event.called), true=_called(event.true)
    ),
    e.ResultAnnounced: lambda event, write, name: say(
        "outcome.ended",
        player=event.player_total,
        banker=event.banker_total,
        winner=WINNERS[event.winner],
    ),
    e.StakeSettled: _settled,
    e.CommissionCollected: lambda event, write, name: say(
        "told.commission-collected", who=name(event.patron), amount=write(event.amount)
    ),
    e.CommissionReturned: lambda event, write, name: say(
        "told.commission-returned", who=name(event.patron), amount=write(event.amount)
    ),
    e.CoupSettled: lambda event, write, name: say("told.coup-settled", coup=event.coup),
    e.CoupVoided: lambda event, write, name: say("told.coup-voided", coup=event.coup),
    e.CoupReopened: lambda event, write, name: say("told.coup-reopened", coup=event.coup),
    e.SettlementReversed: lambda event, write, name: say(
        "told.settlement-reversed",
        who=name(event.patron),
        stake=write(event.stake),
        wager=wager_said(event.wager),
    ),
    e.IrregularityFound: _found,
    e.QuestionAsked: _asked,
    e.QuestionAnswered: _answered,
    e.RemedyApplied: lambda event, write, name: say(
        "told.ruling", remedy=WHAT_IS_DONE[event.remedy]
    ),
    e.RemedyDeclined: lambda event, write, name: say(
        "told.declined", remedy=WHAT_IS_DONE[event.remedy]
    ),
    e.PatronWarned: lambda event, write, name: say(
        "told.patron-warned", who=name(event.patron), wager=wager_said(event.wager)
    ),
    e.WaitingOrdered: _always("told.waiting-ordered"),
    e.NextWithoutBets: _always("told.next-without-bets"),
    e.Resumed: _always("told.resumed"),
}
