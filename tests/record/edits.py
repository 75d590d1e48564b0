"""What somebody with every right can do to an exported house, and what it says afterwards."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.checkpoint import Checkpoint
from puntobanco.record.envelope import Envelope, Head, Kept, event_in, seal
from puntobanco.record.logs import is_table_event
from puntobanco.record.signing import Signer
from puntobanco.record.state import encode_state, state_digest
from puntobanco.record.store import AnsweredRequest
from puntobanco.record.transfer import (
    FIRST_LINE,
    EditionLine,
    End,
    _Answers,
    _Checkpoints,
    _Editions,
    _encode,
    _Ends,
    read,
)

Lines: TypeAlias = Sequence[str]


@dataclass
class Told:
    """What a file says, whatever the order of its logs, statements and answers."""

    events: dict[str, list[Kept]] = field(default_factory=dict)
    statements: list[Checkpoint] = field(default_factory=list)
    answers: list[AnsweredRequest] = field(default_factory=list)
    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    editions: list[EditionLine] = field(default_factory=list)

    def grew_from(self, before: Told) -> bool:
        """Whether all that had happened stands as it stood; more may have happened since."""
        return all(
            [(each.text, each.hash) for each in self.events.get(log, ())[: len(kept)]]
            == [(each.text, each.hash) for each in kept]
            for log, kept in before.events.items()
        )

    @property
    def claims(self) -> set[bytes]:
        """What the house has signed for."""
        return {claim(each) for each in self.statements}

    @property
    def causes(self) -> set[tuple[str, str, int, int]]:
        """Which requests were answered for which events."""
        return {
            (each.table, each.request, each.first, each.last)
            for each in self.answers
            if each.first <= each.last
        }


def claim(said: Checkpoint) -> bytes:
    """A statement; the same digits of a signature can be spelt in several ways."""
    with suppress(ValueError):
        said = replace(said, signature=bytes.fromhex(said.signature).hex())
    return _encode(said)


def told(lines: Lines) -> Told | None:
    """What lines say; nothing where one cannot be read."""
    found = Told()
    for line in lines:
        try:
            held = read(line)
        except ValueError:
            return None
        match held:
            case Kept():
                found.events.setdefault(held.table, []).append(held)
            case Checkpoint():
                found.statements.append(held)
            case AnsweredRequest():
                found.answers.append(held)
            case EditionLine():
                found.editions.append(held)
            case End():
                found.ends.update(held.tables)
            case None:
                pass
    return found


def lines_of(whole: Told) -> list[str]:
    """The file that says this, every log with its statements and answers."""
    lines = [FIRST_LINE]
    for log, events in whole.events.items():
        lines += [_encode(_Checkpoints(s)).decode() for s in whole.statements if s.table == log]
        lines += [each.line for each in events]
        lines += [_encode(_Answers(each)).decode() for each in whole.answers if each.table == log]
    lines += [_encode(_Editions(each)).decode() for each in whole.editions]
    return [*lines, _encode(_Ends(End(whole.ends))).decode()]


# --- clumsy edits: of bytes and of lines ------------------------------------------------------


def flip(chance: Random, lines: Lines) -> bytes:
    """Another bit in any place."""
    data = bytearray(as_bytes(lines))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def overwrite(chance: Random, lines: Lines) -> bytes:
    """Another letter in any place, of those that stand in logs."""
    data = bytearray(as_bytes(lines))
    data[chance.randrange(len(data))] = chance.choice(b'0123456789abcdefABCDEF{}[]",: \n')
    return bytes(data)


def strike(chance: Random, lines: Lines) -> bytes:
    """Some bytes are gone."""
    data = as_bytes(lines)
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.choice((1, 1, 2, 10, 300)) :]


def slip_in(chance: Random, lines: Lines) -> bytes:
    """Some bytes of another place stand here too."""
    data = as_bytes(lines)
    at, there = chance.randrange(len(data)), chance.randrange(len(data))
    return data[:at] + data[there : there + chance.choice((1, 1, 2, 10, 300))] + data[at:]


def delete(chance: Random, lines: Lines) -> bytes:
    """Some lines are gone."""
    at = chance.randrange(len(lines))
    return as_bytes([*lines[:at], *lines[at + chance.choice((1, 1, 2, 5)) :]])


def repeat(chance: Random, lines: Lines) -> bytes:
    """A line stands somewhere once more."""
    at = chance.randrange(len(lines) + 1)
    return as_bytes([*lines[:at], chance.choice(lines), *lines[at:]])


def swap(chance: Random, lines: Lines) -> bytes:
    """Two lines have changed places, often neighbours."""
    out = list(lines)
    one = chance.randrange(len(out))
    other = min(one + 1, len(out) - 1) if chance.random() < 0.5 else chance.randrange(len(out))
    out[one], out[other] = out[other], out[one]
    return as_bytes(out)


def cut(chance: Random, lines: Lines) -> bytes:
    """The end is gone."""
    data = as_bytes(lines)
    return data[: chance.randrange(len(data))]


# --- careful edits: all is made to fit again, and signed with the house's own key ---------------


def sealed(whole: Told, house: Signer) -> list[str]:
    """The file with all hashes, ends and statements of the house made right for its events."""
    out = Told(answers=whole.answers)
    for log, events in whole.events.items():
        head, kept, states = Head(), list[Kept](), dict[int, str]()
        state: Table | None = Table() if ":" not in log and log != "house" else None
        due = {each.size: each for each in whole.statements if each.table == log}
        for number, each in enumerate(events, start=1):
            envelope = replace(each.envelope, sequence=number, previous=head.hash)
            made, head = seal(head, envelope)
            kept.append(made)
            state = _after(state, envelope)
            if number in due and due[number].form and state is not None:
                states[number] = state_digest(encode_state(state))
        for size, said in due.items():
            if size <= len(kept):
                fits = replace(said, hash=kept[size - 1].hash, state=states.get(size, said.state))
                out.statements.append(house.sign(fits))
        if kept:
            out.events[log], out.ends[log] = kept, (head.sequence, head.hash)
    return lines_of(out)


def _after(state: Table | None, envelope: Envelope) -> Table | None:
    """The state one event later; none where a forged event cannot follow."""
    if state is None:
        return None
    try:
        event = event_in(envelope)
        return evolve(state, event) if is_table_event(event) else None
    except (AssertionError, LookupError, StopIteration, ValueError, TypeError):
        return None


def _shortened(whole: Told, sizes: dict[str, int]) -> None:
    """Take away what lies beyond, answers and statements too."""
    for log, size in sizes.items():
        whole.events[log] = whole.events[log][:size]
    whole.answers = [
        each for each in whole.answers if each.last <= sizes.get(each.table, each.last)
    ]


def cut_neatly(chance: Random, whole: Told) -> None:
    """One log ends earlier, and nothing speaks of the rest."""
    log = chance.choice(sorted(whole.events))
    _shortened(whole, {log: chance.randrange(len(whole.events[log]))})


def roll_back(chance: Random, whole: Told) -> None:
    """The whole house is as it was at some moment, as an old copy of it would be."""
    times = sorted({each.envelope.time for kept in whole.events.values() for each in kept})
    moment = chance.choice(times[:-1])
    sizes = {
        log: sum(each.envelope.time <= moment for each in kept)
        for log, kept in whole.events.items()
    }
    _shortened(whole, sizes)


def rewrite(chance: Random, whole: Told) -> None:
    """Some field of some event, or of its envelope, is another, as if it had always been so."""
    log = chance.choice(sorted(whole.events))
    kept = whole.events[log]
    at = chance.randrange(len(kept))
    envelope = kept[at].envelope
    name = chance.choice(("event", "event", "event", "actor", "time", "rules"))
    changes: dict[str, Any] = {name: _other(chance, getattr(envelope, name))}
    kept[at] = _with(kept[at], **changes)


def put_in(chance: Random, whole: Told) -> None:
    """An event happened once more, before the end, under the request of its neighbour."""
    log = chance.choice([log for log, kept in sorted(whole.events.items()) if len(kept) > 1])
    kept = whole.events[log]
    at = chance.randrange(len(kept) - 1)
    near = kept[at].envelope
    kept.insert(at, _with(chance.choice(kept), time=near.time, cause=near.cause))
    _moved(whole, log, at, 1)


def leave_out(chance: Random, whole: Told) -> None:
    """An event never happened."""
    log = chance.choice(sorted(whole.events))
    at = chance.randrange(len(whole.events[log]))
    del whole.events[log][at]
    _moved(whole, log, at, -1)


def exchange(chance: Random, whole: Told) -> None:
    """Two events happened in the other order."""
    kept = chance.choice([each for _, each in sorted(whole.events.items()) if len(each) > 1])
    at = chance.randrange(len(kept) - 1)
    one, other = kept[at], kept[at + 1]
    kept[at] = _with(one, event=other.envelope.event)
    kept[at + 1] = _with(other, event=one.envelope.event)


def go_on(chance: Random, whole: Told) -> None:
    """A rewritten log has also grown since."""
    rewrite(chance, whole)
    kept = whole.events["T1"]
    came = msgspec.Raw(b'{"event":"patron-came","clauses":[],"patron":"Nobody"}')
    for number in range(chance.randrange(1, 4)):
        kept.append(_with(kept[-1], event=came, cause=f"later-{number}"))
        at = len(kept)
        whole.answers.append(AnsweredRequest("T1", f"later-{number}", "", at, at, b""))


def _moved(whole: Told, log: str, at: int, by: int) -> None:
    """Let answers speak of the places where their events stand now."""
    whole.answers = [
        replace(
            each,
            first=each.first + by * (each.first > at + 1),
            last=each.last + by * (each.last > at),
        )
        if each.table == log
        else each
        for each in whole.answers
    ]


def _with(kept: Kept, **changes: Any) -> Kept:
    """The same with another envelope; its hash comes when it is sealed."""
    return Kept(kept.table, kept.sequence, "", "", replace(kept.envelope, **changes))


def _other(chance: Random, value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case msgspec.Raw():
            event = json.loads(bytes(value))
            name = chance.choice(sorted(event))
            event[name] = _other(chance, event[name])
            return msgspec.Raw(
                json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
            )
        case bool():
            return not value
        case int():
            return value + chance.choice((-100, -1, 1, 100))
        case str() if value:
            at = chance.randrange(len(value))
            return value[:at] + chance.choice("0123456789abcdefX") + value[at + 1 :]
        case [*items] if items:
            return items[:-1]
        case _:
            return "other"


Clumsy: TypeAlias = Callable[[Random, Lines], bytes]
Careful: TypeAlias = Callable[[Random, Told], None]
CLUMSY: tuple[Clumsy, ...] = (flip, overwrite, strike, slip_in, delete, repeat, swap, cut)
CAREFUL: tuple[Careful, ...] = (
    *(cut_neatly, roll_back, rewrite, put_in, leave_out, exchange, go_on),
)


def as_bytes(lines: Lines) -> bytes:
    """The file."""
    return "".join(f"{line}\n" for line in lines).encode()
