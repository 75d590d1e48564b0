"""Running a `.play` script at a table of its own, and saying where it differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from puntobanco.base.accounts import Ledger
from puntobanco.base.clauses import is_default
from puntobanco.base.money import Units, UnreadableAmountError
from puntobanco.notation.expectations import EXPECTATIONS
from puntobanco.notation.script import ScriptError, ScriptLine, Word, read_script
from puntobanco.notation.setting_words import change_setting
from puntobanco.notation.verbs import RACK, VERBS, Verb
from puntobanco.notation.words import Words, number_in
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table, prepare_and_burn
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.events import Event, Events
from puntobanco.play.evolve import evolve
from puntobanco.play.postings import postings
from puntobanco.play.reports import Report, ReportBase
from puntobanco.play.requests import Request
from puntobanco.play.table import Closed, Preparing, Table
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.citing.defaults import cited
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.settings import TableSettings


@dataclass
class Playing:
    """A table that follows a script."""

    books: Mapping[str, RuleBook]
    rules: HouseRules | None = None
    table: Table = field(default_factory=Table)
    log: list[Event] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    recent: list[Event] = field(default_factory=list)
    """Events since the last line that did something."""
    coup: list[Event] = field(default_factory=list)
    """Events since the last opening call."""
    settings: TableSettings = field(default_factory=TableSettings)
    chosen: tuple[str, dict[str, str]] | None = None
    chosen_at: ScriptLine | None = None
    """The line that chose the book."""
    by_hand: bool = False
    """Whether the script opens the table and prepares the cards itself."""
    beside: dict[str, Playing] = field(default_factory=dict)
    """The tables of the house by name, this one included."""

    # --- doing --------------------------------------------------------------------------------

    def run(self, line: ScriptLine) -> None:
        """Carry one line out and check what is expected of it."""
        verb = line.verb.text
        if verb == "book":
            self._book(line)
        elif verb == "set":
            self._set(line)
        elif verb in EXPECTATIONS:
            if line.refused is not None:
                raise line.error(f"{verb} says what is expected; only what is asked is refused")
            EXPECTATIONS[verb](self, line)
        elif verb in VERBS:
            self._act(line, VERBS[verb])
        else:
            known = ", ".join(sorted({*VERBS, *EXPECTATIONS, *SETTING_UP}))
            raise line.error(f"{verb!r} is not a verb; verbs are {known}")

    def _book(self, line: ScriptLine) -> None:
        """`book NAME [OPTION=VALUE ...]`: the book the table plays by, and the options chosen."""
        if self.chosen is not None:
            raise line.error("the table plays by its book already; another table begins with table")
        if not line.words or line.words[0].text not in self.books:
            raise line.error(f"name a book: {', '.join(self.books)}")
        options = {}
        for word in line.words[1:]:
            name, equals, value = word.text.partition("=")
            if not equals:
                raise line.error(f"{word.text!r} is not an option; write option=value", word)
            options[name] = value
        self.chosen, self.chosen_at = (line.words[0].text, options), line
        if line.refused is not None or line.clauses:
            outcome = self.books[self.chosen[0]].configure(options, self.settings)
            self._check(line, outcome if isinstance(outcome, Refusal) else ())
            if isinstance(outcome, Refusal):
                self.chosen = self.chosen_at = None

    def _set(self, line: ScriptLine) -> None:
        """`set NAME=VALUE ...`: settings of the table, before anything happens at it."""
        if self.rules is not None:
            raise line.error("settings are made before anything happens at the table")
        settings = self.settings
        for word in line.words:
            try:
                settings = change_setting(settings, word.text)
            except (ValueError, UnreadableAmountError) as error:
                raise line.error(str(error), word) from None
        outcome: HouseRules | Refusal | None = None
        if self.chosen is not None:
            outcome = self.books[self.chosen[0]].configure(self.chosen[1], settings)
        if line.refused is not None or line.clauses:
            self._check(line, outcome if isinstance(outcome, Refusal) else ())
        if not isinstance(outcome, Refusal):  # a refused one changes nothing
            self.settings = settings
        elif line.refused is None:
            raise line.error(_told(outcome))

    def _act(self, line: ScriptLine, verb: Verb) -> None:
        if verb.by_hand:
            self.by_hand = True
        self.ready(line, cards=not verb.by_hand and not verb.before_cards)
        self.recent = []
        happened: list[Event] = []
        words = Words(line)
        for command in verb.read(self, words):
            outcome = self.do(command)
            if isinstance(outcome, Refusal):
                self._check(line, outcome)
                words.done()
                return
            happened += outcome
        words.done()
        self._check(line, tuple(happened))

    def do(self, command: Request | Report) -> Events | Refusal:
        """Put a request or a report through its door and fold what comes back."""
        assert self.rules is not None
        outcome: Events | Refusal
        if isinstance(command, ReportBase):
            outcome = rule_on(self.rules, self.table, command)
        else:
            outcome = self._conflict(command) or decide(self.rules, self.table, command)
        if isinstance(outcome, Refusal):
            return outcome
        for event in outcome:
            self.table = evolve(self.table, event)
            self.ledger.post(postings(event))
            self.log.append(event)
            self.recent.append(event)
            if event.__struct_config__.tag == "betting-opened":
                self.coup = []
            self.coup.append(event)
        return outcome

    def _conflict(self, command: Request) -> Refusal | None:
        """Why a table may not open beside the others of the house."""
        if not isinstance(command, r.OpenTable) or self.rules is None:
            return None
        others = [each for each in self.beside.values() if each is not self]
        is_open = [each for each in others if not isinstance(each.table.stage, Closed)]
        return self.rules.conflict_with(each.rules for each in is_open if each.rules is not None)

    def ready(self, line: ScriptLine, *, cards: bool) -> None:
        """Open the table, and where the script leaves it to us prepare the cards."""
        rules = self.configured(line)
        if self.by_hand:
            return
        if isinstance(self.table.stage, Closed):
            self._must(line, open_table(rules))
        if cards and isinstance(self.table.stage, Preparing):
            for message in prepare_and_burn(rules, self.table):
                self._must(line, message)

    def configured(self, line: ScriptLine) -> HouseRules:
        """The rules of the table, by its book, its options and its settings."""
        if self.chosen is None:
            raise line.error("a script begins with its book")
        if self.rules is None:
            outcome = self.books[self.chosen[0]].configure(self.chosen[1], self.settings)
            if isinstance(outcome, Refusal):
                raise line.error(f"the table cannot be configured: {outcome.sentence}")
            self.rules = outcome
        return self.rules

    def _must(self, line: ScriptLine, command: Request | Report) -> None:
        outcome = self.do(command)
        if isinstance(outcome, Refusal):
            raise line.error(_told(outcome))

    def patron(self, line: ScriptLine, word: Word) -> str:
        """The patron a word names; `S3` sits down at place 3 when first mentioned."""
        name = word.text
        place = number_in(name[1:])
        if name not in self.table.patrons and name[:1] == "S" and place is not None:
            self._must(line, r.TakePlace(by=name, place=place))
            self._must(line, r.BuyIn(by=name, amount=RACK))
        return name

    def amount(self, line: ScriptLine, word: Word) -> Units:
        """The amount a word gives; zero is for expectations only."""
        text = word.text
        if not text.strip("0."):
            return 0
        try:
            return self.settings.currency.read(text)
        except UnreadableAmountError as error:
            raise line.error(str(error), word) from None

    # --- checking -----------------------------------------------------------------------------

    def _check(self, line: ScriptLine, outcome: Events | Refusal) -> None:
        if isinstance(outcome, Refusal):
            if line.refused is None:
                raise line.error(_told(outcome))
            if line.refused and outcome.reason.value != line.refused:
                raise line.error(f"refused {outcome.reason.value}, expected {line.refused}")
            self.check_cited(line, outcome.clauses)
            return
        if line.refused is not None:
            tags = ", ".join(str(event.__struct_config__.tag) for event in outcome) or "nothing"
            raise line.error(f"expected {f'refused {line.refused}'.strip()}, but happened: {tags}")
        self.check_cited(line, [clause for event in outcome for clause in event.clauses])

    def check_cited(self, line: ScriptLine, clauses: Sequence[str]) -> None:
        """Every clause the line names must have been cited."""
        missing = [clause for clause in line.clauses if clause not in clauses]
        if missing:
            got = ", ".join(dict.fromkeys(clauses)) or "none"
            raise line.error(f"[{', '.join(missing)}] not cited; cited were {got}")


def _told(refusal: Refusal) -> str:
    """A refusal as a script would expect it, and why; a default says that the book is silent."""
    clauses, silent = (
        ", ".join(refusal.clauses),
        cited(each for each in refusal.clauses if is_default(each)),
    )
    why = f"{refusal.sentence} ({silent})" if silent else refusal.sentence
    return f"refused {refusal.reason.value}{f' [{clauses}]' if clauses else ''}: {why}"


def run_script(text: str, books: Mapping[str, RuleBook]) -> Playing:
    """Run a script to its end; the first difference is a ScriptError with line and column."""
    playing = Playing(books)
    tables = playing.beside
    tables["T1"] = playing
    lines = read_script(text)
    if not lines:
        raise ScriptError(1, 1, "the script is empty")
    for line in lines:
        if line.verb.text == "table":
            playing = _table(line, books, tables)
        else:
            playing.run(line)
    for each in tables.values():
        if each.chosen_at is not None:
            each.configured(each.chosen_at)
    return playing


def _table(line: ScriptLine, books: Mapping[str, RuleBook], tables: dict[str, Playing]) -> Playing:
    """`table NAME`: what follows happens at this table; a script begins at T1."""
    words = Words(line)
    name = words.text("the name of a table, such as T2")
    words.done()
    if name not in tables:
        tables[name] = Playing(books, beside=tables)
    return tables[name]


SETTING_UP: Mapping[str, Callable[..., object]] = {
    "book": Playing._book,  # noqa: SLF001  verbs of its own
    "set": Playing._set,  # noqa: SLF001
    "table": _table,
}
"""Verbs that do nothing at a table: their docstrings say what they mean, as everywhere."""
