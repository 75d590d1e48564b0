"""The commands: what they print, what they write, and what they say to bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cyclopts import CycloptsError
from tests.sizes import first_of

from puntobanco.base.usage import UsageError
from puntobanco.cli.sim.command import app
from puntobanco.sim.counting import CountingRun


def _sim(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    return capsys.readouterr().out


def _json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(_sim(capsys, *words, "--json"))


def test_json_has_the_agreed_form(capsys: pytest.CaptureFixture[str]) -> None:
    found = _json(capsys, "mbs", "--coups", "20000", "--seed", "3")
    assert found["coups"] == 20_000 == sum(found["classes"].values())
    assert found["shoes"] > 200
    assert found["seconds"] > 0
    assert set(found["wagers"]) == {"player", "banker", "tie", "player-pair", "banker-pair"}
    banker = found["wagers"]["banker"]
    assert Fraction(banker["exact"]) == Fraction(-114753351728, 10847218479825)
    assert abs(banker["return"] - float(Fraction(banker["exact"]))) < 0.04
    assert abs(banker["z"]) < 4


def test_the_same_seed_gives_the_same_counts_on_one_thread_and_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("nz-division", "dragon-bonus=1", "--shoes", "60000", "--seed", "3")
    one = _json(capsys, *words, "--threads", "1")
    two = _json(capsys, *words, "--threads", "2")
    assert one["classes"] == two["classes"]
    assert one["wagers"] == two["wagers"]
    assert "compiled" in (one["engine"], two["engine"])


def test_a_page_names_every_wager_and_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    page = _sim(capsys, "rws-wins-on", "--until-error", "0.2", "--seed", "77")
    assert "tie-wins-on:9" in page
    assert "seed 77" in page
    assert "chi-square" in page


def test_a_run_is_kept_in_a_file_and_taken_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "run.json")
    _json(capsys, "mbs", "--shoes", "3000", "--seed", "5", "--resume", file)
    further = _json(capsys, "mbs", "--shoes", "9000", "--resume", file)
    assert further["seed"] == 5
    assert further["classes"] == _json(capsys, "mbs", "--shoes", "9000", "--seed", "5")["classes"]


_INTERRUPTED = """
import os, signal, sys
from puntobanco.cli.sim.command import app
from puntobanco.sim.counting import CountingRun
from puntobanco.cli.sim.progress import Screen

calls, show = [], Screen.show

def show_and_interrupt(self, *news):
    calls.append(news)
    if len(calls) == 2:
        os.kill(os.getpid(), signal.SIGINT)
    show(self, *news)

Screen.show = show_and_interrupt
app(sys.argv[1:], exit_on_error=False, print_error=False)
"""


@pytest.mark.parametrize("named", first_of([True, False]))
def test_an_interrupted_run_keeps_its_results_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, named: bool
) -> None:
    file = tmp_path / ("run.json" if named else "punto-sim-6.json")
    words = ["mbs", "--shoes", "20000", "--seed", "6"]
    resume = ["--resume", str(file)]
    code = [sys.executable, "-c", _INTERRUPTED, *words, "--json", "--threads", "1"]
    stopped = subprocess.run(
        [*code, *(resume if named else [])], capture_output=True, check=False, cwd=tmp_path
    )
    assert stopped.returncode == 130, stopped.stderr
    assert b"interrupted after" in stopped.stderr
    assert file.name.encode() in stopped.stderr
    first = json.loads(stopped.stdout)
    assert first["interrupted"]
    assert 0 < first["shoes"] < 20_000
    again = _json(capsys, *words, *resume)
    assert again["shoes"] == 20_000
    assert again["classes"] == _json(capsys, *words)["classes"]


def test_an_interrupted_run_that_could_not_be_kept_cannot_go_on(tmp_path: Path) -> None:
    (tmp_path / "punto-sim-6.json.part").symlink_to("/dev/full")
    words = ["mbs", "--shoes", "20000", "--seed", "6", "--json", "--threads", "1"]
    stopped = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, *words],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        text=True,
    )
    assert stopped.returncode == 130
    assert "punto-sim-6.json cannot be written (No space left on device)" in stopped.stderr
    assert "--resume" not in stopped.stderr
    assert json.loads(stopped.stdout)["interrupted"]


def test_classes_and_pictures_are_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, picture = tmp_path / "classes.parquet", tmp_path / "run.svg"
    words = ("mbs", "--coups", "30000", "--seed", "3")
    found = _json(capsys, *words, "--out", str(table), "--plot", str(picture))
    frame = pl.read_parquet(table)
    assert int((frame["head"] + frame["rest"]).sum()) == 30_000
    assert (
        dict(zip(map(str, frame["class"]), frame["head"] + frame["rest"], strict=True))
        == (found["classes"])
    )
    assert "<svg" in picture.read_text(encoding="utf-8")
    _json(capsys, *words, "--out", str(tmp_path / "classes.csv"))
    assert pl.read_csv(tmp_path / "classes.csv").equals(frame)
    shown = pl.read_csv(tmp_path / "classes-returns.csv")
    assert dict(zip(shown["wager"], shown["z"], strict=True)) == pytest.approx(
        {name: wager["z"] for name, wager in found["wagers"].items()}
    )


@pytest.mark.parametrize("name", ["classes.parquet", "picture.png"])
def test_what_was_computed_is_shown_when_it_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """The folder is there when the run begins, and gone when it ends."""
    (folder := tmp_path / "gone").mkdir()
    usual = CountingRun.__init__

    def begin(*given: Any, **named: Any) -> None:
        usual(*given, **named)
        folder.rmdir()

    monkeypatch.setattr(CountingRun, "__init__", begin)
    option = "--plot" if name.endswith("png") else "--out"
    with pytest.raises(UsageError, match="cannot be written"):
        _json(capsys, "mbs", "--coups", "1000", "--seed", "3", option, str(folder / name))
    assert json.loads(capsys.readouterr().out)["coups"] == 1000


_LITTLE_ROOM = """
import resource, signal, sys
from puntobanco.base.usage import UsageError
from puntobanco.cli.sim.command import app
from puntobanco.sim.counting import CountingRun

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    app(sys.argv[1:], exit_on_error=False, print_error=False)
except UsageError as error:
    sys.exit(f"punto: {error}")
"""


def test_files_that_find_no_room_lose_nothing_and_leave_nothing_broken(tmp_path: Path) -> None:
    words = ["mbs", "--coups", "30000", "--seed", "3", "--json", "--out", "classes.parquet"]
    done = subprocess.run(
        [sys.executable, "-B", "-c", _LITTLE_ROOM, *words, "--resume", "run.json"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        text=True,
    )
    assert json.loads(done.stdout)["coups"] == 30_000
    assert "run.json cannot be written (File too large); the run goes on without it" in done.stderr
    assert "punto: classes.parquet cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_without_a_compiler_numpy_deals_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("mbs", "--shoes", "52000", "--seed", "3")
    compiled = _json(capsys, *words)
    monkeypatch.setitem(sys.modules, "numba", None)
    plain = _json(capsys, *words)
    assert plain["engine"] == "numpy"
    assert plain["classes"] == compiled["classes"]
    assert _json(capsys, "streaks", "mbs", "--shoes", "500", "--seed", "4")
    with pytest.raises(UsageError, match="sessions need numba"):
        _sim(capsys, "sessions", "mbs")


def test_a_full_disk_does_not_end_a_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    (tmp_path / "run.json.part").symlink_to("/dev/full")  # where it is written first
    words = ("mbs", "--coups", "1000", "--seed", "3", "--resume", str(file), "--json")
    app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    shown = capsys.readouterr()
    assert json.loads(shown.out)["coups"] == 1000
    assert "cannot be written" in shown.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("mbs",), "say how much: one of --shoes N, --coups N and --until-error E"),
        (("mbs", "--shoes", "1", "--coups", "1"), "say how much"),
        (("mbs", "--coups", "0"), "0 coups cannot be dealt; give 1 to"),
        (("mbs", "--shoes", "-7"), "-7 shoes cannot be dealt"),
        (("mbs", "--coups", "2.5"), "`2.5` is not a whole number"),
        (("mbs", "--coups", "1e40"), "1e40 is too large"),
        (("mbs", "--until-error", "0"), "is not a possible target"),
        (
            ("mbs", "--coups", "9", "--seed", "-1"),
            "`-1` is not a seed; give a whole number from 0 to",
        ),
        (("mbs", "--coups", "9", "--threads", "0"), "--threads must be 1 to 4,096, not 0"),
        (("mbs", "--coups", "9", "--workers", "-1"), "--workers must be 1 to 4,096, not -1"),
        (("mbs", "--coups", "9", "--threads", "1", "--workers", "1"), "not several"),
        (("mbs", "--coups", "9", "--marker", "3"), "give 11 to 404 with 8 decks"),
        (("mbs", "--coups", "9", "--resume", "/dev/null"), "holds no saved run"),
        (("nz-division", "--coups", "9", "--marker", "15"), "give 20 or more"),
        (("mbs", "decks=99", "--coups", "9"), "decks=99 is not allowed"),
        (("nobook", "--coups", "9"), "there is no book 'nobook'"),
        (("sessions", "mbs", "--stake", "0"), "--stake"),
        (("sessions", "mbs", "--sessions", "0"), "0 sessions cannot be played"),
        (("sessions", "mbs", "--coups-per-hour", "0"), "--coups-per-hour must be 1 to 9999, not 0"),
        (("sessions", "mbs", "--own", "nowhere.py:plan"), "there is no file nowhere.py"),
        (("sessions", "mbs", "--own", "plan.py"), "`plan.py` names no function; write FILE.py:FUN"),
        (("sessions", "mbs", "--wager", "lucky"), "offers no wager `lucky`"),
        (
            ("sessions", "mbs", "--plan", "by-count", "--wager", "tie", "banker"),
            "bets on one wager",
        ),
        (("sessions", "mbs", "--stake", "50"), "below the minimum of 100.00"),
        (("streaks", "mbs", "--shoes", "0"), "--shoes must be 1 to 10,000,000, not 0"),
        (("differential", "mbs"), "mbs knows no Differential"),
        (("differential", "rws-wins-on", "--limit", "x"), "--limit: 'x' is not an amount"),
        (("differential", "rws-wins-on", "--patrons", "99"), "--patrons must be 1 to 9, not 99"),
        (("cut", "mbs", "--markers", "1", "--shoes", "5"), "a marker 1 card from the back"),
    ],
)
def test_bad_input_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    with pytest.raises((UsageError, CycloptsError)) as raised:
        _sim(capsys, *words)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "words", [("mbs", "--coups", "1000"), ("sessions", "mbs", "--sessions", "20", "--coups", "50")]
)
def test_a_missing_gpu_is_said_and_the_processor_computes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr("puntobanco.sim.cuda.ctypes.CDLL", missing)
    asked = [*words, "--seed", "3", "--device", "gpu", "--json"]
    app(asked, exit_on_error=False, print_error=False, result_action="return_value")
    shown = capsys.readouterr()
    assert "no NVIDIA driver on this machine; computing on the processor instead" in shown.err
    assert json.loads(shown.out)["coups"] == 1000


def test_sessions_are_summed_up_written_and_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table, picture = tmp_path / "sessions.parquet", tmp_path / "fan.png"
    words = ("sessions", "mbs", "--sessions", "2000", "--seed", "4", "--coups", "50")
    found = _json(capsys, *words, "--out", str(table), "--plot", str(picture))
    assert found["sessions"] == 2000
    assert found["risk_of_ruin"]["low"] <= found["risk_of_ruin"]["value"]
    kept = pl.read_parquet(table)
    assert sum(kept["bankroll"]) / 2000 == pytest.approx(
        Decimal(found["final_bankroll"]["value"]), abs=Decimal("0.01")
    )
    assert kept.schema["bankroll"] == pl.Decimal(38, 2)
    assert (kept["peak"] >= 5000).all()
    assert set(kept["ending"]) <= set(found["endings"])
    assert picture.read_bytes().startswith(b"\x89PNG")
    page = _sim(capsys, *words, "--plan", "martingale", "--clamp")
    assert page.startswith("MBS Baccarat: banker, ")
    assert "5000.00 brought" in page
    assert "risk of ruin" in page
    assert "cost per hour" in page


@pytest.mark.parametrize("words", ["sessions mbs --sessions 1", "mbs --shoes 1", "mbs --coups 1"])
def test_one_alone_says_nothing_of_its_error(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    found = _json(capsys, *words.split(), "--seed", "1")
    if "final_bankroll" in found:
        assert found["final_bankroll"]["value"] == found["final_quantiles"]["0.5"]
        assert found["final_bankroll"]["low"] is found["final_bankroll"]["high"] is None
    page = _sim(capsys, *words.split(), "--seed", "1")
    assert "inf" not in page
    assert "nan" not in page


def test_files_are_written_though_the_reader_has_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`punto sim sessions ... --out FILE | head -3` asked for the file all the same."""

    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("puntobanco.cli.sim.sessions._show", gone)
    table = tmp_path / "sessions.csv"
    words = ("sessions", "mbs", "--sessions", "50", "--seed", "4", "--coups", "5")
    with pytest.raises(BrokenPipeError):
        app(
            [*words, "--out", str(table)],
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    assert pl.read_csv(table).height == 50


def test_a_plan_of_ones_own_comes_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "plan.py"
    file.write_text(
        "def every_third(memory, base, coup, bankroll, profit, winner, count, left):\n"
        "    return 0, base if coup % 3 == 0 else 0\n",
        encoding="utf-8",
    )
    words = ("sessions", "mbs", "--sessions", "600", "--seed", "4", "--coups", "60")
    own = [*words, "--own", f"{file}:every_third", "--device", "gpu", "--json"]
    app(own, exit_on_error=False, print_error=False, result_action="return_value")
    shown = capsys.readouterr()
    assert shown.err == "punto: a plan of your own runs on the processor\n"
    assert json.loads(shown.out)["coups"] == 600 * 60
    with pytest.raises(UsageError, match="has no function 'other'"):
        _json(capsys, *words, "--own", f"{file}:other")
    file.write_text(
        "def wrong(memory, base, coup, bankroll, profit, winner, count, left):\n"
        "    return 0, base.missing\n"
        "def by_zero(memory, base, coup, bankroll, profit, winner, count, left):\n"
        "    return 0, base // coup\n",
        encoding="utf-8",
    )
    with pytest.raises(UsageError, match="wrong cannot be compiled; numba's message is above"):
        _json(capsys, *words, "--own", f"{file}:wrong")
    assert "session_kernel" not in capsys.readouterr().err
    with pytest.raises(UsageError, match="by_zero ended with an error: ZeroDivisionError: integer"):
        _json(capsys, *words, "--own", f"{file}:by_zero")


@pytest.mark.parametrize("study", ["streaks", "hits", "cut"])
def test_studies_are_shown_both_ways(capsys: pytest.CaptureFixture[str], study: str) -> None:
    words = (study, "mbs", "--shoes", "1000", "--seed", "4")
    assert _json(capsys, *words)
    assert "banker" in _sim(capsys, *words)


@pytest.mark.parametrize("watch", ["software", "dealer"])
def test_a_differential_cuts_stakes_and_steadies_the_house(
    capsys: pytest.CaptureFixture[str], watch: str
) -> None:
    words = ("differential", "rws-wins-on", "--shoes", "1", "--seed", "4", "--watch", watch)
    found = _json(capsys, *words)
    free, bound = found["without"], found["with"]
    assert free["coups"] == bound["coups"] > 60
    assert free["played"] == free["offered"] > bound["played"]
    assert free["house_deviation"] > bound["house_deviation"]
    assert (bound["refused"] > 0) == (watch == "software")
    assert (bound["reduced"] > 0) == (watch == "dealer")
    assert "played" in _sim(capsys, *words)
