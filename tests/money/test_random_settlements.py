"""One settlement for a bet, by chance: long orders of settling, voiding, correcting, recovering.

All short orders are walked in `test_one_settlement.py`. Here houses of every kind deal a coup with
bets, and from there orders of seven to twenty-four deeds are tried, also foolish ones and those
that reach into the next coup. Each ends when the coup has ended. `tests/money/bets.py` keeps its
own account of every bet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from random import Random
from typing import TypeAlias

from puntobanco.notation.codec import decode_table_event, encode
from puntobanco.play import events as e
from puntobanco.play import reports as p
from puntobanco.play import requests as r
from puntobanco.play.doors import decide, rule_on
from puntobanco.play.evolve import evolve, evolve_all
from puntobanco.play.table import Betting, Dealing, Resolved, Table
from puntobanco.rules.refusals import Refusal
from tests.money.bets import Bets
from tests.properties.houses import random_house
from tests.properties.people import PATRONS
from tests.properties.session import TEMPERS, Session
from tests.properties.watched import Wish
from tests.sizes import first_seed, size_of

ORDERS = size_of("settlements")
SEED = first_seed()
FROM_ONE = 10
"""So many orders begin at one dealt coup."""


class Order:
    """One order of deeds after a coup that was dealt and called."""

    def __init__(self, start: Session, bets: Bets, random: Random) -> None:
        self.random, self.bets = random, bets
        self.rules, self.table = start.watched.rules, start.watched.table
        self.log = list(start.watched.log)
        dealer = copy(start.dealer)
        dealer.random, dealer.cards = random, copy(dealer.cards)
        dealer.cards.left, dealer.cards.hidden = list(dealer.cards.left), []
        self.dealer = dealer
        self.crowd, self.mishaps = copy(start.crowd), copy(start.mishaps)
        self.crowd.random = self.mishaps.random = random
        self.mishaps.dealer = dealer
        self.done: Counter[str] = Counter()

    def do(self, command: Wish) -> None:
        """Put a wish, and follow what becomes of every bet."""
        made: e.Events | Refusal
        if isinstance(command, p.ReportBase):
            made = rule_on(self.rules, self.table, command)
        else:
            made = decide(self.rules, self.table, command)
        if isinstance(made, Refusal):
            self.done["refused"] += 1
            return
        for event in made:
            self.bets.take(event)
            self.table = evolve(self.table, event)
            self.log.append(event)
            self.done[type(event).__name__] += 1
        for name, patron in self.table.patrons.items():
            assert patron.rack == self.bets.racks[name], (name, patron.rack, self.bets.racks)

    def play(self, length: int) -> None:
        """So many deeds, then whatever ends the coup."""
        for _ in range(length):
            (deed,) = self.random.choices(_DEEDS, weights=_WEIGHTS)
            deed(self)
        for _ in range(200):
            if not self.table.halts and not isinstance(self.table.stage, Betting | Dealing):
                return
            self.do(self.dealer.next_command(self.table))
        raise AssertionError(f"the coup never ends: {self.table.stage}")

    def settle(self) -> None:
        self.do(r.Settle(by="dealer"))

    def go_on(self) -> None:
        """The dealer does what is next; the next coup, once it is called, is bet on."""
        if isinstance(self.table.stage, Betting) and self.random.random() < 0.7:
            self.do(self.crowd.proper_stake(self.table))
        elif not isinstance(self.table.stage, Resolved) or self.random.random() < 0.3:
            self.do(self.dealer.next_command(self.table))

    def answer(self) -> None:
        if self.table.halts:
            self.do(self.dealer.answer(self.table, self.table.halts[-1]))
        else:
            self.do(self.crowd.ask_answer(self.table))

    def notice(self) -> None:
        self.do(self.mishaps.see_irregularity(self.table))

    def correct(self) -> None:
        see = self.random.choice((self.mishaps.see_misread, self.mishaps.see_payment))
        command = see(self.table)
        assert command is not None
        self.do(command)

    def move_chips(self) -> None:
        staying = self.table.stage.staying if isinstance(self.table.stage, Resolved) else {}
        if staying:
            patron, place, wager = self.random.choice(list(staying))
            self.do(r.TakeStake(by=patron, patron=patron, place=place, wager=wager))
            return
        asks = (
            self.crowd.ask_collect_commission,
            self.crowd.ask_cash_out,
            self.crowd.ask_take_stake,
            self.crowd.ask_buy_in,
        )
        self.do(self.random.choice(asks)(self.table))

    def recover(self) -> None:
        """The process ends and reads its log: the state is the same, and nothing happens."""
        again = evolve_all(Table(), (decode_table_event(encode(each)) for each in self.log))
        assert again == self.table


_Deed: TypeAlias = Callable[[Order], None]
_DEEDS: tuple[_Deed, ...] = (
    Order.settle,
    Order.go_on,
    Order.answer,
    Order.notice,
    Order.correct,
    Order.move_chips,
    Order.recover,
)
_WEIGHTS = (25, 15, 20, 15, 12, 10, 3)


def dealt(seed: int) -> tuple[Session, Bets]:
    """Some house with a coup that has bets and whose last card has been dealt and called."""
    random = Random(seed)
    session = Session(random, random_house(random), TEMPERS[0])
    session.gather()
    while True:
        stage = session.watched.table.stage
        if isinstance(stage, Dealing) and stage.result_announced and stage.stakes:
            break
        if isinstance(stage, Betting):
            for _ in range(12):
                session.do(session.crowd.proper_stake(session.watched.table))
            for name in PATRONS:
                session.do(r.PlaceAnte(by=name, patron=name))
        session.carry_on()
    bets = Bets()
    for event in session.watched.log:
        bets.take(event)
    return session, bets


def test_no_long_order_settles_a_bet_twice() -> None:
    done: Counter[str] = Counter()
    for seed in range(SEED, SEED + -(-ORDERS // FROM_ONE)):
        session, bets = dealt(seed)
        for number in range(FROM_ONE):
            random = Random(f"{seed} {number}")
            order = Order(session, bets.copy(), random)
            try:
                order.play(random.randint(7, 24))
            except AssertionError as error:
                told = f"repeat it with --seed {seed} --size settlements=1; order {number}"
                raise AssertionError(f"{error}\n{told}") from error
            done += order.done
    for kind in ("StakeSettled", "SettlementReversed", "CoupVoided", "CoupReopened", "refused"):
        assert done[kind] > ORDERS // 20, done
