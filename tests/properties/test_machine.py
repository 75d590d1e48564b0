"""The same table as a state machine, so that Hypothesis searches for sequences and shortens them.

The sizes `machine_examples` and `machine_steps`: so many sequences of so many steps.
"""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from puntobanco.books import BOOKS
from puntobanco.play import reports as p
from puntobanco.play.table import Betting
from puntobanco.rules.rulings import RULING_FACTS, Irregularity
from puntobanco.rules.slots import Slot
from tests.sizes import size_of

from .houses import random_house
from .session import TEMPERS, Session
from .watched import Watched

EXAMPLES = size_of("machine_examples")
STEPS = size_of("machine_steps")

seeds = st.integers(0, 2**16)
facts = st.dictionaries(st.sampled_from(sorted(RULING_FACTS)), st.booleans(), max_size=4)
maybe = st.sampled_from((None, True, False))


class TableMachine(RuleBasedStateMachine):
    """Anybody may ask or report anything at any time; the honest dealer can always go on."""

    session: Session

    @property
    def watched(self) -> Watched:
        """The table under watch."""
        return self.session.watched

    @initialize(book=st.sampled_from(sorted(BOOKS)), seed=seeds)
    def open(self, book: str, seed: int) -> None:
        random = Random(seed)
        self.session = Session(random, random_house(random, book), TEMPERS[-1])
        self.session.gather()
        while not isinstance(self.watched.table.stage, Betting):
            self.session.carry_on()

    @rule(steps=st.integers(1, 8), seed=seeds)
    def go_on(self, steps: int, seed: int) -> None:
        self.session.random.seed(seed)
        for _ in range(steps):
            self.session.carry_on()

    @precondition(lambda self: isinstance(self.watched.table.stage, Betting))
    @rule(seed=seeds)
    def bet(self, seed: int) -> None:
        self.session.random.seed(seed)
        self.session.do(self.session.crowd.proper_stake(self.watched.table))

    @rule(seed=seeds)
    def ask(self, seed: int) -> None:
        self.session.random.seed(seed)
        self.session.do(self.session.crowd.request(self.watched.table))

    @rule(seed=seeds)
    def report(self, seed: int) -> None:
        self.session.random.seed(seed)
        seen = self.session.mishaps.report(self.watched.table)
        if seen is not None:
            self.session.do(seen)

    @rule(irregularity=st.sampled_from(Irregularity), known=facts, coups_ago=st.integers(0, 2))
    def notice(self, irregularity: Irregularity, known: dict[str, bool], coups_ago: int) -> None:
        coup = self.watched.table.coup - coups_ago
        self.session.do(p.Noticed(irregularity=irregularity, facts=known, coup=coup))

    @precondition(lambda self: len(self.session.dealer.cards.left) > 3)
    @rule(into=st.none() | st.sampled_from(Slot), face_up=maybe, seen=st.booleans())
    def card(self, into: Slot | None, face_up: bool | None, seen: bool) -> None:
        card = self.session.dealer.cards.take()
        self.session.do(p.CardLeftShoe(into=into, face_up=face_up, card=card if seen else None))

    @precondition(lambda self: len(self.session.dealer.cards.left) > 3)
    @rule(seen=st.lists(st.booleans(), min_size=1, max_size=3), order_known=maybe)
    def together(self, seen: list[bool], order_known: bool | None) -> None:
        cards = self.session.dealer.cards
        faces = tuple(cards.take() if each else None for each in seen)
        self.session.do(p.CardsLeftTogether(cards=faces, order_known=order_known))

    @precondition(lambda self: bool(self.watched.table.halts))
    @rule(seed=seeds)
    def answer(self, seed: int) -> None:
        self.session.random.seed(seed)
        table = self.watched.table
        self.session.do(self.session.dealer.answer(table, table.halts[-1]))

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.random.seed(0)
            self.session.finish()


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
