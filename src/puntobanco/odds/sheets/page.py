"""The par sheet of a table: one self-contained page with every wager, its tables and plots."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib.resources import files

from puntobanco.base.nouns import how_many
from puntobanco.odds.comparison import break_even, by_decks
from puntobanco.odds.composition import Composition, full_shoe
from puntobanco.odds.figures import exact, pays, percent
from puntobanco.odds.frame import Frame
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.removal import by_rank, removal_effects
from puntobanco.odds.repeated import repeated
from puntobanco.odds.sheets.par_sheet import Paper, par_frames, par_head
from puntobanco.odds.sheets.plots import decks_plot, ends_plot, histogram, removal_plot
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.book import HouseRules
from puntobanco.rules.options import NumberOption
from puntobanco.rules.outcomes import OutcomeClass, outcome
from puntobanco.rules.wagers import WagerKind, Win

_FAMILY = re.compile(r"(player|tie|banker)-wins-on:(\d)")
_SIDES = ("player", "tie", "banker")


@dataclass(frozen=True, slots=True)
class _Study:
    """Everything the page shows."""

    rules: HouseRules
    odds: Odds
    decks: Mapping[int, Odds]
    effects: Mapping[str, Mapping[str, Fraction]]

    @property
    def alone(self) -> list[str]:
        """The wagers that do not belong to a family shown as one matrix."""
        return [name for name in self.odds if not _FAMILY.fullmatch(name)]

    @property
    def family(self) -> list[str]:
        """The wagers of the matrix."""
        return [name for name in self.odds if _FAMILY.fullmatch(name)]


def write_sheet(
    rules: HouseRules,
    shoe: Composition | None = None,
    changes: Sequence[str] = (),
    *,
    paper: Paper = Paper.A4,
    progress: Callable[[], None] = lambda: None,
) -> str:
    """The page as HTML text; `progress` is called for each card whose removal was tried.

    `changes` says what is not as the book has it.
    """
    pricer = Pricer(rules.tableau, rules.wagers.values())
    start = shoe or full_shoe(rules.decks)
    effects = removal_effects(pricer, start, progress=progress)
    study = _Study(
        rules,
        pricer.price(start),
        by_decks(pricer, _lawful_decks(rules)),
        {name: by_rank(each) for name, each in effects.items()},
    )
    style = files("puntobanco.odds").joinpath("sheet.css").read_text(encoding="utf-8")
    title = f"Par sheet: {rules.book.title}"
    style += _page_rule(paper, title)
    family = [_matrix(study)] if study.family else []
    payoffs = _payoffs(study)
    left = [_main(study), *family, payoffs, _hundred(study)]
    below = _wide([_removal(study)]) if family or payoffs else ""
    if not below:  # few wagers leave room beside their plots
        left.append(_removal(study))
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>",
            f'<body>\n<main class="sheet">\n{_head(study, title, changes)}',
            _column(left),
            _column([_ends(study), _by_decks(study)]),
            below,
            _wide([_par_table(frame) for frame in par_frames(rules, start)[1:]]),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _lawful_decks(rules: HouseRules) -> Iterable[int]:
    """The numbers of decks the book allows."""
    for option in rules.book.options:
        if isinstance(option, NumberOption) and option.name == "decks":
            return range(option.low, option.high + 1)
    return [rules.decks]


def _page_rule(paper: Paper, title: str) -> str:
    """What a printed page has: its size, and its title and number at the foot."""
    plain = "".join(each for each in title if each not in '"\\<')
    foot = "font: 8pt system-ui, sans-serif;"
    return (
        f"@page {{ size: {paper.value}; margin: 12mm 12mm 15mm;\n"
        f'  @bottom-left {{ content: "{plain}"; {foot} }}\n'
        f'  @bottom-right {{ content: "Page " counter(page) " of " counter(pages); {foot} }} }}\n'
    )


def _par_table(frame: Frame) -> str:
    """A table of figures as it also stands in the PDF."""
    columns = frame.fitting(None)
    head = "".join(
        f'<th class="{"" if column.numeric else "left"}">{escape(column.title)}</th>'
        for column in columns
    )
    rows = []
    for row in frame.cells():
        cells = [
            f'<td class="{"" if column.numeric else "left"}">{escape(cell)}</td>'
            for cell, column in zip(row[1:], columns[1:], strict=True)
        ]
        rows.append(f'<tr><th scope="row">{escape(row[0])}</th>{"".join(cells)}</tr>')
    kind = "events" if columns[0].name == "event" else "bounds"
    table = _scroll(f"par {kind}", f"<tr>{head}</tr>", rows)
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in frame.notes)
    return _section(frame.title, "", table + notes)


def _head(study: _Study, title: str, changes: Sequence[str]) -> str:
    shoe = study.odds.composition
    full = (
        f"{how_many(shoe.decks, 'deck')}, {how_many(shoe.cards, 'card')}, full shoe"
        if shoe.decks
        else f"{how_many(shoe.cards, 'card')} left"
    )
    words = (
        f"{full}. Exact count of {study.odds.weights.total:,} orders of {_number(shoe.dealt)} "
        "cards. Edge is the House\N{RIGHT SINGLE QUOTATION MARK}s share of each unit staked, "
        "pushes included."
    )
    about = "".join(f"<p>{escape(line)}</p>" for line in par_head(study.rules, shoe, changes))
    data = b64encode(_csv(study.odds).encode()).decode()
    name = f"{study.rules.book.name}-odds.csv"
    link = f'<a download="{name}" href="data:text/csv;base64,{data}">CSV</a>'
    head = f"<h1>{escape(title)}</h1>{link}<p>{escape(words)}</p>{about}"
    return f'<header class="sheet-head">{head}</header>'


def _number(cards: int) -> str:
    return {4: "four", 5: "five", 6: "six"}[cards]


def _csv(odds: Odds) -> str:
    lines = ["wager,edge,win,push,lose,variance"]
    lines += [
        ",".join([name, *map(exact, (each.edge, each.win, each.push, each.lose, each.variance))])
        for name, each in odds.items()
    ]
    return "\n".join(lines) + "\n"


def _column(sections: Sequence[str]) -> str:
    return f'<div class="col">{"".join(sections)}</div>'


def _wide(sections: Sequence[str]) -> str:
    return f'<div class="col wide">{"".join(sections)}</div>'


def _section(title: str, small: str, body: str) -> str:
    return f"<section><h2>{escape(title)}<small>{escape(small)}</small></h2>{body}</section>"


def _colour(name: str) -> str:
    """The outcome whose colour a wager has, or plain ink."""
    return next((side for side in _SIDES if re.search(rf"\b{side}\b", name)), "ink")


def _table(headings: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return _scroll("par", f"<tr>{head}</tr>", rows)


def _scroll(kind: str, head: str, rows: Iterable[str]) -> str:
    table = f"<thead>{head}</thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll"><table class="{kind}">{table}</table></div>'


def _row(name: str, title: str, cells: Sequence[tuple[str, str]]) -> str:
    written = "".join(
        f'<td class="{style}">{escape(text).replace("/", "/<wbr>")}</td>' for text, style in cells
    )
    return f'<tr><th class="t-{_colour(name)}">{escape(title)}</th>{written}</tr>'


def _main(study: _Study) -> str:
    headings = ["Wager", "Pays", "Win", "Push", "Lose", "SD", "Edge", "Edge, exact"]
    rows = [
        _row(
            name,
            study.odds[name].wager.title,
            [
                (pays(study.odds[name].wager), "soft"),
                *((percent(part), "") for part in _chances(study.odds[name])),
                (f"{study.odds[name].deviation:.4f}", ""),
                (percent(study.odds[name].edge), "edge"),
                (str(study.odds[name].edge), "frac"),
            ],
        )
        for name in study.alone
    ]
    return _section("Wagers", "per cent", _table(headings, rows))


def _chances(odds: WagerOdds) -> tuple[Fraction, Fraction, Fraction]:
    return odds.win, odds.push, odds.lose


def _matrix(study: _Study) -> str:
    """The wagers on a side and its total, as one table: totals down, sides across."""
    by_place = {
        (match[1], int(match[2])): study.odds[name]
        for name in study.family
        if (match := _FAMILY.fullmatch(name))
    }
    family = "".join(
        f'<th colspan="3" class="grp t-{side}">{side.capitalize()} wins on</th>' for side in _SIDES
    )
    heads = '<th class="grp">Pays</th><th>Chance</th><th>Edge</th>' * 3
    rows = []
    for total in range(10):
        cells = []
        for side in _SIDES:
            each = by_place.get((side, total))
            parts = ["\N{EN DASH}"] * 3
            if each is not None:
                parts = [str(each.scale.profits[0]), percent(each.win, 3), percent(each.edge, 2)]
            cells.append(
                f'<td class="grp soft">{parts[0]}</td><td>{parts[1]}</td>'
                f'<td class="edge">{parts[2]}</td>'
            )
        rows.append(f"<tr><th>{total}</th>{''.join(cells)}</tr>")
    head = f'<tr class="fam"><th></th>{family}</tr><tr><th></th>{heads}</tr>'
    table = _scroll("par matrix", head, rows)
    note = '<p class="note">A hand cannot win with 0.</p>'
    return _section("Wins On", "pays to 1, chance and edge in per cent", table + note)


def _payoffs(study: _Study) -> str:
    """Every payoff of the wagers that have several, with the payoff that would have no edge."""
    tables = []
    for name in study.alone:
        odds = study.odds[name]
        if sum(isinstance(line.end, Win) for line in odds.wager.ends()) < 2:
            continue
        even = break_even(odds)
        rows = [
            _row(
                name,
                str(profit).replace("-", "\N{MINUS SIGN}"),
                [
                    (percent(chance), ""),
                    (f"{float(even[profit]):.3f}" if profit in even else "", ""),
                ],
            )
            for profit, chance in odds.payoffs.items()
        ]
        tables.append(_table([odds.wager.title, "Chance", "No edge at"], rows))
    if not tables:
        return ""
    body = f'<div class="multiples">{"".join(tables)}</div>'
    return _section("Each payoff", "profit of one unit; chance in per cent", body)


def _hundred(study: _Study) -> str:
    main = [
        name
        for name in study.alone
        if study.odds[name].wager.kind in (WagerKind.PLAYER, WagerKind.TIE, WagerKind.BANKER)
    ]
    ordered = sorted(main, key=lambda name: _SIDES.index(study.odds[name].wager.kind.value))
    plots = [
        histogram(study.odds[name].wager.title, _colour(name), repeated(study.odds[name], 100))
        for name in ordered
    ]
    small = "net, each from this shoe; nine in ten fall in the solid part"
    body = f'<div class="multiples three">{"".join(plots)}</div>'
    return _section("One hundred coups at one unit", small, body)


def _ends(study: _Study) -> str:
    weights = study.odds.weights
    found: dict[tuple[str, int], int] = {}
    for number, weight in zip(weights.classes, weights.by_class, strict=True):
        seen = outcome(OutcomeClass(number))
        player, banker = seen.player.total, seen.banker.total
        side = "tie" if player == banker else "player" if player > banker else "banker"
        place = side, max(player, banker)
        found[place] = found.get(place, 0) + int(weight)
    chances = {place: Fraction(weight, weights.total) for place, weight in found.items()}
    return _section("How a coup ends", f"{study.odds.composition.cards} cards", ends_plot(chances))


def _multiples(study: _Study, kind: str, plot: Callable[[str], str]) -> str:
    """A plot of each wager; those of the family are folded away."""
    body = f'<div class="{kind}">{"".join(map(plot, study.alone))}</div>'
    if study.family:
        plots = f'<div class="{kind}">{"".join(map(plot, study.family))}</div>'
        body += f"<details><summary>Wins On, all of them</summary>{plots}</details>"
    return body


def _by_decks(study: _Study) -> str:
    def plot(name: str) -> str:
        edges = {number: odds[name].edge for number, odds in study.decks.items()}
        title, usual = study.odds[name].wager.title, study.odds.composition.decks
        return decks_plot(title, _colour(name), edges, usual)

    small = "per cent; each on its own scale"
    return _section("Edge by number of decks", small, _multiples(study, "multiples", plot))


def _removal(study: _Study) -> str:
    def plot(name: str) -> str:
        return removal_plot(study.odds[name].wager.title, _colour(name), study.effects[name])

    body = _multiples(study, "multiples many", plot)
    small = "change of the edge, in per cent, when one card of a rank leaves the shoe"
    return _section("Effect of removal", small, body)
