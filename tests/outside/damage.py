"""Ways in which a file of a house is lost or spoilt, and what must come of it.

A house whose file was maltreated is whole, or it ends in a sentence that names what is wrong. It
is never a new house without a word, and nobody is ever shown a traceback.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.outside.client import Client, LostError
from tests.outside.machine import Served

MONEY = 10_000_00
"""What a guest of the demonstration brings."""


def lost(path: Path, other: Path) -> None:
    """The file is gone."""
    path.unlink()


def cut(path: Path, other: Path) -> None:
    """The file ends in the middle."""
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path, other: Path) -> None:
    """The file is there and has nothing in it."""
    os.truncate(path, 0)


def swapped(path: Path, other: Path) -> None:
    """The file of another house lies in its place."""
    draft = path.with_name(f"{path.name}.draft")
    shutil.copyfile(other, draft)
    draft.chmod(0o600)
    draft.rename(path)


def read_only(path: Path, other: Path) -> None:
    """The file cannot be written."""
    path.chmod(0o400)


def unreadable(path: Path, other: Path) -> None:
    """The file can be neither read nor written."""
    path.chmod(0o000)


WAYS: tuple[Callable[[Path, Path], None], ...] = (
    *(lost, cut, emptied),
    *(swapped, read_only, unreadable),
)


@dataclass(frozen=True)
class Case:
    """A file and what is done to it."""

    name: str
    way: Callable[[Path, Path], None]

    def __str__(self) -> str:
        return f"{self.name}-{self.way.__name__}"

    def do(self, folder: Path, other: Path) -> None:
        """Do it; a file that is not there is not made."""
        path = folder / self.name
        if path.exists() and (self.way is not swapped or (other / self.name).exists()):
            self.way(path, other / self.name)


def cases(*names: str) -> list[Case]:
    """Each file in each way."""
    return [Case(name, way) for name in names for way in WAYS]


def sentence_of(house: Served) -> str:
    """The one sentence in which a command ended that could not do what it should."""
    said = house.said.splitlines()
    assert "Traceback" not in house.said, house.said
    found = [line for line in said if line.startswith(("punto: ", "The house has ended: "))]
    assert len(found) == 1, house.said
    assert len(found[0]) > 40, found
    return found[0]


def is_whole(house: Served, token: str, *balances: int) -> bool:
    """Whether it is the house that it was: the same session, the same money, nobody founded."""
    assert not re.search(r"^admin ", house.said, re.MULTILINE), "a new house was founded"
    with Client(house.port, token) as client, suppress(LostError):
        reply = client.call("GET", "/api/account")
        return reply.status == 200 and reply.form["balance"] in balances
    return False
