"""The catalogues: one JSON file for each language, read by the pages and by Python.

`sayings` holds everything that the table and the house say, by code. `pages` holds the words on
the pages. A text in braces is a slot, filled with the value of that name. A count chooses its noun
with `{count, plural, one {# card} other {# cards}}`. Sentences end with their full stop; words that
stand within a sentence have none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
_PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")
_SLOT = re.compile(r"\{(\w+)(?:\}|, plural,)")


@cache
def text_of(language: str) -> bytes:
    """The file of a language."""
    return (files("puntobanco.sayings") / f"{language}.json").read_bytes()


def templates(language: str, part: str) -> Mapping[str, str]:
    """One part of a catalogue, `sayings` or `pages`: its templates by code."""
    parts: dict[str, dict[str, str]] = json.loads(text_of(language))
    return MappingProxyType(parts[part])


ENGLISH = templates("en", "sayings")


def slots(template: str) -> set[str]:
    """The names of the values that fill a template."""
    return set(_SLOT.findall(_PLURAL.sub(r"{\1}", template)))


def filled(template: str, values: Mapping[str, str | int]) -> str:
    """A template with its slots filled.

    >>> filled("{count, plural, one {# card} other {# cards}} of {name}", {"count": 2, "name": "A"})
    '2 cards of A'
    """

    def noun(found: re.Match[str]) -> str:
        count = int(values[found[1]])
        return found[2 if count == 1 else 3].replace("#", f"{count:,}")

    if ", plural," in template:
        template = _PLURAL.sub(noun, template)
    return template.format_map(values)
