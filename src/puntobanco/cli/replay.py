"""`punto replay`: a recorded shoe, played through again."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import end_if_impossible, read_words, user_errors
from puntobanco.cli.options import Option, Words
from puntobanco.cli.output import OutputForm, screen_width, write_answer
from puntobanco.cli.roads import note_last_shoe
from puntobanco.cli.wager_words import WagerWords, changed
from puntobanco.cli.words import read_bets, read_rules
from puntobanco.odds.frame import Frame, sentences, whole
from puntobanco.surface.books import Rules
from puntobanco.surface.shoes import Shoe, read_recorded


def replay(
    shoe: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *options: Option,
    book: str = "mbs",
    wagers: WagerWords = WagerWords(),
    bet: Words = (),
    roads: bool = False,
    form: OutputForm = OutputForm(),
) -> None:
    """Study a recorded shoe: results or cards, one coup a row; exit code 1 if it is impossible.

    Rows hold a result (B, player, T), the cards as dealt (9s 2h 4d 3c Kd), or both hands in two
    columns; a header may name the columns. Marks after a result: B+bp a Banker pair, P+pp a Player
    pair, T+n a natural. Edges along the shoe need the cards.

    Examples:
        punto replay shoe.csv
        punto replay shoe.csv --book nz-division --bet banker=100 --roads

    Args:
        shoe: The file, or - for the standard input.
        book: Under which book it was dealt.
        bet: WAGER=AMOUNT: what the same bets on every coup would have won.
        roads: Draw the roads too.
    """
    choice = wagers.read(read_rules(book, options))
    words = read_words(shoe)
    write = choice.rules.settings.currency.write
    stakes = {name: write(units) for name, units in read_bets(choice.rules, bet).items()}
    with user_errors(UsageError, about="standard input" if shoe == "-" else shoe):
        found = read_recorded(words, Rules(choice.rules))
        frames = _frames(found, list(choice.wagers) if wagers.wager else None, stakes)
    page = {frame.name: frame.plain().to_dicts() for frame in frames}
    write_answer(form, page, frames, changed(choice))
    if roads and not form.json:
        note_last_shoe(found.record)
        sys.stdout.write(f"\n{found.roads.text(screen_width())}\n")
    end_if_impossible(found.problems)


def _frames(shoe: Shoe, wagers: list[str] | None, stakes: dict[str, str]) -> list[Frame]:
    frames = [shoe.statistics]
    if shoe.has_cards:
        frames.append(shoe.edges(wagers))
    elif wagers:
        raise UsageError("edges along a shoe need its cards; this record has results only")
    if stakes:
        frames.append(shoe.bets(stakes))
    if shoe.problems:
        rows = [(each.row, each.reason) for each in shoe.problems]
        frames.append(Frame([whole("row"), sentences("reason")], rows, "Impossible in this shoe"))
    return frames
