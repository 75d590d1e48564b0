"""Reads a book file: TOML that says what differs from another edition, or everything.

The base's canonical form is changed by what the file says, and the result is read like any other
edition; so a file can say whatever the canonical form can, in the same words. Wagers, options and
clauses, which most authors write, have shorter forms. A file never runs code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from puntobanco.base.clauses import ClauseId
from puntobanco.library.accounting import accounted
from puntobanco.library.errors import BadBookFileError, FileFinding
from puntobanco.library.places import KeyPlaces, Path, Place, place_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.citing.register import ClauseKind
from puntobanco.rules.configure import closest
from puntobanco.rules.text.canonical import BadEditionError, from_plain, plain, types_in
from puntobanco.rules.text.condition_text import BadConditionError, read_condition
from puntobanco.rules.text.edition_names import field_name
from puntobanco.rules.text.end_text import read_end, write_end

SIZE_MAX = 1_000_000
"""Bytes; the largest book of the program has a tenth of it."""

HEAD_KEYS = ("name", "title", "edition", "effective", "extends")
_SHORT = ("book", "wager", "option", "remove", "clauses")
WAGER_KEYS = ("title", "side", "kind", "given", "lines", "wins", "pushes", "loses", "terms")
REMOVE_KEYS = ("wagers", "options", "clauses")
_MAIN = ("player", "banker", "tie")

Source = Callable[[Path], Path]
"""From a key of the canonical form to the key of the file that wrote it."""
FindBase = Callable[[str], RuleBook]
"""Finds the edition that a file extends."""


class _WrongError(Exception):
    """Something wrong at a key, or at a column of its value."""

    def __init__(self, sentence: str, path: Path, column: int | None = None) -> None:
        self.sentence, self.path, self.column = sentence, path, column
        super().__init__(sentence)


class BookFile:
    """A book that was read from a file, and where in the file its parts stand."""

    def __init__(self, book: RuleBook, places: KeyPlaces, own: Own, source: Source) -> None:
        self.book, self.places, self.own, self._source = book, places, own, source

    @classmethod
    def of_edition(cls, book: RuleBook, places: KeyPlaces) -> BookFile:
        """A book that was read from its canonical text."""
        return cls(book, places, Own(), lambda path: ("book", *path))

    def place(self, path: Path) -> Place:
        """Where in the file a key of the canonical form was written, or would be."""
        return self.places.key(self._source(path))


class Own:
    """What a file itself wrote, rather than what it extends."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, int], Path] = {}
        """By wager and number of its line: where that line stands."""
        self.wagers: dict[str, Path] = {}
        self.clauses: dict[ClauseId, Path] = {}


def read_book_file(data: bytes, file: str, find_base: FindBase) -> BookFile:
    """Read a book file; whatever is wrong raises a BadBookFileError with line and column."""
    text = _decoded(data, file)
    places = KeyPlaces(text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBookFileError(file, _syntax(text, str(error))) from None
    except RecursionError:
        raise BadBookFileError(file, FileFinding(Place(1, 1), "it is nested too deeply")) from None
    reader = _Reader(found, find_base)
    try:
        book = reader.book()
    except _WrongError as error:
        if error.column is None:
            place = places.key(error.path)
        else:
            place = places.value(error.path, error.column)
        raise BadBookFileError(file, FileFinding(place, error.sentence)) from None
    return BookFile(book, places, reader.own, reader.source)


def _decoded(data: bytes, file: str) -> str:
    if len(data) > SIZE_MAX:
        sentence = f"it has more than {SIZE_MAX:,} bytes, which is the most a book has"
        raise BadBookFileError(file, FileFinding(Place(1, 1), sentence))
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        finding = FileFinding(place_of(before, len(before)), "it is not UTF-8 here")
        raise BadBookFileError(file, finding) from None


def _syntax(text: str, said: str) -> FileFinding:
    sentence, _, where = said.partition(" (at ")
    if sentence == r"Illegal character '\n'":
        sentence = "a text in quotation marks is not closed on its line"
    if where.startswith("line "):
        line, column = (
            int("".join(letter for letter in part if letter.isdigit())) for part in where.split(",")
        )
        return FileFinding(Place(line, column), f"this is not TOML: {sentence}")
    return FileFinding(
        place_of(text, len(text)), f"this is not TOML: {sentence}; the file ends here"
    )


def merged(base: Any, change: Any) -> Any:
    """A table changed by another key by key; anything else is replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        return {**base, **{key: merged(base.get(key), value) for key, value in change.items()}}
    return change


class _Reader:
    """Changes the canonical form of the base by what a file says, part by part."""

    def __init__(self, found: dict[str, Any], find_base: FindBase) -> None:
        self._found, self._find_base = found, find_base
        self._base: RuleBook | None = None
        self._whole: dict[str, Any] = {}
        self._sources: dict[Path, Path] = {}
        """By key of the canonical form: where in the file it was written."""
        self.own = Own()

    def book(self) -> RuleBook:
        self._head()
        self._sections()
        self._options()
        self._remove()
        self._wagers()
        self._clauses()
        try:
            book = from_plain(self._whole, RuleBook)
        except BadEditionError as error:
            raise _WrongError(_said(error.sentence), self.source(error.path)) from None
        return accounted(book, self._base)

    def source(self, path: Path) -> Path:
        """Where in the file a key of the canonical form was written."""
        for size in range(len(path), 0, -1):
            if path[:size] in self._sources:
                return (*self._sources[path[:size]], *path[size:])
        return path

    # --- the parts ----------------------------------------------------------------------------

    def _head(self) -> None:
        head = self._table(self._found, "book", ())
        self._known(head, HEAD_KEYS, ("book",))
        for key, value in head.items():
            if not isinstance(value, str) or not value:
                raise _WrongError(f"{key} is a text in quotes", ("book", key))
        if "extends" in head:
            self._base = self._find(head["extends"])
            self._whole = plain(self._base)
        for key in ("name", "title", "edition"):
            if key in head:
                self._whole[key] = head[key]
            elif key != "title" or self._base is None:
                raise _WrongError(f'[book] needs {key} = "..."', ("book",))
            self._sources[(key,)] = ("book", key)
        register = self._whole.setdefault("register", {})
        if "effective" in head:
            register["effective"] = head["effective"]
        elif self._base is not None:
            register.pop("effective", None)

    def _find(self, name: str) -> RuleBook:
        try:
            return self._find_base(name)
        except BadBookFileError:
            raise  # it names the other file
        except ValueError as error:
            raise _WrongError(str(error), ("book", "extends"), 1) from None

    def _sections(self) -> None:
        canonical = set(plain_keys())
        for key, value in self._found.items():
            if key in _SHORT:
                continue
            if key not in canonical:
                known = sorted({*_SHORT, *canonical})
                raise _WrongError(f"{key!r} is unknown here; {closest(key, known)}", (key,))
            self._whole[key] = merged(self._whole.get(key), value)

    def _options(self) -> None:
        options = self._list("options")
        for name, written in self._tables("option"):
            where: Path = ("option", name)
            place = next((n for n, each in enumerate(options) if each.get("name") == name), None)
            option = dict(options[place]) if place is not None else {"name": name, "meaning": name}
            wanted = written.get("default")
            option.update((key, value) for key, value in written.items() if key != "default")
            if wanted is not None:
                _set_default(option, wanted, (*where, "default"))
            if "is" not in option:
                option["is"] = "choice" if "values" in option else "count"
            if place is None:
                option.setdefault("clauses", [])
                options.append(option)
                place = len(options) - 1
            options[place] = option
            self._sources["options", place] = where

    def _remove(self) -> None:
        wanted = self._table(self._found, "remove", ()) if "remove" in self._found else {}
        self._known(wanted, REMOVE_KEYS, ("remove",))
        for kind, names in wanted.items():
            where: Path = ("remove", kind)
            if not isinstance(names, list):
                raise _WrongError(f"{kind} is a list of names", where)
            register = self._whole["register"]
            held = register.setdefault("clauses", []) if kind == "clauses" else self._list(kind)
            for number, name in enumerate(names):
                if name not in map(_name_of, held):
                    sentence = f"there is no {kind[:-1]} {name!r} to remove; "
                    sentence += closest(str(name), map(_name_of, held))
                    raise _WrongError(sentence, (*where, number), 1)
                held[:] = [each for each in held if _name_of(each) != name]

    def _wagers(self) -> None:
        cases = self._list("wagers")
        for name, written in self._tables("wager"):
            where: Path = ("wager", name)
            self._known(written, WAGER_KEYS, where)
            before = [case for case in cases if _name_of(case) == name]
            first = cases.index(before[0]) if before else len(cases)
            made = [
                self._wager(name, written, case)
                for case in before or [{"thing": {"name": name, "terms": {}}}]
            ]
            if "given" in written or self._says_lines(written):
                made = made[:1]  # one wager instead of those that depend on an option
            cases[:] = [
                *(case for case in cases[:first] if _name_of(case) != name),
                *made,
                *(case for case in cases[first:] if _name_of(case) != name),
            ]
            self.own.wagers[name] = where
        for number, case in enumerate(cases):
            name = _name_of(case)
            if name not in self.own.wagers:
                continue
            self._sources["wagers", number] = ("wager", name)
            self._sources["wagers", number, "thing"] = ("wager", name)
            self._sources["wagers", number, "when"] = ("wager", name, "given")
            self._sources["wagers", number, "thing", "otherwise"] = ("wager", name, "loses")
            for (wager, line), path in self.own.lines.items():
                if wager == name:
                    at: Path = ("wagers", number, "thing", "lines", line)
                    self._sources[at] = path
                    self._sources[*at, "end"] = (*path, "pays")

    @staticmethod
    def _says_lines(written: Mapping[str, Any]) -> bool:
        return any(key in written for key in ("lines", "wins", "pushes"))

    def _wager(self, name: str, written: Mapping[str, Any], case: Any) -> dict[str, Any]:
        where: Path = ("wager", name)
        thing = dict(case["thing"])
        thing.setdefault("title", name.replace("-", " ").replace(":", " ").title())
        thing.setdefault("kind", name if name in _MAIN else "side")
        for key in ("title", "side", "kind"):
            if key in written:
                thing[key] = written[key]
        if "terms" in written:
            thing["terms"] = merged(thing.get("terms", {}), written["terms"])
        if self._says_lines(written):
            thing["lines"] = self._lines(name, written)
        elif "lines" not in thing:
            raise _WrongError("a new wager needs wins = [{ when = ..., pays = ... }]", where)
        if "loses" in written:
            loses = self._table(written, "loses", where)
            thing["otherwise"] = {"end": "lose", "clauses": [], **loses}
        elif "otherwise" not in thing:
            sentence = "it is not said what becomes of the stake otherwise; add loses = "
            raise _WrongError(f"{sentence}{{ clauses = [...] }}", where)
        if not thing.get("terms"):
            thing.pop("terms", None)
        given = {"when": written["given"]} if "given" in written else {}
        return {"thing": thing, **({"when": case["when"]} if "when" in case else {}), **given}

    def _lines(self, name: str, written: Mapping[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for key in ("lines", "wins", "pushes"):
            rows = written.get(key, [])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise _WrongError(
                    f'{key} is a list of lines: [{{ when = "tie", ... }}]', ("wager", name, key)
                )
            for number, row in enumerate(rows):
                where: Path = ("wager", name, key, number)
                found.append(self._line(row, where, is_push=key == "pushes"))
                self.own.lines[name, len(found) - 1] = where
        return found

    def _line(self, row: Mapping[str, Any], where: Path, *, is_push: bool) -> dict[str, Any]:
        self._known(row, ("when", "pays", "end", "label", "clauses"), where)
        when, pays = row.get("when"), row.get("pays", row.get("end"))
        if not isinstance(when, str):
            raise _WrongError('a line needs when = "...", such as "tie"', where)
        try:
            read_condition(when)
        except BadConditionError as error:
            sentence = str(error).partition(": ")[2]
            raise _WrongError(sentence, (*where, "when"), error.column) from None
        if is_push:
            if pays is not None:
                raise _WrongError("a push pays nothing; write it under wins", (*where, "pays"))
            pays = "push"
        elif not isinstance(pays, str | int) or isinstance(pays, bool):
            raise _WrongError('a line needs pays = "...", such as "8 to 1"', where)
        try:
            end = write_end(read_end(str(pays)))
        except ValueError as error:
            key = "pays" if "pays" in row else "end"
            raise _WrongError(str(error), (*where, key), 1) from None
        label, clauses = row.get("label", when), row.get("clauses", [])
        return {"when": when, "end": end, "label": label, "clauses": clauses}

    def _clauses(self) -> None:
        clauses = self._whole["register"].setdefault("clauses", [])
        written = self._table(self._found, "clauses", ()) if "clauses" in self._found else {}
        for name, said in written.items():
            where: Path = ("clauses", name)
            entry = said if isinstance(said, dict) else {"gist": said}
            known = [kind.value for kind in ClauseKind]
            if entry.get("kind", "settle") not in known:
                sentence = f"{entry['kind']!r} is no kind of clause; {closest('', known)}"
                raise _WrongError(sentence, (*where, "kind"), 1)
            if not isinstance(entry.get("gist"), str):
                raise _WrongError('a clause is a text: "4.2" = "Tie pays 8 to 1."', where)
            made = {"kind": "settle", **entry, "id": name}
            place = next((n for n, each in enumerate(clauses) if each["id"] == name), None)
            if place is None:
                clauses.append(made)
                place = len(clauses) - 1
            clauses[place] = made
            self._sources["register", "clauses", place] = where
            self.own.clauses[ClauseId(name)] = where

    # --- reading ------------------------------------------------------------------------------

    def _list(self, key: str) -> list[Any]:
        held = self._whole.setdefault(key, [])
        if not isinstance(held, list) or not all(isinstance(each, dict) for each in held):
            raise _WrongError(f"{key} is a list of tables: [[{key}]]", (key,))
        return held

    def _tables(self, key: str) -> Iterable[tuple[str, dict[str, Any]]]:
        held = self._table(self._found, key, ()) if key in self._found else {}
        for name in held:
            yield name, self._table(held, name, (key,))

    @staticmethod
    def _table(held: Mapping[str, Any], key: str, where: Path) -> dict[str, Any]:
        found = held.get(key)
        if not isinstance(found, dict):
            written = ".".join(map(str, (*where, key)))
            problem = "is missing" if found is None else "is a table"
            raise _WrongError(f"[{written}] {problem}", (*where, key))
        return found

    @staticmethod
    def _known(held: Mapping[str, Any], names: Iterable[str], where: Path) -> None:
        for key in held:
            if key not in names:
                raise _WrongError(f"{key!r} is unknown here; {closest(key, names)}", (*where, key))


def _said(sentence: str) -> str:
    """What msgspec says, in our words."""
    missing = re.search(r"missing required field '(.+)'", sentence)
    if missing is not None:
        return f"{missing[1]} is missing; write it, or extend a book that has it"
    return sentence[:1].lower() + sentence[1:]


def _name_of(held: Any) -> str:
    """The name of a wager's case, an option or a clause."""
    thing = held.get("thing", held)
    return str(thing.get("name", thing.get("id", ""))) if isinstance(thing, dict) else ""


def _set_default(option: dict[str, Any], wanted: Any, where: Path) -> None:
    """Make a value the default: of a choice, its first."""
    if "values" not in option:
        option["default"] = str(wanted)
        return
    values = option["values"]
    if wanted not in values:
        raise _WrongError(
            f"{wanted!r} is none of its values; {closest(str(wanted), values)}", where, 1
        )
    option["values"] = [wanted, *(each for each in values if each != wanted)]


def plain_keys() -> list[str]:
    """The keys that the canonical form of a book has."""
    return [field_name(RuleBook, name) for name in types_in(RuleBook)]
