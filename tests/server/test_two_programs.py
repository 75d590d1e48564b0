"""A house is played by two real programs: this one, and one whose book and grammar were changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from puntobanco.books import BOOKS
from puntobanco.record.audit import audit_lines
from puntobanco.record.signing import is_signed
from puntobanco.record.verify import Verifier
from tests.server.conftest import Asking, add_person, add_table, betting, house, run, table_added
from tests.server.test_editions import adopt, audited, lines_of, paid_again, play_a_tie

ROOT = Path(__file__).resolve().parents[2]
CHANGES = (
    ("books/mbs.py", 'capitalize()} pair"', 'capitalize()} hand paired"'),
    ("books/mbs.py", "Payoff(8), wins", "Payoff(9), wins"),
    ("books/mbs.py", 'edition="version 7"', 'edition="version 8"'),
    (
        "books/mbs.py",
        "BOOK = RuleBook(",
        (
            'LUCKY = pair_wager("lucky-pair", "Lucky pair", Hand.PLAYER, Payoff(12),'
            ' wins=c("4.1[Pair]"), loses=c("3.8"), terms=Terms(c("3.5"), c("2.2.4")))\n\n'
            "BOOK = RuleBook("
        ),
    ),
    ("books/mbs.py", "TIE, *PAIRS))", "TIE, *PAIRS, LUCKY))"),
    (
        "rules/wagers.py",
        "    pay_clauses: Clauses = ()\n",
        '    pay_clauses: Clauses = ()\n    remark: str = ""\n',
    ),
)
"""A changed label, a changed payoff, a new wager, and a new field with a default in the grammar."""


def later_program(folder: Path) -> Path:
    """The source of another program."""
    target = folder / "src"
    kept_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "puntobanco", target / "puntobanco", ignore=kept_out)
    for name, before, after in CHANGES:
        path = target / "puntobanco" / name
        text = path.read_text("utf-8")
        assert before in text, before
        path.write_text(text.replace(before, after, 1), "utf-8")
    return target


def go_on_later(folder: str, before: str) -> None:
    """What the other program does with the house; it runs in a process of its own."""
    later = BOOKS["mbs"]
    assert later.digest() != before, "this is the other program"

    async def play() -> None:
        async with house(Path(folder)) as casino:
            asking = Asking(casino)
            asking._count = 100
            assert casino.running_tables["T1"].desk.rules.book.digest() == before
            assert casino.running_tables["T2"].desk.rules.book is BOOKS["rws-wins-on"], (
                "the same digest"
            )
            assert await play_a_tie(casino, asking) == 80_00, "the table goes on as it was"
            assert await audited(casino.store) == []
            await adopt(casino, casino.house_log.editions.offer(later))
            assert "lucky-pair" in casino.running_tables["T1"].desk.rules.wagers
            assert await play_a_tie(casino, asking) == 90_00
            assert await audited(casino.store) == []

    run(play())


def test_a_house_goes_on_when_the_program_is_exchanged(folder: Path, tmp_path: Path) -> None:
    before = BOOKS["mbs"].digest()

    async def first() -> None:
        async with house(folder) as casino:
            await add_table(casino, table_added(book="mbs"))
            await add_table(casino, table_added(table="T2"))
            asking = await betting(casino)
            for name in ("Sue", "Max"):
                await add_person(casino, name, "shift-manager")
            assert await play_a_tie(casino, asking, opens=False) == 80_00
            assert await audited(casino.store) == []

    async def last() -> None:
        async with house(folder) as casino:
            asking = Asking(casino)
            asking._count = 200
            assert await play_a_tie(casino, asking) == 90_00, "its law is the house's, not ours"
            assert await audited(casino.store) == []
            lines = await lines_of(casino.store)
            won = [80_00, 80_00, 90_00, 90_00]
            assert paid_again(lines) == [(each, each) for each in won]
            assert not audit_lines(lines, Verifier(is_signed)).findings

    run(first())
    called = "from tests.server.test_two_programs import go_on_later as go; import sys"
    ran = subprocess.run(
        [sys.executable, "-c", f"{called}; go(*sys.argv[1:])", str(folder), before],
        env={**os.environ, "PYTHONPATH": f"{later_program(tmp_path)}:{ROOT}"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    run(last())
