"""Every class of event is provoked, and is read back with who, when, why, and in words.

One house does everything that a house can do, through its own doors; the events of tables come
from scripts and hostile sessions. No password, token, ticket or key that was made on the way is
found in anything that is written.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from puntobanco.audit.log_pages import envelopes
from puntobanco.books import BOOKS
from puntobanco.fair.events import ShoeEvent
from puntobanco.house.events import AccountEvent, HouseEvent
from puntobanco.notation.runner import run_script
from puntobanco.play import events as e
from puntobanco.play import requests as r
from puntobanco.play.doors import decide
from puntobanco.play.table import Table
from puntobanco.record.transfer import export
from puntobanco.rules.book import HouseRules
from puntobanco.rules.refusals import Refusal
from tests.money.test_random_settlements import Order, dealt
from tests.money.test_second_reports import written
from tests.properties.houses import random_house
from tests.properties.session import TEMPERS, Session
from tests.server.api.house import AUTOMATIC, House, opened
from tests.server.journal import keeping

RICH = (1, 3, 153)
"""Sessions that are known to bring the rarer events, so that few are needed."""
UNDONE = 104
"""A coup that is undone after its commission was collected."""
TRIES = 700
TESTS = Path(__file__).parents[2]
EZ = TESTS.parent / "examples" / "books" / "ez.toml"
SCRIPTS = (
    "play/seldom/collected-commission-goes-back-with-its-coup",
    *("golden/irregularities-nz", "golden/irregularities-rws", "books/mbs/1.1.1", "books/mbs/3.7"),
    *(f"books/rws-super-six-plus/{clause}" for clause in ("3.9", "5.2", "5.10")),
    *(
        f"books/nz-division/{clause}"
        for clause in [
            "2.3(d)",
            "2.3(f)",
            "5.18",
            "7.7(b)",
            "8.17",
            "10.1",
            "13.4",
            "14.6",
            "15.5",
            "15.7(b)",
            "15.10",
        ]
    ),
)
"""Scripts that together bring nearly every event."""


def tags(union: Any) -> set[str]:
    return {each.__struct_config__.tag for each in get_args(union)}


def adopted() -> tuple[HouseRules, list[e.Event]]:
    """The log of a closed table whose floor adopts another edition."""
    rules, other = BOOKS["mbs"].configure({}), BOOKS["rws-wins-on"]
    assert isinstance(rules, HouseRules)
    floor = rules.book.posts.ladder[-1].name
    events = decide(
        rules, Table(), r.AdoptEdition(by=floor, edition=other.digest(), book=other.name)
    )
    assert not isinstance(events, Refusal), events
    return rules, list(events)


def logs() -> Iterator[tuple[HouseRules, list[e.Event]]]:
    """Logs of scripts, hostile sessions and coups that were undone, the richest ones first."""
    for script in SCRIPTS:
        played = run_script((TESTS / f"{script}.play").read_text("utf-8"), BOOKS)
        assert played.rules is not None
        yield played.rules, played.log
    yield adopted()
    for seed in (*RICH, UNDONE, *range(TRIES)):
        random = Random(seed)
        session = Session(random, random_house(random), TEMPERS[-1])
        session.coups = 12
        session.play()
        yield session.watched.rules, session.watched.log
        dealt_coup, bets = dealt(seed)
        order = Order(dealt_coup, bets, Random(f"{seed} 1"))
        order.play(20)
        yield order.rules, order.log


def test_every_event_of_a_table_is_read_with_who_when_why_and_in_words() -> None:
    missing = tags(e.Event)
    for rules, log in logs():
        new = [event for event in log if event.__struct_config__.tag in missing]
        for page in envelopes(None, written(Random(1), rules, new)):
            assert page.holds
            assert page.actor
            assert page.time
            assert page.cause
            assert page.event["clauses"], page.event
            assert len(page.sentence) > 3, page.event
        missing -= {event.__struct_config__.tag for event in new}
        if not missing:
            return
    raise AssertionError(f"nothing provokes {missing}")


class Doing:
    """A house in which everything is done once, and the secrets that were made."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.secrets = [person.token for person in house.people.values()]

    def everything(self) -> None:
        """Every act of the house, of the cage and of a random shoe."""
        self._people()
        self._money()
        self._books()
        self._tables()
        self._play()

    def _people(self) -> None:
        admin = self.house["admin2"]
        admin.post("/people", name="sam")
        admin.post("/people/sam/roles", role="supervisor", table="T1")
        secret = admin.post("/people/sam/password")["secret"]
        sam = self.house.sign_in("sam", secret)
        self.secrets += [secret, sam.token, "a canary as a password"]
        headers = {"Authorization": f"Bearer {sam.token}"}
        new = {"old": secret, "new": "a canary as a password"}
        self.house.client.post("/api/session/password", json=new, headers=headers)
        again = self.house.sign_in("sam", "a canary as a password")
        ticket = again.call("POST", "/tickets").json()["ticket"]
        self.secrets += [again.token, ticket]
        admin.call(
            "DELETE", f"/people/sam/roles?id={self.house.next_id()}&role=supervisor&table=T1"
        )
        admin.post("/people/sam/suspension", reason="seen asleep")
        admin.call("DELETE", f"/people/sam/suspension?id={self.house.next_id()}")
        admin.post("/people", name="scan1", is_device=True)
        admin.post("/people/scan1/roles", role="scanner", table="T1")
        self.secrets.append(admin.post("/people/scan1/token")["secret"])
        admin.call("DELETE", f"/people/scan1/token?id={self.house.next_id()}")
        wrong = {"name": "guest1", "password": "a canary that is wrong"}
        self.secrets.append(wrong["password"])
        assert self.house.client.post("/api/session", json=wrong).status_code == 401
        self._turned_away()

    def _turned_away(self) -> None:
        """Calls that lead to nothing, with secrets in every part of them."""
        guest, canary = self.house["guest1"], "a-canary-that-leads-nowhere"
        self.secrets.append(canary)
        for path, body, status in (
            ("/account/limits", {"id": "x", canary: canary}, 422),
            (f"/tables/{canary}/requests?token={canary}", {"id": canary}, 404),
            ("/people", {"id": "x", "name": canary}, 403),
            ("/account/limits", {"id": "x", "limit": canary * 5_000}, 413),
        ):
            assert guest.call("POST", path, body).status_code == status
        for headers in (
            {"Authorization": f"Bearer {canary}"},
            {"Cookie": f"punto_session={canary}"},
        ):
            for path in ("/api/session", f"/api/tables/{canary}"):
                assert self.house.client.get(path, headers=headers).status_code == 401
        assert self.house.client.get(f"/{canary}?{canary}").status_code == 404

    def _money(self) -> None:
        house, cashier, shift = self.house, self.house["cashier1"], self.house["shift1"]
        house.with_money("guest1", "guest2")
        cashier.post("/accounts/guest1/paid-out", amount=1_00)
        for agree in (True, False):
            asked = cashier.post("/accounts/guest1/adjustments", amount=5, reason="miscounted")
            word = {"agree": agree, "reason": "seen on the recording"}
            shift.post(f"/approvals/{asked['approval']}", **word)
        house["guest2"].post("/account/limits", limit="loss", amount=500_00)
        house["guest2"].post("/account/exclusion", until=None)
        asked = house["manager1"].post("/accounts/guest2/exclusion-end", reason="a year passed")
        shift.post(f"/approvals/{asked['approval']}", agree=True)

    def _books(self) -> None:
        admin, file = self.house["admin2"], {"file": "ez.toml", "text": EZ.read_text("utf-8")}
        assert admin.call("POST", "/books/check", file).json()["accepted"]
        admin.post("/books", **file)
        (book,) = [each for each in admin.get("/editions")["books"] if each["by"]]
        gone = f"/books/{book['digest']}?id={self.house.next_id()}&reason=replaced"
        assert admin.call("DELETE", gone).status_code == 200

    def _tables(self) -> None:
        house, settings = self.house, {"minimum": "20", "differential": "500"}
        change = {"id": "c1", "settings": settings, "betting_seconds": 0, "reason": "a full house"}
        assert house["manager1"].call("PATCH", "/tables/T1", change).status_code == 200
        house["supervisor1"].post("/tables/T1/stop", reason="somebody fell")
        house["manager1"].post("/tables/T1/release", reason="he is well")
        house["dealer1"].post("/tables/T1/call", sentence="a dispute")
        (alert, *_) = house["watch1"].get("/alerts")["alerts"]
        house["supervisor1"].post(f"/alerts/{alert['alert']}")
        house["supervisor1"].ask("answer", by="pit-supervisor", answer="continue", reason="settled")
        house["manager1"].post("/tables/T1/watch", alerts={"large-bet": 500_00})
        house["manager1"].post("/tables/T1/close", reason="a quiet night")
        house["manager1"].post("/tables/T1/open", reason="guests have come")
        for here in (True, False):
            house["dealer1"].post("/tables/T1/post", comes=here)

    def _play(self) -> None:
        house = self.house
        random = {**AUTOMATIC, "pace": "dealer", "betting_seconds": 0}
        house["admin2"].post("/tables", **random)
        house.until("open-betting", table="R1")
        house.until("open-table")
        house.sit("guest1", 1)
        house["guest1"].ask("cash-out", amount=500_00)
        house["dealer1"].ask("close-betting", "R1", by="dealer")
        while house.step(table="R1") != "settle":
            pass
        for _ in ("play ends", "the table closes"):
            house["dealer1"].ask("close-table", "R1", by="dealer")
        book = BOOKS["rws-wins-on"]
        floor = book.posts.ladder[-1].name
        edition = house.casino.house_log.editions.offer(replace(book, edition="version 8"))
        asked = house["shift1"].ask("adopt-edition", "R1", by=floor, edition=edition)
        house["manager1"].post(f"/approvals/{asked['approval']}", agree=True)

    def pages(self) -> list[dict[str, Any]]:
        """Every envelope of every log, as surveillance reads them."""
        watch, found = self.house["watch1"], list[dict[str, Any]]()
        for line in watch.get("/audit/logs?limit=500")["logs"]:
            page = watch.get(f"/audit/logs/{line['log']}?limit=500")
            assert page["holds"]
            found += page["envelopes"]
        return found

    def exported(self) -> list[str]:
        """Every line that an export has."""
        portal = self.house.client.portal
        assert portal is not None

        async def lines() -> list[str]:
            return [line async for line in export(self.house.casino.store)]

        return portal.call(lines)


@pytest.fixture(scope="module")
def done(
    tmp_path_factory: pytest.TempPathFactory,
) -> Any:
    folder = tmp_path_factory.mktemp("classes") / "house"
    with keeping() as kept, opened(folder) as house:
        logging.getLogger().setLevel(logging.DEBUG)
        logging.getLogger("httpx2").setLevel(logging.WARNING)  # the client knows what it sends
        doing = Doing(house)
        doing.everything()
        yield doing, folder, kept


def test_every_event_of_house_cage_and_shoe_is_read_with_who_when_and_in_words(done: Any) -> None:
    doing, _, _ = done
    pages = doing.pages()
    wanted = tags(HouseEvent) | tags(AccountEvent) | tags(ShoeEvent)
    assert {page["event"]["event"] for page in pages} >= wanted, wanted - {
        page["event"]["event"] for page in pages
    }
    for page in pages:
        kind = page["event"]["event"]
        who = page["actor"] or page["event"].get("by")
        assert who or kind in tags(ShoeEvent), page
        assert page["time"], page
        assert len(page["sentence"]) > 3, page
    exported = "\n".join(doing.exported())
    for page in pages:
        assert page["hash"] in exported, page


def test_no_secret_is_in_anything_that_is_written(done: Any) -> None:
    doing, folder, journal = done
    keys = [path.read_bytes() for path in folder.glob("*.key")]
    assert len(keys) == 2
    assert len(doing.secrets) > 12
    texts = {
        "export": "\n".join(doing.exported()).encode(),
        "pages": repr(doing.pages()).encode(),
        "journal": journal.getvalue().encode(),
        "metrics": doing.house.casino.metrics.text(),
    }
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".key":
            texts[path.name] = path.read_bytes()
    assert len(texts["journal"].splitlines()) > 20
    for name, text in texts.items():
        for secret in (*(each.encode() for each in doing.secrets), *keys):
            assert secret not in text, (name, secret)
            assert secret.hex().encode() not in text, (name, secret)
