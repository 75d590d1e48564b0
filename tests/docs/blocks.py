"""The blocks of a page that somebody could run, and whether what they print is what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
RUN = ("console", "python", "play", "toml")
SHOWN = ("json", "text", "js")
"""Languages of blocks that are only looked at."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Typed:
    """A command in a console, and what is shown below it."""

    command: str
    shown: str


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(text: str) -> Iterator[Block]:
    """Every fenced block, in order."""
    for found in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(found[1].strip(), found[2], text[: found.start()].count("\n") + 1)


def without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def typed_in(block: Block) -> Iterator[Typed]:
    """The commands of a console."""
    assert block.text.startswith("$ "), f"line {block.line}: a console begins with $ and a command"
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Typed(command.partition("  # ")[0].strip(), shown)


def agrees(shown: str, out: str) -> bool:
    """Whether a page shows what was printed; a line of three dots stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    tidy = "".join(f"{line.rstrip()}\n" for line in out.splitlines())
    return re.fullmatch("(?:.*\n)*?".join(parts), tidy) is not None
