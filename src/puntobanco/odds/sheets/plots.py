"""Plots as SVG text: bars of how coups end, lines by decks, bars by rank, a histogram.

Colours are the page's: `player`, `banker`, `tie` and `ink` are classes of its style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape

from puntobanco.base.nouns import how_many
from puntobanco.odds.figures import percent


def _svg(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, style: str = "", anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{style}">'
        f"{escape(words)}</text>"
    )


def _bar(x: float, y: float, size: tuple[float, float], style: str, title: str) -> str:
    width, height = size
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(height, 0.3):.1f}" '
        f'class="{style}"><title>{escape(title)}</title></rect>'
    )


def ends_plot(chances: Mapping[tuple[str, int], Fraction]) -> str:
    """How often each side has it with each total: bars by total, Player, Tie, Banker."""
    sides = ("player", "tie", "banker")
    top = max(Fraction(1, 100), *chances.values())
    parts, base, high, left, step = [], 272.0, 236.0, 34.0, 52.2
    line = Fraction(0)
    while line <= top:
        y = base - high * float(line / top)
        parts.append(f'<path d="M{left:g} {y:.1f}H556" class="{"gl" if line else "axis"}"/>')
        parts.append(_text(26, y + 4, f"{int(line * 100)}%", "small", "end"))
        line += Fraction(4, 100)
    for total in range(10):
        for place, side in enumerate(sides):
            chance = chances.get((side, total), Fraction(0))
            if not chance:
                continue
            height = high * float(chance / top)
            x = left + 4.6 + step * total + 15 * place
            title = f"{side} on {total}: {percent(chance)}%"
            parts.append(_bar(x, base - height, (13, height), side, title))
            if chance >= Fraction(5, 100):
                parts.append(_text(x + 6.5, base - height - 5, percent(chance, 1), "small"))
        parts.append(_text(left + 26.1 + step * total, 290, str(total), "strong"))
    for place, side in enumerate(sides):
        share = sum((c for (which, _), c in chances.items() if which == side), Fraction(0))
        x = 40 + 150 * place
        parts.append(f'<rect x="{x}" y="6" width="11" height="11" class="{side}"/>')
        words = f"{side.capitalize()} {percent(share)}%"
        parts.append(_text(x + 17, 16, words, f"t-{side}", "start"))
    parts.append(_text(556, 308, "winning or tied total", "small", "end"))
    return _svg(560, 312, "Chance that a coup ends with each winning total", parts)


def decks_plot(title: str, style: str, edges: Mapping[int, Fraction], here: int | None) -> str:
    """A wager's edge by number of decks, on its own scale, the table's number marked."""
    numbers = list(edges)
    low, high = min(edges.values()), max(edges.values())
    span = high - low or Fraction(1)
    step = 238 / max(len(numbers) - 1, 1)
    points = [
        (12 + step * place, 114.1 - 66.2 * float((edges[number] - low) / span))
        for place, number in enumerate(numbers)
    ]
    parts = [_text(0, 13, title, f"t-{style} ttl", "start")]
    for (x, _), number in zip(points, numbers, strict=True):
        parts.append(f'<path d="M{x:.1f} 36V126" class="gl"/>')
        parts.append(_text(x, 142, str(number), "strong" if number == here else "small"))
    line = " ".join(f"{x:.1f} {y:.1f}" for x, y in points)
    parts.append(f'<path d="M{line}" class="ln l-{style}"/>')
    for (x, y), number in zip(points, numbers, strict=True):
        radius, filled = (4.5, f" f-{style}") if number == here else (3, "")
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" class="pt l-{style}{filled}">'
            f"<title>{how_many(number, 'deck')}: {percent(edges[number], 6)}%</title></circle>"
        )
    marked = {numbers[0]: "small", numbers[-1]: "small"} | ({here: "strong"} if here else {})
    anchors = {numbers[0]: ("start", -8.0), numbers[-1]: ("end", 8.0)}
    for (x, _), number in zip(points, numbers, strict=True):
        if number in marked:
            anchor, shift = anchors.get(number, ("middle", 0.0))
            parts.append(_text(x + shift, 30, percent(edges[number]), marked[number], anchor))
    return _svg(262, 152, f"{title}: edge by number of decks", parts)


def removal_plot(title: str, style: str, effects: Mapping[str, Fraction]) -> str:
    """What removing a card of each rank adds to a wager's edge: bars up and down from nothing."""
    most = max(map(abs, effects.values()))
    parts = [_text(0, 13, title, f"t-{style} ttl", "start")]
    middle, half, step = 78.0, 44.0, 250 / len(effects)
    for place, (rank, effect) in enumerate(effects.items()):
        height = half * float(abs(effect) / most) if most else 0
        x = 6 + step * place
        y = middle - height if effect > 0 else middle
        words = f"{rank}: {percent(effect, 5)}%"
        parts.append(_bar(x, y, (step - 4, height), style, words))
        parts.append(_text(x + step / 2 - 2, 142, rank, "small"))
    parts.append(f'<path d="M2 {middle:g}H260" class="axis"/>')
    strongest = f"up to {percent(most, 5)}" if most else "0 for every rank"
    parts.append(_text(258, 13, strongest, "small", "end"))
    return _svg(262, 152, f"{title}: effect of removing a card, in per cent", parts)


_BARS_MAX = 31


def histogram(title: str, style: str, chances: dict[Fraction, float]) -> str:
    """Total profits of many coups; the middle nine tenths are solid, the tails faint.

    A bar is as wide as several steps between possible profits, so that each holds as many.
    """
    step = _step(list(chances))
    low, high = _below(chances, 0.001), _below(chances, 0.999)
    width = step * max(1, -(-(high - low) // (step * _BARS_MAX)))
    grouped: dict[int, float] = {}
    for profit, chance in chances.items():
        if low <= profit <= high:
            place = (profit - low) // width
            grouped[place] = grouped.get(place, 0.0) + chance
    top, fifth, ninetyfifth = max(grouped.values()), _below(chances, 0.05), _below(chances, 0.95)
    size = 240 / (max(grouped) + 1)

    def across(profit: Fraction) -> float:
        return 2 + size * float((profit - low + step / 2) / width)

    ahead = sum(chance for profit, chance in chances.items() if profit > 0)
    parts = [_text(0, 13, title, f"t-{style} ttl", "start")]
    parts.append(_text(242, 13, f"ahead {ahead:.1%}", "strong", "end"))
    for place, chance in grouped.items():
        middle = low + width * place + (width - step) / 2
        solid = style if fifth <= middle <= ninetyfifth else f"{style} faint"
        height = 76 * chance / top
        words = f"about {float(middle):+g}: {chance:.2%}"
        left = 2 + size * place
        parts.append(_bar(left, 116 - height, (max(size - 1, 1), height), solid, words))
    parts.append('<path d="M2 116H242" class="axis"/>')
    parts.append(f'<path d="M{across(Fraction(0)):.1f} 34V121" class="zero"/>')
    for profit, mark in ((Fraction(0), "strong"), (fifth, "small"), (ninetyfifth, "small")):
        words = f"{float(profit):+g}".replace("-", "\N{MINUS SIGN}") if profit else "0"
        parts.append(_text(across(profit), 134, words, mark))
    return _svg(244, 138, f"{title}: one hundred coups at one unit", parts)


def _step(profits: Sequence[Fraction]) -> Fraction:
    """The largest step of which all differences between profits are multiples."""
    unit = math.lcm(*(profit.denominator for profit in profits))
    whole = [int((profit - profits[0]) * unit) for profit in profits]
    return Fraction(math.gcd(*whole), unit)


def _below(chances: dict[Fraction, float], share: float) -> Fraction:
    """The profit at or below which this share of all chances lies."""
    passed = 0.0
    for profit, chance in chances.items():
        passed += chance
        if passed >= share:
            return profit
    return next(reversed(chances))
