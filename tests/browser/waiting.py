"""Wait for what a page comes to: `wait_for_function` evaluates text, which the pages forbid."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import Page

from tests.patience import SECONDS


def comes_to(
    page: Page, read: Callable[[], Any], expected: object, seconds: float = SECONDS
) -> None:
    """Wait, while the page goes on, until what is read is what is expected."""
    until = monotonic() + seconds
    while (found := read()) != expected and monotonic() < until:
        page.wait_for_timeout(20)
    assert found == expected, f"{found} is shown"
