"""Writes every word of the script language into docs/play.md."""

from __future__ import annotations

from pathlib import Path

from puntobanco.views.script_words import script_words

FILE = Path(__file__).resolve().parent.parent / "docs" / "play.md"
BEGIN, END = "<!-- words: written by tools/docs_words.py -->\n", "<!-- end of words -->\n"


def written(text: str) -> str:
    """The page with its list of words as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{in_markdown()}\n{END}{after}"


def in_markdown() -> str:
    """Every word with its sentence, a table for each kind."""
    parts = []
    for section in script_words():
        rows = [f"| `{_cell(word)}` | {_cell(sentence)} |" for word, sentence in section.words]
        lines = [f"### {section.title}", "", "| word | meaning |", "|---|---|", *rows]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text("utf-8")), "utf-8")
