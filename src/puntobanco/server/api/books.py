"""The rule books over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from puntobanco.notation.setting_words import SETTING_NAMES
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.options import Choice, NumberOption, Option
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.tableau import Row, Tableau
from puntobanco.rules.wagers import Lose, Push, Wager, Win
from puntobanco.sayings.saying import say
from puntobanco.server.api.handling.doing import json
from puntobanco.server.api.handling.errors import HouseError, answers, refused
from puntobanco.server.api.handling.guard import House
from puntobanco.server.casino.running import Casino
from puntobanco.wire import books as f
from puntobanco.wire.messages import refusal_form

router = APIRouter(prefix="/api/books", tags=["books"])
BookName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,64}$")]
"""A name, or a digest or the beginning of one."""
Options = Annotated[
    list[Annotated[str, Query(pattern=r"^[a-z-]{1,40}=[A-Za-z0-9. -]{1,40}$")]],
    Query(max_length=40, examples=[["perfect-pair=1"]]),
]
_ENDS = {Win: "win", Push: "push", Lose: "lose"}


def book_of(casino: Casino, name: str) -> RuleBook:
    """The book of a name or digest, as this house has it."""
    return casino.house_log.editions.found(name)


def book_line(book: RuleBook) -> f.BookLineForm:
    """A book as lists have it."""
    return f.BookLineForm(
        book=book.name,
        title=book.title,
        edition=book.edition,
        effective=book.register.effective,
        digest=book.digest(),
        clauses=len(book.register.clauses),
    )


@router.get("", summary="Every book", responses=answers("BooksForm", "Every book"))
async def books(house: House) -> Response:
    """Names, editions and fingerprints of the books that a new table may have."""
    editions = house.house_log.editions
    return json(f.BooksForm(books=tuple(map(book_line, editions.readable()))))


@router.get(
    "/{book}",
    summary="A whole book",
    responses=answers("BookForm", "Under the options asked for", 404, 409),
)
async def book(house: House, book: BookName, option: Options = []) -> Response:  # noqa: B006 - FastAPI copies it
    """Options, wagers with what they pay, drawing rules and clauses."""
    return json(_form(rules_under(house, book, option)))


def rules_under(casino: Casino, book: str, option: list[str]) -> HouseRules:
    """A book's rules under options written as name=value."""
    found = book_of(casino, book)
    words = [each.partition("=") for each in option]
    chosen = {name: value for name, _, value in words}
    if len(chosen) != len(words):
        raise HouseError(409, "not_understood", say("error.option-once", example="name=value"))
    rules = found.configure(chosen)
    if isinstance(rules, Refusal):
        raise refused(refusal_form(rules), "")
    return rules


def _form(rules: HouseRules) -> f.BookForm:
    book = rules.book
    return f.BookForm(
        book=book.name,
        title=book.title,
        edition=book.edition,
        effective=book.register.effective,
        digest=book.digest(),
        places=rules.seats,
        decks=rules.decks,
        options=tuple(_option(each, rules.options[each.name]) for each in book.options),
        forbidden=tuple(
            f.ForbiddenForm(
                options=dict(each.when.choices), sentence=each.sentence, clauses=each.clauses
            )
            for each in book.exclusions
        ),
        wagers=tuple(_wager(rules, each) for each in rules.wagers.values()),
        drawing=_drawing(book.tableau),
        posts={post.name: post.title for post in book.posts.ladder},
        settings=tuple(sorted(SETTING_NAMES)),
    )


def _option(option: Option, chosen: str) -> f.OptionForm:
    counted = isinstance(option, NumberOption)
    kind = "choice" if isinstance(option, Choice) else "count" if counted else "sum"
    return f.OptionForm(
        name=option.name,
        kind=kind,
        meaning=option.meaning,
        values=option.values if isinstance(option, Choice) else (),
        low=option.low if isinstance(option, NumberOption) else None,
        high=option.high if isinstance(option, NumberOption) else None,
        default=option.default,
        chosen=chosen,
        expected=option.expected,
        clauses=option.clauses,
    )


def _wager(rules: HouseRules, wager: Wager) -> f.BookWagerForm:
    return f.BookWagerForm(
        name=wager.name,
        title=wager.title,
        kind=wager.kind.value,
        lines=tuple(
            f.WagerLineForm(
                label=line.label,
                end=_ENDS[type(line.end)],
                pays=str(line.end) if isinstance(line.end, Win) else "",
                clauses=line.clauses,
            )
            for line in wager.ends()
        ),
        clauses=wager.terms.offer_clauses or rules.book.conduct.betting.offer_clauses,
    )


def _drawing(tableau: Tableau) -> f.DrawingForm:
    return f.DrawingForm(
        natural_clauses=tableau.natural_clauses,
        player=_rows(tableau.player),
        banker=_rows(tableau.banker),
        banker_alone=_rows(tableau.banker_alone),
    )


def _rows(rows: tuple[Row, ...]) -> tuple[f.DrawingRowForm, ...]:
    return tuple(
        f.DrawingRowForm(
            totals=row.totals,
            letters=row.letters,
            clauses=tuple(dict.fromkeys((*row.clauses, *row.draw_clauses, *row.stand_clauses))),
        )
        for row in rows
    )


@router.get(
    "/{book}/clauses",
    summary="A book's clauses",
    responses=answers("ClausesForm", "In the book's order", 404),
)
async def clauses(house: House, book: BookName) -> Response:
    """Every clause paraphrased, and our own rules where all books are silent."""
    found = book_of(house, book)
    return json(
        f.ClausesForm(
            book=found.name,
            title=found.title,
            clauses=tuple(
                f.ClauseForm(
                    id=each.id,
                    kind=each.kind.value,
                    status=each.status.value,
                    gist=each.gist,
                    note=each.note,
                )
                for each in found.clauses.values()
            ),
            defaults={str(name): sentence for name, sentence in DEFAULTS.items()},
        )
    )
