"""Bundles each page's JavaScript modules into one script and its stylesheets into one.

Without this a browser makes some sixty requests, five deep, before a page shows anything. In the
bundle every module is a function that runs when it is first imported. The scripts must keep to
the forms that the patterns below match, without import cycles and without exported variables
that change; `tests/tidy/test_web.py` checks this.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from |\* as (\w+) from )?"([^"]+)";', re.M)
IMPORT_LATER = re.compile(r'\bimport\((["`])([^"`]+)\1\)')
EXPORT = re.compile(r"^export ((?:async )?function |class |const )(\w+)", re.M)
IMPORT_STYLE = re.compile(rb'^@import "([^"]+)";\n', re.M)
STYLES = ("css/tokens.css", "css/base.css", "css/components.css")
"""What every page is drawn with, before its own stylesheet."""
FRAME = "frame.html"
"""What stands around every page: its file holds the title and what is inside the body."""
SLOT = re.compile(r"\\\$\\\{\w+\\\}")
START = """\
const $top = new URL("{top}/", import.meta.url);
const $loaded = {{}};
const $load = (name) => ($loaded[name] ??= $modules[name]());
const $modules = {{
{modules}}};
await $load("{name}");
"""


def packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that the server sends: pages, one script and one stylesheet for each, words."""
    alone = ("icon.svg", "js/start.js", "js/i18n/")
    served = {
        name: text
        for name, text in files.items()
        if name.startswith(alone) and not name.endswith("/index.js")
    }
    for name in files:
        if name.endswith(".html") and name != FRAME:
            page = name.removesuffix(".html")
            title, _, body = files[name].decode().partition("\n")
            frame = files[FRAME].decode().replace("%PAGE%", page)
            served[name] = frame.replace("%TITLE%", title).replace("%BODY%", body).encode()
            styles = (*STYLES, f"css/{page}.css")
            served[f"{name}.css"] = b"".join(_style(each, files) for each in styles)
            served[f"js/pages/{page}.js"] = script(f"js/pages/{page}.js", files)
    return served


def _style(name: str, files: Mapping[str, bytes]) -> bytes:
    """A stylesheet with those that it imports."""
    return IMPORT_STYLE.sub(lambda match: _style(at(name, match[1].decode()), files), files[name])


def script(name: str, files: Mapping[str, bytes]) -> bytes:
    """A module and all that it imports, in one."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = files[each].decode()
            waiting += imported(each, files)
    modules = "".join(f'async "{each}"() {{\n{_function(each, found[each])}}},\n' for each in found)
    top = posixpath.relpath(".", posixpath.dirname(name))
    return START.format(top=top, modules=modules, name=name).encode()


def imported(name: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The files that a module imports, at once or later; a slot in a name stands for any word."""
    text = files[name].decode()
    yield from (at(name, match[3]) for match in IMPORT.finditer(text))
    for match in IMPORT_LATER.finditer(text):
        shape = re.compile(SLOT.sub(r"[\\w-]+", re.escape(at(name, match[2]))))
        yield from filter(shape.fullmatch, files)


def at(name: str, address: str) -> str:
    """Where an address in a file points."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _function(name: str, text: str) -> str:
    """The body of a function that does what the module does, and returns what it exports."""

    def fetch(match: re.Match[str]) -> str:
        names, whole, address = match.groups()
        load = f'await $load("{at(name, address)}");'
        into = names.replace(" as ", ": ") if names else whole
        return f"const {into} = {load}" if into else load

    exported = ", ".join(match[2] for match in EXPORT.finditer(text))
    body = EXPORT.sub(r"\1\2", IMPORT.sub(fetch, text))
    body = IMPORT_LATER.sub(lambda match: f"$load(`{at(name, match[2])}`)", body)
    body = body.replace("import.meta.url", f'new URL("{name}", $top)')
    return f"{body}\nreturn {{ {exported} }};\n"
