"""`punto admin`, `punto backup` and `punto restore` against a house that is really served."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import uvicorn

from puntobanco.cli.house import backup
from puntobanco.play.cards.opening import open_table, prepare_cards
from puntobanco.record.sqlite.rows import own
from puntobanco.record.sqlite.store import SqliteStore
from puntobanco.server.app import create_app
from puntobanco.server.casino.founding import found, invite
from puntobanco.server.casino.plan import Plan
from puntobanco.server.casino.running import Casino
from puntobanco.server.operations import backups
from puntobanco.server.tables.croupier import Tempo
from tests.cli.conftest import Punto, Ran
from tests.server.api.house import CHEAP, PEOPLE
from tests.server.conftest import Asking, add_table, table_added
from tests.server.conftest import house as opened_house

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "books"


@dataclass
class Served:
    """A house on a port of this machine."""

    address: str
    folder: Path
    passwords: dict[str, str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in a thread of its own."""
    folder = tmp_path_factory.mktemp("served") / "house"
    passwords: dict[str, str] = {}

    async def begin(casino: Casino) -> None:
        first = await found(casino)
        assert first is not None
        passwords["admin"] = first.password
        for name in ("guest1", "cashier1", "manager1", "shift1", "watch1", "admin2"):
            passwords[name] = (await invite(casino, name, PEOPLE[name], once=False)).password

    plan = Plan(folder, tempo=Tempo.at_once(), park_seconds=0.1, hasher=CHEAP)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(plan, begin), log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}", folder, passwords)
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture
def ask(served: Served, punto: Punto, monkeypatch: pytest.MonkeyPatch) -> Punto:
    """Run a command of somebody's at the house."""

    def run(who: str, *words: str) -> Ran:
        monkeypatch.setenv("PUNTO_HOUSE", served.address)
        monkeypatch.setenv("PUNTO_NAME", who)
        monkeypatch.setenv("PUNTO_PASSWORD", served.passwords[who])
        return punto("admin", *words)

    return run


def test_the_founder_chooses_a_password(
    ask: Punto, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = ask("admin", "people")
    said = "punto: Choose a password of your own first. Use `punto admin own-password`.\n"
    assert (code, err) == (2, said)
    monkeypatch.setenv("PUNTO_NEW_PASSWORD", "a password of my own")
    assert ask("admin", "own-password")[0] == 0
    served.passwords["admin"] = "a password of my own"
    assert "cashier1" in ask("admin", "people")[1]


def test_people_are_added_and_given_roles(ask: Punto) -> None:
    code, out, err = ask("admin2", "add-person", "dealer7", "dealer")
    assert (code, "password for one use" in out) == (0, True), err
    assert ask("admin2", "give-role", "dealer7", "supervisor")[0] == 0
    assert ask("admin2", "take-role", "dealer7", "supervisor")[0] == 0
    assert ask("admin2", "suspend", "dealer7", "--reason", "left")[0] == 0
    assert ask("admin2", "restore", "dealer7")[0] == 0
    assert "for one use" in ask("admin2", "password", "dealer7")[1]
    code, out, _ = ask("admin2", "add-person", "sign7", "sign", "--device")
    assert "token" in out
    assert "Token of sign7" in ask("admin2", "token", "sign7")[1]
    assert ask("admin2", "end-tokens", "sign7")[0] == 0
    assert '"sign7"' in ask("admin2", "people", "--json")[1]
    code, _, err = ask("admin2", "give-role", "guest1", "dealer")
    assert (code, err) == (
        2,
        "punto: guest1 cannot be dealer as well: a patron may not work here.\n",
    )
    code, _, err = ask("guest1", "people")
    assert (code, err) == (2, "punto: Your roles do not permit this.\n")


def test_whoever_is_added_gets_a_way_in_even_where_his_role_is_refused(ask: Punto) -> None:
    code, out, err = ask("admin2", "add-person", "dealer9", "dealer", "--table", "T99")
    assert (code, "dealer9 is added; password for one use" in out) == (2, True)
    assert err.startswith("punto: dealer9 has no role yet: There is no table T99")
    code, out, err = ask("admin2", "add-person", "dealer10", "croupier")
    assert (code, out, '"shift-manager"' in err) == (2, "", True)
    assert "dealer10" not in ask("admin2", "people")[1]


def test_tables_are_tried_out_added_and_stopped(ask: Punto) -> None:
    physical = ("--cards", "physical", "--pace", "dealer", "--seconds", "0")
    words = ("add-table", "N1", "nz-division", "perfect-pair=1", *physical)
    assert "perfect-pair" in ask("admin2", *words, "--check")[1]
    assert ask("admin2", *words)[0] == 0
    other = ("add-table", "N2", "nz-division", "perfect-pair=2", *physical)
    code, _, err = ask("admin2", *other, "--check")
    assert (code, "[11A.8]" in err) == (2, True)
    assert ask("admin2", *other)[0] == 2
    assert "N1" in ask("admin2", "tables")[1]
    assert ask("shift1", "stop", "N1", "--reason", "a spill")[0] == 0
    assert "a spill" in ask("shift1", "tables")[1]
    assert ask("shift1", "release", "N1", "--reason", "dry")[0] == 0
    assert ask("admin2", "add-table", "N3", "mbs", "what")[2].startswith("punto: 'what' is not")


def test_books_are_brought_from_files_which_the_house_copies(ask: Punto, tmp_path: Path) -> None:
    file = tmp_path / "ez.toml"
    shutil.copy(EXAMPLES / "ez.toml", file)
    code, out, err = ask("admin2", "book", "add", str(file))
    assert (code, out[:28]) == (0, "Added ez (EZ Baccarat), edit"), err
    digest = out.split()[-1].strip(".")
    assert ask("admin2", "add-table", "E1", str(file)).code == 0
    assert (
        hashlib.sha256(ask("admin2", "book", "export", str(file)).out.encode()).hexdigest()
        == digest
    )
    tiger = str(EXAMPLES / "tiger.toml")
    said = ask("admin2", "add-table", "E2", tiger).err
    assert (
        said == f"punto: The house has no copy of {tiger}. Add it: punto admin book add {tiger}\n"
    )
    file.write_text("changed on disk", "utf-8")
    listed = json.loads(ask("admin2", "book", "list", "--json").out)["books"]
    (kept,) = [each for each in listed if each["by"]]
    assert (kept["digest"], kept["by"], kept["tables"]) == (digest, "admin2", ["E1"])
    assert "EZ Baccarat" in ask("admin2", "book", "list").out
    text = ask("admin2", "book", "export", "ez").out
    assert hashlib.sha256(text.encode()).hexdigest() == digest
    assert ask("manager1", "book", "add", str(EXAMPLES / "tiger.toml")).code == 2
    assert "ez.toml:1:9: " in ask("admin2", "book", "add", str(file)).err
    assert "ends in .toml or .json" in ask("admin2", "book", "add", str(tmp_path)).err
    wrong = ask("admin2", "book", "remove", "tiger", "--reason", "x").err
    assert "No edition of 'tiger' was added by the house. Possible: ez." in wrong
    assert ask("admin2", "book", "remove", "ez", "--reason", "replaced").code == 0
    (row,) = [line for line in ask("admin2", "book", "list").out.splitlines() if " E1" in line]
    assert " no longer offered " in row
    assert 'There is no book "ez"' in ask("admin2", "add-table", "E2", "ez").err


def test_all_tables_of_a_book_adopt_another_by_two_people(ask: Punto) -> None:
    assert ask("admin2", "book", "add", str(EXAMPLES / "ez.toml")).code == 0
    by_hand = ("--cards", "physical", "--pace", "dealer", "--seconds", "0")
    assert ask("admin2", "add-table", "A1", "mbs", *by_hand).code == 0
    assert ask("admin2", "add-table", "A2", "mbs", *by_hand).code == 0
    why = ("--reason", "the December rules")
    assert ask("manager1", "book", "adopt", "mbs", "ez", *why).code == 2
    assert "in use at a table" in ask("admin2", "book", "adopt", "tiger", "ez", *why).err
    _, out, err = ask("admin2", "book", "adopt", "mbs", "ez", *why)
    assert "dragon-7" in out, err
    approval = out.split("cage agree ")[1].split()[0]
    assert approval in ask("shift1", "cage", "approvals").out
    assert "asked for this" in ask("admin2", "cage", "agree", approval).err
    assert ask("shift1", "cage", "agree", approval).out == "Agreed and done.\n"
    again = ask("manager1", "cage", "agree", approval).out
    assert re.fullmatch(r"It was already done: shift1 agreed at [\d-]+ [\d:]+ UTC\.\n", again)
    listed = json.loads(ask("admin2", "book", "list", "--json").out)["books"]
    tables = {each["book"]: each["tables"] for each in listed}
    assert {"A1", "A2"} <= set(tables["ez"])
    assert not tables["mbs"]


def test_the_cage_and_two_people(ask: Punto) -> None:
    assert ask("cashier1", "cage", "open-account", "guest1")[0] == 0
    assert "100.00" in ask("cashier1", "cage", "pay-in", "guest1", "100")[1]
    assert "60.00" in ask("cashier1", "cage", "pay-out", "guest1", "40.00")[1]
    code, _, err = ask("cashier1", "cage", "pay-out", "guest1", "much")
    assert (code, "is not an amount" in err) == (2, True)
    words = ("cage", "adjust", "guest1", "10", "--less", "--reason", "twice")
    approval = ask("cashier1", *words)[1].split("agree ")[1].split()[0]
    assert approval in ask("shift1", "cage", "approvals")[1]
    assert ask("shift1", "cage", "agree", approval)[0] == 0
    assert "50.00" in ask("manager1", "cage", "account", "guest1")[1]
    second = ask("cashier1", *words)[1].split("agree ")[1].split()[0]
    assert ask("shift1", "cage", "disagree", second, "--reason", "no")[0] == 0
    assert "No request is waiting." in ask("shift1", "cage", "approvals")[1]
    assert "0.00" in ask("manager1", "cage", "report")[1]
    assert ask("manager1", "cage", "report", "--csv")[1].startswith("table,digits")
    assert "nothing is wrong" in ask("watch1", "verify")[1]


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (["a password of mine", "a password of me"], 2, "The two passwords differ; nothing was"),
        (["a password of mine", "a password of mine"], 0, "The password is changed"),
    ],
    ids=["different", "same"],
)
def test_a_new_password_is_typed_twice(
    ask: Punto,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    code: int,
    said: str,
) -> None:
    words: list[str] = []

    def type_one(asked: str) -> str:
        words.append(asked)
        return typed[len(words) - 1]

    monkeypatch.delenv("PUNTO_NEW_PASSWORD", raising=False)
    monkeypatch.setattr("getpass.getpass", type_one)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    ran = ask("watch1", "own-password")
    assert (ran.code, said in ran.out + ran.err) == (code, True), ran
    assert words == ["New password: ", "New password again: "]
    if not code:
        served.passwords["watch1"] = "a password of mine"


def test_nobody_there_and_wrong_words(punto: Punto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_PASSWORD", "some password")
    code, _, err = punto("admin", "people", "--at", "http://127.0.0.1:1")
    assert (code, "no house answers" in err) == (2, True)
    assert "is not an address" in punto("admin", "people", "--at", "here")[2]
    monkeypatch.delenv("PUNTO_PASSWORD")
    assert "set PUNTO_PASSWORD" in punto("admin", "people", "--at", "http://127.0.0.1:1")[2]


# --- copies -----------------------------------------------------------------------------------


def test_a_copy_of_a_running_house_becomes_a_house(
    served: Served, punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_PASSWORD", served.passwords["admin2"])
    code, out, err = punto("backup", "--at", served.address, "--name", "admin2")
    assert (code, "keys" in out) == (0, True), err
    copy = out.splitlines()[0].removeprefix("Copied to ")
    new = tmp_path / "new"
    code, out, err = punto("restore", copy, str(new), "--keys", str(served.folder))
    assert (code, "nothing is wrong" in out) == (0, True), err
    assert (new / "shoes.key").stat().st_mode & 0o077 == 0
    assert asyncio.run(_people(new)) >= {"admin", "guest1"}
    code, _, err = punto("restore", copy, str(new), "--keys", str(served.folder))
    assert (code, "exists already" in err) == (2, True)
    code, _, err = punto("backup", str(served.folder), "--to", str(tmp_path / "x.db"))
    assert (code, "punto backup --at" in err) == (2, True)


async def _people(folder: Path) -> set[str]:
    casino = await Casino.open(Plan(folder, park_seconds=0, hasher=CHEAP))
    try:
        return set(casino.house_log.house.people)
    finally:
        await casino.close()


def test_a_folder_at_rest_is_copied_and_a_changed_copy_is_not_used(
    punto: Punto, tmp_path: Path
) -> None:
    asyncio.run(_founded(tmp_path / "house"))
    copy, house = tmp_path / "copies" / "one.db", tmp_path / "house"
    code, _, err = punto("backup", str(house), "--to", str(copy))
    assert code == 0, err
    changed = tmp_path / "changed.db"
    changed.write_bytes(copy.read_bytes().replace(b'"person":"admin"', b'"person":"ADMIN"'))
    new = tmp_path / "new"
    code, _, err = punto("restore", str(changed), str(new), "--keys", str(house))
    assert (code, "not sound" in err) == (2, True), err
    shutil.copy(f"{copy}.json", f"{changed}.json")
    code, _, err = punto("restore", str(changed), str(new), "--keys", str(house))
    assert (code, "checksum differs" in err) == (2, True)
    code, _, err = punto("restore", str(copy), str(new), "--keys", str(tmp_path))
    assert (code, "has no house.key" in err) == (2, True)
    assert not new.exists()
    assert punto("restore", str(copy), str(new), "--keys", str(house))[0] == 0
    assert "has no house.db" in punto("backup", str(tmp_path))[2]
    assert "name the folder" in punto("backup")[2]


@pytest.mark.parametrize("where", ["_verify", "_make", "_fill"])
def test_an_interrupted_restore_goes_on_and_mixes_no_copies(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    house, new = tmp_path / "house", tmp_path / "new"
    copies = tmp_path / "one.db", tmp_path / "two.db"
    for copy in copies:  # the second has more events than the first
        asyncio.run(_founded(house, copy.stem))
        assert punto("backup", str(house), "--to", str(copy))[0] == 0
        Path(f"{copy}.json").unlink()  # nothing but the bytes tells them apart

    with monkeypatch.context() as moment:
        moment.setattr(backup, where, _interrupted)
        code, _, _ = punto("restore", str(copies[0]), str(new), "--keys", str(house))
        assert code != 0
    assert (tmp_path / "new.partial").is_dir()
    assert not new.exists()
    code, _, err = punto("restore", str(copies[1]), str(new), "--keys", str(house))
    assert code == 0, err
    assert not (tmp_path / "new.partial").exists()
    database = {"house.db", "house.db-end", "house.db-owner"}
    assert {each.name for each in new.iterdir()} <= {*backups.KEYS, *database}
    assert asyncio.run(_people(new)) >= {"one", "two"}


def test_a_packed_copy_becomes_a_house_and_a_damaged_one_does_not(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, copy, new = tmp_path / "house", tmp_path / "one.db.gz", tmp_path / "new"
    asyncio.run(_founded(house, "one"))
    for _ in range(2):
        code, _, err = punto("backup", str(house), "--to", str(copy))
    assert (code, "is already there" in err.replace("\n", " ")) == (2, True), err
    assert {each.name for each in tmp_path.iterdir()} == {"house", "one.db.gz", "one.db.gz.json"}
    assert 3 * copy.stat().st_size < (house / "house.db").stat().st_size
    whole = copy.read_bytes()
    for damaged, why in (
        (whole[:-20], "was cut"),
        (whole + b"more", "goes on after the end"),
        (whole[:500] + bytes(8) + whole[508:], "is damaged"),
    ):
        copy.write_bytes(damaged)
        code, _, err = punto("restore", str(copy), str(new), "--keys", str(house))
        assert (code, why in err.replace("\n", " ")) == (2, True), err
    copy.write_bytes(gzip.compress(gzip.decompress(whole)))
    code, _, err = punto("restore", str(copy), str(new), "--keys", str(house))
    assert (code, "checksum differs" in err.replace("\n", " ")) == (2, True), err
    copy.write_bytes(whole)
    with monkeypatch.context() as moment:
        moment.setattr(backup, "_make", _interrupted)
        assert punto("restore", str(copy), str(new), "--keys", str(house))[0] != 0
    assert punto("restore", str(copy), str(new), "--keys", str(house))[0] == 0
    assert asyncio.run(_people(new)) >= {"one"}


def _interrupted(*given: object) -> None:
    raise KeyboardInterrupt


def test_a_copy_is_not_restored_with_another_key_of_the_shoes(punto: Punto, tmp_path: Path) -> None:
    house, copy, keys = tmp_path / "house", tmp_path / "one.db", tmp_path / "keys"
    asyncio.run(_with_a_shoe(house))
    assert punto("backup", str(house), "--to", str(copy))[0] == 0
    keys.mkdir()
    shutil.copy(house / "house.key", keys)
    (keys / "shoes.key").write_bytes(bytes(32))
    (keys / "shoes.key").chmod(0o600)
    code, _, err = punto("restore", str(copy), str(tmp_path / "new"), "--keys", str(keys))
    assert (code, "not the key of this house" in err.replace("\n", " ")) == (2, True), err
    assert not (tmp_path / "new").exists()
    assert punto("restore", str(copy), str(tmp_path / "new"), "--keys", str(house))[0] == 0


async def _with_a_shoe(folder: Path) -> None:
    async with opened_house(folder) as casino:
        await add_table(casino, table_added(cards="random"))
        asking, desk = Asking(casino), casino.running_tables["T1"].desk
        await asking.granted(open_table(desk.rules))
        await asking.granted(next(iter(prepare_cards(desk.rules, desk.table))))


def test_a_folder_that_is_no_draft_of_a_house_is_left_alone(punto: Punto, tmp_path: Path) -> None:
    house, copy, new = tmp_path / "house", tmp_path / "one.db", tmp_path / "new"
    asyncio.run(_founded(house))
    assert punto("backup", str(house), "--to", str(copy))[0] == 0
    strange = tmp_path / "new.partial"
    strange.mkdir()
    code, _, err = punto("restore", str(copy), str(new), "--keys", str(house))
    assert (code, "new.partial exists already" in err.replace("\n", "")) == (2, True), err
    assert list(strange.iterdir()) == []
    (strange / "verified").mkdir()
    with closing(own(strange / "verified" / "restoring")):
        code, _, err = punto("restore", str(copy), str(new), "--keys", str(house))
        assert (code, "another process has it" in err.replace("\n", " ")) == (2, True), err
    assert punto("restore", str(copy), str(new), "--keys", str(house))[0] == 0


async def _founded(folder: Path, *people: str) -> None:
    casino = await Casino.open(Plan(folder, park_seconds=0, hasher=CHEAP))
    await found(casino)
    for name in people:
        await invite(casino, name, "patron", once=False)
    await casino.close()


def test_in_a_house_made_from_a_copy_everybody_signs_in_again(punto: Punto, tmp_path: Path) -> None:
    """What was ended since the copy was made would be good again; only passwords stay."""
    house, copy, new = tmp_path / "house", tmp_path / "copy.db", tmp_path / "new"

    async def before() -> tuple[str, list[str], str]:
        casino = await Casino.open(Plan(house, park_seconds=0, hasher=CHEAP))
        invited = await invite(casino, "guest1", "patron", once=False)
        credentials = casino.credentials
        signed = [
            await credentials.sign_in("guest1", invited.password, is_staff=False) for _ in range(3)
        ]
        device = await credentials.device_token("scanner1")
        ticket = await credentials.ticket(signed[0][1])
        await casino.close()
        return invited.password, [*(token for token, _ in signed), device], ticket

    async def after(password: str, tokens: list[str], ticket: str) -> None:
        casino = await Casino.open(Plan(new, park_seconds=0, hasher=CHEAP))
        try:
            assert await casino.store.all_kept("session") == {}
            assert await casino.store.all_kept("ticket") == {}
            for token in tokens:
                assert await casino.credentials.session_of(token) is None
            assert await casino.credentials.use_ticket(ticket) is None
            token, _ = await casino.credentials.sign_in("guest1", password, is_staff=False)
            assert await casino.credentials.session_of(token) is not None
        finally:
            await casino.close()

    given = asyncio.run(before())
    assert punto("backup", str(house), "--to", str(copy))[0] == 0
    code, out, err = punto("restore", str(copy), str(new), "--keys", str(house))
    assert (code, "sign in again" in out) == (0, True), err
    asyncio.run(after(*given))
    original = SqliteStore.open_to_read(copy)
    assert len(asyncio.run(original.all_kept("session"))) == 4, "a copy is never changed"
    asyncio.run(original.close())
