"""The other commands: books, play, explain, rule; their help runs as written."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from tests.cli.conftest import Punto
from tests.sizes import first_of

import puntobanco as pb
from puntobanco.books import BOOKS
from puntobanco.cli.app import BOOK_NAMES
from puntobanco.cli.welcome import WELCOME


def test_books_are_listed(punto: Punto) -> None:
    ran = punto("book", "list")
    assert all(name in ran.out for name in BOOKS)
    assert {book["book"] for book in json.loads(punto("book", "list", "--json").out)} == set(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_is_shown_with_every_wager(punto: Punto, book: str) -> None:
    ran = punto("book", "show", book)
    assert ran.code == 0, ran.err
    shown = json.loads(punto("book", "show", book, "--json").out)
    for wager in shown["wagers"]:
        assert wager in ran.out
    assert "D draws, S stands" in ran.out


@pytest.mark.parametrize("book", BOOKS)
def test_no_clause_is_open(punto: Punto, book: str) -> None:
    assert json.loads(punto("book", "clauses", book, "--gaps", "--json").out) == []
    clauses = json.loads(punto("book", "clauses", book, "--json").out)
    assert {"id", "kind", "status", "where", "tests"} <= set(clauses[0])


def test_automatic_play_accounts_for_every_unit(punto: Punto, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    ran = punto(
        "play", "auto", "nz-division", "style=C", "--seed", "5", "--log", str(log), "--json"
    )
    assert ran.code == 0, ran.err
    summary = json.loads(ran.out)
    assert summary["coups"] == sum(summary["winners"].values())
    assert len(log.read_text().splitlines()) == summary["events"]
    told = punto("explain", str(log), "--coup", "2")
    assert "Coup 2 is settled. [10.2]" in told.out


def test_a_word_too_many_is_named(punto: Punto) -> None:
    ran = punto("explain", "game.log", "coup", "3")
    assert ran.code == 2
    assert ran.err == "punto: Unexpected argument `coup 3`. --help says what this command takes.\n"


def test_what_cannot_be_read_is_said_in_words(punto: Punto, tmp_path: Path) -> None:
    picture = tmp_path / "picture"
    picture.write_bytes(b"\xff\xd8")
    for words in (("explain",), ("play", "script"), ("odds", "mbs", "--shoe")):
        for file, why in (
            (tmp_path / "none.json", "there is no such file or folder"),
            (picture, "it is not a text file"),
        ):
            ran = punto(*words, str(file))
            assert (ran.code, "Errno" in ran.err, why in ran.err) == (2, False, True), ran.err


def test_a_game_in_the_terminal(punto: Punto, monkeypatch: pytest.MonkeyPatch) -> None:
    import io  # noqa: PLC0415  stands in for the terminal here only

    typed = (
        "b 100\nplayer-pair 10\nundo\nbnker 5\n\nwhy\nrebet\ndouble\nroads\nwagers\nclear\nquit\n"
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    ran = punto("play", "mbs", "--seed", "4", "--chips", "1000")
    assert ran.code == 0, ran.err
    assert "did you mean banker?" in ran.out
    assert "Banker wins [4.1[Banker], 1.1.1, 3.10]" in ran.out
    assert "Roads are history, not a forecast." in ran.out
    assert "You leave with 1095.00." in ran.out


def test_a_script_that_differs_is_named_with_line_and_column(punto: Punto, tmp_path: Path) -> None:
    script = tmp_path / "wrong.play"
    script.write_text("book mbs\nbet S1 banker 100\nclose\ncard Ks 2h\n", "utf-8")
    ran = punto("play", "script", str(script))
    assert ran.code == 1
    assert "line 4, column 9: '2h' is not a slot" in ran.err


def test_every_script_runs_although_one_cannot_be_read(punto: Punto, tmp_path: Path) -> None:
    script = tmp_path / "right.play"
    script.write_text("book mbs\nbet S1 banker 100\n", "utf-8")
    ran = punto("play", "script", str(tmp_path / "none.play"), str(script))
    assert ran.code == 2
    assert "none.play cannot be read" in ran.err
    assert "1 of 2 scripts as written" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("rule", "rws-super-six-plus", "surplus-card", "due=no"),
            "the ruling depends on 2 facts. restorable:",
        ),
        (("rule", "rws-super-six-plus", "flying-card"), "is not an irregularity"),
        (("rule", "rws-super-six-plus", "surplus-card", "seen=maybe"), "is yes or no"),
        (("rule", "rws-super-six-plus", "surplus-card", "sene=no"), "did you mean seen?"),
        (("explain", "nowhere.log"), "cannot be read"),
        (("play", "auto", "mbs", "--seats", "99"), "1 to 9 places"),
        (("play", "auto", "mbs", "--shoes", "0"), "give 1 or more"),
        (("play", "script"), "name at least one script"),
        (("play", "mbs", "--chips", "-3"), "not above zero"),
    ],
)
def test_mistakes_get_one_sentence(punto: Punto, words: tuple[str, ...], says: str) -> None:
    ran = punto(*words)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_nothing_is_as_approved_where_nothing_was(punto: Punto, tmp_path: Path) -> None:
    ran = punto("software", "check", str(tmp_path / "nowhere"))
    assert (ran.code, ran.out) == (2, "")
    assert "nothing was approved" in ran.err
    assert punto("software", "approve", str(tmp_path)).code == 0
    assert "as it was approved" in punto("software", "check", str(tmp_path)).out


def test_a_ruling_names_its_clauses(punto: Punto) -> None:
    ran = punto("rule", "nz-division", "first-card-face-up", "underway=no", "--json")
    assert json.loads(ran.out)["clauses"] == ["12.3", "default:12"]


def test_help_answers_quickly_and_loads_no_command() -> None:
    program = (
        "import resource, sys\n"
        "sys.argv = ['punto', '--help']\n"
        "from puntobanco.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'puntobanco.play', 'puntobanco.odds'} & set(sys.modules)\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "sys.stderr.write(f'{sorted(heavy)} {used.ru_utime + used.ru_stime}')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    heavy, _, seconds = ran.stderr.rpartition(" ")
    assert heavy == "[]"
    assert float(seconds) < 1.0  # 0.4 s on an idle core; a busy one is no defect


@pytest.mark.parametrize("words", [(), ("odds",), ("admin", "cage"), ("sim",), ("serve",)])
def test_help_is_plain_where_nobody_sits(punto: Punto, words: tuple[str, ...]) -> None:
    ran = punto(*words, "--help")
    assert ran.code == 0
    assert not set("\x1b│╭") & set(ran.out)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_what_punto_alone_says_fits_a_terminal() -> None:
    assert max(map(len, WELCOME.splitlines())) <= 80


@pytest.mark.parametrize("words", [("coup", "mbs", "9s 2h Kd 3c"), ("odds", "mbs"), ("--help",)])
def test_plain_is_plain_on_a_terminal(words: tuple[str, ...]) -> None:
    coloured, plain, silent = (_on_a_terminal(words, each) for each in ("", "--plain", None))
    assert "\x1b[" in coloured
    assert not set("\x1b│╭") & set(plain)
    assert plain == silent


def _on_a_terminal(words: tuple[str, ...], plain: str | None) -> str:
    """What a terminal shows; None is with NO_COLOR."""
    ours, theirs = pty.openpty()
    given = [*words, plain] if plain else words
    quiet = {"NO_COLOR": "1"} if plain is None else {}
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    env = {**kept, "TERM": "xterm-256color", "COLUMNS": "100", **quiet}
    with subprocess.Popen(
        [sys.executable, "-m", "puntobanco", *given], stdout=theirs, stderr=theirs, env=env
    ):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # a terminal whose other side is closed
            while part := os.read(ours, 65536):
                shown += part
    os.close(ours)
    return shown.decode()


@pytest.mark.parametrize("shell", first_of(["bash", "zsh", "fish"]))
def test_a_shell_can_complete_commands_and_options(punto: Punto, shell: str) -> None:
    ran = punto("completion", shell)
    assert ran.code == 0, ran.err
    assert "removal" in ran.out
    assert "until-error" in ran.out


def test_a_shell_that_is_not_known_is_refused(punto: Punto) -> None:
    assert punto("completion", "tcsh").code == 2


class _Tampered:
    """A house whose logs are not sound."""

    def post(self, _path: str, _body: object = None) -> dict[str, object]:
        return {"good": False, "events": 3, "logs": 1, "findings": ["T1: event 2 was changed"]}


def test_what_is_found_wrong_ends_in_exit_code_1(
    punto: Punto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.cli.house.client.line", lambda _at: nullcontext(_Tampered()))
    ran = punto("admin", "verify")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == "3 events in 1 log: T1: event 2 was changed\n"
    assert json.loads(punto("admin", "verify", "--json").out)["good"] is False


def test_the_names_known_without_loading_the_books_are_theirs(punto: Punto) -> None:
    assert set(BOOK_NAMES) == set(BOOKS)
    assert punto("coup").err == f"punto: name a book: {', '.join(BOOK_NAMES)}\n"


def test_a_chained_log_is_read_as_a_plain_one(punto: Punto, tmp_path: Path) -> None:
    plain, chained = tmp_path / "plain.log", tmp_path / "chained.log"
    play = ("play", "auto", "mbs", "--seed", "5", "--json", "--log")
    punto(*play, str(plain))
    punto(*play, str(chained), "--chain")
    told = punto("explain", str(chained), "--coup", "2")
    assert told.code == 0
    assert told.out == punto("explain", str(plain), "--coup", "2").out
    assert pb.replay(chained).to_dicts() == pb.replay(plain).to_dicts()
    for command in ("replay", "roads"):
        assert "this is the log of a game" in punto(command, str(chained)).err
    ran = punto("explain", str(plain), "--table", "T1")
    assert (ran.code, ran.err) == (2, f"punto: {plain} is the log of one game; leave --table out\n")
    lines = chained.read_text().splitlines()
    chained.write_text("\n".join([*lines, *(line.replace('"T1"', '"T2"') for line in lines)]))
    assert "has the logs of a house (T1, T2), not of one game" in punto("explain", str(chained)).err
    chained.write_text("\n".join([lines[0], "{}"]))
    assert "line 2 cannot be read" in punto("explain", str(chained)).err


def test_a_damaged_log_is_not_told_as_if_whole(punto: Punto, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    punto("play", "auto", "mbs", "--seed", "5", "--log", str(log), "--json")
    lines = log.read_text().splitlines()
    stake = next(
        place for place, line in enumerate(lines) if "stake-taken" in line or "close" in line
    )
    log.write_text("\n".join(lines[:stake] + lines[stake + 1 :]))
    ran = punto("explain", str(log))
    assert ran.code == 2
    assert "does not follow from what came before" in ran.err


def test_a_reader_who_goes_away_is_no_error() -> None:
    pipe = f"{sys.executable} -m puntobanco book clauses nz-division | head -1; "
    ran = subprocess.run(
        ["/bin/bash", "-c", pipe + "test ${PIPESTATUS[0]} -eq 0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
