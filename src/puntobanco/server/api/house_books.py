"""The books of a house: checked, added, removed, compared, and taken away as text."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import asdict, replace
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends, Query, Response

from puntobanco.house.books import add_book, remove_book
from puntobanco.house.events import BookAdded
from puntobanco.house.permissions import Act
from puntobanco.library.book_file import BookFile
from puntobanco.library.comparing import Difference, differences
from puntobanco.library.doubts import findings_in
from puntobanco.library.errors import BadBookFileError, BookNotFoundError, FileFinding
from puntobanco.library.finding import is_path, read_brought
from puntobanco.rules.book import RuleBook
from puntobanco.sayings.saying import say
from puntobanco.server.administration.editions import EditionError, HouseEditions
from puntobanco.server.api.books import BookName, book_line, book_of
from puntobanco.server.api.handling import parameters as q
from puntobanco.server.api.handling.doing import in_house, json
from puntobanco.server.api.handling.errors import (
    NOT_PERMITTED,
    HouseError,
    answers,
    changed,
    refused,
    responses,
)
from puntobanco.server.api.handling.guard import Caller, SignedIn, permitted
from puntobanco.server.casino.two_people import approval_id, asking_adoption
from puntobanco.wire import bodies as b
from puntobanco.wire import books as f
from puntobanco.wire.messages import refusal_form

router = APIRouter(prefix="/api", tags=["books"])
Keeper = Annotated[Caller, Depends(permitted(Act.BOOKS_MANAGE))]
_log = structlog.get_logger(__name__)


async def comparer(caller: SignedIn) -> Caller:
    """A caller who brings books, or oversees a table that may adopt one."""
    if caller.may_somewhere(Act.BOOKS_MANAGE) or caller.may_somewhere(Act.VIEW_FLOOR):
        return caller
    raise NOT_PERMITTED


Comparer = Annotated[Caller, Depends(comparer)]


# --- bringing ---------------------------------------------------------------------------------


def _read(editions: HouseEditions, file: str, text: str) -> BookFile:
    """The book of a file; what it extends is a book of the house."""

    def base(name: str) -> RuleBook:
        if is_path(name):
            sentence = f"a house reads no other files; add {name} first and extend it by its name"
            raise BookNotFoundError(f"{sentence}, or use punto admin book add")
        return editions.found(name)

    return read_brought(text.encode(), file, base)


@router.post(
    "/books/check",
    summary="Check a book file",
    responses=answers("BookCheckForm", "Every finding with its place"),
)
async def check(caller: Keeper, body: b.CheckBook) -> Response:
    """What is wrong with a book file, line by line, and which edition it would be."""
    return json(await asyncio.to_thread(_checked, caller.casino.house_log.editions, body))


def _checked(editions: HouseEditions, body: b.CheckBook) -> f.BookCheckForm:
    try:
        found = _read(editions, body.file, body.text)
    except BadBookFileError as error:
        findings = tuple(map(_finding, error.findings))
        return f.BookCheckForm(
            accepted=False, findings=findings, book="", title="", edition="", digest=""
        )
    book = found.book
    return f.BookCheckForm(
        accepted=True,
        findings=tuple(map(_finding, findings_in(found))),
        book=book.name,
        title=book.title,
        edition=book.edition,
        digest=book.digest(),
    )


def _finding(finding: FileFinding) -> f.FindingForm:
    place = finding.place
    return f.FindingForm(
        line=place.line, column=place.column, error=finding.is_error, sentence=finding.sentence
    )


@router.post("/books", summary="Add a book", responses=changed(409))
async def add(caller: Keeper, body: b.AddBook) -> Response:
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
    return await in_house(
        caller, body.id, lambda house, now: add_book(house, wanted, editions.shipped, posts)
    )


@router.delete("/books/{book}", summary="Remove a book", responses=changed(409))
async def remove(
    caller: Keeper,
    book: BookName,
    request_id: q.QueryId,
    reason: Annotated[str, Query(min_length=1, max_length=500)],
) -> Response:
    """Offer a book, by its digest, no more; its tables go on under it, and its text is kept."""
    return await in_house(
        caller, request_id, lambda house, now: remove_book(house, book, caller.name, reason)
    )


@router.post(
    "/books/{book}/adoption",
    summary="Ask that tables adopt an edition",
    responses=changed(404, 409),
)
async def adopt(caller: Keeper, book: BookName, body: b.AdoptBook) -> Response:
    """Every table under one edition adopts another, once a second person has agreed.

    A table with an open coup adopts it when that coup is over; the answer has the `approval`.
    """
    approval = approval_id(caller.name, body.id)
    before, after = book_of(caller.casino, body.before), book_of(caller.casino, book)
    for running in caller.casino.running_tables.values():
        refusal = running.cannot_adopt(after) if running.entry.edition == body.before else None
        if refusal is not None:
            said = say("refused.cannot-adopt", table=running.entry.table, why=refusal.said)
            raise refused(refusal_form(replace(refusal, said=said)), caller.name)
    caller.casino.house_log.editions.offer(after)
    wanted = asking_adoption(approval, before, after, body.reason, caller.name)
    return await in_house(caller, body.id, wanted, approval)


# --- looking ----------------------------------------------------------------------------------


@router.get(
    "/editions",
    summary="Every edition of the house",
    responses=answers("HouseBooksForm", "With who brought it and when"),
)
async def editions(caller: Comparer) -> Response:
    """What new tables may have and what tables have: who added it, and where it is in use."""
    house_log = caller.casino.house_log
    await house_log.catch_up()
    tables: dict[str, list[str]] = {}
    for entry in house_log.house.tables.values():
        tables.setdefault(entry.edition, []).append(entry.table)
    names = {each.edition: each.book for each in house_log.house.tables.values()}
    listed = {**names, **house_log.editions.offered()}
    listed.pop("", None)
    return json(
        f.HouseBooksForm(
            books=tuple(
                _edition(caller, digest, name, tuple(tables.get(digest, ())))
                for digest, name in sorted(listed.items(), key=lambda each: (each[1], each[0]))
            )
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


@router.get(
    "/books/{book}/differences",
    summary="Compare two editions",
    responses=answers("DifferencesForm", "Wagers first", 404, 409),
)
async def compare(
    caller: Comparer,
    book: BookName,
    other: Annotated[
        str, Query(alias="from", pattern=r"^[a-z0-9-]{1,64}$", examples=["rws-wins-on"])
    ],
) -> Response:
    """What is new, gone and changed in a book against another, with the edges of its wagers."""
    before, after = book_of(caller.casino, other), book_of(caller.casino, book)
    async with caller.casino.locks["compare"]:
        found = await asyncio.to_thread(_compared, before, after)
    return json(
        f.DifferencesForm(before=book_line(before), after=book_line(after), differences=found)
    )


_KNOWN: OrderedDict[tuple[str, str], tuple[f.DifferenceForm, ...]] = OrderedDict()
"""By digests, what was found: editions never change. Only one comparison runs at a time."""
KNOWN_MAX = 64
"""So many are kept; a house may have any number of editions, each beside each."""


def _compared(before: RuleBook, after: RuleBook) -> tuple[f.DifferenceForm, ...]:
    pair = before.digest(), after.digest()
    if pair not in _KNOWN:
        _KNOWN[pair] = tuple(map(_difference, differences(before, after)))
        if len(_KNOWN) > KNOWN_MAX:
            _KNOWN.popitem(last=False)
    return _KNOWN[pair]


def _difference(each: Difference) -> f.DifferenceForm:
    return f.DifferenceForm(change=each.change, **asdict(each))


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
