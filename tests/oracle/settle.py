"""What each wager of each book pays, with the pay tables typed anew from the documents."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .game import is_natural, is_triple, pair_kind, total, winner

LOSE = Fraction(-1)
PUSH = Fraction(0)
COMMISSION = Fraction(5, 100)

# First value = default; None = any value, because settlement does not depend on it.
OPTIONS: dict[str, dict[str, tuple[str, ...] | None]] = {
    "rws-super-six-plus": {"decks": None, "layout": None, "style": None, "equipment": None},
    "rws-wins-on": {"decks": None, "layout": None, "style": None, "equipment": None},
    "mbs": {"decks": None, "places": None, "style": None, "equipment": None},
    "nz-division": {
        "decks": None,
        "version": None,
        "banker": ("commission", "half-on-six"),
        "tie": ("8", "9"),
        "perfect-pair": ("off", "1", "2", "3"),
        "any-pair": ("off", "1", "2"),
        "lucky-match": ("off", "1", "2"),
        "dragon-bonus": ("off", "1", "2", "3"),
        "two-to-one": ("off", "on", "half-on-six"),
        "ante": None,
        "ante-waiver": None,
        "international": None,
        "style": None,
        "equipment": None,
        "burn": None,
    },
}

WINS_ON = {
    "player-wins-on": {1: 160, 2: 80, 3: 50, 4: 50, 5: 30, 6: 11, 7: 8, 8: 6, 9: 5},
    "banker-wins-on": {1: 160, 2: 80, 3: 50, 4: 25, 5: 15, 6: 11, 7: 8, 8: 6, 9: 5},
    "tie-wins-on": {0: 110, 1: 160, 2: 160, 3: 150, 4: 100, 5: 90, 6: 35, 7: 35, 8: 60, 9: 60},
}
PERFECT_PAIR = {
    "1": {"mixed": 5, "coloured": 10, "perfect": 30},
    "2": {"mixed": 6, "coloured": 12, "perfect": 25},
    "3": {"mixed": 5, "coloured": 12, "perfect": 25},
}
ANY_PAIR = {"1": 11, "2": 10}
LUCKY_MATCH = {
    "1": {"mixed": 5, "coloured": 10, "perfect": 25, "triple": 100},
    "2": {"mixed": 5, "coloured": 10, "perfect": 20, "triple": 500},
}
DRAGON_BONUS = {
    "1": {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1},
    "2": {9: 20, 8: 8, 7: 7, 6: 4, 5: 3, 4: 1},
    "3": {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2},
}
NZ_SIDE_WAGERS = ("perfect-pair", "any-pair", "lucky-match", "dragon-bonus")


class Verdict(NamedTuple):
    """How a wager ended: "win", "push" or "lose", net profit, and the commission within it."""

    result: str
    profit: Fraction
    commission: Fraction


def option(book: str, options: Mapping[str, str], name: str) -> str:
    """Return an option that bears on settlement, or its default."""
    allowed = OPTIONS[book][name]
    assert allowed is not None, name
    chosen = options.get(name, allowed[0])
    if chosen not in allowed:
        raise ValueError(f"{name}={chosen} is not one of {', '.join(allowed)}.")
    return chosen


def check_options(book: str, options: Mapping[str, str]) -> None:
    """Refuse unknown books, unknown options, wrong values and forbidden combinations."""
    if book not in OPTIONS:
        raise ValueError(f"{book} is not one of {', '.join(OPTIONS)}.")
    for name in options:
        if name not in OPTIONS[book]:
            raise ValueError(f"{book} has no option {name}.")
    for name, allowed in OPTIONS[book].items():
        if allowed is not None:
            option(book, options, name)
    if book == "nz-division":
        exclusive = ("perfect-pair", "any-pair", "lucky-match")
        if sum(option(book, options, name) != "off" for name in exclusive) > 1:
            raise ValueError("A table offers at most one of perfect-pair, any-pair, lucky-match.")


def offered(book: str, options: Mapping[str, str]) -> set[str]:
    """Return the names of all wagers on offer."""
    check_options(book, options)
    wagers = {"player", "banker", "tie"}
    if book != "nz-division":
        wagers |= {"player-pair", "banker-pair"}
    if book == "rws-super-six-plus":
        wagers.add("super-six-plus")
    if book == "rws-wins-on":
        wagers |= {f"{name}:{points}" for name, table in WINS_ON.items() for points in table}
    if book == "nz-division":
        for name in NZ_SIDE_WAGERS:
            if option(book, options, name) != "off":
                wagers |= {f"{name}:player", f"{name}:banker"}
    return wagers


def commission_taken(book: str, options: Mapping[str, str]) -> bool:
    """Tell whether a winning Banker wager pays 5% of the win."""
    if book == "nz-division":
        plain = option(book, options, "two-to-one") == "off"
        return plain and option(book, options, "banker") == "commission"
    return book in ("rws-super-six-plus", "mbs")


def half_on_six(book: str, options: Mapping[str, str]) -> bool:
    """Tell whether a Banker win with 6 pays only 1 to 2."""
    if book == "nz-division":
        if option(book, options, "two-to-one") == "off":
            return option(book, options, "banker") == "half-on-six"
        return option(book, options, "two-to-one") == "half-on-six"
    return book == "rws-wins-on"


def main_odds(
    book: str, options: Mapping[str, str], side: str, own: Sequence[str], other: Sequence[str]
) -> Fraction:
    """Odds of a Player or Banker wager, before commission."""
    two_to_one = book == "nz-division" and option(book, options, "two-to-one") != "off"
    if total(own) < total(other):
        return LOSE
    if total(own) == total(other):
        return LOSE if two_to_one else PUSH
    if side == "banker" and total(own) == 6 and half_on_six(book, options):
        return Fraction(1, 2)
    if two_to_one and len(own) == 3 and total(own) >= 8:
        return Fraction(2)
    return Fraction(1)


def tie_odds(
    book: str, options: Mapping[str, str], player: Sequence[str], banker: Sequence[str]
) -> Fraction:
    """Odds of a wager on any tie."""
    if total(player) != total(banker):
        return LOSE
    return Fraction(int(option(book, options, "tie"))) if book == "nz-division" else Fraction(8)


def wins_on_odds(wager: str, player: Sequence[str], banker: Sequence[str]) -> Fraction:
    """Odds of a wager that one side wins, or both tie, with one named total."""
    name, points = wager.split(":")
    highest = max(total(player), total(banker))
    if name != winner(player, banker) + "-wins-on" or int(points) != highest:
        return LOSE
    return Fraction(WINS_ON[name][highest])


def super_six_plus_odds(player: Sequence[str], banker: Sequence[str]) -> Fraction:
    """Odds of the wager that Banker wins with 6; a tie on 6 loses."""
    if total(banker) != 6 or total(player) >= 6:
        return LOSE
    return Fraction(12) if len(banker) == 2 else Fraction(20)


def dragon_bonus_odds(table: str, own: Sequence[str], other: Sequence[str]) -> Fraction:
    """Odds of a Dragon Bonus wager on the hand `own`."""
    margin = total(own) - total(other)
    if is_natural(own) and margin > 0:
        return Fraction(1)
    if is_natural(own) and is_natural(other) and margin == 0:
        return PUSH
    if margin >= 4:
        return Fraction(DRAGON_BONUS[table][margin])
    return LOSE


def pair_odds(name: str, scale: str, hand: Sequence[str]) -> Fraction:
    """Odds of every wager that rests on the pair in one hand."""
    kind = pair_kind(hand)
    if kind == "none":
        return LOSE
    if name == "any-pair":
        return Fraction(ANY_PAIR[scale])
    if name == "perfect-pair":
        return Fraction(PERFECT_PAIR[scale][kind])
    if name == "lucky-match":
        return Fraction(LUCKY_MATCH[scale]["triple" if is_triple(hand) else kind])
    return Fraction(11)


def side_odds(
    book: str, options: Mapping[str, str], hands: Mapping[str, Sequence[str]], wager: str
) -> Fraction:
    """Odds of every wager other than Player, Banker and any tie."""
    name, _, detail = wager.partition(":")
    if name == "super-six-plus":
        return super_six_plus_odds(hands["player"], hands["banker"])
    if name in WINS_ON:
        return wins_on_odds(wager, hands["player"], hands["banker"])
    if name in ("player-pair", "banker-pair"):
        return pair_odds(name, "", hands[name.removesuffix("-pair")])
    scale = option(book, options, name)
    if name == "dragon-bonus":
        other = hands["banker" if detail == "player" else "player"]
        return dragon_bonus_odds(scale, hands[detail], other)
    return pair_odds(name, scale, hands[detail])


def odds(
    book: str,
    options: Mapping[str, str],
    player: Sequence[str],
    banker: Sequence[str],
    wager: str,
) -> Fraction:
    """Odds before commission: -1 for a loss, 0 for a push, otherwise "n to 1"."""
    if wager == "player":
        return main_odds(book, options, wager, player, banker)
    if wager == "banker":
        return main_odds(book, options, wager, banker, player)
    if wager == "tie":
        return tie_odds(book, options, player, banker)
    return side_odds(book, options, {"player": player, "banker": banker}, wager)


def settle(
    book: str,
    options: Mapping[str, str],
    player: Sequence[str],
    banker: Sequence[str],
    wager: str,
    stake: int,
) -> Verdict:
    """Settle one wager on a finished coup, exactly."""
    if wager not in offered(book, options):
        raise ValueError(f"{wager} is not offered by {book} with these options.")
    paid = odds(book, options, player, banker, wager)
    if paid < 0:
        return Verdict("lose", Fraction(-stake), Fraction(0))
    if paid == 0:
        return Verdict("push", Fraction(0), Fraction(0))
    won = paid * stake
    taken = Fraction(0)
    if wager == "banker" and commission_taken(book, options):
        taken = won * COMMISSION
    return Verdict("win", won - taken, taken)
