"""The rule books: read by all; and of a house checked, added, removed, compared and adopted."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Annotated

import structlog
from fastapi import Path, Query, Response

from puntobanco.house.books import add_book, remove_book
from puntobanco.house.events import BookAdded
from puntobanco.house.permissions import Act
from puntobanco.library.book_file import BookFile
from puntobanco.library.comparing import differences
from puntobanco.library.doubts import findings_in
from puntobanco.library.errors import BadBookFileError, BookNotFoundError, FileFinding
from puntobanco.library.finding import is_path, read_brought
from puntobanco.notation.setting_words import SETTING_NAMES
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.citing.defaults import DEFAULTS
from puntobanco.rules.options import Choice, NumberOption, Option
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.tableau import Row, Tableau
from puntobanco.rules.wagers import Wager, Win
from puntobanco.sayings.saying import say
from puntobanco.server.administration.editions import EditionError, HouseEditions
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.endpoints import FormRouter, in_house, in_house_by_two
from puntobanco.server.api.handling.errors import HouseError, refused, responses
from puntobanco.server.api.handling.guard import Caller, House, SignedIn, somewhere
from puntobanco.server.casino.running import Casino
from puntobanco.server.casino.two_people import asking_adoption
from puntobanco.views.hands_form import ENDS
from puntobanco.wire import bodies as b
from puntobanco.wire import books as f
from puntobanco.wire.messages import refusal_form

router = FormRouter(prefix="/api", tags=["books"])
BookName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,64}$")]
"""A name, or a digest or the beginning of one."""
Options = Annotated[
    list[Annotated[str, Query(pattern=r"^[a-z-]{1,40}=[A-Za-z0-9. -]{1,40}$")]],
    Query(max_length=40, examples=[["perfect-pair=1"]]),
]
COMPARES = somewhere(Act.BOOKS_MANAGE, Act.VIEW_FLOOR)
"""For people who bring books, and those who oversee a table that may adopt one."""
_log = structlog.get_logger(__name__)


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


@router.shows("/books", "Every book", "Every book", None)
async def books(house: House) -> f.BooksForm:
    """Names, editions and fingerprints of the books that a new table may have."""
    editions = house.house_log.editions
    return f.BooksForm(books=tuple(map(book_line, editions.readable())))


@router.shows("/books/{book}", "A whole book", "Under the options asked for", None, 409)
async def book(house: House, book: BookName, option: Options = []) -> f.BookForm:  # noqa: B006 - FastAPI copies it
    """Options, wagers with what they pay, drawing rules and clauses."""
    return _form(rules_under(house, book, option))


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
                end=ENDS[type(line.end)],
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


@router.shows("/books/{book}/clauses", "A book's clauses", "In the book's order", None)
async def clauses(house: House, book: BookName) -> f.ClausesForm:
    """Every clause paraphrased, and our own rules where all books are silent."""
    found = book_of(house, book)
    return f.ClausesForm(
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


# --- bringing ---------------------------------------------------------------------------------


def _read(editions: HouseEditions, file: str, text: str) -> BookFile:
    """The book of a file; what it extends is a book of the house."""

    def base(name: str) -> RuleBook:
        if is_path(name):
            sentence = f"a house reads no other files; add {name} first and extend it by its name"
            raise BookNotFoundError(f"{sentence}, or use punto admin book add")
        return editions.found(name)

    return read_brought(text.encode(), file, base)


@router.shows(
    "/books/check",
    "Check a book file",
    "Every finding with its place",
    Act.BOOKS_MANAGE,
    method="POST",
)
async def check(caller: SignedIn, body: b.CheckBook) -> f.BookCheckForm:
    """What is wrong with a book file, line by line, and which edition it would be."""
    return await asyncio.to_thread(_checked, caller.casino.house_log.editions, body)


def _checked(editions: HouseEditions, body: b.CheckBook) -> f.BookCheckForm:
    book: RuleBook | None = None
    try:
        found = _read(editions, body.file, body.text)
        book, findings = found.book, tuple(findings_in(found))
    except BadBookFileError as error:
        findings = error.findings
    return f.BookCheckForm(
        accepted=book is not None,
        findings=tuple(map(_finding, findings)),
        book=book.name if book else "",
        title=book.title if book else "",
        edition=book.edition if book else "",
        digest=book.digest() if book else "",
    )


def _finding(finding: FileFinding) -> f.FindingForm:
    place = finding.place
    return f.FindingForm(
        line=place.line, column=place.column, error=finding.is_error, sentence=finding.sentence
    )


@router.changes("/books", "Add a book", Act.BOOKS_MANAGE)
async def add(caller: SignedIn, body: b.AddBook) -> Response:
    """Bring the house a book of its own; it keeps the text, and new tables may have it."""
    editions = caller.casino.house_log.editions
    try:
        book = (await asyncio.to_thread(_read, editions, body.file, body.text)).book
    except BadBookFileError as error:
        raise HouseError(409, "bad_book", say("error.bad-book", why=str(error))) from None
    if body.digest not in ("", book.digest()):
        _log.error("edition does not fit its digest", edition=body.digest, by=caller.name)
        said = say("error.wrong-digest", file=body.file, edition=book.digest(), named=body.digest)
        raise HouseError(409, "wrong_digest", said)
    wanted = BookAdded(
        book=book.name, title=book.title, edition=editions.offer(book), by=caller.name
    )
    posts = [post.name for post in book.posts.ladder if post.name not in editions.posts()]
    return await in_house(caller, body.id, add_book, wanted, editions.shipped, posts)


@router.changes("/books/{book}", "Remove a book", Act.BOOKS_MANAGE, method="DELETE")
async def remove(
    caller: SignedIn,
    book: BookName,
    request_id: q.QueryId,
    reason: Annotated[str, Query(min_length=1, max_length=500)],
) -> Response:
    """Offer a book, by its digest, no more; its tables go on under it, and its text is kept."""
    return await in_house(caller, request_id, remove_book, book, caller.name, reason)


@router.changes("/books/{book}/adoption", "Ask that tables adopt an edition", Act.BOOKS_MANAGE, 404)
async def adopt(caller: SignedIn, book: BookName, body: b.AdoptBook) -> Response:
    """Every table under one edition adopts another, once a second person has agreed.

    A table with an open coup adopts it when that coup is over; the answer has the `approval`.
    """
    before, after = book_of(caller.casino, body.before), book_of(caller.casino, book)
    for running in caller.casino.running_tables.values():
        refusal = running.cannot_adopt(after) if running.entry.edition == body.before else None
        if refusal is not None:
            said = say("refused.cannot-adopt", table=running.entry.table, why=refusal.said)
            raise refused(refusal_form(replace(refusal, said=said)), caller.name)
    caller.casino.house_log.editions.offer(after)
    return await in_house_by_two(caller, body.id, asking_adoption, before, after, body.reason)


# --- looking ----------------------------------------------------------------------------------


@router.shows("/editions", "Every edition of the house", "With who brought it and when", COMPARES)
async def editions(caller: SignedIn) -> f.HouseBooksForm:
    """What new tables may have and what tables have: who added it, and where it is in use."""
    house_log = caller.casino.house_log
    entries = (await house_log.catch_up()).tables.values()
    tables: dict[str, list[str]] = {}
    for entry in entries:
        tables.setdefault(entry.edition, []).append(entry.table)
    names = {each.edition: each.book for each in entries}
    listed = {**names, **house_log.editions.offered()}
    listed.pop("", None)
    return f.HouseBooksForm(
        books=tuple(
            _edition(caller, digest, name, tuple(tables.get(digest, ())))
            for digest, name in sorted(listed.items(), key=lambda each: (each[1], each[0]))
        )
    )


def _edition(caller: Caller, digest: str, name: str, tables: tuple[str, ...]) -> f.BookAddedForm:
    house_log = caller.casino.house_log
    brought = house_log.house.books.get(digest)
    title, edition, problem = brought.title if brought else name, "", ""
    try:
        book = house_log.editions.book(digest)
        title, edition = book.title, book.edition
    except EditionError as error:
        problem = str(error)
    return f.BookAddedForm(
        book=name,
        title=title,
        digest=digest,
        edition=edition,
        by=brought.by if brought else "",
        added_at=brought.added_at if brought else None,
        offered=digest in house_log.editions.offered(),
        tables=tables,
        problem=problem,
    )


@router.shows("/books/{book}/differences", "Compare two editions", "Wagers first", COMPARES, 409)
async def compare(
    caller: SignedIn,
    book: BookName,
    other: Annotated[
        str, Query(alias="from", pattern=r"^[a-z0-9-]{1,64}$", examples=["rws-wins-on"])
    ],
) -> f.DifferencesForm:
    """What is new, gone and changed in a book against another, with the edges of its wagers."""
    before, after = book_of(caller.casino, other), book_of(caller.casino, book)
    async with caller.casino.locks["compare"]:
        found = await asyncio.to_thread(compared, before, after)
    return f.DifferencesForm(before=book_line(before), after=book_line(after), differences=found)


@lru_cache(maxsize=64)
def compared(before: RuleBook, after: RuleBook) -> tuple[f.DifferenceForm, ...]:
    """What is different; kept for some pairs: editions never change, and there may be many."""
    return tuple(
        f.DifferenceForm(change=each.change, **asdict(each)) for each in differences(before, after)
    )


@router.get(
    "/books/{book}/text",
    summary="The text of an edition",
    responses={
        **responses(404, 409),
        200: {
            "description": "Canonical JSON; its SHA-256 is the digest",
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
    },
)
async def text(caller: SignedIn, book: BookName) -> Response:
    """A whole book as the record has it, to be read, hashed or simulated elsewhere."""
    return Response(book_of(caller.casino, book).text, media_type="application/json")
