"""`punto sim streaks`, `hits` and `cut`: studies of whole shoes."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from puntobanco.cli.errors import UserError
from puntobanco.cli.screen import console, grid, print_json
from puntobanco.cli.sim_words import (
    Flag,
    Labour,
    MaybeWhole,
    ShoeWords,
    Whole,
    read_seed,
    user_errors,
)
from puntobanco.cli.words import read_rules
from puntobanco.odds.pricing import odds
from puntobanco.sim import studies
from puntobanco.sim.counting import CountingRun, Shoes
from puntobanco.sim.engines import best_engine
from puntobanco.sim.plan import shoe_plan
from puntobanco.sim.profits import profit_column

_SHOE, _LABOUR = ShoeWords(), Labour()
_SHOES_MOST = 10_000_000


def _checked(shoes: int) -> int:
    if not 0 < shoes <= _SHOES_MOST:
        raise UserError(f"{shoes} shoes cannot be studied; give 1 to {_SHOES_MOST:,}")
    return shoes


def streaks(
    book: str,
    *options: str,
    shoes: Whole = 20_000,
    seed: MaybeWhole = None,
    shoe: ShoeWords = _SHOE,
    json: Flag = False,
) -> None:
    """Count streaks of the same winner, ties passed over, as the Big Road draws them.

    Examples:
        punto sim streaks mbs --shoes 1e5 --seed 7

    Args:
        book: One of the books that `punto book list` names.
        options: Choices of the operator as name=value.
        shoes: Deal so many shoes.
        seed: Deal the same shoes again.
        shoe: How shoes end.
        json: Write JSON instead of a page.
    """
    rules = read_rules(book, options)
    with user_errors():
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
    out.print(f"{found.shoes:,} shoes, {found.columns_per_shoe:.2f} columns of the Big Road each")


def hits(
    book: str,
    *options: str,
    shoes: Whole = 20_000,
    seed: MaybeWhole = None,
    shoe: ShoeWords = _SHOE,
    json: Flag = False,
) -> None:
    """Count how often each wager wins in a shoe.

    Examples:
        punto sim hits rws-wins-on --shoes 1e4

    Args:
        book: One of the books that `punto book list` names.
        options: Choices of the operator as name=value.
        shoes: Deal so many shoes.
        seed: Deal the same shoes again.
        shoe: How shoes end.
        json: Write JSON instead of a page.
    """
    rules = read_rules(book, options)
    with user_errors():
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
    seed: MaybeWhole = None,
    labour: Labour = _LABOUR,
    json: Flag = False,
) -> None:
    """Measure how the place of the cut card shifts the returns of the main wagers.

    Examples:
        punto sim cut mbs --markers 14 52 104 --shoes 1e7

    Args:
        book: One of the books that `punto book list` names.
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
    with user_errors(), labour.open() as executor:
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
