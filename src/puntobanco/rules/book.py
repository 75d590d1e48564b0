"""A rule book as a value, and the concrete rules of one table made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from puntobanco.base.cards import Rank
from puntobanco.base.clauses import ClauseId, Clauses, clause_order, is_default
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.citing.references import references_in
from puntobanco.rules.citing.register import Clause, Register, Status
from puntobanco.rules.conduct import Conduct, Style
from puntobanco.rules.configure import check_options, check_settings
from puntobanco.rules.facts import FACTS
from puntobanco.rules.fees import Ante, AnteRule
from puntobanco.rules.options import (
    Case,
    ForbiddenChoices,
    HouseWide,
    Option,
    OptionValues,
    Thing,
    holding,
)
from puntobanco.rules.places import Places
from puntobanco.rules.points import PointRow
from puntobanco.rules.posts import Posts
from puntobanco.rules.refusals import Reason, Refusal
from puntobanco.rules.rulings import Rulings
from puntobanco.rules.settings import TableSettings
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.text.canonical import digest_of, write_edition
from puntobanco.rules.wagers import Wager
from puntobanco.sayings.saying import say


@dataclass(frozen=True, repr=False)
class RuleBook:
    """One edition of one rule document, complete. Another document is another value."""

    name: str
    title: str
    edition: str
    points: tuple[PointRow, ...]
    tableau: Tableau
    options: tuple[Option, ...]
    exclusions: tuple[ForbiddenChoices, ...]
    wagers: tuple[Case[Wager], ...]
    places: tuple[Case[Places], ...]
    posts: Posts
    conduct: Conduct
    rulings: Rulings
    void_clauses: Clauses
    """What orders that the stakes of a void coup go back."""
    register: Register
    """Every clause of the document, paraphrased."""
    ante: AnteRule | None = None
    house_wide: tuple[HouseWide, ...] = ()

    def __repr__(self) -> str:
        return f"<RuleBook {self.name}: {self.title}, {self.edition}>"

    def configure(
        self, options: OptionValues | None = None, settings: TableSettings | None = None
    ) -> HouseRules | Refusal:
        """The concrete rules of one table, or the refusal that names what forbids them."""
        settings = settings or TableSettings()
        differential = self.conduct.betting.differential
        if differential is not None and differential.required and settings.differential is None:
            settings = replace(settings, differential=settings.limits.hand.maximum)
        values = check_options(self.options, self.exclusions, options or {}, settings.currency)
        if isinstance(values, Refusal):
            return values
        places = holding(self.places, values)[0]
        if self.ante and values["ante"] == "off" and values["ante-waiver"] != "off":
            said = say("refused.waiver-needs-ante")
            return Refusal(Reason.EXCLUDED_COMBINATION, said, self.ante.waiver_clauses)
        ante = self._ante(values, settings)
        if settings.commission_later and not self.conduct.betting.commission_later_clauses:
            said = say("refused.commission-deducted")
            return Refusal(Reason.BAD_SETTING, said, self._banker_clauses(values))
        cut = holding(self.conduct.cut, values)
        sharing, cards = holding(self.conduct.sharing, values)[0], int(values["decks"]) * 52
        refusal = check_settings(settings, places, ante, cut[0] if cut else None, sharing, cards)
        return refusal or HouseRules(self, values, settings, places, ante)

    def _banker_clauses(self, values: OptionValues) -> Clauses:
        """What says how a winning Banker stake is paid."""
        banker = next(each for each in holding(self.wagers, values) if each.name == "banker")
        return banker.lines[0].clauses

    def _ante(self, values: OptionValues, settings: TableSettings) -> Ante | None:
        if self.ante is None or values["ante"] == "off":
            return None
        waiver = values["ante-waiver"]
        return Ante(
            amount=settings.currency.read(values["ante"]),
            waived_from=None if waiver == "off" else settings.currency.read(waiver),
            rule=self.ante,
        )

    @property
    def deciding_post(self) -> str:
        """Who decides what the document leaves to the floor."""
        return self.rulings.decision_post or self.posts.ladder[-1].name

    @cached_property
    def citations(self) -> frozenset[ClauseId]:
        """Every clause that some rule of this book cites."""
        return frozenset(references_in(self))

    @cached_property
    def clauses(self) -> Mapping[ClauseId, Clause]:
        """Every clause by its id, with what became of it; an open one that is cited was done."""
        return {
            each.id: replace(each, status=Status.CARRIED_OUT)
            if each.status is Status.OPEN and each.id in self.citations
            else each
            for each in self.register.text.clauses
        }

    @cached_property
    def text(self) -> bytes:
        """The canonical text: what is kept, exchanged and hashed."""
        return write_edition(self)

    def __hash__(self) -> int:
        return hash(self._digest)

    def digest(self) -> str:
        """What the edition is known by: the SHA-256 of its canonical text."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return digest_of(self.text)

    def table_problems(self) -> tuple[str, ...]:
        """What is wrong with the drawing rules, the rulings and the points."""
        found = [*self.tableau.problems(), *self.rulings.problems()]
        found += [f"points: {problem}" for row in self.points for problem in row.problems()]
        valued = sorted("".join(row.ranks for row in self.points))
        if valued != sorted(rank.value for rank in Rank):
            found.append(f"points are given for {''.join(valued)}, not for every rank once")
        return tuple(found)

    def check(self) -> tuple[str, ...]:
        """What is wrong with this book, in sentences; nothing when it is sound.

        Every citation must resolve in the register, every clause must be cited or accounted for
        there, and the tables must be complete.
        """
        found = list(self.table_problems())
        found += [
            f"{clause} is cited but not in the register"
            for clause in sorted(self.citations, key=clause_order)
            if clause not in (DEFAULTS if is_default(clause) else self.register.clauses)
        ]
        found += [
            f"{clause.id} is {clause.status.value} but nothing says where"
            for clause in self.register.clauses.values()
            if clause.status is not Status.OPEN
            and clause.id not in self.citations
            and not clause.where
        ]
        for case in self.wagers:
            facts = {fact for line in case.thing.lines for fact in line.when.facts()}
            found += [f"{case.thing.name} asks for {fact}" for fact in sorted(facts - set(FACTS))]
        return tuple(found)


@dataclass(frozen=True, repr=False)
class HouseRules:
    """The rules of one table: a book with every choice made."""

    book: RuleBook
    options: OptionValues
    settings: TableSettings
    places: Places
    ante: Ante | None

    def __repr__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"<HouseRules of {self.book.name}: {chosen}>"

    @property
    def tableau(self) -> Tableau:
        """The drawing rules."""
        return self.book.tableau

    @cached_property
    def style(self) -> Style:
        """The dealing style."""
        return self.book.conduct.style(self.options)

    @property
    def decks(self) -> int:
        """How many decks of 52 are in the shoe."""
        return int(self.options["decks"])

    @property
    def deck_clauses(self) -> Clauses:
        """What bounds the number of decks."""
        return next(option.clauses for option in self.book.options if option.name == "decks")

    @property
    def continuous(self) -> bool:
        """Whether a machine takes the cards back and mixes them: no cut card, no end of a shoe."""
        return not self.chosen(self.book.conduct.ends)

    @property
    def seats(self) -> int:
        """How many betting places the table has."""
        return self.settings.places or self.places.most

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """What this table offers, by name, in the order of the layout."""
        return {wager.name: wager for wager in holding(self.book.wagers, self.options)}

    def chosen(self, cases: tuple[Case[Thing], ...]) -> tuple[Thing, ...]:
        """Of a book's cases, the things that hold with this table's options."""
        known = self._chosen.get(id(cases))
        if known is None:  # the book keeps its cases alive, so their identity is theirs for good
            known = self._chosen[id(cases)] = holding(cases, self.options)
        return known

    @cached_property
    def _chosen(self) -> dict[int, tuple[Any, ...]]:
        return {}

    def changed(self, options: OptionValues) -> HouseRules:
        """The same table with other choices, which must have been allowed before."""
        key = tuple(sorted(options.items()))
        if key not in self._variants:
            rules = self.book.configure(options, self.settings)
            assert isinstance(rules, HouseRules), rules
            self._variants[key] = rules
        return self._variants[key]

    @cached_property
    def _variants(self) -> dict[tuple[tuple[str, str], ...], HouseRules]:
        return {}

    def conflict_with(self, open_tables: Iterable[HouseRules]) -> Refusal | None:
        """Why this table may not open beside those, where a scale must be one for the house."""
        for other in open_tables:
            if other.book is not self.book:
                continue
            for rule in self.book.house_wide:
                ours, theirs = self.options[rule.option], other.options[rule.option]
                if "off" not in (ours, theirs) and ours != theirs:
                    said = say("refused.house-wide", option=rule.option, ours=ours, theirs=theirs)
                    return Refusal(Reason.EXCLUDED_COMBINATION, said, rule.clauses)
        return None
