"""Plays the golden scripts and keeps their event logs, one JSON line per event.

Run it after a change that is meant to change what the table records, and read the difference it
prints before keeping it:  python tests/golden/regenerate.py
"""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path

from puntobanco.books import BOOKS
from puntobanco.notation.codec import encode
from puntobanco.notation.runner import Playing, run_script
from puntobanco.notation.script import ScriptError

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.golden import shoes

SCRIPTS = sorted(Path(__file__).parent.glob("*.play"))


def play(script: Path) -> Playing:
    """Run a golden script to its end."""
    return run_script(script.read_text("utf-8"), BOOKS)


def log_of(playing: Playing) -> str:
    """Every event the table recorded, one JSON line each."""
    return "".join(f"{encode(event).decode()}\n" for event in playing.log)


def kept_file(script: Path) -> Path:
    """Where a script's event log is kept."""
    return script.with_suffix(".jsonl")


def difference(script: Path, log: str) -> str:
    """How a log differs from the kept one, as a unified diff; empty where it does not."""
    file = kept_file(script)
    kept = file.read_text("utf-8") if file.exists() else ""
    lines = unified_diff(
        kept.splitlines(), log.splitlines(), f"kept {file.name}", "played now", lineterm="", n=1
    )
    return "\n".join(lines)


def main() -> int:
    """Write every log and print what changed; nothing is written where a script fails."""
    failures = 0
    for script in SCRIPTS:
        try:
            log = log_of(play(script))
        except ScriptError as error:
            failures += 1
            sys.stderr.write(f"{script.name}, {error}\n")
            continue
        changed = difference(script, log)
        sys.stdout.write(f"{changed}\n" if changed else f"{kept_file(script).name}: unchanged\n")
        kept_file(script).write_text(log, "utf-8")
    for book in BOOKS:
        shoes.kept_file(book).write_text(shoes.told_shoe(book), "utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
