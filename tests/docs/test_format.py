"""The reference of the format names everything that the grammar has."""

from __future__ import annotations

from dataclasses import fields

from tools.docs_format import TARGET, page

from puntobanco.rules.book import RuleBook
from puntobanco.rules.rulings import RULING_FACTS
from puntobanco.rules.text.canonical import grammar
from puntobanco.rules.text.condition_text import OF_A_COUP
from puntobanco.rules.text.edition_names import field_name


def test_the_page_is_what_the_grammar_says() -> None:
    assert TARGET.read_text("utf-8") == page(), "run tools/docs_format.py"


def test_every_object_and_field_of_the_grammar_is_on_the_page() -> None:
    text = page()
    assert "anything" not in text, "a type has no words"
    for name, kind in grammar(RuleBook).items():
        section = text.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
        assert section, f"{name} is missing"
        for field in fields(kind):
            if field.compare:
                assert f"| `{field_name(kind, field.name)}` |" in section, f"{name} {field.name}"
    for fact in (*OF_A_COUP, *RULING_FACTS):
        assert f"`{fact}`" in text
