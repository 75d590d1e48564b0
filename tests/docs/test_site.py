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
from puntobanco.server.app import BODY_BYTES_MAX, BOOK_BYTES_MAX
from puntobanco.server.people import credentials, guesses, passwords
from puntobanco.server.traffic import pace, turned_away
from puntobanco.server.traffic.connections import TrafficLimits
from puntobanco.wire.messages import MESSAGE_BYTES_MAX


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


def test_every_page_can_be_found() -> None:
    """By the navigation, or a decision by the page that lists them."""
    settings = (ROOT / "zensical.toml").read_text("utf-8")
    decisions = (ROOT / "docs" / "decisions" / "index.md").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        place = str(page.relative_to(ROOT / "docs"))
        listed = f'"{place}"' in settings or f"({page.name})" in decisions
        assert listed, f"add {place} to zensical.toml or to docs/decisions/index.md"


def test_the_security_page_has_the_numbers_of_the_code() -> None:
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    limits = TrafficLimits()
    lines = (turned_away.LINES_MAX + 1) * (turned_away.ADDRESSES_MAX + 1)
    for said in (
        f"at least {passwords.LENGTH_MIN} characters",
        f"the next try waits {guesses.FIRST_WAIT_SECONDS} seconds, then twice as long each time",
        f"each time, {guesses.FAILURES_SECONDS // 60} minutes at most",
        f"After {guesses.STRANGE_MAX} wrong tries",
        f"within {guesses.KNOWN_SECONDS // 86_400} days",
        f"A head has at most {limits.head_bytes // 1024} KiB and {limits.head_seconds:.0f} seconds",
        f"a body {limits.body_seconds:.0f} seconds, an idle connection {limits.idle_seconds:.0f}",
        f"has at most {limits.connections_per_address} connections",
        f"{limits.calls_per_second:.0f} calls a second without a session",
        f"answers {limits.calls_together} at a time",
        f"at most {limits.sockets_per_person} sockets",
        f"after {credentials.SESSION_SECONDS // 3600} hours",
        f"after {credentials.IDLE_SECONDS // 60} minutes of nothing",
        f"after {credentials.IDLE_SECONDS_STAFF // 60} for staff",
        f"good once for {credentials.TICKET_SECONDS} seconds",
        f"none of {len(passwords.common()):,} common ones",
        f"{credentials.SESSIONS_MAX} a person at most",
        f"{pace.PER_SECOND} calls a second in each process, and {pace.BURST:,} at once",
        f"Bodies have at most {BODY_BYTES_MAX // 1024} KiB",
        f"KiB (a rule book {BOOK_BYTES_MAX // 1024} KiB)",
        f"socket messages {MESSAGE_BYTES_MAX // 1024} KiB",
        f"writes {turned_away.LINES_MAX} such lines",
        f"tells {turned_away.ADDRESSES_MAX} addresses apart",
        f"{lines:,} lines a minute and process",
    ):
        assert said in text, said
    assert guesses.FAILURES_MAX == 3, "the page says three"
