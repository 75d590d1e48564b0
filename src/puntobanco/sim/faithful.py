"""The faithful path: the kernels' shoes dealt card by card at a table, with patrons and stakes.

A hundred thousand times slower than the kernels, and it knows all that they leave out: many
patrons, limits, the Differential, refusals. On the same shoes it must count the same classes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from puntobanco.base.cards import Card
from puntobanco.base.money import Currency, Units
from puntobanco.odds.frame import Frame, Value, amount, text, whole
from puntobanco.play import events as e
from puntobanco.play.driver import Driver
from puntobanco.play.table import Betting, Stakes
from puntobanco.rules.book import HouseRules
from puntobanco.rules.outcomes import OutcomeClass, outcome_of
from puntobanco.rules.refusals import RefusedError
from puntobanco.rules.slots import Hand, Slot
from puntobanco.sim.cards import dealt_shoe
from puntobanco.sim.plan import BadPlanError, ShoePlan, shoe_plan

Bet = tuple[str, int, str, Units]
"""Patron, place, wager and amount."""

_RICH = 10**12


@dataclass
class FaithfulTable:
    """A table that is dealt the shoes of a seed, one after the other."""

    rules: HouseRules
    seed: int
    classes: list[OutcomeClass] = field(default_factory=list)
    """What was dealt, coup by coup."""
    results: list[Units] = field(default_factory=list)
    """What the House won in each coup."""
    staked: Counter[str] = field(default_factory=Counter)
    """By wager: what was settled."""
    profit: Counter[str] = field(default_factory=Counter)
    """By wager: what the patrons gained."""
    reduced: int = 0
    """Stakes that were cut pro rata."""
    refused: int = 0
    events: int = 0

    def __post_init__(self) -> None:
        self.plan: ShoePlan = shoe_plan(self.rules)
        if self.plan.continuous:
            raise BadPlanError("a continuous shuffler has no shoe to deal from card by card")
        self.driver = Driver(self.rules, self._record)
        self._lying: dict[Slot, Card] = {}
        self._result: Units = 0

    def seat(self, patrons: int) -> None:
        """Bring patrons who never run out of chips, one to a place."""
        for place in range(1, patrons + 1):
            self.driver.seat(f"S{place}", place, _RICH)

    def play_shoe(self, number: int, bets: Callable[[], Iterator[Bet]] = lambda: iter(())) -> None:
        """Play the shoe of this number to its end; `bets` is asked before each coup.

        Where the book leaves a pushed stake on the layout, a bet on the same wager makes it up to
        the amount wanted.
        """
        shoe = dealt_shoe(self.plan, self.rules.tableau, self.seed, number)
        self.driver.start_shoe(shoe.cards, f"shoe {number}")
        while not self.driver.shoe_is_over:
            self.driver.open()
            stage = self.driver.table.stage
            if isinstance(stage, Betting) and not stage.no_bet:
                self._place(stage.stakes, bets())
            self.driver.play()

    def _place(self, lying: Stakes, bets: Iterator[Bet]) -> None:
        for patron, place, wager, wanted in bets:
            missing = wanted - lying.get((patron, place, wager), 0)
            if missing > 0:
                self.refused += len(self.driver.stakes([(patron, place, wager, missing)]))

    def _record(self, event: e.Event) -> None:
        self.events += 1
        match event:
            case e.CardDealt(slot=Slot() as slot, card=Card() as card):
                self._lying[slot] = card
            case e.CardTurned(slot=slot, card=card):
                self._lying[slot] = card
            case e.StakeSettled(wager=wager, stake=stake, profit=profit):
                self.staked[wager] += stake
                self.profit[wager] += profit
                self._result -= profit
            case e.StakeReduced():
                self.reduced += 1
            case e.CoupSettled():
                self.classes.append(self._class())
                self.results.append(self._result)
                self._result = 0
            case _:
                pass

    def _class(self) -> OutcomeClass:
        hands = {
            hand: [self._lying[slot] for slot in Slot if slot.hand is hand and slot in self._lying]
            for hand in Hand
        }
        self._lying.clear()
        return outcome_of(hands[Hand.PLAYER], hands[Hand.BANKER]).number


@dataclass(frozen=True, slots=True)
class DifferentialStudy:
    """What a Differential did to the stakes of many patrons, and to the House's result."""

    coups: int
    offered: Units
    """What patrons wanted to stake on the hands."""
    played: Units
    """What was settled."""
    refused: int
    reduced: int
    """Stakes that were cut pro rata."""
    house_mean: float
    """The House's mean result of a coup, in units."""
    house_deviation: float


def study_differential(
    rules: HouseRules,
    seed: int,
    shoes: int,
    patrons: int,
    progress: Callable[[int, int], None] = lambda _shoe, _coups: None,
) -> DifferentialStudy:
    """Let patrons stake at random on Player and Banker, one to twenty times the minimum."""
    table = FaithfulTable(rules, seed)
    table.seat(patrons)
    chance = random.Random(seed)  # noqa: S311  # patrons' whims
    offered = 0

    def bets() -> Iterator[Bet]:
        nonlocal offered
        for place in range(1, patrons + 1):
            stake = rules.settings.limits.hand.minimum * chance.randint(1, 20)
            offered += stake
            yield f"S{place}", place, chance.choice(("player", "banker")), stake

    for number in range(shoes):
        try:
            table.play_shoe(number, bets)
        except RefusedError as error:
            raise BadPlanError(f"the automatic dealer cannot go on: {error}") from error
        progress(number + 1, len(table.classes))
    mean = sum(table.results) / len(table.results)
    square = sum((result - mean) ** 2 for result in table.results) / len(table.results)
    return DifferentialStudy(
        coups=len(table.results),
        offered=offered,
        played=sum(table.staked.values()),
        refused=table.refused,
        reduced=table.reduced,
        house_mean=mean,
        house_deviation=square**0.5,
    )


def differential_frame(
    found: Mapping[str, DifferentialStudy], currency: Currency, seed: int
) -> Frame:
    """The studies with and without a Differential, a row each."""
    rows: list[list[Value]] = []
    for name, each in found.items():
        result = (round(each.house_mean), round(each.house_deviation))
        sums = (each.offered, each.played, *result)
        offered, played, mean, deviation = (Decimal(currency.write(units)) for units in sums)
        rows.append(
            [name, each.coups, offered, played, each.refused, each.reduced, mean, deviation]
        )
    columns = [text("differential", "Differential"), whole("coups"), amount("offered")]
    columns += [amount("played"), whole("refused"), whole("reduced", "cut")]
    columns += [amount("mean"), amount("deviation")]
    note = f"Seed {seed}. mean, deviation: of the House's result of a coup."
    return Frame(columns, rows, "Differential", (note,))
