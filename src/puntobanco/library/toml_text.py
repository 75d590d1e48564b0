"""Reads the text of a book file as TOML, and says in plain words where it is none.

The parser of Python names the place and little else. What stands at that place tells the common
mistakes apart: a missing quotation mark, curly quotation marks, a comma left out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

from puntobanco.library.errors import FINDINGS_MAX, BadBookFileError, FileFinding
from puntobanco.library.places import Place, offset_of, place_of

SIZE_MAX = 1_000_000
"""Bytes; the largest book of the program has a tenth of it."""

_DEPTH_TOLD = 100
"""Brackets within brackets from which on a file is called too deep, where it could not be read."""
_DOTS_MAX = 200
"""Dots in a line: the parser takes minutes for a name of hundreds of thousands of parts."""
_CURLY = "“”„‟‘’‚‛«»‹›"  # noqa: RUF001  these are what is looked for
_CURLY_VALUE = re.compile(rf"[=\[,{{]\s*(?=[{_CURLY}])")
_TEXT_BEFORE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*)"[ \t]*$')
_WORDS = re.compile(r"[^,\]}\n#\"]*")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
BYTE_ORDER_MARK = "\ufeff".encode()
"""What some editors write before a text; it says nothing."""


def read_toml(data: bytes, file: str) -> tuple[str, dict[str, Any]]:
    """The text of a file and what it says; a BadBookFileError where it is not TOML."""
    text = _decoded(data, file)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _DOTS_MAX:
            sentence = f"this line has more than {_DOTS_MAX} dots; write it in several lines"
            raise BadBookFileError(file, FileFinding(Place(number, 1), sentence))
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBookFileError(file, *_told(text, str(error))) from None
    except RecursionError:
        place, sentence = _deepest(text), "it is nested too deeply"
        raise BadBookFileError(file, FileFinding(place, sentence)) from None
    except ValueError:  # a number of thousands of digits
        longest = max(re.finditer(r"\d+", text), key=lambda each: len(each[0]))
        place, sentence = place_of(text, longest.start()), "this number has too many digits"
        raise BadBookFileError(file, FileFinding(place, sentence)) from None


def _decoded(data: bytes, file: str) -> str:
    if len(data) > SIZE_MAX:
        sentence = f"it has more than {SIZE_MAX:,} bytes, which is the most a book has"
        raise BadBookFileError(file, FileFinding(Place(1, 1), sentence))
    if data.startswith(_UTF_16):
        sentence = "this file is UTF-16; save it with the encoding UTF-8"
        raise BadBookFileError(file, FileFinding(Place(1, 1), sentence))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        sentence = "it is not UTF-8 here; save the file with the encoding UTF-8"
        finding = FileFinding(place_of(before, len(before)), sentence)
        raise BadBookFileError(file, finding) from None
    return text.replace("\r\n", "\n")


def _deepest(text: str) -> Place:
    """Where brackets become too many; texts are not told apart, nobody nests like that by hand."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if depth > _DEPTH_TOLD:
            return place_of(text, place)
    return Place(1, 1)


def _told(text: str, said: str) -> list[FileFinding]:
    """What the parser said, in our words."""
    problem, _, where = said.partition(" (at ")
    numbers = [int(each) for each in re.findall(r"\d+", where)]
    offset = offset_of(text, Place(*numbers)) if len(numbers) == 2 else len(text)
    if text[offset : offset + 1] and text[offset] in _CURLY:
        return _curly(text)
    for beginning, explain in _EXPLAINED.items():
        if problem.startswith(beginning):
            at, sentence = explain(text, offset)
            return [FileFinding(place_of(text, at), sentence)]
    ends = "; the file ends here" if offset == len(text) else ""
    return [FileFinding(place_of(text, offset), f"this is not TOML: {problem}{ends}")]


def _curly(text: str) -> list[FileFinding]:
    """Every value in curly quotation marks; an editor that makes one makes them all."""
    sentence = 'this quotation mark is curly; write the straight one, as in "Dragon 7"'
    found = [
        FileFinding(Place(number, each.end() + 1), sentence)
        for number, line in enumerate(text.split("\n"), start=1)
        if not line.lstrip().startswith("#")
        for each in _CURLY_VALUE.finditer(line)
    ]
    return found[:FINDINGS_MAX] or [FileFinding(Place(1, 1), sentence)]


# --- what stands where the parser stopped ---------------------------------------------------------


def _value(text: str, at: int) -> tuple[int, str]:
    words = _WORDS.match(text, at)
    assert words is not None  # it matches nothing too
    if not words[0].strip():
        return at, 'a value is missing here; write a text such as "8 to 1", a number or a list'
    return at, f'write a text in quotation marks: "{words[0].strip()[:40]}"'


def _unclosed_braces(text: str, at: int) -> tuple[int, str]:
    return _inside(text, at) or (
        at,
        "here , or } is missing; a line in { } is written on one line of the file",
    )


def _unclosed_list(text: str, at: int) -> tuple[int, str]:
    return _inside(text, at) or (at, "here , or ] is missing; parts of a list have a comma between")


def _after_value(text: str, at: int) -> tuple[int, str]:
    return _inside(text, at) or (at, "nothing may follow a value on its line; begin a new line")


def _inside(text: str, at: int) -> tuple[int, str] | None:
    """Whether a text before or at this place lacks its quotation marks."""
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin:at]
    before = _TEXT_BEFORE.search(line)
    if before is not None and (before["inside"].rstrip().endswith(("=", "[", ",", "{"))):
        meant = re.split(r"[,\]}]", before["inside"], maxsplit=1)[0].rstrip()
        sentence = f'this text has no closing quotation mark; write "{meant}"'
        return begin + before.start(), sentence
    bare = re.search(r"=(?P<value>[^\"'=,{\[]+)$", line)
    words = _WORDS.match(text, at)
    if bare is not None and bare["value"].strip() and words is not None and words[0].strip():
        meant = f"{bare['value']}{words[0]}".strip()[:40]
        blank = len(bare["value"]) - len(bare["value"].lstrip())
        return begin + bare.start("value") + blank, f'write a text in quotation marks: "{meant}"'
    return None


def _key(text: str, at: int) -> tuple[int, str]:
    if text[at : at + 1] in ("\n", ""):
        return at, "a line in { } is written on one line of the file; close it with } here"
    return at, "the name of a field is expected here, such as when, pays, label or clauses"


def _equals(text: str, at: int) -> tuple[int, str]:
    found = text[at : at + 1].strip()
    instead = f", not {found!r}" if found else ""
    return at, f'= is expected after the name of a field{instead}; write title = "Dragon 7"'


def _heading(text: str, at: int) -> tuple[int, str]:
    if text[at : at + 1] in ("\n", "", "#"):
        return at, "the closing ] is missing"
    return at, "a name has no spaces; write hyphens, as in [wager.lucky-six]"


def _statement(text: str, at: int) -> tuple[int, str]:
    return at, "a line of a book file is [part.name], name = value, or # and a remark"


def _twice(text: str, at: int) -> tuple[int, str]:
    """The parser stops behind what is there twice."""
    begin = text.rfind("\n", 0, max(0, at - 1)) + 1
    line = text[begin:].partition("\n")[0]
    heading = line.lstrip().startswith("[")
    name = line.strip() if heading else line.partition("=")[0].strip()
    return begin, f"{name} is there twice; keep one of them"


def _in_braces_twice(text: str, at: int) -> tuple[int, str]:
    return at, "a field is there twice in these { }; keep one of them"


def _backslash(text: str, at: int) -> tuple[int, str]:
    return at, "write \\\\ for a backslash in a text"


def _not_closed(text: str, at: int) -> tuple[int, str]:
    begin = text.rfind("\n", 0, at) + 1
    before = text[begin:at].rfind('"')
    return begin + max(0, before), "this text in quotation marks is not closed on its line"


def _file_ends(text: str, at: int) -> tuple[int, str]:
    return at, "the file ends inside a text; close it with a quotation mark"


_EXPLAINED: dict[str, Callable[[str, int], tuple[int, str]]] = {
    "Invalid value": _value,
    "Unclosed inline table": _unclosed_braces,
    "Unclosed array": _unclosed_list,
    "Expected newline or end of document": _after_value,
    "Invalid initial character for a key part": _key,
    "Expected '=' after a key": _equals,
    "Expected ']' at the end of a table declaration": _heading,
    "Invalid statement": _statement,
    "Cannot overwrite a value": _twice,
    "Cannot declare": _twice,
    "Duplicate inline table key": _in_braces_twice,
    "Unescaped '\\' in a string": _backslash,
    r"Illegal character '\n'": _not_closed,
    "Unterminated string": _file_ends,
}
"""By the beginning of what the parser says: the place and the sentence for a person."""
