"""The page of terms in English and Chinese, from the glossary beside the catalogues."""

from __future__ import annotations

from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
HEAD = """# Terms in Chinese

The pages are in English, simplified Chinese and traditional Chinese. The terms are those of the
tables in Macau and Singapore. The catalogues use these words and no others for these things; a test
checks it against `src/puntobanco/sayings/glossary.json`.

| English | 简体 | 繁體 | note | not |
|---|---|---|---|---|
"""


NAMES = {"simplified": "zh-Hans", "traditional": "zh-Hant", "rejected": "not"}


class Term(msgspec.Struct, rename=NAMES):
    """A term of the game or of the house, in three languages."""

    en: str
    find: str
    """Where an English text matches this expression, the Chinese ones have the term."""
    simplified: str
    traditional: str
    core: tuple[str, str] = ("", "")
    """The part of the term that every text has, simplified and traditional; empty: all of it."""
    rejected: tuple[str, ...] = ()
    """Words that no text uses for it."""
    note: str = ""

    def core_in(self, language: str) -> str:
        """What a text in this language has to contain."""
        simplified, traditional = self.core
        if language == "zh-Hans":
            return simplified or self.simplified
        return traditional or self.traditional


GLOSSARY = msgspec.json.decode(
    (ROOT / "src" / "puntobanco" / "sayings" / "glossary.json").read_bytes(), type=list[Term]
)


def page() -> str:
    """The page: one row for each term."""
    rows = (
        f"| {term.en} | {term.simplified} | {term.traditional} | {term.note} | "
        f"{' '.join(term.rejected)} |\n"
        for term in GLOSSARY
    )
    return HEAD + "".join(rows)
