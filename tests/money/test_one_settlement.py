"""One settlement for a bet: every order of settling, voiding, correcting and recovering, to six.

The table is a value, so all orders share their beginnings: a tree of states is walked, and at each
of its nodes every bet has at most one end, whose money lies where it should.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from puntobanco.base.cards import card
from puntobanco.books import BOOKS
from puntobanco.notation.codec import decode_table_event, encode
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.cards.opening import burn_cards, open_table, prepare_cards
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.evolve import evolve, evolve_all
from puntobanco.play.postings import postings
from puntobanco.play.table import Dealing, Resolved, Table
from puntobanco.rules.book import HouseRules
from puntobanco.rules.coup import Winner
from puntobanco.rules.refusals import Refusal
from puntobanco.rules.rulings import Irregularity
from puntobanco.rules.slots import Slot
from tests.agreement.test_engine_and_oracle import configured

LENGTH = 6
STAKES = {"ann": ("player", 100_00), "ben": ("banker", 140_00), "cleo": ("tie", 20_00)}
_Bet = tuple[str, int, str]


@dataclass(frozen=True)
class Node:
    """A state, its log, and what has become of each bet."""

    table: Table
    log: tuple[e.Event, ...]
    paid: frozenset[_Bet]
    returned: frozenset[_Bet]

    def take(self, event: e.Event) -> Node:
        """One event further; a bet that ends a second time is an error."""
        paid, back = self.paid, self.returned
        if isinstance(event, e.StakeSettled | e.SettlementReversed | e.StakeTaken):
            bet = (event.patron, event.place, event.wager)
            if isinstance(event, e.StakeSettled):
                assert bet not in paid, f"{bet} is paid twice"
                assert bet not in back, f"{bet} is paid after it was returned"
                paid |= {bet}
            elif isinstance(event, e.SettlementReversed):
                assert bet in paid, f"{bet} is taken back and was not paid"
                paid -= {bet}
            else:
                assert bet not in paid, f"{bet} is returned after it was paid"
                assert bet not in back, f"{bet} is returned twice"
                back |= {bet}
        assert not sum(each.amount for each in postings(event))
        return Node(evolve(self.table, event), (*self.log, event), paid, back)


_Do = Callable[[HouseRules, Node], "e.Events | Refusal | None"]


def _settle(rules: HouseRules, node: Node) -> e.Events | Refusal:
    return decide(rules, node.table, r.Settle(by="dealer"))


def _notice(rules: HouseRules, node: Node) -> e.Events:
    note = p.Noticed(irregularity=Irregularity.OTHER, note="something is wrong")
    return rule_on(rules, node.table, note)


def _answer(word: str) -> _Do:
    def answer(rules: HouseRules, node: Node) -> e.Events | Refusal | None:
        if not node.table.halts:
            return None
        post = node.table.halts[-1].post or "dealer"
        command = r.Answer(by=post, answer=word, reason="as seen")
        return decide(rules, node.table, command)

    return answer


def _misread(rules: HouseRules, node: Node) -> e.Events:
    """The card that decides is corrected to the one that decides otherwise, and back again."""
    stage = node.table.stage
    tape = stage.tape if isinstance(stage, Dealing | Resolved) else ()
    now = next((lying.card for lying in tape if lying.slot is Slot.P2), None)
    other = card("8d") if now is not card("8d") else card("6d")
    return rule_on(rules, node.table, p.CardMisread(slot=Slot.P2, card=other))


def _recover(rules: HouseRules, node: Node) -> e.Events:
    """The process ends and reads its log: the state is the same, and nothing happens."""
    again = evolve_all(Table(), (decode_table_event(encode(each)) for each in node.log))
    assert again == node.table
    return ()


DEEDS: dict[str, _Do] = {
    "settle": _settle,
    "notice": _notice,
    "void": _answer("void"),
    "rebuild": _answer("rebuild"),
    "correct": _misread,
    "recover": _recover,
}


def dealt(rules: HouseRules) -> Node:
    """A coup with three bets whose last card has been dealt and called."""
    node = Node(Table(), (), frozenset(), frozenset())

    def do(command: r.Request | p.Report) -> None:
        nonlocal node
        made: e.Events | Refusal
        if isinstance(command, p.ReportBase):
            made = rule_on(rules, node.table, command)
        else:
            made = decide(rules, node.table, command)
        assert not isinstance(made, Refusal), made
        for event in made:
            node = node.take(event)

    do(open_table(rules))
    for place, name in enumerate(STAKES, start=1):
        do(r.TakePlace(by=name, place=place))
        do(r.BuyIn(by=name, amount=1_000_00))
    for command in (*prepare_cards(rules, node.table), *burn_cards(rules)):
        do(command)
    do(r.OpenBetting(by="dealer"))
    for place, (name, (wager, amount)) in enumerate(STAKES.items(), start=1):
        do(r.PlaceStake(by=name, patron=name, place=place, wager=wager, amount=amount))
    do(r.CloseBetting(by="dealer"))
    for text in ("Ks", "Kd", "6d", "7c"):
        do(p.CardLeftShoe(card=card(text), face_up=True))
    do(p.ResultCalled(player_total=6, banker_total=7, winner=Winner.BANKER))
    return node


def worth(node: Node, name: str) -> int:
    """What a patron has in his rack and on the layout."""
    stage, rack = node.table.stage, node.table.patrons[name].rack
    lying = stage.stakes if isinstance(stage, Dealing) else {}
    staying = stage.staying if isinstance(stage, Resolved) else {}
    return rack + sum(v for key, v in (*lying.items(), *staying.items()) if key[0] == name)


def check(node: Node) -> None:
    """The money of every bet lies where its one end put it."""
    stage = node.table.stage
    if isinstance(stage, Resolved) and stage.voided:
        assert not node.paid
        for name in STAKES:
            assert worth(node, name) == 1_000_00, (name, node.log[-5:])
    elif isinstance(stage, Resolved):
        profits = {line.patron: line.profit - line.owed for line in stage.settled}
        assert len(node.paid) == len(STAKES) == len(stage.settled)
        for name in STAKES:
            assert worth(node, name) == 1_000_00 + profits[name], (name, node.log[-5:])
    for name in STAKES:
        assert node.table.patrons[name].rack >= 0


def walk(rules: HouseRules, node: Node, left: int, seen: dict[str, int]) -> None:
    check(node)
    if not left:
        return
    for name, deed in DEEDS.items():
        made = deed(rules, node)
        if made is None or isinstance(made, Refusal) or not made:
            continue  # the same state: what follows it is walked from its other children
        seen[name] = seen.get(name, 0) + 1
        after = node
        for event in made:
            after = after.take(event)
        if name == "void":
            stage = after.table.stage
            assert isinstance(stage, Resolved), stage
            assert stage.voided, after.log[-5:]
        walk(rules, after, left - 1, seen)


@pytest.mark.parametrize("book", BOOKS)
def test_no_order_settles_a_bet_twice(book: str) -> None:
    rules = configured(book, {})
    seen: dict[str, int] = {}
    walk(rules, dealt(rules), LENGTH, seen)
    assert {"settle", "notice", "void", "correct"} <= set(seen), seen
