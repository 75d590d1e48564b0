"""The notebooks as pages: their words and their code; a test runs them."""

from __future__ import annotations

import re
from pathlib import Path

from tools.docs_books import NOTICE

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"


def pages() -> dict[str, str]:
    """One page a notebook."""
    found = sorted(NOTEBOOKS.glob("*.py"))
    return {f"notebooks/{path.stem}.md": NOTICE + _page(path) for path in found}


def _page(path: Path) -> str:
    cells = re.split(r"^# %%(.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    parts = []
    for kind, text in zip(cells[::2], cells[1::2], strict=True):
        if "[markdown]" in kind:
            parts.append(re.sub(r"^# ?", "", text.strip(), flags=re.MULTILINE) + "\n")
        else:
            parts.append(f"```python\n{text.strip()}\n```\n")
    return "\n".join(parts)
