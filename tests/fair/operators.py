"""Operators who cheat with random shoes, each in his own way; a check must expose them all.

Each takes a whole honest game, or plays his own, and gives the file he would hand to an auditor:
the chain of hashes is always made anew, so that nothing but the promises can give him away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache

from puntobanco.base.cards import Card, card
from puntobanco.fair.events import ShoeCommitted
from puntobanco.fair.shoe import RandomShoe, commit
from tests.fair.house import FairHouse, Row, exported, seeded

COUPS = 150
"""More than one shoe of eight decks has."""


@cache
def _honest(book: str, **options: str) -> tuple[Row, ...]:
    house = FairHouse(book, 1, "T1", **options)
    house.play(12 if "equipment" in options else COUPS)
    return tuple(house.rows)


def honest(book: str = "mbs", **options: str) -> list[Row]:
    """The events of an honest game, to be changed."""
    return deepcopy(list(_honest(book, **options)))


def find(rows: Sequence[Row], kind: str, which: int = 0, **fields: object) -> int:
    """Where an event of a kind stands, counted from the beginning, or from the end below 0."""
    found = [
        at
        for at, (_, _, event) in enumerate(rows)
        if event["event"] == kind and all(event.get(name) == each for name, each in fields.items())
    ]
    return found[which]


def another(table: str, number: int, name: str, seed: int = 99) -> tuple[RandomShoe, ShoeCommitted]:
    return commit(table, number, name, 8, lambda shoe: "sealed", seeded(seed))


# --- changing what was written ----------------------------------------------------------------


def hides_an_opening() -> list[Row]:
    rows = honest()
    del rows[find(rows, "shoe-revealed")]
    return rows


def drops_a_shoe() -> list[Row]:
    rows = honest()
    return [row for row in rows if not (row[0].startswith("shoe:") and row[2].get("shoe") == 1)]


def drops_a_shoe_and_counts_anew() -> list[Row]:
    rows = drops_a_shoe()
    for log, _, event in rows:
        if log.startswith("shoe:"):
            event["shoe"] -= 1
    return rows


def drops_the_log_of_shoes() -> list[Row]:
    rows = [row for row in honest() if not row[0].startswith("shoe:")]
    added = {"event": "table-added", "table": "T1", "cards": "random"}
    return [("house", 1, added), *rows]


def promises_twice() -> list[Row]:
    rows = honest()
    at = find(rows, "shoe-committed")
    log, time, event = rows[at]
    rows.insert(at + 1, (log, time, {**event, "root": "ab" * 32}))
    return rows


def keeps_two_shoes_open() -> list[Row]:
    """Promises the next shoe before this one is opened, to choose between them."""
    rows = honest()
    late = rows.pop(find(rows, "shoe-revealed"))
    at = find(rows, "shoe-committed", 1)
    rows.insert(at + 1, (late[0], rows[at][1], late[2]))
    return rows


def opens_twice() -> list[Row]:
    rows = honest()
    at = find(rows, "shoe-revealed")
    rows.insert(at, rows[at])
    return rows


def swaps_a_card() -> list[Row]:
    rows = honest()
    event = rows[find(rows, "card-dealt", 5)][2]
    event["card"] = "9s" if event["card"] != "9s" else "8s"
    return rows


def corrects_a_card() -> list[Row]:
    """Calls the promised card a misreading."""
    rows = honest()
    at = find(rows, "card-dealt", 5)
    log, time, event = rows[at]
    other = "9s" if event["card"] != "9s" else "8s"
    corrected = {"event": "card-corrected", "slot": event["slot"], "was": event["card"]}
    rows.insert(at + 1, (log, time, {**corrected, "card": other}))
    return rows


def turns_another_card() -> list[Row]:
    rows = honest("nz-division", style="B")
    event = rows[find(rows, "card-turned", 5)][2]
    event["card"] = "9s" if event["card"] != "9s" else "8s"
    return rows


def opens_another_order() -> list[Row]:
    rows = honest()
    event = rows[find(rows, "shoe-revealed")][2]
    text = event["cards"]
    event["cards"] = text[2:4] + text[:2] + text[4:]
    return rows


def opens_with_another_secret() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-revealed")][2]["secret"] = "cd" * 32
    return rows


def opens_only_a_part() -> list[Row]:
    rows = honest()
    event = rows[find(rows, "shoe-revealed")][2]
    event["cards"] = event["cards"][:-2]
    return rows


def lies_about_what_was_used() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-revealed")][2]["used"] -= 1
    return rows


def promises_after_the_bets() -> list[Row]:
    rows = honest()
    bet = rows[find(rows, "stake-placed")][1]
    at = find(rows, "shoe-committed")
    rows[at] = (rows[at][0], bet, rows[at][2])
    cut = find(rows, "shoe-cut")
    rows[cut] = (rows[cut][0], bet, rows[cut][2])
    return rows


def promises_the_second_shoe_after_its_bets() -> list[Row]:
    rows = honest()
    came = find(rows, "cards-received", 1)
    for kind in ("shoe-committed", "shoe-cut"):
        at = find(rows, kind, 1)
        rows[at] = (rows[at][0], rows[came][1] + 1, rows[at][2])
    return rows


def cuts_where_he_likes() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-cut")][2]["position"] += 1
    return rows


def forgets_the_cut() -> list[Row]:
    rows = honest()
    del rows[find(rows, "shoe-cut")]
    return rows


def cuts_without_the_table() -> list[Row]:
    rows = honest()
    del rows[find(rows, "preparation-done", step="cut")]
    return rows


def cuts_twice() -> list[Row]:
    rows = honest()
    at = find(rows, "shoe-cut")
    rows.insert(at, (rows[at][0], rows[at][1], {**rows[at][2], "position": 7}))
    return rows


def cuts_after_the_first_card() -> list[Row]:
    rows = honest()
    cut = find(rows, "shoe-cut")
    dealt = rows[find(rows, "card-dealt")][1]
    rows[cut] = (rows[cut][0], dealt + 1, rows[cut][2])
    return rows


def opens_before_the_end() -> list[Row]:
    """Tells a friend the rest of the shoe."""
    rows = honest()
    at = find(rows, "shoe-revealed")
    rows[at] = (rows[at][0], rows[find(rows, "card-dealt", 40)][1], rows[at][2])
    return rows


def exchanges_without_a_reason() -> list[Row]:
    rows = honest()
    del rows[find(rows, "shoe-ended")]
    return rows


def names_another_set() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-committed")][2]["cards"] = "another"
    return rows


def leaves_a_number_out() -> list[Row]:
    rows = honest()
    for log, _, event in rows:
        if log.startswith("shoe:") and event["shoe"] == 2:
            event["shoe"] = 3
    return rows


def uses_the_promise_of_another_table() -> list[Row]:
    rows = honest()
    return [(log.replace("T1", "T2"), time, event) for log, time, event in rows]


def never_opens_the_last_shoe() -> list[Row]:
    rows = honest()
    return [*rows, ("T1", rows[-1][1] + 1, {"event": "table-closed", "by": "dealer"})]


def cuts_a_shoe_that_is_none() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-cut")][2]["shoe"] = 9
    return rows


def cuts_outside_the_shoe() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-cut")][2]["position"] = 416
    return rows


def cuts_an_opened_shoe() -> list[Row]:
    rows = honest()
    log, _, event = rows.pop(find(rows, "shoe-cut"))
    at = find(rows, "shoe-revealed")
    rows.insert(at + 1, (log, rows[at][1], event))
    return rows


def promises_one_root_again() -> list[Row]:
    rows = honest()
    rows[find(rows, "shoe-committed", 1)][2]["root"] = rows[find(rows, "shoe-committed")][2]["root"]
    return rows


def opens_before_the_cards_come() -> list[Row]:
    rows = honest()
    at = find(rows, "shoe-revealed")
    rows[at] = (rows[at][0], rows[find(rows, "cards-received")][1] - 1, rows[at][2])
    return rows


def slips_in_more_cards() -> list[Row]:
    rows = honest()
    at = find(rows, "card-dealt", 3)
    log, time, _ = rows[at]
    more = (log, time, {"event": "card-dealt", "slot": None, "face_up": False})
    return [*rows[: at + 1], *[more] * 416, *rows[at + 1 :]]


def turns_a_card_that_is_not_there() -> list[Row]:
    rows = honest()
    at = find(rows, "card-dealt", 3)
    log, time, _ = rows[at]
    rows.insert(at + 1, (log, time, {"event": "card-turned", "slot": "P3", "card": "9s"}))
    return rows


def brings_fewer_decks() -> list[Row]:
    rows = honest()
    rows[find(rows, "cards-received")][2]["decks"] = 6
    return rows


def opens_a_shoe_in_play() -> list[Row]:
    house = FairHouse()
    house.play(5)
    house.open_shoe("finished")
    return house.rows


# --- playing otherwise ------------------------------------------------------------------------


class Redraws(FairHouse):
    """Looks at the shoe he has promised, and takes another when he does not like it."""

    hides = False

    def new_shoe(self, name: str) -> RandomShoe:
        super().new_shoe(name)
        if self.number == 1:
            if self.hides:
                self.shoe = None
            else:
                self.open_shoe("given up")
            super().new_shoe(name)
        assert self.shoe is not None
        return self.shoe


class RedrawsAndHides(Redraws):
    """The same, and does not open what he threw away."""

    hides = True


class DealsSeconds(FairHouse):
    """Keeps the top card and deals the one below."""

    @staticmethod
    def order(shoe: RandomShoe) -> Sequence[Card]:
        cards = list(FairHouse.order(shoe))
        cards[30], cards[31] = cards[31], cards[30]
        return cards


class SkipsACard(FairHouse):
    """Lets a card vanish."""

    @staticmethod
    def order(shoe: RandomShoe) -> Sequence[Card]:
        cards = list(FairHouse.order(shoe))
        return cards[:40] + cards[41:]


class ShufflesAgain(FairHouse):
    """Deals the rest of the shoe from an order of his own."""

    def order(self, shoe: RandomShoe) -> Sequence[Card]:  # type: ignore[override]
        cards = list(FairHouse.order(shoe))
        return cards[:60] + sorted(cards[60:], key=lambda each: self.source(2))


class StacksTheShoe(FairHouse):
    """Promises, and deals, a set with nines in the place of aces."""

    def new_shoe(self, name: str) -> RandomShoe:
        self.open_shoe("finished")
        self.number += 1
        honest_shoe, event = another(self.table, self.number, name, self.number)
        stacked = [card("9s") if each is card("As") else each for each in honest_shoe.order.show()]
        self.shoe = RandomShoe.of(self.table, self.number, stacked, honest_shoe.secret.show())
        self.promise(
            ShoeCommitted(
                shoe=self.number, cards=name, size=416, root=self.shoe.root, sealed=event.sealed
            )
        )
        return self.shoe


class SharesTheSalts(FairHouse):
    """Uses one secret for all his shoes."""

    def new_shoe(self, name: str) -> RandomShoe:
        self.open_shoe("finished")
        self.number += 1
        other, event = another(self.table, self.number, name, self.number)
        self.shoe = RandomShoe.of(self.table, self.number, other.order.show(), b"\7" * 32)
        self.promise(
            ShoeCommitted(
                shoe=self.number, cards=name, size=416, root=self.shoe.root, sealed=event.sealed
            )
        )
        return self.shoe


class DealsOneShoeAgain(FairHouse):
    """With a continuous shuffler, deals every coup from the same promise."""

    def mixed(self) -> Sequence[Card]:
        assert self.shoe is not None
        return self.order(self.shoe)


def played(house: FairHouse, coups: int = COUPS) -> Callable[[], list[Row]]:
    def rows() -> list[Row]:
        house.play(coups)
        return house.rows

    rows.__name__ = type(house).__name__
    return rows


CHEATS: dict[Callable[[], list[Row]], str] = {
    hides_an_opening: "shoe 1 is over and was never opened",
    drops_a_shoe: "shoe 2 follows shoe 0",
    drops_a_shoe_and_counts_anew: "promised after its cards came",
    drops_the_log_of_shoes: "the file has no log shoe:T1",
    promises_twice: "shoe 1 was promised twice",
    keeps_two_shoes_open: "shoe 2 was promised while shoe 1 was not opened",
    opens_twice: "shoe 1 was opened twice",
    swaps_a_card: "was promised",
    corrects_a_card: "was promised",
    turns_another_card: "was promised",
    opens_another_order: "opened to another order",
    opens_with_another_secret: "opened to another order",
    opens_only_a_part: "not opened completely",
    lies_about_what_was_used: "cards left it, its opening says",
    promises_after_the_bets: "shoe 1 was promised after its cards came",
    promises_the_second_shoe_after_its_bets: "shoe 2 was promised after its cards came",
    cuts_where_he_likes: "was cut at 208 at the table, the promised order at 209",
    forgets_the_cut: "the promised order not at all",
    cuts_without_the_table: "nobody cut at the table",
    cuts_twice: "shoe 1 was cut twice",
    cuts_after_the_first_card: "shoe 1 was cut after its first card",
    opens_before_the_end: "opened before its last card",
    exchanges_without_a_reason: "the log does not say why",
    names_another_set: "shoe 1 is of set another",
    leaves_a_number_out: "shoe 3 follows shoe 1",
    uses_the_promise_of_another_table: "opened to another order",
    never_opens_the_last_shoe: "shoe 2 is over and was never opened",
    cuts_a_shoe_that_is_none: "shoe 9 was cut or opened but never promised",
    cuts_outside_the_shoe: "was cut at 416, outside its cards",
    cuts_an_opened_shoe: "shoe 1 was cut after it was opened",
    promises_one_root_again: "shoes 1 and 2 have the same root",
    opens_before_the_cards_come: "shoe 1 was opened before its cards came to the table",
    slips_in_more_cards: "gave more cards than it has",
    turns_a_card_that_is_not_there: "was turned where no face-down card lay",
    brings_fewer_decks: "shoe 1 has not the 312 cards that came",
    opens_a_shoe_in_play: "shoe 1 was opened while it was in play",
    played(Redraws()): "never came to the table and was given up",
    played(RedrawsAndHides()): "shoe 1 is over and was never opened",
    played(DealsSeconds()): "was promised",
    played(SkipsACard()): "was promised",
    played(ShufflesAgain()): "was promised",
    played(StacksTheShoe()): "does not hold whole decks",
    played(SharesTheSalts(), 2 * COUPS): "has the salts of an earlier shoe",
    played(
        DealsOneShoeAgain("nz-division", equipment="continuous-shuffler"), 12
    ): "cards came to the table that nobody had promised",
}


def file_of(rows: Sequence[Row]) -> list[str]:
    """The exported file, each log in the order of its times."""
    return exported(sorted(rows, key=lambda row: row[1]))
