"""Rulings in words: the facts that decide as questions, the steps of a row as sentences."""

from __future__ import annotations

from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Irregularity, Remedy, Step
from puntobanco.rules.words import WHAT_IS_DONE
from puntobanco.sayings.saying import Saying, english, say

FACT_QUESTIONS = {
    "established": "Is some wager on offer already, beyond doubt, won or lost?",
    "due": "Is the card due to a hand in this coup?",
    "in_coup": "Is a coup open (called, and not yet settled)?",
    "after_coup": "Did the cards come out after the coup was paid?",
    "initial": "Was it within the first four cards?",
    "next_opened": "Has a later coup been called since?",
    "next_dealt": "Does a card of a later coup lie on the table?",
    "underway": "Are cards beyond the first of this coup out?",
    "automatic": "Is it an automatic table, whose random shoe is preserved?",
    "shoe_over": "Was it the last coup of the shoe?",
    "in_time": "Was it noticed before betting closed?",
    "warned": "Was the patron told before, and did nothing until betting closed?",
    "seen": "Was the card's face seen?",
    "asked": "Does a patron ask for it?",
    "restorable": "Can the cards be put back into the order they should have had?",
}


COMMON_NAMES = {
    name: irregularity
    for irregularity, names in {
        Irregularity.INTERRUPTION: (
            "power failure",
            "power cut",
            "blackout",
            "fire alarm",
            "evacuation",
        ),
        Irregularity.OTHER_DEALING_ERROR: ("misdeal", "dealing error"),
        Irregularity.SURPLUS_CARD: ("overdraw", "overdrawn", "extra card", "card too many"),
        Irregularity.DRAWN_TOGETHER: ("two cards", "stuck together"),
        Irregularity.CARD_FACE_UP: ("exposed card", "exposed", "boxed card"),
        Irregularity.CARD_FLASHED: ("flash", "flashed"),
        Irregularity.LATE_STAKE: ("late bet", "past posting"),
        Irregularity.LATE_WITHDRAWAL: ("pinching",),
        Irregularity.WRONG_PAYMENT: ("wrong pay", "overpaid", "underpaid"),
        Irregularity.WRONG_DISPLAY: ("wrong sign",),
        Irregularity.FOREIGN_CARD: ("foreign",),
        Irregularity.WRONG_COUNT: ("duplicate card",),
        Irregularity.BURN_OMITTED: ("no burn", "forgot to burn"),
        Irregularity.TOO_FEW_CARDS: ("empty shoe", "shoe ran out"),
        Irregularity.WRONG_AREA: ("wrong hand",),
    }.items()
    for name in names
}
"""What people at a table call an irregularity."""


def ruled_said(rules: HouseRules, step: Step) -> Saying:
    """One step of a ruling: what is done, when, and who must be called for it."""
    said = WHAT_IS_DONE[step.remedy]
    if step.before_next and "next coup" not in english(said):
        said = say("ruling.before-next", words=said)
    whom = _whom(rules, step)
    return said if whom is None else say("ruling.who", words=said, whom=whom)


def _whom(rules: HouseRules, step: Step) -> Saying | None:
    if step.remedy is Remedy.FLOOR_DECIDES:
        return say("ruling.call", post=rules.book.posts.said(rules.book.deciding_post))
    if step.remedy is Remedy.ORDER_BY_FLOOR:
        judge = rules.book.rulings.judge.post
        return say("ruling.call-or-above", post=rules.book.posts.said(judge))
    return (
        None
        if step.post is None
        else say("ruling.may-order", post=rules.book.posts.said(step.post))
    )
