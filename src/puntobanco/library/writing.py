"""Writes a book for people: as a whole book file, or as the start of one that extends it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from puntobanco.rules.book import RuleBook
from puntobanco.rules.text.canonical import plain

_HEAD = ("name", "title", "edition")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def book_toml(book: RuleBook) -> str:
    """A book as a whole book file, which reads back as the same edition."""
    whole = plain(book)
    register = whole.pop("register")
    head = {key: whole.pop(key) for key in _HEAD}
    if "effective" in register:
        head["effective"] = register["effective"]
    parts = [
        f"# {book.title}, {book.edition}, in full.\n# Edition {book.digest()}\n",
        *_values(whole),
        *_table(("book",), head),
        *_sections(whole),
        "[clauses]",
    ]
    for clause in register.get("clauses", []):
        said = {"kind": clause["kind"], "gist": clause["gist"]}
        parts.append(f"{_text(clause['id'])} = {_inline(said)}")
    return "\n".join(parts).rstrip("\n") + "\n"


def _values(whole: Mapping[str, Any]) -> Iterator[str]:
    """What is no table, which TOML wants before all tables."""
    for key, value in whole.items():
        if not isinstance(value, dict) and not _is_tables(value):
            yield f"{_key(key)} = {_inline(value)}"
    yield ""


def _sections(whole: Mapping[str, Any]) -> Iterator[str]:
    """Tables by their name, lists of tables one by one."""
    for key, value in whole.items():
        if isinstance(value, dict):
            yield from _table((key,), value)
        elif _is_tables(value):
            for each in value:
                yield f"[[{key}]]"
                yield from (f"{_key(name)} = {_inline(inside)}" for name, inside in each.items())
                yield ""


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _table(path: tuple[str, ...], held: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{'.'.join(map(_key, path))}]"
    inner = {key: value for key, value in held.items() if isinstance(value, dict)}
    for key, value in held.items():
        if key not in inner:
            yield f"{_key(key)} = {_inline(value)}"
    yield ""
    for key, value in inner.items():
        yield from _table((*path, key), value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    """A TOML text; JSON's form of it is one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        pairs = (f"{_key(key)} = {_inline(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        listed = [_inline(each) for each in value]
        if sum(map(len, listed)) > 80:
            return "[\n" + "".join(f"  {each},\n" for each in listed) + "]"
        return f"[{', '.join(listed)}]"
    return _text(value) if isinstance(value, str) else str(value)


def start_of_file(base: RuleBook, name: str, extends: str) -> str:
    """A commented start of a book that extends another."""
    title = name.replace("-", " ").title()
    return f"""\
# A rule book that extends {base.title} ({base.edition}).
# Check it with:  punto book check {name}.toml
# Try it with:    punto odds ./{name}.toml

[book]
name = "{name}" # small letters, digits and hyphens
title = "{title}"
edition = "house rules, first draft"
extends = {_text(extends)} # a name, a path or a digest

# A wager of the same name is replaced; fields left out stay as they are there.
# Conditions are joined with & | ~ ( ) over facts such as banker_wins, tie, player_total,
# banker_cards, player_pair; `punto odds try --help` lists them.
[wager.lucky-nine]
title = "Lucky Nine"
side = "both" # where the layout draws it: player, banker, tie or both
wins = [{{ when = "tie & player_total == 9", pays = "80 to 1", label = "9-9", clauses = ["H.1"] }}]
loses = {{ label = "no tie on 9", clauses = ["H.1"] }}

# [remove]
# wagers = ["{base.wagers[-1].thing.name}"]

# [option.decks]
# from = 6
# to = 8
# default = 8

# Every clause that a line cites, in one sentence each.
[clauses]
"H.1" = "Lucky Nine pays 80 to 1 where both hands finish on 9; otherwise it loses."
"""
