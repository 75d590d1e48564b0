"""The example books on pages: a house that brought them draws them like any other book."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from puntobanco.library.finding import find_book
from tests.browser.open_house import NARROW, WIDE, OpenHouse, too_wide, violations
from tests.sizes import first_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "books"
DRAWN = {
    "ez": {"dragon-7": "Dragon 7", "panda-8": "Panda 8"},
    "tiger": {"small-tiger": "Small Tiger", "big-tiger": "Big Tiger"},
    "nz-either-pair": {"either-pair": "Either Pair"},
}
COLUMNS = {
    "dragon-7": "banker",
    "panda-8": "player",
    "small-tiger": "banker",
    "big-tiger": "banker",
    "either-pair": "tie",
}
"""Where each wager lies: as its book's `side` says, and what is for both hands in the middle."""


@pytest.mark.parametrize("name", first_of(DRAWN))
def test_an_example_is_drawn_as_its_book_says(open_house: OpenHouse, name: str) -> None:
    file = EXAMPLES / f"{name}.toml"
    open_house.bring(file)
    options = {"either-pair": "on"} if name == "nz-either-pair" else {}
    table = open_house.table(book=name, **options)
    open_house.sit("guest1", table, 3)
    page = open_house.visit("guest1", f"/table/{table}", WIDE)
    middles = {
        side: page.locator(f"bac-spot[data-wager={side}]").bounding_box()
        for side in ("player", "banker", "tie")
    }
    for wager, title in DRAWN[name].items():
        spot = page.locator(f"bac-spot[data-wager={wager}]")
        expect(spot).to_contain_text(title)
        box, main = spot.bounding_box(), middles[COLUMNS[wager]]
        assert box is not None
        assert main is not None
        assert abs(box["x"] - main["x"]) < 3, f"{wager} lies in another column"
    assert violations(page) == []
    narrow = open_house.visit("guest1", f"/table/{table}", NARROW)
    expect(narrow.locator(f"bac-spot[data-wager={next(iter(DRAWN[name]))}]")).to_be_visible()
    assert too_wide(narrow) == []
    rules = open_house.visit("guest1", f"/rules/{name}")
    for title in DRAWN[name].values():
        expect(rules.locator("#wagers")).to_contain_text(title)
    sign = open_house.visit("guest1", f"/sign/{table}")
    expect(sign.locator("#title")).to_contain_text(find_book(str(file)).title)
