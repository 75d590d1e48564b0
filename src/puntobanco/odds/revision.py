"""A table's wagers changed for a study: other payoffs, and wagers written in one line.

    NAME: CONDITION pays PAYOFF {, CONDITION pays PAYOFF | CONDITION pushes}

The first condition that holds decides; where none holds, the stake is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from puntobanco.base.money import Payoff, UnreadablePayoffError, read_payoff
from puntobanco.base.nouns import how_many
from puntobanco.odds.columns import FactColumns
from puntobanco.odds.figures import percent
from puntobanco.odds.try_wager import BadWagerError, read_name
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.odds.weights import Weigher
from puntobanco.rules.book import HouseRules
from puntobanco.rules.configure import closest
from puntobanco.rules.options import Case
from puntobanco.rules.tableau import Tableau
from puntobanco.rules.text.condition_text import BadConditionError, read_condition
from puntobanco.rules.wagers import End, Line, Lose, Otherwise, Push, Wager, WagerKind, Win

_PART = re.compile(r"(?P<when>.+?)\s+(?:(?P<push>push(?:es)?)|pays?\s+(?P<win>.+))", re.DOTALL)


def is_definition(words: str) -> bool:
    """Whether this defines a wager rather than naming one."""
    return re.search(r":(\s|$)", words) is not None or (
        ":" in words and re.search(r"\s(pays?|push(es)?)\b", words) is not None
    )


def read_definition(words: str) -> Wager:
    """Read NAME: CONDITION pays PAYOFF.

    >>> wager = read_definition("small-tie: tie & player_total == 0 pays 150")
    >>> wager.name, str(wager.lines[0].end)
    ('small-tie', '150 to 1')
    """
    name, colon, rest = words.partition(": ")
    if not colon:
        name, _, rest = words.partition(":")
    return read_wager(name.strip(), rest)


def read_wager(name: str, words: str) -> Wager:
    """Read the conditions and payoffs of a wager of this name."""
    name = read_name(name)
    parts = [part.strip() for part in re.split(r"[,;]", words) if part.strip()]
    if not parts:
        raise BadWagerError(f"{name} needs a condition; write `{name}: CONDITION pays 40`")
    lines = tuple(_line(name, part) for part in parts)
    if not any(isinstance(line.end, Win) for line in lines):
        raise BadWagerError(f"{name} never wins; write `{name}: CONDITION pays 40`")
    title = name.replace("-", " ").replace(":", " ").title()
    return Wager(name, title, WagerKind.SIDE, lines, Otherwise(Lose(), ()))


def _line(name: str, words: str) -> Line:
    match = _PART.fullmatch(words)
    if match is None:
        condition = re.sub(r"\s+pays?$", "", words)
        try:
            read_condition(condition)
        except BadConditionError:
            condition = "CONDITION"
        raise BadWagerError(
            f"`{words}` of {name} does not say what it pays: `pays 40` is missing at the end; "
            f"write `{name}: {condition} pays 40`"
        )
    try:
        when = read_condition(match["when"])
    except BadConditionError as error:
        raise BadWagerError(f"{name}: `{match['when']}`: {error}") from None
    end: End = Push() if match["push"] else read_win(match["win"])
    return Line(when, end, (), str(when))


def read_win(words: str) -> Win:
    """Read what a win pays: 25, 1/2, 0.95, or "1 less 5%" where the House keeps a commission.

    >>> str(read_win("0.95")), str(read_win("1 less 5%"))
    ('19 to 20', '1 to 1 less 5 %')
    """
    payoff, _, kept = words.partition(" less ")
    if kept and not re.fullmatch(r"\s*[1-9]\d?\s*%", kept, re.ASCII):
        raise BadWagerError(f"`{words}` is not a payoff; give a commission of 1% to 99%")
    try:
        return Win(read_payoff(payoff), Payoff(int(kept.rstrip(" %")), 100) if kept else None)
    except UnreadablePayoffError as error:
        raise BadWagerError(str(error)) from None


def repaid(wager: Wager, words: str) -> Wager:
    """The wager with other payoffs, one for each line that wins, separated by commas."""
    wins = [line for line in wager.ends() if isinstance(line.end, Win)]
    payoffs = [read_win(part) for part in words.split(",")]
    if len(payoffs) != len(wins):
        now = ", ".join(str(line.end) for line in wins)
        raise BadWagerError(
            f"{wager.name} has {how_many(len(wins), 'payoff')} ({now}), not {len(payoffs)}; "
            "give one for each, separated by commas"
        )
    new = iter(payoffs)
    # A clause that orders another payoff says nothing about this one.
    lines = tuple(
        replace(line, end=next(new), clauses=()) if isinstance(line.end, Win) else line
        for line in wager.lines
    )
    last = wager.otherwise
    if isinstance(last.end, Win):
        last = replace(last, end=next(new), clauses=())
    return replace(wager, lines=lines, otherwise=last)


def pays_otherwise(one: Wager, other: Wager) -> bool:
    """Whether some win of the two is not worth the same."""
    return [line.end for line in one.ends()] != [line.end for line in other.ends()]


def with_wagers(rules: HouseRules, wagers: Iterable[Wager]) -> HouseRules:
    """The same table, offering exactly these wagers."""
    book = replace(rules.book, wagers=tuple(Case(wager) for wager in wagers))
    return replace(rules, book=book)


def revised(rules: HouseRules, pays: Mapping[str, str], wagers: Sequence[Wager] = ()) -> HouseRules:
    """The same table with other payoffs and with more wagers."""
    for name in pays:
        if name not in rules.wagers:
            raise BadWagerError(
                f"this table offers no wager {name!r}; {closest(name, rules.wagers)}"
            )
    offered = {
        name: repaid(wager, pays[name]) if name in pays else wager
        for name, wager in rules.wagers.items()
    }
    for wager in wagers:
        offered[wager.name] = wager
    return with_wagers(rules, offered.values()) if pays or wagers else rules


def warnings(tableau: Tableau, wager: Wager) -> list[str]:
    """What a designer should know: conditions that never decide the wager."""
    columns = FactColumns(Weigher(tableau).classes)
    rest, found = columns.everything, []
    for line in wager.lines:
        holds = columns.where(line.when)
        what = "push" if isinstance(line.end, Push) else f"payoff of {line.end}"
        if not holds:
            found.append(f"`{line.when}` never happens, so its {what} has no effect.")
        elif not holds & rest:
            covering = _covering(columns, wager, line)
            found.append(
                f"`{line.when}` never decides: {covering} comes first and covers it, "
                f"so its {what} has no effect. The first condition that holds decides; "
                "write the narrower one first."
            )
        rest = rest & ~holds
    return found


def _covering(columns: FactColumns, wager: Wager, line: Line) -> str:
    """The earlier condition that covers a line, or all of them together."""
    holds = columns.where(line.when)
    earlier = wager.lines[: wager.lines.index(line)]
    for other in earlier:
        if not holds & ~columns.where(other.when):
            return f"`{other.when}`"
    return "what " + " and ".join(f"`{other.when}`" for other in earlier) + " say"


def edge_remarks(odds: WagerOdds) -> list[str]:
    """What is odd about an edge, in sentences."""
    if odds.edge < 0:
        return [
            (
                f"The edge is {percent(odds.edge)} %: the patron wins in the long run. "
                "Check the payoffs and the order of the conditions."
            )
        ]
    if odds.edge > Fraction(1, 2):
        return [f"The edge is {percent(odds.edge)} %, more than half of every stake."]
    return []
