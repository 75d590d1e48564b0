"""Changes the canonical form of a base by what a book file says, part by part.

What is wrong is noted rather than raised, so that an author is told of everything at once; a part
with an error is left as it is in the base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from puntobanco.base.clauses import ClauseId
from puntobanco.library.citations import citing_part, missing_clauses
from puntobanco.library.errors import FINDINGS_MAX, PARTS_MAX, BadBookFileError, WrongError
from puntobanco.library.places import Path
from puntobanco.library.type_errors import listed, type_problems
from puntobanco.library.wager_lines import condition_of, payoff_of, push_of
from puntobanco.rules.book import RuleBook
from puntobanco.rules.citing.register import ClauseKind, Register
from puntobanco.rules.configure import closest
from puntobanco.rules.text.canonical import from_plain, plain, types_in
from puntobanco.rules.text.edition_names import field_name

HEAD_KEYS = ("name", "title", "edition", "effective", "extends")
_SHORT = ("book", "wager", "option", "remove", "clauses")
WAGER_KEYS = ("title", "side", "kind", "given", "lines", "wins", "pushes", "loses", "terms")
REMOVE_KEYS = ("wagers", "options", "clauses")
_MAIN = ("player", "banker", "tie")
_WITHOUT_CONSEQUENCE = ("wager", "clauses")
"""Parts whose errors make no others: the rest of a book can be checked without them."""

FindBase = Callable[[str], RuleBook]
"""Finds the edition that a file extends."""


class Unreadable(Exception):  # noqa: N818  it only ends the reading: the errors are noted
    """No book can be made of the file; what is wrong is noted."""


class Own:
    """What a file itself wrote, rather than what it extends."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, int], Path] = {}
        """By wager and number of its line: where that line stands."""
        self.wagers: dict[str, Path] = {}
        self.clauses: dict[ClauseId, Path] = {}
        self.removed_clauses: dict[ClauseId, Path] = {}
        self.removed_wagers: dict[str, Path] = {}


def merged(base: Any, change: Any) -> Any:
    """A table changed by another key by key; anything else is replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        return {**base, **{key: merged(base.get(key), value) for key, value in change.items()}}
    return change


class FileReader:
    """Makes a book of what a file says; `wrong` has everything that is wrong with it."""

    def __init__(self, found: dict[str, Any], find_base: FindBase) -> None:
        self._found, self._find_base = found, find_base
        self._whole: dict[str, Any] = {}
        self._sources: dict[Path, Path] = {}
        """By key of the canonical form: where in the file it was written."""
        self.base: RuleBook | None = None
        self.own = Own()
        self.wrong: list[WrongError] = []

    def book(self) -> RuleBook:
        """The book, made without what is wrong; an Unreadable where none can be made."""
        self._head()
        for part in (self._sections, self._options, self._remove, self._wagers, self._clauses):
            with self._noting():
                part()
        can_go_on = all(each.path[0] in _WITHOUT_CONSEQUENCE for each in self.wrong)
        for path, sentence, column in type_problems(self._whole, RuleBook):
            self._note(sentence, self.source(path), column)
            can_go_on = False
        self._citations()
        if not can_go_on:
            raise Unreadable
        return _inheriting(from_plain(self._whole, RuleBook), self.base)

    def source(self, path: Path) -> Path:
        """Where in the file a key of the canonical form was written."""
        for size in range(len(path), 0, -1):
            if path[:size] in self._sources:
                return (*self._sources[path[:size]], *path[size:])
        return path

    # --- what is wrong ------------------------------------------------------------------------

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Note what is wrong with a part, and go on behind it."""
        try:
            yield
        except WrongError as error:
            self._note(error.sentence, error.path, error.column)

    def _note(self, sentence: str, path: Path, column: int | None = None) -> None:
        self.wrong.append(WrongError(sentence, path, column))
        if len(self.wrong) == FINDINGS_MAX:
            raise Unreadable

    def _citations(self) -> None:
        """Every clause that is cited must be written, and none of them removed."""
        for clause, paths in missing_clauses(self._whole).items():
            removed = self.own.removed_clauses.get(clause)
            written = [path for path in map(self.source, paths) if self._writes(path)]
            if removed is None:
                where = written[0] if written else self.source(paths[0])
                sentence = f"clause {clause} is cited but not written; add it under [clauses]"
                self._note(sentence, where)
                continue
            for path in written:
                sentence = f"clause {clause} is cited here but removed under [remove]"
                self._note(f"{sentence}; cite another, or keep it", path)
            if not written:
                parts = dict.fromkeys(citing_part(self._whole, path) for path in paths)
                sentence = f"clause {clause} is removed here but still cited by"
                self._note(f"{sentence} {listed(parts, 'and')}; keep it, or change that", removed)

    def _writes(self, path: Path) -> bool:
        """Whether the file itself has this key."""
        held: Any = self._found
        for step in path:
            try:
                held = held[step]
            except (KeyError, IndexError, TypeError):
                return False
        return True

    # --- the parts ----------------------------------------------------------------------------

    def _head(self) -> None:
        """The part [book]; without what it extends nothing else can be judged."""
        head: dict[str, Any] = {}
        with self._noting():
            head = self._table(self._found, "book", ())
        self._known(head, HEAD_KEYS, ("book",))
        for key, value in head.items():
            if not isinstance(value, str) or not value:
                self._note(f"{key} is a text in quotation marks", ("book", key))
        if not isinstance(head.get("extends", ""), str) or not head:
            raise Unreadable
        if "extends" in head:
            self.base = self._find(head["extends"])
            self._whole = plain(self.base)
        for key in ("name", "title", "edition"):
            if key in head:
                self._whole[key] = head[key]
            elif key != "title" or self.base is None:
                self._note(f'[book] needs {key} = "..."', ("book",))
                self._whole[key] = key
            self._sources[(key,)] = ("book", key)
        register = self._whole.setdefault("register", {})
        if "effective" in head:
            register["effective"] = head["effective"]
        elif self.base is not None:
            register.pop("effective", None)

    def _find(self, name: str) -> RuleBook:
        try:
            return self._find_base(name)
        except BadBookFileError:
            raise  # it names the other file
        except ValueError as error:
            self._note(str(error), ("book", "extends"), 1)
            raise Unreadable from None

    def _sections(self) -> None:
        canonical = plain_keys()
        for key, value in self._found.items():
            if key in _SHORT:
                continue
            short = key.removesuffix("s")
            if short in _SHORT and isinstance(value, dict):
                name = next(iter(value), "NAME")
                self._note(f"did you mean [{short}.{name}]?", (key,))
            elif key not in canonical:
                known = sorted({*_SHORT, *canonical})
                self._note(f"{key!r} is unknown here; {closest(key, known)}", (key,))
            else:
                self._whole[key] = merged(self._whole.get(key), value)

    def _options(self) -> None:
        options = self._list("options")
        for name, written in self._tables("option"):
            place = next((n for n, each in enumerate(options) if each.get("name") == name), None)
            option = dict(options[place]) if place is not None else {"name": name, "meaning": name}
            wanted = written.get("default")
            option.update((key, value) for key, value in written.items() if key != "default")
            if wanted is not None:
                with self._noting():
                    _set_default(option, wanted, ("option", name, "default"))
            if "is" not in option:
                option["is"] = "choice" if "values" in option else "count"
            if place is None:
                option.setdefault("clauses", [])
                options.append(option)
                place = len(options) - 1
            options[place] = option
            self._sources["options", place] = ("option", name)

    def _remove(self) -> None:
        wanted = self._table(self._found, "remove", ()) if "remove" in self._found else {}
        self._known(wanted, REMOVE_KEYS, ("remove",))
        for kind, names in wanted.items():
            where: Path = ("remove", kind)
            if not isinstance(names, list):
                self._note(f'{kind} is a list of names: {kind} = ["{names}"]', where)
                continue
            register = self._whole["register"]
            held = register.setdefault("clauses", []) if kind == "clauses" else self._list(kind)
            for number, name in enumerate(names):
                if name not in map(_name_of, held):
                    sentence = f"there is no {kind[:-1]} {name!r} to remove; "
                    sentence += closest(str(name), map(_name_of, held))
                    self._note(sentence, (*where, number), 1)
                    continue
                held[:] = [each for each in held if _name_of(each) != name]
                if kind == "clauses":
                    self.own.removed_clauses[ClauseId(name)] = (*where, number)
                elif kind == "wagers":
                    self.own.removed_wagers[name] = (*where, number)

    def _wagers(self) -> None:
        cases = self._list("wagers")
        for name, written in self._tables("wager"):
            self._known(written, WAGER_KEYS, ("wager", name))
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
            self.own.wagers[name] = ("wager", name)
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
            self._note('a new wager needs wins = [{ when = "tie", pays = "8 to 1" }]', where)
            thing["lines"] = []
        nothing = {"end": "lose", "clauses": []}
        if "loses" in written:
            thing["otherwise"] = nothing
            with self._noting():
                thing["otherwise"] = {**nothing, **self._table(written, "loses", where)}
        elif "otherwise" not in thing:
            sentence = "it does not say what happens to the stake; add loses = "
            self._note(f'{sentence}{{ clauses = ["H.1"] }}', where)
            thing["otherwise"] = nothing
        if not thing.get("terms"):
            thing.pop("terms", None)
        given = {"when": written["given"]} if "given" in written else {}
        return {"thing": thing, **({"when": case["when"]} if "when" in case else {}), **given}

    def _lines(self, name: str, written: Mapping[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for key in ("lines", "wins", "pushes"):
            rows = written.get(key, [])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                sentence = f'{key} is a list of lines: {key} = [{{ when = "tie", ... }}]'
                self._note(sentence, ("wager", name, key))
                continue
            for number, row in enumerate(rows):
                where: Path = ("wager", name, key, number)
                found.append(self._line(row, where, is_push=key == "pushes"))
                self.own.lines[name, len(found) - 1] = where
        return found

    def _line(self, row: Mapping[str, Any], where: Path, *, is_push: bool) -> dict[str, Any]:
        """A line of a wager; what is wrong in it is noted, and something possible put there."""
        self._known(row, ("when", "pays", "end", "label", "clauses"), where)
        when, end = "tie", "push"
        with self._noting():
            when = condition_of(row, where)
        with self._noting():
            end = push_of(row, where) if is_push else payoff_of(row, where)
        label, clauses = row.get("label", when), row.get("clauses", [])
        return {"when": when, "end": end, "label": label, "clauses": clauses}

    def _clauses(self) -> None:
        clauses = self._whole["register"].setdefault("clauses", [])
        written = self._table(self._found, "clauses", ()) if "clauses" in self._found else {}
        self._count(written, "clauses", "clauses")
        for name, said in written.items():
            where: Path = ("clauses", name)
            entry = said if isinstance(said, dict) else {"gist": said}
            known = [kind.value for kind in ClauseKind]
            made = {"kind": "settle", **entry, "id": name}
            if made["kind"] not in known:
                sentence = f"{made['kind']!r} is not a kind of clause; {closest('', known)}"
                self._note(sentence, (*where, "kind"), 1)
                made["kind"] = "settle"
            if not isinstance(entry.get("gist"), str):
                self._note('a clause is a text: "4.2" = "Tie pays 8 to 1."', where)
                made = {"kind": "settle", "id": name, "gist": name}
            place = next((n for n, each in enumerate(clauses) if each["id"] == name), None)
            if place is None:
                clauses.append(made)
                place = len(clauses) - 1
            clauses[place] = made
            self._sources["register", "clauses", place] = where
            self.own.clauses[ClauseId(name)] = where

    # --- reading ------------------------------------------------------------------------------

    def _count(self, held: Mapping[str, Any], kind: str, key: str) -> None:
        if len(held) > PARTS_MAX[kind]:
            self._note(f"a book has at most {PARTS_MAX[kind]:,} {kind}, not {len(held):,}", (key,))
            raise Unreadable

    def _list(self, key: str) -> list[Any]:
        held = self._whole.setdefault(key, [])
        if not isinstance(held, list) or not all(isinstance(each, dict) for each in held):
            raise WrongError(f"{key} is a list of tables: [[{key}]]", (key,))
        return held

    def _tables(self, key: str) -> Iterable[tuple[str, dict[str, Any]]]:
        held = self._table(self._found, key, ()) if key in self._found else {}
        self._count(held, f"{key}s", key)
        for name in held:
            if isinstance(held[name], dict):
                yield name, held[name]
            else:
                self._note(f"[{key}.NAME] is a table; write [{key}.{name}]", (key, name))

    @staticmethod
    def _table(held: Mapping[str, Any], key: str, where: Path) -> dict[str, Any]:
        found = held.get(key)
        if not isinstance(found, dict):
            written = ".".join(map(str, (*where, key)))
            problem = "is missing" if found is None else "is a table"
            raise WrongError(f"[{written}] {problem}", (*where, key))
        return found

    def _known(self, held: Mapping[str, Any], names: Iterable[str], where: Path) -> None:
        for key in held:
            if key not in names:
                self._note(f"{key!r} is unknown here; {closest(key, names)}", (*where, key))


def _inheriting(book: RuleBook, base: RuleBook | None) -> RuleBook:
    """The book with what became of the clauses that it took over unchanged."""
    before = dict(base.register.clauses) if base is not None else {}
    text = book.register.text
    clauses = (before[each.id] if before.get(each.id) == each else each for each in text.clauses)
    return replace(book, register=Register.of(replace(text, clauses=tuple(clauses))))


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
        raise WrongError(
            f"{wanted!r} is none of its values; {closest(str(wanted), values)}", where, 1
        )
    option["values"] = [wanted, *(each for each in values if each != wanted)]


def plain_keys() -> list[str]:
    """The keys that the canonical form of a book has."""
    return [field_name(RuleBook, name) for name in types_in(RuleBook)]
