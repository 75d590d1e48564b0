"""The administrator's page: people, tables, copies."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from puntobanco.books import BOOKS
from puntobanco.library.finding import find_book
from tests.browser.open_house import violations
from tests.browser.real_house import RealHouse
from tests.sizes import first_of

EZ = Path(__file__).resolve().parents[2] / "examples" / "books" / "ez.toml"
CODE = re.compile(r"[a-z]+([-_][a-z0-9]+)+")


@pytest.fixture
def page(real_house: RealHouse) -> Page:
    found = real_house.visit("/admin", "admin")
    expect(found.get_by_role("button", name="guest1")).to_be_visible()
    return found


def add(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("region", name=name)).to_be_visible()


def test_somebody_new_signs_in_with_a_password_for_one_use(
    real_house: RealHouse, page: Page
) -> None:
    name = f"new-{uuid4().hex[:6]}"
    add(page, name)
    person = page.get_by_role("region", name=name)
    person.get_by_label("Role", exact=True).select_option("dealer")
    person.get_by_role("button", name="Grant the role").click()
    expect(person.locator(".held")).to_contain_text("Dealer at every table")
    person.get_by_role("button", name="New one-time password").click()
    password = person.locator(".secret code").inner_text()
    page.reload()
    assert password not in page.content()

    own = real_house.visit("/signin")
    own.get_by_label("Name").fill(name)
    own.get_by_label("Password", exact=True).fill(password)
    own.get_by_role("button", name="Sign in").click()
    own.get_by_label("New password").fill("a password of my own")
    own.get_by_role("button", name="Keep it and go on").click()
    expect(own.get_by_role("link", name="Deal Table 1", exact=True)).to_be_visible()


def test_a_wrong_name_is_said_beside_the_field(page: Page) -> None:
    field = page.get_by_label("Name", exact=True)
    field.fill("no blanks please")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-field=name] .wrong")).to_contain_text("up to 32 letters")
    field.fill("guest1")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".side")).to_contain_text(re.compile("guest1.*(already|taken)"))


def test_duties_stay_apart(page: Page) -> None:
    page.get_by_role("button", name="guest1", exact=True).click()
    person = page.get_by_role("region", name="guest1")
    person.get_by_label("Role", exact=True).select_option("dealer")
    person.get_by_role("button", name="Grant the role").click()
    expect(person).to_contain_text("guest1 cannot be dealer as well: a patron may not work here")


def test_a_forbidden_combination_is_explained_with_its_clause(
    real_house: RealHouse, page: Page
) -> None:
    page.get_by_role("tab", name="Tables").click()
    for book in ("rws-super-six-plus", "nz-division"):
        page.get_by_label("Rule book", exact=True).select_option(BOOKS[book].digest())
        expect(page.locator("[name='option:layout'], [name='option:any-pair']")).to_have_count(1)
        words = page.locator(".fieldbox label, .fieldbox option").all_inner_texts()
        assert [each for each in words if CODE.fullmatch(each)] == [], "a code without its meaning"
    pair = page.locator("[name='option:perfect-pair']")
    pair.select_option("1")
    page.locator("[name='option:any-pair']").select_option("1")
    for name in ("perfect-pair", "any-pair"):
        expect(page.locator(f"[data-field='option:{name}'] .wrong")).to_contain_text("not both")
    expect(page.locator(".verdict").get_by_role("button", name="NZ clause 11A.1A")).to_be_visible()
    table = f"N{uuid4().hex[:5]}"
    page.get_by_label("Short name").fill(table)
    page.get_by_role("button", name="Add the table").click()
    expect(page.locator(".verdict")).to_contain_text("does not permit this")

    pair.select_option("off")
    expect(page.locator(".verdict")).to_contain_text("The book permits this table.")
    page.get_by_role("button", name="Add the table").click()
    expect(page.get_by_text(f"{table} was added and is in the lobby.")).to_be_visible()
    expect(page.get_by_role("button", name=table, exact=True)).to_be_visible()


def test_a_wrong_limit_is_said_beside_its_field(page: Page) -> None:
    page.get_by_role("tab", name="Tables").click()
    page.locator("[name='setting:minimum']").fill("a lot")
    wrong = page.locator("[data-field='setting:minimum'] .wrong")
    expect(wrong).to_contain_text("a lot")


def test_settings_of_a_table_change_with_a_reason(page: Page) -> None:
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("button", name="T4", exact=True).click()
    changing = page.get_by_role("region", name="Settings of T4")
    changing.locator("[name='setting:minimum']").fill("50")
    changing.get_by_role("button", name="Change from the next coup").click()
    expect(changing.locator("[data-field=reason] .wrong")).to_have_text("Say why, in a few words.")
    changing.get_by_label("Reason").fill("a full house")
    changing.get_by_role("button", name="Change from the next coup").click()
    expect(changing).to_contain_text("The change to T4 takes effect with its next coup.")


def test_a_book_is_brought_compared_and_removed(page: Page, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"  # other tests may bring the example itself
    own.write_text(EZ.read_text("utf-8").replace("EZ Baccarat", "Own Baccarat"), "utf-8")
    page.get_by_role("tab", name="Rule books").click()
    panel = page.locator("#books-panel")
    chosen = panel.get_by_label("Book file")
    chosen.set_input_files({"name": "own.toml", "mimeType": "text/plain", "buffer": b"[book"})
    expect(panel.locator(".findings")).to_contain_text("line 1, column 6")
    chosen.set_input_files(own)
    expect(panel.locator(".findings")).to_contain_text("Own Baccarat, example, 2026")
    panel.get_by_role("button", name="Add the book").click()
    row = panel.locator("tr", has_text="Own Baccarat")
    expect(row).to_contain_text("admin")
    panel.get_by_label("From").select_option(BOOKS["mbs"].digest())
    panel.get_by_label("To").select_option(find_book(str(own)).digest())
    panel.get_by_role("button", name="Compare").click()
    expect(panel.locator(".differences")).to_contain_text("7.611 %")
    assert violations(page) == []
    row.get_by_role("button", name="Remove").click()
    panel.locator(".side").get_by_label("Reason").fill("only tried out")
    panel.locator(".side").get_by_role("button", name="Remove").click()
    expect(panel.locator("tr", has_text="Own Baccarat")).to_have_count(0)


def test_a_copy_is_made(page: Page) -> None:
    page.get_by_role("tab", name="Backups").click()
    page.get_by_role("button", name="Back up now").click()
    expect(page.locator("#backups-panel")).to_contain_text("is complete.")
    expect(page.locator("#backups-panel tbody tr")).not_to_have_count(0)


def test_a_patron_learns_that_it_is_not_his(real_house: RealHouse) -> None:
    page = real_house.visit("/admin", "guest1")
    expect(page.locator("#trouble")).to_contain_text("Your roles do not permit this")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "theme"), first_of([((390, 844), "light"), ((1440, 900), "felt")])
)
def test_nobody_is_left_out(real_house: RealHouse, size: tuple[int, int], theme: str) -> None:
    page = real_house.visit("/admin", "admin", *size, theme=theme)
    page.get_by_role("button", name="guest1", exact=True).click()
    assert page.get_by_role("tablist").evaluate("(each) => each.scrollWidth <= each.clientWidth")
    for tab in ("People and devices", "Tables", "Backups"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(600)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
