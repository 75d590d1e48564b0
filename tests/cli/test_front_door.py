"""What the terminal answers to common slips: a sentence that says what would be right."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook
from rich.console import Console

from puntobanco.cli.app import main
from puntobanco.cli.progress import READYING, progress_bar


def _punto(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["punto", *words])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code = 0
    try:
        main()
    except SystemExit as left:
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("verify /bin/ls", "/bin/ls is not a log: it is not a text file"),
        ("verify /usr", "/usr is a folder; name"),
        ("odds along mbs --seed 18446744073709551616", "give a whole number from 0 to 1844674407"),
        ("odds mbs --burnt 999", "--burnt 999 leaves no coup in 416 cards; give 0 to 412"),
        ("odds along mbs --burnt 999", "--burnt must be 0 to 410 cards, not 999"),
        ("odds try tie --edge 200%", "an edge of 200% cannot be: the House keeps less than 100 %"),
        ("odds sheet mbs", "name the file to write: punto odds sheet mbs -o sheet.html"),
        ("book clauses nz-division 9.4", "To read one clause: punto book clause nz-division 9.4"),
        ("book clause nz-division 99.4", "nz-division has no clause 99.4"),
        ("odds mbs tie=9", "tie is a wager, not an option; in `punto odds`, --pay tie=9"),
        ("odds mbs --pay tie", "write WAGER=PAYOFF, as tie=9"),
        ("odds mbs --pay tei=9", "did you mean tie?"),
        ("odds mbs --pay tie=8,9", "tie has 1 payoff (8 to 1), not 2"),
        ("odds mbs --pay tie=9 Tie=8", "tie is given a payoff twice; give --pay once for each"),
        ("odds mbs --wager lucky:", "lucky needs a condition; write `lucky: CONDITION pays 40`"),
        ("odds mbs -o edges.doc", "`.doc` is not possible here; use .csv, .xlsx"),
        ("odds mbs -o /nowhere/edges.csv", "there is no folder /nowhere"),
        ("sim mbs --coups 1e9 -o classes.txt", "`.txt` is not possible here"),
        ("sim mbs --coups 1e9 --plot plot.doc", "`.doc` is not possible here; use .png"),
        ("rule mbs powr failure", "did you mean interruption?"),
        ("play auto mbs --chain", "--chain needs a log"),
        ("odds mbs --wager dragon-7", 'say when it wins: --wager "dragon-7: CONDITION pays 40"'),
        ("odds mbs --wager tye", "did you mean tie?"),
        ("odds decks mbs --decks 99", "--decks takes numbers from 1 to 16, not `99`"),
        ("odds /nowhere.toml", "/nowhere.toml cannot be read: there is no such file"),
        ("sim mbs --decks 6", "--decks. Write it as a choice of the operator: decks=VALUE"),
        ("sim mbs --burnt 9", "Unknown option: --burnt. --help says what this command takes."),
        ("sim mbs --coup 9", "Unknown option: --coup. Did you mean --coups?"),
        ("replay", "punto replay needs SHOE; punto replay --help has examples"),
        ("roads shoe.cvs", "shoe.cvs cannot be read: there is no such file"),
        ("sim mbs --coups 10 --resume .", ". is a folder; name a file in it"),
        (f"restore {__file__} . --keys .", ". exists already; name a new folder"),
    ],
)
def test_a_slip_is_answered_with_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    code, _, err = _punto(monkeypatch, capsys, *line.split())
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_help_in_a_terminal_joins_the_lines_of_a_docstring(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = Console(file=io.StringIO(), width=80, force_terminal=True, color_system=None)
    monkeypatch.setattr("puntobanco.cli.app.is_plain", lambda _: False)
    monkeypatch.setattr("puntobanco.cli.screen.console", lambda: shown)
    _punto(monkeypatch, capsys, "odds", "try", "--help")
    file = shown.file
    assert isinstance(file, io.StringIO)
    lines = [line.strip("│ ") for line in file.getvalue().splitlines()]
    facts = lines.index(
        "player_pair, the same for banker, and tie; join them with == != >= <= > < & | ~"
    )
    assert lines[facts - 1].startswith("3 perfect pair, 4 suited triple), player_margin")
    assert ".md, as its name ends. Several tables as .csv or .parquet" in lines


def test_what_is_staked_in_a_month_is_exact(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ("odds", "table", "mbs", "--bet", "banker=9999999999999")
    _, out, _ = _punto(monkeypatch, capsys, *line)
    month = next(each for each in out.splitlines() if each.startswith("month"))
    assert month.split()[1:3] == ["50,400", f"{50_400 * 9_999_999_999_999:,}"]


def test_a_wager_is_defined_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = ("--wager", "lucky: tie pays 3", "lucky: tie pays 4")
    code, _, err = _punto(monkeypatch, capsys, "odds", "mbs", *twice)
    assert code == 2
    assert err == "punto: lucky is defined twice; give --wager once for each wager\n"
    _, _, err = _punto(monkeypatch, capsys, "odds", "mbs", "--wager", "")
    assert '--wager "NAME: CONDITION pays 40"' in err


@pytest.mark.parametrize(
    "line",
    [
        "odds mbs",
        "odds decks mbs --decks 8",
        "odds removal mbs --wager tie --decks 1",
        "odds along mbs --wager tie --marker 400",
        "odds count mbs --wager tie --shoes 20",
        "odds table mbs --bet tie=20",
        "odds bankroll mbs --bet tie=20",
        "sim mbs --coups 100",
        "sim sessions mbs --wager tie --stake 10 --coups 5 --sessions 10",
        "replay - --bet tie=5",
    ],
)
def test_every_study_says_which_payoff_is_not_the_books(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    found = []
    for pays in ("9", "8"):  # 8 to 1 is what the book says
        monkeypatch.setattr(sys, "argv", ["punto", *line.split(), "--pay", f"tie={pays}"])
        monkeypatch.setattr(sys, "stdin", io.StringIO("T\nB\n"))
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code
        found.append(capsys.readouterr().out)
    assert "Differs from the book: tie pays 9." in found[0]
    assert "Differs" not in found[1]


def test_the_file_of_a_simulation_says_so_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sim = ("sim", "mbs", "--coups", "100", "--pay", "tie=9", "-o", str(tmp_path / "run.xlsx"))
    assert _punto(monkeypatch, capsys, *sim)[0] == 0
    notes = load_workbook(tmp_path / "run-returns.xlsx")["Notes"]
    assert "Differs from the book: tie pays 9." in [row[0] for row in notes.values]


def test_names_are_matched_without_case(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = _punto(monkeypatch, capsys, "odds", "MBS", "--wager", "Tie")
    assert code == 0
    assert "14.359629" in out
    code, out, _ = _punto(monkeypatch, capsys, "odds", "NZ-Division", "Banker=Half-On-Six")
    assert (code, "1 to 1, 1 to 2" in out) == (0, True)
    code, out, _ = _punto(monkeypatch, capsys, "book", "clause", "nz-division", "11b.8[1]")
    assert (code, out.splitlines()[0]) == (0, "nz-division 11B.8[1]")


@pytest.mark.parametrize("book", ["mbs", "rws-wins-on", "rws-super-six-plus", "nz-division"])
def test_no_line_of_odds_is_longer_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], book: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for more in ((), ("--wager", "tie")):
        _, out, _ = _punto(monkeypatch, capsys, "odds", book, *more)
        assert max(map(len, out.splitlines())) <= 80
        assert "Left out to fit the screen:" in out
    _, wide, _ = _punto(monkeypatch, capsys, "odds", book, "--wide")
    assert "edge, exact" in wide


def test_what_is_impossible_in_a_shoe_is_said_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    file = tmp_path / "shoe.csv"
    file.write_text("9s 2h Kd 3c Kd\n", "utf-8")
    code, out, _ = _punto(monkeypatch, capsys, "replay", str(file))
    assert code == 1
    assert out.endswith(
        "Impossible in this shoe\n"
        "row  reason\n"
        "  1  Kd was not due: Player stands: Player's 9 is a natural;\n"
        "     Banker stands: Player's 9 is a natural\n"
    )
    assert max(map(len, out.splitlines())) <= 60


def test_the_clauses_of_a_book_are_read_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = _punto(monkeypatch, capsys, "book", "clauses", "mbs")
    assert max(map(len, out.splitlines())) <= 80
    assert "collects or deducts from a winning\n" in out
    assert "Left out to fit the screen: where. `punto book clause mbs CLAUSE` shows all.\n" in out
    monkeypatch.delenv("COLUMNS")
    _, out, _ = _punto(monkeypatch, capsys, "book", "clauses", "mbs")
    assert "collects or deducts from a winning Banker wager." in out
    assert "rules/settlement.py:SettledStake" in out


def test_what_a_count_wins_is_shown_with_its_error_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ("odds", "count", "rws-super-six-plus", "--wager", "super-six-plus", "--shoes", "20")
    _, out, _ = _punto(monkeypatch, capsys, *words)
    assert "units a shoe     +-\n" in out


def test_an_edge_below_zero_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = _punto(monkeypatch, capsys, "odds", "try", "tie", "--edge", "-5%")
    assert (code, "10 to 1" in out) == (0, True)
    assert "the patron wins in the long run" in err


def test_a_natural_mistake_in_a_wager_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seven = "banker_wins & banker_total == 7 & banker_cards == 3"
    words = ("odds", "try", "banker_wins", "--pays", "1", "--push", seven, "tie")
    code, _, err = _punto(monkeypatch, capsys, *words)
    assert code == 0
    assert "never decides: `banker_wins` comes first and covers it" in err
    assert "The edge is -1.2351 %: the patron wins in the long run" in err
    right = f"ez: {seven} pushes, banker_wins pays 1, tie pushes"
    code, out, err = _punto(monkeypatch, capsys, "odds", "mbs", "--wager", right)
    assert not err
    assert "1.018" in out
    code, out, _ = _punto(monkeypatch, capsys, "odds", "try", "banker_wins", "--pays", "0.95")
    assert "19 to 20" in out


def test_a_clause_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    _, out, _ = _punto(monkeypatch, capsys, "book", "clause", "mbs", "3.2", "--run")
    assert "carried-out" in out
    assert "tests/books/mbs/3.2.play: as written" in out


def test_a_game_can_be_chained_and_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, plain = tmp_path / "game.jsonl", tmp_path / "game.log"
    words = ("play", "auto", "mbs", "--seed", "3", "--seats", "1", "--log")
    _punto(monkeypatch, capsys, *words, str(file), "--chain")
    code, out, _ = _punto(monkeypatch, capsys, "verify", str(file))
    assert (code, "nothing wrong" in out) == (0, True)
    changed = file.read_text("utf-8").replace('"amount":10000', '"amount":20000', 1)
    file.write_text(changed, "utf-8")
    code, _, _ = _punto(monkeypatch, capsys, "verify", str(file))
    assert code == 1
    _punto(monkeypatch, capsys, *words, str(plain))
    code, _, err = _punto(monkeypatch, capsys, "verify", str(plain))
    assert code == 2
    assert "is the log of a game: plain events without hashes" in err


def test_a_reader_who_goes_away_ends_a_run_quietly() -> None:
    program = [sys.executable, "-m", "puntobanco", "sim", "mbs", "--coups", "1e3", "--seed", "1"]
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        "coup mbs --random",
        "play mbs",
        "play auto mbs",
        "train mbs",
        "sim streaks mbs",
        "sim hits mbs",
    ],
)
def test_a_seed_that_64_bits_do_not_hold_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    for seed in (str(2**64), "-1"):
        code, out, err = _punto(monkeypatch, capsys, *words.split(), "--seed", seed)
        sentence = f"`{seed}` is not a seed; give a whole number from 0 to {2**64 - 1}"
        assert (code, out, err) == (2, "", f"punto: {sentence}\n")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("plain", [True, False])
def test_a_terminal_is_told_what_a_long_command_waits_for(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "dumb" if plain else "xterm")
    with progress_bar("shoes", 10, READYING) as advance:
        assert not plain or READYING in screen.getvalue()
        advance(4)
    assert READYING in screen.getvalue()
    assert plain or "shoes" in screen.getvalue()
