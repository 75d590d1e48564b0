"""`punto odds try`: price a wager that is only an idea."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from puntobanco.base.money import Payoff, read_payoff
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.books import BOOKS
from puntobanco.cli.errors import say
from puntobanco.cli.odds.words import ShoeWords
from puntobanco.cli.options import Words
from puntobanco.cli.output import OutputForm, write_answer
from puntobanco.cli.words import read_rules
from puntobanco.odds.odds_frame import odds_frame, wager_form
from puntobanco.odds.revision import edge_remarks, is_definition, warnings
from puntobanco.odds.try_wager import (
    BadWagerError,
    as_code,
    read_name,
    read_percentage,
    tried,
)
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.conditions import Condition
from puntobanco.rules.text.condition_text import BadConditionError, read_condition


def try_wager(
    *conditions: str,
    pays: Words = (),
    push: Words = (),
    edge: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    wager_name: str = "tried",
    book: str = "mbs",
    shoe: ShoeWords = ShoeWords(),
    form: OutputForm = OutputForm(),
) -> None:
    """Price a wager written over the named facts of a coup.

    Facts are player_total, player_cards, player_match (0 none, 1 mixed, 2 coloured, 3 perfect
    pair, 4 suited triple), player_margin, player_wins, player_natural, player_pair, the same for
    banker, and tie; join them with == != >= <= > < & | ~ ( ).

    Examples:
        punto odds try "banker_wins & banker_total == 6 & banker_cards == 3" --pays 25
        punto odds try "tie & player_total == 6" --edge 10% --decks 6
        punto odds try "player_match == 3" "player_pair" --pays 25 5 --push "tie"

    Args:
        conditions: When it wins; the first that holds decides.
        pays: What each condition pays, such as 25 or 1/2; a missing first one is sought.
        push: Conditions on which the stake comes back.
        edge: The edge wanted, in per cent: seeks the first condition's payoff.
        wager_name: What the wager is called in the lines for a book.
        book: Whose drawing rules hold.
    """
    rules, wager_name = read_rules(book, ()), read_name(wager_name)
    composition = shoe.read(rules)
    whole = next((text for text in conditions if re.search(r"\b(pays|pushes)\b", text)), None)
    if whole is not None:
        named = whole if is_definition(whole) else f"{wager_name}: {whole}"
        raise UsageError(
            "give payoffs with --pays and pushes with --push; a whole wager is priced by "
            f'punto odds {book} --wager "{named}"'
        )
    if conditions and conditions[0].lower() in BOOKS:
        raise UsageError(f"{conditions[0]} is a book; name it with --book {conditions[0]}")
    try:
        wins = [read_condition(text) for text in conditions]
        pushes = [read_condition(text) for text in push]
        payoffs = _payoffs(wins, pays, sought=edge is not None)
        wanted = None if edge is None else read_percentage(edge)
        pairs = list(zip(wins, payoffs, strict=True))
        odds = tried(rules.tableau, composition, pairs, pushes, wager_name, wanted)
    except BadConditionError as error:
        sys.stderr.write(f"{error.pointer}\n")
        raise UsageError(str(error)) from None
    if not odds.win:
        raise UsageError("no coup from this shoe satisfies the conditions; the wager never wins")
    for remark in [*warnings(rules.tableau, odds.wager), *edge_remarks(odds)]:
        say(remark)
    _write(odds, form)


def _payoffs(wins: Sequence[Condition], pays: Sequence[str], *, sought: bool) -> list[Payoff]:
    """A payoff for each condition; the first stands at 1 while it is sought."""
    found = [read_payoff(text) for text in pays]
    if sought and wins:
        found.insert(0, Payoff(1))
    if len(found) != len(wins):
        which = "but the first, which --edge seeks" if sought else "or --edge to seek the first"
        raise BadWagerError(
            f"give --pays for each condition, {which}: "
            f"you gave {how_many(len(wins), 'condition')} and {how_many(len(pays), 'payoff')}"
        )
    return found


def _write(odds: WagerOdds, form: OutputForm) -> None:
    lines = [{"when": str(line.when), "end": str(line.end)} for line in odds.wager.lines]
    page = {"lines": lines, **wager_form(odds), "code": as_code(odds.wager)}
    fair = odds.fair_payoff
    fairly = "" if fair is None else f"One payoff for every win would be fair at {float(fair):.4f}."
    paid = ", ".join(f"{line.when}: {line.end}" for line in odds.wager.lines)
    write_answer(form, page, [odds_frame([odds], paid, (fairly,) if fairly else ())])
    if not form.json and not form.csv and form.out is None:
        sys.stdout.write(f"\n{page['code']}\n")
