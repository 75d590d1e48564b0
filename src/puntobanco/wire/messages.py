"""What is said over a socket, both ways, and how it is read: strictly, or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias, TypeVar

import msgspec

from puntobanco.base.clauses import Clauses
from puntobanco.base.money import Units
from puntobanco.notation.codec import read_card, write_card
from puntobanco.play.reports import Report
from puntobanco.play.requests import Request
from puntobanco.rules.refusals import Refusal
from puntobanco.sayings.saying import SaidError, Saying, Value, addressed, say, sentence
from puntobanco.wire.forms import Microseconds, NewsForm
from puntobanco.wire.not_understood import NUMBER_MAX, of_message

MESSAGE_BYTES_MAX = 16_384
"""No request is longer; a longer message closes the socket that sent it."""
TEXT_LENGTH_MAX = 500
"""No text in a request is longer. Refusals repeat what was sent, and are kept."""
NESTING_MAX = 32
"""No request is deeper. The parser recurses, so depth is bounded before it is parsed."""
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_LONG_NUMBER = re.compile(rb"[0-9]{19}")
"""Also found within texts: then all is looked at, and nothing is refused."""
_BROKEN_NUMBER = re.compile(rb"[ \t\r\n:,\[]-?[0-9]+[.eE]")
"""Also found within some texts: then all is read once more, and nothing changes. What comes before
a number is looked for too: "3e" alone stands in most ids."""
APPROVED = "approved-"
"""How the id begins under which the house does what two people agreed on. Other ids of its own have
a colon (`record.names.own_id`), which no client can write. These keep the form they always had:
agreeing again to what was done before an upgrade must find it done."""


class BadMessageError(SaidError, ValueError):
    """A message that this program does not understand."""


class AskBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request over HTTP."""

    id: str
    request: Request
    expected: int | None = None


class TellBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report over HTTP."""

    id: str
    report: Report


class Ask(AskBody, frozen=True, kw_only=True, tag="request", forbid_unknown_fields=True):
    """A request over a socket."""


class Tell(TellBody, frozen=True, kw_only=True, tag="report", forbid_unknown_fields=True):
    """A report over a socket."""


class AskTime(msgspec.Struct, frozen=True, kw_only=True, tag="time", forbid_unknown_fields=True):
    """A reader sets its clock by the server's."""

    echo: int = 0


Inbound: TypeAlias = Ask | Tell | AskTime


class RefusalForm(msgspec.Struct, frozen=True, kw_only=True):
    """Why a command was not granted, and what would be."""

    reason: str
    sentence: str
    said: Saying = Saying("refused.earlier")
    """Without it: an answer that an earlier program stored."""
    clauses: Clauses
    offending: Units | None
    acceptable: Units | None


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The one answer that a request has."""

    accepted: bool
    first: int
    last: int
    refusal: RefusalForm | None = None
    approval: str | None = None
    """Set where a second person must agree: nothing has happened yet."""
    by: str = ""
    """Who asked, where it was asked of a table; nobody else may read it again, but staff."""


class AnswerMessage(msgspec.Struct, frozen=True, kw_only=True, tag="answer"):
    """A reply on its way to the asker."""

    id: str
    accepted: bool
    first: int
    last: int
    refusal: RefusalForm | None
    approval: str | None
    repeated: bool


class Viewer(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks, and under which names they may act."""

    name: str
    roles: tuple[str, ...]
    acts_as: tuple[str, ...]


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome"):
    """Everything this viewer may see, to begin with."""

    table: str
    sequence: int
    time: Microseconds
    viewer: Viewer
    view: dict[str, Any]


class News(msgspec.Struct, frozen=True, kw_only=True, tag="news"):
    """The sections that changed, whole, and what happened in words."""

    sequence: int
    time: Microseconds
    view: dict[str, Any]
    news: tuple[NewsForm, ...] = ()


class NewsListForm(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer may know of a stretch of the log."""

    after: int
    last: int
    """Go on after this one."""
    news: tuple[NewsForm, ...]


class Time(msgspec.Struct, frozen=True, kw_only=True, tag="time"):
    """The server's clock."""

    time: Microseconds
    echo: int


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="error"):
    """A message that led to nothing."""

    code: str
    sentence: str
    said: Saying | None = None
    id: str | None = None


_encoder = msgspec.json.Encoder(enc_hook=write_card)


class _Named(msgspec.Struct, frozen=True):
    id: str


_inbound: msgspec.json.Decoder[Inbound] = msgspec.json.Decoder(Inbound, dec_hook=read_card)
_asks: msgspec.json.Decoder[AskBody] = msgspec.json.Decoder(AskBody, dec_hook=read_card)
_tells: msgspec.json.Decoder[TellBody] = msgspec.json.Decoder(TellBody, dec_hook=read_card)
_replies = msgspec.json.Decoder(Reply)
_named = msgspec.json.Decoder(_Named)
_T = TypeVar("_T")


def encode(value: Any) -> bytes:
    """Any form as JSON."""
    return _encoder.encode(value)


def meaning(message: Request | Report, expected: int | None = None) -> bytes:
    """What an id stands for, the same over a socket and over HTTP, however it was written."""
    return encode((message, expected))


def read_reply(answer: bytes) -> Reply:
    """A kept answer."""
    return _replies.decode(answer)


def read_inbound(data: bytes) -> Inbound:
    """One message, or what is wrong with it."""
    message = _read_strictly(_inbound, data)
    if not isinstance(message, AskTime):
        check_id(message.id)
    return message


def read_ask(data: bytes) -> AskBody:
    """A request that came over HTTP, or what is wrong with it."""
    body = _read_strictly(_asks, data)
    check_id(body.id)
    return body


def read_tell(data: bytes) -> TellBody:
    """A report that came over HTTP, or what is wrong with it."""
    body = _read_strictly(_tells, data)
    check_id(body.id)
    return body


def _read_strictly(decoder: msgspec.json.Decoder[_T], data: bytes) -> _T:
    if len(data) > MESSAGE_BYTES_MAX:
        raise BadMessageError(say("error.too-long", most=MESSAGE_BYTES_MAX))
    check_depth(data)
    if says_twice(data):
        raise BadMessageError(say("error.key-twice"))
    try:
        data = with_whole_numbers(data)
        if len(data) > TEXT_LENGTH_MAX or _LONG_NUMBER.search(data):
            check_lengths(msgspec.json.decode(data))
        return decoder.decode(data)
    except (msgspec.DecodeError, ValueError, OverflowError, RecursionError) as error:
        raise BadMessageError(of_message(error)) from None


def check_lengths(found: object) -> None:
    """Refuse a text or a number that is longer than those of any request, however deep it lies.

    >>> check_lengths({"by": "ann", "amount": -(10**18), "facts": [True, None]})
    >>> check_lengths({"by": ["n" * 501]})
    Traceback (most recent call last):
    puntobanco.wire.messages.BadMessageError: A text may have at most 500 characters.
    """
    match found:
        case str() if len(found) > TEXT_LENGTH_MAX:
            raise BadMessageError(say("wrong.long-text", most=TEXT_LENGTH_MAX))
        case int() if abs(found) > NUMBER_MAX:
            raise BadMessageError(say("wrong.large-number", most=str(NUMBER_MAX)))
        case dict():
            for name, value in found.items():
                check_lengths(name)
                check_lengths(value)
        case list():
            for value in found:
                check_lengths(value)
        case _:
            pass


def check_id(text: str) -> None:
    """Refuse what cannot be the id of a client's request, at whichever door it comes in."""
    if not _ID.match(text):
        raise BadMessageError(say("error.bad-id"))
    if text.startswith(APPROVED):
        raise BadMessageError(say("error.own-id", prefix=APPROVED))


def id_in(data: bytes) -> str | None:
    """The id of a message that is none of ours, so that its sender can be told.

    >>> id_in(b'{"type": "request", "id": "6f1c", "request": {"amount": "1"}}'), id_in(b"{")
    ('6f1c', None)
    """
    try:
        found = _read_strictly(_named, data).id
        check_id(found)
    except BadMessageError:
        return None
    return found


def says_twice(data: bytes) -> bool:
    """Whether a key stands twice in one object: readers differ on which of them counts.

    >>> says_twice(b'{"amount": 1, "by": {"amount": 2}}'), says_twice(b'{"by": 1, "by": 1}')
    (False, True)
    """
    if _is_written_plainly(data):
        return False
    twice = False

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) != len(pairs)
        return found

    try:
        json.loads(data, object_pairs_hook=look)
    except (ValueError, RecursionError):
        return False  # no JSON at all: its reader says so
    return twice


def with_whole_numbers(data: bytes) -> bytes:
    """JSON in which every whole number is written as one: 468.0 is an integer to a JSON schema.

    >>> with_whole_numbers(b'{"amount":468.0}'), with_whole_numbers(b'{"amount":468.5}')
    (b'{"amount":468}', b'{"amount":468.5}')
    """
    if not _BROKEN_NUMBER.search(data):
        return data
    try:
        return msgspec.json.encode(json.loads(data, parse_float=_whole_number))
    except (ValueError, ArithmeticError, RecursionError):
        return data  # its reader says what is wrong


def _whole_number(text: str) -> int:
    number = Decimal(text)
    if number.adjusted() > 20 or number != number.to_integral_value():
        raise ValueError(text)
    return int(number)


def _is_written_plainly(data: bytes) -> bool:
    """Whether a message is what comes out when it is read and written again.

    So it is from most programs, and then nothing in it was dropped; this costs a tenth.
    """
    try:
        return msgspec.json.encode(msgspec.json.decode(data)) == data
    except (ValueError, RecursionError):
        return False


def check_depth(data: bytes) -> None:
    """Refuse nesting that no request has."""
    if data.count(b"{") + data.count(b"[") <= NESTING_MAX:
        return
    depth = 0
    for byte in data:
        if byte in b"[{":
            depth += 1
            if depth > NESTING_MAX:
                raise BadMessageError(say("error.too-deep"))
        elif byte in b"]}":
            depth -= 1


def told_to(refusal: RefusalForm, reader: str, name: Callable[[str], Value]) -> RefusalForm:
    """A refusal in words for one reader: "you" for the reader, others as `name` gives them."""
    said = addressed(refusal.said, reader, name)
    return msgspec.structs.replace(refusal, said=said, sentence=sentence(said))


def refusal_form(refusal: Refusal) -> RefusalForm:
    """A refusal as it is sent."""
    return RefusalForm(
        reason=refusal.reason.value,
        sentence=refusal.sentence,
        said=refusal.said,
        clauses=refusal.clauses,
        offending=refusal.offending,
        acceptable=refusal.acceptable,
    )
