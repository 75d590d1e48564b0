"""A browser and a stage for the tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
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
    with sync_playwright() as play:
        found = shutil.which("chromium")
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
