"""A house that really runs: the program itself, with the demonstration's tables and people."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.launching import Program

ADMINISTRATOR = "a-long-password-of-the-administrator"


@dataclass
class RealHouse:
    """A running server, who may sign in there, and the browser that looks at it."""

    folder: Path
    browser: Browser
    url: str = ""
    passwords: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """What pages wrote to their console, and what failed in them."""
    port: int = 0
    _program: Program | None = None

    def start(self) -> None:
        """Open the house; its address and, the first time, its passwords are what it prints."""
        self._program = Program.start(self.folder, self.port)
        self.passwords |= self._program.passwords
        self.url = self._program.url
        self.port = urlsplit(self.url).port or 0

    def kill(self) -> None:
        """End it as a power cut does; what it had acknowledged is on disk."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def context(
        self, who: str = "", width: int = 1440, height: int = 900, **settings: str
    ) -> BrowserContext:
        """A window of its own, signed in as somebody."""
        context = self.browser.new_context(viewport={"width": width, "height": height})
        kept = {"theme": "felt", "language": "en", **settings}
        context.add_init_script(f"localStorage.puntobanco ??= JSON.stringify({kept})")
        if who:
            self.sign_in(context.request, who)
        return context

    def sign_in(self, caller: APIRequestContext, who: str) -> None:
        """Open a session; the administrator's first password must be changed at once."""
        body = {"name": who, "password": self.passwords[who]}
        answer = caller.post(f"{self.url}/api/session", data=body, headers=self._origin)
        assert answer.ok, answer.text()
        if answer.json()["must_change_password"]:
            change = {"old": self.passwords[who], "new": ADMINISTRATOR}
            changed = caller.post(
                f"{self.url}/api/session/password", data=change, headers=self._origin
            )
            assert changed.ok, changed.text()
            self.passwords[who] = ADMINISTRATOR
            self.sign_in(caller, who)

    @property
    def _origin(self) -> dict[str, str]:
        return {"origin": self.url}

    def post(self, who: str, path: str, body: dict[str, Any]) -> Any:
        """Ask the interface for something as somebody."""
        context = self.context(who)
        answer = context.request.post(self.url + path, data=body, headers=self._origin)
        assert answer.ok, answer.text()
        found = answer.json()
        context.close()
        return found

    def visit(
        self, path: str, who: str = "", width: int = 1440, height: int = 900, **settings: str
    ) -> Page:
        """A page of the house as somebody sees it."""
        page = self.context(who, width, height, **settings).new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.said.append(f"{path}: {error}"))
        page.goto(self.url + path)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # an answer that leads to nothing is shown by the page itself
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.said.append(message.text)
