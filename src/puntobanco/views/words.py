"""Words that several windows share: places of cards, hands, cards, wagers, outcomes, people."""

from __future__ import annotations

from collections.abc import Mapping

from puntobanco.base.cards import Card
from puntobanco.play.events import QuestionAnswered, ResultAnnounced
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import DealtCoup, Winner
from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.wagers import Win
from puntobanco.rules.words import WHAT_IS_ASKED, WHAT_IS_DONE, WHAT_WENT_WRONG
from puntobanco.sayings.catalogue import ENGLISH
from puntobanco.sayings.saying import Saying, Value, english, known, say

WINNERS = {winner: Saying(f"winner.{winner.value}") for winner in Winner}

IRREGULARITIES = {each: english(said) for each, said in WHAT_WENT_WRONG.items()}
REMEDIES = {each: english(said) for each, said in WHAT_IS_DONE.items()}
"""In English: what went wrong, what is done."""

_FACE_DOWN = say("card.down")


def card_said(card: Card | None) -> Saying:
    """A card, or that it lies face down."""
    if card is None:
        return _FACE_DOWN
    return Saying(f"card.{card.suit.value}", {"rank": known("rank", card.rank.value)})


def question_said(question: Question, remedy: Remedy | None) -> Saying:
    """A question, and what it asks to grant."""
    asked = WHAT_IS_ASKED[question]
    if remedy is None:
        return asked
    code = f"question.may.{remedy.value}"
    if question is Question.MAY and code in ENGLISH:
        return Saying(code)
    return say("question.of", question=asked, remedy=WHAT_IS_DONE[remedy])


def went_wrong(irregularity: Irregularity) -> Saying:
    """What went wrong, in a sentence."""
    return say("sentence", words=WHAT_WENT_WRONG[irregularity])


def answer_said(event: QuestionAnswered) -> Value:
    """What was answered, so that it can be read without the question."""
    if event.question is Question.ORDER:
        return say("answer.order", cards=event.answer.replace(",", ", "))
    code = f"answer.{event.question.value}.{event.answer}"
    return Saying(code) if code in ENGLISH else known("answer", event.answer)


def outcome_said(ended: DealtCoup | ResultAnnounced, code: str = "outcome") -> Saying:
    """How a coup ended: as its cards say, or as it was announced."""
    winner = WINNERS[ended.winner]
    return say(code, player=ended.player_total, banker=ended.banker_total, winner=winner)


def pays_said(end: Win) -> Saying:
    """What a win pays, and what part of it is kept."""
    gain, stake = end.payoff.gain, end.payoff.stake
    if end.commission is None:
        return say("pays", gain=gain, stake=stake)
    percent = str(end.commission.ratio * 100)
    return say("pays.less", gain=gain, stake=stake, percent=percent)


def person_said(rules: HouseRules, table: Table, left: Mapping[str, int], name: str) -> Saying:
    """A person at the table without their name: a post's title, a place, or that they stand."""
    nominee = table.nominees.get(name)
    if nominee is not None and name not in table.patrons:
        return say("person.nominee", who=person_said(rules, table, left, nominee.patron))
    patron = table.patrons.get(name)
    if patron is None:
        if rules.book.posts.knows(name):
            return say("person.post", post=rules.book.posts.said(name))
        return say("person.house")
    place = patron.place or left.get(name)
    return say("person.place", place=place) if place else say("person.standing")
