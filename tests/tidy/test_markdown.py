"""Markdown that people read: lines that fit, links that lead somewhere, words of the voice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COLUMNS_MAX = 100
ROW_COLUMNS_MAX = 320
MADE = ("docs/books/", "docs/reference/", "docs/notebooks/", "docs/pictures/", "docs/changelog.md")
"""What `make docs` writes; the site's own build checks links to it."""
ARCHAIC = re.compile(r"\b(whoever|somebody|everybody|oneself|himself|one's)\b", re.IGNORECASE)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@cache
def prose(page: Path) -> str:
    """A page without its code blocks; their lines stay, empty."""
    text = page.read_text("utf-8")
    blank = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    return blank.sub(lambda found: "\n" * found[0].count("\n"), text)


def is_generated(page: Path) -> bool:
    return "Written by tools/" in page.read_text("utf-8")[:100]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lines_fit(page: Path) -> None:
    for number, line in enumerate(prose(page).splitlines(), 1):
        most = ROW_COLUMNS_MAX if line.startswith("|") else COLUMNS_MAX
        assert len(line) <= most or is_generated(page), f"line {number} has {len(line)} columns"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as the site and GitHub make them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()).strip() for heading in headings)
    return {re.sub(r"\s+", "-", heading) for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        assert "://" not in target, f"{target} cannot be checked here"
        file, _, anchor = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        if path.is_relative_to(ROOT) and name_of(path).startswith(MADE) and not path.exists():
            continue
        assert path.exists(), target
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path) or is_generated(path), target


@pytest.mark.parametrize("page", [each for each in PAGES if not is_generated(each)], ids=name_of)
def test_pages_speak_plainly(page: Path) -> None:
    found = ARCHAIC.findall(prose(page))
    assert not found, f"{found}: name the role, or say you, they, anyone"
