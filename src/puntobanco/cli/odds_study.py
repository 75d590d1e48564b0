"""`punto odds removal | decks | scales | count | along`: what an analyst asks next."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from puntobanco.base.cards import Card, write_cards
from puntobanco.cli.errors import UserError, read_file
from puntobanco.cli.odds import wager_form
from puntobanco.cli.odds_output import Form, Grid, write_grids, write_json
from puntobanco.cli.odds_words import ShoeWords, Whole, Words, read_wagers, user_errors
from puntobanco.cli.progress import progress_bar
from puntobanco.cli.words import read_book, read_cards, read_rules
from puntobanco.odds.along import Situation, shuffled
from puntobanco.odds.along import along as deal_along
from puntobanco.odds.comparison import break_even, by_decks, offers
from puntobanco.odds.composition import full_shoe
from puntobanco.odds.counting import CountStudy, study_count
from puntobanco.odds.figures import exact, pays, percent
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.removal import by_rank, removal_effects

COUNT_WORDS = (
    "A to K: what each card seen adds to the count, in ninths of the strongest tag.",
    "correlation: between the edge that the count expects and the exact one; 1 is a perfect count.",
    "favourable, advantage: coups whose exact edge was the patron's, and how much it was then.",
    "found by count, advantage then: coups at which the count expects one, and what it truly was.",
)

_NO_SHOE = ShoeWords()
_TEXT = Form()


def removal(
    book: str,
    *options: str,
    shoe: ShoeWords = _NO_SHOE,
    wager: Words = (),
    form: Form = _TEXT,
) -> None:
    """Show how much each wager's edge grows when one card of a rank leaves the shoe.

    Examples:
        punto odds removal rws-super-six-plus

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        wager: Only these wagers.
        shoe: What the coup is dealt from.
        form: How it is written.
    """
    rules = read_rules(book, options)
    wagers = read_wagers(rules, wager)
    composition = shoe.read(rules)
    pricer = Pricer(rules.tableau, wagers.values())
    with user_errors(), progress_bar("cards", 52) as advance:
        found = removal_effects(pricer, composition, progress=advance)
    if form.json:
        write_json(
            {
                name: {c.text: exact(e) for c, e in effects.items()}
                for name, effects in found.items()
            }
        )
        return
    ranks = {name: by_rank(effects) for name, effects in found.items()}
    headings = ["wager", *(f"{rank}>" for rank in next(iter(ranks.values())))]
    rows = [[name, *(percent(e, 5) for e in each.values())] for name, each in ranks.items()]
    notes = ("Change of the edge, in per cent of the stake, when one card of the rank is removed.",)
    write_grids([Grid(headings, rows, "Effect of removal", notes)], form)


def decks(book: str, *options: str, wager: Words = (), form: Form = _TEXT) -> None:
    """Show every wager's edge with 1 to 16 decks.

    Examples:
        punto odds decks mbs

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        wager: Only these wagers.
        form: How it is written.
    """
    rules = read_rules(book, options)
    wagers = read_wagers(rules, wager)
    found = by_decks(Pricer(rules.tableau, wagers.values()))
    if form.json:
        write_json(
            {name: {str(n): exact(odds[name].edge) for n, odds in found.items()} for name in wagers}
        )
        return
    headings = ["decks>", *(f"{name}>" for name in wagers)]
    rows = [
        [str(number), *(percent(odds[name].edge, 6) for name in wagers)]
        for number, odds in found.items()
    ]
    write_grids([Grid(headings, rows, "Edge in per cent, by number of decks")], form)


def scales(book: str, *, decks: Whole = 8, form: Form = _TEXT) -> None:
    """Compare every scale on which a book lets each wager pay.

    Examples:
        punto odds scales nz-division

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        decks: Decks in the shoe, 1 to 16.
        form: How it is written.
    """
    with user_errors():
        found = offers(read_book(book), full_shoe(decks))
    if form.json:
        write_json(
            {
                name: {offer.option: wager_form(offer.odds) for offer in some}
                for name, some in found.items()
            }
        )
        return
    rows = [
        [
            name,
            offer.option,
            pays(offer.odds.wager),
            percent(offer.odds.win),
            percent(offer.odds.edge, 6),
            ", ".join(
                f"{profit} at {float(even):.3f}" for profit, even in break_even(offer.odds).items()
            ),
        ]
        for name, some in found.items()
        for offer in some
    ]
    headings = ["wager", "option", "pays", "win %>", "edge %>", "each payoff without an edge"]
    write_grids([Grid(headings, rows, f"Scales, {decks} decks")], form)


def count(
    book: str,
    *options: str,
    wager: Words = (),
    decks: Whole | None = None,
    marker: Whole = 14,
    shoes: Whole = 20,
    seed: Whole = 1,
    form: Form = _TEXT,
) -> None:
    """Find the best count of each wager, and how often and how much a wager favours the patron.

    Examples:
        punto odds count rws-super-six-plus --wager banker super-six-plus --marker 30 --shoes 2

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        wager: Only these wagers.
        decks: Decks in the shoe, 1 to 16, instead of the table's.
        marker: Cards behind the cut card: no coup begins with fewer left.
        shoes: How many shuffled shoes to try it on.
        seed: The same shoes again; another number shuffles differently.
        form: How it is written.
    """
    rules = read_rules(book, options)
    if marker < 0 or shoes < 1:
        raise UserError("--marker needs 0 or more cards and --shoes 1 or more")
    chosen = read_wagers(rules, wager).values()
    with user_errors(), progress_bar("shoes", shoes * len(chosen)) as advance:
        start = full_shoe(rules.decks if decks is None else decks)
        _check_marker(marker, start.cards)
        studies = [
            study_count(
                rules.tableau,
                each,
                start,
                cut=marker,
                shoes=shoes,
                seed=seed,
                progress=lambda _: advance(),
            )
            for each in chosen
        ]
    if form.json:
        write_json({study.count.wager: _study_form(study) for study in studies})
        return
    ranks = list(studies[0].count.tags)
    headings = ["wager", *(f"{rank}>" for rank in ranks), "correlation>", "favourable %>"]
    headings += ["advantage %>", "found by count %>", "advantage then %>"]
    rows = [_study_row(study) for study in studies]
    tried = f"{studies[0].coups} coups of {shoes} shuffled shoes, cut at {marker} cards."
    write_grids([Grid(headings, rows, "Best linear counts", (tried, *COUNT_WORDS))], form)


def _check_marker(marker: int, cards: int) -> None:
    if marker >= cards:
        raise UserError(f"--marker {marker} leaves no coup in {cards} cards; give fewer")


def _study_row(study: CountStudy) -> list[str]:
    return [
        study.count.wager,
        *(f"{tag:+d}" if tag else "0" for tag in study.count.whole_tags().values()),
        f"{study.correlation:.4f}",
        percent(Fraction(study.favourable, study.coups)),
        percent(study.advantage),
        percent(Fraction(study.found, study.coups)),
        percent(study.found_advantage),
    ]


def _study_form(study: CountStudy) -> dict[str, Any]:
    return {
        "tags": {rank: exact(tag) for rank, tag in study.count.tags.items()},
        "whole_tags": study.count.whole_tags(),
        "shoes": study.shoes,
        "coups": study.coups,
        "correlation": study.correlation,
        "favourable": study.favourable,
        "advantage": exact(study.advantage),
        "found": study.found,
        "found_advantage": exact(study.found_advantage),
    }


def along(
    book: str,
    *options: str,
    cards: str | None = None,
    seed: Whole = 1,
    burnt: Whole = 0,
    marker: Whole = 14,
    decks: Whole | None = None,
    wager: Words = (),
    form: Form = _TEXT,
) -> None:
    """Show the exact edge of each wager before every coup of a shoe.

    Examples:
        punto odds along mbs --seed 7 --wager player banker tie

        punto odds along mbs --cards shoe.txt

    Args:
        book: A book: a name that `punto book list` shows, a path or a digest.
        options: Choices of the operator as name=value.
        cards: A file with the cards in the order they left the shoe; else a shuffled shoe.
        seed: The same shoes again; another number shuffles differently.
        burnt: Cards burnt unseen before the first coup.
        marker: Cards behind the cut card: no coup begins with fewer left.
        decks: Decks in the shoe, 1 to 16, instead of the table's.
        wager: Only these wagers.
        form: How it is written.
    """
    rules = read_rules(book, options)
    wagers = read_wagers(rules, wager)
    if burnt < 0 or marker < 0:
        raise UserError("--burnt and --marker need 0 or more cards")
    with user_errors():
        start = full_shoe(rules.decks if decks is None else decks)
        dealt = _read_shoe(cards) if cards else shuffled(start, seed, burnt=burnt)
        if len(dealt) < 6:
            raise UserError(f"{len(dealt)} cards are no shoe; give six or more")
        _check_marker(marker, len(dealt))
        pricer = Pricer(rules.tableau, wagers.values())
        situations = []
        with progress_bar("cards", len(dealt)) as advance:
            for each in deal_along(pricer, rules.tableau, start, dealt, cut=marker):
                situations.append(each)
                advance(len(each.coup.player) + len(each.coup.banker))
    if form.json:
        write_json([_situation_form(each) for each in situations])
        return
    rows = [_situation_row(each) for each in situations]
    headings = ["coup>", "unseen>", "cards", *(f"{name} %>" for name in wagers)]
    write_grids([Grid(headings, rows, "Edge before each coup")], form)


def _read_shoe(name: str) -> tuple[Card, ...]:
    return read_cards(read_file(Path(name)).split())


def _situation_row(situation: Situation) -> list[str]:
    coup = situation.coup
    return [
        str(situation.number),
        str(situation.unseen.cards),
        f"{write_cards(coup.player)} - {write_cards(coup.banker)}",
        *(percent(each.edge) for each in situation.odds.values()),
    ]


def _situation_form(situation: Situation) -> dict[str, Any]:
    coup = situation.coup
    return {
        "coup": situation.number,
        "unseen": situation.unseen.cards,
        "player": [each.text for each in coup.player],
        "banker": [each.text for each in coup.banker],
        "edges": {name: exact(each.edge) for name, each in situation.odds.items()},
    }
