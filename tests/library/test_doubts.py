"""What a file without errors is warned of, with line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.library.test_book_file import EXAMPLES, WHOLE

from puntobanco.library.doubts import findings_in
from puntobanco.library.finding import read_book

NINE_TO_ONE = '[wager.tie]\nwins = [{ when = "tie", pays = "9 to 1", clauses = ["H.1"] }]\n'


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "own.toml"


DOUBTS = [
    (
        "player_total == 6",
        "player_total == 12",
        "10:11: this line never decides: its condition holds",
    ),
    (
        'clauses = ["H.1"] }]',
        'clauses = ["H.1"] }]\npushes = [{ when = "tie & player_total == 6", clauses = ["H.1"] }]',
        "11:13: this line never decides: the lines above it decide every coup",
    ),
    (
        ', clauses = ["H.1"] }]',
        " }]",
        "10:9: this line names no clause that orders it; add clauses",
    ),
    (
        "[clauses]",
        '[remove]\nwagers = ["player-pair", "banker-pair"]\n[clauses]',
        "14:11: clause 3.8 of mbs is about the wager player-pair, which is removed here",
    ),
    (
        "[wager.sixes]",
        f"{NINE_TO_ONE.replace('H.1', '4.1[Tie]')}[wager.sixes]",
        "7:8: clause 4.1[Tie] has the words of mbs, where the wager tie has other lines; if they",
    ),
    (
        "[wager.sixes]",
        NINE_TO_ONE + 'loses = { clauses = ["H.1"] }\n[wager.sixes]',
        "7:8: clause 4.1[Tie] of mbs is about the wager tie, which is changed here, and nothing",
    ),
    (
        "[clauses]",
        "[option.deck]\nfrom = 6\nto = 8\ndefault = 8\n[clauses]",
        "13:9: nothing depends on the new option deck; did you mean decks?",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "expected"), DOUBTS, ids=range(len(DOUBTS)))
def test_a_doubt_is_told_with_its_place(
    written: Path, right: str, wrong: str, expected: str
) -> None:
    assert right in WHOLE
    written.write_text(WHOLE.replace(right, wrong, 1), "utf-8")
    place, _, sentence = expected.partition(": ")
    said = [each.told("own.toml") for each in findings_in(read_book(written))]
    assert any(each.startswith(f"own.toml:{place}: warning: {sentence}") for each in said), said


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_give_no_doubts(path: Path) -> None:
    assert findings_in(read_book(path)) == []


def test_what_the_layout_still_prints_of_a_changed_wager_is_told(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = (EXAMPLES / "tiger.toml").read_text("utf-8")
    own = text[text.index("[option.layout]") : text.index("[clauses]")]
    path.write_text(text.replace(own, ""), "utf-8")
    said = [each.sentence for each in findings_in(read_book(path))]
    assert [each.partition(",")[0] for each in said] == [
        "the layout still prints 'Banker wins on six points with three cards - 20 to 1'",
        "the layout still prints 'Super Six Plus Pays'",
    ]
    assert findings_in(read_book(EXAMPLES / "tiger.toml")) == []
