"""Pages in Chinese at the real server: what is Latin are names, codes and the book's own words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import do, line, press
from tests.browser.open_house import OpenHouse
from tests.sizes import first_of

LANGUAGES = ("zh-Hant", "zh-Hans")
OURS = ("Enter", "UTC", "RWS", "MBS")
"""A key, the clock's zone, and casinos by their letters."""
THIRD = {"zh-Hans": "闲补得 6 点", "zh-Hant": "閒補得 6 點"}
ORDER = {"zh-Hans": "能否把各牌恢复到应有的次序", "zh-Hant": "能否把各牌恢復到應有的次序"}
TEXTS = """root => {
  const apart = "[lang=en], .clause, .mono, .hash, .number, kbd, select, script, style";
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest(apart)) texts.push(walker.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder"])
    for (const each of root.querySelectorAll(`[${name}]`))
      if (!each.closest(apart)) texts.push(each.getAttribute(name));
  return texts;
}"""
"""Every text of a page, seen or heard; but for the book's own words, codes, clauses and keys."""


def latin(within: Page | Locator, house: OpenHouse) -> set[str]:
    """The words in Latin letters that are no name."""
    tables = house["dealer1"].get("/tables")["tables"]
    titles = [each[name] for each in tables for name in ("title", "book_title", "book")]
    logs = [each["log"] for each in house["watch1"].get("/audit/logs")["logs"]]
    names = sorted({*house.passwords, *titles, *logs, *OURS}, key=len, reverse=True)
    known = re.compile("|".join(re.escape(each) for each in names))
    part = within.locator("body") if isinstance(within, Page) else within
    texts = part.evaluate(TEXTS)
    return {word for text in texts for word in re.findall("[A-Za-z]{2,}", known.sub("", text))}


@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_a_patron_reads_chinese(open_house: OpenHouse, language: str) -> None:
    table = open_house.prepared(open_house.table(book="rws-super-six-plus"))
    open_house.sit("guest1", table, 3)
    page = open_house.visit("guest1", f"/table/{table}", language=language)
    banker = page.locator("bac-spot[data-wager=banker] button")
    expect(banker).to_be_visible()
    assert latin(page, open_house) == set()
    open_house.until(table, "open-betting")
    page.locator(".rack input, #rack input").first.fill("10")
    banker.click()
    expect(page.locator("bac-refusal:visible").first).to_contain_text("50")
    assert latin(page, open_house) == set()
    open_house.bet("guest1", table, 3, "banker", 120_00)
    open_house.until(table, "close-betting")
    cards = ["Qc", "8h", "Js", "7h", "6d", "2c"]
    while cards:
        open_house.step(table, cards)
    expect(page.locator("bac-stage .sentence")).to_contain_text(THIRD[language])
    assert latin(page, open_house) == set()
    open_house.until(table, "settle")
    expect(page.locator("bac-stage .won")).to_be_visible()
    assert latin(page, open_house) == set()
    open_house.until(table, "deal", "4h")
    open_house["dealer1"].tell(table, "noticed", irregularity="order-disturbed", by="dealer")
    expect(page.locator("bac-ruling .ruling")).to_be_visible()
    assert latin(page, open_house) == set()


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_what_a_patron_looks_up_is_chinese(open_house: OpenHouse, language: str) -> None:
    options = {"perfect-pair": "1", "dragon-bonus": "1", "two-to-one": "half-on-six", "ante": "5"}
    played = open_house.prepared(open_house.table())
    open_house.sit("guest1", played, 3)
    open_house.until(played, "open-betting")
    open_house.bet("guest1", played, 3, "banker", 120_00)
    open_house.until(played, "settle", "Qc 8h Js 7h 6d 2c")
    closed = open_house.table(book="nz-division", **options)
    for table in (played, closed):
        page = open_house.visit("guest1", f"/table/{table}", language=language)
        expect(page.locator("bac-spot[data-wager=banker] button")).to_be_visible()
        assert latin(page, open_house) == set(), table
        for what in ("open-payouts", "open-history", "open-account", "help", "cage"):
            page.evaluate(f"document.dispatchEvent(new CustomEvent('bac-{what}'))")
            dialog = page.get_by_role("dialog")
            expect(dialog.locator("table, form, p").first).to_be_visible()
            assert latin(page, open_house) == set(), what
            press(page, "Escape")
            expect(dialog).to_have_count(0)
        page.context.close()


@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_a_dealer_reads_chinese(open_house: OpenHouse, language: str) -> None:
    table = open_house.table(book="rws-super-six-plus")
    page = open_house.visit("dealer1", f"/dealer/{table}", language=language)
    words = {
        "zh-Hans": ("开台", "接收纸牌", "洗牌", "派庄家第三张牌", "呼叫赌区主任"),
        "zh-Hant": ("開檯", "接收紙牌", "洗牌", "派莊家第三張牌", "呼叫賭區主任"),
    }[language]
    line(page, words[0])
    do(page, "Enter", words[1])
    assert latin(page, open_house) == set()
    open_house.until(table, "receive-cards")
    line(page, words[2])
    assert latin(page, open_house) == set()
    open_house.prepared(table)
    open_house.until(table, "close-betting")
    cards = ["Qc", "8h", "Js", "7h", "6d"]
    while cards:
        open_house.step(table, cards)
    line(page, words[3])
    expect(page.locator("#todo .why")).to_contain_text(THIRD[language])
    assert latin(page, open_house) == set()
    press(page, "F9 1 1 Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert latin(page, open_house) == set()
    press(page, "Enter")
    line(page, words[4])
    expect(page.locator("#calls")).to_contain_text(ORDER[language])
    assert latin(page, open_house) == set()


@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_the_floor_reads_chinese(open_house: OpenHouse, language: str) -> None:
    table = open_house.prepared(open_house.table(book="rws-super-six-plus"))
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 3, "banker", 120_00)
    open_house.until(table, "settle", "Qc 8h Js 7h 6d 2c")
    right = {"report": "card-misread", "by": "dealer", "slot": "B2", "card": "2d"}
    open_house["dealer1"].post(f"/tables/{table}/reports", report=right)
    page = open_house.visit("supervisor1", f"/floor?table={table}", language=language)
    expect(page.locator("#table")).to_contain_text(THIRD[language])
    assert latin(page.locator("#table"), open_house) == set()
    waiting = page.locator("bac-approval", has_text=f"Table {table[1:]}")
    expect(waiting.locator("li").first).to_contain_text("1")
    assert latin(waiting, open_house) == set()
    page.locator("[data-act=record]").click()
    expect(page.get_by_role("dialog")).to_contain_text("guest1")
    assert latin(page.get_by_role("dialog"), open_house) == set()


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_lobby_and_sign_are_chinese(open_house: OpenHouse, language: str) -> None:
    table = open_house.prepared(open_house.table(book="rws-super-six-plus"))
    open_house.until(table, "settle", "Qc 8h Js 7h 6d 2c")
    lobby = open_house.visit("guest1", "/", language=language)
    expect(lobby.locator("bac-table-tile", has_text=f"Table {table[1:]}")).to_be_visible()
    assert latin(lobby, open_house) == set()
    sign = open_house.visit("dealer1", f"/sign/{table}", language=language)
    expect(sign.locator("#result")).to_contain_text("7")
    assert latin(sign, open_house) == set()


def typed(house: OpenHouse, log: str) -> set[str]:
    """Names and reasons that people have given in a log: they are quoted as they stand."""
    found = house["watch1"].get(f"/audit/logs/{log}?limit=500")["envelopes"]
    fields = ("reason", "person", "by", "dealer", "table", "book")
    texts = [str(each["event"].get(name, "")) for each in found for name in fields]
    digests = ("edition", "after")
    texts += [str(each["event"].get(name, ""))[:12] for each in found for name in digests]
    return set(re.findall("[A-Za-z]{2,}", " ".join(texts)))


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_surveillance_reads_chinese(open_house: OpenHouse, language: str) -> None:
    table = open_house.prepared(open_house.table(book="rws-super-six-plus"))
    open_house.sit("guest1", table, 3)
    open_house.until(table, "open-betting")
    open_house.bet("guest1", table, 3, "banker", 120_00)
    open_house.until(table, "settle", "Qc 8h Js 7h 6d 2c")
    open_house.until(table, "deal", "4h")
    open_house["dealer1"].tell(table, "noticed", irregularity="order-disturbed", by="dealer")
    page = open_house.visit("watch1", f"/audit?table={table}&coup=1", language=language)
    expect(page.locator("#replay .text")).to_be_visible()
    expect(page.locator(".events tbody")).to_contain_text("guest1")
    assert latin(page, open_house) == set()
    for _ in range(12):
        page.locator("#replay [data-key=back]").click()
        assert latin(page.locator("#replay"), open_house) == set()
    for tab in ("logs", "patterns"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#{tab}-panel").locator("table, dl").first).to_be_visible()
        assert latin(page.locator(f"#{tab}-panel"), open_house) == set()
    for log in ("account:guest1", f"shoe:{table}", "house"):
        if log in {each["log"] for each in open_house["watch1"].get("/audit/logs")["logs"]}:
            page.goto(f"{open_house.url}/audit?log={log}")
            expect(page.locator(".events tbody tr").first).to_be_visible()
            assert latin(page, open_house) <= typed(open_house, log), log


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_training_is_chinese(open_house: OpenHouse, language: str) -> None:
    page = open_house.visit("dealer1", "/train?book=nz-division&seed=7", language=language)
    for _ in range(8):
        expect(page.locator("#question > h2")).to_be_visible()
        assert latin(page, open_house) == set()
        choice = page.locator("#question .choices button")
        if choice.count():
            choice.first.click()
        else:
            page.locator("#question input[name=amount]").fill("1.00")
            page.keyboard.press("Enter")
        expect(page.locator("#mark h2")).to_be_visible()
        assert latin(page, open_house) == set()
        page.locator("#mark .primary").click()
        expect(page.locator("#mark h2")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_the_rules_are_chinese_but_for_the_clauses(open_house: OpenHouse, language: str) -> None:
    for book in ("mbs", "nz-division", "rws-wins-on", "rws-super-six-plus"):
        page = open_house.visit("guest1", f"/rules/{book}", language=language)
        expect(page.locator(".tableau").first).to_be_visible()
        expect(page.locator("#wagers tbody tr").first).to_be_visible()
        assert latin(page, open_house) == set(), book
        page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("language", first_of(LANGUAGES))
def test_the_cage_is_chinese(open_house: OpenHouse, language: str) -> None:
    page = open_house.visit("cashier1", "/cage?account=guest1", language=language)
    expect(page.locator(".balance")).to_be_visible()
    expect(page.locator("table .words").first).to_be_visible()
    assert latin(page, open_house) == set()
