"""Every page: its commands run, its code runs, its scripts hold, what it names exists."""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from tests.docs.blocks import (
    PAGES,
    ROOT,
    RUN,
    SHOWN,
    Block,
    agrees,
    blocks,
    name_of,
    typed_in,
    without_blocks,
)
from tests.docs.shell import ADDRESS, Shell

from puntobanco.books import BOOKS
from puntobanco.cli.app import app
from puntobanco.notation.runner import run_script

EVERYWHERE = {"--help", "--plain", "--version"}

PRESENT = [page for page in PAGES if page.parent.name != "reports"]
"""Pages that state the present; a report keeps the names of its day."""
RUNNING = [
    page for page in PAGES if any(each.language in RUN for each in blocks(page.read_text("utf-8")))
]


@pytest.mark.parametrize("page", RUNNING, ids=name_of)
def test_what_a_page_shows_runs(page: Path, shell: Shell) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page.read_text("utf-8")):
        where = f"{name_of(page)}, line {block.line}"
        if block.language == "console":
            for typed in typed_in(block):
                out = shell.run(typed.command)
                same = not typed.shown or agrees(typed.shown, out)
                assert same, f"{where}: {typed.command} prints\n{out}"
        elif block.language == "python":
            _run_python(block, where, names, shell)
        elif block.language == "play":
            run_script(block.text, BOOKS)
        elif block.language == "toml":
            name = block.text.partition("\n")[0].removeprefix("# ")
            assert name.endswith(".toml"), f"{where}: the first line is # and the file's name"
            (shell.folder / name).write_text(block.text, "utf-8")


def _run_python(block: Block, where: str, names: dict[str, Any], shell: Shell) -> None:
    shell.monkeypatch.chdir(shell.folder)
    text = block.text
    if ADDRESS in text:
        house = shell.open_house()
        text = text.replace(ADDRESS, house.address)
        shell.monkeypatch.setenv("PUNTO_PASSWORD", house.passwords["guest2"])
    if "house.jsonl" in text and not (shell.folder / "house.jsonl").exists():
        shell.run("punto log export house/house.db house.jsonl")
    if text.startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(text, names, where, where, block.line)
        failed, tried = doctest.DocTestRunner().run(test, clear_globs=False)
        names.update(test.globs)
        assert tried
        assert not failed, shell.capsys.readouterr().out
        return
    code = compile(text, where, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    running = eval(code, names)  # noqa: S307  a page of this project
    if inspect.iscoroutine(running):
        asyncio.run(running)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    text = page.read_text("utf-8")
    for block in blocks(text):
        assert block.language in (*RUN, *SHOWN), f"line {block.line}: {block.language!r}"
        if block.language in SHOWN:
            assert not re.search(r"^\$? ?punto ", block.text, re.MULTILINE), f"line {block.line}"
    assert not re.search(r"^ {4,}\$? ?punto ", without_blocks(text), re.MULTILINE)


@pytest.mark.parametrize("page", PRESENT, ids=name_of)
def test_what_a_page_names_exists(page: Path) -> None:
    text = without_blocks(page.read_text("utf-8"))
    for words in re.findall(r"`punto ([a-z][^`]*)`", text):
        found = app
        for word in words.split():
            if word in found and not word.startswith("-"):
                found = found[word]
            else:
                break
        assert found is not app, f"there is no command punto {words}"
        for option in {*re.findall(r"(?<!\S)--?[a-z][a-z-]*", words)} - EVERYWHERE:
            arguments = found.assemble_argument_collection()
            known = {name for each in arguments for name in each.names}
            assert option in known, f"punto {words} knows no {option}"
    for place in re.findall(r"`((?:src|tests|docs|tools|benchmarks|notebooks)/[\w./-]+)`", text):
        assert (ROOT / place).exists(), f"there is no {place}"
