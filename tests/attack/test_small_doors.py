"""What was let in or left out by a little: cards, numbers, methods, the first password."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from puntobanco.notation.codec import decode_report
from puntobanco.server.people.credentials import AGAIN_SECONDS, WrongCredentialsError
from puntobanco.wire.messages import BadMessageError, read_ask, read_inbound, with_whole_numbers
from tests.attack.stage import opened
from tests.server.conftest import add_person, run


@pytest.mark.parametrize("text", ["9H", "10h", "th", "9♥", " 9h"])
def test_a_card_has_one_form_in_json(text: str) -> None:
    with pytest.raises((msgspec.ValidationError, ValueError)):
        decode_report(msgspec.json.encode({"report": "card-left-shoe", "card": text}))
    decode_report(b'{"report":"card-left-shoe","card":"9h"}')


@pytest.mark.parametrize("number", ["468.0", "4.68e2", "46800e-2"])
def test_a_whole_number_is_one_however_it_is_written(number: str) -> None:
    request = '{"request":"buy-in","by":"ann","amount":NUMBER}'.replace("NUMBER", number)
    ask = read_ask(b'{"id":"a","request":%s}' % request.encode())
    assert ask.request.amount == 468  # type: ignore[union-attr]
    told = read_inbound(b'{"type":"request","id":"a","request":%s}' % request.encode())
    assert told.request.amount == 468  # type: ignore[union-attr]


def test_an_id_with_digits_and_letters_is_not_taken_for_a_number() -> None:
    """Most ids have a "3e" somewhere; reading their messages once more would double the cost."""
    message = b'{"type":"request","id":"7f3e1.9e4","request":{"place":-1,"amounts":[4, 68]}}'
    assert with_whole_numbers(message) is message


@pytest.mark.parametrize("number", ["468.5", "1e400", "1e-1", "468.00000000000000000001"])
def test_what_is_no_whole_number_stays_refused(number: str) -> None:
    request = '{"request":"buy-in","by":"ann","amount":NUMBER}'.replace("NUMBER", number)
    with pytest.raises(BadMessageError):
        read_ask(b'{"id":"a","request":%s}' % request.encode())


def test_a_number_that_is_too_large_is_called_so() -> None:
    request = b'{"request":"buy-in","by":"ann","amount":1e400}'
    with pytest.raises(BadMessageError, match="at most 9223372036854775807"):
        read_ask(b'{"id":"a","request":%s}' % request)


def test_over_http_whole_numbers_are_taken_and_405_names_every_method(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, tables=1, roles=("cashier", "patron")) as stage:
            token = await stage.token("the-cashier", is_staff=True)
            body = b'{"id":"m1","amount":5000.0}'
            path = "/api/accounts/the-patron/paid-in"
            paid = await stage.call(
                token, "POST", path, body, headers={"Content-Type": "application/json"}
            )
            assert paid.status_code == 200, paid.text
            answer = await stage.call(token, "PATCH", "/api/session")
            assert answer.status_code == 405
            assert answer.headers["allow"] == "DELETE, GET, POST"

    run(main())


def test_the_first_password_is_not_taken_as_the_next(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            await add_person(stage.casino, "ann", "patron")
            credentials, first = stage.casino.credentials, "one-use-Xk39wq"
            await credentials.set_password("ann", first, once=True)
            token, _ = await credentials.sign_in("ann", first, is_staff=False)
            headers = {"Content-Type": "application/json"}
            for new, status in ((first, 409), ("another-Zt82mm", 204)):
                answer = await stage.call(
                    token, "POST", "/api/session/password", {"old": first, "new": new}, headers
                )
                assert answer.status_code == status, answer.text

    run(main())


@pytest.mark.parametrize(
    "changed",
    [{"by": "n" * 501}, {"by": '"' * 501}, {"amount": 2**63}, {"amount": -(10**4_000)}],
    ids=["name", "escaped", "number", "far below zero"],
)
def test_nothing_in_a_request_is_longer_than_in_any(changed: dict[str, object]) -> None:
    """A refusal repeats it, and 200,000 refusals are kept."""
    request = {"request": "buy-in", "by": "n" * 500, "amount": 2**63 - 1}
    read_ask(msgspec.json.encode({"id": "a", "request": request}))
    body = json.dumps({"id": "a", "request": {**request, **changed}}).encode()
    with pytest.raises(BadMessageError, match="at most"):
        read_ask(body)
    with pytest.raises(BadMessageError, match="at most"):
        read_inbound(b'{"type":"request",' + body[1:])


def test_the_first_password_is_good_for_one_signing_in(folder: Path) -> None:
    """A second person who read it is not let in; a page that is loaded anew is, for a while."""

    async def main() -> None:
        async with opened(folder, tables=0) as stage:
            await add_person(stage.casino, "ann", "patron")
            credentials, first = stage.casino.credentials, "one-use-Xk39wq"
            await credentials.set_password("ann", first, once=True)

            async def comes(address: str, password: str = first) -> bool:
                try:
                    await credentials.sign_in("ann", password, is_staff=False, address=address)
                except WrongCredentialsError:
                    return False
                return True

            both = await asyncio.gather(comes("10.0.0.1"), comes("10.0.0.2"))
            assert sorted(both) == [False, True], "one of two at once"
            owner, other = ("10.0.0.1", "10.0.0.2") if both[0] else ("10.0.0.2", "10.0.0.1")
            assert await comes(owner)
            assert not await comes(other)
            stage.clock.move(AGAIN_SECONDS + 1)
            assert not await comes(owner)
            await credentials.set_password("ann", "chosen by Ann herself")
            assert await comes(other, "chosen by Ann herself")
            assert await comes(owner, "chosen by Ann herself")

    run(main())
