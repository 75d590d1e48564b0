"""Which wagers are already won or lost for sure, by trying every completion of the coup."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product

from .game import deal_values, pair_kind, value
from .settle import odds, offered

Card = str | None  # None: dealt unseen, or not dealt yet
FACE = "TA23456789"


def pad(cards: Sequence[Card], length: int) -> list[Card]:
    """Fill a list of cards up to a length with unknown ones."""
    return [*cards, *[None] * (length - len(cards))]


def values(card: Card) -> range:
    """Return the values a card may have."""
    return range(10) if card is None else range(value(card), value(card) + 1)


def two_card_totals(first: Card, second: Card) -> set[int]:
    """Return the totals that two cards may have."""
    return {(one + other) % 10 for one in values(first) for other in values(second)}


def completions(order: Sequence[Card]) -> Iterator[tuple[int, int, int, int]]:
    """Play every completion of six cards in shoe order; each gives totals and card counts.

    An unknown card may have any value: what the shoe still holds does not matter.
    """
    first, second, third, fourth, fifth, sixth = pad(order, 6)
    for player, banker in product(two_card_totals(first, third), two_card_totals(second, fourth)):
        for next_value, last_value in product(values(fifth), values(sixth)):
            yield deal_values((player, banker, 0, 0, next_value, last_value))


def final_outcomes(
    player: Sequence[Card], banker: Sequence[Card]
) -> set[tuple[int, int, int, int]]:
    """Return every (totals, counts) to which two partly known hands may lead.

    A third entry in a hand says that this hand has drawn, seen or not. A shorter hand may still
    draw, save Player's when Banker has already drawn.
    """
    player_drew, banker_drew = len(player) == 3, len(banker) == 3
    one, two = pad(player, 2), pad(banker, 2)
    order = [one[0], two[0], one[1], two[1], *one[2:], *two[2:]]
    found = set()
    for outcome in completions(order):
        if player_drew and outcome[2] != 3:
            continue
        if banker_drew and (outcome[3] != 3 or player_drew != (outcome[2] == 3)):
            continue
        found.add(outcome)
    if not found:
        raise ValueError("No coup is dealt like this: a hand has a card that it may not draw.")
    return found


def plain_hand(points: int, count: int) -> list[str]:
    """Return some hand without a pair that has this total and number of cards."""
    blanks = ["Js", "Qs"][: count - 1]
    return [*blanks, FACE[points] + "s"]


def paired_hand(wager: str) -> str:
    """Return the hand whose first two cards alone decide a pair wager, or "" for other wagers."""
    name, _, detail = wager.partition(":")
    if name in ("player-pair", "banker-pair"):
        return name.removesuffix("-pair")
    return detail if name in ("perfect-pair", "any-pair", "lucky-match") else ""


def decided_by(
    book: str,
    options: Mapping[str, str],
    initial: Mapping[str, Sequence[Card]],
    outcomes: AbstractSet[tuple[int, int, int, int]],
) -> dict[str, str]:
    """Return "win" or "lose" for each wager on offer that comes out alike in every outcome."""
    decided = {}
    for wager in offered(book, options):
        side = paired_hand(wager)
        if side:
            first, second = initial[side]
            if first is None or second is None:
                continue
            results = {"lose" if pair_kind((first, second)) == "none" else "win"}
        else:
            paid = {
                odds(book, options, plain_hand(p, m), plain_hand(b, n), wager)
                for p, b, m, n in outcomes
            }
            results = {"win" if each > 0 else "push" if each == 0 else "lose" for each in paid}
        if results in ({"win"}, {"lose"}):
            decided[wager] = results.pop()
    return decided


def decided(
    book: str, options: Mapping[str, str], player: Sequence[Card], banker: Sequence[Card]
) -> dict[str, str]:
    """Return the decided wagers, given the exposed cards of both hands in their positions."""
    initial = {"player": pad(player, 2)[:2], "banker": pad(banker, 2)[:2]}
    return decided_by(book, options, initial, final_outcomes(player, banker))


def decided_in_order(
    book: str, options: Mapping[str, str], order: Sequence[Card]
) -> dict[str, str]:
    """Return the decided wagers, given exposed cards by their place in the shoe.

    Unlike `decided`, a known fifth card belongs to whichever hand turns out to draw it, so this
    is the form for a card that was flashed out of turn.
    """
    first, second, third, fourth = pad(order, 4)[:4]
    initial = {"player": (first, third), "banker": (second, fourth)}
    return decided_by(book, options, initial, set(completions(order)))


def established(
    book: str,
    options: Mapping[str, str],
    player: Sequence[Card],
    banker: Sequence[Card],
    staked: AbstractSet[str] | None = None,
) -> bool:
    """Tell whether an outcome is established: some wager offered (or staked) is decided."""
    wagers = decided(book, options, player, banker).keys()
    return bool(wagers if staked is None else wagers & staked)
