"""`punto odds`: what every wager of a table costs, exactly, for any shoe."""

from __future__ import annotations

from typing import Any

from cyclopts import App

from puntobanco.cli.odds_output import Form, Grid, write_grids, write_json
from puntobanco.cli.odds_words import ShoeWords, Words, read_wagers, user_errors
from puntobanco.cli.words import read_bets, read_rules
from puntobanco.odds.composition import Composition
from puntobanco.odds.figures import exact, pays, percent
from puntobanco.odds.pricing import Odds, Pricer
from puntobanco.odds.wager_odds import WagerOdds
from puntobanco.rules.book import HouseRules

app = App(name="odds", help="Exact odds of every wager, for any shoe.")
app.command("puntobanco.cli.odds_try:try_wager", name="try", help="Design a wager and price it.")
app.command("puntobanco.cli.odds_sheet:sheet", name="sheet", help="Write a par sheet.")
app.command(
    "puntobanco.cli.odds_study:removal", name="removal", help="What removing a card changes."
)
app.command("puntobanco.cli.odds_study:decks", name="decks", help="Edge by number of decks.")
app.command("puntobanco.cli.odds_study:scales", name="scales", help="All scales a book offers.")
app.command("puntobanco.cli.odds_study:count", name="count", help="The best count of a wager.")
app.command("puntobanco.cli.odds_study:along", name="along", help="Odds along a whole shoe.")

WORDS = "deviation, skew: of what a unit staked gains; per resolved: of stakes that do not push."

_NO_SHOE = ShoeWords()
_TEXT = Form()


@app.default
def price(
    book: str,
    *options: str,
    shoe: ShoeWords = _NO_SHOE,
    wager: Words = (),
    bet: Words = (),
    form: Form = _TEXT,
) -> None:
    """Price every wager of a table exactly, for its full shoe or for the cards left.

    Examples:
        punto odds mbs

        punto odds nz-division tie=9 dragon-bonus=1 --decks 6

        punto odds rws-wins-on --seen As 9h Td Kc 6s --json

        punto odds nz-division ante=10 --bet banker=100 tie=20

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        wager: Only these wagers, with the chance of each payoff and what would be fair.
        bet: WAGER=AMOUNT: what these stakes together do, fees and rounding included.
        shoe: What the coup is dealt from.
        form: How it is written.
    """
    rules = read_rules(book, options)
    stakes = read_bets(rules, bet)
    wagers = read_wagers(rules, wager)
    composition = shoe.read(rules)
    with user_errors():
        odds = Pricer(rules.tableau, wagers.values()).price(composition)
    page = odds_form(rules, shoe.options(rules), odds)
    grids = [_grid(rules, odds, composition, form)]
    if wager and not form.csv:
        grids += [_details(each) for each in odds.values()]
    if rules.ante or stakes:
        from puntobanco.cli import odds_bets  # noqa: PLC0415  # settlement only where it is priced

        page |= odds_bets.bets_form(rules, stakes, composition)
        grids += odds_bets.bets_grids(rules, stakes, composition)
    if form.json:
        write_json(page)
    else:
        write_grids(grids, form)


def odds_form(rules: HouseRules, options: dict[str, str], odds: Odds) -> dict[str, Any]:
    """The odds for machines."""
    return {
        "book": rules.book.name,
        "options": options,
        "cards": odds.composition.cards,
        "wagers": {name: wager_form(each) for name, each in odds.items()},
    }


def wager_form(odds: WagerOdds) -> dict[str, Any]:
    """One wager's odds for machines."""
    return {
        "edge": exact(odds.edge),
        "win": exact(odds.win),
        "push": exact(odds.push),
        "lose": exact(odds.lose),
        "variance": exact(odds.variance),
        "payoffs": {str(profit): exact(chance) for profit, chance in odds.payoffs.items()},
    }


def _grid(rules: HouseRules, odds: Odds, composition: Composition, form: Form) -> Grid:
    if form.csv:
        headings = ["wager", "edge", "win", "push", "lose", "variance", "edge_percent"]
        rows = [
            [name, *(exact(part) for part in _parts(each)), percent(each.edge, 9)]
            for name, each in odds.items()
        ]
        return Grid(headings, rows)
    headings = ["wager", "pays", "win %>", "push %>", "lose %>", "deviation>", "skew>"]
    headings += ["edge %>", "per resolved %>", "edge, exact>"]
    rows = [
        [
            name,
            pays(each.wager),
            *(percent(part) for part in (each.win, each.push, each.lose)),
            f"{each.deviation:.4f}",
            f"{each.skew:.3f}",
            percent(each.edge, 6),
            percent(each.edge_per_resolved, 6),
            str(each.edge),
        ]
        for name, each in odds.items()
    ]
    decks = composition.decks
    shoe = f"a full shoe of {decks} decks" if decks else "the cards left"
    title = f"{rules.book.title}: {composition.cards} cards, {shoe}"
    return Grid(headings, rows, title, (*_void_note(odds), *_other_wagers(rules), WORDS))


def _parts(odds: WagerOdds) -> tuple[Any, ...]:
    return odds.edge, odds.win, odds.push, odds.lose, odds.variance


def _other_wagers(rules: HouseRules) -> tuple[str, ...]:
    """What the book offers besides, by a choice of the operator."""
    known = dict.fromkeys(case.thing.name.partition(":")[0] for case in rules.book.wagers)
    other = [name for name in known if not any(n.startswith(name) for n in rules.wagers)]
    if not other:
        return ()
    shown = f"`punto odds scales {rules.book.name}` prices them"
    return (f"Offered by an option: {', '.join(other)}; {shown}.",)


def _void_note(odds: Odds) -> tuple[str, ...]:
    weights = odds.weights
    if not weights.void:
        return ()
    share = weights.void / weights.total
    return (f"In {share:.4%} of all deals the cards run out; such a coup is void, a push.",)


def _details(odds: WagerOdds) -> Grid:
    from puntobanco.odds.comparison import break_even  # noqa: PLC0415  # only for details

    even = break_even(odds)
    rows = [
        [str(profit), percent(chance, 6), f"{float(even[profit]):.4f}" if profit in even else ""]
        for profit, chance in odds.payoffs.items()
    ]
    fair = odds.fair_payoff
    note = f"One payoff for every win would be fair at {float(fair):.4f} to 1." if fair else ""
    headings = ["profit>", "chance %>", "no edge at>"]
    return Grid(headings, rows, odds.wager.title, (note,) if note else ())
