"""Getting a table ready in one go: opened, cards prepared, cut, loaded and burnt."""

from __future__ import annotations

from collections.abc import Iterator

from puntobanco.base.cards import card
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.preparing import burn_rule, requirements
from puntobanco.play.table import Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.conduct import Burn
from puntobanco.rules.signs import required_notices

BURNT = card("As")
"""The first card of a shoe that a script does not describe; an ace burns one more."""


def open_table(rules: HouseRules) -> r.OpenTable:
    """The request that opens a table with every notice it needs."""
    notices = tuple(notice.name for notice in required_notices(rules))
    return r.OpenTable(by="dealer", notices=notices)


def prepare_cards(
    rules: HouseRules, table: Table, cards: str = "A", source: str = "new"
) -> Iterator[r.Request]:
    """Every request that makes a set of cards ready; patrons leave the cut to staff."""
    yield r.ReceiveCards(by="dealer", cards=cards, decks=rules.decks, source=source, backs=cards)
    known = rules.chosen(rules.book.conduct.preparations)
    preparation = next(each for each in known if each.source == source)
    seated = [name for name, patron in table.patrons.items() if patron.place is not None]
    for requirement in sorted(requirements(rules, preparation), key=lambda each: each.order):
        step = requirement.steps[0]
        value = None
        if step == "cut":
            yield from (r.DeclineCut(by=patron) for patron in seated)
            value = rules.decks * 26
        if step == "marker":
            value = rules.settings.shoe.marker_from_back
        by = requirement.posts[0] if requirement.posts else "dealer"
        yield r.Prepare(by=by, step=step, value=value)


def burn_cards(rules: HouseRules) -> Iterator[p.CardLeftShoe]:
    """The reports of a burn that begins with an ace."""
    burn = burn_rule(rules).burn
    if burn is Burn.BY_VALUE:
        yield p.CardLeftShoe(card=BURNT)
    if burn is not Burn.NONE:
        yield p.CardLeftShoe()
