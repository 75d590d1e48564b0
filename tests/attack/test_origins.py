"""Foreign sites get nothing: whatever they have a browser say, with the cookie in its hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.stage import opened
from tests.attack.wire import RefusedError, Wire
from tests.server.conftest import run


def _foreign(port: int) -> list[str]:
    """Origins that look like ours and are not."""
    own = f"127.0.0.1:{port}"
    return [
        "null",
        "",
        "http://",
        "https://evil.example",
        "http://evil.example",
        f"https://{own}",
        f"ws://{own}",
        f"http://{own}.evil.example",
        f"http://evil.example/{own}",
        f"http://evil.example#{own}",
        f"http://evil.example?{own}",
        f"http://{own}@evil.example",
        f"http://evil.example@{own}",
        f"http://x{own}",
        f"http://{own}0",
        f"http://{own}/",
        f"http://{own} ",
        f" http://{own}, http://evil.example",
        f"http://{own}, http://{own}",
        f"http://{own};",
        f"http://{own}%00",
        f"http://{own}\\.evil.example",
        f"http:/{own}",
        f"http:\\\\{own}",
        f"HTTP://{own}",
        "http://127.0.0.1",
        f"http://localhost:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"http://127.1:{port}",
        f"http://0x7f000001:{port}",
        f"http://[::1]:{port}",
        "file://",
        "about:blank",
        "data:text/html,x",
        "chrome-extension://abc",
        "http://xn--e1afmkfd.example",
        f"http://127.0.0.1:0{port}",
        f"//{own}",
        own,
        "*",
    ]


def _headers(port: int) -> Iterator[dict[str, str]]:
    """At least two hundred sets of headers that a foreign page could lead to."""
    own = f"http://127.0.0.1:{port}"
    for origin in _foreign(port):
        if origin.strip() == own:  # blanks around a header's value are none of it
            continue
        yield {"Origin": origin}
        yield {"Origin": origin, "Sec-Fetch-Site": "same-origin"}
        yield {"Origin": origin, "Referer": f"{own}/"}
        yield {"Origin": origin, "Referer": f"{own}/", "Sec-Fetch-Site": "none"}
        yield {"Origin": origin, "X-Forwarded-Host": "127.0.0.1", "X-Forwarded-Proto": "http"}
    for site in ("cross-site", "same-site", "CROSS-SITE", "", "other"):
        yield {"Sec-Fetch-Site": site}
        yield {"Sec-Fetch-Site": site, "Origin": own}
        yield {"Sec-Fetch-Site": site, "Referer": f"{own}/"}
    for referer in _foreign(port):
        if referer.rstrip("/ ") != own:
            yield {"Referer": f"{referer}/page" if referer else "/page"}
    yield {"Host": "evil.example", "Origin": own}
    yield {"Host": f"localhost:{port}", "Origin": own}
    yield {"Host": f"127.0.0.1:{port}.evil.example", "Origin": own}


def test_nothing_unsafe_is_taken_from_another_site(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token("the-patron")
            await stage.casino.credentials.set_password("the-patron", "right horse battery")
            token = await stage.token("the-patron")
            cookie = {"Cookie": f"punto_session={token}"}
            sit = {"id": "x", "request": {"request": "take-place", "by": "the-patron"}}
            sign_in = {"name": "the-patron", "password": "right horse battery"}
            unsafe = [
                ("POST", "/api/tables/T1/requests", sit),
                ("POST", "/api/tickets", None),
                ("POST", "/api/account/exclusion", {"id": "x", "until": None}),
                ("DELETE", "/api/session", None),
                ("POST", "/api/session", sign_in),
            ]
            before, tried = await stage.heads(), 0
            for headers in _headers(stage.port):
                for method, path, body in unsafe:
                    kind = {"Content-Type": ("text/plain", "application/json")[tried % 2]}
                    given = {**cookie, **kind, **headers}
                    answer = await stage.call("", method, path, body, given)
                    refused = answer.status_code in (403, 422)
                    assert refused, (headers, path, answer.status_code)
                    tried += 1
            assert tried >= 5 * 200
            assert await stage.heads() == before
            own = {"Origin": f"http://127.0.0.1:{stage.port}", "Sec-Fetch-Site": "same-origin"}
            for headers in (own, {"Referer": f"{own['Origin']}/table.html"}, {}):
                taken = await stage.call("", "POST", "/api/tickets", None, {**cookie, **headers})
                assert taken.status_code == 200, (headers, taken.text)

    run(main())


def test_no_socket_is_opened_from_another_site(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            token = await stage.token("the-patron")
            tried = 0
            for headers in _headers(stage.port):
                path = f"/api/live/T1?ticket={await stage.ticket(token)}"
                given = {"Cookie": f"punto_session={token}", **headers}
                with pytest.raises(RefusedError):
                    await Wire.open(stage.port, path, given)
                tried += 1
            assert tried >= 200
            own = {"Origin": f"http://127.0.0.1:{stage.port}"}
            await (await stage.socket(token, headers=own)).drop()

    run(main())


def test_the_cookie_is_kept_from_scripts_and_other_sites(folder: Path) -> None:
    async def main() -> None:
        async with opened(folder, roles=("patron",)) as stage:
            await stage.casino.credentials.set_password("the-patron", "right horse battery")
            body = {"name": "the-patron", "password": "right horse battery"}
            answer = await stage.call("", "POST", "/api/session", body)
            words = {each.strip().lower() for each in answer.headers["set-cookie"].split(";")}
            assert {"httponly", "samesite=strict", "path=/"} <= words
            for headers in ({}, {"Origin": "https://evil.example"}):
                seen = await stage.call("", "GET", "/api/books", None, headers)
                assert not [each for each in seen.headers if each.startswith("access-control")]
            preflight = await stage.call(
                "",
                "OPTIONS",
                "/api/tables/T1/requests",
                None,
                {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"},
            )
            assert preflight.status_code == 405

    run(main())
