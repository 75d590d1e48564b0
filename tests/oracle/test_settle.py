"""The oracle's pay tables against worked cases of the clause registers."""

from fractions import Fraction

import pytest

from .reading import hands
from .settle import Verdict, offered, settle

SSP, WINS_ON, MBS, NZ = "rws-super-six-plus", "rws-wins-on", "mbs", "nz-division"
PLAYER_6_7 = "K,6 v K,7"
TIE_ON_6 = "K,6 v 2,4"
PLAYER_9_7 = "4,5 v K,7"
BANKER_6_OF_TWO = "2,3+K v 2,4"
BANKER_6_OF_THREE = "A,K+3 v 3,A+2"
PLAYER_8_OF_THREE = "2,3+3 v K,7"
BANKER_9_OF_THREE = "K,6 v 2,3+4"
BANKER_NATURAL = "K,2 v 4,4"
PLAYER_NINES = "9,9 v 3,K"
DRAGON_7 = "K,7 v 3,2+5"


def settled(book: str, deal_text: str, wager: str, stake: int, **options: str) -> Verdict:
    named = {name.replace("_", "-"): setting for name, setting in options.items()}
    player, banker = hands(deal_text)
    return settle(book, named, player, banker, wager, stake)


@pytest.mark.parametrize("book", [SSP, WINS_ON, MBS])
@pytest.mark.parametrize(
    ("deal_text", "wager", "stake", "profit"),
    [
        (PLAYER_9_7, "player", 100, 100),
        (PLAYER_6_7, "player", 100, -100),
        (TIE_ON_6, "player", 100, 0),
        (TIE_ON_6, "banker", 100, 0),
        (TIE_ON_6, "tie", 10, 80),
        (PLAYER_6_7, "tie", 10, -10),
        (PLAYER_NINES, "player-pair", 10, 110),
        (PLAYER_NINES, "banker-pair", 10, -10),
        (BANKER_NATURAL, "banker-pair", 10, 110),
        (TIE_ON_6, "player-pair", 10, -10),
        ("10,J+5 v K,7", "player-pair", 10, -10),
        ("5,K+5 v K,7", "player-pair", 10, -10),
    ],
)
def test_wagers_that_three_books_share(
    book: str, deal_text: str, wager: str, stake: int, profit: int
) -> None:
    assert settled(book, deal_text, wager, stake).profit == profit


@pytest.mark.parametrize("book", [SSP, MBS, NZ])
def test_banker_pays_commission_even_on_six(book: str) -> None:
    paid = Verdict("win", Fraction(95), Fraction(5))
    assert settled(book, PLAYER_6_7, "banker", 100) == paid
    assert settled(book, BANKER_6_OF_TWO, "banker", 100) == paid
    assert settled(book, PLAYER_6_7, "banker", 30).profit == Fraction(57, 2)
    assert settled(book, PLAYER_9_7, "banker", 100) == Verdict("lose", Fraction(-100), Fraction(0))
    assert settled(book, TIE_ON_6, "banker", 100) == Verdict("push", Fraction(0), Fraction(0))


@pytest.mark.parametrize(("book", "options"), [(WINS_ON, {}), (NZ, {"banker": "half-on-six"})])
def test_banker_pays_half_on_six_without_commission(book: str, options: dict[str, str]) -> None:
    half = Verdict("win", Fraction(50), Fraction(0))
    assert settled(book, BANKER_6_OF_TWO, "banker", 100, **options) == half
    assert settled(book, BANKER_6_OF_THREE, "banker", 100, **options) == half
    assert settled(book, PLAYER_6_7, "banker", 100, **options).profit == 100
    assert settled(book, "K,6 v 3,2+K", "player", 100, **options).profit == 100
    assert settled(book, BANKER_6_OF_TWO, "banker", 1, **options).profit == Fraction(1, 2)


@pytest.mark.parametrize(
    ("deal_text", "profit"),
    [(BANKER_6_OF_TWO, 120), (BANKER_6_OF_THREE, 200), (TIE_ON_6, -10), (PLAYER_6_7, -10)],
)
def test_super_six_plus(deal_text: str, profit: int) -> None:
    assert settled(SSP, deal_text, "super-six-plus", 10).profit == profit


@pytest.mark.parametrize(
    ("wager", "deal_text", "profit"),
    [
        ("player-wins-on:1", "A,J+J v 4,7+9", 1600),
        ("player-wins-on:2", "9,3+K v A,10+Q", 800),
        ("player-wins-on:3", "8,5+Q v 2,9+Q", 500),
        ("player-wins-on:4", "K,5+9 v 8,3+K", 500),
        ("player-wins-on:5", "5,8+2 v J,K+Q", 300),
        ("player-wins-on:6", "2,4 v 3,8+2", 110),
        ("player-wins-on:7", "K,3+4 v J,4+Q", 80),
        ("player-wins-on:8", "6,5+7 v Q,7", 60),
        ("player-wins-on:9", "7,2 v 10,7", 50),
        ("banker-wins-on:1", "10,J+K v J,K+A", 1600),
        ("banker-wins-on:2", "3,8+Q v Q,2+10", 800),
        ("banker-wins-on:3", "Q,J+J v 3,Q+J", 500),
        ("banker-wins-on:4", "10,3+10 v 4,10", 250),
        ("banker-wins-on:5", "10,3+A v 2,A+2", 150),
        ("banker-wins-on:6", "10,4+K v 4,2", 110),
        ("banker-wins-on:7", "4,7+2 v 7,5+5", 80),
        ("banker-wins-on:8", "7,5 v J,8", 60),
        ("banker-wins-on:9", "K,8 v 3,6", 50),
        ("tie-wins-on:0", "10,J+K v 6,5+9", 1100),
        ("tie-wins-on:1", "8,3+Q v 5,6+J", 1600),
        ("tie-wins-on:2", "2,3+7 v 2,10+K", 1600),
        ("tie-wins-on:3", "6,8+9 v 7,6+K", 1500),
        ("tie-wins-on:4", "9,A+4 v 3,2+9", 1000),
        ("tie-wins-on:5", "Q,5+K v 3,2", 900),
        ("tie-wins-on:6", "6,J v 9,7", 350),
        ("tie-wins-on:7", "10,K+7 v 2,5", 350),
        ("tie-wins-on:8", "7,A v A,7", 600),
        ("tie-wins-on:9", "5,4 v 10,9", 600),
    ],
)
def test_each_wins_on_row_pays_alone(wager: str, deal_text: str, profit: int) -> None:
    family = {name for name in offered(WINS_ON, {}) if "-wins-on:" in name}
    paid = {name: settled(WINS_ON, deal_text, name, 10).profit for name in family}
    assert paid.pop(wager) == profit
    assert set(paid.values()) == {-10}


@pytest.mark.parametrize(("tie", "profit"), [("8", 80), ("9", 90)])
@pytest.mark.parametrize("two_to_one", ["off", "on", "half-on-six"])
def test_nz_tie_pays_as_the_layout_says(tie: str, profit: int, two_to_one: str) -> None:
    assert settled(NZ, TIE_ON_6, "tie", 10, tie=tie, two_to_one=two_to_one).profit == profit
    assert settled(NZ, PLAYER_6_7, "tie", 10, tie=tie, two_to_one=two_to_one).profit == -10


@pytest.mark.parametrize(
    ("deal_text", "wager", "profit", "with_half"),
    [
        (PLAYER_8_OF_THREE, "player", 200, 200),
        (PLAYER_9_7, "player", 100, 100),
        (TIE_ON_6, "player", -100, -100),
        (TIE_ON_6, "banker", -100, -100),
        (BANKER_9_OF_THREE, "banker", 200, 200),
        (BANKER_NATURAL, "banker", 100, 100),
        (PLAYER_6_7, "banker", 100, 100),
        (BANKER_6_OF_TWO, "banker", 100, 50),
        (BANKER_6_OF_THREE, "banker", 100, 50),
    ],
)
def test_two_to_one(deal_text: str, wager: str, profit: int, with_half: int) -> None:
    for setting, expected in (("on", profit), ("half-on-six", with_half)):
        for banker in ("commission", "half-on-six"):
            verdict = settled(NZ, deal_text, wager, 100, two_to_one=setting, banker=banker)
            assert verdict.profit == expected
            assert verdict.commission == 0


@pytest.mark.parametrize(("scale", "paid"), [("1", "5 10 30"), ("2", "6 12 25"), ("3", "5 12 25")])
def test_perfect_pair(scale: str, paid: str) -> None:
    for hand, odds in zip(("8h,8s", "8h,8d", "8h,8h"), paid.split(), strict=True):
        for wager, text in (("player", f"{hand} v K,7"), ("banker", f"K,7 v {hand}")):
            verdict = settled(NZ, text, f"perfect-pair:{wager}", 10, perfect_pair=scale)
            assert verdict.profit == 10 * int(odds)
    lost = settled(NZ, "10h,Jh+5 v K,7", "perfect-pair:player", 10, perfect_pair=scale)
    assert lost.profit == -10


@pytest.mark.parametrize(("scale", "profit"), [("1", 110), ("2", 100)])
def test_any_pair(scale: str, profit: int) -> None:
    assert settled(NZ, "9h,9d v 3,K", "any-pair:player", 10, any_pair=scale).profit == profit
    assert settled(NZ, "9h,9d v 3,K", "any-pair:banker", 10, any_pair=scale).profit == -10


@pytest.mark.parametrize(("scale", "paid"), [("1", "5 10 25 100"), ("2", "5 10 20 500")])
def test_lucky_match(scale: str, paid: str) -> None:
    deals = ("6d,6s+2c v K,7", "6d,6h+2c v K,7", "6d,6d+2c v K,7", "6d,6d+6d v K,7")
    for text, odds in zip(deals, paid.split(), strict=True):
        assert settled(NZ, text, "lucky-match:player", 1, lucky_match=scale).profit == int(odds)
    lost = settled(NZ, "5d,6d+6d v 8,9", "lucky-match:player", 1, lucky_match=scale)
    assert lost.profit == -1
    # Two like sixes with a third of another suit are no triple.
    pair = settled(NZ, "6d,6d+6h v K,7", "lucky-match:player", 1, lucky_match=scale)
    assert pair.profit == int(paid.split()[2])


@pytest.mark.parametrize(
    ("deal_text", "hand", "paid"),
    [
        (DRAGON_7, "player", "6 7 4"),
        (DRAGON_7, "banker", "-1 -1 -1"),
        ("K,7 v 3,2+8", "player", "1 1 2"),
        ("4,5 v K,Q", "player", "1 1 1"),
        ("4,5 v 10,8", "player", "1 1 1"),
        ("4,5 v 10,8", "banker", "-1 -1 -1"),
        ("4,5 v 10,9", "player", "0 0 0"),
        ("4,5 v 10,9", "banker", "0 0 0"),
        (TIE_ON_6, "player", "-1 -1 -1"),
        ("2,3+3 v K,A+7", "player", "-1 -1 -1"),
        (BANKER_9_OF_THREE, "banker", "-1 -1 -1"),
        (PLAYER_9_7, "player", "1 1 1"),
        (PLAYER_9_7, "banker", "-1 -1 -1"),
        ("K,6 v 2,3+5", "player", "4 4 4"),
        ("2,3+4 v 2,3+5", "player", "30 20 30"),
        ("2,3+3 v K,2+8", "player", "10 8 10"),
        ("K,7 v 2,3+7", "player", "2 3 2"),
        ("K,K+K v K,A+8", "banker", "30 20 30"),
    ],
)
def test_dragon_bonus(deal_text: str, hand: str, paid: str) -> None:
    for table, odds in zip("123", paid.split(), strict=True):
        verdict = settled(NZ, deal_text, f"dragon-bonus:{hand}", 10, dragon_bonus=table)
        assert verdict.profit == 10 * int(odds)


def test_wagers_on_offer() -> None:
    main, pairs = {"player", "banker", "tie"}, {"player-pair", "banker-pair"}
    assert offered(MBS, {"decks": "6"}) == main | pairs
    assert offered(SSP, {}) == main | pairs | {"super-six-plus"}
    assert len(offered(WINS_ON, {})) == 3 + 2 + 9 + 9 + 10
    assert offered(NZ, {}) == main
    both = {"lucky-match": "2", "dragon-bonus": "3"}
    assert offered(NZ, both) - main == {f"{n}:{h}" for n in both for h in ("player", "banker")}


@pytest.mark.parametrize(
    ("book", "options", "message"),
    [
        (NZ, {"any-pair": "1", "lucky-match": "1"}, "at most one"),
        (NZ, {"perfect-pair": "4"}, "is not one of"),
        (NZ, {"perfect_pair": "1"}, "has no option"),
        ("punto", {}, "is not one of"),
    ],
)
def test_wrong_options_are_refused(book: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        offered(book, options)


def test_wagers_not_on_offer_are_refused() -> None:
    with pytest.raises(ValueError, match="not offered"):
        settled(NZ, TIE_ON_6, "player-pair", 10)
    with pytest.raises(ValueError, match="not offered"):
        settled(WINS_ON, TIE_ON_6, "player-wins-on:0", 10)
