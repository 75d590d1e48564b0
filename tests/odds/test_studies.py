"""Removal, scales, decks, whole shoes and counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.odds.tables import table

from puntobanco.base.cards import DECK, card, cards
from puntobanco.books import book_named
from puntobanco.odds.along import along, shuffled
from puntobanco.odds.comparison import break_even, by_decks, offers
from puntobanco.odds.composition import BadCompositionError, composition_of, full_shoe
from puntobanco.odds.counting import best_count, study_count
from puntobanco.odds.figures import percent
from puntobanco.odds.pricing import Pricer, odds, pricer_of
from puntobanco.odds.removal import by_rank, removal_effects
from puntobanco.odds.repeated import repeated


def test_removal_is_the_difference_it_makes() -> None:
    rules = table("mbs")
    shoe = full_shoe(1).without(cards("As Ah Ad Ac"))
    effects = removal_effects(pricer_of(rules), shoe)
    assert card("As") not in effects["tie"]
    nine = card("9d")
    after, before = odds(rules, shoe.without([nine]))["tie"].edge, odds(rules, shoe)["tie"].edge
    assert effects["tie"][nine] == after - before


def test_removal_effects_cancel_out() -> None:
    for effects in removal_effects(pricer_of(table("rws-wins-on")), full_shoe(2)).values():
        assert sum(effects.values()) == 0
        assert sum(by_rank(effects).values()) == 0
        assert len(effects) == 52


def test_which_cards_matter_most_to_player_and_banker() -> None:
    # A four gone helps Banker most, a six gone helps Player most.
    effects = removal_effects(pricer_of(table("mbs")), full_shoe(8))
    player, banker = by_rank(effects["player"]), by_rank(effects["banker"])
    assert max(player, key=lambda rank: player[rank]) == "4"
    assert min(player, key=lambda rank: player[rank]) == "6"
    assert min(banker, key=lambda rank: banker[rank]) == "4"
    assert max(banker, key=lambda rank: banker[rank]) == "6"


def test_every_scale_of_a_book_is_offered_once() -> None:
    found = offers(book_named("nz-division"), full_shoe(8))
    edges = {
        name: {offer.option: percent(offer.odds.edge) for offer in some}
        for name, some in found.items()
    }
    assert edges["tie"] == {"standard": "14.3596", "tie=9": "4.8440"}
    assert list(edges["perfect-pair:player"]) == [f"perfect-pair={n}" for n in (1, 2, 3)]
    assert list(edges["dragon-bonus:banker"]) == [f"dragon-bonus={n}" for n in (1, 2, 3)]
    assert list(edges["banker"]) == [
        "standard",
        "banker=half-on-six",
        "two-to-one=on",
        "two-to-one=half-on-six",
    ]
    assert all(len(set(some)) == len(some) for some in edges.values())


def test_a_break_even_payoff_has_no_edge() -> None:
    rules = table("nz-division", dragon_bonus="1")
    found = odds(rules)["dragon-bonus:player"]
    even = break_even(found)
    chances = found.payoffs
    for profit, fair in even.items():
        assert found.edge == chances[profit] * (fair - profit)
    assert set(even) == {profit for profit in chances if profit > 0}


def test_decks_are_full_shoes() -> None:
    pricer = pricer_of(table("mbs"))
    found = by_decks(pricer, range(1, 17))
    assert list(found) == list(range(1, 17))
    assert found[6]["tie"].edge == odds(table("mbs"), full_shoe(6))["tie"].edge


def test_along_a_shoe_every_card_is_accounted_for() -> None:
    rules = table("mbs")
    dealt = shuffled(full_shoe(2), seed=5, burnt=3)
    seen = 0
    for place, each in enumerate(along(pricer_of(rules), rules.tableau, full_shoe(2), dealt)):
        assert each.number == place + 1
        assert each.unseen.cards == 104 - seen
        assert each.unseen.in_shoe == 101 - seen
        assert each.odds["player"].edge == odds(rules, each.unseen)["player"].edge
        used = [*each.coup.player, *each.coup.banker]
        assert sorted(card.number for card in used) == sorted(
            card.number for card in dealt[seen : seen + len(used)]
        )
        seen += len(used)
    assert 101 - seen <= 5


def test_along_stops_at_the_cut() -> None:
    rules = table("mbs")
    dealt = shuffled(full_shoe(1), seed=1)
    steps = list(along(pricer_of(rules), rules.tableau, full_shoe(1), dealt, cut=20))
    assert steps[-1].unseen.in_shoe > 20
    used = len(steps[-1].coup.player) + len(steps[-1].coup.banker)
    assert steps[-1].unseen.in_shoe - used <= 20


def test_a_shoe_cannot_have_more_cards_than_it_is_made_of() -> None:
    rules = table("mbs")
    with pytest.raises(BadCompositionError, match="53 cards cannot come from a shoe of 52"):
        list(along(pricer_of(rules), rules.tableau, full_shoe(1), [*DECK, card("As")]))


def test_a_card_dealt_too_often_is_found() -> None:
    rules = table("mbs")
    with pytest.raises(BadCompositionError, match="As was seen more often"):
        list(along(pricer_of(rules), rules.tableau, full_shoe(1), cards("As " * 12)))


def test_the_best_count_expects_what_removing_one_card_does() -> None:
    rules = table("rws-super-six-plus")
    pricer = Pricer(rules.tableau, [rules.wagers["super-six-plus"]])
    count = best_count(pricer, "super-six-plus", full_shoe(8))
    for rank in ("A", "6", "9", "K"):
        expected = count.estimate(count.tags[rank], 415)
        exact = pricer.price(full_shoe(8).without([card(f"{rank}s")]))["super-six-plus"].edge
        assert expected == exact
    assert count.whole_tags()["6"] == -9


def test_a_count_is_studied_on_repeatable_shoes() -> None:
    rules = table("rws-super-six-plus")
    wager = rules.wagers["super-six-plus"]
    done: list[int] = []
    first, second = (
        study_count(
            rules.tableau, wager, full_shoe(8), cut=14, shoes=4, seed=3, progress=done.append
        )
        for _ in range(2)
    )
    assert first == second
    assert done == [1, 2, 3, 4, 1, 2, 3, 4]
    assert first.coups > 4 * 70
    assert 0.7 < first.correlation < 1
    assert 0 < first.favourable < first.coups // 4
    assert first.advantage > 0


def test_a_count_of_ranks_is_blind_to_pairs() -> None:
    rules = table("mbs")
    study = study_count(
        rules.tableau, rules.wagers["player-pair"], full_shoe(2), cut=20, shoes=1, seed=1
    )
    assert set(study.count.tags.values()) == {Fraction(0)}
    assert study.correlation == 0


def test_coups_repeated() -> None:
    tie = odds(table("mbs"))["tie"]
    three = repeated(tie, 3)
    assert list(three) == [-3, 6, 15, 24]
    assert three[Fraction(24)] == pytest.approx(float(tie.win) ** 3)
    assert sum(three.values()) == pytest.approx(1)
    banker = repeated(odds(table("mbs"))["banker"], 100)
    mean = sum(float(profit) * chance for profit, chance in banker.items())
    assert mean == pytest.approx(-100 * float(odds(table("mbs"))["banker"].edge))


def test_an_odd_start_can_be_shuffled() -> None:
    start = composition_of({card("As"): 3, card("9h"): 4})
    assert sorted(each.text for each in shuffled(start, 1)) == ["9h"] * 4 + ["As"] * 3
