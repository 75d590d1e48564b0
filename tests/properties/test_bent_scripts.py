"""The wishes of every script, as written and bent, break no law.

A script has what a session of chance seldom reaches: a Nominee, a choice, an area that is nearly
full. Its wishes are made anew, the refused ones too, with one of them bent: by somebody else, for
another amount, without its reason. What a script expects is left aside; the laws are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from puntobanco.books import BOOKS
from puntobanco.notation.runner import Playing, run_script
from puntobanco.notation.script import ScriptError
from puntobanco.rules.book import HouseRules
from tests.sizes import first_seed, size_of

from .law import Wish
from .watched import Watched

SCRIPTS = sorted(Path("tests/books").glob("**/*.play"))
READINGS = [script for script in SCRIPTS if script.parent.name == "readings"]
BENDS = size_of("bends")
PEOPLE = ("by", "patron", "to", "nominee")


def wishes_of(script: Path, patch: pytest.MonkeyPatch) -> list[tuple[HouseRules, list[Wish]]]:
    """By table: its rules, and everything that the script asks or reports there."""
    heard: dict[int, tuple[HouseRules, list[Wish]]] = {}
    right = Playing.do

    def listening(playing: Playing, command: Wish) -> Any:
        assert playing.rules is not None
        heard.setdefault(id(playing), (playing.rules, []))[1].append(command)
        return right(playing, command)

    with patch.context() as now, suppress(ScriptError):
        now.setattr(Playing, "do", listening)
        run_script(script.read_text("utf-8"), BOOKS)
    return list(heard.values())


def bent(wishes: Sequence[Wish], rules: HouseRules, chance: Random) -> list[Wish]:
    """The same wishes, one of them with another person, amount, place or reason."""
    made = list(wishes)
    at = chance.randrange(len(made))
    fields = asdict(made[at])
    people = {fields["by"] for fields in map(asdict, wishes)}
    people |= {str(asdict(each).get("patron")) for each in wishes if asdict(each).get("patron")}
    people |= {post.name for post in rules.book.posts.ladder}
    new: dict[str, Any] = {name: chance.choice(sorted(people)) for name in PEOPLE}
    new |= {"amount": chance.choice((1, 40_00, 1_000_00, 99_999_00)), "place": 2, "reason": ""}
    name = chance.choice([each for each in fields if each in new])
    made[at] = replace(made[at], **{name: new[name]})
    return made


def assert_lawful(script: Path, patch: pytest.MonkeyPatch, bends: int) -> None:
    """Make the wishes of a script as written, then so many times bent."""
    for rules, wishes in wishes_of(script, patch):
        chance = Random(f"{first_seed()} {script.stem}")
        for turn in range(bends + 1):
            watched = Watched(rules)
            for wish in bent(wishes, rules, chance) if turn else wishes:
                watched.do(wish)


@pytest.mark.parametrize("script", READINGS, ids=lambda path: f"{path.parts[2]}/{path.stem}")
def test_no_reading_breaks_a_law(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_lawful(script, monkeypatch, BENDS)


@pytest.mark.long
def test_no_script_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    for script in SCRIPTS:
        assert_lawful(script, monkeypatch, BENDS)
