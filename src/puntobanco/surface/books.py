"""Books and the rules of one table, as a Python user holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.books import BOOKS
from puntobanco.library.finding import find_book, is_digest, is_path
from puntobanco.odds.composition import Composition, full_shoe, read_composition
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.revision import pays_otherwise, read_wager, revised, warnings
from puntobanco.odds.try_wager import read_name
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.options import OptionValues, value_meant
from puntobanco.rules.refusals import Refusal, RefusedError
from puntobanco.rules.settings import TableSettings
from puntobanco.rules.wagers import Wager, Win
from puntobanco.surface.words import (
    Cards,
    cards,
    name_in,
    names_in,
    number_of_decks,
    usage_errors,
)

if TYPE_CHECKING:
    from puntobanco.surface.counts import Count
    from puntobanco.surface.coups import Coup
    from puntobanco.surface.table_win import TableWin


@dataclass(frozen=True, repr=False)
class Book:
    """A rule book: one edition of one document. `book.rules(tie="9")` sets up a table."""

    core: RuleBook
    """The book as the engine knows it."""

    @property
    def name(self) -> str:
        """Its short name, such as mbs."""
        return self.core.name

    @property
    def title(self) -> str:
        """What the document calls itself."""
        return self.core.title

    @property
    def edition(self) -> str:
        """Which version of the document it is."""
        return self.core.edition

    @property
    def digest(self) -> str:
        """A fingerprint of everything the book says."""
        return self.core.digest()

    @property
    def options(self) -> dict[str, str]:
        """What the operator may choose: the name of each option, and what it takes."""
        return {option.name: option.expected for option in self.core.options}

    def rules(self, settings: TableSettings | None = None, /, **options: object) -> Rules:
        """The rules of one table; `RefusedError` says which clause forbids a choice."""
        if not isinstance(settings, TableSettings | None):
            raise TypeError(f"{settings!r} are not options; name them, such as rules(decks=6)")
        known = {option.name: option for option in self.core.options}
        wagers = {case.thing.name for case in self.core.wagers}
        for name, value in options.items():
            if name.replace("_", "-") in wagers - known.keys():
                raise UsageError(
                    f"{name} is a wager, not an option; rules().pay({name}={value!r}) changes what "
                    "it pays"
                )
        chosen = dict[str, str]()
        for name, value in options.items():
            option = known[name_in(name, known, "option")]
            chosen[option.name] = value_meant(option, str(value))
        found = self.core.configure(chosen, settings)
        if isinstance(found, Refusal):
            raise RefusedError(found)
        return Rules(found)

    def configure(
        self, options: OptionValues | None = None, settings: TableSettings | None = None
    ) -> HouseRules | Refusal:
        """The engine's rules of one table, or the refusal as a value; never raises."""
        return self.core.configure(options, settings)

    def clause(self, number: str) -> str:
        """What a clause of the document says, in short."""
        found = self.core.register.named(str(number))
        if found is None:
            clauses = len(self.core.register.clauses)
            raise UsageError(f"{self.name} has no clause {number!r}; it has {clauses} clauses")
        return found.gist

    def __repr__(self) -> str:
        return f"<Book {self.name}: {self.title}, {self.edition}>"


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules of one table: a book with every choice made."""

    core: HouseRules
    """The rules as the engine knows them."""
    changes: tuple[str, ...] = field(default=())
    """What `pay` and `offer` changed of the book, in words."""

    @property
    def book(self) -> Book:
        """The book they come from."""
        return Book(self.core.book)

    @property
    def options(self) -> dict[str, str]:
        """Every choice of the operator."""
        return dict(self.core.options)

    @property
    def decks(self) -> int:
        """How many decks are in the shoe."""
        return self.core.decks

    @property
    def wagers(self) -> list[str]:
        """The wagers that the table offers, by name."""
        return list(self.core.wagers)

    @usage_errors()
    def pay(self, payoffs: Mapping[str, object] | None = None, /, **more: object) -> Rules:
        """The same table with other payoffs: `rules.pay(tie=9)`, `pay(banker="1 less 4%")`.

        A wager with several payoffs takes them separated by commas: "15,25".
        """
        if not isinstance(payoffs, Mapping | None):
            raise TypeError(f"{payoffs!r} does not name a wager; write pay(tie=9)")
        given = {
            name_in(name, self.wagers, "wager"): _payoff_words(value)
            for name, value in {**(payoffs or {}), **more}.items()
        }
        core = revised(self.core, given)
        new = [n for n in given if pays_otherwise(self.core.wagers[n], core.wagers[n])]
        before = [each for each in self.changes if each.partition(" pays ")[0] not in new]
        return Rules(core, (*before, *(f"{name} pays {given[name]}" for name in new)))

    @usage_errors()
    def offer(self, wagers: Mapping[str, str] | None = None, /, **more: str) -> Rules:
        """The same table with more wagers: `offer({"dragon-7": "CONDITION pays 40"})`.

        Conditions are over the facts that `punto odds try --help` lists.
        """
        if not isinstance(wagers, Mapping | None):
            raise TypeError(
                f"{wagers!r} does not name a wager; write offer({{'lucky': 'tie pays 9'}})"
            )
        given = {**(wagers or {}), **more}
        for name, words in given.items():
            if not isinstance(name, str) or not isinstance(words, str):
                raise TypeError(f"{name}: {words!r} is not a wager; write 'CONDITION pays 40'")
        new = [read_wager(name, words) for name, words in given.items()]
        for wager in new:
            if problems := warnings(self.core.tableau, wager):
                raise UsageError(f"{wager.name}: {problems[0]}")
        book = [name for name in self.wagers if f"{name} added" not in self.changes]
        names = {each.name: "redefined" if each.name in book else "added" for each in new}
        before = [each for each in self.changes if each.split()[0] not in names]
        changes = (f"{name} {what}" for name, what in names.items())
        return Rules(revised(self.core, {}, new), (*before, *changes))

    @usage_errors()
    def odds(
        self,
        *,
        seen: Cards = (),
        shoe: str | Composition | None = None,
        decks: int | None = None,
        wagers: Mapping[str, str] | Iterable[str] | None = None,
    ) -> Odds:
        """The exact odds of every wager: for the full shoe, or for the cards that are left.

        `wagers` names those wanted, or defines new ones: {"dragon-7": "CONDITION pays 40"}.
        """
        rules = self
        if isinstance(wagers, Mapping):
            rules = self.offer(wagers)
            wanted = [read_name(name) for name in wagers]
        else:
            wanted = names_in(self.wagers if wagers is None else wagers, self.wagers, "wager")
        if shoe is not None and decks is not None:
            raise UsageError("give decks or shoe, not both")
        if isinstance(shoe, Composition):
            start = shoe
        elif not isinstance(shoe, str | None):
            raise TypeError(f"{shoe!r} is not a shoe; write its cards as text, such as '9s 2h 4d'")
        else:
            start = (
                full_shoe(number_of_decks(decks, self.decks))
                if shoe is None
                else read_composition(shoe)
            )
        left = start.without(cards(seen))
        chosen = [rules.core.wagers[name] for name in wanted]
        return Pricer(self.core.tableau, chosen).price(left)

    def coup(self, dealt: Cards) -> Coup:
        """Deal a coup from cards in the order they leave the shoe."""
        from puntobanco.surface.coups import coup  # noqa: PLC0415  # which knows rules

        return coup(dealt, self)

    def count(
        self,
        wager: str,
        *,
        cut: int = 14,
        shoes: int = 100_000,
        seed: int = 1,
        decks: int | None = None,
        burn: str | None = None,
    ) -> Count:
        """A card count for a wager, and what it wins with the cut card so far from the back.

        `burn` is none, one or by-value; without it, as the table's rules have it.
        """
        from puntobanco.surface.counts import count  # noqa: PLC0415  # slow to load

        return count(self, wager, cut=cut, shoes=shoes, seed=seed, decks=decks, burn=burn)

    def win(
        self,
        bets: str | Sequence[str],
        *,
        coups_per_hour: int = 70,
        hours: int = 8,
        shifts: int = 3,
        days: int = 30,
        ruin: str = "1%",
        decks: int | None = None,
    ) -> TableWin:
        """What the table wins in an hour, a shift, a day and a month, with its risk.

        `bets` are groups of patrons: "6x banker=200@50% tie=20@10%" is six patrons, each with 200
        on Banker in half of the coups and 20 on Tie in a tenth of them.
        """
        from puntobanco.surface.table_win import table_win  # noqa: PLC0415  # which knows rules

        return table_win(
            self, bets, coups_per_hour=coups_per_hour, hours=hours, shifts=shifts, days=days,
            ruin=ruin, decks=decks,
        )  # fmt: skip

    def sheet(self, path: str | PathLike[str]) -> None:
        """Write a par sheet: .html or .pdf."""
        from puntobanco.surface.files import write_par_sheet  # noqa: PLC0415  # slow to load

        write_par_sheet(self, path)

    def __repr__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        changed = f"; {', '.join(self.changes)}" if self.changes else ""
        return (
            f"<Rules of {self.book.name}: {chosen}; {how_many(len(self.wagers), 'wager')}{changed}>"
        )

    def _repr_html_(self) -> str:
        return self.odds().frame.html()


def _payoff_words(value: object) -> str:
    """What a wager pays as `--pay` reads it; (15, 25) are two payoffs."""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def book(name: str | PathLike[str]) -> Book:
    """The book of this name, path or digest; `books()` lists those of the package.

    >>> book("mbs").title
    'MBS Baccarat'
    """
    text = str(name)
    if text.lower() in BOOKS:
        return Book(BOOKS[text.lower()])
    if not is_path(text) and not is_digest(text):
        return Book(BOOKS[name_in(text, BOOKS, "book")])
    return Book(find_book(text))


def books() -> list[Book]:
    """Every book that comes with the package."""
    return [Book(each) for each in BOOKS.values()]


def table_of(source: str | Book | Rules) -> Rules:
    """Rules from what a user handed in: the name of a book, a book, or rules."""
    if isinstance(source, Rules):
        return source
    if isinstance(source, Book):
        return source.rules()
    if isinstance(source, str):
        return book(source).rules()
    if isinstance(source, Refusal):
        raise RefusedError(source)
    if isinstance(source, HouseRules):
        return Rules(source)
    raise TypeError(f"{source!r} has no rules; give pb.book('mbs').rules() or the name of a book")


def book_form(book: RuleBook) -> dict[str, Any]:
    """A book and its edition, for programs."""
    register = book.register
    return {
        "book": book.name,
        "title": book.title,
        "edition": book.edition,
        "effective": register.effective,
        "digest": book.digest(),
        "clauses": len(register.clauses),
    }


def rules_form(rules: HouseRules) -> dict[str, Any]:
    """The rules of one table, for programs."""
    return {
        **book_form(rules.book),
        "options": dict(rules.options),
        "places": rules.seats,
        "tableau": {
            "player_draws": rules.tableau.player_draws,
            "banker_draws": rules.tableau.banker_draws,
        },
        "wagers": {name: _wager_form(wager) for name, wager in rules.wagers.items()},
    }


def _wager_form(wager: Wager) -> list[dict[str, Any]]:
    return [
        {
            "when": line.label,
            "end": "win" if isinstance(line.end, Win) else str(line.end),
            "pays": str(line.end.net) if isinstance(line.end, Win) else None,
            "clauses": line.clauses,
        }
        for line in wager.ends()
    ]
