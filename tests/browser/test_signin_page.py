"""Signing in, and choosing a new password where the house asks for one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import House


def test_a_wrong_password_is_said_and_a_right_one_leads_on(house: House) -> None:
    page = house.visit("/signin?next=/table/T12")
    page.get_by_label("Name").fill("patron")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#wrong")).to_have_text("name and password are not a pair")
    page.get_by_label("Password", exact=True).fill(house.stage.password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/table/T12")


def test_it_leads_to_no_other_house(house: House) -> None:
    page = house.visit("/signin?next=//elsewhere.example/")
    page.get_by_label("Name").fill("patron")
    page.get_by_label("Password", exact=True).fill(house.stage.password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{house.url}/")


def test_a_password_for_one_use_is_changed(house: House) -> None:
    house.stage.must_change = True
    page = house.visit("/signin")
    page.get_by_label("Name").fill("patron")
    page.get_by_label("Password", exact=True).fill(house.stage.password)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("New password").fill(house.stage.password)
    page.get_by_role("button", name="Keep it and go on").click()
    page.wait_for_url(f"{house.url}/")
    sent = dict(house.stage.posted)["/api/session/password"]
    assert sent == {"old": house.stage.password, "new": house.stage.password}
