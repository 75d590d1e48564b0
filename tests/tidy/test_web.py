"""The pages keep to their shape: imports, sizes, words, types, and no markup made of data."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import get_args

import pytest

from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.play.events import Event
from puntobanco.sayings.catalogue import templates
from puntobanco.server import packing
from puntobanco.server.people.passwords import LENGTH_MIN

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src/puntobanco/server/web"
SCRIPTS = sorted((WEB / "js").rglob("*.js"))
LANGUAGES = ("zh-Hans", "zh-Hant")
LAYERS = ("lib", "i18n", "net", "state", "view", "elements", "pages")
"""From the bottom up: a module imports from its own layer or one below."""
LINES_MOST = 220


def _pages(language: str) -> Mapping[str, str]:
    return templates(language, "pages")


def _slots(message: str) -> set[str]:
    """What is filled in; one word as a branch of a plural is none."""
    return set(re.findall(r"(?<!one )(?<!other )(?<!=0 )\{(\w+)(?:\}|, plural,)", message))


def test_imports_point_one_way() -> None:
    for script in SCRIPTS:
        if script.name == "start.js":
            continue
        own = LAYERS.index(script.relative_to(WEB / "js").parts[0])
        for target in re.findall(
            r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", script.read_text("utf-8")
        ):
            found = (script.parent / target).resolve()
            if found.name.endswith(("protocol.js", "types.js")):
                continue
            assert found.exists(), f"{script.name} imports {target}, which is not there"
            layer = LAYERS.index(found.relative_to((WEB / "js").resolve()).parts[0])
            assert layer <= own, f"{script.name} imports {target} from a layer above"


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)


def test_scripts_can_be_packed() -> None:
    """Whatever imports or exports in another way would be left out of a page's one file."""
    for path in SCRIPTS:
        text = _without_comments(path.read_text("utf-8"))
        known = packing.IMPORT_LATER.sub("", packing.EXPORT.sub("", packing.IMPORT.sub("", text)))
        left = re.findall(
            r"^.*\b(?:import|export)\b(?!\.meta\.url|[-\w]*[\"'`:}]).*$", known, re.MULTILINE
        )
        assert left == [], path.name
        assert "$load" not in text


def test_no_script_imports_itself_by_a_detour() -> None:
    files = {str(each.relative_to(WEB)): each.read_bytes() for each in SCRIPTS}
    graph = {
        name: [packing.at(name, each[3]) for each in packing.IMPORT.finditer(text.decode())]
        for name, text in files.items()
    }
    TopologicalSorter(graph).prepare()  # raises where there is a circle


def test_files_stay_small() -> None:
    for script in SCRIPTS:
        lines = len(script.read_text("utf-8").splitlines())
        assert lines <= LINES_MOST, f"{script.name} has {lines} lines; split it"


def test_nothing_is_parsed_as_markup_or_code() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    for script in SCRIPTS:
        assert not forbidden.search(script.read_text("utf-8")), script.name


def test_tests_wait_without_evaluating_text() -> None:
    """Where the answer is not there at once, `wait_for_function` fails on the pages' policy."""
    forbidden = "wait_for" + "_function("
    found = [
        str(each) for each in Path("tests").rglob("*.py") if forbidden in each.read_text("utf-8")
    ]
    assert found == []


def test_pages_have_no_inline_script_or_style() -> None:
    for page in WEB.glob("*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text), page.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_missing(language: str) -> None:
    english, other = _pages("en"), _pages(language)
    assert english.keys() == other.keys()
    for key, message in english.items():
        assert _slots(message) == _slots(other[key]), f"{key} has other slots in {language}"


def test_every_word_that_is_asked_for_exists() -> None:
    english = _pages("en")
    for path in [*SCRIPTS, *WEB.glob("*.html")]:
        text = path.read_text("utf-8")
        for key in re.findall(r"""\bt\("([^"]+)"|data-t(?:-label)?="([^"]+)\"""", text):
            asked = key[0] or key[1]
            assert asked in english, f"{path.name} asks for {asked}"
        for start in re.findall(r"""\bt\(`([^`$]+)\$\{""", text):
            assert any(each.startswith(start) for each in english), f"{path.name}: {start}"


def test_every_event_has_a_name() -> None:
    words = _pages("en")
    for union in (Event, HouseEvent, AccountEvent, ShoeEvent):
        for kind in get_args(union):
            assert f"audit.event.{kind.__struct_config__.tag}" in words


def test_the_types_are_those_of_the_forms() -> None:
    place = WEB.parents[3] / "tools" / "web_types.py"
    spec = importlib.util.spec_from_file_location("web_types", place)
    assert spec is not None
    assert spec.loader is not None
    web_types = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(web_types)
    assert web_types.TARGET.read_text("utf-8") == web_types.text()


def test_the_scripts_keep_their_types() -> None:
    """The scripts run without the checker; where it cannot be had, only CI minds."""
    own = ROOT / ".venv/typescript/node_modules/.bin/tsc"
    checker = own if own.exists() else shutil.which("tsc")
    if checker is None:
        missing = "the types of the pages are checked by tsc: install npm, then `make checker`"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run(
        [checker, "-p", WEB / "jsconfig.json"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_pages_know_how_long_a_password_is() -> None:
    page = (WEB / "signin.html").read_text("utf-8")
    assert f'minlength="{LENGTH_MIN}"' in page
    for words in (_pages(each) for each in ("en", *LANGUAGES)):
        assert str(LENGTH_MIN) in words["signin.new-hint"], words["signin.new-hint"]
