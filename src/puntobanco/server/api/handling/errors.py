"""What a caller is told when something leads to nothing: a code and a saying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from puntobanco.sayings.saying import SaidError, Saying, say, sentence
from puntobanco.server.administration.editions import EditionError, NoSuchBookError
from puntobanco.server.api.description.schemas import json_answer
from puntobanco.server.api.handling.asking import NotPermittedError
from puntobanco.server.commands import BusyError, ReusedIdError, TableStoppedError
from puntobanco.server.operations.backups import NoBackupError
from puntobanco.server.people.passwords import WeakPasswordError
from puntobanco.training.marking import UnreadableAnswerError
from puntobanco.wire.bodies import ErrorForm
from puntobanco.wire.messages import BadMessageError, RefusalForm, told_to


class HouseError(SaidError):
    """Something that leads to nothing, and why."""

    def __init__(
        self,
        status: int,
        code: str,
        said: Saying,
        clauses: tuple[str, ...] = (),
        acceptable: int | None = None,
        trace: Mapping[str, str] | None = None,
    ) -> None:
        """`trace` goes to the journal alone."""
        super().__init__(said)
        self.status = status
        self.trace = trace or {}
        self.form = ErrorForm(
            code=code,
            sentence=sentence(said),
            said=to_builtins(said),
            clauses=list(clauses),
            acceptable=acceptable,
        )


ANSWERED_WITH: Mapping[type[SaidError], tuple[int, str]] = {
    NotPermittedError: (403, "not_permitted"),
    NoSuchBookError: (404, "not_found"),
    EditionError: (409, "edition_unreadable"),
    NoBackupError: (409, "no_backup"),
    ReusedIdError: (409, "id_reused"),
    TableStoppedError: (409, "table_stopped"),
    UnreadableAnswerError: (409, "not_understood"),
    WeakPasswordError: (409, "weak_password"),
    BadMessageError: (422, "bad_message"),
    BusyError: (503, "busy"),
}
"""The status and code of every error that a handler lets through."""

NOT_SIGNED_IN = HouseError(401, "not_signed_in", say("error.not-signed-in"))
NOT_PERMITTED = HouseError(403, "not_permitted", say("error.not-permitted"))
TOO_MANY = HouseError(429, "too_many", say("error.too-many"))


def not_found(said: Saying) -> HouseError:
    """There is nothing of this name."""
    return HouseError(404, "not_found", said)


def refused(refusal: RefusalForm, reader: str) -> HouseError:
    """A command that the house did not grant."""
    told = told_to(refusal, reader, str)
    return HouseError(409, told.reason, told.said, told.clauses, told.acceptable)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that an endpoint can answer with, for its description."""
    words = {
        400: "The message is malformed",
        401: "Not signed in",
        403: "Not permitted",
        404: "Nothing of this name",
        409: "Refused, with the reason",
        413: "Too long",
        422: "Not understood",
        429: "Too many",
        503: "Not now",
    }
    common = {400, 401, 403, 413, 422, 429, 503, *statuses}
    return {status: {"model": ErrorForm, "description": words[status]} for status in sorted(common)}


def answers(form: str, description: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """What an endpoint answers: a form that msgspec writes, or an error."""
    return {**responses(*statuses), **json_answer(form, description)}


def changed(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What an endpoint answers that changes something under an id."""
    return answers("AnswerMessage", "The answer to this id", *statuses)
