"""What the dealer does now, in every stage, by every book and style.

It is also what a table without a dealer follows: doing each step in turn leads from a closed table
through whole shoes. Nothing is decided here; what is due is asked of `play`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from puntobanco.play.cards.opening import open_table
from puntobanco.play.cards.preparing import burn_rule, cut_clauses, requirements, waiting_for_cut
from puntobanco.play.cards.slot_clauses import slot_clauses
from puntobanco.play.cards.tape import lawful_slot
from puntobanco.play.doors import in_force
from puntobanco.play.rulings.ruling import halt_clauses
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
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn, Preparation
from puntobanco.rules.points import hand_total
from puntobanco.rules.rulings import Question
from puntobanco.rules.slots import Hand, Slot
from puntobanco.views.ruling_form import answers_to
from puntobanco.views.setup import Setup
from puntobanco.views.words import HANDS, SLOTS, outcome_said, post_said, question_said, step_said
from puntobanco.wire.own_forms import StepAct, StepForm
from puntobanco.wire.sayings import Saying, either, english, known, listed, say, sentence


def next_step(rules: HouseRules, table: Table, setup: Setup) -> StepForm:
    """What is done now at a table."""
    rules = in_force(rules, table)
    if table.halts:
        return _answer(rules, table, table.halts[-1])
    if setup.closing and isinstance(table.stage, Preparing | Ready | Resolved):
        return _close_table()
    match table.stage:
        case Closed():
            return _open_table(rules)
        case Preparing():
            return _prepare(rules, table, table.stage)
        case Ready() | Resolved():
            return _between(rules, table, setup)
        case Betting():
            clauses = rules.book.conduct.betting.closing_clauses
            return _step("close-betting", say("do.close-betting"), post="dealer", clauses=clauses)
        case Dealing():
            return _deal(rules, table, table.stage, setup)


def _step(act: StepAct, said: Saying, detail: Saying | None = None, /, **needs: Any) -> StepForm:
    """A step in words, with what doing it needs."""
    return StepForm(
        act=act,
        line=sentence(said),
        said=said,
        detail="" if detail is None else english(detail),
        detail_said=detail,
        **needs,
    )


# --- a question ---------------------------------------------------------------------------------


def _answer(rules: HouseRules, table: Table, halt: Halt) -> StepForm:
    if halt.question is Question.CHOICE:
        return _step(
            "choice-wait",
            say("do.choice-wait"),
            question_said(Question.CHOICE, None),
            waiting=halt.waiting,
            question=Question.CHOICE.value,
            answers=answers_to(table, halt),
            clauses=halt_clauses(rules, table),
        )
    post = halt.post or ""
    code = "do.wait-floor" if halt.question is Question.CALL else "do.call"
    return _step(
        "answer",
        say(code, post=post_said(rules, post)) if post else say("do.call-floor"),
        question_said(halt.question, halt.remedy) if halt.question else None,
        post=post,
        question=halt.question.value if halt.question else "",
        answers=answers_to(table, halt),
        clauses=halt_clauses(rules, table),
    )


# --- the table and its cards --------------------------------------------------------------------


def _open_table(rules: HouseRules) -> StepForm:
    notices = open_table(rules).notices
    shown = [known("notice", each) for each in notices]
    return _step(
        "open-table",
        say("do.open-table"),
        say("do.notices", notices=listed(shown)) if shown else None,
        post="dealer",
        notices=notices,
        clauses=rules.places.clauses,
    )


def usable_preparations(rules: HouseRules) -> tuple[Preparation, ...]:
    """The kinds of cards that may come here, with what each goes through."""
    approved = rules.settings.sealed_cards_approved
    known = rules.chosen(rules.book.conduct.preparations)
    return tuple(each for each in known if approved or not each.approval_clauses)


def _receive(rules: HouseRules, act: StepAct) -> StepForm:
    sources = [each.source for each in usable_preparations(rules)]
    kinds = either(known("source", each) for each in sources)
    return _step(
        act,
        say(f"do.{act}"),
        say("do.decks", decks=rules.decks, sources=kinds),
        source=sources[0],
        decks=rules.decks,
        post="dealer",
        clauses=rules.deck_clauses,
    )


def _prepare(rules: HouseRules, table: Table, stage: Preparing) -> StepForm:
    known = {each.source: each for each in usable_preparations(rules)}
    preparation = known.get(stage.source)
    if preparation is None:
        return _receive(rules, "receive-cards")
    if "load" in stage.steps:  # a step that was left out before is not made up for
        return _burn(rules, table, stage)
    for needed in sorted(requirements(rules, preparation), key=lambda each: each.order):
        if set(needed.steps) & set(stage.steps):
            continue
        step, value = needed.steps[0], None
        if step == "cut":
            waiting = waiting_for_cut(table, stage)
            if waiting:
                place = table.patrons[waiting[0]].place
                assert place is not None, waiting
                return _step(
                    "offer-cut",
                    say("do.offer-cut", place=place),
                    step=step,
                    value=rules.decks * 26,
                    who=waiting[0],
                    clauses=cut_clauses(rules),
                )
            value = rules.decks * 26
        if step == "marker":
            value = rules.settings.shoe.marker_from_back
        others = [step_said(each) for each in needed.steps[1:]]
        return _step(
            "prepare",
            say("do.prepare", step=step_said(step)),
            say("do.or-else", steps=either(others)) if others else None,
            step=step,
            value=value,
            post=needed.posts[0] if needed.posts else "dealer",
            clauses=needed.clauses,
        )
    raise AssertionError("every preparation ends with loading the cards")


def _burn(rules: HouseRules, table: Table, stage: Preparing) -> StepForm:
    rule = burn_rule(rules)
    shown = rule.burn is Burn.BY_VALUE and not table.shoe.seen
    which = rule.more_clauses if stage.burnt else rule.first_clauses
    return _step(
        "burn",
        say("do.burn-up" if shown else "do.burn-down"),
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
    return _step("marker", say("do.marker"), post="dealer")


def _close_table() -> StepForm:
    return _step("close-table", say("do.close-table"), post="dealer")


def _between(rules: HouseRules, table: Table, setup: Setup) -> StepForm:
    paid = paid_coup(table)
    if paid is not None and paid.final:
        return _close_table()
    if table.shoe.over or table.shoe.replacement:
        return _receive(rules, "end-shoe")
    if _marker_is_next(rules, table, setup):
        return _marker()
    return _step(
        "open-betting",
        say("do.open-betting", coup=table.coup + 1),
        post="dealer",
        clauses=rules.book.conduct.betting.opening_clauses,
    )


# --- a coup ---------------------------------------------------------------------------------------


def _deal(rules: HouseRules, table: Table, stage: Dealing, setup: Setup) -> StepForm:
    if stage.offers:
        hand, patron = stage.offers[0]
        return _wait_or_keep(rules, table, hand, patron, "offer-wait")
    waiting = [each for each in stage.asked if each.what == "squeeze" and each.granted is None]
    if waiting and waiting[0].hand is not None:
        return _grant_squeeze(rules, waiting[0].patron, waiting[0].hand)
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
        return _step("shoe-ran-dry", say("do.shoe-ran-dry"), slot=due.value, post="dealer")
    if _marker_is_next(rules, table, setup):
        return _marker()
    style = rules.style
    face_up = style.third_face_up if due.is_third else style.initial_face_up
    return _step(
        "deal",
        say("do.deal", slot=SLOTS[due]),
        say("do.face-up" if face_up else "do.face-down"),
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
    return _step(
        "announce-totals",
        say("do.announce-total", hand=HANDS[hand], total=total),
        say("do.take-back") if stage.out is hand else None,
        hand=hand.value,
        player_total=total if hand is Hand.PLAYER else None,
        banker_total=total if hand is Hand.BANKER else None,
        post="dealer",
        clauses=rules.style.announce_clauses,
    )


def _wait_or_keep(rules: HouseRules, table: Table, hand: Hand, who: str, act: StepAct) -> StepForm:
    """Wait for somebody about a hand, or have the dealer keep it where he has left."""
    rule = rules.book.conduct.dealing
    patron = table.patrons.get(who)
    if (patron is None or not patron.present) and who not in table.nominees:
        return _step(
            "keep-hand",
            say("do.keep-hand", hand=HANDS[hand]),
            say("do.has-left", who=who),
            hand=hand.value,
            who=who,
            post=rule.keep_post,
            clauses=rule.dealer_keeps_clauses,
        )
    offered = act == "offer-wait"
    return _step(
        act,
        say("do.offer-hand" if offered else "do.wait-turn", hand=HANDS[hand]),
        say("do.is-asked" if offered else "do.turns-it", who=who),
        hand=hand.value,
        who=who,
        post=rule.keep_post,
        clauses=rule.handler_clauses,
    )


def _grant_squeeze(rules: HouseRules, who: str, hand: Hand) -> StepForm:
    return _step(
        "grant-squeeze",
        say("do.grant-squeeze", hand=HANDS[hand]),
        say("do.is-asked", who=who),
        hand=hand.value,
        who=who,
        post="dealer",
        clauses=rules.book.conduct.squeeze_clauses,
    )


def _turn(rules: HouseRules, table: Table, stage: Dealing, hand: Hand) -> StepForm:
    rule = rules.book.conduct.dealing
    down = _face_down(stage, hand)
    handler = stage.handlers.get(hand.value, "dealer")
    if handler == "dealer":
        return _step(
            "turn",
            say("do.turn", hand=HANDS[hand]),
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
    return _step(
        "pass-hand",
        say("do.pass-hand", hand=HANDS[hand]),
        say("do.pass-to", who=handler),
        slots=tuple(slot.value for slot in down),
        hand=hand.value,
        who=handler,
        post="dealer",
        clauses=rule.pass_clauses or rules.style.touch_clauses,
    )


def _end(rules: HouseRules, stage: Dealing) -> StepForm:
    rule, coup = rules.book.conduct.dealing, coup_of(stage.tape)
    assert coup is not None, stage.tape
    ended = outcome_said(coup, said=stage.result)
    if stage.result_announced:
        return _step("settle", say("do.settle"), ended, post="dealer", clauses=rule.pay_clauses)
    return _step(
        "announce-result",
        say("do.announce-result", outcome=ended),
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        winner=coup.winner.value,
        post="dealer",
        clauses=rule.result_clauses,
    )
