"""The log of a game as a chain of envelopes, which `punto verify` checks like a house's."""

from __future__ import annotations

import time

import msgspec

from puntobanco.record.envelope import Envelope, Head, hash_of, rules_digest, seal
from puntobanco.record.store import AnsweredRequest
from puntobanco.record.transfer import FIRST_LINE, answer_line, end_line
from puntobanco.rules.book import HouseRules

TABLE = "T1"
CAUSE = "the-game"
"""The one request that everything follows from: that the game be played."""


class ChainedLog:
    """Puts each event into an envelope that names the hash of the one before."""

    first = FIRST_LINE

    def __init__(self, rules: HouseRules) -> None:
        self._edition, self._rules = rules.book.digest(), rules_digest(rules)
        self._head = Head()

    def line(self, event: bytes) -> str:
        """The line of the next event."""
        envelope = Envelope(
            table=TABLE,
            sequence=self._head.sequence + 1,
            time=max(time.time_ns() // 1000, self._head.time),
            actor="dealer",
            cause=CAUSE,
            edition=self._edition,
            rules=self._rules,
            previous=self._head.hash,
            event=msgspec.Raw(event),
        )
        kept, self._head = seal(self._head, envelope)
        return kept.line

    @property
    def last(self) -> str:
        """The lines that say what was asked and where the log ends."""
        size = self._head.sequence
        asked = AnsweredRequest(TABLE, CAUSE, hash_of(CAUSE.encode()), 1, size, b"")
        return f"{answer_line(asked)}\n{end_line({TABLE: self._head})}"
