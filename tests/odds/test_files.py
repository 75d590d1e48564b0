"""Every file is what its name says: read back with polars, openpyxl and a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import polars as pl
import pytest
from tests.browser.launching import launched
from tests.odds.tables import table

import puntobanco as pb
from puntobanco.cli.odds.command import app as odds_app
from puntobanco.odds import files
from puntobanco.odds.files import TABLES
from puntobanco.odds.frame import Frame
from puntobanco.odds.pricing import odds
from puntobanco.sim.tables import write_classes

COMMANDS = {
    "odds": ("mbs",),
    "decks": ("decks", "mbs", "--wager", "player", "tie"),
    "removal": ("removal", "mbs", "--wager", "tie"),
    "scales": ("scales", "nz-division"),
    "along": ("along", "mbs", "--seed", "3", "--wager", "player"),
    "table": ("table", "mbs", "--bet", "6x", "banker=200@50%"),
    "bankroll": ("bankroll", "mbs", "--bet", "banker=100"),
    "count": ("count", "mbs", "--wager", "tie", "--shoes", "600"),
}
DATE = re.compile(r"\d{1,4}[-/]\d{1,2}([-/]\d{1,4})?|\w{3,9}[ -]\d{1,2}")
"""What a spreadsheet would turn into a day."""


@cache
def frames_of(name: str) -> Sequence[Frame]:
    """The tables that a command would write, caught on their way to the file."""
    caught: list[Sequence[Frame]] = []

    def catch(frames: Sequence[Frame], path: Path) -> list[Path]:
        caught.append(frames)
        return [path]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "write_frames", catch)
        words = [*COMMANDS[name], "-o", "figures.csv"]
        odds_app(words, exit_on_error=False, print_error=False, result_action="return_value")
    return caught[0]


def write(tmp_path: Path, name: str, ending: str) -> Path:
    path = tmp_path / f"figures{ending}"
    files.write_frames(frames_of(name), path)
    return path


def read(path: Path) -> list[dict[str, Any]]:
    """The first table of a file, as somebody else's program reads it."""
    match path.suffix:
        case ".csv":
            return pl.read_csv(path, infer_schema_length=None).to_dicts()
        case ".parquet":
            return pl.read_parquet(path).to_dicts()
        case ".json":
            found = json.loads(path.read_text("utf-8"))
            first = next(iter(found.values())) if isinstance(found, dict) else found
            return pl.DataFrame(first, infer_schema_length=None).to_dicts()
        case _:
            sheet = openpyxl.load_workbook(path).worksheets[0]
            head, *rows = sheet.iter_rows(values_only=True)
            return [dict(zip(map(str, head), row, strict=True)) for row in rows]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_table_is_the_same_in_every_kind_of_file(name: str, tmp_path: Path) -> None:
    kinds = (".csv", ".json", ".xlsx", ".parquet")
    found = {kind: read(write(tmp_path, name, kind)) for kind in kinds}
    first = found[".parquet"]
    assert first
    names = list(first[0])
    found[".xlsx"] = [dict(zip(names, row.values(), strict=True)) for row in found[".xlsx"]]
    for kind, rows in found.items():
        assert [list(row) for row in rows] == [list(row) for row in first], kind
        for row, known in zip(rows, first, strict=True):
            for column, value in row.items():
                if column.endswith("_exact") and value is not None:
                    assert Fraction(str(value)) == Fraction(str(known[column])), (kind, column)
                    assert kind == ".csv" or str(value) == str(Fraction(str(value)))  # reduced
                else:
                    assert _same(value, known[column]), (kind, column, value, known[column])


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, float | int) and isinstance(two, float | int):
        return one == pytest.approx(two, rel=1e-12)
    if one in (None, "") and two in (None, ""):
        return True
    return str(one) == str(two)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_cell_looks_like_a_date(name: str, tmp_path: Path) -> None:
    lines = write(tmp_path, name, ".csv").read_text("utf-8-sig").splitlines()
    cells = [cell for line in lines[1:] for cell in line.split(",")]
    assert not [cell for cell in cells if DATE.fullmatch(cell.strip('"'))]


def test_decimals_come_first_and_fractions_are_exact(tmp_path: Path) -> None:
    rows = read(write(tmp_path, "odds", ".csv"))
    exact = odds(table("mbs"))
    for row in rows:
        assert Fraction(str(row["edge_exact"])) == exact[row["wager"]].edge
        assert row["edge"] == pytest.approx(float(exact[row["wager"]].edge))
    names = list(rows[0])
    assert names.index("variance") < min(names.index(n) for n in names if n.endswith("_exact"))


def test_a_workbook_has_numbers_percentages_and_a_sheet_for_each_table(tmp_path: Path) -> None:
    book = openpyxl.load_workbook(write(tmp_path, "table", ".xlsx"))
    assert book.sheetnames[1:] == ["2 Bets", "Notes"]
    assert "normal approximation" in str(book["Notes"].cell(3, 1).value)
    first = book.worksheets[0]
    formats = {cell.value: first.cell(2, place).number_format
               for place, cell in enumerate(first[1], start=1)}  # fmt: skip
    assert formats["loss"] == "0.00%"
    assert {formats[name] for name in ("theoretical win", "deviation", "bankroll for 1 %")} == {
        "#,##0"
    }
    sheet = openpyxl.load_workbook(write(tmp_path, "odds", ".xlsx")).worksheets[0]
    head = {cell.value: place for place, cell in enumerate(sheet[1], start=1)}
    edge = sheet.cell(2, head["edge"])
    assert isinstance(edge.value, float)
    assert edge.number_format == "0.000000%"
    assert sheet.cell(2, head["edge, exact"]).number_format == "@"


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".json", ".xlsx", ".html", ".md"])
def test_no_table_of_the_screen_is_left_out(ending: str, tmp_path: Path) -> None:
    frames = frames_of("table")
    names = [frame.title for frame in frames]
    assert names[1:] == ["Bets"]
    path = tmp_path / f"figures{ending}"
    written = files.write_frames(frames, path)
    if ending in (".csv", ".parquet"):
        assert [each.name for each in written] == [f"figures{ending}", f"figures-bets{ending}"]
        for each, frame in zip(written, frames, strict=True):
            assert [list(row) for row in read(each)] == [
                list(row) for row in frame.plain().to_dicts()
            ]
        return
    assert written == [path]
    if ending == ".json":
        assert list(json.loads(path.read_text("utf-8"))) == ["MBS Baccarat", "Bets"]
    elif ending == ".xlsx":
        sheets = openpyxl.load_workbook(path).sheetnames
        assert sheets == ["1 MBS Baccarat", "2 Bets", "Notes"]  # whole words
    else:
        page = path.read_text("utf-8")
        assert all(name in page for name in names)


def test_results_of_a_simulation_are_read_back(tmp_path: Path) -> None:
    kinds = (".csv", ".json", ".xlsx", ".parquet")
    counts = np.zeros((2, 8101), np.int64)
    counts[0, [0, 17, 4000]], counts[1, 17] = (5, 6, 7), 8
    for kind in kinds:
        write_classes(counts, tmp_path / f"classes{kind}")
    found = [read(tmp_path / f"classes{kind}") for kind in kinds]
    assert [(row["class"], row["head"], row["rest"]) for row in found[0]] == [
        (0, 5, 0),
        (17, 6, 8),
        (4000, 7, 0),
    ]
    for rows in found:
        assert [list(row.values()) for row in rows] == [list(row.values()) for row in found[0]]


def test_a_page_is_read_by_a_browser_and_a_par_sheet_prints_on_its_paper(tmp_path: Path) -> None:
    rules = pb.book("mbs").rules()
    rules.odds().frame.save(tmp_path / "odds.html")
    rules.sheet(tmp_path / "sheet.html")
    words = ["sheet", "mbs", "--paper", "letter", "-o", str(tmp_path / "letter.html")]
    odds_app(words, exit_on_error=False, print_error=False, result_action="return_value")
    with launched() as browser:
        page = browser.new_page()
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto((tmp_path / "odds.html").as_uri())
        cells = page.locator("tbody tr:nth-child(3) td").all_inner_texts()
        assert cells[0] == "tie"
        assert "14.359629" in cells
        sizes = {"sheet.html": (595, 842), "letter.html": (612, 792)}
        for name, (wide, high) in sizes.items():
            page.goto((tmp_path / name).as_uri())
            assert page.locator("table.events").count() == 5
            printed = page.pdf(prefer_css_page_size=True)
            boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
            assert boxes
            assert {(round(float(w)), round(float(h))) for w, h in boxes} == {(wide, high)}
            page.set_viewport_size({"width": 1000, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= 1000
        assert not problems


@pytest.mark.parametrize(("paper", "inches"), [("a4", 8.27), ("letter", 8.5)])
def test_the_bounds_of_the_longest_book_print_a_line_a_wager(
    tmp_path: Path, paper: str, inches: float
) -> None:
    words = ["sheet", "rws-wins-on", "--paper", paper, "-o", str(tmp_path / "sheet.html")]
    odds_app(words, exit_on_error=False, print_error=False, result_action="return_value")
    between = int(96 * (inches - 24 / 25.4))  # the margins of 12 mm
    with launched() as browser:
        page = browser.new_page(viewport={"width": between, "height": 900})
        page.emulate_media(media="print")
        page.goto((tmp_path / "sheet.html").as_uri())
        rows = page.locator("table.bounds tbody tr")
        heights = rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert len(heights) == 33
        assert max(heights) - min(heights) <= 1
        assert page.evaluate("document.documentElement.scrollWidth") <= between


@pytest.mark.parametrize("ending", [".doc", ".xls", ""])
def test_other_endings_are_refused_with_those_possible(tmp_path: Path, ending: str) -> None:
    with pytest.raises(OSError, match=re.escape(", ".join(TABLES))):
        pb.book("mbs").rules().odds().frame.save(tmp_path / f"edges{ending}")


def test_a_workbook_of_edges_is_made_for_people(tmp_path: Path) -> None:
    """A row for each wager, a column for each number of decks, and the book's name."""
    book = openpyxl.load_workbook(write(tmp_path, "decks", ".xlsx"))
    sheet = book.worksheets[0]
    assert [cell.value for cell in sheet[1]][:3] == ["wager", "1 deck", "2 decks"]
    assert [cell.value for cell in sheet["A"]] == ["wager", "player", "tie"]
    assert str(book["Notes"].cell(1, 1).value).startswith("MBS Baccarat: edge by number of decks")
    count = openpyxl.load_workbook(write(tmp_path, "count", ".xlsx"))
    tags = [cell.value for cell in count["2 Tags"][2]]
    assert all(isinstance(tag, int) for tag in tags[1:])
