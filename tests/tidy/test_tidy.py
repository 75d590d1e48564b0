"""Style that matters is a test: sizes, floats, words, registers, digests, locks."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import typing
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from puntobanco.books import BOOKS, register_of
from puntobanco.play.events import Event
from puntobanco.play.evolve import _STEPS
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.citing.register import Status

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "puntobanco"
MODULES = sorted(SOURCE.rglob("*.py"))

LONGER = {
    "play/events.py": "one struct an event: splitting the union would hide it",
    "notation/verbs.py": "one small function a verb, with their table",
    "odds/kernel.py": "numba's cache notices changes in one file only",
    "sim/kernel.py": "numba's cache notices changes in one file only",
    "record/sqlite/store.py": "one store: one thread and its promises",
    "server/tables/desk.py": "one worker: what it decides, appends and takes",
    "fair/check.py": "one file that stands alone, to be carried anywhere",
    "record/second_verifier.py": "one file that stands alone, to be carried anywhere",
}


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file, parsed once for all tests here."""
    return ast.parse(path.read_text("utf-8"))


def test_files_hold_one_idea() -> None:
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count > 420}.keys() <= LONGER.keys()


def test_functions_fit_on_a_screen() -> None:
    lines = {
        f"{name_of(path)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: count for name, count in lines.items() if count > 80} == {}


MODULES_MAX = 25


def test_a_folder_can_be_seen_at_a_glance() -> None:
    modules = Counter(name_of(path.parent) for path in MODULES)
    assert {name: count for name, count in modules.items() if count > MODULES_MAX} == {}


def test_every_public_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name_of(path))
    assert {name: at for name, at in places.items() if len(at) > 1} == {}
    assert not set(places) & set(typing.__all__)


CALLED_FROM_OUTSIDE = {
    "cli/examples.py:PlainHelp._print_plain": "cyclopts calls it",
    "cli/screen.py:_Console.on_broken_pipe": "rich calls it",
    "client/live.py:LiveTable.on_message": "for programs: docs/how-to/follow-a-table.md",
    "gym/table.py:TableEnvironment.render": "gymnasium calls it",
    "server/http_protocol.py:HttpProtocol.send_400_response": "uvicorn calls it",
    "server/serve.py:Server.handle_exit": "uvicorn calls it",
}


def named_in(path: Path) -> Iterator[str]:
    """What a module defines, other than what a decorator hands to a router or a command line."""
    for node in tree_of(path).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
                functions = (ast.FunctionDef, ast.AsyncFunctionDef)
                methods = (each.name for each in node.body if isinstance(each, functions))
                yield from (f"{name}.{each}" for each in methods if not each.startswith("__"))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if not node.decorator_list:
                    yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name != "__all__":
                    yield name
            case _:
                pass


def read_in(path: Path) -> Iterator[str]:
    """What a module reads: an import or a definition reads nothing yet."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                yield name
            case ast.Constant(value=str(text)):
                yield from re.findall(r"^[\w.]+:(\w+)$", text)  # imported when needed
            case _:
                pass


def test_nothing_is_there_for_tests_alone() -> None:
    rooms = ("src", "tools", "benchmarks", "notebooks")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    read = {name for path in files for name in read_in(path)}
    unread = {
        f"{name_of(path)}:{name}"
        for path in MODULES
        for name in named_in(path)
        if name.rpartition(".")[2] not in read and not is_promised(name_of(path), name)
    }
    assert unread == set(CALLED_FROM_OUTSIDE)


def is_promised(path: str, name: str) -> bool:
    """Whether Python users or notebooks call it: tests/surface pins those names and members."""
    promised = path.startswith("surface/") or path == "__init__.py"
    return promised or name.rpartition(".")[2] in ("_repr_html_", "to_dicts", "save")


ARCHAIC = re.compile(r"\b(?:whoever|somebody|everybody|anybody|he|his|him)\b", re.IGNORECASE)
NAMES_OF_OLD = {
    "house/names.py": '"everybody",',
    "server/api/people.py": "async def everybody(caller: SignedIn) -> PeopleForm:",
    "views/event_words.py": 'return say("told.somebody-stands")',
}
"""What others already rely on: a reserved name, an operation of the API, a code of the log."""


def test_people_are_you_they_or_their_role() -> None:
    for path in (*MODULES, *(SOURCE / "server" / "web").rglob("*.js")):
        text = path.read_text("utf-8").splitlines()
        lines = {line.strip() for line in text if ARCHAIC.search(line)}
        assert lines <= {NAMES_OF_OLD.get(name_of(path))}, name_of(path)


EXACT_ROOMS = ("base", "rules", "play", "house", "books")
EXACT = [path for path in MODULES if name_of(path).split("/")[0] in EXACT_ROOMS]


def _is_inexact(node: ast.AST) -> bool:
    match node:
        case ast.Div() | ast.Name(id="float") | ast.Constant(value=float()):
            return True
        case _:
            return False


def test_no_float_near_money() -> None:
    places = [name_of(path) for path in EXACT if any(map(_is_inexact, ast.walk(tree_of(path))))]
    assert places == []


def _gathers(node: ast.AST) -> bool:
    return isinstance(node, ast.Await) and ast.unparse(node).startswith("await asyncio.gather(")


def test_nobody_waits_in_a_loop_by_gather() -> None:
    """Since Python 3.12, `gather` of tasks that are done lets nothing else run: a loop hangs."""
    for path in MODULES:
        loops = [each for each in ast.walk(tree_of(path)) if isinstance(each, ast.While)]
        assert not any(map(_gathers, (n for loop in loops for n in ast.walk(loop)))), name_of(path)


def test_nobody_asks_which_book_it_is() -> None:
    asks = re.compile(r"book\.name\s*==|book\s*==\s*[\"']")
    assert [name_of(each) for each in MODULES if asks.search(each.read_text("utf-8"))] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_place_named_in_a_register_exists(book: str) -> None:
    for clause in register_of(book).clauses.values():
        for place in clause.where:
            file, _, name = place.partition(":")
            path = SOURCE / file
            assert path.is_file(), f"{clause.id}: {place}"
            if name:
                module = importlib.import_module(
                    "puntobanco." + file.removesuffix(".py").replace("/", ".")
                )
                assert hasattr(module, name), f"{clause.id}: {place}"
        for test in clause.tests:
            assert (ROOT / test).is_file(), f"{clause.id}: {test}"


@pytest.mark.parametrize("book", BOOKS)
def test_status_is_earned(book: str) -> None:
    for clause in register_of(book).clauses.values():
        if clause.status is Status.CARRIED_OUT:
            assert clause.tests, clause.id
        elif clause.status is not Status.OPEN:
            assert clause.where, clause.id


@pytest.mark.parametrize("book", BOOKS)
def test_the_registers_are_up_to_date(book: str) -> None:
    spec = importlib.util.spec_from_file_location("clauses", ROOT / "tools" / "clauses.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    kept = (SOURCE / "books" / "clauses" / f"{book}.toml").read_text("utf-8")
    assert tool.registered(book) == kept, "run make clauses"


def test_every_default_is_cited() -> None:
    text = "".join(path.read_text("utf-8") for path in EXACT)
    for default in DEFAULTS:
        assert text.count(f'"{default}"') > 1, default


def test_every_default_is_in_the_decisions() -> None:
    page = " ".join((ROOT / "docs" / "decisions" / "0003-defaults.md").read_text("utf-8").split())
    for number, sentence in DEFAULTS.items():
        assert f"- `{number}`: {sentence}" in page


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-uv.lock"])
def test_locks_have_hashes_and_name_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    pinned = re.findall(r"^[a-z0-9][^\s=]*==", text, re.MULTILINE)
    assert len(pinned) == len(re.findall(r"^[a-z0-9].*\\$", text, re.MULTILINE))


def test_every_event_changes_the_table_or_is_told_only() -> None:
    assert set(get_args(Event)) == set(_STEPS)
