"""What the simulated houses share with the tests of the server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a house lives."""
    return tmp_path / "house"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Crashes and lost answers are what happens here; nobody reads about them."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
    structlog.configure(**before)
