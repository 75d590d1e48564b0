"""`punto coup`: deal given cards by the tableau, say why, settle each bet and cite the clause."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from puntobanco.base.cards import DECK, Card
from puntobanco.base.money import Units
from puntobanco.base.nouns import how_many
from puntobanco.base.usage import UsageError
from puntobanco.cli.options import Book, JsonOrPage, Words
from puntobanco.cli.screen import grid, hand_text, tell
from puntobanco.cli.words import (
    MaybeSeed,
    read_bets,
    read_cards,
    read_rules,
    read_seed,
    split_words,
)
from puntobanco.rules.book import HouseRules
from puntobanco.rules.citing.defaults import cite, with_clauses
from puntobanco.rules.coup import DealtCoup, Winner, deal
from puntobanco.rules.settlement import PatronSettlement, settle
from puntobanco.surface.coups import coup_form, deal_coup


def coup(
    book: Book,
    *words: str,
    bet: Words = (),
    random: bool = False,
    seed: MaybeSeed = None,
    json: JsonOrPage = False,
) -> None:
    """Deal one coup from given cards and settle bets on it.

    Examples:
        punto coup mbs 9s 2h 4d 3c Kd --bet banker=100
        punto coup nz-division tie=9 perfect-pair=1 8h 3s 8d 4c --bet tie=10
        punto coup rws-wins-on --random --seed 7 --bet player=50 tie-wins-on:6=5

    Args:
        words: Options as name=value, and the cards in the order they leave the shoe.
        bet: WAGER=AMOUNT, as often as you like.
        random: Deal from a shuffled shoe instead of given cards.
        seed: Shuffle the same way again.
    """
    stray = [word for word in bet if "=" not in word]  # cards written behind --bet
    options, card_words = split_words([*words, *stray])
    rules = read_rules(book, options)
    for word in stray:
        if word in {case.thing.name for case in rules.book.wagers}:
            raise UsageError(f"how much on {word}? write {word}=AMOUNT, such as {word}=100")
    stakes = read_bets(rules, [word for word in bet if "=" in word])
    if random:
        if card_words:
            raise UsageError("give cards or --random, not both")
        seed = read_seed(seed, bits=32)
        dealt = _random_coup(rules, seed)
    else:
        if seed is not None:
            raise UsageError("--seed goes with --random; given cards need none")
        dealt = _given_coup(rules, read_cards(card_words))
    settlement = settle(rules, dealt.outcome_class, stakes)
    form, page = coup_form(rules, dealt, settlement), [*coup_page(rules, dealt, settlement)]
    if random:
        form["seed"] = seed
        page.append(f"seed {seed}")
    tell(form, *page, json=json)


def _random_coup(rules: HouseRules, seed: int) -> DealtCoup:
    shoe = list(DECK) * rules.decks
    source = random.Random(seed)  # noqa: S311  no stakes hang on it
    return deal(rules.tableau, source.sample(shoe, 6)).coup


def _given_coup(rules: HouseRules, given: Sequence[Card]) -> DealtCoup:
    if not given:
        raise UsageError("no cards given; write them as 9s 2h 4d 3c, or say --random")
    for card, copies in Counter(given).items():
        if copies > rules.decks:
            raise UsageError(
                f"{card} is given {copies} times; there are {rules.decks} in "
                f"{how_many(rules.decks, 'deck')}"
            )
    return deal_coup(rules.tableau, given)


def coup_page(
    rules: HouseRules, coup: DealtCoup, settlement: PatronSettlement
) -> Iterator[RenderableType]:
    """The coup for people."""
    hands = grid("", "", ">", "")
    for name, cards, total, side in (
        ("Player", coup.player, coup.player_total, Winner.PLAYER),
        ("Banker", coup.banker, coup.banker_total, Winner.BANKER),
    ):
        mark = "wins" if coup.winner is side else ("tie" if coup.winner is Winner.TIE else "")
        hands.add_row(name, hand_text(cards), Text(str(total), style="bold"), mark)
    yield hands
    for decision in coup.decisions(rules.tableau):
        yield f"{decision.sentence}. {cite(decision.clauses)}"
    if settlement.stakes:
        yield ""
        yield _settlement_table(rules.settings.currency.write, settlement)
    if settlement.stakes and len(settlement.stakes) + bool(settlement.ante) > 1:
        yield f"Net {rules.settings.currency.write(settlement.net)}"


def _settlement_table(write: Any, settlement: PatronSettlement) -> Any:
    table = grid("wager", "stake>", "result", "profit>", "commission>", "returned>", "because")
    for line in settlement.stakes:
        because = with_clauses(line.label, line.clauses)
        if line.shortfall:
            because += f"; {line.shortfall} of the smallest unit could not be paid"
        table.add_row(
            line.wager,
            write(line.stake),
            line.result.value,
            write(line.profit),
            write(line.commission) if line.commission else "",
            write(line.returned),
            because,
        )
    ante = settlement.ante
    if ante is not None:
        fee: Units = ante.amount if ante.collected else 0
        label = "collected" if fee else "waived"
        table.add_row("ante", write(fee), label, write(-fee), "", write(0), cite(ante.clauses))
    return table
