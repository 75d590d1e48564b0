"""A browser and a stage for the tests of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.launching import launched
from tests.browser.open_house import OpenHouse, opened
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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as made:
        yield made


@pytest.fixture
def house(browser: Browser) -> Iterator[House]:
    stage = Stage()
    with running(stage) as url:
        made = House(stage, url, browser)
        yield made
        for context in browser.contexts:
            context.close()


@pytest.fixture(scope="package")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with opened(tmp_path_factory.mktemp("served") / "house", browser) as house:
        yield house


@pytest.fixture
def open_house(served: OpenHouse) -> Iterator[OpenHouse]:
    """The real server; a test uses a table of its own, and no page may fail."""
    served.said.clear()
    yield served
    for context in served.browser.contexts:
        context.close()
    assert served.said == []


@pytest.fixture
def real_house(open_house: OpenHouse) -> RealHouse:
    """The same server, for pages that anybody may open."""
    given = open_house.url, open_house.passwords, open_house.said
    return RealHouse(Path(), open_house.browser, *given)


@pytest.fixture
def own_house(browser: Browser, tmp_path: Path) -> Iterator[RealHouse]:
    """A server of the test's own, to be killed and opened again."""
    made = RealHouse(tmp_path, browser)
    made.start()
    yield made
    for context in browser.contexts:
        context.close()
    made.kill()
