"""The Chinese catalogues use one term for one thing, in their own script, and keep no English."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.docs_terms import GLOSSARY, Term

from puntobanco.sayings.catalogue import templates

PARTS = ("pages", "sayings")
SCRIPTS = {"zh-Hans": "gb2312", "zh-Hant": "big5"}
"""The characters of each script: mainland and Singapore, and Macau."""
CANTONESE = "曱甴黐"
"""In names of roads and patterns; a set may lack them."""
WRITTEN_ALIKE = {"help.key.enter", "help.key.escape", "backup.digest"}
TERMS = [pytest.param(term, id=term.en) for term in GLOSSARY]


@pytest.mark.parametrize("term", TERMS)
def test_every_text_uses_the_term_of_the_glossary(term: Term) -> None:
    said = 0
    for part in PARTS:
        for code, text in templates("en", part).items():
            if re.search(rf"(?<!\w)(?:{term.find})", text):
                said += 1
                for language in SCRIPTS:
                    chinese = templates(language, part)[code]
                    assert term.core_in(language) in chinese, f"{code}: {text!r}, {chinese!r}"
    assert said, "no text has this term; take it out of the glossary"


@pytest.mark.parametrize("language", SCRIPTS)
def test_no_text_uses_a_word_that_the_glossary_rejects(language: str) -> None:
    rejected = [word for term in GLOSSARY for word in term.rejected]
    for part in PARTS:
        for code, text in templates(language, part).items():
            found = [word for word in rejected if word in text]
            assert not found, f"{code} has {found}: {text}"


@pytest.mark.parametrize("language", SCRIPTS)
def test_every_text_is_in_its_own_script(language: str) -> None:
    for part in PARTS:
        for code, text in templates(language, part).items():
            chinese = re.findall(r"[\u4e00-\u9fff]", text)
            wrong = [each for each in chinese if each not in CANTONESE and not _has(language, each)]
            assert not wrong, f"{code} has {wrong}: {text}"


def _has(language: str, character: str) -> bool:
    try:
        character.encode(SCRIPTS[language])
    except UnicodeEncodeError:
        return False
    return True


@pytest.mark.parametrize("language", SCRIPTS)
def test_no_text_keeps_english(language: str) -> None:
    for part in PARTS:
        english = templates("en", part)
        for code, text in templates(language, part).items():
            kept = set(_words(text))
            assert kept <= set(_words(english[code])), f"{code}: {text}"
            same = text == english[code] and kept and code not in WRITTEN_ALIKE
            assert not same, f"{code} is not translated: {text}"


def _words(text: str) -> list[str]:
    return re.findall("[a-z]{2,}", re.sub(r"\{\w+\}|\w+, plural,|=\d|one|other", "", text).lower())


def test_the_glossary_has_each_term_once() -> None:
    path = Path("src/puntobanco/sayings/glossary.json")
    assert len({term["en"] for term in json.loads(path.read_text("utf-8"))}) == len(GLOSSARY)
