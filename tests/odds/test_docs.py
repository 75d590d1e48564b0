"""What the page on odds shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_examples_of_the_page() -> None:
    result = doctest.testfile(str(DOCS / "odds.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0
