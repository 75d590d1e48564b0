"""The notebooks run from the first cell to the last, each within its time."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import jupytext  # type: ignore[import-untyped]  # it has no types
import pytest
from nbclient import NotebookClient
from tests.docs.blocks import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
SECONDS_MOST = 20


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PATH", str(Path(sys.prefix) / "share" / "jupyter"))
    cells = jupytext.read(notebook)
    before = _seconds()
    NotebookClient(
        cells, timeout=300, resources={"metadata": {"path": os.fspath(tmp_path)}}
    ).execute()
    assert _seconds() - before < SECONDS_MOST
    outputs = [out for cell in cells.cells for out in cell.get("outputs", ())]
    assert any(out["output_type"] == "stream" for out in outputs)
    assert any("image/png" in out.get("data", {}) for out in outputs)


def _seconds() -> float:
    """What processes begun here have used; a busy machine is no defect."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
