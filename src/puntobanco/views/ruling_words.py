"""Rulings in words: the facts that decide as questions, the steps of a row as sentences."""

from __future__ import annotations

from puntobanco.rules.book import HouseRules
from puntobanco.rules.rulings import Remedy, Step
from puntobanco.views.words import REMEDIES

FACT_QUESTIONS = {
    "established": "Is some wager on offer already, beyond doubt, won or lost?",
    "due": "Is the card due to a hand in this coup?",
    "in_coup": "Is a coup open (called, and not yet settled)?",
    "after_coup": "Did the cards come out after the coup was paid?",
    "initial": "Was it within the first four cards?",
    "next_opened": "Has a later coup been called since?",
    "automatic": "Is it an automatic table, whose random shoe is preserved?",
    "shoe_over": "Was it the last coup of the shoe?",
    "in_time": "Was it noticed before betting closed?",
    "warned": "Was the patron told before, and did nothing until betting closed?",
    "seen": "Was the card's face seen?",
    "asked": "Does a patron ask for it?",
    "restorable": "Can the lawful order of the cards be restored?",
}


def step_words(rules: HouseRules, step: Step) -> str:
    """One step of a ruling: what is done, when, and who must be called for it."""
    says = REMEDIES[step.remedy]
    when = "" if not step.before_next or "next coup" in says else " before the next coup"
    whom = _whom(rules, step)
    return f"{says}{when} ({whom})" if whom else f"{says}{when}"


def _whom(rules: HouseRules, step: Step) -> str:
    posts = rules.book.posts
    if step.remedy is Remedy.FLOOR_DECIDES:
        return f"call the {posts.ladder[-1].title}"
    if step.remedy is Remedy.ORDER_BY_FLOOR:
        return f"call the {posts.title(rules.book.rulings.judge.post)} or above"
    return "" if step.post is None else f"the {posts.title(step.post)} or above may order it"
