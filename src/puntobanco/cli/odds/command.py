"""`punto odds`: what every wager of a table costs, exactly, for any shoe."""

from __future__ import annotations

from typing import Any

from cyclopts import App

from puntobanco.cli.lazy import add_commands
from puntobanco.cli.odds.words import ShoeWords
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import OutputForm, write_answer
from puntobanco.cli.wager_words import ChosenWagers, WagerWords, changed
from puntobanco.cli.words import read_bets, read_rules
from puntobanco.odds.composition import Composition
from puntobanco.odds.frame import Frame
from puntobanco.odds.odds_frame import WORDS, odds_frame, shoe_words, wager_form
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.rules.book import HouseRules

app = App(name="odds")
add_commands(app, "odds")


@app.default
def price(
    book: Book,
    *options: Option,
    shoe: ShoeWords = ShoeWords(),
    wagers: WagerWords = WagerWords(),
    bet: Words = (),
    form: OutputForm = OutputForm(),
) -> None:
    """Price every wager of a table exactly, for its full shoe or for the cards left.

    Examples:
        punto odds mbs
        punto odds nz-division tie=9 dragon-bonus=1 --decks 6
        punto odds rws-wins-on --seen As 9h Td Kc 6s --json
        punto odds nz-division ante=10 --bet banker=100 tie=20
        punto odds mbs --pay tie=9 --wager player banker tie
        punto odds mbs --wager "lucky-6: banker_wins & banker_total == 6 pays 12"
        punto odds mbs --decks 6 -o edges.xlsx

    Args:
        bet: WAGER=AMOUNT: what these stakes together do, fees and rounding included.
    """
    choice = wagers.read(read_rules(book, options))
    rules = choice.rules
    stakes = read_bets(rules, bet)
    composition = shoe.read(rules)
    odds = Pricer(rules.tableau, choice.wagers.values()).price(composition)
    page: dict[str, Any] = {
        "book": rules.book.name,
        "options": shoe.options(rules),
        "cards": composition.cards,
        "wagers": {name: wager_form(each) for name, each in odds.items()},
    }
    frames = [_frame(choice, odds, composition, book)]
    if wagers.wager:
        from puntobanco.odds.comparison import payoffs_frame  # noqa: PLC0415  # only here

        frames += [payoffs_frame(each) for each in odds.values()]
    if rules.ante or stakes:
        from puntobanco.odds.stakes_frames import stakes_answer  # noqa: PLC0415  # only here

        together, tables = stakes_answer(rules, stakes, composition)
        page |= together
        frames += tables
    write_answer(form, page, frames, changed(choice))


def _frame(choice: ChosenWagers, odds: Odds, composition: Composition, book: str) -> Frame:
    rules = choice.rules
    title = f"{rules.book.title}: {shoe_words(composition)}"
    notes = (*_void_note(odds), *_other_wagers(rules, book), WORDS)
    return odds_frame(odds.values(), title, notes)


def _other_wagers(rules: HouseRules, book: str) -> tuple[str, ...]:
    """What the book offers besides, by a choice of the operator."""
    known = dict.fromkeys(case.thing.name.partition(":")[0] for case in rules.book.wagers)
    other = [name for name in known if not any(n.startswith(name) for n in rules.wagers)]
    if not other:
        return ()
    shown = f"`punto odds scales {book}` prices them"
    return (f"Offered by an option: {', '.join(other)}; {shown}.",)


def _void_note(odds: Odds) -> tuple[str, ...]:
    weights = odds.weights
    if not weights.void:
        return ()
    share = weights.void / weights.total
    return (f"In {share:.4%} of all deals the cards run out; such a coup is void, a push.",)
