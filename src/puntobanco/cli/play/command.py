"""`punto play`: scripts, automatic shoes, and a game in the terminal."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import RenderableType
from rich.text import Text

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import file_errors, say
from puntobanco.cli.options import Book, JsonOrPage, OptionOrSetting
from puntobanco.cli.play.game import TerminalGame, play_in_terminal
from puntobanco.cli.progress import progress_bar
from puntobanco.cli.screen import console, grid, tell
from puntobanco.cli.words import MaybeSeed, read_amount, read_rules, read_seed
from puntobanco.library.errors import BookNotFoundError
from puntobanco.library.finding import Library
from puntobanco.notation.codec import encode
from puntobanco.notation.runner import run_script
from puntobanco.notation.script import ScriptError
from puntobanco.play.driver import Driver
from puntobanco.record.transfer import ChainedLog
from puntobanco.sim.automatic import AutomaticTable, shuffled_shoe
from puntobanco.text_file import read_text
from puntobanco.views.script_words import script_words

app = App(name="play")


@app.command
def script(*files: Path, json: bool = False, words: bool = False) -> None:
    """Run .play scripts and say where they differ from what the books do.

    All of them run; the exit code is 1 if one differs.

    Examples:
        punto play script tests/books/mbs/3.8.1.play
        punto play script --words

    Args:
        files: Scripts, as many as you like.
        json: Write the events as JSON lines.
        words: List every word of the language instead.
    """
    if words:
        _print_words()
        return
    if not files:
        raise UsageError("name at least one script, such as tests/books/mbs/3.8.1.play")
    codes = [_run_file(file, json=json) for file in files]
    if len(files) > 1 and not json:
        console().print(f"{codes.count(0)} of {len(files)} scripts as written")
    if any(codes):
        sys.exit(max(codes))


def _run_file(file: Path, *, json: bool) -> int:
    """Run one script, tell how it went, and give the exit code that it deserves."""
    try:
        played = run_script(read_text(file), Library())
    except (ScriptError, BookNotFoundError) as error:
        say(f"{file}: {error}")
        return 1
    except UsageError as error:
        say(str(error))
        return 2
    if json:
        for event in played.log:
            console().print(encode(event).decode(), soft_wrap=True)
    else:
        console().print(f"{file}: as written, {how_many(len(played.log), 'event')}")
    return 0


def _print_words() -> None:
    out = console()
    for section in script_words():
        out.print(section.title, style="bold")
        rows = ((f"  {word}", sentence) for word, sentence in section.words)
        out.print(grid("", "", rows=rows))


@app.default
def play(
    book: Book,
    *words: OptionOrSetting,
    chips: str = "10000",
    seed: MaybeSeed = None,
    log: Path | None = None,
) -> None:
    """Play in the terminal against a shuffled shoe.

    Examples:
        punto play mbs
        punto play nz-division dragon-bonus=1 minimum=10 --chips 500

    Args:
        chips: What you buy in for.
        seed: Shuffle the same way again.
        log: Keep the event log here, one JSON line an event.
    """
    rules = read_rules(book, words)
    amount = read_amount(rules.settings.currency, chips, "--chips")
    chance = random.Random(read_seed(seed))  # noqa: S311  play money
    shuffled = partial(shuffled_shoe, rules, chance)
    with _log_to(log) as keep:
        driver = Driver(rules, lambda event: keep(encode(event)), mixed=shuffled)
        play_in_terminal(TerminalGame(driver, shuffled), amount)


@app.command
def auto(
    book: Book,
    *words: str,
    shoes: int = 1,
    seats: int = 7,
    seed: MaybeSeed = None,
    log: Path | None = None,
    chain: bool = False,
    json: JsonOrPage = False,
) -> None:
    """Play whole shoes by an automatic dealer with seated patrons, and say what came of it.

    Examples:
        punto play auto mbs --seed 7 --log game.log
        punto play auto nz-division style=B dragon-bonus=1 --shoes 2 --seats 9
        punto play auto mbs --seed 7 --log game.jsonl --chain

    Args:
        words: Options as name=value, and settings as name=value.
        shoes: How many shoes to play.
        seats: How many patrons sit down.
        seed: Shuffle and bet the same way again.
        log: Keep the event log here, one JSON line an event.
        chain: Chain the log by hashes, so that `punto verify` can check it.
    """
    rules = read_rules(book, words)
    if shoes < 1:
        raise UsageError(f"--shoes {shoes} is too few; give 1 or more")
    if not 1 <= seats <= rules.seats:
        raise UsageError(f"--seats {seats} does not fit; this table has 1 to {rules.seats} places")
    table = AutomaticTable(rules, read_seed(seed))
    if chain and log is None:
        raise UsageError("--chain needs a log; add --log FILE")
    kept = ChainedLog(rules) if chain else None
    with _log_to(log, kept) as keep, progress_bar("shoes", shoes) as advance:
        table.keep = keep
        table.play(shoes, seats, advance)
    form = table.form()
    tell(form, *_summary_page(table, form), json=json)


@contextmanager
def _log_to(
    path: Path | None, chain: ChainedLog | None = None
) -> Iterator[Callable[[bytes], object]]:
    """Keep the event log in a file, or nowhere; a chained log ends well even when interrupted."""
    if path is None:
        yield len
        return
    with file_errors(path, "written"):
        file = path.open("w", encoding="utf-8")
    with file:
        if chain is None:
            yield lambda event: file.write(f"{event.decode()}\n")
            return
        file.write(f"{chain.first}\n")
        try:
            yield lambda event: file.write(f"{chain.line(event)}\n")
        finally:
            file.write(f"{chain.last}\n")


def _summary_page(table: AutomaticTable, form: dict[str, Any]) -> Iterator[RenderableType]:
    yield Text(f"{table.rules.book.title}, {table.rules.book.edition}", style="bold")
    winners = ", ".join(f"{name} {count}" for name, count in sorted(table.winners.items()))
    dealt_from = "a shuffler" if table.rules.continuous else how_many(table.shoes, "shoe")
    dealt = f"{how_many(table.coups, 'coup')} from {dealt_from}"
    yield f"{dealt}, {how_many(table.events, 'event')}, seed {table.seed}"
    yield f"won: {winners}" + (f"; void: {table.voided}" if table.voided else "")
    if table.refused:
        counted = ", ".join(f"{reason} {count}" for reason, count in table.refused.items())
        yield f"stakes refused: {counted}"
    yield ""
    rows = ((name, line["staked"], line["profit"]) for name, line in form["wagers"].items())
    yield grid("wager", "staked>", "patrons' profit>", rows=rows)
    yield ""
    yield grid("house account", "balance>", rows=form["house"].items())
    yield (
        "Every unit is accounted for: all accounts sum to "
        f"{table.rules.settings.currency.write(sum(table.ledger.balances.values()))}."
    )
