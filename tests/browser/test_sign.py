"""The sign above a table: shown to everybody, touched by nobody."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.real_house import RealHouse

LARGE = ((1920, 1080), (2560, 1440))


def device(house: RealHouse, table: str = "T1") -> str:
    """The token of a new sign."""
    name = f"sign-{uuid4().hex[:6]}"
    house.post("admin", "/api/people", {"id": uuid4().hex, "name": name, "is_device": True})
    role = {"id": uuid4().hex, "role": "sign", "table": table}
    house.post("admin", f"/api/people/{name}/roles", role)
    token: str = house.post("admin", f"/api/people/{name}/token", {"id": uuid4().hex})["secret"]
    return token


def test_a_device_signs_in_with_its_token_and_never_shows_it(real_house: RealHouse) -> None:
    token = device(real_house)
    page = real_house.visit(f"/sign/T1#token={token}")
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    assert page.url == f"{real_house.url}/sign/T1"
    expect(page.locator("svg.road")).to_have_count(5)
    assert token not in page.content()
    page.reload()
    expect(page.locator("svg.road")).to_have_count(5)


def test_a_token_that_is_not_good_is_said_so_without_a_form(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T1#token=nonsense")
    expect(page.locator("#notice")).to_contain_text("Sign in first")
    expect(page.locator("input")).to_have_count(0)
    assert "nonsense" not in page.url


def test_strangers_see_it_in_a_demonstration_and_sign_in_for_more(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T1")
    expect(page.locator("svg.road")).to_have_count(5)
    page.goto(real_house.url + "/dealer/T1")
    expect(page.get_by_role("alert")).to_contain_text("Sign in with")


def test_everything_is_on_it(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T1", "guest1")
    expect(page.locator("svg.road")).to_have_count(5)
    for words in ("Big Road", "Bead Plate", "Big Eye Boy", "Small Road", "Cockroach Pig"):
        expect(page.get_by_text(words, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^If Player: "))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^If Banker: "))).to_be_visible()
    limits = page.locator("#limits")
    for words in ("Player", "Any Tie", "Pairs", "Wins On", "Differential"):
        expect(limits).to_contain_text(words)
    expect(limits).to_contain_text("10 \N{EN DASH} 100,000")
    expect(limits).to_contain_text("Roads are history, not a forecast.")
    expect(page.locator("#tally")).to_contain_text("Naturals")
    expect(page.locator("#notices")).to_be_hidden()


def test_a_wager_that_pays_by_a_scale_has_it_there(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T2", "guest1")
    scale = page.locator("[data-scale=super-six-plus]")
    expect(scale).to_contain_text("Super Six Plus")
    for words in ("12 to 1", "20 to 1"):
        expect(scale).to_contain_text(words)


def test_nothing_is_counted_before_the_first_shoe(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T12", "guest1")
    expect(page.locator("#phase")).to_have_text("Table closed")
    expect(page.locator("#facts")).to_have_text(re.compile(r"^\d\d:\d\d$"))


@pytest.mark.long
def test_it_counts_down_and_shows_a_result(real_house: RealHouse) -> None:
    page = real_house.visit("/sign/T1", "guest1")
    expect(page.locator(".now .countdown")).to_have_text(re.compile(r"^\d+$"))
    result = page.locator("#result h2")
    expect(result).to_contain_text(re.compile("wins|Tie"))
    cards = page.locator("#result .card")
    expect(cards.first).to_be_visible()


@pytest.mark.long
def test_it_comes_back_by_itself_after_the_house_was_gone(own_house: RealHouse) -> None:
    page = own_house.visit(f"/sign/T1#token={device(own_house)}")
    expect(page.locator("svg.road")).to_have_count(5)
    own_house.kill()
    expect(page.locator("#notice")).to_contain_text("reconnects by itself")
    own_house.start()
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator("svg.road")).to_have_count(5)


@pytest.mark.parametrize(
    "size",
    [(1440, 900), (390, 844), *(pytest.param(each, marks=pytest.mark.long) for each in LARGE)],
)
def test_it_fits_its_screen(real_house: RealHouse, size: tuple[int, int]) -> None:
    page = real_house.visit("/sign/T1", "guest1", *size)
    expect(page.locator("svg.road")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size[0] < size[1]:  # a telephone, which is then turned on its side
        page.set_viewport_size({"width": size[1], "height": size[0]})
    foot, last = page.locator("#limits").bounding_box(), page.locator("#asks").bounding_box()
    assert foot is not None
    assert last is not None
    assert last["y"] + last["height"] <= foot["y"]
    if size[0] > size[1]:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert foot["y"] + foot["height"] <= size[1]
