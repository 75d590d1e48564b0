"""Write into the clause registers which scripts show which clause, and what follows from it.

A clause is carried out when a script that runs names it in brackets on the line where an event, a
refusal or a settlement line cites it. What is represented by code or left to staff is written in
the registers by hand, with its place, and stays so even where a script cites it; everything else is
open. Run by `make clauses`; a test
keeps the registers up to date.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
import tomllib
from collections import defaultdict
from pathlib import Path

from puntobanco.books import BOOKS
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError, read_script
from puntobanco.rules.citing.defaults import DEFAULTS

ROOT = Path(__file__).resolve().parent.parent
CLAUSES = ROOT / "src" / "puntobanco" / "books" / "clauses"
SCRIPTS = ROOT / "tests" / "books"


def shown(book: str) -> dict[str, list[str]]:
    """By clause: the scripts that run and name it."""
    found: dict[str, list[str]] = defaultdict(list)
    for script in sorted((SCRIPTS / book).glob("*.play")):
        text = script.read_text("utf-8")
        try:
            run_script(text, BOOKS)
        except ScriptError as error:
            sys.stderr.write(f"{script.relative_to(ROOT)}: {error}\n")
            continue
        named = {clause for line in read_script(text) for clause in line.clauses}
        for clause in named:
            found[clause].append(str(script.relative_to(ROOT)))
    return found


def citing(book: str) -> dict[str, list[str]]:
    """By clause: the modules of the book that cite it."""
    found: dict[str, list[str]] = defaultdict(list)
    prefix = book.partition("-")[0]
    for module in sorted((ROOT / "src" / "puntobanco" / "books").glob(f"{prefix}*.py")):
        other = {"rws_super_six_plus", "rws_wins_on"} - {book.replace("-", "_")}
        if module.stem in other:
            continue
        for clause in set(re.findall(r'"([^"\s]+(?: [^"\s]+)*)"', module.read_text("utf-8"))):
            found[clause].append(f"books/{module.name}")
    return found


def own_script_first(clause: str, scripts: list[str]) -> list[str]:
    """At most three scripts, the clause's own before others."""
    slug = re.sub(r"[^A-Za-z0-9.()-]", "_", clause)
    return sorted(scripts, key=lambda path: (Path(path).stem != slug, path))[:3]


def registered(book: str) -> str:
    """The register's text with status, places and tests as they are now."""
    text = (CLAUSES / f"{book}.toml").read_text("utf-8")
    scripts, modules = shown(book), citing(book)
    head, *blocks = text.split("[[clause]]\n")
    written = [head]
    for block in blocks:
        entry = tomllib.loads(f"[[clause]]\n{block}")["clause"][0]
        status, where = entry.get("status", "open"), entry.get("where", [])
        tests = own_script_first(entry["id"], scripts.get(entry["id"], []))
        by_hand = status in ("represented", "staff")
        if tests and not by_hand:
            status = "carried-out"
            where = where or modules.get(entry["id"]) or [f"books/{book.replace('-', '_')}.py"]
        elif not by_hand:
            status, where = "open", []
        body = re.sub(r"^(status|where|tests) = .*\n", "", block, flags=re.MULTILINE).rstrip("\n")
        body += f'\nstatus = "{status}"\n'
        if where:
            body += f"where = {_list(where)}\n"
        if tests:
            body += f"tests = {_list(tests)}\n"
        written.append(f"{body}\n")
    return "[[clause]]\n".join(written).rstrip("\n") + "\n"


def _list(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def main() -> None:
    """Rewrite all registers, the golden editions and the page of defaults."""
    for book in BOOKS:
        (CLAUSES / f"{book}.toml").write_text(registered(book), "utf-8")
    # another program, because the registers that this one read are those of before
    subprocess.run([sys.executable, "-m", "tools.editions"], cwd=ROOT, check=True)
    page = ROOT / "docs" / "decisions" / "0003-defaults.md"
    head = page.read_text("utf-8").partition("- `default:")[0]
    listed = (f"- `{number}`: {sentence}" for number, sentence in DEFAULTS.items())
    wrapped = (textwrap.fill(each, 98, subsequent_indent="  ") + "\n" for each in listed)
    page.write_text(head + "".join(wrapped), "utf-8")


if __name__ == "__main__":
    main()
