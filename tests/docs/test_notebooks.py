"""The notebooks run from the first cell to the last, each within its time, and are shown so."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from tests.sizes import first_of
from tools.docs_notebooks import NOTEBOOKS, executed, page

SECONDS_MOST = 20


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.long
@pytest.mark.parametrize("notebook", first_of(NOTEBOOKS), ids=lambda path: path.stem)
def test_a_notebook_runs_and_its_page_shows_what_it_did(notebook: Path) -> None:
    before = _seconds()
    ran = executed(notebook)
    assert _seconds() - before < SECONDS_MOST
    made = page(notebook.stem, ran)
    text = made.pop(f"notebooks/{notebook.stem}.md")
    assert isinstance(text, str)
    outputs = [out for cell in ran.cells for out in cell.get("outputs", ())]
    printed = [out["text"].rstrip() for out in outputs if out["output_type"] == "stream"]
    assert printed
    assert all(f"```text\n{each}\n```" in text for each in printed)
    assert made
    for place, picture in made.items():
        assert f"]({place.removeprefix('notebooks/')})" in text
        assert isinstance(picture, bytes)
        assert picture.startswith(b"\x89PNG")


def _seconds() -> float:
    """What processes begun here have used; a busy machine is no defect."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
