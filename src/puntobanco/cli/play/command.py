"""`punto play`: scripts, automatic shoes, and a game in the terminal."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cyclopts import App
from rich.console import RenderableType
from rich.text import Text

from puntobanco.base.accounts import Ledger
from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import Units
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
from puntobanco.play import events as e
from puntobanco.play.driver import Driver
from puntobanco.play.postings import ANTE, BREAKAGE, COMMISSION, FLOAT, postings
from puntobanco.play.requests import OrderNewCards, PlaceAnte
from puntobanco.play.table import Betting
from puntobanco.record.transfer import ChainedLog
from puntobanco.rules.book import HouseRules
from puntobanco.rules.wagers import WagerKind
from puntobanco.text_file import read_text
from puntobanco.views.script_words import script_words

app = App(name="play")
_Keep = Callable[[bytes], object]
CONTINUOUS_COUPS = 80
"""A continuous shuffler has no end of shoe; its cards are replaced after so many coups."""


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
    shuffled = partial(_shuffled, rules, chance)
    with _log_to(log) as keep:
        driver = Driver(rules, lambda event: keep(encode(event)), mixed=shuffled)
        play_in_terminal(TerminalGame(driver, shuffled), amount)


def _shuffled(rules: HouseRules, chance: random.Random) -> list[Card]:
    cards = list(DECK) * rules.decks
    chance.shuffle(cards)
    return cards


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
    house = _House(rules, read_seed(seed))
    if chain and log is None:
        raise UsageError("--chain needs a log; add --log FILE")
    kept = ChainedLog(rules) if chain else None
    with _log_to(log, kept) as keep:
        house.keep = keep
        _play_shoes(house, shoes, seats)
    form = house.summary()
    tell(form, *_summary_page(house, form), json=json)


_ACCOUNTS = {"float": FLOAT, "commission": COMMISSION, "ante": ANTE, "breakage": BREAKAGE}


class _House:
    """An automatic table with patrons who bet by chance."""

    def __init__(self, rules: HouseRules, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self.chance = random.Random(seed)  # noqa: S311  play money
        self.ledger = Ledger()
        self.keep: _Keep = len
        self.events, self.coups, self.shoes = 0, 0, 0
        self.winners: Counter[str] = Counter()
        self.staked: Counter[str] = Counter()
        self.profit: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.voided = 0
        self.shuffled = partial(_shuffled, rules, self.chance)
        self.driver = Driver(rules, self._record, mixed=self.shuffled)

    def _record(self, event: e.Event) -> None:
        self.events += 1
        self.ledger.post(postings(event))
        self.keep(encode(event))
        if isinstance(event, e.ResultAnnounced):
            self.winners[event.winner.value] += 1
        if isinstance(event, e.CoupVoided):
            self.voided += 1
        if isinstance(event, e.StakeSettled):
            self.staked[event.wager] += event.stake
            self.profit[event.wager] += event.profit

    def bet(self, patron: str, place: int) -> None:
        limits, unit = self.rules.settings.limits, self.rules.settings.currency.units_per_one
        side = self.chance.choice(("player", "banker", "banker"))
        stakes: list[tuple[str, Units]] = [(side, limits.hand.minimum * self.chance.randint(1, 5))]
        extra = self.chance.choice(list(self.rules.wagers))
        kind = self.rules.wagers[extra].kind
        if kind in (WagerKind.TIE, WagerKind.SIDE):
            stakes.append((extra, max(limits.of(kind).minimum, 10 * unit)))
        refused = self.driver.stakes((patron, place, wager, amount) for wager, amount in stakes)
        self.refused.update(refusal.reason.value for refusal in refused)

    def play_coup(self, seats: int) -> None:
        self.driver.open()
        stage = self.driver.table.stage
        if isinstance(stage, Betting) and not stage.no_bet:
            for place in range(1, seats + 1):
                self.bet(f"S{place}", place)
            self._antes(seats)
        self.driver.play()
        self.coups += 1

    def _antes(self, seats: int) -> None:
        if self.rules.ante is not None:
            for place in range(1, seats + 1):
                self.driver.command(PlaceAnte(by=f"S{place}", patron=f"S{place}"))

    def summary(self) -> dict[str, Any]:
        write = self.rules.settings.currency.write
        return {
            "book": self.rules.book.name,
            "options": dict(self.rules.options),
            "seed": self.seed,
            "shoes": self.shoes,
            "coups": self.coups,
            "events": self.events,
            "winners": dict(self.winners),
            "void": self.voided,
            "refused": dict(self.refused),
            "wagers": {
                name: {"staked": write(self.staked[name]), "profit": write(self.profit[name])}
                for name in self.staked
            },
            "house": {
                name: write(self.ledger.balance(account)) for name, account in _ACCOUNTS.items()
            },
        }


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


def _play_shoes(house: _House, shoes: int, seats: int) -> None:
    for place in range(1, seats + 1):
        house.driver.seat(
            f"S{place}", place, 1_000_000 * house.rules.settings.currency.units_per_one
        )
    with progress_bar("shoes", shoes) as advance:
        for number in range(1, shoes + 1):
            house.driver.start_shoe(house.shuffled(), f"set {number}")
            house.shoes += 1
            last = house.coups + CONTINUOUS_COUPS
            while not house.driver.shoe_is_over:
                house.play_coup(seats)
                if house.driver.table.shoe.continuous and house.coups == last:
                    house.driver.ask(OrderNewCards(by=house.rules.book.posts.ladder[-1].name))
            advance()


def _summary_page(house: _House, form: dict[str, Any]) -> Iterator[RenderableType]:
    yield Text(f"{house.rules.book.title}, {house.rules.book.edition}", style="bold")
    winners = ", ".join(f"{name} {count}" for name, count in sorted(house.winners.items()))
    dealt_from = "a shuffler" if house.rules.continuous else how_many(house.shoes, "shoe")
    dealt = f"{how_many(house.coups, 'coup')} from {dealt_from}"
    yield f"{dealt}, {how_many(house.events, 'event')}, seed {house.seed}"
    yield f"won: {winners}" + (f"; void: {house.voided}" if house.voided else "")
    if house.refused:
        counted = ", ".join(f"{reason} {count}" for reason, count in house.refused.items())
        yield f"stakes refused: {counted}"
    yield ""
    rows = ((name, line["staked"], line["profit"]) for name, line in form["wagers"].items())
    yield grid("wager", "staked>", "patrons' profit>", rows=rows)
    yield ""
    yield grid("house account", "balance>", rows=form["house"].items())
    yield (
        "Every unit is accounted for: all accounts sum to "
        f"{house.rules.settings.currency.write(sum(house.ledger.balances.values()))}."
    )
