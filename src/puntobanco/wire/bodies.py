"""What callers send to change something, each under an id of theirs with which it is done once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from puntobanco.base.money import UNITS_MAX
from puntobanco.wire.patterns import ID_PATTERN, NAME_PATTERN, TABLE_PATTERN, WHERE_PATTERN

Name = Annotated[str, Field(pattern=NAME_PATTERN, examples=["guest1"])]
PasswordText = Annotated[str, Field(min_length=1, max_length=256)]

UNTIL_MAX = 253_402_214_400_000_000
"""The last day of the year 9999, in microseconds since 1970: no later date can be written. Readers
of the description who know numbers by their first 53 bits read it as it is."""

Id = Annotated[str, Field(pattern=ID_PATTERN, examples=["6f1c2d"])]
Amount = Annotated[int, Field(gt=0, le=UNITS_MAX, examples=[10000])]
Text = Annotated[str, Field(min_length=1, max_length=500, examples=["counted twice"])]
Words = Annotated[str, Field(max_length=200)]
Seconds = Annotated[int, Field(ge=0, le=600)]
Settings = Annotated[dict[Words, Words], Field(max_length=60)]


class Body(BaseModel):
    """What callers send: nothing unknown, nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


def example(**fields: Any) -> ConfigDict:
    """The configuration of a body, with an example of it."""
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [dict(fields)]})


class Plain(Body):
    """Only the id."""

    model_config = example(id="6f1c2d")
    id: Id


class WithReason(Plain):
    """The id, and why."""

    model_config = example(id="6f1c2d", reason="chips fell among the cards")
    reason: Text


# --- what every caller may be told --------------------------------------------------------------


class ErrorForm(BaseModel):
    """Every error has this form."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "not_permitted",
                    "sentence": "Your roles do not permit this.",
                    "said": {"code": "error.not-permitted"},
                }
            ]
        }
    )

    code: str
    sentence: str
    said: dict[str, Any]
    """The sentence as a code with values, for a reader of another language."""
    clauses: list[str] = []
    acceptable: int | None = None


class HealthForm(BaseModel):
    """Alive."""

    alive: bool
    ready: bool
    tables: int


# --- sessions ---------------------------------------------------------------------------------


class SignIn(Body):
    """Name and password."""

    name: Name
    password: PasswordText


class WhoForm(BaseModel):
    """Who one is, and what one is here."""

    name: str
    roles: dict[str, list[str]]
    """By table, or `*`: the roles held there."""
    must_change_password: bool
    is_device: bool
    idle_seconds: int
    began: int


class SignedInForm(WhoForm):
    """The same, with the token of the new session."""

    token: str


class ChangePassword(Body):
    """The password one has, and the one one wants."""

    old: PasswordText
    new: PasswordText


class TicketForm(BaseModel):
    """Good for one socket, for 30 seconds."""

    ticket: str


class SessionForm(BaseModel):
    """A place where one is signed in."""

    session: str
    """By this it is ended; nobody can act with it."""
    began: int
    active: int
    """When something was last done in it, in microseconds since 1970."""
    address: str
    """Where it was begun; empty where that is not known."""
    is_this: bool
    """Whether it is the one that asks."""
    is_device: bool


class SessionsForm(BaseModel):
    """Everywhere one is signed in, the place used last first."""

    sessions: list[SessionForm]


class StrangersForm(BaseModel):
    """What this house offers to people who have not signed in."""

    play: bool
    """Whether it is a demonstration in which you can play as a guest."""
    watch: bool


# --- money ------------------------------------------------------------------------------------


class OpenAccount(Plain):
    """An account for a patron."""

    model_config = example(id="6f1c2d", name="guest1")
    name: Name


class MoveMoney(Plain):
    """An amount at the cage."""

    model_config = example(id="6f1c2d", amount=50000)
    amount: Amount


class AdjustBalance(Plain):
    """What to add to a balance, negative to take, and why."""

    model_config = example(id="6f1c2d", amount=-2500, reason="paid in twice by mistake")
    amount: Annotated[int, Field(ge=-UNITS_MAX, le=UNITS_MAX)]
    reason: Text


class SetLimit(Plain):
    """A limit of one's own: of money, or minutes; null is none."""

    model_config = example(id="6f1c2d", limit="deposit", amount=20000)
    limit: Literal["deposit", "loss", "time"]
    amount: Annotated[int, Field(ge=0, le=UNITS_MAX)] | None


class ExcludeOwn(Plain):
    """A time-out until then, in microseconds since 1970; null is until the house lifts it."""

    model_config = example(id="6f1c2d", until=None)
    until: Annotated[int, Field(ge=0, le=UNTIL_MAX)] | None
    reason: Annotated[str, Field(max_length=500)] = ""


class ExcludeAny(Plain):
    """The same, by the house, which says why."""

    model_config = example(id="6f1c2d", until=None, reason="asked for by the family")
    until: Annotated[int, Field(ge=0, le=UNTIL_MAX)] | None
    reason: Text


# --- people -----------------------------------------------------------------------------------


class AddPerson(Plain):
    """A person or device without a role yet."""

    model_config = example(id="6f1c2d", name="dealer7", is_device=False)
    name: Name
    is_device: bool = False


class GiveRole(Plain):
    """A role at a table, or `*`: at every table."""

    model_config = example(id="6f1c2d", role="dealer", table="T1")
    role: Annotated[str, Field(max_length=32)]
    table: Annotated[str, Field(pattern=WHERE_PATTERN)]


# --- two people -------------------------------------------------------------------------------


class Decide(Plain):
    """A second person's decision; not to agree takes a reason."""

    model_config = example(id="6f1c2d", agree=True, reason="seen on the recording")
    agree: bool
    reason: Annotated[str, Field(max_length=500)] = ""


# --- books ------------------------------------------------------------------------------------

BOOK_CHARACTERS_MAX = 200_000
"""The largest book of the program has some 80,000."""
_FILE = {"file": "ez.toml", "text": '[book]\nname = "ez"\nextends = "mbs"\nedition = "2026"\n'}


class CheckBook(Body):
    """A book file (TOML) or an edition (canonical JSON), and what the file is called."""

    model_config = example(**_FILE)
    file: Annotated[str, Field(pattern=r"^[^/\\\x00-\x1f]{1,100}$")]
    text: Annotated[str, Field(max_length=BOOK_CHARACTERS_MAX)]


class AddBook(CheckBook):
    """The same, to be added; where a digest is named, it must be that of the edition."""

    model_config = example(id="6f1c2d", **_FILE)
    id: Id
    digest: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""


class AdoptBook(WithReason):
    """Which edition, by its digest, gives way at every table that is under it, and why."""

    model_config = example(id="6f1c2d", reason="the December rules", before="e2a9" * 16)
    before: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


# --- tables -----------------------------------------------------------------------------------

_TABLE = {
    "table": "T7",
    "title": "Table 7",
    "book": "nz-division",
    "options": {"perfect-pair": "1", "style": "B"},
    "settings": {"minimum": "25"},
    "cards": "physical",
    "pace": "dealer",
    "betting_seconds": 0,
}


class CheckTable(Body):
    """A table as it might be set up."""

    model_config = example(**_TABLE)
    table: Annotated[str, Field(pattern=TABLE_PATTERN)]
    title: Annotated[str, Field(min_length=1, max_length=60)]
    book: Annotated[str, Field(max_length=64)]
    options: Settings = Field(default_factory=dict)
    settings: Settings = Field(default_factory=dict)
    cards: Literal["random", "physical"]
    pace: Literal["clock", "dealer"]
    betting_seconds: Seconds = 0


class AddTable(CheckTable):
    """A table as it is wanted."""

    model_config = example(id="6f1c2d", **_TABLE)
    id: Id


class ChangeTable(Plain):
    """Every setting of a table, as it holds from the next coup on, and why."""

    model_config = example(
        id="6f1c2d", settings={"minimum": "50"}, betting_seconds=15, reason="a full house"
    )
    settings: Settings
    betting_seconds: Seconds
    reason: Text


class WatchTable(Plain):
    """What the floor wants to be told about a table, and where its pictures are."""

    model_config = example(
        id="6f1c2d",
        alerts={"large-bet": 500000, "late-answer": 60},
        video="https://video.example/{table}?from={from}&to={to}",
    )
    alerts: Annotated[dict[Words, Annotated[int, Field(ge=0, le=UNITS_MAX)]], Field(max_length=20)]
    video: Annotated[str, Field(max_length=500)] = ""


class FloorCall(Plain):
    """What the floor is called for."""

    model_config = example(id="6f1c2d", sentence="chips are short")
    sentence: Annotated[str, Field(min_length=1, max_length=200)]


class DealingChange(Plain):
    """Whether one takes the dealing over or hands it over."""

    model_config = example(id="6f1c2d", comes=True)
    comes: bool


# --- training ---------------------------------------------------------------------------------


class AnswerQuestion(Body):
    """What a trainee answers: one of the choices, or an amount, or a word in its place."""

    model_config = example(answer="yes")
    answer: Annotated[str, Field(max_length=40)]
