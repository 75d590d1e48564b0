"""How events are worded: in full, and for all viewers.

Most events need nothing here: `worded` fills the template of the event's tag with its fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from puntobanco.base.cards import Card
from puntobanco.play import events as e
from puntobanco.rules.coup import Winner
from puntobanco.rules.rulings import Irregularity, Question, Remedy
from puntobanco.rules.slots import Hand, Slot
from puntobanco.rules.wagers import Result
from puntobanco.rules.words import (
    HANDS,
    SLOTS,
    WHAT_IS_DONE,
    WHAT_WENT_WRONG,
    label_said,
    step_said,
    wager_said,
)
from puntobanco.sayings.catalogue import ENGLISH, slots
from puntobanco.sayings.saying import Saying, Value, known, listed, say
from puntobanco.views.words import WINNERS, answer_said, card_said, outcome_said, question_said

Write = Callable[[int], str]
"""How an amount is written."""
Name = Callable[[str], Value]
"""How a person is named."""
Tell = Callable[[Any, Write, Name], Saying]
"""What is said of an event in full."""
TellAll = Callable[[Any, Name], Saying | None]
Code = str | Callable[[Any], str]


def worded(code: Code = "", *, who: str = "patron", what: str = "") -> Tell:
    """By the template `told.` and the event's tag: each slot is the field of that name, in words.

    `code` names another template, or chooses one by what the event holds. `who` is the field that
    holds the name of the person it is about; `what` is the kind of word that a field `what` holds.
    """

    def tell(event: e.Event, write: Write, name: Name) -> Saying:
        chosen = code if isinstance(code, str) else code(event)
        said = f"told.{chosen or event.__struct_config__.tag}"
        values: dict[str, Value] = {}
        for slot in _slots(said):
            if slot == "who":
                values[slot] = name(getattr(event, who))
            elif slot == "what":
                values[slot] = known(what, getattr(event, slot))
            else:
                values[slot] = _in_words(slot, getattr(event, slot), write)
        return Saying(said, values)

    return tell


@cache
def _slots(code: str) -> tuple[str, ...]:
    return tuple(slots(ENGLISH[code]))


_AMOUNTS = frozenset(("amount", "stake", "profit", "commission"))
_WORDS: Mapping[str, Callable[[str], Value]] = {
    "wager": wager_said,
    "label": label_said,
    "source": lambda source: known("source", source),
    "before": lambda digest: digest[:12],
    "after": lambda digest: digest[:12],
}


def _in_words(slot: str, value: Any, write: Write) -> Value:
    """A field of an event in words: an amount written, a wager named, an edition cut short."""
    if slot in _AMOUNTS:
        return write(value)
    if slot in _WORDS:
        return _WORDS[slot](value)
    match value:
        case Hand():
            return HANDS[value]
        case Slot():
            return SLOTS[value]
        case Remedy():
            return WHAT_IS_DONE[value]
        case Card() | None:
            return card_said(value)
        case str() | int():
            return value
        case _:
            raise AssertionError(f"no words for {slot} {value!r}")


def by_field(field: str, yes: str, no: str = "") -> Code:
    """One template where a field of the event says something, else another or that of its tag."""
    return lambda event: yes if getattr(event, field) else no


def settled(event: e.StakeSettled) -> str:
    """How a stake ended."""
    if event.result is Result.LOSE:
        return "lost"
    if event.result is Result.PUSH:
        return "stays" if event.stays else "back"
    return "won-less" if event.commission else "won"


def _called(words: str) -> Value:
    """What was announced: a total, which hand came first, or a whole result."""
    if words.endswith(" first"):
        return say(f"called.{words.replace(' ', '-')}")
    result = re.fullmatch(r"player (\d), banker (\d), (\w+)", words)
    if result is None:
        return words
    winner = WINNERS[Winner(result[3])]
    return say("outcome", player=int(result[1]), banker=int(result[2]), winner=winner)


def found(event: e.IrregularityFound, write: Write, name: Name) -> Saying:
    """What went wrong, with what is known of it."""
    if event.irregularity is Irregularity.FLOOR_CALLED:
        return say("told.called-for", what=event.note) if event.note else say("told.called")
    what = WHAT_WENT_WRONG[event.irregularity]
    facts = [known("fact", fact) for fact, so in event.facts.items() if so]
    if event.note:
        what = say("irregular.noted", what=what, note=event.note)
    if facts:
        what = say("irregular.known", what=what, facts=listed(facts))
    return say("told.irregular", coup=event.coup, what=what)


def asked(event: e.QuestionAsked, write: Write, name: Name) -> Saying:
    """Who is asked what."""
    whom: Value = say("person.floor")
    if event.patrons:
        whom = listed(event.patrons)
    elif event.post:
        whom = say("person.post", post=known("post", event.post))
    return say("told.asked", whom=whom, question=question_said(event.question, event.remedy))


def answered(event: e.QuestionAnswered, write: Write, name: Name) -> Saying:
    """Who answered what, and why."""
    who, answer = name(event.by), answer_said(event)
    if not event.reason:
        return say("told.answered", who=who, answer=answer)
    return say("told.answered-because", who=who, answer=answer, reason=event.reason)


def prepared(event: e.PreparationDone, write: Write, name: Name) -> Saying:
    """A step towards usable cards."""
    who, step = name(event.by), step_said(event.step)
    if event.skipped:
        steps = listed(tuple(step_said(each) for each in event.skipped))
        return say("told.loaded-without", who=who, steps=steps)
    if event.value is None:
        return say("told.prepared", who=who, step=step)
    return say("told.prepared-at", who=who, step=step, at=event.value)


def dealt(event: e.CardDealt, write: Write, name: Name) -> Saying:
    """A card and where it went."""
    card, slot = card_said(event.card), SLOTS[event.slot] if event.slot else say("slot.aside")
    if event.foreign:
        return say("told.card-foreign", card=card, slot=slot, why=event.foreign)
    return say("told.card-dealt", card=card, slot=slot)


def barred(event: e.NomineesBarred, write: Write, name: Name) -> Saying:
    """Who may no longer act for patrons, or may again."""
    return say(
        "told.nominees-allowed" if event.lifted else "told.nominees-barred",
        who=name(event.by),
        patrons=listed(event.patrons) if event.patrons else "",
        what=known("what", event.what),
    )


def call_made(event: e.CallMade, write: Write, name: Name) -> Saying:
    """What the dealer called."""
    words = known("call", event.words.lower().replace(" ", "-"), event.words)
    return say("told.call-made", words=words)


def announcement_corrected(event: e.AnnouncementCorrected, write: Write, name: Name) -> Saying:
    """What was called, and what is right."""
    called, true = _called(event.called), _called(event.true)
    return say("told.announcement-corrected", called=called, true=true)


def result(event: e.ResultAnnounced, write: Write, name: Name) -> Saying:
    """The result that was called."""
    return outcome_said(event, "outcome.ended")


# --- what all viewers are told of it --------------------------------------------------------------


def no_amount(amount: int) -> str:
    """An event with an amount would fail here, not leak."""
    raise AssertionError("an amount is told to its owner and staff only")


def public_came(event: e.PatronCame, name: Name) -> Saying:
    """That a patron takes a place or stands, without a name."""
    if event.place:
        return say("told.place-taken", place=event.place)
    return say("told.somebody-stands")


def public_found(event: e.IrregularityFound, name: Name) -> Saying:
    """As `found`, without notes."""
    if event.irregularity is Irregularity.FLOOR_CALLED:
        return say("told.called")
    return say("told.irregular", coup=event.coup, what=WHAT_WENT_WRONG[event.irregularity])


def public_asked(event: e.QuestionAsked, name: Name) -> Saying:
    """As `asked`, without names."""
    whom = say("person.stakers") if event.patrons else name(event.post or "")
    return say("told.asked", whom=whom, question=question_said(event.question, event.remedy))


def public_answered(event: e.QuestionAnswered, name: Name) -> Saying | None:
    """As `answered`; what one patron chooses is theirs."""
    if event.question is Question.CHOICE:
        return None  # what one patron chooses is their own
    return say("told.answered", who=name(event.by), answer=answer_said(event))


def public_prepared(event: e.PreparationDone, name: Name) -> Saying:
    """As `prepared`, without figures."""
    return say("told.prepared", who=name(event.by), step=step_said(event.step))


def nominee_announced(event: e.NomineeAnnounced, name: Name) -> Saying:
    """That a patron has a nominee."""
    return say("told.nominee-is-announced", who=name(event.nominee))
