"""Edges that others have published, compared with ours.

Source: Wizard of Odds (wizardofodds.com), pages on baccarat and its side bets; where marked,
Eliot Jacobson (888casino.com blog). Figures are theirs, rounded as they print them.
"""

from __future__ import annotations

import pytest

import puntobanco as pb

MARGIN = (
    "{0}_natural & {1}_natural & tie pushes, {0}_wins & {0}_natural pays 1, "
    "{0}_margin == 9 pays 30, {0}_margin == 8 pays 10, {0}_margin == 7 pays 6, "
    "{0}_margin == 6 pays 4, {0}_margin == 5 pays 2, {0}_margin == 4 pays 1"
)
SEVEN = "banker_wins & banker_total == 7 & banker_cards == 3"
PUBLISHED = [
    ("player", "player_wins pays 1, tie pushes", {8: "1.24", 6: "1.24"}),
    ("banker", "banker_wins pays 0.95, tie pushes", {8: "1.06", 6: "1.06"}),
    ("tie at 8", "tie pays 8", {8: "14.36", 6: "14.44"}),
    ("tie at 9", "tie pays 9", {8: "4.84"}),
    ("player pair", "player_pair pays 11", {8: "10.36", 6: "11.25"}),
    ("banker pair", "banker_pair pays 11", {8: "10.36", 6: "11.25"}),
    ("dragon bonus player", MARGIN.format("player", "banker"), {4: "2.70", 6: "2.67", 8: "2.65"}),
    ("dragon bonus banker", MARGIN.format("banker", "player"), {4: "9.42", 6: "9.39", 8: "9.37"}),
    ("dragon 7 (Jacobson)", f"{SEVEN} pays 40", {8: "7.61"}),
    ("panda 8", "player_wins & player_total == 8 & player_cards == 3 pays 25", {8: "10.19"}),
    ("ez banker", f"{SEVEN} pushes, banker_wins pays 1, tie pushes", {8: "1.02"}),
    ("no commission, 6 at half", ("banker_wins & banker_total == 6 pays 1/2, banker_wins pays 1, "
     "tie pushes"), {8: "1.46"}),
]  # fmt: skip
CASES = [
    (name, words, decks, edge) for name, words, edges in PUBLISHED for decks, edge in edges.items()
]


@pytest.mark.parametrize(("name", "words", "decks", "edge"), CASES)
def test_ours_is_theirs(name: str, words: str, decks: int, edge: str) -> None:
    rules = pb.book("mbs").rules()
    (found,) = rules.odds(decks=decks, wagers={"published": words}).values()
    assert f"{float(100 * found.edge):.2f}" == edge, name


def test_counts_are_the_published_ones() -> None:
    """Jacobson's tags for Dragon 7 and his trigger, from the exact effects of removal alone."""
    from puntobanco.odds.composition import full_shoe  # noqa: PLC0415
    from puntobanco.odds.counting import best_count  # noqa: PLC0415
    from puntobanco.odds.pricing import Pricer  # noqa: PLC0415
    from puntobanco.odds.revision import read_wager  # noqa: PLC0415

    wager = read_wager("dragon-7", f"{SEVEN} pays 40")
    pricer = Pricer(pb.book("mbs").rules().core.tableau, [wager])
    count = best_count(pricer, "dragon-7", full_shoe(8))
    simple = count.simple_tags()
    assert list(simple.tags.values())[:10] == [0, 0, 0, -1, -1, -1, -1, 2, 2, 0]
    assert count.trigger(simple.tags) == 4
