"""Reading an edition, and what editions cost a house of 1,000 tables when it opens.

Run: python benchmarks/editions.py [--tables 1000]. CPU time, the best of several rounds. A first
reading also builds what all readings share; it is taken in a fresh process.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from results import Figure, keep
from server_house import build

from puntobanco.books import BOOKS
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import read_edition
from puntobanco.server.administration import editions
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino

ROUNDS = 20
OPENINGS = 5
MOST_MS = 20.0
"""No edition may take longer, not even the first that a process reads."""
FIRST = """
import sys, time
from puntobanco.books import BOOKS
from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import read_edition
text = BOOKS[sys.argv[1]].text
began = time.process_time()
read_edition(text, RuleBook)
print((time.process_time() - began) * 1000)
"""


def reading_ms(text: bytes) -> float:
    """Milliseconds of CPU that an edition takes to be read."""
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        read_edition(text, RuleBook)
        taken.append(time.process_time() - began)
    return min(taken) * 1000


def first_ms(name: str) -> list[float]:
    """The same for the first edition that a process reads, in each of several processes."""
    run = [sys.executable, "-c", FIRST, name]
    return [
        float(subprocess.run(run, capture_output=True, check=True, text=True).stdout)  # noqa: S603
        for _ in range(OPENINGS)
    ]


async def opening(folder: Path) -> float:
    """Seconds of CPU from nothing to a house that serves its tables."""
    began = time.process_time()
    casino = await Casino.open(Plan(folder, park_seconds=0.0))
    taken = time.process_time() - began
    await casino.close()
    return taken


async def openings(tables: int) -> list[tuple[float, float]]:
    """Opening a house by what it keeps alone, and by the program's own books, in turns."""
    rounds = []
    with tempfile.TemporaryDirectory(prefix="punto-bench-") as name:
        folder = Path(name) / "house"
        await build(folder, tables, 1)
        await opening(folder)  # what a process does only once
        for _ in range(OPENINGS):
            with patch.object(editions, "BOOKS", {}):
                kept = await opening(folder)
            rounds.append((kept, await opening(folder)))
    return rounds


def main() -> None:
    """Print one line an edition, and one for the house."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    tables = parser.parse_args().tables
    slow, figures = [], []
    for name, book in BOOKS.items():
        first, later = first_ms(name), reading_ms(book.text)
        sys.stdout.write(f"{name:20} {len(book.text):7,} bytes: later {later:5.1f} ms\n")
        what, rounds = f"`{name}`, first reading of a process", [(each, MOST_MS) for each in first]
        figures.append(Figure(what, "CPU ms", "at most", 1.0, rounds, less_is_better=True))
        slow += [name] if min(first) > MOST_MS else []
    what, rounds = (
        f"a house of {tables:,} tables opens by its own texts",
        asyncio.run(openings(tables)),
    )
    figures.append(Figure(what, "CPU s", "the program's books", 0.9, rounds, less_is_better=True))
    keep("editions", figures)
    if slow:
        sys.exit(f"longer than {MOST_MS:.0f} ms: {', '.join(slow)}")


if __name__ == "__main__":
    main()
