"""The notebooks as pages: their words, their code, and what running them showed."""

from __future__ import annotations

import base64
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import jupytext  # type: ignore[import-untyped]  # it has no types
from nbclient import NotebookClient
from tools.docs_books import NOTICE
from traitlets.config import Config

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


def pages(*, run: bool = True) -> dict[str, str | bytes]:
    """One page a notebook, and the pictures on it; without running them, words and code alone."""
    found: dict[str, str | bytes] = {}
    for path in NOTEBOOKS:
        found |= page(path.stem, executed(path) if run else jupytext.read(path))
    return found


def executed(path: Path) -> Any:
    """A notebook after its last cell, run by this program's own Python in an empty folder."""
    notebook = jupytext.read(path)
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "PYTHONPATH": str(ROOT / "src"),
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "IPYTHONDIR": folder,
            "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"),
        }
        with patch.dict(os.environ, settings):
            # by files, not by ports of this machine
            config = Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}})
            resources = {"metadata": {"path": folder}}
            NotebookClient(notebook, config=config, timeout=300, resources=resources).execute()
    return notebook


def page(name: str, notebook: Any) -> dict[str, str | bytes]:
    """A notebook's page and its pictures, by their places."""
    parts, pictures = [NOTICE], dict[str, str | bytes]()
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(f"{cell.source}\n")
            continue
        parts.append(f"```python\n{cell.source}\n```\n")
        for kind, shown in _shown(cell):
            if kind == "text":
                parts.append(f"```text\n{shown.rstrip()}\n```\n")
            else:
                file = f"{name}-{len(pictures) + 1}.png"
                pictures[f"notebooks/{file}"] = base64.b64decode(shown)
                parts.append(f"![What the cell above draws]({file})\n")
    return {f"notebooks/{name}.md": "\n".join(parts), **pictures}


def _shown(cell: Any) -> Iterator[tuple[str, str]]:
    """What a cell printed, its value, and what it drew; a figure's text form says nothing."""
    for out in cell.get("outputs", ()):
        if out["output_type"] == "stream" and out["name"] == "stdout":
            yield "text", out["text"]
        data = out.get("data", {})
        if "image/png" in data:
            yield "picture", data["image/png"]
        elif "text/plain" in data and not re.match(r"<Figure|<matplotlib", data["text/plain"]):
            yield "text", data["text/plain"]
