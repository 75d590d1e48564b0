"""The par sheet: its tables equal the exact odds, and its PDF is one."""

from __future__ import annotations

import base64
import math
import re
import zlib
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import puntobanco as pb
from puntobanco.books import BOOKS
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.sheets.page import write_sheet
from puntobanco.odds.sheets.par_sheet import HANDS, Paper, par_frames, par_head
from puntobanco.odds.sheets.pdf import par_pdf
from puntobanco.odds.wager_odds import profit_of
from puntobanco.version import version


@pytest.mark.parametrize("book", ["mbs", "rws-super-six-plus", "nz-division"])
def test_every_table_equals_the_exact_odds(book: str) -> None:
    rules = pb.book(book).rules()
    shoe = full_shoe(rules.decks)
    odds = rules.odds()
    tables = par_frames(rules.core, shoe)[1:-1]
    for name, frame in zip(rules.wagers, tables, strict=True):
        *events, last = frame.to_dicts()
        assert sum(int(str(row["combinations"])) for row in events) == last["combinations"]
        assert sum(Fraction(row["probability"] or 0) for row in events) == 1
        assert -sum(Fraction(row["return"] or 0) for row in events) == odds[name].edge
        assert last["return"] == -odds[name].edge
        assert all(row["clauses"] for row in events)


PAGES = [
    pytest.param(book, marks=[pytest.mark.long] if book == "rws-wins-on" else []) for book in BOOKS
]
"""The book with 33 wagers takes longest, and has no kind of wager that others have not."""


def rules_of(book: str) -> pb.Rules:
    return pb.book(book).rules(**({"dragon_bonus": 1} if book == "nz-division" else {}))


@cache
def page_of(book: str) -> str:
    return write_sheet(rules_of(book).core)


class Tables(HTMLParser):
    """Every table of a page under the heading before it: its cells, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self._heading = self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        if tag == "h2":
            self._heading = ""
        if tag == "tr":
            self.found.setdefault(self._heading, []).append([])
        if tag in ("th", "td"):
            self.found[self._heading][-1].append("")

    def handle_data(self, data: str) -> None:
        if self._tag == "h2":
            self._heading += data
        elif self._tag in ("th", "td"):
            self.found[self._heading][-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""


@pytest.mark.parametrize("book", PAGES)
def test_the_page_prints_the_exact_figures(book: str) -> None:
    """Parsed back from the page: combinations are exact, the rest is the exact figure rounded."""
    rules = rules_of(book)
    tables = Tables(page_of(book)).found
    for each in rules.odds().values():
        head, *events, last = tables[each.wager.title]
        assert head == ["event", "pays", "combinations", "probability", "return", "clauses"]
        total = int(last[2].replace(",", ""))
        assert total == each.total
        profits = {str(line.end): profit_of(line.end) for line in each.wager.ends()}
        counted: dict[Fraction, int] = {}
        for _, paid, combinations, probability, returned, clauses in events:
            orders, profit = int(combinations.replace(",", "")), profits[paid]
            assert probability == f"{float(Fraction(orders, total)):.6f}"
            assert returned == f"{float(profit * Fraction(orders, total)):+.6f}"
            assert clauses
            counted[profit] = counted.get(profit, 0) + orders
        assert {p: Fraction(n, total) for p, n in counted.items()} == each.payoffs
        assert last[4] == f"{float(-each.edge):+.6f}"


def test_the_bounds_of_the_hold_are_by_hands_dealt() -> None:
    odds = pb.book("mbs").rules().odds()
    head, *rows = Tables(page_of("mbs")).found["Bounds of the hold"]
    assert head[5:] == [f"{10**n:,}" for n in (3, 4, 5, 6, 7)]
    for row, each in zip(rows, odds.values(), strict=True):
        for bounds, hands in zip(row[5:], HANDS, strict=True):
            low, high = map(float, bounds.split(" to "))
            edge, spread = 100 * float(each.edge), 196 * each.deviation / math.sqrt(hands)
            assert (low, high) == pytest.approx((edge - spread, edge + spread), abs=0.006)


def test_the_head_names_book_digest_options_program_and_changes() -> None:
    rules = pb.book("mbs").rules(decks=6).pay(tie=9)
    page = write_sheet(rules.core, changes=rules.changes, paper=Paper.LETTER)
    assert rules.book.digest in page
    assert "decks=6" in page
    assert f"puntobanco {version()}, 20" in page
    assert "Differs from the book: tie pays 9." in page
    assert "@page { size: letter;" in page
    assert '@bottom-right { content: "Page " counter(page) " of " counter(pages)' in page


def test_the_head_names_no_decks_but_those_it_was_dealt_from() -> None:
    core = pb.book("mbs").rules().core
    table, six = (par_head(core, full_shoe(decks), ())[1] for decks in (8, 6))
    assert table.startswith("Options: decks=8 places=9")
    assert "decks=" not in six
    assert six.endswith("Dealt from 312 cards, a full shoe of 6 decks.")


def test_a_pdf_is_one(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    pb.book("mbs").rules().pay(tie=9).sheet(file)
    data = file.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize("paper", Paper)
def test_every_page_of_a_pdf_is_full_numbered_and_has_its_fonts(paper: Paper) -> None:
    """Of the longest sheet: its first page once was blank."""
    rules = pb.book("rws-wins-on").rules()
    pdf = par_pdf(rules.core, full_shoe(rules.decks), paper=paper)
    fonts = re.findall(rb"/BaseFont /([A-Z]{6}\+)?", pdf)
    assert len(fonts) == pdf.count(b"/FontFile2") == 2
    assert all(fonts)  # as the names of embedded subsets begin
    pages = pages_of(pdf)
    title = f"Par sheet: {rules.book.title}"
    for place, texts in enumerate(pages, start=1):
        assert [title, f"Page {place} of {len(pages)}"] == texts[:2]
        assert len(texts) > 20


def pages_of(pdf: bytes) -> list[list[str]]:
    """Every text that a PDF of reportlab draws, page by page, in order."""
    pages: list[list[str]] = []
    for stream in re.findall(rb"/ASCII85Decode .*?stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        drawn = zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True))
        texts = re.findall(rb"\(((?:\\.|[^()\\])*)\) Tj", drawn)
        pages.append([re.sub(r"\\(.)", r"\1", each.decode("latin-1")) for each in texts])
    return pages


def test_every_figure_read_back_from_the_pdf_equals_the_exact_odds(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    rules = pb.book("mbs").rules().pay(tie=9)
    rules.sheet(file)
    texts = [text for page in pages_of(file.read_bytes()) for text in page]
    assert any(rules.book.digest in each for each in texts)
    bounds = texts[texts.index("Bounds of the hold") :]
    for name, each in rules.odds().items():
        first = texts.index(name)  # in the table of all wagers
        edge, deviation = float(each.edge), each.deviation
        chances = [f"{100 * float(part):.4f}" for part in (each.win, each.push, each.lose)]
        assert texts[first + 2 : first + 5] == chances
        assert texts[first + 5] == f"{deviation:.4f}"
        assert f"{100 * edge:.6f}" in texts[first : first + 10]
        assert f"{each.edge.numerator}/{each.edge.denominator}" in texts[first : first + 10]
        at = bounds.index(name)
        shown = [float(text) for text in bounds[at + 1 : at + 5]]
        exact = [100 * edge, 100 * float(each.win), float(each.variance), deviation]
        assert shown == pytest.approx(exact, abs=5.1e-5)
        for text, hands in zip(bounds[at + 5 : at + 10], HANDS, strict=True):
            spread = 196 * deviation / math.sqrt(hands)
            wanted = (100 * edge - spread, 100 * edge + spread)
            assert tuple(map(float, text.split(" to "))) == pytest.approx(wanted, abs=0.006)
    for frame in par_frames(rules.core, full_shoe(rules.decks))[1:-1]:
        start = texts.index(frame.title)
        for row in frame.to_dicts():
            at = texts.index(f"{row['combinations']:,}", start)
            assert Fraction(texts[at + 1]) == round(Fraction(row["probability"] or 0), 6)
            assert Fraction(texts[at + 2]) == round(Fraction(row["return"] or 0), 6)
