"""A house beyond this machine is encrypted, has a name, and is no demonstration by accident."""

from __future__ import annotations

import pytest

from puntobanco.cli.app import _HAS_PASSWORD
from puntobanco.cli.errors import UserError
from puntobanco.cli.house.exposure import Exposure

OPEN = {"host": "0.0.0.0"}  # noqa: S104 - what is to be refused
PROXIED = {**OPEN, "behind_proxy": "10.88.0.1, 10.0.0.0/8"}
NAMED = {**PROXIED, "public_url": "https://house.example"}


@pytest.mark.parametrize(
    ("given", "demo", "words"),
    [
        (OPEN, False, "passwords would travel readable"),
        (PROXIED, False, "--public-url"),
        (NAMED, True, "--public-demo"),
        ({**NAMED, "behind_proxy": "my-proxy"}, False, "is not an address"),
        ({"public_url": "house.example"}, False, "is not an address"),
    ],
)
def test_what_is_missing_is_said(given: dict[str, str], demo: bool, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Exposure(**given).check(demo=demo)  # type: ignore[arg-type]


def test_what_is_whole_is_served() -> None:
    Exposure().check(demo=True)
    found = Exposure(**NAMED)  # type: ignore[arg-type]
    found.check(demo=False)
    assert found.proxies == ("10.88.0.1", "10.0.0.0/8")
    assert {"house.example", "127.0.0.1"} <= set(found.hosts)


@pytest.mark.parametrize(
    ("word", "is_secret"),
    [
        ("postgresql://me:secret@host/house", True),
        ("--database=postgresql://me:secret@host/house", True),
        ("postgresql://host/house?password=secret", True),
        ("postgresql://me@host:5432/house", False),
        ("postgresql://host:5432/house", False),
    ],
)
def test_passwords_are_not_taken_from_the_command_line(word: str, is_secret: bool) -> None:
    assert bool(_HAS_PASSWORD.match(word)) is is_secret
