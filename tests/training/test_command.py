"""`punto train` with people at a terminal, with piped answers and with machines."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests import patience

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "puntobanco", "train"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}


def ran(*words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience.SECONDS,
        env=ENVIRONMENT,
    )


def test_answers_may_be_piped_one_a_line() -> None:
    done = ran("mbs", "--questions", "3", "--seed", "7", typed="no\nlose\na\n")
    assert done.returncode == 0, done.stderr
    assert "Right. Banker stands on 6 when Player stands. [3.9.3]" in done.stdout
    assert "3 of 3 right: draw 1 of 1, payout 1 of 1, ruling 1 of 1." in done.stdout
    assert "Nothing to practise: every answer was right." in done.stdout


def test_it_can_be_stopped_and_says_what_to_practise() -> None:
    done = ran("mbs", "--seed", "7", typed="yes\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "0 of 1 right: draw 0 of 1." in done.stdout
    assert "Practise: draw (banker-draws)." in done.stdout
    assert "seed 7" in done.stdout
    assert "Nothing was answered." in ran("mbs", "--seed", "7", typed="").stdout


def test_an_exam_is_written_for_paper_and_its_answers_apart() -> None:
    exam = ("mbs", "--questions", "9", "--seed", "7")
    questions = ran(*exam, "--sheet", "questions", typed="").stdout
    assert questions.count("________") == 9
    assert "[" not in questions  # no clause gives an answer away
    answers = ran(*exam, "--sheet", "answers", typed="").stdout
    right = re.findall(r"^\d+\. ([\w.]+): ", answers, flags=re.MULTILINE)
    assert "9 of 9 right" in ran(*exam, typed="\n".join(right) + "\n").stdout


def test_a_sheet_is_written_for_machines_too() -> None:
    exam = ("mbs", "--questions", "3", "--seed", "7", "--json", "--sheet")
    for sheet, fields in (("questions", {"sentence", "choices"}), ("answers", {"correct"})):
        lines = ran(*exam, sheet, typed="").stdout.splitlines()
        assert len(lines) == 3
        for line in lines:
            assert fields <= json.loads(line).keys()
            assert ("correct" in json.loads(line)) is (sheet == "answers")


def test_machines_ask_and_answer_in_lines() -> None:
    first = ran("nz-division", "--questions", "6", "--seed", "3", "--json", typed='"?"\n' * 6)
    assert first.returncode == 0, first.stderr
    lines = [json.loads(line) for line in first.stdout.splitlines()]
    marks = lines[1:-1:2]
    assert all(not each["right"] and each["error"] for each in marks)
    typed = "".join(json.dumps({"answer": each["correct"]}) + "\n" for each in marks)
    second = ran("nz-division", "--questions", "6", "--seed", "3", "--json", typed=typed)
    lines = [json.loads(line) for line in second.stdout.splitlines()]
    assert [each["right"] for each in lines[1:-1:2]] == [True] * 6
    assert lines[-1] == {
        "seed": 3,
        "right": 6,
        "answered": 6,
        "kinds": {"draw": [2, 2], "payout": [2, 2], "ruling": [2, 2]},
        "practise": [],
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mbs", "--kinds", "drow"), "punto: --kinds: 'drow' is not a kind; did you mean draw?"),
        (("mbs", "--questions", "0"), "punto: --questions must be 1 to 10,000, not 0"),
        (
            ("mbz",),
            (
                "punto: there is no book 'mbz'; did you mean mbs? "
                "A file is named with its ending: ./mbz.toml"
            ),
        ),
    ],
)
def test_mistakes_end_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = ran(*words, typed="")
    assert done.returncode == 2
    assert done.stderr.strip() == sentence


def test_at_a_terminal_a_slip_is_asked_again_and_interrupting_gives_the_score() -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "mbs", "--seed", "7"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**ENVIRONMENT, "TERM": "dumb"},
        start_new_session=True,
        preexec_fn=_take_terminal,  # noqa: PLW1509  so that the interrupt key reaches it
    )
    os.close(follower)
    try:
        seen = _read_until(leader, "(yes/no)")
        os.write(leader, b"perhaps\n")
        seen += _read_until(leader, "(yes/no)")
        assert '"perhaps" is not an answer; answer yes or no. This does not count' in seen
        os.write(leader, b"no\n")
        assert "Right." in _read_until(leader, "push or lose")
        assert "1 of 1 right: draw 1 of 1." in _interrupt(leader, "seed 7")
        assert process.wait(patience.SECONDS) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(leader)


def _take_terminal() -> None:
    import fcntl  # noqa: PLC0415  in the child only
    import termios  # noqa: PLC0415

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _interrupt(terminal: int, words: str) -> str:
    """Press Ctrl-C, and again where it came just before the program began to wait for a line."""
    for _ in range(4):
        os.write(terminal, b"\x03")
        seen = _read_for(terminal, words, 10)
        if words in seen:
            return seen
    raise AssertionError(f"Ctrl-C was not answered: {seen}")


def _read_until(terminal: int, words: str, seconds: float = 40) -> str:
    seen = _read_for(terminal, words, seconds)
    assert words in seen, seen
    return seen


def _read_for(terminal: int, words: str, seconds: float) -> str:
    """What appears until the words do, or the time is over."""
    seen, last = "", time.monotonic() + seconds
    while words not in seen and time.monotonic() < last:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 4096).decode("utf-8", "replace")
    return seen


def _commands() -> list[str]:
    page = (ROOT / "docs" / "training.md").read_text("utf-8")
    module = (ROOT / "src" / "puntobanco" / "cli" / "train.py").read_text("utf-8")
    found = re.findall(r"^ *punto train (\S.*?)(?:  .*)?$", f"{page}\n{module}", re.MULTILINE)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("command", _commands())
def test_what_help_and_page_show_runs(command: str) -> None:
    done = ran(*shlex.split(command), typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert ("________" if "--sheet" in command else "Nothing was answered.") in done.stdout
