"""The words of the game as sayings: hands, places of cards, wagers, steps, rulings."""

from __future__ import annotations

from functools import cache

from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.slots import Hand, Slot
from puntobanco.sayings.saying import Saying, Value, counted, known

HANDS = {hand: Saying(f"hand.{hand.value}") for hand in Hand}
SLOTS = {slot: Saying(f"slot.{slot.value}") for slot in Slot}
WHAT_WENT_WRONG = {each: Saying(f"irregularity.{each.value}") for each in Irregularity}
WHAT_IS_DONE = {each: Saying(f"remedy.{each.value}") for each in Remedy}
WHAT_IS_ASKED = {each: Saying(f"question.{each.value}") for each in Question}


@cache
def wager_said(name: str) -> Value:
    """A wager by its name; one that a book has added keeps that name."""
    return counted("wager", name)


def label_said(label: str) -> Value:
    """On what a wager won, lost or pushed."""
    return counted("label", label)


def step_said(step: str) -> Value:
    """A step of a preparation: what is done."""
    return known("step", step, step.replace("-", " "))
