"""The command `punto fair` as its users meet it, and the page that explains it."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from puntobanco.cli.fair import app
from puntobanco.fair import check
from puntobanco.fair.shoe import commit
from puntobanco.wire.forms import FairnessForm, OpenedCardForm
from tests.cli.conftest import Part, part
from tests.fair.house import Row, seeded, write
from tests.fair.operators import file_of, honest, opens_another_order, swaps_a_card

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


@pytest.fixture
def punto(capsys: pytest.CaptureFixture[str]) -> Part:
    return part(app, capsys)


def test_an_honest_file_passes(punto: Part, tmp_path: Path) -> None:
    file = write(tmp_path / "house.jsonl", file_of(honest()))
    code, told = punto("verify", file)
    assert code == 0
    assert "2 shoes promised, 1 opened" in told
    assert "nothing wrong" in told
    code, told = punto("verify", file, "--table", "T1", "--json")
    form = json.loads(told)
    assert (code, form["findings"], form["tables"]) == (0, [], ["T1"])


def test_a_dishonest_file_ends_in_exit_code_1(punto: Part, tmp_path: Path) -> None:
    file = write(tmp_path / "house.jsonl", file_of(swaps_a_card()))
    code, told = punto("verify", file)
    assert code == 1
    assert "was promised" in told
    code, told = punto("verify", file, "--json")
    assert code == 1
    assert len(json.loads(told)["findings"]) == 1


@pytest.mark.parametrize(("made", "code"), [(honest, 0), (swaps_a_card, 1)])
def test_a_packed_file_is_checked_like_a_plain_one(
    punto: Part,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    made: Callable[[], list[Row]],
    code: int,
) -> None:
    plain = write(tmp_path / "house.jsonl", file_of(made()))
    packed = tmp_path / "house.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(plain).read_bytes()))
    assert punto("verify", packed) == punto("verify", plain)
    assert punto("verify", packed)[0] == code
    told = []
    for file in (plain, packed):
        assert check.main(str(file)) == code
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    packed.write_bytes(packed.read_bytes()[:-1])
    assert "cannot be unpacked to its end" in punto("verify", packed)[1]


def test_a_table_without_promises_is_a_finding(punto: Part, tmp_path: Path) -> None:
    file = write(tmp_path / "house.jsonl", file_of(honest()))
    code, told = punto("verify", file, "--table", "T7")
    assert code == 1
    assert "no log shoe:T7" in told


def test_what_is_no_log_is_said_in_one_sentence(punto: Part, tmp_path: Path) -> None:
    assert punto("verify", tmp_path / "none") == (
        2,
        f"{tmp_path / 'none'} cannot be read: there is no such file or folder",
    )
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "not an exported log" in punto("verify", tmp_path / "binary")[1]
    (tmp_path / "house.db").write_bytes(b"SQLite format 3\0" + bytes(84))
    assert "export it first" in punto("verify", tmp_path / "house.db")[1]
    physical = [row for row in honest() if row[0] == "T1"]
    file = write(tmp_path / "physical.jsonl", file_of(physical))
    assert "no log of random shoes" in punto("verify", file)[1]


def fairness(**changes: object) -> dict[str, object]:
    shoe, promised = commit("T1", 4, "A", 8, lambda shoe: "", seeded(8))
    form = FairnessForm(
        shoe=4,
        root=promised.root,
        cut=0,
        size=416,
        committed_at=0,
        opened=tuple(OpenedCardForm(**shoe.opened(left)._asdict()) for left in range(6)),
    )
    return {**json.loads(msgspec.json.encode(form)), **changes}


def test_the_cards_of_a_view_are_checked(punto: Part, tmp_path: Path) -> None:
    file = tmp_path / "fairness.json"
    file.write_text(json.dumps(fairness()), "utf-8")
    code, told = punto("card", file, "--table", "T1")
    assert code == 0
    assert "at 5" in told
    assert punto("card", file, "--table", "T2")[0] == 1
    assert "--table" in punto("card", file)[1]
    file.write_text(json.dumps(fairness(table="T1", shoe=5)), "utf-8")
    code, told = punto("card", file, "--json")
    assert code == 1
    assert len(json.loads(told)["findings"]) == 6
    for wrong in ("{", "[]", "{}", json.dumps(fairness(opened=[])), json.dumps(fairness(opened=3))):
        file.write_text(wrong, "utf-8")
        assert punto("card", file, "--table", "T1")[0] == 2
    assert punto("card", tmp_path / "none", "--table", "T1")[0] == 2


def by_hand(folder: Path) -> str:
    """What the lines of the page say of the file house.jsonl in a folder."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    assert len(found[1].strip().splitlines()) <= 20
    command = [sys.executable, "-I", "-c", found[1]]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_check_by_hand_on_the_page_works(tmp_path: Path) -> None:
    write(tmp_path / "house.jsonl", file_of(honest()))
    assert by_hand(tmp_path) == "as promised"
    write(tmp_path / "house.jsonl", file_of(opens_another_order()))
    assert by_hand(tmp_path) == "NOT AS PROMISED"
