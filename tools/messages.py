"""Collects every message that a user can see into tests/golden/messages.txt.

The catalogues have what tables and pages say, in three languages. Everything else that people read
(errors and output of commands, API errors) is text in the code: every literal of several words that
is neither documentation nor SQL. A line names where it comes from, so that a change of words is
seen in a review.

python tools/messages.py
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from puntobanco.rules.citing.defaults import DEFAULTS  # noqa: E402
from puntobanco.sayings.catalogue import LANGUAGES, templates  # noqa: E402

SOURCE = ROOT / "src" / "puntobanco"
KEPT = ROOT / "tests" / "golden" / "messages.txt"
ROOMS = (
    *("audit", "base", "cli", "client", "fair", "gym", "library", "notation", "odds"),
    *("record", "rules/text", "server", "sim", "surface", "training", "views", "wire"),
)
WORDS = re.compile(r"[A-Za-z{}'`]{2,}[,;:]? [a-z{(`'\"]")
PROGRAM = re.compile(
    r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|LOCK|PRAGMA|BEGIN)\b"
)
"""Statements for a database: words, but nobody reads them."""


def _documentation(tree: ast.Module) -> set[int]:
    """The texts that stand alone as a statement: docstrings, of attributes too."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                found.add(id(text))
            case _:
                pass
    return found


def _text(node: ast.AST) -> str:
    """A literal text as it is written, with `{expression}` where a value is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) for part in parts)
        case ast.FormattedValue(value=value):
            return f"{{{ast.unparse(value)}}}"
        case _:
            return ""


def _parts(tree: ast.Module) -> Iterator[str]:
    """The literal texts of a module, those inside a formatted one left out."""
    skipped = _documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(inner) for inner in ast.walk(node) if inner is not node}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in skipped:
            yield _text(node)


def from_code() -> Iterator[str]:
    """The messages in the code of the rooms that speak to people, and beside the rooms."""
    files = [path for room in ROOMS for path in (SOURCE / room).rglob("*.py")]
    for path in [*files, *SOURCE.glob("*.py")]:
        place = path.relative_to(SOURCE)
        for text in _parts(ast.parse(path.read_text("utf-8"))):
            if WORDS.search(text) and not PROGRAM.match(text):
                yield f"{place}: {' '.join(text.split())}"


def from_catalogues() -> Iterator[str]:
    """What tables and pages say, by code, in each language."""
    for part in ("pages", "sayings"):
        texts = {language: templates(language, part) for language in LANGUAGES}
        for code in texts["en"]:
            for language in LANGUAGES:
                yield f"{part} {code} {language}: {texts[language][code]}"


def collected() -> str:
    """Every message, sorted, one a line."""
    lines = {
        *(f"default {number}: {sentence}" for number, sentence in DEFAULTS.items()),
        *from_catalogues(),
        *from_code(),
    }
    return "".join(f"{line}\n" for line in sorted(lines))


if __name__ == "__main__":
    KEPT.write_text(collected(), "utf-8")
