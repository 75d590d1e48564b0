"""A coup with a ruling, as the dealer, the floor and a patron see it, in one picture.

Run `python -m tests.browser.ruling_picture` after the pages have changed.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect

from tests.browser.company import Company, do, line, press
from tests.browser.launching import launched
from tests.browser.open_house import OpenHouse, opened

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "ruling.png"
FRAME = """
<style>
body { margin: 0; padding: 24px; background: #14171c; color: #e8e8e8; font: 17px sans-serif;
  display: grid; grid-template-columns: 1fr 1fr 0.36fr; gap: 24px; align-items: start }
figure { margin: 0 } figcaption { padding-bottom: 10px }
img { width: 100%; border: 1px solid #3a3f47; border-radius: 6px }
</style>
"""


def main() -> None:
    """Play the coup and keep the picture."""
    with (
        TemporaryDirectory() as folder,
        launched() as browser,
        opened(Path(folder) / "house", browser) as house,
    ):
        seen = _ruled(house)
        shown = {words: b64encode(page.screenshot()).decode() for words, page in seen.items()}
        _framed(browser, shown)


def _ruled(house: OpenHouse) -> dict[str, Page]:
    """A card too many was drawn, and patrons may take their bets back (RWS 5.12)."""
    company = Company(house, house.prepared(house.table(style="face-down")))
    patron = "guest1"
    company.join(patron, 3)
    do(company.dealer, "F2", "Call no more bets")
    company.stake(patron, "banker", 100)
    press(company.dealer, "F3")
    line(company.dealer, "Deal Player's first card")
    company.deal("", "^Turn Player's hand")
    press(company.dealer, "F9 2 Enter")
    do(company.dealer, "Enter", "Call the Pit Supervisor")
    floor = house.visit("supervisor1", f"/floor?table={company.table}")
    floor.get_by_role("button", name="Yes", exact=True).click()
    phone = house.visit(patron, f"/table/{company.table}", (390, 844))
    expect(phone.locator("bac-ruling .clause", has_text="5.12").first).to_be_visible()
    for page in (company.dealer, floor):
        page.set_viewport_size({"width": 1280, "height": 800})
    phone.wait_for_timeout(500)
    return {
        "Dealer: reports it and waits": company.dealer,
        "Floor: decides by the clause": floor,
        "Patron: chooses": phone,
    }


def _framed(browser: Browser, shown: dict[str, str]) -> None:
    figures = "".join(
        f'<figure><figcaption>{words}</figcaption><img src="data:image/png;base64,{data}"></figure>'
        for words, data in shown.items()
    )
    page = browser.new_page(viewport={"width": 1500, "height": 400})
    page.set_content(FRAME + figures)
    page.screenshot(path=PICTURE, full_page=True)


if __name__ == "__main__":
    main()
