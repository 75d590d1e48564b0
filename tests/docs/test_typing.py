"""Code that people copy from README, tutorials and notebooks passes `mypy --strict`."""

from __future__ import annotations

import ast
import doctest
from pathlib import Path

from mypy import api
from tests.docs.blocks import ROOT, blocks
from tools.docs_notebooks import NOTEBOOKS

PAGES = [
    ROOT / "README.md",
    ROOT / "docs" / "python.md",
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
]


def _code(page: Path) -> str:
    """The Python blocks of a page as one program; an expression at a prompt becomes a statement."""
    parts = []
    for block in blocks(page.read_text("utf-8")):
        if block.language != "python":
            continue
        if block.text.startswith(">>>"):
            parts += [each.source for each in doctest.DocTestParser().get_examples(block.text)]
        else:
            parts.append(block.text)
    return "\n".join(parts)


def test_what_people_copy_is_typed(tmp_path: Path) -> None:
    written = 0
    for page in [*PAGES, *NOTEBOOKS]:
        code = page.read_text("utf-8") if page.suffix == ".py" else _code(page)
        if code:
            ast.parse(code)
            (tmp_path / f"page_{page.stem.lower().replace('-', '_')}.py").write_text(code, "utf-8")
            written += 1
    assert written >= 6
    cache = ROOT / ".mypy_cache"
    out, err, code_ = api.run(
        [
            f"--config-file={ROOT / 'pyproject.toml'}",
            "--strict",
            f"--cache-dir={cache}",
            *(str(each) for each in sorted(tmp_path.glob("*.py"))),
        ]
    )
    assert code_ == 0, out + err
