"""`punto odds removal | decks | scales | count | along`: what an analyst asks next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cyclopts import Parameter

from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.errors import within
from puntobanco.cli.odds.words import ShoeWords
from puntobanco.cli.options import Book, Option, Words
from puntobanco.cli.output import OutputForm, write_answer
from puntobanco.cli.progress import READYING, progress_bar
from puntobanco.cli.wager_words import WagerWords, changed
from puntobanco.cli.words import Decks, Seed, Whole, read_book, read_cards, read_rules
from puntobanco.odds.along import along as deal_along
from puntobanco.odds.along import along_frame, shuffled
from puntobanco.odds.comparison import by_decks, decks_frame, offers, offers_frame
from puntobanco.odds.composition import DECKS_MAX, full_shoe
from puntobanco.odds.odds_frame import wager_form
from puntobanco.odds.pricing import Pricer
from puntobanco.odds.removal import removal_effects, removal_frame
from puntobanco.text_file import read_text


def removal(
    book: Book,
    *options: Option,
    shoe: ShoeWords = ShoeWords(),
    wagers: WagerWords = WagerWords(),
    form: OutputForm = OutputForm(),
) -> None:
    """Show how much each wager's edge grows when one card of a rank leaves the shoe.

    Examples:
        punto odds removal rws-super-six-plus
    """
    choice = wagers.read(read_rules(book, options))
    composition = shoe.read(choice.rules)
    pricer = Pricer(choice.rules.tableau, choice.wagers.values())
    with progress_bar("cards", 52) as advance:
        found = removal_effects(pricer, composition, progress=advance)
    page = {
        name: {card.text: effect for card, effect in effects.items()}
        for name, effects in found.items()
    }
    write_answer(form, page, [removal_frame(found)], changed(choice))


def decks(
    book: Book,
    *options: Option,
    decks: Words = ("1", "2", "4", "6", "8"),
    wagers: WagerWords = WagerWords(),
    form: OutputForm = OutputForm(),
) -> None:
    """Show every wager's edge with other numbers of decks.

    Examples:
        punto odds decks mbs
        punto odds decks mbs --decks 6 8 -o edges.xlsx
        punto odds decks mbs --pay tie=9 -o decks.csv

    Args:
        decks: The numbers of decks, from 1 to 16.
    """
    choice = wagers.read(read_rules(book, options))
    pricer = Pricer(choice.rules.tableau, choice.wagers.values())
    numbers = [_deck_number(word) for words in decks for word in words.replace(",", " ").split()]
    found = by_decks(pricer, numbers)
    page = {
        name: {str(number): odds[name].edge for number, odds in found.items()}
        for name in choice.wagers
    }
    title = f"{choice.rules.book.title}: edge by number of decks, in per cent"
    write_answer(form, page, [decks_frame(found, title)], changed(choice))


def _deck_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= DECKS_MAX):
        raise UsageError(f"--decks takes numbers from 1 to {DECKS_MAX}, not `{word}`")
    return int(word)


def scales(book: Book, *, decks: Whole = 8, form: OutputForm = OutputForm()) -> None:
    """Compare every scale on which a book lets each wager pay.

    Examples:
        punto odds scales nz-division

    Args:
        decks: Decks in the shoe, 1 to 16.
    """
    found = offers(read_book(book), full_shoe(decks))
    page = {
        name: {offer.option: wager_form(offer.odds) for offer in some}
        for name, some in found.items()
    }
    write_answer(form, page, [offers_frame(found, f"Scales, {how_many(decks, 'deck')}")])


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class CutWords:
    """How a shoe begins and ends."""

    marker: Whole = 14
    """Cards behind the cut card; the coup in which it comes out and one more are dealt."""
    burn: Literal["none", "one", "by-value"] | None = None
    """Cards burnt before the first coup, instead of what the book says."""


def count(
    book: Book,
    *options: Option,
    wagers: WagerWords = WagerWords(),
    decks: Decks = None,
    cut: CutWords = CutWords(),
    shoes: Whole = 100_000,
    seed: Seed = 1,
    form: OutputForm = OutputForm(),
) -> None:
    """Find a card count for each wager: effects of removal, simple tags, when to bet, what it wins.

    Examples:
        punto odds count rws-super-six-plus --wager super-six-plus --shoes 2000
        punto odds count mbs --wager "lucky: banker_total == 6 pays 5" --shoes 2000

    Args:
        shoes: How many shoes to simulate.
        seed: The same shoes again; another number shuffles differently.
    """
    from puntobanco.surface.books import Rules  # noqa: PLC0415  # slow to load
    from puntobanco.surface.counts import count as study  # noqa: PLC0415  # as above
    from puntobanco.surface.counts import count_form, count_frames  # noqa: PLC0415  # as above

    choice = wagers.read(read_rules(book, options))
    cards = full_shoe(choice.rules.decks if decks is None else decks).cards
    within("--marker", cut.marker, 0, cards - 1, " cards")
    total = within("--shoes", shoes, 1) * len(choice.wagers)
    with progress_bar("shoes", total, READYING) as advance:
        found = [
            study(
                Rules(choice.rules),
                name,
                cut=cut.marker,
                burn=cut.burn,
                shoes=shoes,
                seed=seed,
                decks=decks,
                progress=advance,
            )
            for name in choice.wagers
        ]
    page = {each.wager: count_form(each) for each in found}
    write_answer(form, page, count_frames(found), changed(choice))


def along(
    book: Book,
    *options: Option,
    cards: str | None = None,
    seed: Seed = 1,
    burnt: Whole = 0,
    marker: Whole = 14,
    decks: Decks = None,
    wagers: WagerWords = WagerWords(),
    form: OutputForm = OutputForm(),
) -> None:
    """Show the exact edge of each wager before every coup of a shoe.

    Examples:
        punto odds along mbs --seed 7 --wager player banker tie
        punto odds along mbs --cards shoe.txt

    Args:
        cards: A file with the cards in the order they left the shoe; else a shuffled shoe.
        seed: The same shoes again; another number shuffles differently.
        burnt: Cards burnt unseen before the first coup.
        marker: Cards behind the cut card: no coup begins with fewer left.
    """
    choice = wagers.read(read_rules(book, options))
    rules = choice.rules
    start = full_shoe(rules.decks if decks is None else decks)
    within("--burnt", burnt, 0, start.cards - 6, " cards")
    dealt = read_cards(read_text(cards).split()) if cards else shuffled(start, seed, burnt=burnt)
    if len(dealt) < 6:
        raise UsageError(f"a shoe needs six cards or more; you gave {len(dealt)}")
    within("--marker", marker, 0, len(dealt) - 1, " cards")
    pricer = Pricer(rules.tableau, choice.wagers.values())
    situations = []
    with progress_bar("cards", len(dealt)) as advance:
        for each in deal_along(pricer, rules.tableau, start, dealt, cut=marker):
            situations.append(each)
            advance(len(each.coup.player) + len(each.coup.banker))
    page = [each.form for each in situations]
    write_answer(form, page, [along_frame(situations, choice.wagers)], changed(choice))
