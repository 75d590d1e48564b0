"""The `.play` script language: reading and writing lines.

    book  nz-division  perfect-pair=1 style=A
    bet   S1 banker 100.00  S1 perfect-pair:player 10.00
    bet   S2 perfect-pair:player 10.00          refused needs_main_wager [11A.2]
    close
    card  8h P1 · 3s B1 · 8d P2 · 4c B2
    end   player 6, banker 7                    banker
    pay   S1 banker 195.00                      won [5.10(b)]

A line is a verb, its words, and what is expected of it: nothing, a refusal, or clauses that must
be cited. `#` begins a comment.
"""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.base.clauses import ClauseId, Clauses
from puntobanco.rules.refusals import AT_A_TABLE

REASONS = frozenset(reason.value for reason in AT_A_TABLE)


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands."""

    text: str
    column: int


class ScriptError(ValueError):
    """A script that cannot be read or did not go as it says, with line and column."""

    def __init__(self, line: int, column: int, sentence: str) -> None:
        self.line, self.column, self.sentence = line, column, sentence
        super().__init__(f"line {line}, column {column}: {sentence}")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line of a script."""

    number: int
    verb: Word
    words: tuple[Word, ...]
    refused: str | None
    """The reason a refusal is expected for, empty for any; None: the line must succeed."""
    clauses: Clauses
    """Clauses that what happens must cite."""

    def error(self, sentence: str, word: Word | None = None) -> ScriptError:
        """Something wrong with this line, at a word or at its verb."""
        return ScriptError(self.number, (word or self.verb).column, sentence)


def read_script(text: str) -> tuple[ScriptLine, ...]:
    """Read a script; the first thing wrong is named with line and column."""
    lines = []
    for number, written in enumerate(text.splitlines(), start=1):
        line = _read_line(number, written)
        if line is not None:
            lines.append(line)
    return tuple(lines)


def _read_line(number: int, written: str) -> ScriptLine | None:
    content = written.split(" #", 1)[0] if not written.lstrip().startswith("#") else ""
    content = content.rstrip()
    body, clauses = _split_clauses(number, content)
    words = _words(body)
    if not words:
        if clauses:
            raise ScriptError(number, 1, "clauses stand alone; write what is to happen first")
        return None
    refused = None
    for place, word in enumerate(words):
        if word.text == "refused":
            reason = words[place + 1 :]
            refused = reason[0].text if reason else ""
            if reason and refused not in REASONS:
                known = ", ".join(sorted(REASONS))
                sentence = f"{refused!r} is not a reason; leave it out, or write one of {known}"
                raise ScriptError(number, reason[0].column, sentence)
            if reason[1:]:
                sentence = f"{reason[1].text!r} is one word too many; clauses stand in brackets"
                raise ScriptError(number, reason[1].column, sentence)
            words = words[:place]
            break
    if not words:
        raise ScriptError(number, 1, "a line begins with a verb such as bet, close or card")
    return ScriptLine(number, words[0], tuple(words[1:]), refused, clauses)


def _words(body: str) -> list[Word]:
    words, start = [], None
    for column, letter in enumerate(f"{body} ", start=1):
        if letter.isspace():
            if start is not None:
                words.append(Word(body[start - 1 : column - 1], start))
                start = None
        elif start is None:
            start = column
    return words


def _split_clauses(number: int, content: str) -> tuple[str, Clauses]:
    """The clauses in brackets at a line's end; their own brackets nest."""
    if not content.endswith("]"):
        return content, ()
    depth = 0
    for place in range(len(content) - 1, -1, -1):
        depth += {"]": 1, "[": -1}.get(content[place], 0)
        if depth == 0:
            inside = content[place + 1 : -1]
            names = tuple(ClauseId(name.strip()) for name in inside.split(",") if name.strip())
            return content[:place], names
    raise ScriptError(number, len(content), "this bracket was never opened")
