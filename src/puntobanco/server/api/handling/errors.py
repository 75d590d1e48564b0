"""What a caller is told when something leads to nothing: a code and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from pydantic import BaseModel, ConfigDict

from puntobanco.sayings.saying import Saying
from puntobanco.wire.messages import RefusalForm, told_to


class ErrorForm(BaseModel):
    """Every error has this form."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"code": "not_permitted", "sentence": "you may not do this"}]
        }
    )

    code: str
    sentence: str
    said: dict[str, Any] | None = None
    """The sentence as a code with values, for a reader of another language."""
    clauses: list[str] = []
    acceptable: int | None = None


class HouseError(Exception):
    """Something that leads to nothing, and why."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        clauses: tuple[str, ...] = (),
        acceptable: int | None = None,
        trace: Mapping[str, str] | None = None,
        said: Saying | None = None,
    ) -> None:
        """Beside what the caller is told: what only the journal is told."""
        self.status = status
        self.trace = trace or {}
        self.form = ErrorForm(
            code=code,
            sentence=sentence,
            said=None if said is None else to_builtins(said),
            clauses=list(clauses),
            acceptable=acceptable,
        )
        super().__init__(sentence)


NOT_SIGNED_IN = HouseError(401, "not_signed_in", "sign in first, or again: the session has ended")
NOT_PERMITTED = HouseError(403, "not_permitted", "your roles do not permit this here")
TOO_MANY = HouseError(
    429, "too_many", "you ask faster than one person may; wait a second, then ask again"
)


def not_found(what: str) -> HouseError:
    """There is nothing of this name."""
    return HouseError(404, "not_found", f"there is no {what}")


def refused(refusal: RefusalForm, reader: str) -> HouseError:
    """A command that the house did not grant."""
    told = told_to(refusal, reader, str)
    return HouseError(
        409, told.reason, told.sentence, told.clauses, told.acceptable, said=told.said
    )


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
