"""A connection to a running house: sign in, ask, get one answer for each request."""

from __future__ import annotations

import asyncio
import getpass
import os
import secrets
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter
from rich.console import RenderableType

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import needing
from puntobanco.cli.options import UserName
from puntobanco.cli.screen import tell
from puntobanco.rules.citing.defaults import with_clauses

if TYPE_CHECKING:
    from puntobanco.client import HouseClient

_T = TypeVar("_T")
TRIES = 3
"""How often a request is sent under the same id when the connection breaks; it is done once."""
SECONDS = 60
MUST_CHANGE = "must_change_password"
"""The code of a house that waits for a password of the user's own."""


@Parameter(name="*")
@dataclass(frozen=True)
class At:
    """Where the house is, who asks, and how the answer is written.

    A token or password is never an argument, where others could read it: a token is taken from
    PUNTO_TOKEN, a password from PUNTO_PASSWORD or asked for.
    """

    at: Annotated[str, Parameter(env_var="PUNTO_HOUSE")] = "http://127.0.0.1:8000"
    """The address of the house."""
    name: UserName = "admin"
    """Who asks; with PUNTO_TOKEN it is not needed."""
    json: bool = False
    """Write JSON instead of sentences."""

    def tell(self, form: Any, *shown: RenderableType, failed: bool = False) -> None:
        """Answer: the form for machines, or sentences and tables for people."""
        tell(form, *shown, json=self.json, failed=failed)

    def get(self, path: str) -> Any:
        """Ask the house for one form."""
        with line(self) as house:
            return house.get(path)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Change one thing in the house."""
        with line(self) as house:
            return house.post(path, body)

    def delete(self, path: str, **query: str) -> None:
        """Take one thing away in the house."""
        with line(self) as house:
            house.delete(path, **query)


HERE = At()
"""The house at the usual address of this machine."""


class HouseLine:
    """A connection to a house, signed in, for commands that wait for each answer."""

    def __init__(self, house: HouseClient, runner: asyncio.Runner) -> None:
        self._house = house
        self._runner = runner

    def get(self, path: str, **query: str | int) -> Any:
        """A form of the house."""
        return self.do(lambda: self._house.get(f"/api{path}", **query))

    def text(self, path: str, **query: str | int) -> str:
        """What the house answers, as it is."""
        return self.do(lambda: self._house.call("GET", f"/api{path}", query=query)).decode()

    def lines(self, path: str, **query: Sequence[str]) -> Iterator[str]:
        """The lines of a long answer, as they come; a broken connection is not resumed."""
        pieces, rest = self._house.pieces(f"/api{path}", query), b""

        async def piece() -> bytes | None:
            return await anext(pieces, None)

        broken = "the connection to {} broke: {}; try again"
        try:
            while (found := self.do(piece, 1, broken)) is not None:
                *whole, rest = (rest + found).split(b"\n")
                yield from map(bytes.decode, whole)
        finally:
            self._runner.run(pieces.aclose())

    def post(self, path: str, body: dict[str, Any] | None = None, *, with_id: bool = True) -> Any:
        """Change something, once."""
        wanted = {"id": own_id(), **(body or {})} if with_id else body
        return self.do(lambda: self._house.post(f"/api{path}", wanted))

    def delete(self, path: str, **query: str) -> None:
        """Take something away, once."""
        wanted = {"id": own_id(), **query}
        self.do(lambda: self._house.call("DELETE", f"/api{path}", query=wanted))

    def do(
        self,
        work: Callable[[], Coroutine[Any, Any, _T]],
        tries: int = TRIES,
        broken: str = "no house answers at {}: {}; say where with --at",
    ) -> _T:
        """One answer of the house; a broken connection is tried again."""
        import httpx2  # noqa: PLC0415 - an extra; `line` has said so already

        from puntobanco.client import HouseSaysNoError  # noqa: PLC0415 - the same

        for left in reversed(range(tries)):
            try:
                return self._runner.run(work())
            except HouseSaysNoError as error:
                how = "" if error.code != MUST_CHANGE else " Use `punto admin own-password`."
                raise UsageError(with_clauses(f"{error}{how}", error.clauses)) from None
            except httpx2.HTTPError as error:
                if not left:
                    raise UsageError(broken.format(self._house.address, error)) from None
        raise AssertionError


def own_id() -> str:
    """An id under which something is done once."""
    return f"punto-{secrets.token_hex(8)}"


def ask_secret(variable: str, words: str) -> str:
    """A password from the environment, or typed at the terminal."""
    found = os.environ.get(variable)
    if found:
        return found
    if not sys.stdin.isatty():
        raise UsageError(f"there is no terminal to ask for it; set {variable}")
    return getpass.getpass(f"{words}: ")


def ask_new_secret(variable: str, words: str) -> str:
    """A new password; at a terminal it is typed twice, because the terminal hides it."""
    found = ask_secret(variable, words)
    if not os.environ.get(variable) and getpass.getpass(f"{words} again: ") != found:
        raise UsageError("The two passwords differ; nothing was changed. Type the same one twice.")
    return found


@contextmanager
def line(at: At, password: str = "") -> Iterator[HouseLine]:
    """A connection to the house; a session that was begun for it ends with it."""
    with needing("speaking to a house needs", "client"):
        from puntobanco.client import HouseClient  # noqa: PLC0415 - an extra
    if not at.at.startswith(("http://", "https://")):
        raise UsageError(f"{at.at!r} is not an address of a house; write http://127.0.0.1:8000")
    token = os.environ.get("PUNTO_TOKEN", "")
    if not token:
        password = password or ask_secret("PUNTO_PASSWORD", f"Password of {at.name}")
    with asyncio.Runner() as runner:
        house = HouseClient(at.at, token, seconds=SECONDS)
        found = HouseLine(house, runner)
        try:
            if not token:
                found.do(lambda: house.sign_in(at.name, password))
            yield found
        finally:
            if house.token and not token:
                with suppress(UsageError):  # a new password has ended the session already
                    found.do(house.sign_out)
            runner.run(house.close())
