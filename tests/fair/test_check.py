"""The stand-alone check: honest tables pass, every dishonest operator is exposed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Raw

from puntobanco.fair import check
from puntobanco.fair.check import check_lines
from puntobanco.fair.events import ShoeCut
from puntobanco.notation.codec import decode_event, encode
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import open_table, prepare_cards
from puntobanco.play.table import Ready
from puntobanco.record.envelope import Envelope, Head, seal
from tests.fair.house import FairHouse, Row, exported, write
from tests.fair.operators import CHEATS, file_of, honest

REASON = "a patron had the cards mixed anew"
BOOKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("mbs", {}),
    ("rws-wins-on", {}),
    ("rws-super-six-plus", {}),
    ("nz-division", {}),
    ("nz-division", {"style": "B"}),
    ("nz-division", {"equipment": "continuous-shuffler"}),
)


@pytest.mark.parametrize(("book", "options"), BOOKS)
def test_an_honest_table_passes(book: str, options: dict[str, str]) -> None:
    found = check_lines(file_of(honest(book, **options)))
    assert found.problems == []
    assert found.given_up == []
    assert found.tables == ["T1"]
    assert found.opened == found.shoes - 1
    assert found.compared > 40


@pytest.mark.parametrize(
    ("cheat", "finding"),
    CHEATS.items(),
    ids=[cheat.__name__ for cheat in CHEATS],
)
def test_a_dishonest_operator_is_exposed(cheat: Callable[[], list[Row]], finding: str) -> None:
    problems = check_lines(file_of(cheat())).problems
    assert any(finding in each for each in problems), problems[:5]


def test_replaced_cards_are_named_and_no_fault() -> None:
    house = FairHouse("mbs")
    house.play(5)
    house.replace_cards()
    house.play(5)
    found = check_lines(house.lines())
    assert found.problems == []
    assert len(found.given_up) == 1
    assert "replaced" in found.given_up[0]


def test_cards_exchanged_while_they_are_prepared_are_named_and_no_fault() -> None:
    house = FairHouse("rws-super-six-plus")
    house.play(5)
    house.replace_cards()
    for name in ("set 2", "set 3", "set 4"):
        shoe = house.new_shoe(name)
        received, *_ = prepare_cards(house.rules, house.driver.table, name)
        house.driver.ask(received)
    house.shoe = shoe.cut(208)
    house.promise(ShoeCut(shoe=house.number, position=208, by="dealer"))
    house.driver.start_shoe(house.order(house.shoe), "set 4")
    house.play(5)
    found = check_lines(house.lines())
    assert found.problems == []
    ends = ["replaced", "exchanged before its first coup", "exchanged before its first coup"]
    assert [each.split(": ")[2].split(" (")[0] for each in found.given_up] == ends


def mixed_anew(*, promised: bool) -> FairHouse:
    """A patron has pre-shuffled cards mixed before their first coup."""
    house = FairHouse("nz-division")
    driver = house.driver
    driver.ask(open_table(house.rules))
    driver.seat("Patron 1", 1, 1_000_000_00)
    house.new_shoe("set 1")
    received, *_ = prepare_cards(house.rules, driver.table, "set 1", "pre-shuffled")
    driver.ask(received)
    driver.ask(r.ObjectToCards(by="Patron 1", mix=True))
    if promised:
        house.open_shoe(REASON)
        house.new_shoe("set 1")
    assert house.shoe is not None
    house.shoe = house.shoe.cut(208)
    house.promise(ShoeCut(shoe=house.number, position=208, by="dealer"))
    _, *steps = prepare_cards(house.rules, driver.table, "set 1")
    for step in steps:
        driver.ask(step)
    driver._cards = house.order(house.shoe)
    while not isinstance(driver.table.stage, Ready):
        driver.follow()
    house.play(2)
    return house


def test_cards_mixed_anew_are_promised_anew() -> None:
    house = mixed_anew(promised=True)
    house.replace_cards()
    found = check_lines(house.lines())
    assert found.problems == []
    assert found.compared > 8
    assert found.given_up == [f"table T1: shoe 1 after 0 cards: mixed anew ({REASON})"]
    problems = check_lines(mixed_anew(promised=False).lines()).problems
    assert any("nobody had promised" in each for each in problems)


def test_a_continuous_shuffler_has_a_shoe_for_every_coup() -> None:
    house = FairHouse("nz-division", equipment="continuous-shuffler")
    house.play(20)
    found = check_lines(house.lines())
    assert found.problems == []
    assert found.shoes in (20, 21)  # what was burnt before the first coup came from one more


def test_errors_at_the_table_are_followed_card_by_card() -> None:
    """Cards drawn too early or carried: the promised order still tells which they were."""
    chance, carried = random.Random(4), 0
    for seed, book in enumerate(("mbs", "rws-wins-on", "rws-super-six-plus", "nz-division") * 4):
        house = FairHouse(book, seed)
        house.play(3)
        for _ in range(8):
            _disturbed(house, chance)
        house.open_shoe("given up")
        kinds = [event["event"] for _, _, event in house.rows]
        carried += kinds.count("card-carried")
        problems = check_lines(house.lines()).problems
        assert all("opened while it was in play" in each for each in problems), problems
    assert carried > 10


def _disturbed(house: FairHouse, chance: random.Random) -> None:
    """One coup, now and then with a card too many before or after it."""
    driver = house.driver
    if driver.shoe_is_over or driver.table.halts:
        return
    if chance.random() < 0.5:
        driver.report(p.CardLeftShoe(card=driver.draw()))
        while driver.table.halts:
            driver.follow()
    if driver.shoe_is_over or driver.table.halts:
        return
    house.play(1)


def test_an_edited_line_and_a_cut_file_are_found() -> None:
    lines = file_of(honest())
    changed = [*lines]
    changed[40] = changed[40].replace('"time":18', '"time":19')
    assert any("hash" in each for each in check_lines(changed).problems)
    assert any("missing" in each for each in check_lines(lines[:-1]).problems)
    assert any("elsewhere" in each for each in check_lines([*lines[:-2], lines[-1]]).problems)
    assert any("follow" in each for each in check_lines([*lines[:9], *lines[10:]]).problems)


def test_the_files_of_these_tests_are_those_of_the_record() -> None:
    rows = [row for row in honest() if row[0] == "T1"][:20]
    head, lines = Head(), []
    for log, time, event in rows:
        envelope = Envelope(
            table=log,
            sequence=head.sequence + 1,
            time=time,
            actor="dealer",
            cause=f"request-{head.sequence}",
            edition="0" * 64,
            rules="0" * 64,
            previous=head.hash,
            event=Raw(encode(decode_event(json.dumps(event)))),
        )
        kept, head = seal(head, envelope)
        lines.append(kept.line)
    assert file_of(rows)[1:-1] == lines


def test_a_table_that_promises_nothing_is_told_so_everywhere() -> None:
    rows = [row for row in honest() if row[0] == "T1"]
    problems = check_lines([*file_of([*rows, ("shoe:T1", 1, {"event": "another"})])]).problems
    for told in ("cards came to the table", "bets were taken on cards", "a card was dealt"):
        assert any(f"{told} that nobody had promised" in each for each in problems), told


def test_a_table_whose_shoes_nobody_promised_is_followed_to_its_end() -> None:
    house = FairHouse("mbs")
    house.play(3)
    house.replace_cards()
    house.put("T1", {"event": "table-closed"})
    rows = [row for row in house.rows if row[0] == "T1"]
    problems = check_lines(exported([*rows, ("shoe:T1", 1, {"event": "another"})])).problems
    assert any("cards came to the table that nobody had promised" in each for each in problems)
    assert not any("cannot be followed" in each for each in problems), problems


def test_an_event_of_the_table_in_the_log_of_its_shoes_is_found() -> None:
    rows = honest()
    started = next(event for log, _, event in rows if event["event"] == "shoe-started")
    rows.append(("shoe:T1", rows[-1][1] + 1, started))
    problems = check_lines(exported(rows)).problems
    assert problems == ["table T1: shoe-started stands in the log of its shoes"]


def test_time_that_goes_back_is_found() -> None:
    rows = honest()
    rows[30] = ("T1", rows[0][1] - 1, rows[30][2])
    assert any("goes back in time" in each for each in check_lines(exported(rows)).problems)


def test_garbage_is_a_finding_and_never_a_crash() -> None:
    chance = random.Random(2)
    lines = file_of(honest()[:400])
    wrong = ["{", "null", '{"event":1}', '{"end":7}', "", "7"]
    assert sum("cannot be read" in each for each in check_lines(wrong).problems) == len(wrong)
    for _ in range(150):
        at = chance.randrange(len(lines))
        whole = json.loads(lines[at])
        event = whole.get("event")
        if event is None:
            continue
        name = chance.choice(list(event))
        event[name] = chance.choice([None, -1, "x", [], {}, 10**30, 0.5])
        text = json.dumps(whole, separators=(",", ":"))
        assert check_lines([*lines[:at], text, *lines[at + 1 :]]).problems


def test_it_needs_nothing_but_python(tmp_path: Path) -> None:
    alone = tmp_path / "check.py"
    alone.write_text(Path(check.__file__).read_text("utf-8"), "utf-8")
    file = write(tmp_path / "house.jsonl", file_of(honest()))
    command = [sys.executable, "-I", "-S", str(alone), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 shoes promised, 1 opened" in done.stdout
    write(file, file_of(honest()[:-40])[:-1])
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 1


def test_it_tells_what_was_given_up_what_is_wrong_and_how_much_was_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = FairHouse("mbs")
    house.play(5)
    house.replace_cards()
    house.play(1)
    file = write(tmp_path / "house.jsonl", house.lines())
    assert check.main(str(file)) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told[:-1]] == ["given up"]
    assert told[-1].startswith("2 shoes promised, 1 opened, ")
    assert told[-1].endswith(" cards compared, 0 problems")
    write(file, house.lines()[:-1])
    assert check.main(str(file)) == 1
    assert "the last line, which says where each log ends, is missing" in capsys.readouterr().out
