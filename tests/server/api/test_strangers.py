"""Strangers play in a demonstration only, watch where the house lets them, and read the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puntobanco.server.api.session import HANDLE_LENGTH
from puntobanco.server.casino import founding, strangers
from puntobanco.server.people.credentials import digest
from tests.server.api.house import House, opened


def come(house: House, way: str) -> Any:
    """What a stranger is answered; the session is not kept in the client."""
    answer = house.client.post(f"/api/strangers/{way}")
    house.client.cookies.clear()
    return answer


def as_stranger(house: House, token: str, method: str, path: str, json: Any = None) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    answer = house.client.request(method, f"/api{path}", headers=headers, json=json)
    return int(answer.status_code)


@pytest.mark.parametrize("given", [{}, {"is_demo": True}])
def test_a_house_that_is_no_demonstration_refuses_guests(
    tmp_path: Path, given: dict[str, bool]
) -> None:
    """Nor is a real house one that is started with --demo."""
    with opened(tmp_path / "house", **given) as house:
        assert house.client.get("/api/strangers").json() == {"play": False, "watch": False}
        before = set(house.casino.house_log.house.people)
        answer = come(house, "play")
        assert (answer.status_code, answer.json()["code"]) == (409, "no_guests")
        answer = come(house, "watch")
        assert (answer.status_code, answer.json()["code"]) == (409, "no_onlookers")
        assert set(house.casino.house_log.house.people) == before
        assert house.client.get("/api/books").status_code == 200
        assert house.client.get("/api/books/mbs/clauses").status_code == 200
        assert house.client.get("/api/books/mbs/text").status_code == 401


def test_guests_play_with_play_money_and_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "house", is_demo=True) as house:
        (tmp_path / "house" / founding.DEMO).touch()
        assert house.client.get("/api/strangers").json()["play"]
        found = come(house, "play").json()
        assert found["name"].startswith(strangers.VISITOR)
        assert found["roles"] == {"*": ["patron"]}
        assert as_stranger(house, found["token"], "GET", "/account") == 200
        assert as_stranger(house, found["token"], "GET", "/floor") == 403
        take = {"request": "take-place", "by": found["name"], "place": 3}
        body = {"id": "take", "request": take}
        assert as_stranger(house, found["token"], "POST", "/tables/T1/requests", body) == 200
        patrons = house.casino.running_tables["T1"].desk
        assert patrons.table.patrons[found["name"]].present
        assert as_stranger(house, found["token"], "DELETE", "/session") == 204
        monkeypatch.setitem(strangers.PER_NETWORK, "play", 3)
        second = come(house, "play")
        assert second.status_code == 200
        assert not patrons.table.patrons[found["name"]].present  # the place is free again
        monkeypatch.setattr(strangers, "VISITORS_MAX", 1)
        answer = come(house, "play")
        assert (answer.status_code, answer.json()["code"]) == (429, "strangers_full")
        monkeypatch.setattr(strangers, "VISITORS_MAX", 100)
        assert come(house, "play").status_code == 200
        assert come(house, "play").status_code == 429


def test_strangers_watch_the_tables_that_the_administrator_chose(tmp_path: Path) -> None:
    with opened(tmp_path / "house") as house:
        admin = house["admin2"]
        admin.post("/people", name=founding.ONLOOKER, is_device=True)
        assert come(house, "watch").status_code == 409
        admin.post(f"/people/{founding.ONLOOKER}/roles", role="sign", table="T1")
        token = come(house, "watch").json()["token"]
        assert as_stranger(house, token, "GET", "/tables/T1") == 200
        assert as_stranger(house, token, "GET", "/tables/T2") in (403, 404)
        assert as_stranger(house, token, "GET", "/account") == 403
        ask = {"id": "x", "request": {"request": "take-place", "by": founding.ONLOOKER}}
        assert as_stranger(house, token, "POST", "/tables/T1/requests", ask) == 403
        admin.post(f"/people/{founding.ONLOOKER}/roles", role="scanner", table="T1")
        assert come(house, "watch").status_code == 409  # a scanner can report cards


def test_strangers_who_watch_know_nothing_of_each_other(tmp_path: Path) -> None:
    """They have one name, and yet one of them sees no address and ends no session of another."""
    with opened(tmp_path / "house") as house:
        admin = house["admin2"]
        admin.post("/people", name=founding.ONLOOKER, is_device=True)
        admin.post(f"/people/{founding.ONLOOKER}/roles", role="sign", table="T1")
        first, second = (come(house, "watch").json()["token"] for _ in range(2))
        headers = {"Authorization": f"Bearer {first}"}
        (own,) = house.client.get("/api/sessions", headers=headers).json()["sessions"]
        assert own["is_this"]
        handle = digest(second)[:HANDLE_LENGTH]
        assert as_stranger(house, first, "DELETE", f"/sessions/{handle}") == 404
        assert as_stranger(house, second, "GET", "/session") == 200
        assert as_stranger(house, first, "DELETE", f"/sessions/{own['session']}") == 204
        assert as_stranger(house, first, "GET", "/session") == 401


def test_one_network_of_strangers_takes_nothing_from_another(tmp_path: Path) -> None:
    with opened(tmp_path / "house") as house:
        house["admin2"].post("/people", name=founding.ONLOOKER, is_device=True)
        house["admin2"].post(f"/people/{founding.ONLOOKER}/roles", role="sign", table="T1")

        async def payers() -> list[str]:
            found = []
            for address in ("10.1.1.1", "10.1.1.2", "2001:db8::1", "2001:db8::2"):
                token, _ = await strangers.watch(house.casino, address)
                found.append(house.casino.credentials.payer_of(token))
            return found

        portal = house.client.portal
        assert portal is not None
        known = portal.call(payers)
        assert len(set(known)) == 3
        assert known[2] == known[3]
