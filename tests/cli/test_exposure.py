"""A house beyond this machine is encrypted, has a name, and is no demonstration by accident."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Punto

from puntobanco.base.usage import UsageError
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
    with pytest.raises(UsageError, match=words):
        Exposure(**given).check(demo=demo)  # type: ignore[arg-type]


def test_what_is_whole_is_served() -> None:
    Exposure().check(demo=True)
    found = Exposure(**NAMED)  # type: ignore[arg-type]
    found.check(demo=False)
    assert found.proxies == ("10.88.0.1", "10.0.0.0/8")
    assert {"house.example", "127.0.0.1"} <= set(found.hosts)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host", "0.0.0.0"), "passwords would travel readable"),  # noqa: S104
        (("--host", "0.0.0.0", "--behind-proxy", "10.0.0.1"), "--public-url"),  # noqa: S104
        (
            (
                *("--host", "0.0.0.0", "--behind-proxy", "10.0.0.1", "--demo"),  # noqa: S104
                *("--public-url", "https://house.example"),
            ),
            "--public-demo",
        ),
    ],
)
def test_serve_refuses_it_before_anything_is_made(
    punto: Punto, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    code, out, err = punto("serve", str(tmp_path / "house"), "--port", "0", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not (tmp_path / "house").exists()


@pytest.mark.parametrize(
    ("word", "is_secret"),
    [
        ("postgresql://me:secret@127.0.0.1:1/house", True),
        ("postgres://me:secret@127.0.0.1:1/house", True),
        ("--source=postgresql://me:secret@127.0.0.1:1/house", True),
        ("postgresql://127.0.0.1:1/house?password=secret", True),
        ("postgresql://127.0.0.1:1/house?user=me&password=secret", True),
        ("postgresql://me@127.0.0.1:1/house", False),
        ("postgresql://127.0.0.1:1/house", False),
    ],
)
def test_passwords_are_not_taken_from_the_command_line(
    punto: Punto, word: str, is_secret: bool
) -> None:
    code, _, err = punto("log", "verify", word)
    assert code == 2
    assert ("does not belong on the command line" in err) is is_secret
    assert "secret" not in err
