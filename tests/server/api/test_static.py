"""What pages load comes from memory, compressed once, and may be kept for ever."""

from __future__ import annotations

import zlib

import pytest

from puntobanco.server.pages import release
from tests.server.api.house import House

FILE = "js/pages/player.js"


def test_a_file_is_compressed_once(played: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often strangers ask: it costs no more than a page."""
    address = f"/static/{release()}/{FILE}"
    first = played.client.get(address, headers={"Accept-Encoding": "gzip"})
    for each in ("compress", "compressobj"):
        monkeypatch.setattr(zlib, each, None)
    again = played.client.get(address, headers={"Accept-Encoding": "gzip"})
    assert first.content == again.content
    assert again.headers["content-encoding"] == "gzip"
    assert int(again.headers["content-length"]) < len(again.content) / 2
    assert "immutable" in again.headers["cache-control"]
    assert again.headers["vary"] == "Accept-Encoding"


def test_who_cannot_unpack_it_or_has_it_gets_no_more_than_that(played: House) -> None:
    address = f"/static/{release()}/{FILE}"
    plain = played.client.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-type"].partition(";")[0].endswith("/javascript")
    had = played.client.get(address, headers={"If-None-Match": plain.headers["etag"]})
    assert (had.status_code, had.content) == (304, b"")
    asked = played.client.head(address)
    assert (asked.status_code, asked.content) == (200, b"")


@pytest.mark.parametrize("name", ["", "js", "js/nothing.js", "../pages.py", "%2e%2e/pages.py"])
def test_nothing_else_is_there(played: House, name: str) -> None:
    answer = played.client.get(f"/static/{release()}/{name}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
