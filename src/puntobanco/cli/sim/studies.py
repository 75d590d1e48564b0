"""`punto sim streaks`, `hits` and `cut`: studies of whole shoes."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from puntobanco.base.money import UnreadableAmountError
from puntobanco.base.nouns import how_many
from puntobanco.cli.errors import UserError
from puntobanco.cli.progress import READYING, progress_bar, working
from puntobanco.cli.screen import console, grid, print_json
from puntobanco.cli.sim.words import (
    Flag,
    Labour,
    ShoeEndWords,
    Whole,
    read_seed,
    user_errors,
)
from puntobanco.cli.words import MaybeSeed, read_rules
from puntobanco.odds.pricing import odds
from puntobanco.rules.book import HouseRules
from puntobanco.rules.settings import TableSettings, Watch
from puntobanco.sim import studies
from puntobanco.sim.counting import CountingRun, Shoes
from puntobanco.sim.engines import best_engine
from puntobanco.sim.faithful import DifferentialStudy, study_differential
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.profits import profit_column

_SHOE, _LABOUR = ShoeEndWords(), Labour()
_SHOES_MOST = 10_000_000


def _checked(shoes: int) -> int:
    if not 0 < shoes <= _SHOES_MOST:
        raise UserError(f"{shoes} shoes cannot be studied; give 1 to {_SHOES_MOST:,}")
    return shoes


def streaks(
    book: str,
    *options: str,
    shoes: Whole = 20_000,
    seed: MaybeSeed = None,
    shoe: ShoeEndWords = _SHOE,
    json: Flag = False,
) -> None:
    """Count streaks of the same winner, ties passed over, as the Big Road draws them.

    Examples:
        punto sim streaks mbs --shoes 2e4 --seed 7

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        shoes: Deal so many shoes.
        seed: Deal the same shoes again.
        shoe: How shoes end.
        json: Write JSON instead of a page.
    """
    rules = read_rules(book, options)
    with user_errors(), working(f"dealing shoes; {READYING}"):
        found = studies.streaks(shoe.read(rules), read_seed(seed), _checked(shoes))
    sides = {"player": found.player, "banker": found.banker}
    longest = int(max(counts.nonzero()[0].max(initial=0) for counts in sides.values()))
    if json:
        form: dict[str, Any] = {
            "shoes": found.shoes,
            "columns_per_shoe": found.columns_per_shoe,
            "longest": {
                str(length): int(found.longest[length]) for length in range(1, longest + 1)
            },
        }
        for side, counts in sides.items():
            form[side] = {str(length): int(counts[length]) for length in range(1, longest + 1)}
        print_json(form)
        return
    headings = [f"{side}{part}>" for side in sides for part in ("", " %", " if independent %")]
    table = grid("length>", *headings, "shoes with it as longest %>")
    for length in range(1, longest + 1):
        cells = []
        for side, counts in sides.items():
            part = counts[length] / counts.sum()
            expected = found.expected_share(side, length)
            cells += [f"{counts[length]:,}", f"{part:.4%}", f"{expected:.4%}"]
        table.add_row(str(length), *cells, f"{found.longest[length] / found.shoes:.3%}")
    out = console()
    out.print(table)
    columns = f"{found.columns_per_shoe:.2f} columns of the Big Road each"
    out.print(f"{how_many(found.shoes, 'shoe')}, {columns}")


def hits(
    book: str,
    *options: str,
    shoes: Whole = 20_000,
    seed: MaybeSeed = None,
    shoe: ShoeEndWords = _SHOE,
    json: Flag = False,
) -> None:
    """Count how often each wager wins in a shoe.

    Examples:
        punto sim hits rws-wins-on --shoes 1e4

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        shoes: Deal so many shoes.
        seed: Deal the same shoes again.
        shoe: How shoes end.
        json: Write JSON instead of a page.
    """
    rules = read_rules(book, options)
    with user_errors(), working(f"dealing shoes; {READYING}"):
        found = studies.hits(rules, shoe.read(rules), read_seed(seed), _checked(shoes))
    if json:
        print_json(
            {
                name: {"mean": each.mean, "deviation": each.deviation, "none": each.none}
                for name, each in found.items()
            }
        )
        return
    table = grid("wager", "wins in a shoe>", "deviation>", "shoes without one %>")
    for name, each in found.items():
        table.add_row(name, f"{each.mean:.3f}", f"{each.deviation:.3f}", f"{each.none:.3%}")
    console().print(table)


def cut(
    book: str,
    *options: str,
    markers: Annotated[tuple[int, ...], Parameter(consume_multiple=True, negative=())] = (
        20,
        52,
        104,
    ),
    shoes: Whole = 1_000_000,
    seed: MaybeSeed = None,
    labour: Labour = _LABOUR,
    json: Flag = False,
) -> None:
    """Measure how the place of the cut card shifts the returns of the main wagers.

    Examples:
        punto sim cut mbs --markers 14 52 104 --shoes 1e4

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        markers: Cards behind the cut card, one or more places to try.
        shoes: Deal so many shoes for each place.
        seed: Deal the same shoes again.
        labour: Who computes.
        json: Write JSON instead of a page.
    """
    rules = read_rules(book, options)
    columns = [profit_column(each) for each in rules.wagers.values() if each.kind.is_main]
    known, number = odds(rules), read_seed(seed)
    rows: list[dict[str, Any]] = []
    with user_errors(), working(f"dealing shoes; {READYING}"), labour.open() as executor:
        for marker in markers:
            run = CountingRun(shoe_plan(rules, marker_from_back=marker), number)
            counts = run.go_on(Shoes(shoes), executor, best_engine)
            for column in columns:
                name = column.wager.name
                shift = studies.cut_shift(column, counts, float(-known[name].edge))
                rows.append(
                    {
                        "marker": marker,
                        "coups_per_shoe": run.coups / run.shoes,
                        "wager": name,
                        "shift": shift.shift,
                        "standard_error": shift.error,
                    }
                )
    if json:
        print_json(rows)
        return
    table = grid("marker>", "coups in a shoe>", "wager", "shift %>", "standard error %>")
    for row in rows:
        table.add_row(
            str(row["marker"]),
            f"{row['coups_per_shoe']:.2f}",
            row["wager"],
            f"{row['shift']:+.5%}",
            f"{row['standard_error']:.5%}",
        )
    console().print(table)


def differential(
    book: str,
    *options: str,
    limit: str = "500",
    watch: Literal["software", "dealer"] = "software",
    patrons: Whole = 7,
    shoes: Whole = 5,
    seed: MaybeSeed = None,
    json: Flag = False,
) -> None:
    """Let many patrons stake on both hands, with and without a maximum Differential.

    It plays at a table, event by event, with the shoes that the kernels deal for the same seed.

    Examples:
        punto sim differential rws-wins-on --limit 1000 --watch dealer --shoes 1

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        limit: The maximum Differential.
        watch: Who sees to it: software refuses what is too much, a dealer has stakes cut.
        patrons: How many patrons sit down; each stakes one to twenty minima on a hand.
        shoes: Play so many shoes.
        seed: Play the same shoes and stakes again.
        json: Write JSON instead of a page.
    """
    number = read_seed(seed)
    found: dict[str, DifferentialStudy] = {}
    for name, most in (("without", None), ("with", limit)):
        rules = _with_differential(book, options, most, watch)
        if not 1 <= patrons <= rules.seats:
            raise UserError(f"--patrons {patrons} does not fit; give 1 to {rules.seats}")
        with user_errors(), progress_bar(f"shoes {name}", shoes, READYING) as advance:
            found[name] = study_differential(
                rules, number, _checked(shoes), patrons, lambda _shoe, _coups: advance()
            )
    if json:
        print_json({name: asdict(each) for name, each in found.items()})
        return
    write = TableSettings().currency.write
    table = grid(
        "Differential", "coups>", "offered>", "played>", "refused>", "cut>", "mean>", "dev.>"
    )
    for name, each in found.items():
        table.add_row(
            name,
            f"{each.coups:,}",
            write(each.offered),
            write(each.played),
            f"{each.refused:,}",
            f"{each.reduced:,}",
            write(round(each.house_mean)),
            write(round(each.house_deviation)),
        )
    out = console()
    out.print(table)
    out.print(f"seed {number}; mean and deviation are the House's result of a coup")


def _with_differential(
    book: str, options: tuple[str, ...], limit: str | None, watch: str
) -> HouseRules:
    settings = TableSettings(watch=Watch(watch))
    if limit is None:
        return read_rules(book, options, settings)
    try:
        most = settings.currency.read(limit)
    except UnreadableAmountError as error:
        raise UserError(f"--limit: {error}") from None
    rules = read_rules(book, options, replace(settings, differential=most))
    if rules.book.conduct.betting.differential is None:
        raise UserError(f"{rules.book.name} knows no Differential; choose another book")
    return rules
