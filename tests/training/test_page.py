"""The training page in a real browser, before a house that really runs."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect
from tests.browser.launching import Program, launched
from tests.browser.open_house import violations

from puntobanco.books import BOOKS
from puntobanco.rules.book import HouseRules
from puntobanco.training.making import question
from puntobanco.training.marking import Mark, solve
from puntobanco.training.questions import Kind, Question, kind_of


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as made:
        yield made


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A demonstration house."""
    made = Program.start(tmp_path_factory.mktemp("trained") / "house")
    yield made
    made.kill()


@pytest.fixture
def page(browser: Browser, program: Program) -> Iterator[Page]:
    """The page, with a dealer signed in."""
    context = browser.new_context(base_url=program.url, viewport={"width": 900, "height": 1200})
    name = next(each for each in program.passwords if each.startswith("dealer"))
    body = {"name": name, "password": program.passwords[name]}
    signed = context.request.post("/api/session", data=body)
    assert signed.ok, signed.text()
    yield context.new_page()
    context.close()


class Watcher:
    """Knows the question that the page asked for last, by the address it asked at."""

    def __init__(self, page: Page) -> None:
        self.asked: str = ""
        self.said: list[str] = []
        self._page = page
        page.on("request", self._seen)
        page.on(
            "console",
            lambda message: self.said.append(f"{message.location.get('url')}: {message.text}"),
        )
        page.on("pageerror", lambda error: self.said.append(str(error)))

    def _seen(self, request: Request) -> None:
        if "/api/training/" in request.url:
            self.asked = request.url

    def question(self) -> tuple[Question, Mark]:
        """The question on the page as the engine knows it, with its answer."""
        self._page.locator("#question[aria-busy=false]").wait_for()
        parts = urlsplit(self.asked)
        query = parse_qs(parts.query)
        rules = BOOKS[parts.path.rsplit("/", 1)[-1]].configure()
        assert isinstance(rules, HouseRules)
        kinds = tuple(Kind(each) for each in query["kind"])
        made = question(rules, int(query["seed"][0]), int(query["number"][0]), kinds)
        return made, solve(rules, made)


def hold(page: Page, address: str) -> list[Route]:
    """Keep the next request there, until it is let go."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep, times=1)
    return held


def answer(page: Page, made: Question, correct: str) -> None:
    """Give an answer as a person does."""
    words = {"yes": "Draws", "no": "Stands", "push": "Push", "lose": "Lost", "tie": "A tie"}
    words |= {"player": "Player wins", "banker": "Banker wins"}
    if kind_of(made) is Kind.RULING:
        page.locator("#question .choices button", has=page.locator("kbd", has_text=correct)).click()
    elif correct in words:
        page.locator("#question").get_by_role("button", name=words[correct], exact=True).click()
    else:
        page.locator("#question input").fill(correct)
        page.keyboard.press("Enter")


def test_a_trainee_answers_and_hears_why(page: Page) -> None:
    watcher = Watcher(page)
    page.goto("/train?book=mbs")
    page.locator("#question h2").last.wait_for()
    for number in range(1, 7):
        page.get_by_text(f"Question {number}:").wait_for()
        made, right = watcher.question()
        answer(page, made, right.correct)
        page.locator("#mark").get_by_role("heading", name="Right", exact=True).wait_for()
        assert right.sentence in page.locator("#mark").inner_text()
        assert page.locator("#mark bac-clause").count() == len(right.clauses)
        page.get_by_role("button", name="Next question").click()
    page.get_by_text("Question 7:").wait_for()
    assert page.locator("#score").inner_text().count("2 of 2") == 3
    assert "every answer was right" in page.locator("#score").inner_text()
    assert watcher.said == []


def test_whoever_has_the_same_address_has_the_same_questions(page: Page) -> None:
    watcher = Watcher(page)
    page.goto("/train?book=nz-division&seed=7")
    page.get_by_text("Question 1:").wait_for()
    assert "seed=7&number=1&" in watcher.asked
    made, right = watcher.question()
    answer(page, made, right.correct)
    page.get_by_role("button", name="Next question").wait_for()
    assert "Seed 7" in page.locator("#score").inner_text()
    page.get_by_role("button", name="Start again").click()
    page.locator("#score").get_by_text("Seed 7", exact=True).wait_for(state="detached")
    page.goto("/train?book=mbs&seed=seven")
    page.get_by_text("Question 1:").wait_for()
    assert watcher.said == []


def test_nothing_is_chosen_before_there_is_a_book(page: Page) -> None:
    watcher = Watcher(page)
    held = hold(page, "**/api/books")
    page.goto("/train?book=mbs")
    page.locator("bac-header", has_text="dealer").wait_for()
    assert page.get_by_label("Payouts").is_disabled()
    assert page.get_by_role("button", name="Start again").is_disabled()
    held[0].continue_()
    page.get_by_label("Payouts").uncheck()
    page.get_by_text("Question 1:").wait_for()
    assert watcher.said == []


def test_an_answer_that_comes_late_is_not_shown_for_another_question(page: Page) -> None:
    watcher = Watcher(page)
    page.goto("/train?book=nz-division&seed=7")
    page.get_by_text("Question 1:").wait_for()
    held = hold(page, "**/api/training/**")
    page.get_by_label("Rulings").uncheck()  # held until the next has come
    with page.expect_response("**/api/training/**"):
        page.get_by_label("Payouts").uncheck()
    page.locator("#question .choices button").first.wait_for()
    expect(page.locator("#question .choices button")).not_to_have_count(4)
    shown = page.locator("#question .hands").inner_html()
    made, right = watcher.question()
    with page.expect_response("**/api/training/**"):
        held[0].continue_()
    page.wait_for_timeout(100)
    assert page.locator("#question .hands").inner_html() == shown
    answer(page, made, right.correct)
    page.locator("#mark").get_by_role("heading", name="Right", exact=True).wait_for()
    assert watcher.said == []


def test_a_wrong_answer_says_what_to_practise_in_any_language(page: Page) -> None:
    watcher = Watcher(page)
    page.add_init_script("localStorage.puntobanco = JSON.stringify({language: 'zh-Hans'})")
    page.goto("/train?book=nz-division")
    page.get_by_label("赔付").uncheck()
    page.get_by_label("裁定").uncheck()
    for _ in range(6):
        made, right = watcher.question()
        wrong = page.locator("#question .choices button")
        order = ["yes", "no"] if wrong.count() == 2 else ["player", "banker", "tie"]
        wrong.nth((order.index(right.correct) + 1) % len(order)).click()
        page.get_by_role("heading", name="不正确").wait_for()
        page.get_by_role("button", name="下一题").click()
        page.locator("#mark h2").wait_for(state="detached")
        assert kind_of(made) is Kind.DRAW
    assert "需要练习" in page.locator("#score").inner_text()
    assert watcher.said == []


@pytest.mark.long
@pytest.mark.parametrize("theme", ["felt", "light"])
def test_the_page_can_be_used_by_everybody(page: Page, theme: str) -> None:
    watcher = Watcher(page)
    page.add_init_script(f"localStorage.puntobanco = JSON.stringify({{theme: '{theme}'}})")
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto("/train?book=rws-wins-on")
    for _ in range(3):
        page.locator("#question h2").last.wait_for()
        made, right = watcher.question()
        answer(page, made, right.correct)
        page.locator("#mark h2").wait_for()
        assert violations(page) == []
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, "the page is wider than a telephone"
        page.get_by_role("button", name="Next question").click()
        page.locator("#mark h2").wait_for(state="detached")


def test_nobody_trains_without_signing_in(page: Page) -> None:
    page.context.clear_cookies()
    page.goto("/train")
    page.wait_for_url("**/signin?next=%2Ftrain")
