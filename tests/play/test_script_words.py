"""The list of words is complete, and the page that shows it is up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.docs_words import written

from puntobanco.books import BOOKS
from puntobanco.notation.expectations import EXPECTATIONS
from puntobanco.notation.runner import SETTING_UP, run_script
from puntobanco.notation.script import ScriptError
from puntobanco.notation.verbs import VERBS
from puntobanco.play.rulings.ruling import ANSWERS as TAKEN
from puntobanco.rules.refusals import AT_A_TABLE
from puntobanco.rules.rulings import Irregularity
from puntobanco.views.script_words import ANSWERS, script_words

SOURCE = Path(__file__).resolve().parents[2] / "src" / "puntobanco"
LISTED = {word.split()[0] for section in script_words() for word, _ in section.words}


def test_every_verb_and_irregularity_is_listed() -> None:
    assert {*VERBS, *EXPECTATIONS, *SETTING_UP, *(each.value for each in Irregularity)} <= LISTED


def test_every_answer_is_listed() -> None:
    assert set(ANSWERS) - {"2,1"} == {answer for answers in TAKEN.values() for answer in answers}


def test_every_reason_that_a_table_gives_is_listed() -> None:
    files = [*(SOURCE / "play").rglob("*.py"), *(SOURCE / "rules").rglob("*.py")]
    given = {name for file in files for name in re.findall(r"Reason\.([A-Z_]+)", file.read_text())}
    assert given <= {reason.name for reason in AT_A_TABLE}


def test_the_page_shows_them() -> None:
    page = SOURCE.parents[1] / "docs" / "play.md"
    text = page.read_text("utf-8")
    assert written(text) == text, "run python tools/docs_words.py"


def test_refused_alone_takes_any_reason() -> None:
    run_script("book mbs\nbet S1 banker 1 refused\nbet S1 nothing 100 refused [3.5]", BOOKS)
    with pytest.raises(ScriptError, match="expected refused, but happened"):
        run_script("book mbs\nbet S1 banker 100 refused", BOOKS)


def test_a_refused_setting_changes_nothing() -> None:
    text = "book mbs\nset minimum=500 maximum=5 refused bad_setting\nbet S1 banker 100"
    run_script(text, BOOKS)


def test_a_house_has_several_tables() -> None:
    text = (
        "book nz-division perfect-pair=1\nbet S1 banker 100\n"
        "table T2\nbook nz-division perfect-pair=2\n"
        "open-table limits perfect-pair-scale refused excluded_combination [11A.8]\n"
        "table T3\nbook nz-division perfect-pair=1\nbet S1 banker 100\n"
        "table T1\nlies S1 banker 100"
    )
    run_script(text, BOOKS)


def test_a_refusal_by_default_says_that_the_book_is_silent() -> None:
    silent = r"refused wrong_stage \[default:36\]: .* \(house default 36, the book is silent: "
    with pytest.raises(ScriptError, match=silent):
        run_script("book mbs\nbet S1 banker 100\nanswer dealer yes", BOOKS)


def test_the_values_of_an_event_are_shown_as_they_are_written() -> None:
    tie = "book nz-division\nclose\ncard Kh · 2d · 6s · 4c\nresult player 6, banker 6 tie\n"
    run_script(f"{tie}event call-made words=Tie_Hand [10.1]", BOOKS)
    with pytest.raises(ScriptError, match=r"but as .*words=Tie_Hand"):
        run_script(f"{tie}event call-made words=Tie", BOOKS)
