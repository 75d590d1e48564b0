"""How much a test tries: `size_of("kills")` in the profile of this run, from `tests/sizes.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).with_name("sizes.toml")
PROFILES = ("quick", "test", "prove", "full")


def read() -> dict[str, dict[str, int | str]]:
    """Everything the file says."""
    return tomllib.loads(PATH.read_text("utf-8"))


@dataclass
class Chosen:
    """What the command line asked for."""

    profile: str = "test"
    seed: int | None = None
    sizes: dict[str, int] = field(default_factory=dict)


class UnknownSizeError(ValueError):
    """A size that is not in the file."""


_table = read()
_chosen = Chosen()


def choose(profile: str, seed: int | None, overrides: list[str]) -> None:
    """Set the profile and the overrides (`kills=40`) of this run, before any test is imported."""
    global _chosen  # noqa: PLW0603 - one run of pytest has one profile
    sizes = {}
    for each in overrides:
        name, _, number = each.partition("=")
        if name not in _table or not number.isdecimal():
            known = ", ".join(_table)
            raise UnknownSizeError(f"--size {each}: write NAME=NUMBER; the names are {known}")
        sizes[name] = int(number)
    _chosen = Chosen(profile, seed, sizes)


def profile() -> str:
    """The profile of this run."""
    return _chosen.profile


def is_long() -> bool:
    """Whether this run has time and a quiet machine, as `make prove` has."""
    return _chosen.profile in ("prove", "full")


def first_of(values: Iterable[Any], count: int = 1) -> list[Any]:
    """Values to parametrize with: the first always, the others in `make prove` only."""
    return [
        value
        if place < count
        else pytest.param(value, marks=pytest.mark.long)
        if not isinstance(value, tuple)
        else pytest.param(*value, marks=pytest.mark.long)
        for place, value in enumerate(values)
    ]


def size_of(name: str) -> int:
    """How much is tried."""
    return _chosen.sizes.get(name) or int(_table[name][_chosen.profile])


def first_seed(usual: int = 0) -> int:
    """Where a seeded run begins: `--seed`, or the test's own."""
    return usual if _chosen.seed is None else _chosen.seed
