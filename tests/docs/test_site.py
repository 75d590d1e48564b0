"""The site is built without a warning, and what is written from the code is complete."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.launching import launched
from tests.docs.blocks import ROOT
from tools import docs, docs_readme
from tools.docs_books import anchor
from tools.docs_drawing import drawing, layers

from puntobanco.books import BOOKS, register_of


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; any warning, such as a link that leads nowhere, fails the build."""
    folder = tmp_path_factory.mktemp("site")
    settings = docs.assemble(folder / "build", run=False)  # another test runs the notebooks
    build = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    built = subprocess.run(
        [*build, "--config-file", str(settings)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    told = re.sub(r"\x1b\[[0-9;]*m", "", built.stdout + built.stderr)
    assert built.returncode == 0, told
    assert "arning" not in told, told
    return folder / "build" / "site"


def test_every_page_is_built(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        built = page.relative_to(ROOT / "docs").with_suffix(".html")
        assert (site / built).is_file(), built


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_has_a_place_of_its_own(site: Path, book: str) -> None:
    page = (site / "books" / f"{book}.html").read_text("utf-8")
    headings = re.findall(r'<h3 id="(c-[^"]*)">(.*?)<a ', page)
    clauses = register_of(book).clauses
    named = [(place, unescape(text)) for place, text in headings]
    assert named == [(anchor(clause), clause) for clause in clauses]
    assert len(dict(named)) == len(named)
    for clause in clauses.values():
        assert all(f"{test}</code>" in page for test in clause.tests), clause.id


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.findall(r'(?:src|<link[^>]*href)="https?://', text), page


class _Quiet(SimpleHTTPRequestHandler):
    """Files over HTTP, without a line for each."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_clause_is_found_by_search(site: Path) -> None:
    files = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site)))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    try:
        _search(f"http://127.0.0.1:{files.server_port}/index.html")
    finally:
        files.shutdown()
        files.server_close()


def _search(address: str) -> None:
    with launched() as browser:
        page = browser.new_page()
        page.goto(address)
        page.get_by_role("button", name="Search").click()
        page.get_by_role("combobox").fill("Dragon Bonus displayed one table")
        page.get_by_text("11B.9", exact=True).click()
        expect(page).to_have_url(re.compile(r"/books/nz-division\.html.*#c-11b-9$"))


def _imports(room: str) -> Iterator[str]:
    for path in (ROOT / "src" / "puntobanco" / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("puntobanco."):
                yield str(node.module).split(".")[1]


def test_the_drawing_shows_the_rooms_as_they_are() -> None:
    level = {room: number for number, row in enumerate(layers()) for room in row}
    folders = {path.parent.name for path in (ROOT / "src" / "puntobanco").glob("*/__init__.py")}
    assert set(level) | {"books"} == folders
    for room, height in level.items():
        for other in set(_imports(room)) & set(level) - {room}:
            assert height < level[other], f"{room} imports {other}"
    picture = drawing()
    assert all(f">{room}</text>" in picture for room in folders)


def test_the_readme_has_the_books_as_they_are() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert docs_readme.written(text) == text, "run python tools/docs_readme.py"


def test_every_page_is_at_most_two_clicks_away() -> None:
    """In the navigation, or linked by a page that is."""
    folder = ROOT / "docs"
    settings = (ROOT / "zensical.toml").read_text("utf-8")
    near = {folder / place for place in re.findall(r'"([\w./-]+\.md)"', settings)}
    for page in [each for each in near if each.exists()]:
        links = re.findall(r"\]\(([\w./-]+\.md)", page.read_text("utf-8"))
        near |= {(page.parent / link).resolve() for link in links}
    far = set(folder.rglob("*.md")) - near
    assert not far, f"add {far} to zensical.toml, or link it from a page that is there"
