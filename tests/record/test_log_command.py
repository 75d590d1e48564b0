"""The command `punto log` as its users meet it."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from puntobanco.cli.log.command import app
from puntobanco.record import second_verifier
from tests import patience
from tests.cli.conftest import Part, part
from tests.patience import until
from tests.record.conftest import PostgresPlace, SqlitePlace, opened
from tests.record.houses import House, play
from tests.record.logs import record


@pytest.fixture
def punto(capsys: pytest.CaptureFixture[str]) -> Part:
    return part(app, capsys)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A database with two tables."""
    path = tmp_path / "house.db"

    async def fill() -> None:
        async with opened(SqlitePlace(path)) as store:
            await record(store, "T1")
            await record(store, "T2", book="nz-division", seed=2)

    asyncio.run(fill())
    return path


def tamper(path: Path, *statements: str) -> None:
    async def run() -> None:
        await SqlitePlace(path).unlock()
        await SqlitePlace(path).run(*statements)

    asyncio.run(run())


def test_logs_of_every_kind_go_the_whole_way(punto: Part, tmp_path: Path) -> None:
    path, key, seen = tmp_path / "all.db", tmp_path / "house.key", tmp_path / "witness.jsonl"

    async def fill() -> None:
        async with opened(SqlitePlace(path)) as store:
            await play(store, House().opened().rest())

    asyncio.run(fill())
    punto("key", key)
    assert "5 logs signed for" in punto("sign", path, "--key", key)[1]
    assert punto("witness", path, "--file", seen, "--key", key)[0] == 0
    code, page = punto("verify", path, "--key", f"{key}.public", "--witness", seen)
    assert code == 0, page
    assert page.split(",")[0] == "20 events of 5 logs"
    assert "was bought in at T1." in punto("show", path, "--table", "account:Ann")[1]
    assert punto("export", path, tmp_path / "all.jsonl")[0] == 0
    assert punto("import", tmp_path / "all.jsonl", tmp_path / "copy.db")[0] == 0
    assert punto("export", path, tmp_path / "ann.jsonl", "--table", "account:Ann")[0] == 0
    assert punto("verify", tmp_path / "ann.jsonl")[0] == 0
    tamper(path, "UPDATE event SET envelope = replace(envelope, '600', '60')")
    code, page = punto("verify", path)
    assert (code, "second verifier: " in page) == (1, True)


def test_the_whole_way_round(punto: Part, house: Path, tmp_path: Path) -> None:
    key, watch, seen = tmp_path / "house.key", tmp_path / "witness.key", tmp_path / "witness.jsonl"
    code, public = punto("key", key)
    assert (code, len(public.strip())) == (0, 64)
    assert key.stat().st_mode & 0o077 == 0
    punto("key", watch)
    assert punto("sign", house, "--key", key)[0] == 0
    assert ": as seen before." in punto("witness", house, "--file", seen, "--key", watch)[1]
    known = ("--key", f"{key}.public", "--witness", seen, "--witness-key", f"{watch}.public")
    code, page = punto("verify", house, *known)
    assert (code, "4 signed statements, 4 states compared: nothing wrong." in page) == (0, True)

    file, copy = tmp_path / "house.jsonl", tmp_path / "copy.db"
    assert punto("export", house, file)[0] == 0
    assert punto("verify", file, *known)[0] == 0
    assert "2 logs imported" in punto("import", file, copy)[1]
    assert punto("verify", copy, *known)[0] == 0
    assert punto("export", copy) == (0, file.read_text("utf-8"))
    assert punto("witness", file, "--file", seen, "--key", watch)[0] == 0

    tamper(house, "DELETE FROM event WHERE table_id = 'T2' AND sequence > 30")
    code, page = punto("verify", house, *known, "--json")
    assert code == 1
    assert any("table T2, event 31" in each for each in json.loads(page)["findings"])
    code, page = punto("witness", house, "--file", seen, "--key", watch)
    assert code == 1
    assert "table T2" in page
    assert "it was cut" in page


def test_a_packed_export_is_read_like_a_plain_one(
    punto: Part, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, packed = tmp_path / "house.jsonl", tmp_path / "house.jsonl.gz"
    for file in (plain, packed):
        assert punto("export", str(house), str(file))[0] == 0
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert 3 * packed.stat().st_size < plain.stat().st_size
    for command in ("verify", "show"):
        told = [punto(command, str(file)) for file in (plain, packed)]
        assert told[0] == told[1]
        assert told[0][0] == 0
    assert punto("import", str(packed), str(tmp_path / "again.db"))[0] == 0
    assert second_verifier.main(str(packed)) == second_verifier.main(str(plain)) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == second
    whole = packed.read_bytes()
    for damaged in (whole[:-9], whole[: len(whole) // 2], whole[:-6] + b"xx" + whole[-4:]):
        packed.write_bytes(damaged)
        code, err = punto("verify", str(packed))
        assert (code, "cannot be unpacked to its end" in err) == (2, True), err
    packed.write_bytes(gzip.compress(house.read_bytes()))
    code, err = punto("verify", str(packed))
    assert (code, "is a packed copy of a house" in err) == (2, True), err


def test_show_names_who_when_why_and_what(punto: Part, house: Path, tmp_path: Path) -> None:
    code, page = punto("show", house, "--table", "T1", "--after", 10, "--limit", 5)
    assert code == 0
    assert [line.split()[:2] for line in page.splitlines()[1:]] == [
        ["T1", str(number)] for number in range(11, 16)
    ]
    assert "2027-01-15 08:00:00 UTC" in page
    assert "dealer" in page
    file = tmp_path / "file.jsonl"
    punto("export", house, file)
    words = ("--table", "T2", "--limit", 3, "--json")
    assert punto("show", file, *words) == punto("show", house, *words)


def test_one_table_of_an_address(
    punto: Part, postgres: PostgresPlace, house: Path, tmp_path: Path
) -> None:
    file = tmp_path / "one.jsonl"
    assert punto("export", house, file, "--table", "T2")[0] == 0
    assert punto("import", file, postgres.source)[0] == 0
    code, page = punto("verify", postgres.source, "--json")
    assert (code, list(json.loads(page)["tables"])) == (0, ["T2"])


def test_the_witness_watches_a_running_house_from_another_process(
    punto: Part, house: Path, tmp_path: Path
) -> None:
    key, seen = tmp_path / "witness.key", tmp_path / "witness.jsonl"
    punto("key", key)

    async def run() -> tuple[int, str]:
        place = SqlitePlace(house)
        async with opened(place) as store:
            process = await asyncio.create_subprocess_exec(
                *(
                    sys.executable,
                    "-c",
                    "from puntobanco.cli.log.command import app; app()",
                    "witness",
                ),
                *(str(house), "--file", str(seen), "--key", str(key), "--every", "0.1"),
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": "src"},
            )
            await until_tables(seen, 2)
            await record(store, "T3", seed=3)
            await until_tables(seen, 3)
            await place.unlock()
            await place.run("UPDATE event SET hash = '0' WHERE table_id = 'T3'")
            out, _ = await asyncio.wait_for(process.communicate(), patience.SECONDS)
            return process.returncode or 0, out.decode()

    code, out = asyncio.run(run())
    assert code == 1
    assert "table T3" in out
    assert "was rewritten here or before" in out


async def until_tables(seen: Path, count: int) -> None:
    await until(lambda: seen.exists() and len(seen.read_text("utf-8").splitlines()) >= count)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("verify", "nowhere.db"), "there is no file nowhere.db"),
        (("show", "HOUSE", "--table", "T9"), "has no event after 0 of a table 'T9'"),
        (("show", "HOUSE", "--limit", "0"), "--limit must be 1 or more, not 0"),
        (("export", "HOUSE", "--table", "T9"), "has no table 'T9'"),
        (("export", "HOUSE", "HOUSE"), "is already there; name a new file"),
        (("export", "TEXT"), "is not a database"),
        (("import", "HOUSE", "new.db"), "is a database; import takes what"),
        (("import", "TEXT", "OTHER"), "is not a log; `punto log export` writes one"),
        (("verify", "TEXT"), "is not a log; `punto log export` writes one"),
        (("show", "TEXT"), "is not a log; `punto log export` writes one"),
        (("verify", "HOUSE", "--key", "abc"), "abc is not a public key"),
        (("verify", "HOUSE", "--witness", "nothing"), "there is no witness file nothing"),
        (("verify", "HOUSE", "--witness", "TEXT"), "line 1 is not a statement"),
        (("sign", "HOUSE", "--key", "TEXT"), "no private key in PEM form"),
        (("sign", "HOUSE", "--key", "nothing"), "nothing cannot be read"),
        (("key", "TEXT"), "cannot be made"),
        (
            ("witness", "HOUSE", "--file", "f", "--key", "k", "--every", "0"),
            "`--every` must be between",
        ),
        (("verify", "postgresql://nobody@/nothing?host=/nowhere"), "cannot be reached"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    punto: Part, house: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    text = tmp_path / "text"
    text.write_text("rubbish\n", "utf-8")
    known = {"HOUSE": house, "TEXT": text, "OTHER": tmp_path / "other.db"}
    code, said = punto(*(known.get(word, word) for word in words))
    assert code == 2
    assert sentence in said
