"""Where one is signed in: seen, ended one by one, and never more places than are meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.people.credentials import SESSIONS_MAX
from tests.server.api.house import House, Person, opened

PASSWORD = "a long enough one"  # noqa: S105 - of nobody


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house where guest1 has a known password."""
    with opened(tmp_path / "house") as found:
        secret = found["admin2"].post("/people/guest1/password")["secret"]
        once = found.sign_in("guest1", secret)
        changed = once.call("POST", "/session/password", {"old": secret, "new": PASSWORD})
        assert changed.status_code == 204
        found.sign_in("guest1", PASSWORD)
        yield found


def listed(person: Person) -> list[dict[str, Any]]:
    sessions: list[dict[str, Any]] = person.get("/sessions")["sessions"]
    return sessions


def status(person: Person) -> int:
    return int(person.call("GET", "/session").status_code)


def test_ones_sessions_are_listed_and_ended(house: House) -> None:
    first = house["guest1"]
    second = house.sign_in("guest1", PASSWORD)
    seen = listed(second)
    assert [each["is_this"] for each in seen] == [True, False]
    assert {each["address"] for each in seen} == {"testclient"}
    assert seen[0]["began"] > seen[1]["began"]
    other = seen[1]["session"]
    assert second.call("DELETE", f"/sessions/{other}").status_code == 204
    assert (status(first), status(second)) == (401, 200)
    assert second.call("DELETE", f"/sessions/{other}").status_code == 404
    assert len(listed(second)) == 1


def test_nobody_elses_session_can_be_ended_or_used_by_its_name(house: House) -> None:
    mine = listed(house["guest1"])[0]["session"]
    assert house["guest2"].call("DELETE", f"/sessions/{mine}").status_code == 404
    assert house["admin2"].call("DELETE", f"/sessions/{mine}").status_code == 404
    assert status(house["guest1"]) == 200
    assert status(Person("guest1", mine, house.client, house)) == 401


def test_of_too_many_sessions_the_one_left_alone_longest_ends(house: House) -> None:
    first = house["guest1"]
    others = [house.sign_in("guest1", PASSWORD) for _ in range(SESSIONS_MAX - 1)]
    assert status(first) == 200  # and so it was used last
    last = house.sign_in("guest1", PASSWORD)
    assert [status(each) for each in (others[0], others[1], first, last)] == [401, 200, 200, 200]
    assert len(listed(last)) == SESSIONS_MAX


def test_signing_in_again_in_a_browser_ends_its_older_session(house: House) -> None:
    client, body = house.client, {"name": "guest1", "password": PASSWORD}
    before = client.post("/api/session", json=body).json()["token"]
    wrong = client.post("/api/session", json={**body, "password": "another one"})
    assert wrong.status_code == 401
    assert status(Person("guest1", before, client, house)) == 200
    client.post("/api/session", json=body)
    assert status(Person("guest1", before, client, house)) == 401
    assert status(house["guest1"]) == 200  # a program's, which has no cookie


def test_a_browser_that_signs_out_forgets(house: House) -> None:
    body = {"name": "guest1", "password": PASSWORD}
    house.client.post("/api/session", json=body)
    answer = house.client.delete("/api/session")
    assert answer.status_code == 204
    assert answer.headers["clear-site-data"] == '"cache", "cookies"'
    assert not house.client.cookies
