"""What is done now at a table, in every stage, by every book and style.

A step carries the request or report that does it. The dealer's page sends it back, a table
without a dealer follows it, and doing each step in turn leads from a closed table through whole
shoes. What is due is asked of the rest of `play`; here is only the order.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from puntobanco.base.clauses import Clauses
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play import table as t
from puntobanco.play.cards.preparing import burn_rule, cut_clauses, requirements, waiting_for_cut
from puntobanco.play.cards.slot_clauses import slot_clauses
from puntobanco.play.cards.tape import lawful_slot, seen_total
from puntobanco.play.doors import in_force
from puntobanco.play.rulings.ruling import halt_clauses
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn, Preparation
from puntobanco.rules.rulings import Question
from puntobanco.rules.signs import required_notices
from puntobanco.rules.slots import Hand, Slot

StepAct = Literal[
    "open-table",
    "receive-cards",
    "prepare",
    "offer-cut",
    "burn",
    "open-betting",
    "close-betting",
    "offer-wait",
    "grant-squeeze",
    "keep-hand",
    "marker",
    "deal",
    "shoe-ran-dry",
    "pass-hand",
    "turn",
    "wait-turn",
    "announce-totals",
    "announce-result",
    "settle",
    "answer",
    "choice-wait",
    "end-shoe",
    "close-table",
]
"""Every act; all but `offer-cut`, `offer-wait`, `wait-turn` and `choice-wait` are staff's to do.

`end-shoe` is done by receiving other cards, as `receive-cards` is.
"""


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step, with what does it; faces of cards and answers are added by who does it."""

    act: StepAct
    request: r.Request | None = None
    """What does it, as the post whose act it is asks for it; where a patron is waited for, what
    ends the wait."""
    report: p.Report | None = None
    """What does it where it is not asked for but happens."""
    post: str = ""
    """Whose act or answer it is; where a patron is waited for, who may end the wait."""
    clauses: Clauses = ()
    who: str = ""
    """The patron or nominee who is waited for, or whose hand it is."""
    hand: Hand | None = None
    slots: tuple[Slot, ...] = ()
    """Where the card goes that is dealt, or every card that is turned."""
    face_up: bool = False
    """Whether the card that leaves the shoe is shown."""
    others: tuple[str, ...] = ()
    """What may be done instead: other steps of a preparation, or other kinds of cards."""

    @property
    def unanswered(self) -> r.Request | p.Report | None:
        """What does it where nobody answers: an offered hand goes on to the next patron."""
        if self.act == "offer-wait":
            assert self.hand is not None, self
            return r.AnswerOffer(by=self.who, hand=self.hand, accept=False)
        return self.request or self.report


def next_step(
    rules: HouseRules, table: t.Table, *, drawn: bool = True, closing: bool = False
) -> NextStep:
    """What is done now; `drawn`: the program draws the cards; `closing`: no coup is called."""
    rules = in_force(rules, table)
    if table.halts:
        return _answer(rules, table, table.halts[-1])
    if closing and isinstance(table.stage, t.Preparing | t.Ready | t.Resolved):
        return _close_table()
    match table.stage:
        case t.Closed():
            notices = tuple(notice.name for notice in required_notices(rules))
            return NextStep(
                act="open-table",
                request=r.OpenTable(by="dealer", notices=notices),
                post="dealer",
                clauses=rules.places.clauses,
            )
        case t.Preparing():
            return _prepare(rules, table, table.stage)
        case t.Ready() | t.Resolved():
            return _between(rules, table, drawn=drawn)
        case t.Betting():
            return NextStep(
                act="close-betting",
                request=r.CloseBetting(by="dealer"),
                post="dealer",
                clauses=rules.book.conduct.betting.closing_clauses,
            )
        case t.Dealing():
            return _deal(rules, table, table.stage, drawn=drawn)


def _answer(rules: HouseRules, table: t.Table, halt: t.Halt) -> NextStep:
    clauses = halt_clauses(rules, table)
    if halt.question is Question.CHOICE:
        return NextStep(act="choice-wait", report=p.ChoiceTimeOver(), clauses=clauses)
    return NextStep(act="answer", post=halt.post or "", clauses=clauses)


# --- the table and its cards --------------------------------------------------------------------


def usable_preparations(rules: HouseRules) -> tuple[Preparation, ...]:
    """The kinds of cards that may come here, with what each goes through."""
    approved = rules.settings.sealed_cards_approved
    known = rules.chosen(rules.book.conduct.preparations)
    return tuple(each for each in known if approved or not each.approval_clauses)


def _receive(rules: HouseRules, table: t.Table, act: StepAct) -> NextStep:
    first, *others = (each.source for each in usable_preparations(rules))
    name = f"S{table.shoe.number + 1}"
    return NextStep(
        act=act,
        request=r.ReceiveCards(
            by="dealer", cards=name, decks=rules.decks, source=first, backs=name
        ),
        post="dealer",
        others=tuple(others),
        clauses=rules.deck_clauses,
    )


def _prepare(rules: HouseRules, table: t.Table, stage: t.Preparing) -> NextStep:
    known = {each.source: each for each in usable_preparations(rules)}
    preparation = known.get(stage.source)
    if preparation is None:
        return _receive(rules, table, "receive-cards")
    if "load" in stage.steps:  # a step that was left out before is not made up for
        return _burn(rules, table, stage)
    for needed in sorted(requirements(rules, preparation), key=lambda each: each.order):
        if set(needed.steps) & set(stage.steps):
            continue
        step, *others = needed.steps
        if step == "cut" and (waiting := waiting_for_cut(table, stage)):
            return NextStep(
                act="offer-cut",
                request=r.DeclineCut(by="dealer", patron=waiting[0]),
                who=waiting[0],
                clauses=cut_clauses(rules),
            )
        post = needed.posts[0] if needed.posts else "dealer"
        return NextStep(
            act="prepare",
            request=r.Prepare(by=post, step=step, value=_measured(rules, step)),
            post=post,
            others=tuple(others),
            clauses=needed.clauses,
        )
    raise AssertionError("every preparation ends with loading the cards")


def _measured(rules: HouseRules, step: str) -> int | None:
    """How many cards from the end a cut or the cut card is made at, unless a person says so."""
    return {"cut": rules.decks * 26, "marker": rules.settings.shoe.marker_from_back}.get(step)


def _burn(rules: HouseRules, table: t.Table, stage: t.Preparing) -> NextStep:
    rule = burn_rule(rules)
    which = rule.more_clauses if stage.burnt else rule.first_clauses
    return NextStep(
        act="burn",
        report=p.CardLeftShoe(),
        face_up=rule.burn is Burn.BY_VALUE and not table.shoe.seen,
        post="dealer",
        clauses=(*rule.clauses, *which),
    )


def _marker_is_next(rules: HouseRules, table: t.Table, *, drawn: bool) -> bool:
    """Whether the cut card of a shoe that the program draws from comes before its next card."""
    shoe = table.shoe
    if not drawn or shoe.coups_left is not None or shoe.continuous:
        return False
    return shoe.size - shoe.out <= rules.settings.shoe.marker_from_back


def _marker() -> NextStep:
    return NextStep(act="marker", report=p.MarkerLeftShoe(), post="dealer")


def _close_table() -> NextStep:
    return NextStep(act="close-table", request=r.CloseTable(by="dealer"), post="dealer")


def _between(rules: HouseRules, table: t.Table, *, drawn: bool) -> NextStep:
    paid = t.paid_coup(table)
    if paid is not None and paid.final:
        return _close_table()
    if table.shoe.over or table.shoe.replacement:
        return _receive(rules, table, "end-shoe")
    if _marker_is_next(rules, table, drawn=drawn):
        return _marker()
    return NextStep(
        act="open-betting",
        request=r.OpenBetting(by="dealer"),
        post="dealer",
        clauses=rules.book.conduct.betting.opening_clauses,
    )


# --- a coup ---------------------------------------------------------------------------------------


def _deal(rules: HouseRules, table: t.Table, stage: t.Dealing, *, drawn: bool) -> NextStep:
    if stage.offers:
        hand, patron = stage.offers[0]
        return _wait_or_keep(rules, table, hand, patron, "offer-wait")
    waiting = [each for each in stage.asked if each.what == "squeeze" and each.granted is None]
    if waiting and waiting[0].hand is not None:
        return _grant_squeeze(rules, waiting[0].patron, waiting[0].hand)
    due = lawful_slot(rules.tableau, stage.tape)
    if due is not None and not due.is_third:
        return _deal_to(rules, table, stage, due, drawn=drawn)
    if stage.out is not None and _face_down(stage, stage.out):
        return _turn(rules, table, stage, stage.out)
    silent = _unannounced(rules, stage)
    if silent is not None:
        return _announce(rules, *silent)
    if due is not None:
        return _deal_to(rules, table, stage, due, drawn=drawn)
    hands = (Hand.BANKER, Hand.PLAYER) if stage.banker_first else tuple(Hand)
    for hand in hands:
        if _face_down(stage, hand):
            return _turn(rules, table, stage, hand)
    return _end(rules, stage)


def _deal_to(
    rules: HouseRules, table: t.Table, stage: t.Dealing, due: Slot, *, drawn: bool
) -> NextStep:
    if table.shoe.is_empty:
        return NextStep(act="shoe-ran-dry", report=p.ShoeRanDry(), slots=(due,), post="dealer")
    if _marker_is_next(rules, table, drawn=drawn):
        return _marker()
    style = rules.style
    return NextStep(
        act="deal",
        report=p.CardLeftShoe(),
        slots=(due,),
        hand=due.hand,
        face_up=style.face_up(due),
        post="dealer",
        clauses=slot_clauses(rules, stage, due),
    )


def _face_down(stage: t.Dealing, hand: Hand) -> tuple[Slot, ...]:
    return tuple(
        lying.slot
        for lying in stage.tape
        if lying.slot is not None and lying.slot.hand is hand and lying.card is None
    )


def _unannounced(rules: HouseRules, stage: t.Dealing) -> tuple[Hand, int] | None:
    """A hand that lies face up and whose total nobody has said yet, and that total.

    A third card that is dealt face up is told with the result.
    """
    for hand in Hand:
        total, said = seen_total(stage.tape, hand), stage.announced.get(hand.value)
        if total is None:
            continue
        changed = not rules.style.third_face_up and said != total
        if said is None or stage.out is hand or changed:
            return hand, total
    return None


def _announce(rules: HouseRules, hand: Hand, total: int) -> NextStep:
    return NextStep(
        act="announce-totals",
        report=p.TotalCalled(hand=hand, total=total),
        hand=hand,
        post="dealer",
        clauses=rules.style.announce_clauses,
    )


def _wait_or_keep(
    rules: HouseRules, table: t.Table, hand: Hand, who: str, act: StepAct
) -> NextStep:
    """Wait for a patron about a hand, or have the dealer keep it where the patron has left."""
    rule = rules.book.conduct.dealing
    patron = table.patrons.get(who)
    left = (patron is None or not patron.present) and who not in table.nominees
    return NextStep(
        act="keep-hand" if left else act,
        request=r.KeepHand(by=rule.keep_post, hand=hand),
        hand=hand,
        who=who,
        post=rule.keep_post,
        clauses=rule.dealer_keeps_clauses if left else rule.handler_clauses,
    )


def _grant_squeeze(rules: HouseRules, who: str, hand: Hand) -> NextStep:
    return NextStep(
        act="grant-squeeze",
        request=r.AnswerPatron(by="dealer", patron=who, what="squeeze", hand=hand, grant=True),
        hand=hand,
        who=who,
        post="dealer",
        clauses=rules.book.conduct.squeeze_clauses,
    )


def _turn(rules: HouseRules, table: t.Table, stage: t.Dealing, hand: Hand) -> NextStep:
    down = _face_down(stage, hand)
    handler = stage.handlers.get(hand.value, "dealer")
    if handler == "dealer":
        return NextStep(
            act="turn",
            request=r.TurnHand(by="dealer", hand=hand),
            slots=down,
            hand=hand,
            post="dealer",
            clauses=rules.style.announce_clauses,
        )
    waits = _wait_or_keep(rules, table, hand, handler, "wait-turn")
    if waits.act == "keep-hand" or stage.out is hand:
        return replace(waits, slots=down)
    return NextStep(
        act="pass-hand",
        request=r.PassHand(by="dealer", hand=hand),
        slots=down,
        hand=hand,
        who=handler,
        post="dealer",
        clauses=rules.book.conduct.dealing.pass_clauses or rules.style.touch_clauses,
    )


def _end(rules: HouseRules, stage: t.Dealing) -> NextStep:
    rule, coup = rules.book.conduct.dealing, t.coup_of(stage.tape)
    assert coup is not None, stage.tape
    if stage.result_announced:
        asked = r.Settle(by="dealer")
        return NextStep(act="settle", request=asked, post="dealer", clauses=rule.pay_clauses)
    return NextStep(
        act="announce-result",
        report=p.ResultCalled.of(coup),
        post="dealer",
        clauses=rule.result_clauses,
    )
