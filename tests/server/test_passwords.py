"""What is refused as a password, and what is not."""

from __future__ import annotations

import secrets

import pytest

from puntobanco.server.people.passwords import LENGTH_MIN, WeakPasswordError, common, must_be_good

WEAK = (
    "short",
    "x" * 257,
    "1234567890",
    "2026-11-15",
    "87236482736",
    "qwertyuiop",
    "QwertyAsdfgh",
    "poiuytrewq1",
    "abcdefghijkl",
    "aaaabbbbcccc",
    "hunterhunter",
    "Kjf8Kjf8Kjf8",
    "basketball",
    "Basketball2026!",
    "password123",
    "the-patron",
    "The-Patron2026",
    "PuntoBanco!",
    "casino123456",
)
GOOD = (
    "a long enough one",
    "right horse battery",
    "correct horse battery",
    "Ein Satz, den keiner kennt.",
    "gd8#kLq02-xv",
    "紅龍與白虎在山上下棋到天亮",
)


@pytest.mark.parametrize("password", WEAK)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    with pytest.raises(WeakPasswordError):
        must_be_good(password, "the-patron")


@pytest.mark.parametrize("password", GOOD)
def test_what_is_long_and_nobodys_habit_is_taken(password: str) -> None:
    must_be_good(password, "the-patron")


def test_every_common_password_is_refused_in_any_case() -> None:
    assert len(common()) > 2_500
    for password in common():
        assert len(password) >= LENGTH_MIN
        for written in (password, password.upper()):
            with pytest.raises(WeakPasswordError):
                must_be_good(written, "the-patron")


def test_what_the_house_makes_itself_is_good() -> None:
    for _ in range(1_000):
        must_be_good(secrets.token_urlsafe(12), "the-patron")
