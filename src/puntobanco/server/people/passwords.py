"""Which passwords are refused: those that are guessed first.

Length is what makes a password good, so nothing is demanded of its characters; what is refused is
what stands in lists of common passwords, and what follows a rule that is as short as the password
is long.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from string import digits, punctuation

from puntobanco.sayings.saying import SaidError, say

LENGTH_MIN = 10
LENGTH_MAX = 256
CHARACTERS_MIN = 5
"""How many different ones there are at least."""
BREAKS_MAX = 2
"""In a password of neighbouring keys or letters: how often another run may begin."""
OF_THE_HOUSE = frozenset({"puntobanco", "punto-banco", "puntobanko", "baccarat", "casino"})
_RUNS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEIGHBOURS = frozenset(
    pair for run in _RUNS for there in (run, run[::-1]) for pair in pairwise(there)
)


class WeakPasswordError(SaidError):
    """A password that is not accepted, with the reason."""


def must_be_good(password: str, person: str) -> None:
    """Raise where a chosen password would soon be guessed."""
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX:
        said = say("error.password-length", least=LENGTH_MIN, most=LENGTH_MAX)
        raise WeakPasswordError(said)
    if _is_common(password.casefold(), person.casefold()):
        raise WeakPasswordError(say("error.password-common"))


def _is_common(password: str, person: str) -> bool:
    """Whether it is, small letters or not, what others choose, or follows a short rule.

    >>> [_is_common(each, "anna") for each in ("qwertyuiop12", "anna-2026!", "horse battery 9")]
    [True, True, False]
    """
    known = {person, *OF_THE_HOUSE}
    stem = password.strip(digits + punctuation + " ")
    return (
        not password.strip(digits + " -./")  # a number, or a date
        or len(set(password)) < CHARACTERS_MIN
        or stem in known
        or not common().isdisjoint({password, stem})
        or password in (password + password)[1:-1]  # one piece, repeated
        or sum(pair not in _NEIGHBOURS for pair in pairwise(password)) <= BREAKS_MAX
    )


@cache
def common() -> frozenset[str]:
    """The passwords that people choose most."""
    text = Path(__file__).with_name("common_passwords.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("# "))
