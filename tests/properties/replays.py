"""Hostile sessions as exported logs, and what a process finds when it folds them from the start.

python -m tests.properties.replays FILE [SEED ...]

For each log in a file of exported lines a line is printed: its name, its events, and a digest over
the states after every coup and at the end. Of each seed that is named the session is played anew,
through the same doors, and told by the digest of what it recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from puntobanco.play.events import BettingOpened, Event
from puntobanco.play.evolve import evolve
from puntobanco.play.table import Table
from puntobanco.record.envelope import (
    NO_HASH,
    Envelope,
    Head,
    event_form,
    hash_of,
    read_line,
    rules_digest,
    seal,
)
from puntobanco.record.logs import is_table_event
from puntobanco.record.state import encode_state
from puntobanco.rules.book import HouseRules

from .session import session_of


def exported(name: str, events: Iterable[Event], rules: HouseRules | None = None) -> Iterator[str]:
    """The lines that a log of these events exports; without rules, as logs of no table have it."""
    edition, settings = (rules.book.digest(), rules_digest(rules)) if rules else (NO_HASH, NO_HASH)
    head = Head()
    for number, event in enumerate(events, start=1):
        envelope = Envelope(
            table=name,
            sequence=number,
            time=number,
            actor="dealer",
            cause="hostile",
            edition=edition,
            rules=settings,
            previous=head.hash,
            event=event_form(event),
        )
        kept, head = seal(head, envelope)
        yield kept.line


def folded(lines: Iterable[str]) -> tuple[int, str, Table]:
    """How many events a log has, the digest over its states, and the last of them."""
    table, states, previous, events = Table(), sha256(), NO_HASH, 0
    for line in lines:
        kept = read_line(line)
        event = kept.event
        assert hash_of(kept.text.encode()) == kept.hash, kept.sequence
        assert kept.envelope.previous == previous, kept.sequence
        assert is_table_event(event), event
        if isinstance(event, BettingOpened):
            states.update(encode_state(table))
        table = evolve(table, event)
        previous, events = kept.hash, events + 1
    states.update(encode_state(table))
    return events, states.hexdigest(), table


def recorded(seed: int) -> tuple[Table, list[str], int]:
    """Play the session of a seed: the state it ends in, its log, and how many coups it had."""
    session = session_of(seed)
    coups = session.play()
    watched = session.watched
    return watched.table, list(exported(f"S{seed}", watched.log, watched.rules)), coups


def told(path: Path, seeds: Iterable[int]) -> Iterator[str]:
    """A line for each log of a file, and for each session that is played anew."""
    with path.open(encoding="utf-8") as file:
        lines = (line.rstrip("\n") for line in file)
        for name, log in groupby(lines, key=lambda line: line.split(",", 1)[0]):
            events, digest, _ = folded(log)
            yield f"{name} {events} {digest}"
    for seed in seeds:
        _, log_lines, coups = recorded(seed)
        yield f"{seed} {coups} {hash_of(chr(10).join(log_lines).encode())}"


def main() -> None:
    """Tell what this process finds."""
    for line in told(Path(sys.argv[1]), map(int, sys.argv[2:])):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
