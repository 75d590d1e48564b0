"""What the dealer does now, in every stage, by every book and style.

It is also what a table without a dealer follows: doing each step in turn leads from a closed table
through whole shoes. Nothing is decided here; what is due is asked of `play`.
"""

from __future__ import annotations

from msgspec.structs import replace

from puntobanco.play.doors import in_force
from puntobanco.play.opening import open_table
from puntobanco.play.preparing import burn_rule, cut_clauses, requirements
from puntobanco.play.ruling import halt_clauses
from puntobanco.play.slot_clauses import slot_clauses
from puntobanco.play.table import (
    Betting,
    Closed,
    Dealing,
    Halt,
    Preparing,
    Ready,
    Resolved,
    Table,
    coup_of,
    paid_coup,
)
from puntobanco.play.tape import lawful_slot
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn, Preparation
from puntobanco.rules.points import hand_total
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand, Slot
from puntobanco.views.explain import QUESTIONS, REMEDIES
from puntobanco.views.own_forms import StepForm
from puntobanco.views.ruling_form import answers_to
from puntobanco.views.setup import Setup
from puntobanco.views.words import PLACES, STEPS, hand_words, outcome_sentence

ACTS = (
    "open-table",
    "receive-cards",
    "prepare",
    "offer-cut",
    "burn",
    "open-betting",
    "close-betting",
    "offer-wait",
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
)
"""Every act; all but `offer-cut`, `offer-wait`, `wait-turn` and `choice-wait` are staff's to do.

`end-shoe` is done by receiving other cards, as `receive-cards` is.
"""


def next_step(rules: HouseRules, table: Table, setup: Setup) -> StepForm:
    """What is done now at a table."""
    rules = in_force(rules, table)
    if table.halts:
        return _answer(rules, table, table.halts[-1])
    match table.stage:
        case Closed():
            return _open_table(rules)
        case Preparing():
            return _prepare(rules, table, table.stage)
        case Ready() | Resolved():
            return _between(rules, table, setup)
        case Betting():
            return StepForm(
                act="close-betting",
                line="Call no more bets",
                post="dealer",
                clauses=rules.book.conduct.betting.closing_clauses,
            )
        case Dealing():
            return _deal(rules, table, table.stage, setup)


# --- a question ---------------------------------------------------------------------------------


def _answer(rules: HouseRules, table: Table, halt: Halt) -> StepForm:
    if halt.question is Question.CHOICE:
        return StepForm(
            act="choice-wait",
            line="Wait for the patrons to choose",
            detail=QUESTIONS[Question.CHOICE],
            waiting=halt.waiting,
            question=Question.CHOICE.value,
            answers=answers_to(table, halt),
            clauses=halt_clauses(rules, table),
        )
    post = halt.post or ""
    detail = QUESTIONS[halt.question] if halt.question else ""
    if halt.remedy is not None:
        detail = f"{detail} ({REMEDIES[halt.remedy]})"
    title = rules.book.posts.title(post) if post else "floor"
    return StepForm(
        act="answer",
        line=f"Call the {title}",
        detail=detail,
        post=post,
        question=halt.question.value if halt.question else "",
        answers=answers_to(table, halt),
        clauses=halt_clauses(rules, table),
    )


# --- the table and its cards --------------------------------------------------------------------


def _open_table(rules: HouseRules) -> StepForm:
    notices = open_table(rules).notices
    return StepForm(
        act="open-table",
        line="Open the table",
        detail=f"Show the notices: {', '.join(notices)}" if notices else "",
        post="dealer",
        notices=notices,
        clauses=rules.places.clauses,
    )


def usable_preparations(rules: HouseRules) -> tuple[Preparation, ...]:
    """The kinds of cards that may come here, with what each goes through."""
    approved = rules.settings.sealed_cards_approved
    known = rules.chosen(rules.book.conduct.preparations)
    return tuple(each for each in known if approved or not each.approval_clauses)


def _receive(rules: HouseRules, act: str, line: str) -> StepForm:
    sources = [each.source for each in usable_preparations(rules)]
    return StepForm(
        act=act,
        line=line,
        detail=f"{rules.decks} decks, {' or '.join(sources)}",
        source=sources[0],
        decks=rules.decks,
        post="dealer",
        clauses=rules.deck_clauses,
    )


def _prepare(rules: HouseRules, table: Table, stage: Preparing) -> StepForm:
    known = {each.source: each for each in usable_preparations(rules)}
    preparation = known.get(stage.source)
    if preparation is None:
        return _receive(rules, "receive-cards", "Receive the cards")
    for needed in sorted(requirements(rules, preparation), key=lambda each: each.order):
        if set(needed.steps) & set(stage.steps):
            continue
        step, value = needed.steps[0], None
        if step == "cut":
            seated = {who: each.place for who, each in table.patrons.items() if each.place}
            in_order = sorted(seated, key=seated.__getitem__)
            waiting = [who for who in in_order if who not in stage.declined]
            if waiting:
                return StepForm(
                    act="offer-cut",
                    line=f"Offer the cut to place {seated[waiting[0]]}",
                    step=step,
                    value=rules.decks * 26,
                    who=waiting[0],
                    clauses=cut_clauses(rules, table),
                )
            value = rules.decks * 26
        if step == "marker":
            value = rules.settings.shoe.marker_from_back
        others = f" ({' or '.join(needed.steps[1:])} will do)" if needed.steps[1:] else ""
        words = STEPS.get(step, step.replace("-", " "))
        return StepForm(
            act="prepare",
            line=f"{words[0].upper()}{words[1:]}",
            detail=others.strip(),
            step=step,
            value=value,
            post=needed.posts[0] if needed.posts else "dealer",
            clauses=needed.clauses,
        )
    return _burn(rules, table, stage)


def _burn(rules: HouseRules, table: Table, stage: Preparing) -> StepForm:
    rule = burn_rule(rules)
    shown = rule.burn is Burn.BY_VALUE and not table.shoe.seen
    which = rule.more_clauses if stage.burnt else rule.first_clauses
    return StepForm(
        act="burn",
        line="Burn a card face up" if shown else "Burn a card face down",
        face_up=shown,
        post="dealer",
        clauses=(*rule.clauses, *which),
    )


def _marker_is_next(rules: HouseRules, table: Table, setup: Setup) -> bool:
    """Whether the cut card of a random shoe comes before its next card."""
    shoe = table.shoe
    if setup.cards != "random" or shoe.coups_left is not None or shoe.continuous:
        return False
    return shoe.size - shoe.out <= rules.settings.shoe.marker_from_back


def _marker() -> StepForm:
    return StepForm(act="marker", line="The cut card comes out", post="dealer")


def _between(rules: HouseRules, table: Table, setup: Setup) -> StepForm:
    paid = paid_coup(table)
    if paid is not None and paid.final:
        return StepForm(act="close-table", line="Cash the chips and close the table", post="dealer")
    if table.shoe.over or table.shoe.replacement:
        return _receive(rules, "end-shoe", "The shoe is over; receive other cards")
    if _marker_is_next(rules, table, setup):
        return _marker()
    return StepForm(
        act="open-betting",
        line=f"Call coup {table.coup + 1}",
        post="dealer",
        clauses=rules.book.conduct.betting.opening_clauses,
    )


# --- a coup ---------------------------------------------------------------------------------------


def _deal(rules: HouseRules, table: Table, stage: Dealing, setup: Setup) -> StepForm:
    if stage.offers:
        hand, patron = stage.offers[0]
        return _wait_or_keep(rules, table, hand, patron, "offer-wait")
    due = lawful_slot(rules.tableau, stage.tape)
    if due is not None and not due.is_third:
        return _deal_to(rules, table, stage, setup, due)
    if stage.out is not None and _face_down(stage, stage.out):
        return _turn(rules, table, stage, stage.out)
    silent = _unannounced(rules, stage)
    if silent is not None:
        return _announce(rules, stage, silent)
    if due is not None:
        return _deal_to(rules, table, stage, setup, due)
    hands = (Hand.BANKER, Hand.PLAYER) if stage.banker_first else tuple(Hand)
    for hand in hands:
        if _face_down(stage, hand):
            return _turn(rules, table, stage, hand)
    return _end(rules, stage)


def _deal_to(rules: HouseRules, table: Table, stage: Dealing, setup: Setup, due: Slot) -> StepForm:
    clauses = slot_clauses(rules, stage, due)
    if table.shoe.out >= table.shoe.size and not table.shoe.continuous:
        return StepForm(
            act="shoe-ran-dry", line="Say that the shoe is empty", slot=due.value, post="dealer"
        )
    if _marker_is_next(rules, table, setup):
        return _marker()
    style = rules.style
    face_up = style.third_face_up if due.is_third else style.initial_face_up
    words = PLACES[due]
    return StepForm(
        act="deal",
        line=f"Deal {words}",
        detail="face up" if face_up else "face down",
        slot=due.value,
        hand=due.hand.value,
        face_up=face_up,
        post="dealer",
        clauses=clauses,
    )


def _face_down(stage: Dealing, hand: Hand) -> tuple[Slot, ...]:
    return tuple(
        lying.slot
        for lying in stage.tape
        if lying.slot is not None and lying.slot.hand is hand and lying.card is None
    )


def _unannounced(rules: HouseRules, stage: Dealing) -> Hand | None:
    """A hand that lies face up and whose total nobody has said yet.

    A third card that is dealt face up is told with the result.
    """
    for hand in Hand:
        lying = [each for each in stage.tape if each.slot and each.slot.hand is hand]
        cards = [each.card for each in lying if each.card is not None]
        if len(cards) < 2 or len(cards) < len(lying):
            continue
        said = stage.announced.get(hand.value)
        changed = not rules.style.third_face_up and said != hand_total(cards)
        if said is None or stage.out is hand or changed:
            return hand
    return None


def _announce(rules: HouseRules, stage: Dealing, hand: Hand) -> StepForm:
    cards = [each.card for each in stage.tape if each.slot and each.slot.hand is hand]
    total = hand_total([card for card in cards if card is not None])
    return StepForm(
        act="announce-totals",
        line=f"Announce {hand_words(hand)} {total}",
        detail="and take the cards back" if stage.out is hand else "",
        hand=hand.value,
        player_total=total if hand is Hand.PLAYER else None,
        banker_total=total if hand is Hand.BANKER else None,
        post="dealer",
        clauses=rules.style.announce_clauses,
    )


def _wait_or_keep(rules: HouseRules, table: Table, hand: Hand, who: str, act: str) -> StepForm:
    """Wait for somebody about a hand, or have the dealer keep it where he has left."""
    rule = rules.book.conduct.dealing
    patron = table.patrons.get(who)
    if (patron is None or not patron.present) and who not in table.nominees:
        return StepForm(
            act="keep-hand",
            line=f"Keep {hand_words(hand)}'s hand",
            detail=f"{who} has left the table",
            hand=hand.value,
            who=who,
            post=rule.keep_post,
            clauses=rule.dealer_keeps_clauses,
        )
    offered = act == "offer-wait"
    return StepForm(
        act=act,
        line=f"{'Offer' if offered else 'Wait for'} {hand_words(hand)}'s hand",
        detail=f"{who} is asked" if offered else f"{who} turns it",
        hand=hand.value,
        who=who,
        post=rule.keep_post,
        clauses=rule.handler_clauses,
    )


def _turn(rules: HouseRules, table: Table, stage: Dealing, hand: Hand) -> StepForm:
    rule = rules.book.conduct.dealing
    down = _face_down(stage, hand)
    handler = stage.handlers.get(hand.value, "dealer")
    if handler == "dealer":
        return StepForm(
            act="turn",
            line=f"Turn {hand_words(hand)}'s hand",
            slot=down[0].value,
            slots=tuple(slot.value for slot in down),
            hand=hand.value,
            post="dealer",
            clauses=rules.style.announce_clauses,
        )
    waits = _wait_or_keep(rules, table, hand, handler, "wait-turn")
    if waits.act == "keep-hand" or stage.out is hand:
        slots = tuple(slot.value for slot in down)
        return replace(waits, slot=slots[0], slots=slots)
    return StepForm(
        act="pass-hand",
        line=f"Pass {hand_words(hand)}'s hand",
        detail=f"to {handler}",
        slots=tuple(slot.value for slot in down),
        hand=hand.value,
        who=handler,
        post="dealer",
        clauses=rule.pass_clauses or rules.style.touch_clauses,
    )


def _end(rules: HouseRules, stage: Dealing) -> StepForm:
    rule, coup = rules.book.conduct.dealing, coup_of(stage.tape)
    assert coup is not None, stage.tape
    sentence = outcome_sentence(coup)
    if stage.result_announced:
        return StepForm(
            act="settle",
            line="Collect and pay",
            detail=sentence,
            post="dealer",
            clauses=rule.pay_clauses,
        )
    return StepForm(
        act="announce-result",
        line=f"Announce: {sentence}",
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        winner=coup.winner.value,
        post="dealer",
        clauses=rule.result_clauses,
    )
