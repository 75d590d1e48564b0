"""The pictures of the documentation: chosen from those that the tests made, and a par sheet.

Run after the tests of the pages at length: `pytest --profile prove tests/browser/test_pictures.py`,
then `python -m tests.browser.chosen`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from puntobanco.books import book_named
from puntobanco.odds.sheets.page import write_sheet
from puntobanco.rules.book import HouseRules
from tests.browser.launching import launched

MADE = Path(__file__).parent / "pictures"
SHOWN = Path(__file__).parents[2] / "docs" / "pictures"
CHOSEN = {
    "player-wide-dark": "player-wide-felt",
    "player-phone-dark": "player-phone-felt",
    "dealer": "dealer-wide-felt",
    "floor": "floor-wide-felt",
    "sign": "sign-wide-felt",
    "audit": "audit-felt",
}
"""By name in the documentation: the picture of the tests."""
BYTES_MOST = 250_000


def main() -> None:
    """Copy each, if it is small enough to be read on the way."""
    SHOWN.mkdir(exist_ok=True)
    for shown, made in CHOSEN.items():
        source = MADE / f"{made}.png"
        assert source.stat().st_size < BYTES_MOST, f"{source} is too large"
        shutil.copyfile(source, SHOWN / f"{shown}.png")
    par_sheet(SHOWN / "par-sheet.png")


def par_sheet(picture: Path) -> None:
    """The upper part of a par sheet."""
    rules = book_named("mbs").configure({})
    assert isinstance(rules, HouseRules), rules
    with launched() as browser:
        page = browser.new_page(viewport={"width": 1100, "height": 560})
        page.set_content(write_sheet(rules))
        page.screenshot(path=picture)


if __name__ == "__main__":
    main()
