"""The rooms and which may know which, drawn from the very contract that the linter enforces."""

from __future__ import annotations

import ast
import configparser
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
WIDTH, ROW, GAP, MARGIN, SIDE = 1000, 80, 24, 20, 200
STYLE = """
  text { font-family: system-ui, sans-serif; fill: #1d2430 }
  .name { font-size: 16px; font-weight: 600 } .says { font-size: 11px; fill: #4a5568 }
  .note { font-size: 12px; fill: #4a5568 }
  rect { fill: #f4f6fa; stroke: #8795ab; rx: 6 } .pure { fill: #e7f3ea; stroke: #6d9b7a }
  .text { fill: #fdf3dc; stroke: #b79a52 }
  path { stroke: #8795ab; fill: none; marker-end: url(#tip) }
"""


def _contract(name: str, part: str) -> list[list[str]]:
    """The rooms that a contract of the linter names, by line."""
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    lines = contracts[f"importlinter:contract:{name}"][part].strip().splitlines()
    return [
        [room.strip().removeprefix("puntobanco.") for room in line.split("|")] for line in lines
    ]


def layers() -> list[list[str]]:
    """The rooms from the top down, those side by side that do not know each other."""
    return [sorted(row, key=lambda room: room == "cli") for row in _contract("rooms", "layers")]


def _says(room: str) -> str:
    """What a room says of itself, at its door."""
    path = ROOT / "src" / "puntobanco" / room / "__init__.py"
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    line = said.splitlines()[0] if said else ""
    return line.partition(". ")[2] or line


def _box(room: str, x: float, y: float, width: float, kind: str) -> list[str]:
    words, lines = _says(room).split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > width / 6.6:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    texts = [
        f'<text class="says" x="{x + 10:.0f}" y="{y + 38 + 14 * place:.0f}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    ]
    return [
        f'<rect class="{kind}" x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{ROW}"/>',
        f'<text class="name" x="{x + 10:.0f}" y="{y + 21:.0f}">{room}</text>',
        *texts,
    ]


def drawing() -> str:
    """The picture, as SVG."""
    rows, pure = layers(), {room for line in _contract("pure", "source_modules") for room in line}
    inner = WIDTH - SIDE - 3 * MARGIN
    parts, tops = [], {}
    for level, row in enumerate(rows):
        y = MARGIN + level * (ROW + GAP)
        width = (inner - (len(row) - 1) * 14) / len(row)
        for place, room in enumerate(row):
            kind = "pure" if room in pure else ""
            parts += _box(room, MARGIN + place * (width + 14), y, width, kind)
            tops[room] = y
        if level:
            parts.append(f'<path d="M{MARGIN + inner / 2:.0f} {y - GAP} v{GAP - 6}"/>')
    height = MARGIN * 2 + len(rows) * (ROW + GAP)
    x, y = inner + 2 * MARGIN, tops["play"]
    parts += _box("books", x, y, SIDE, "text")
    rule, middle = tops["rules"] + ROW / 2, x + SIDE / 2
    for door, at in (("cli", middle + 12), ("server", middle - 12)):
        start = tops[door] + ROW / 2
        parts.append(f'<path d="M{x - MARGIN:.0f} {start:.0f} H{at:.0f} V{y - 6:.0f}"/>')
    parts.append(f'<path d="M{middle:.0f} {y + ROW:.0f} V{rule:.0f} H{x - MARGIN + 6:.0f}"/>')
    note = "Arrows: may import what lies below. Green: no clock, chance, disk, network or arrays."
    parts.append(f'<text class="note" x="{MARGIN}" y="{height - 8}">{note}</text>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="The rooms of puntobanco"><style>{STYLE}</style><defs><marker id="tip" '
        'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" style="fill:#8795ab;stroke:none;marker-end:none"/></marker>'
        f'</defs><rect width="{WIDTH}" height="{height}" style="fill:#fff;stroke:none"/>'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"
