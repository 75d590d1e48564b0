"""A house keeps its law: tables run under the edition of their log, whatever the program ships."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from puntobanco.base.cards import card
from puntobanco.base.money import Payoff
from puntobanco.books import BOOKS
from puntobanco.house.events import TableAdded, TableEdition
from puntobanco.library.finding import find_book
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.table import Resolved
from puntobanco.record.audit import audit_lines, audit_store
from puntobanco.record.clock import SteadyClock
from puntobanco.record.editions import EARLIER_NAMES
from puntobanco.record.envelope import rules_digest
from puntobanco.record.logs import HOUSE_LOG
from puntobanco.record.opening import open_store
from puntobanco.record.signing import is_signed
from puntobanco.record.store import EventStore
from puntobanco.record.transfer import bring_in, export
from puntobanco.record.verify import Verifier
from puntobanco.rules.book import HouseRules, RuleBook
from puntobanco.rules.coup import Winner, deal
from puntobanco.rules.settlement import settle
from puntobanco.rules.text.canonical import digest_of, read_edition
from puntobanco.rules.wagers import Line, Lose, Otherwise, Wager, WagerKind, Win
from puntobanco.server.administration import editions as law_module
from puntobanco.server.casino.running import Casino
from puntobanco.server.casino.two_people import asked_for, asking_adoption, carry_out
from puntobanco.wire.messages import Reply
from tests import patience
from tests.server.conftest import Asking, add_person, add_table, betting, house, run, table_added

EZ = str(Path(__file__).resolve().parents[2] / "examples" / "books" / "ez.toml")


def changed(book: RuleBook) -> RuleBook:
    """Another edition: a changed label, a changed payoff, a new wager."""
    first, banker, tie, *rest = (case.thing for case in book.wagers)
    (line,) = tie.lines
    other_tie = replace(tie, lines=(replace(line, end=Win(Payoff(9)), label="a tie"),))
    sixes = Wager(
        "sixes",
        "Sixes",
        WagerKind.SIDE,
        (Line(line.when, Win(Payoff(3)), line.clauses, "sixes"),),
        Otherwise(Lose(), line.clauses),
    )
    wagers = (first, banker, other_tie, *rest, sixes)
    cases = tuple(replace(book.wagers[0], thing=wager) for wager in wagers)
    return replace(book, wagers=cases, edition="version 8")


TIED = ("9s", "9h", "Kd", "Kc")


async def play_a_tie(casino: Casino, asking: Asking, *, opens: bool = True) -> int:
    """Play one coup that ties; what 10 on Tie won comes back."""
    if opens:
        await asking.granted(r.OpenBetting(by="dealer"))
    await asking.granted(r.PlaceStake(by="T1p1", patron="T1p1", place=1, wager="tie", amount=10_00))
    await asking.granted(r.CloseBetting(by="dealer"))
    for each in TIED:
        await asking.granted(p.CardLeftShoe(card=card(each)))
    called = p.ResultCalled(player_total=9, banker_total=9, winner=Winner.TIE)
    await asking.granted(called, actor="dealer")
    await asking.granted(r.Settle(by="dealer"))
    stage = casino.running_tables["T1"].desk.table.stage
    assert isinstance(stage, Resolved)
    return stage.settled[0].profit


async def audited(store: EventStore) -> list[str]:
    """What both verifiers find."""
    return (await audit_store(store, Verifier(is_signed))).findings


async def lines_of(store: EventStore) -> list[str]:
    return [line async for line in export(store)]


def paid_again(lines: list[str]) -> list[tuple[int, int]]:
    """For each stake: what was paid, and what the edition in the export pays for it."""
    read = [msgspec.json.decode(line) for line in lines]
    texts = {
        each["edition"]["digest"]: each["edition"]["text"]
        for each in read
        if "hash" not in each and "edition" in each
    }
    found, rules = [], None
    for whole in read:
        event = whole.get("event", {})
        kind = event.get("event")
        if kind in ("table-opened", "edition-adopted"):
            digest = event["digest"] if kind == "table-opened" else event["after"]
            rules = read_edition(texts[digest].encode(), RuleBook).configure(event["options"])
        if kind == "stake-settled":
            assert isinstance(rules, HouseRules)
            coup = deal(rules.tableau, [card(each) for each in TIED]).coup
            again = settle(rules, coup.outcome_class, {event["wager"]: event["stake"]})
            found.append((event["profit"], again.net))
    return found


async def adopt(casino: Casino, digest: str) -> None:
    """Have two people of the floor adopt an edition at the table."""
    asking = Asking(casino)
    post = casino.running_tables["T1"].desk.rules.book.posts.ladder[-1].name
    wanted = r.AdoptEdition(by=post, edition=digest)
    reply = await asking(wanted, actor="Sue", request=f"adopt-{digest}")
    assert reply.approval, reply
    await casino.house_log.catch_up()
    asked = await asked_for(casino.store, casino.house_log.house, reply.approval)
    assert asked is not None
    assert f"adopts edition {digest[:12]} of" in asked.sentence
    done, _ = await carry_out(casino, asked, "Max")
    assert done.accepted, done


def test_an_edition_is_adopted_between_coups_by_two_people(folder: Path) -> None:
    other = changed(BOOKS["mbs"])

    async def play() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs"))
            asking = await betting(casino)
            await add_person(casino, "Sue", "shift-manager")
            digest = casino.house_log.editions.offer(other)
            wanted = r.AdoptEdition(by="supervisor", edition=digest)
            reply = await asking(wanted, actor="Sue")
            assert reply.refusal is not None, "a coup is open"
            assert "between coups" in reply.refusal.sentence
            await play_a_tie(casino, asking, opens=False)
            same = r.AdoptEdition(by="supervisor", edition=BOOKS["mbs"].digest())
            reply = await asking(same, actor="Sue")
            assert reply.refusal is not None
            assert "already uses this edition" in reply.refusal.sentence
            unknown = r.AdoptEdition(by="supervisor", edition="f" * 64)
            reply = await asking(unknown, actor="Sue")
            assert reply.refusal is not None
            assert "does not keep the edition" in reply.refusal.sentence
            reply = await asking(wanted, actor="Sue")
            assert reply.approval
            assert casino.running_tables["T1"].desk.rules.book is BOOKS["mbs"], (
                "one person is not enough"
            )

    run(play())


def test_every_table_of_an_edition_adopts_another_once_its_coup_is_over(folder: Path) -> None:
    before, after = BOOKS["mbs"], changed(BOOKS["mbs"])

    async def ask(casino: Casino, request: str) -> Reply:
        wanted = asking_adoption(request, "Ada", before, after, "the December rules")
        reply, _ = await casino.house_log.change(request, "Ada", b"", wanted)
        return reply

    async def play() -> None:
        async with house(folder) as casino:
            for table in ("T1", "T2", "T4"):
                await add_table(casino, table_added(table=table, book="mbs"))
            await add_table(casino, table_added(table="T3", book="nz-division"))
            asking = await betting(casino)
            await add_person(casino, "Ada", "administrator")
            await add_person(casino, "Max", "shift-manager")
            digest = casino.house_log.editions.offer(after)
            assert (await ask(casino, "adopt")).accepted
            assert set(under(casino).values()) == {before.digest(), BOOKS["nz-division"].digest()}
            asked = await asked_for(casino.store, casino.house_log.house, "adopt")
            assert asked is not None
            assert "(T1, T2, T4) adopts" in asked.sentence
            done, _ = await carry_out(casino, asked, "Max")
            assert done.accepted
            assert under(casino)["T1"] == before.digest(), "a coup is open"
            assert under(casino)["T2"] == digest
            assert await play_a_tie(casino, asking, opens=False) == 80_00
            async with asyncio.timeout(patience.SECONDS):
                while under(casino)["T1"] != digest:
                    await asyncio.sleep(0.01)
            assert await play_a_tie(casino, asking) == 90_00
            assert under(casino)["T3"] == BOOKS["nz-division"].digest()
            adopted = [
                (kept.event.before, kept.event.after, kept.envelope.actor)
                for table in ("T1", "T2", "T4")
                for kept in await casino.store.read(table, 0, 1000)
                if isinstance(kept.event, e.EditionAdopted)
            ]
            assert adopted == [(before.digest(), digest, "Ada+Max")] * 3
            kept = {name: each.edition for name, each in casino.house_log.house.tables.items()}
            assert kept == under(casino)
            refusal = (await ask(casino, "again")).refusal
            assert refusal is not None
            assert "No table is under edition" in refusal.sentence
            assert await audited(casino.store) == []

    def under(casino: Casino) -> dict[str, str]:
        return {name: each.desk.rules.book.digest() for name, each in casino.running_tables.items()}

    run(play())


def test_an_edition_with_other_options_is_adopted_and_the_house_opens_again(folder: Path) -> None:
    tiger, ez = find_book(EZ.replace("ez", "tiger")), find_book(EZ)
    assert {each.name for each in tiger.options} - {each.name for each in ez.options}

    async def play() -> None:
        async with house(folder) as casino:
            casino.house_log.editions.offer(tiger)
            await add_table(casino, table_added(book="tiger", edition=tiger.digest()))
            asking = await betting(casino)
            assert await play_a_tie(casino, asking, opens=False) == 80_00
            await add_person(casino, "Sue", "shift-manager")
            await add_person(casino, "Max", "manager")
            await adopt(casino, casino.house_log.editions.offer(ez))
            assert await play_a_tie(casino, asking) == 80_00
        for count in (100, 200):
            async with house(folder) as casino:
                station = casino.running_tables["T1"]
                assert station.desk.rules.book == ez
                assert not station.desk.stopped
                asking = Asking(casino)
                asking._count = count
                assert await play_a_tie(casino, asking) == 80_00
                assert await audited(casino.store) == []

    run(play())


def test_a_log_brought_elsewhere_brings_its_law(folder: Path, tmp_path: Path) -> None:
    ez = find_book(EZ)

    async def play() -> None:
        async with house(folder) as casino:
            casino.house_log.editions.offer(ez)
            wanted = table_added(book="ez", edition=ez.digest())
            await add_table(casino, wanted)
            await betting(casino)
            lines = await lines_of(casino.store)
        target = await open_store(str(tmp_path / "other.db"), SteadyClock())
        try:
            verifier = await bring_in(target, lambda: iter(lines), Verifier(is_signed))
            assert not verifier.findings
            assert await audited(target) == []
            kept = await target.edition(ez.digest())
            assert kept is not None
            assert read_edition(kept.text, RuleBook).digest() == ez.digest()
        finally:
            await target.close()
        without = [line for line in lines if not line.startswith('{"edition":')]
        found = audit_lines(without, Verifier(is_signed)).findings
        assert any("which is not kept with the log" in each for each in found)
        assert any("is named and missing" in each for each in found)
        other = [
            line.replace("Dragon 7", "Dragon 9") if line.startswith('{"edition":') else line
            for line in lines
        ]
        found = audit_lines(other, Verifier(is_signed)).findings
        assert any("is another text than its digest says" in each for each in found)
        assert any("does not fit its digest" in each for each in found)

    run(play())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: text.replace(b'"format":1', b'"format":2'), "does not match its digest"),
        (lambda text: text[:100], "does not match its digest"),
    ],
)
def test_a_table_whose_edition_cannot_be_read_stays_shut_and_others_open(
    folder: Path, spoil: object, sentence: str
) -> None:
    ez = find_book(EZ)

    async def play() -> None:
        async with house(folder) as casino:
            casino.house_log.editions.offer(ez)
            await add_table(casino, table_added(book="ez", edition=ez.digest()))
            await add_table(casino, table_added(table="T2", book="mbs"))
        with patch.object(law_module.HouseEditions, "load", spoiled):
            async with house(folder) as casino:
                assert set(casino.running_tables) == {"T2"}
                with pytest.raises(law_module.EditionError, match=sentence):
                    casino.house_log.editions.book(ez.digest())

    async def spoiled(law: law_module.HouseEditions) -> None:
        found = await law._store.editions()
        law._kept.update((each.digest, spoil(each.text)) for each in found)  # type: ignore[operator]

    run(play())


def test_an_edition_in_a_later_format_is_told_for_its_table(folder: Path) -> None:
    later = BOOKS["mbs"].text.replace(b'"format":1', b'"format":2')
    digest = digest_of(later)

    async def play() -> None:
        async with house(folder) as casino:
            casino.house_log.editions._new[digest] = later
            await add_table(casino, table_added(book="mbs", edition=digest))
            await add_table(casino, table_added(table="T2", book="mbs"))
            assert set(casino.running_tables) == {"T2"}
            with pytest.raises(law_module.EditionError, match="format 2 is not known here"):
                casino.house_log.editions.book(digest)
        for _ in range(2):  # it is told once, however often the house opens
            async with house(folder) as casino:
                await casino.house_log.settled()
                (alert,) = casino.house_log.house.alerts.values()
                assert alert.sentence.startswith("T1 is not open: The edition")
                assert "format 2 is not known here; this program reads 1" in alert.sentence

    run(play())


async def made_before(folder: Path) -> None:
    """A house of before editions were kept: its logs name what an earlier program called them."""
    called = {new: old for old, new in EARLIER_NAMES.items()}
    texts = files("puntobanco.library").joinpath("earlier")
    earlier = {
        name: read_edition(texts.joinpath(f"{name}.json").read_bytes(), RuleBook)
        for name in ("mbs", "nz-division")
    }

    def named_before(book: RuleBook) -> str:
        return called[digest_of(book.text)]

    with (
        patch.object(law_module, "BOOKS", earlier),
        patch.object(RuleBook, "digest", named_before),
        patch.object(law_module.HouseEditions, "completed", lambda self, event: event),
    ):
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs"))
            await add_table(casino, table_added(table="T2", book="nz-division"))
            asking = await betting(casino)
            assert await play_a_tie(casino, asking, opens=False) == 80_00


def test_a_house_of_before_gets_its_law_when_it_is_opened(folder: Path) -> None:
    async def play() -> None:
        await made_before(folder)
        for count in (100, 200):
            async with house(folder) as casino:
                assert set(casino.running_tables) == {"T1", "T2"}
                assert (
                    casino.running_tables["T1"].desk.rules.book.digest() in EARLIER_NAMES.values()
                )
                asking = Asking(casino)
                asking._count = count
                assert await play_a_tie(casino, asking) == 80_00
                assert await audited(casino.store) == []
                events = [each.event for each in await casino.store.read(HOUSE_LOG, 0, 1000)]
                assert sum(isinstance(each, TableEdition) for each in events) == 2
                assert all(not each.edition for each in events if isinstance(each, TableAdded))
                table = [each.event for each in await casino.store.read("T1", 0, 1000)]
                assert sum(isinstance(each, e.EditionAdopted) for each in table) == 1

    run(play())


def test_tables_under_one_edition_have_one_digest_of_rules(folder: Path) -> None:
    """A field with a default that is added to the settings changes no digest of rules."""
    one, two = BOOKS["mbs"].configure(), read_edition(BOOKS["mbs"].text, RuleBook).configure()
    assert isinstance(one, HouseRules)
    assert isinstance(two, HouseRules)
    assert rules_digest(one) == rules_digest(two)
