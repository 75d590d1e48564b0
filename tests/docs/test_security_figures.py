"""The page on security names the figures that the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.record.sqlite.rows import WAL_BYTES_MAX
from puntobanco.server.api.sockets import BAD_MESSAGES_MAX
from puntobanco.server.app import BODY_BYTES_MAX, BOOK_BYTES_MAX
from puntobanco.server.casino import strangers
from puntobanco.server.casino.founding import PLAY_MONEY
from puntobanco.server.casino.running import PROGRAM_SECONDS
from puntobanco.server.people import credentials, guesses, passwords
from puntobanco.server.tables.running_table import SNAPSHOT_EVENTS
from puntobanco.server.traffic import pace, turned_away
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.server.traffic.socket_protocol import PIECES_MAX, READ_BYTES
from puntobanco.wire.messages import MESSAGE_BYTES_MAX, TEXT_LENGTH_MAX

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
KIB, MINUTE, HOUR = 1024, 60, 3600
LIMITS = TrafficLimits()
SOURCES = turned_away.ADDRESSES_MAX + 1
WORDS = {3: "Three", 20: "Twenty", 12.0: "twelve", 0.1: "a tenth"}


@pytest.mark.parametrize(
    "words",
    [
        f"at least {passwords.LENGTH_MIN} characters",
        f"none of {len(passwords.common()):,} common ones",
        f"{WORDS[guesses.FAILURES_MAX]} wrong passwords are free",
        (
            f"the next try waits {guesses.FIRST_WAIT_SECONDS} seconds, then twice as long each "
            f"time, {guesses.FAILURES_SECONDS // MINUTE} minutes at most"
        ),
        (
            f"After {guesses.STRANGE_MAX} wrong tries at one name from addresses where its owner "
            f"has not signed in within {guesses.KNOWN_SECONDS // 24 // HOUR} days"
        ),
        (
            f"end after {credentials.SESSION_SECONDS // HOUR} hours, after "
            f"{credentials.IDLE_SECONDS // MINUTE} idle minutes, after "
            f"{credentials.IDLE_SECONDS_STAFF // MINUTE} for staff; at most "
            f"{credentials.SESSIONS_MAX} a person"
        ),
        f"again from the same network for {credentials.AGAIN_SECONDS // MINUTE} minutes",
        f"a ticket that works once, within {credentials.TICKET_SECONDS} seconds",
        (
            f"{strangers.PER_NETWORK['watch']} from one network in an hour, "
            f"{strangers.ONLOOKERS_MAX} sessions"
        ),
        (
            f"{strangers.PER_NETWORK['play']} from one network in an hour, "
            f"{strangers.VISITORS_MAX} at once; each has {PLAY_MONEY // 100:,} in play money"
        ),
        (
            f"Bodies have at most {BODY_BYTES_MAX // KIB} KiB (a rule book {BOOK_BYTES_MAX // KIB} "
            f"KiB), socket messages {MESSAGE_BYTES_MAX // KIB} KiB in at most {PIECES_MAX} pieces, "
            f"a text in a message {TEXT_LENGTH_MAX} characters"
        ),
        f"| head of a call | {LIMITS.head_bytes // KIB} KiB, {LIMITS.head_seconds:.0f} seconds |",
        (
            f"| body as it is sent | {LIMITS.body_bytes // KIB} KiB, "
            f"{LIMITS.body_seconds:.0f} seconds |"
        ),
        f"| idle connection | {LIMITS.idle_seconds:.0f} seconds |",
        f"| connections of one address | {LIMITS.connections_per_address} |",
        f"| calls of one address without a session | {LIMITS.calls_per_second:.0f} a second |",
        f"| calls sent ahead of their answers on one connection | {LIMITS.pipelined} |",
        f"| read of one socket at a time | {READ_BYTES} bytes |",
        f"| sockets of one person | {LIMITS.sockets_per_person} |",
        (
            f"One person may make {pace.PER_SECOND} calls a second in each process, and "
            f"{pace.BURST} at once"
        ),
        f"messages over a socket wait, and handshakes for up to {LIMITS.body_seconds:.0f} seconds",
        (
            f"in units of {pace.SPENT_SECONDS * 1000:.0f} ms, minus {WORDS[pace.SHARE]} of the "
            f"elapsed time. The pause is at most {WORDS[LIMITS.pause]} times the duration"
        ),
        f"{WORDS[BAD_MESSAGES_MAX]} malformed messages close a socket",
        (
            f"writes {turned_away.LINES_MAX} such lines a minute for an address and distinguishes "
            f"{turned_away.ADDRESSES_MAX} addresses"
        ),
        f"refusals add {SOURCES * (turned_away.LINES_MAX + 1):,} lines a minute",
        f"A refused request is kept for {turned_away.KEPT_SECONDS // HOUR} hours",
        (
            f"The newest {turned_away.KEPT_MIN:,} are kept for longer. At most "
            f"{turned_away.KEPT_MAX:,} are kept"
        ),
        f"every {SNAPSHOT_EVENTS:,} events and when it closes",
        f"every {PROGRAM_SECONDS / HOUR:.0f} hours while it runs",
        f"when it has {WAL_BYTES_MAX // KIB // KIB} MiB",
    ],
)
def test_a_figure_is_as_in_the_code(words: str) -> None:
    assert words in " ".join(PAGE.read_text("utf-8").split())
