"""Signing in, and choosing a new password where the house asks for one."""

from __future__ import annotations

from playwright.sync_api import Route, expect

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


def test_whoever_is_faster_than_the_page_waits_for_it_and_loses_nothing(house: House) -> None:
    page = house.visit("/signin")
    held: list[Route] = []
    page.route("**/pages/signin.js", lambda route: held.append(route))  # noqa: PLW0108 - playwright asks a builtin what it is not
    page.goto(f"{house.url}/signin?next=/table/T12", wait_until="commit")
    page.get_by_label("Name").fill("patron")
    page.get_by_label("Password", exact=True).fill(house.stage.password)
    button = page.get_by_role("button", name="Sign in")
    expect(button).to_be_disabled()
    page.keyboard.press("Enter")
    for each in held:
        each.continue_()
    button.click()
    page.wait_for_url("**/table/T12")
