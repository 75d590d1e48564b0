"""What a script expects: payments, events, racks, stakes, questions, hands.

Every word of such a line is checked. Clauses that it names were cited by the payment, by the event,
or by what the line before led to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

from puntobanco.base.cards import Card
from puntobanco.notation.script import ScriptLine
from puntobanco.notation.words import Words
from puntobanco.play import events as e
from puntobanco.play.events import Event
from puntobanco.play.table import Betting, Dealing, Halt, Resolved
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Hand
from puntobanco.rules.wagers import Result

if TYPE_CHECKING:
    from puntobanco.notation.runner import Playing

_RESULTS = {"won": Result.WIN, "push": Result.PUSH, "lost": Result.LOSE}


def _expect_pay(playing: Playing, line: ScriptLine) -> None:
    """`pay PATRON WAGER AMOUNT [on PLACE] [won|push|lost] [CLAUSE]`: what the patron gets back."""
    words = Words(line)
    on = words.number_after("on")
    patron, wager = words.text("a patron"), words.text("a wager")
    amount = playing.amount(line, words.take("what goes back"))
    lines = [
        each
        for each in playing.coup
        if isinstance(each, e.StakeSettled)
        and (each.patron, each.wager) == (patron, wager)
        and (on is None or each.place == on)
    ]
    if not lines:
        raise line.error(f"no stake of {patron} on {wager} was settled")
    settled, write = lines[-1], playing.settings.currency.write
    back = settled.stake + settled.profit
    if back != amount:
        raise line.error(f"{write(back)} went back, expected {write(amount)}")
    if words.rest and words.rest[0].text in _RESULTS:
        wanted = _RESULTS[words.take("a result").text]
        if settled.result is not wanted:
            raise line.error(f"it was a {settled.result.value}, expected {wanted.value}")
    words.done()
    playing.check_cited(line, settled.clauses)


def _expect_event(playing: Playing, line: ScriptLine) -> None:
    """`event NAME [FIELD=VALUE ...] [CLAUSE]`: the line before led to this event.

    The line before led to this event; a space in a value is written `_`.
    """
    words = Words(line)
    tag = words.text("the name of an event")
    wanted = dict(word.text.partition("=")[::2] for word in words.rest)
    named: Sequence[Event] = [
        event for event in playing.recent if event.__struct_config__.tag == tag
    ]
    if not named:
        got = ", ".join(str(event.__struct_config__.tag) for event in playing.recent) or "nothing"
        raise line.error(f"no {tag} happened, but {got}")
    write = playing.settings.currency.write
    for event in named:
        have = _fields(event)
        amounts = {
            name: write(int(value)) for name, value in have.items() if value.lstrip("-").isdigit()
        }
        fits = all(value in (have.get(name), amounts.get(name)) for name, value in wanted.items())
        if fits and set(line.clauses) <= set(event.clauses):
            return
    shown = "; ".join(
        " ".join(f"{name}={value}" for name, value in _fields(event).items())
        + f" [{', '.join(event.clauses)}]"
        for event in named
    )
    raise line.error(f"{tag} happened, but as {shown}")


def _fields(event: Event) -> dict[str, str]:
    """What an event holds, as a script writes it."""
    return {name: value.replace(" ", "_") for name, value in event_words(event)}


def _expect_rack(playing: Playing, line: ScriptLine) -> None:
    """`rack PATRON AMOUNT`: the chips that they have."""
    words = Words(line)
    patron = words.take("a patron")
    amount = playing.amount(line, words.take("an amount"))
    words.done()
    if patron.text not in playing.table.patrons:
        raise line.error(f"{patron.text} is not at this table", patron)
    have, write = playing.table.patrons[patron.text].rack, playing.settings.currency.write
    if have != amount:
        raise line.error(f"{patron.text} has {write(have)}, expected {write(amount)}")
    _cited_before(playing, line)


def _expect_lies(playing: Playing, line: ScriptLine) -> None:
    """`lies PATRON WAGER AMOUNT [on PLACE]`: what lies on the layout."""
    words = Words(line)
    on = words.number_after("on")
    patron, wager = words.text("a patron"), words.text("a wager")
    amount = playing.amount(line, words.take("an amount"))
    words.done()
    stage = playing.table.stage
    stakes = stage.stakes if isinstance(stage, Betting | Dealing) else {}
    if isinstance(stage, Resolved):
        stakes = stage.staying
    lying = sum(
        stake
        for (who, place, name), stake in stakes.items()
        if (who, name) == (patron, wager) and (on is None or place == on)
    )
    if lying != amount:
        write = playing.settings.currency.write
        raise line.error(f"{write(lying)} lies there, expected {write(amount)}")
    _cited_before(playing, line)


def _cited_before(playing: Playing, line: ScriptLine) -> None:
    """What the line before led to cited every clause that this line names."""
    playing.check_cited(line, [clause for event in playing.recent for clause in event.clauses])


def asked_for(halt: Halt) -> str:
    """The question that halts a table, as a script writes it: order, may:replace-cards."""
    words = [each.value for each in (halt.question, halt.remedy) if each is not None]
    return ":".join(words)


def _expect_asked(playing: Playing, line: ScriptLine) -> None:
    """`asked QUESTION [WHO ...]`: the question that is open, and who must answer."""
    words = Words(line)
    question = words.text("a question")
    table = playing.table
    asked = asked_for(table.halts[-1]) if table.halts else "nothing"
    if not table.halts and table.standing:
        asked = f"may:{table.standing[0].remedy.value}"
    if asked != question:
        raise line.error(f"asked was {asked}, expected {question}")
    halt = table.halts[-1] if table.halts else Halt(Irregularity.OTHER, {})
    if not table.halts and table.standing:
        halt = Halt(Irregularity.OTHER, {}, post=table.standing[0].post)
    of = {halt.post, *halt.waiting}
    for word in words.rest:
        if word.text not in of:
            names = ", ".join(str(each) for each in of if each)
            raise line.error(f"{word.text} was not asked; asked was {names}", word)
    _cited_before(playing, line)


def _expect_hands(playing: Playing, line: ScriptLine) -> None:
    """`hands CARD ... v CARD ...`: what lies in both boxes."""
    stage = playing.table.stage
    if not isinstance(stage, Dealing | Resolved):
        raise line.error("no cards lie on the table")
    lying = {
        hand: [
            each.card.text if each.card else "?"
            for each in sorted(
                (each for each in stage.tape if each.slot and each.slot.hand is hand),
                key=lambda each: each.slot.value if each.slot else "",
            )
        ]
        for hand in Hand
    }
    have = f"{' '.join(lying[Hand.PLAYER])} v {' '.join(lying[Hand.BANKER])}".strip()
    wanted = " ".join(word.text for word in line.words)
    if have != wanted:
        raise line.error(f"the hands are {have}, expected {wanted}")
    _cited_before(playing, line)


def _expect_ordinary(playing: Playing, line: ScriptLine) -> None:
    """`ordinary`: no question or ruling is open."""
    if playing.table.halts:
        halt = playing.table.halts[-1]
        raise line.error(f"the table waits for {asked_for(halt)} after {halt.irregularity.value}")
    Words(line).done()
    _cited_before(playing, line)


EXPECTATIONS: dict[str, Callable[[Playing, ScriptLine], None]] = {
    "pay": _expect_pay,
    "event": _expect_event,
    "rack": _expect_rack,
    "lies": _expect_lies,
    "asked": _expect_asked,
    "hands": _expect_hands,
    "ordinary": _expect_ordinary,
}


def event_words(event: Event) -> Iterator[tuple[str, str]]:
    """An event's fields as words, for expectations and differences."""
    for name in event.__struct_fields__:
        if name != "clauses":
            yield name, word_of(getattr(event, name))


def word_of(value: Any) -> str:
    """A value as one word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Card):
        return value.text
    if isinstance(value, tuple):
        return ",".join(word_of(each) for each in value)
    return str(value)
