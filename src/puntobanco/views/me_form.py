"""One patron's own side of the table: their money, stakes, hands and questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import convert

from puntobanco.base.money import Units
from puntobanco.play import requests as r
from puntobanco.play.asking import ask_to_squeeze
from puntobanco.play.betting import ante_due
from puntobanco.play.events import StakeSettled
from puntobanco.play.people import cash_out
from puntobanco.play.table import Betting, Dealing, Nominee, Patron, Preparing, Table, TapeCard
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Turner
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand
from puntobanco.sayings.saying import sentence
from puntobanco.views.hands_form import face, holder
from puntobanco.views.layout_forms import lying
from puntobanco.views.reading import OwnCoup, Reading
from puntobanco.views.setup import Moment
from puntobanco.views.step_form import step_of
from puntobanco.views.words import went_wrong
from puntobanco.wire import own_forms as f
from puntobanco.wire.forms import CardForm

NOTHING_HELD: Mapping[str, str] = {}


def me_form(
    reading: Reading, name: str, moment: Moment, held: Mapping[str, str] = NOTHING_HELD
) -> f.MeForm:
    """What a patron, or a nominee, sees of their own.

    `held` are faces, by slot, of cards that lie face down for all other viewers; only those are
    shown that this person has in hand.
    """
    rules, table = reading.rules, reading.table
    known = table.patrons.get(name)
    patron = known or Patron(name, present=False)
    stakes = own_stakes(table, name)
    ante, still_due = antes(rules, table, name)
    own = reading.memory.own.get(name)
    halt = table.halts[-1] if table.halts else None
    nominee = table.nominees.get(name)
    offered = _offered(table, name)
    may_squeeze = _may_squeeze(rules, table, name) if known else ()
    before_cards = isinstance(table.stage, Dealing) and not table.stage.tape
    asking_until = moment.asking_until if may_squeeze and before_cards else None
    return f.MeForm(
        name=name,
        present=patron.present,
        place=patron.place,
        rack=patron.rack,
        owed=patron.owed,
        staked=sum(stake.amount for stake in stakes),
        ante=ante,
        ante_due=still_due,
        cashable=_cashable(rules, table, name, patron.rack),
        stakes=stakes,
        last=_last(own) if own else None,
        offered=offered,
        offered_until=moment.offered_until if offered else asking_until,
        may_squeeze=may_squeeze,
        squeeze=_squeeze(table, name, moment, held),
        must_choose=halt is not None and halt.question is Question.CHOICE and name in halt.waiting,
        may_cut=_may_cut(reading, name),
        acts_for=nominee.patron if nominee else "",
        nominees=nominee_forms(each for each in table.nominees.values() if each.patron == name),
    )


def antes(rules: HouseRules, table: Table, name: str) -> tuple[Units, Units]:
    """What a patron has laid as Ante, and what they have still to lay before betting closes."""
    stage = table.stage
    laid = stage.antes.get(name, 0) if isinstance(stage, Betting | Dealing) else 0
    if laid or not isinstance(stage, Betting):
        return laid, 0
    return laid, ante_due(rules, stage.stakes, name)


def nominee_forms(nominees: Iterable[Nominee]) -> tuple[f.NomineeForm, ...]:
    """Those who act for patrons, or wait to."""
    return tuple(convert(each, f.NomineeForm, from_attributes=True) for each in nominees)


def own_stakes(table: Table, name: str) -> tuple[f.OwnStakeForm, ...]:
    """A patron's stakes on the layout."""
    return tuple(
        f.OwnStakeForm(place=place, wager=wager, amount=stake)
        for (patron, place, wager), stake in lying(table.stage).items()
        if patron == name
    )


def _cashable(rules: HouseRules, table: Table, name: str, rack: Units) -> Units:
    if rack <= 0:
        return 0
    outcome = cash_out(rules, table, r.CashOut(by=name, amount=rack))
    if isinstance(outcome, Refusal):
        return outcome.acceptable or 0
    return rack


def settled_form(line: StakeSettled) -> f.SettledForm:
    """How one stake ended."""
    return f.SettledForm(
        place=line.place,
        wager=line.wager,
        stake=line.stake,
        result=line.result.value,
        profit=line.profit,
        commission=line.whole_commission,
        label=line.label,
        clauses=line.clauses,
    )


def _last(own: OwnCoup) -> f.OwnCoupForm:
    why = went_wrong(own.why) if own.voided and own.why else None
    return f.OwnCoupForm(
        coup=own.coup,
        lines=tuple(settled_form(line) for line in own.lines),
        net=sum(line.profit - line.owed for line in own.lines) - own.ante,
        voided=own.voided,
        returned=own.returned,
        why=sentence(why) if why else "",
        why_said=why,
        clauses=own.clauses,
    )


def _offered(table: Table, name: str) -> tuple[str, ...]:
    """Hands on offer to a person, or to the patron they act for."""
    stage, nominee = table.stage, table.nominees.get(name)
    if not isinstance(stage, Dealing):
        return ()
    mine = (name, nominee.patron) if nominee and nominee.announced else (name,)
    return tuple(hand.value for hand, patron in stage.offers if patron in mine)


def _may_squeeze(rules: HouseRules, table: Table, name: str) -> tuple[str, ...]:
    stage = table.stage
    if not isinstance(stage, Dealing) or rules.style.turner is not Turner.DEALER or table.halts:
        return ()
    return tuple(
        hand.value
        for hand in Hand
        if stage.handlers.get(hand.value) != name
        and not isinstance(
            ask_to_squeeze(rules, table, r.AskToSqueeze(by=name, hand=hand)), Refusal
        )
    )


def _squeeze(
    table: Table, name: str, moment: Moment, held: Mapping[str, str]
) -> f.SqueezeForm | None:
    stage = table.stage
    if not isinstance(stage, Dealing):
        return None
    for hand in Hand:
        cards = [each for each in stage.tape if each.slot and each.slot.hand is hand]
        passed = any(holder(stage, each) == name for each in cards)
        mine = passed or stage.handlers.get(hand.value) == name
        if mine and any(each.card is None for each in cards):
            return f.SqueezeForm(
                hand=hand.value,
                cards=tuple(_own_card(stage, each, name, held) for each in cards),
                passed=passed,
                until=moment.squeeze_until if passed else None,
            )
    return None


def _own_card(stage: Dealing, each: TapeCard, name: str, held: Mapping[str, str]) -> CardForm:
    slot, in_hand = each.slot.value if each.slot else "", holder(stage, each) == name
    shown = face(each) or (held.get(slot) if in_hand else None)
    return CardForm(slot=slot, card=shown, held_by="you" if in_hand else "")


def _may_cut(reading: Reading, name: str) -> bool:
    if not isinstance(reading.table.stage, Preparing) or reading.table.halts:
        return False
    step = step_of(reading.rules, reading.table, reading.setup)
    return step.act == "offer-cut" and step.who == name
