"""Messages that nobody should take: each wrong in at least one way, by construction."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from tests.attack.wire import BINARY, CLOSE, CONTINUED, PING, TEXT, frame

DIGITS = "9" * 5000
NUMBERS = (
    *("NaN", "Infinity", "-Infinity", "1e308", "-1e308", "1e-308", "1e99999", "0.1", "1.5", "-0.0"),
    *("9223372036854775808", "-9223372036854775809", "18446744073709551616", str(10**40), DIGITS),
    *(
        "true",
        "false",
        "null",
        '"1"',
        '"\\u0661"',
        "\u0661",
        "0x10",
        "1_000",
        "+1",
        "01",
        "-",
        "--1",
    ),
    *("[]", "{}", "[1]", '{"a":1}', '""', "-1", "0", "undefined", "1,", ".5", "5."),
)
STRINGS = (
    *("1", "null", "true", "[]", "{}", "NaN", '"\\ud800"', '"\\u0000"', '"a\\u0000b"', '""'),
    *('"' + "x" * 1000 + '"', '"\\u202e"', '"dealer"', '"pit-manager"', '"table"', '"a-patron"'),
    *('"*"', '"house"', '"account:a-patron"', '"\'; drop table event; --"', '"../../etc/passwd"'),
    *('"Banker"', '"banker "', '"banker\\n"', '"\U0001f0cf"', "'banker'", '"unterminated'),
)
IDS = (
    *("1", "null", '""', '"' + "a" * 65 + '"', '"' + "a" * 1000 + '"', '"a b"', '"a/b"', '"é"'),
    *('"a\\n"', '"\\u0000"', "[]", "{}", "true", '"\u0661"', '"..\\\\.."', '"%00"'),
)
FIELDS = {
    "by": STRINGS,
    "patron": STRINGS,
    "place": NUMBERS,
    "wager": STRINGS,
    "amount": NUMBERS,
}
GOOD = {"by": '"the-patron"', "patron": '"the-patron"', "place": "1", "wager": '"banker"'}
GOOD |= {"amount": "10000"}
NESTING = ("[", '{"a":', '{"request":', '{"facts":{"a":')


def _stake(fields: dict[str, str], extra: str = "") -> str:
    pairs = "".join(f',"{name}":{value}' for name, value in fields.items())
    return '{"request":"place-stake"' + pairs + extra + "}"


def _whole(request: str, request_id: str, extra: str = "") -> str:
    return '{"type":"request","id":' + request_id + ',"request":' + request + extra + "}"


def text(chance: random.Random) -> bytes:  # noqa: C901 - one case for each way to be wrong
    """A text that is no message, or one that no table can grant."""
    request_id = f'"g{chance.getrandbits(60):x}"'
    match chance.randrange(12):
        case 0:
            name = chance.choice(list(FIELDS))
            fields = {**GOOD, name: chance.choice(FIELDS[name])}
            found = _whole(_stake(fields), request_id)
        case 1:
            found = _whole(_stake(GOOD), chance.choice(IDS))
        case 2:  # a key twice
            name = chance.choice(list(GOOD))
            found = _whole(_stake(GOOD, f',"{name}":{GOOD[name]}'), request_id)
        case 3:
            extra = chance.choice((',"id":"b1"', ',"type":"request"', ',"expected":null' * 2))
            found = _whole(_stake(GOOD), request_id, extra)
        case 4:  # a field that nobody knows
            name = chance.choice(("time", "clock", "actor", "sequence", "_", "Amount", "é", ""))
            found = _whole(_stake(GOOD, f',"{name}":1'), request_id)
        case 5:
            found = _whole(_stake(GOOD), request_id, f',"{chance.choice(("by", "x", "at"))}":1')
        case 6:  # a field too few
            fields = dict(GOOD)
            del fields[chance.choice(list(fields))]
            found = _whole(_stake(fields), request_id)
        case 7:
            stale = chance.choice(
                ("0", "1", "99999", "-1", "1.5", "true", '"1"', DIGITS, str(2**70))
            )
            found = _whole(_stake(GOOD), request_id, f',"expected":{stale}')
        case 8:
            depth = chance.choice((33, 100, 1000, 3000))
            found = chance.choice(NESTING) * depth
        case 9:
            kind = chance.choice(("", "hello", "news", "welcome", "answer", "Request", "report"))
            found = json.dumps({"type": kind, "id": "a", "request": {"request": kind}})
        case 10:
            found = chance.choice(
                ("", " ", "null", "[]", "0", '"x"', "{}", "{", "\ufeff{}", "x" * 999)
            )
        case _:
            tag = chance.choice(("", "settle-all", "PLACE-STAKE", "place_stake", "card-left-shoe"))
            found = _whole('{"request":"' + tag + '","by":"the-patron"}', request_id)
    return found.encode("utf-8", "surrogatepass")


def damaged(chance: random.Random) -> bytes:
    """A message for a moment long past, with bytes changed, lost or added."""
    data = bytearray(
        _whole(_stake(GOOD), f'"d{chance.getrandbits(60):x}"', ',"expected":1').encode()
    )
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[place] ^= 1 << chance.randrange(8)
            case 1:
                del data[place : place + chance.randrange(1, 9)]
            case 2:
                data[place:place] = chance.randbytes(chance.randrange(1, 9))
            case _:
                del data[place:]
        if not data:
            break
    return bytes(data)


def frames(chance: random.Random) -> Iterator[tuple[bytes, bool]]:
    """Frames, each with whether the socket may live on after it."""
    for _ in range(18):
        body = text(chance) if chance.random() < 0.6 else damaged(chance)
        body = body[:16_000]
        is_text = _is_text(body)
        match chance.randrange(8):
            case 0 if len(body) > 1:  # in pieces, with a ping between
                half = chance.randrange(1, len(body))
                opcode = TEXT if is_text else BINARY
                yield frame(body[:half], opcode, fin=False) + frame(b"p", PING), True
                yield frame(body[half:], CONTINUED), True
            case 1:
                yield frame(body, BINARY), True
            case _:
                yield frame(body, TEXT if is_text else BINARY), True
    yield _last(chance), False


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _last(chance: random.Random) -> bytes:
    """A frame after which the server ends the socket."""
    return chance.choice(
        (
            frame(b"\xff\xfe\xfd"),
            frame(b"\xed\xa0\x80"),
            frame(b"x", 3),
            frame(b"x", 11),
            frame(b"{}", rsv=4),
            frame(b"x", CONTINUED),
            frame(b"x" * 126, PING),
            frame(b"x", PING, fin=False),
            frame(b"\x00", CLOSE),
            frame(b"\x00\x01", CLOSE),
            frame(b"x" * 16_385),
            b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0",
            b"\x81\x05hello",
            frame(b"{", fin=False) + frame(b"{}"),
        )
    )
