"""Brings the documentation together: the pages of docs/, and those written from the code itself.

`make docs` runs it and has the site built of what it wrote. Generated pages are in no commit, so
that none can be out of date; but for the format of a rule book, which authors look up in a clone
and a test keeps up to date.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import (  # noqa: E402
    docs_api,
    docs_books,
    docs_commands,
    docs_drawing,
    docs_events,
    docs_format,
    docs_notebooks,
    docs_python,
    docs_terms,
)

TARGET = ROOT / "build"


def generated(*, run: bool = True) -> dict[str, str | bytes]:
    """Every page and picture made from the code, by its place; `run` runs the notebooks."""
    return {
        **docs_books.pages(),
        **docs_notebooks.pages(run=run),
        "reference/api.md": docs_api.page(),
        "reference/commands.md": docs_commands.page(),
        "reference/book-format.md": docs_format.page(),
        "reference/events.md": docs_events.events_page(),
        "reference/python.md": docs_python.page(),
        "reference/terms.md": docs_terms.page(),
        "reference/requests.md": docs_events.requests_page(),
        "reference/verbs.md": docs_events.verbs_page(),
        "pictures/rooms.svg": docs_drawing.drawing(),
    }


def assemble(target: Path, *, run: bool = True) -> Path:
    """Write the whole documentation and its settings into a folder; returns the settings' file."""
    pages = target / "docs"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    shutil.copyfile(ROOT / "CHANGELOG.md", pages / "changelog.md")
    for place, made in generated(run=run).items():
        path = pages / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made.encode() if isinstance(made, str) else made)
    settings = target / "zensical.toml"
    settings.write_text(_settings(pages), "utf-8")
    return settings


def _settings(pages: Path) -> str:
    """The site's settings, without those lines of its navigation that have no page here."""
    lines = []
    for line in (ROOT / "zensical.toml").read_text("utf-8").splitlines():
        page = re.search(r'= "([\w/-]+\.md)"', line)
        if page is None or (pages / page[1]).is_file():
            lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write("Writing the pages and running the notebooks, about half a minute ...\n")
    sys.stdout.flush()
    assemble(TARGET)
