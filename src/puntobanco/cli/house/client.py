"""Speaking to a running house: who one is, and one answer for each thing asked."""

from __future__ import annotations

import getpass
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from puntobanco.cli.errors import UserError, cite
from puntobanco.cli.screen import tell

TRIES = 3
"""How often something is asked under the same id when the line breaks; it is done once."""
SECONDS = 60
MUST_CHANGE = "must_change_password"
"""The code of a house that waits for a password of one's own."""


@Parameter(name="*")
@dataclass(frozen=True)
class At:
    """Where the house is, who asks, and how the answer is written.

    A token or password is never an argument, where others could read it: a token is taken from
    PUNTO_TOKEN, a password from PUNTO_PASSWORD or asked for.
    """

    at: Annotated[str, Parameter(env_var="PUNTO_HOUSE")] = "http://127.0.0.1:8000"
    """The address of the house."""
    name: Annotated[str, Parameter(env_var="PUNTO_NAME")] = "admin"
    """Who asks; with PUNTO_TOKEN it is not needed."""
    json: Annotated[bool, Parameter(negative=())] = False
    """Write JSON instead of sentences."""

    def tell(self, form: Any, sentence: str) -> None:
        """Say what has been done, for machines or for people."""
        tell(form, sentence, json=self.json)


class HouseLine:
    """A line to a house, signed in."""

    def __init__(self, client: Any, token: str) -> None:
        self._client = client
        self._headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str, **query: str | int) -> Any:
        """A form of the house."""
        return self._ask("GET", path, params=query).json()

    def text(self, path: str, **query: str | int) -> str:
        """What the house answers, as it is."""
        found: str = self._ask("GET", path, params=query).text
        return found

    def lines(self, path: str, **query: Sequence[str]) -> Iterator[str]:
        """The lines of a long answer, as they come; a broken line of speech is not taken up."""
        import httpx2  # noqa: PLC0415 - an extra; `line` has said so already

        asked = {"params": query, "headers": self._headers}
        try:
            with self._client.stream("GET", f"/api{path}", **asked) as answer:
                if answer.status_code >= 400:
                    answer.read()
                    raise refused_by(answer)
                rest = b""
                for piece in answer.iter_bytes():
                    *whole, rest = (rest + piece).split(b"\n")
                    yield from map(bytes.decode, whole)
        except httpx2.HTTPError as error:
            raise UserError(
                f"{self._client.base_url} broke off in the middle: {error}; ask again"
            ) from None

    def post(self, path: str, body: dict[str, Any] | None = None, *, with_id: bool = True) -> Any:
        """Change something, once."""
        wanted = {"id": new_id(), **(body or {})} if with_id else body
        return self._ask("POST", path, json=wanted).json()

    def delete(self, path: str, **query: str) -> None:
        """Take something away, once."""
        self._ask("DELETE", path, params={"id": new_id(), **query})

    def change_password(self, old: str, new: str) -> None:
        """Choose another password."""
        self._ask("POST", "/session/password", json={"old": old, "new": new})

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        answer = send(self._client, method, f"/api{path}", headers=self._headers, **given)
        if answer.status_code >= 400:
            raise refused_by(answer)
        return answer


def new_id() -> str:
    """An id under which something is done once."""
    return f"punto-{secrets.token_hex(8)}"


def send(client: Any, method: str, path: str, **given: Any) -> Any:
    """One answer of the house; a broken line is tried again."""
    import httpx2  # noqa: PLC0415 - an extra; `line` has said so already

    for left in reversed(range(TRIES)):
        try:
            return client.request(method, path, **given)
        except httpx2.HTTPError as error:
            if not left:
                raise UserError(
                    f"no house answers at {client.base_url}: {error}; say where with --at"
                ) from None
    raise AssertionError


def refused_by(answer: Any) -> UserError:
    """What the house would not do, in its own sentence."""
    try:
        form = answer.json()
        how = "" if form.get("code") != MUST_CHANGE else ", with `punto admin own-password`"
        return UserError(f"{form['sentence']}{how} {cite(form['clauses'])}".rstrip())
    except (ValueError, KeyError, TypeError):
        return UserError(f"the house answered {answer.status_code}, which is not understood")


def ask_secret(variable: str, words: str) -> str:
    """A password from the environment, or from whoever sits at the terminal."""
    found = os.environ.get(variable)
    if found:
        return found
    if not sys.stdin.isatty():
        raise UserError(f"nobody is there to ask; set {variable}")
    return getpass.getpass(f"{words}: ")


@contextmanager
def line(at: At, password: str = "") -> Iterator[HouseLine]:
    """A line to the house; a session that was begun for it ends with it."""
    try:
        import httpx2  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise UserError(
            f"speaking to a house needs the package {error.name}; install puntobanco[client]"
        ) from None
    if not at.at.startswith(("http://", "https://")):
        raise UserError(f"{at.at!r} is no address of a house; write http://127.0.0.1:8000")
    with httpx2.Client(base_url=at.at.rstrip("/"), timeout=SECONDS) as client:
        token = os.environ.get("PUNTO_TOKEN", "")
        if token:
            yield HouseLine(client, token)
            return
        password = password or ask_secret("PUNTO_PASSWORD", f"Password of {at.name}")
        body = {"name": at.name, "password": password}
        answer = send(client, "POST", "/api/session", json=body)
        if answer.status_code >= 400:
            raise refused_by(answer)
        signed_in = HouseLine(client, answer.json()["token"])
        client.cookies.clear()
        try:
            yield signed_in
        finally:
            headers = {"Authorization": f"Bearer {answer.json()['token']}"}
            send(client, "DELETE", "/api/session", headers=headers)
