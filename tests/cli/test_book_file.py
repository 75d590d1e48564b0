"""`punto book check|new|diff|export`."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Punto

from puntobanco.books import book_named

EZ = str(Path(__file__).resolve().parents[2] / "examples" / "books" / "ez.toml")


def test_a_new_file_is_written_once_and_is_sound(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    assert punto("book", "new", str(file), "--from", "nz-division").code == 0
    ran = punto("book", "check", str(file))
    assert (ran.code, ran.out.count("\n")) == (0, 1), ran.out
    again = punto("book", "new", str(file))
    assert again.code == 2
    assert "is already there" in again.err


def test_a_new_file_finds_the_file_it_extends(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "own.toml"
    assert punto("book", "new", str(file), "--from", EZ).code == 0
    assert punto("book", "check", str(file)).code == 0


def test_what_deserves_a_look_is_a_warning(punto: Punto, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = Path(EZ).read_text("utf-8")
    text = text.replace("40 to 1", "400 to 1").replace(
        '  { when = "banker_wins", label', '  { when = "banker_total > 9", label'
    )
    file.write_text(text + '"E.5" = "Nobody cites this."\n', "utf-8")
    ran = punto("book", "check", str(file), "--json")
    said = json.loads(ran.out)
    assert ran.code == 0
    assert [(each["line"], each["error"], each["sentence"][:25]) for each in said["findings"]] == [
        (16, False, "this line never decides: "),
        (20, False, "its edge is -803.606 %; a"),
        (50, False, "clause E.5 is never cited"),
    ]


def test_a_clause_of_a_file_is_shown(punto: Punto) -> None:
    ran = punto("book", "clause", EZ, "E.3", "3.5")
    assert (ran.code, "ez E.3\nDragon 7 pays 40 to 1" in ran.out) == (0, True), ran
    assert "ez has no clause E.33; did you mean E.3?" in punto("book", "clause", EZ, "E.33").err


def test_editions_are_compared(punto: Punto) -> None:
    said = json.loads(punto("book", "diff", "mbs", EZ, "--json").out)
    changes = {(each["part"], each["name"]): each for each in said["differences"]}
    banker = changes["wager", "banker"]
    assert (banker["edge_before"], banker["edge_after"]) == ("1.058", "1.018")
    assert changes["wager", "dragon-7"]["change"] == "new"
    assert changes["wager", "player-pair"]["change"] == "gone"
    assert changes["clause", "E.3"]["change"] == "new"
    assert "Both are edition" in punto("book", "diff", "mbs", "mbs").out
    assert "dragon-7" in punto("book", "diff", "mbs", EZ).out


def test_what_is_exported_has_the_digest() -> None:
    command = [sys.executable, "-m", "puntobanco", "book", "export", "mbs"]
    text = subprocess.run(command, capture_output=True, check=True).stdout
    assert hashlib.sha256(text).hexdigest() == book_named("mbs").digest()


def test_the_readable_form_names_the_edition(punto: Punto) -> None:
    readable = punto("book", "export", "mbs", "--toml")
    assert f"# Edition {book_named('mbs').digest()}" in readable.out
