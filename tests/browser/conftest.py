"""A browser and a stage for the tests of the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.real_house import RealHouse
from tests.browser.stage import Stage, running


@dataclass
class House:
    """A running stage and the browser that looks at it."""

    stage: Stage
    url: str
    browser: Browser
    said: list[str] = field(default_factory=list)
    """What pages wrote to their console, and what failed in them."""

    def visit(self, path: str, width: int = 1440, height: int = 900, **settings: str) -> Page:
        """A page of the house in a window of its own."""
        context = self.browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        kept = {"theme": "felt", "language": "en", **settings}
        page.add_init_script(f"localStorage.puntobanco ??= JSON.stringify({kept})")
        page.goto(self.url + path)
        return page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        sentence = "the pages are tested in a browser, which is missing: apt-get install chromium"
        pytest.fail(sentence) if os.environ.get("CI") == "true" else pytest.skip(sentence)
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture
def house(browser: Browser) -> Iterator[House]:
    stage = Stage()
    with running(stage) as url:
        made = House(stage, url, browser)
        yield made
        for context in browser.contexts:
            context.close()


@pytest.fixture(scope="session")
def open_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    """The program itself, running once for all tests."""
    made = RealHouse(tmp_path_factory.mktemp("house"), browser)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def real_house(open_house: RealHouse) -> Iterator[RealHouse]:
    """The running house; afterwards every window is closed, and none may have failed."""
    open_house.said.clear()
    yield open_house
    open_house.leave()


@pytest.fixture
def own_house(browser: Browser, tmp_path: Path) -> Iterator[RealHouse]:
    """A house of the test's own, to be killed and opened again."""
    made = RealHouse(tmp_path, browser)
    made.start()
    yield made
    made.leave()
    made.kill()
