"""The envelope of one event: where it stands, when, by whom and why, chained by SHA-256.

The canonical form is one JSON object with the fields in the order below and no blanks. Its hash is
over exactly these bytes, and the next envelope names that hash. An exported line is the canonical
form with the hash as a last field, so that a reader needs no library to check it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from puntobanco.notation.codec import AnyEvent, decode_event, encode
from puntobanco.rules.book import HouseRules
from puntobanco.rules.text.canonical import digest_of, plain

NO_HASH = "0" * 64
"""What the first envelope of a table names as the hash before it."""
_HASH_FIELD = ',"hash":"'
_HASH_TAIL = len(_HASH_FIELD) + 64 + len('"}')


class UnreadableLineError(ValueError):
    """A text that is no exported envelope."""


class Envelope(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Everything the log says of one event."""

    table: str
    sequence: int
    """From 1, without gaps."""
    time: int
    """Microseconds since 1970, UTC, by the server's clock; never less than the one before."""
    actor: str
    cause: str
    """The id of the request, or report, that led to it."""
    edition: str
    """The digest of the book."""
    rules: str
    """The digest of the table's rules: the book with options and settings."""
    previous: str
    salt: str = ""
    """128 random bits, so that a hidden event cannot be found by hashing guesses. Readers of
    the log know them. Logs of earlier versions have none; there the field is left out."""
    event: msgspec.Raw


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where a table's log ends."""

    sequence: int = 0
    hash: str = NO_HASH
    time: int = 0


class Kept(msgspec.Struct, frozen=True, gc=False):
    """One envelope as a store keeps it: the canonical text and its hash."""

    table: str
    sequence: int
    text: str
    hash: str
    read: Envelope | None = None
    """What the text says, where it was read already."""

    def __eq__(self, other: object) -> bool:
        """Whether the same is kept at the same place, read already or not."""
        return isinstance(other, Kept) and self._place == other._place

    def __hash__(self) -> int:
        """By what is kept."""
        return hash(self._place)

    @property
    def _place(self) -> tuple[str, int, str, str]:
        return self.table, self.sequence, self.text, self.hash

    @property
    def line(self) -> str:
        """The exported form."""
        return f'{self.text[:-1]}{_HASH_FIELD}{self.hash}"}}'

    @property
    def envelope(self) -> Envelope:
        """What the text says."""
        return self.read or _envelopes.decode(self.text)

    @property
    def event(self) -> AnyEvent:
        """The event inside."""
        return event_in(self.envelope)


_encoder = msgspec.json.Encoder()
_envelopes = msgspec.json.Decoder(Envelope)


def canonical(envelope: Envelope) -> bytes:
    """The bytes that are hashed."""
    return _encoder.encode(envelope)


def hash_of(text: bytes) -> str:
    """The SHA-256 of canonical bytes."""
    return hashlib.sha256(text).hexdigest()


def seal(head: Head, envelope: Envelope) -> tuple[Kept, Head]:
    """The kept form of an envelope that follows a head, and the head after it."""
    text = canonical(envelope)
    digest = hash_of(text)
    kept = Kept(envelope.table, envelope.sequence, text.decode(), digest)
    return kept, Head(envelope.sequence, digest, envelope.time)


def event_form(event: AnyEvent) -> msgspec.Raw:
    """An event's bytes inside an envelope."""
    return msgspec.Raw(encode(event))


def event_in(envelope: Envelope) -> AnyEvent:
    """The event inside an envelope."""
    return decode_event(bytes(envelope.event))


def time_in(text: str | None) -> int:
    """The time of a kept envelope; 0 where there is none."""
    return 0 if text is None else _envelopes.decode(text).time


def read_line(line: str) -> Kept:
    """An exported line, taken apart; what it says is for the verifier to check."""
    text, digest = cut_line(line)
    try:
        envelope = _envelopes.decode(text)
    except msgspec.DecodeError as error:
        raise UnreadableLineError(f"the line is not an envelope: {error}") from None
    return Kept(envelope.table, envelope.sequence, text, digest, envelope)


def opened(head: Head, run: Sequence[Kept]) -> list[Envelope] | None:
    """The envelopes of a run that follows a head, checked all together.

    None unless every one of them is canonical, has its hash, belongs to the log, is next in number,
    names the hash before it and is not dated before it. What is wrong, and where, is then for a
    check one by one to say.
    """
    table, hashes = run[0].table, [kept.hash for kept in run]
    try:
        data = "\n".join([kept.text for kept in run]).encode()
        found = _envelopes.decode_lines(data)
    except ValueError:
        return None
    numbers = list(range(head.sequence + 1, head.sequence + 1 + len(run)))
    times = [head.time, *[envelope.time for envelope in found]]
    sound = (
        len(found) == len(run)
        and _encoder.encode_lines(found) == data + b"\n"
        and [hash_of(text) for text in data.split(b"\n")] == hashes
        and [envelope.previous for envelope in found] == [head.hash, *hashes[:-1]]
        and [envelope.sequence for envelope in found] == numbers
        and [kept.sequence for kept in run] == numbers
        and all(envelope.table == table for envelope in found)
        and all(kept.table == table for kept in run)
        and times == sorted(times)
    )
    return found if sound else None


def cut_line(line: str) -> tuple[str, str]:
    """The canonical text and the hash of an exported line, as far as its form tells."""
    text, tail = line[:-_HASH_TAIL] + "}", line[-_HASH_TAIL:]
    if not tail.startswith(_HASH_FIELD) or not tail.endswith('"}'):
        raise UnreadableLineError("the line does not end in its hash")
    return text, tail[len(_HASH_FIELD) : -2]


_EDITION_FIELD = '"edition":"'


def edition_of(text: str) -> str:
    """The edition that an envelope names, without reading the whole of it."""
    start = text.find(_EDITION_FIELD) + len(_EDITION_FIELD)
    return text[start : start + len(NO_HASH)]


def rules_digest(rules: HouseRules) -> str:
    """The digest of one table's rules: the edition, every option and every setting."""
    said = [rules.book.digest(), dict(rules.options), plain(rules.settings)]
    return digest_of(msgspec.json.encode(said, order="sorted"))
