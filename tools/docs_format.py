"""The format of a rule book as a page: every object, field, value and fact, from the grammar.

Run it after the grammar has changed; a test compares the page with what this would write.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.docs_books import cell, table  # noqa: E402

from puntobanco.base.money import Payoff  # noqa: E402
from puntobanco.library import file_reader, toml_text  # noqa: E402
from puntobanco.rules.book import RuleBook  # noqa: E402
from puntobanco.rules.citing.register import Register  # noqa: E402
from puntobanco.rules.conditions import AllOf, AnyOf, AtLeast, Condition, Is, Not  # noqa: E402
from puntobanco.rules.options import Given  # noqa: E402
from puntobanco.rules.rulings import RULING_FACTS  # noqa: E402
from puntobanco.rules.text.canonical import default_of, grammar, has_default, plain, types_in  # noqa: E402
from puntobanco.rules.text.condition_text import OF_A_COUP  # noqa: E402
from puntobanco.rules.text.edition_names import FORMAT, KINDS, TAG, TAGGED, field_name  # noqa: E402
from puntobanco.rules.wagers import End, Lose, Push, Win  # noqa: E402

TARGET = ROOT / "docs/reference/book-format.md"
NOTICE = "<!-- Written by tools/docs_format.py from the code; not by hand. -->\n\n"

TEXTS: Mapping[Any, str] = {
    **dict.fromkeys((Condition, Is, AtLeast, AllOf, AnyOf, Not), "[condition](#conditions)"),
    **dict.fromkeys((End, Win, Push, Lose), "[end](#payoffs-and-ends)"),
    Payoff: "[payoff](#payoffs-and-ends)",
    Given: "[choice of options](#choices)",
}
"""What is written as text, and where this page says how."""

INTRODUCTION = f"""\
# The format of a rule book

A rule book has two forms. People write a **book file** (TOML). It contains a whole book, or only
what differs from another book. The house stores the **canonical text** (JSON), which is always
complete. Its SHA-256 is the digest of the edition. Start with
[Write your own rule book](../tutorials/rule-book.md).

| command | does |
|---|---|
| `punto book check FILE` | finds mistakes in a book file |
| `punto book export BOOK` | writes the canonical text |
| `punto book export BOOK --toml` | writes a whole book as a book file |

The canonical text is one line of UTF-8 with sorted keys: `"format": {FORMAT}` and `"book"`. A field
that has its default value is left out. A text in any other form is refused.
"""

FILE = """\
## A book file

| table | says |
|---|---|
| `[book]` | HEAD |
| `[wager.NAME]` | one wager: WAGER |
| `[option.NAME]` | one [choice](#choice), [count](#count) or [amount](#amount) of the operator |
| `[remove]` | names to leave out of the book that is extended: REMOVE |
| `[clauses]` | each clause by its number: a text, or a [clause](#clause) with its `kind` |
| any other | a field of a [book](#book): tables are merged with the base's, lists replace them |

- `extends` names a book, a path (relative to the file) or a digest.
- `wins` and `pushes` are lists of [lines](#line), in which `pays` replaces `end`. They are tried in
  order, wins first. Use `lines` instead to mix both kinds in an order of your own.
- `loses` says what happens to the stake otherwise.
- `given` says under which options the wager is offered. `terms` are its [terms](#terms).

A file has at most {most:,} bytes and never runs code.

## Conditions

A condition joins facts with `==`, `!=`, `>=`, `<=`, `>`, `<`, `&`, `|`, `~` and parentheses, such
as `banker_wins & banker_total == 7 & banker_cards == 3`. Wagers use the facts of a coup:

{coup}

Rows of `rulings` use the facts of a ruling, which are yes, no or a number:

{ruling}

## Payoffs and ends

A payoff is `8 to 1`, `1 to 2` or `1 to 1 less 1 in 20`; a book file also takes `25`, `"0.95"` and
`1 to 1 less 5%`. An end is a payoff, `push` or `lose`.

## Choices

`style=B tie=8|9` means: the option `style` is B, and the option `tie` is 8 or 9.

## Objects

A field without a default is required, unless its value can be nothing.
"""


def page() -> str:
    """The whole page."""
    head = INTRODUCTION + "\n" + _file()
    return NOTICE + head + "\n" + "\n".join(map(_object, grammar(RuleBook).items()))


def _file() -> str:
    words = {
        "HEAD": _listed(file_reader.HEAD_KEYS),
        "WAGER": _listed(file_reader.WAGER_KEYS),
        "REMOVE": _listed(file_reader.REMOVE_KEYS),
    }
    text = FILE.format(
        most=toml_text.SIZE_MAX, coup=_listed(OF_A_COUP), ruling=_listed(RULING_FACTS)
    )
    for name, listed in words.items():
        text = text.replace(name, listed)
    return text


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _object(named: tuple[str, Any]) -> str:
    name, kind = named
    said = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0]
    told = _told(kind)
    written = types_in(kind)
    rows = [
        [
            f"`{field_name(kind, field.name)}`",
            _type(written[field.name]),
            _default(field) if has_default(field) else "",
            cell(told.get(field.name, "")),
        ]
        for field in fields(kind)
        if field.name in written
    ]
    if kind.__name__ in TAGGED:
        rows.insert(0, [f"`{TAG}`", f'`"{name}"`', "", "Says which object this is."])
    return f"### {name}\n\n{cell(said)}\n\n{table('field|value|default|meaning', rows)}"


def _default(field: Any) -> str:
    return f"`{msgspec.json.encode(plain(default_of(field))).decode()}`"


def _type(hint: Any) -> str:
    """A type in words, with a link to what it is made of."""
    if hint in TEXTS:
        return TEXTS[hint]
    if hint is Register:
        return "[register](#register)"
    if hasattr(hint, "__supertype__"):
        return "number of a clause" if hint.__name__ == "ClauseId" else _type(hint.__supertype__)
    if isinstance(hint, TypeVar):
        return "the object that depends on a choice"
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        rest = [each for each in arguments if each is not types.NoneType]
        nothing = " or nothing" if len(rest) < len(arguments) else ""
        return " or ".join(map(_type, rest)) + nothing
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"list of {_type(arguments[0])}"
    if origin is tuple:
        return f"list: {', '.join(map(_type, arguments))}"
    if (origin or hint).__name__ in KINDS:
        name = KINDS[(origin or hint).__name__]
        inside = f" of {_type(arguments[0])}" if arguments else ""
        return f"[{name}](#{name}){inside}"
    if inspect.isclass(hint) and issubclass(hint, Enum):
        return " or ".join(f'`"{each.value}"`' for each in hint)
    plain_words = {bool: "true or false", int: "whole number", str: "text"}
    return plain_words.get(hint, "anything")


@cache
def _told(kind: Any) -> dict[str, str]:
    """By field: the sentence below it in the code."""
    body = ast.parse(inspect.cleandoc(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    return dict(_sentences(body))


def _sentences(body: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for one, two in zip(body.body, body.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            match two:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield one.target.id, re.sub(r"\s+", " ", text)
                case _:
                    pass


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page(), "utf-8")
    sys.stdout.write(f"{TARGET}\n")
